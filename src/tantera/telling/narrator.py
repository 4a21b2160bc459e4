"""Events as sentences: what just happened, said once, as players say it; and a match from a document, told from
beginning to end, every hand under its heading (`story`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import Any, Final, get_args

from msgspec import UNSET

from tantera.notation import Judged
from tantera.play import Event, Match, Side
from tantera.play import events as e
from tantera.play.consequences import FOLLOWED
from tantera.play.due import forced_move
from tantera.play.events import BonusGiven, HandDealt, HandScored, InfractionRecorded
from tantera.play.moves import decide_move, order_of
from tantera.rules import Seat
from tantera.rules.bonuses import BONUSES
from tantera.telling.hands import article_behind, how_it_ended
from tantera.telling.infractions import article_of, asked, consequence, infraction, taken
from tantera.telling.names import name_of, names_of
from tantera.telling.sentences import MARKS, Part, Sentence, Tone
from tantera.tiles import Chain, Tile, tile_name
from tantera.words import counting, translate
from tantera.words.numbers import seconds

PAUSES: Final[dict[e.PauseReason, str]] = {
    "agreed": "the players have agreed on it",
    "referee": "the referee has stopped it",
    "director": "the director has stopped it",
    "restart": "the table was away",
    "correction": "something is being put right",
    "away": "the table waits for its player",
    "preparing": "the bots are getting ready",
}
"""Why nobody's time runs."""

NOBODY: Final[dict[e.How, str]] = {
    "block": "Nobody scores",
    "lost": "Nobody scores",
    "time": "Nobody scores",
    "void": "The hand is void: nobody scores",
    "ruling": "The hand ends as ruled: {text}",
}
"""How a hand may end that nobody has won."""

WORDLESS: Final[frozenset[type[e.Event]]] = frozenset(
    {
        e.MatchStarted,  # the heading of the match says it
        e.CountAgreed,  # the next deal says it
        e.SeedCommitted,  # whoever wants to check a deal is shown the figures
        e.ScoreTaken,  # the heading of the hand says who opens, the sheet has the score
    }
)
"""Events that need no word."""


OwnMove = e.TilePlaced | e.DoublesPlaced | e.TurnPassed
"""A move that ends its player's turn."""


class Narrator:
    """Speaks one language, to one player (or to nobody in particular: seat 0)."""

    def __init__(
        self, lang: str, me: Seat = 0, tile_names: str | None = None, timed: bool = True, by_itself: bool = False
    ) -> None:
        """`timed`: whether it is worth a word how long a move took. `by_itself`: whether a forced turn is played
        without a tap of its player, who has to be told who moved their tile."""
        self.lang, self.me, self.tile_names = lang, me, tile_names
        self.timed, self.by_itself = timed, by_itself

    def said(self, tile: Tile) -> str:
        """A tile in figures, or in the words of a region (CL-nombres)."""
        return tile.spoken if self.tile_names is None else tile_name(tile, self.tile_names)

    def words(self, message: str, **facts: object) -> str:
        return translate(self.lang, message, **facts)

    def sentence(self, event: e.Event, before: Match, after: Match) -> Sentence | None:
        """What an event says; None where nothing is left to say. One that nobody has words for is a `TypeError`."""
        teller = _TELLERS.get(type(event))
        if teller is not None:
            return teller(self, event, before, after)
        if type(event) in WORDLESS:
            return None
        raise TypeError(f"{type(event).__name__} is an event without words")

    # --- before the first hand, and the deal

    def hand(self, number: int, opener: Seat | None, match: Match) -> Sentence:
        """The heading of a hand."""
        heading = self.words("Hand {number}", number=number)
        opens = "" if opener is None else ": " + self._who(opener, match, "you open", "{name} opens")
        return Sentence(heading + opens, "strong", "heading")

    def _opening_drawn(self, event: e.OpeningDrawn, before: Match, after: Match) -> Sentence:
        drawn = ", ".join(
            f"{self._called(seat, before)} {self.said(tile)}" for seat, tile in enumerate(event.tiles, start=1)
        )
        return Sentence(self.words("Draw for the opening: {drawn}", drawn=drawn))

    def _seats_taken(self, event: e.SeatsTaken, before: Match, after: Match) -> Sentence:
        return Sentence(self.words("Round the table, in turn: {names}", names=self._names(after.seats, after)))

    def _opener_agreed(self, event: e.OpenerAgreed, before: Match, after: Match) -> Sentence:
        if before.lines:
            chosen = self._who(event.seat, before, "The winners choose: you open", "The winners choose: {name} opens")
            return Sentence(chosen, article=before.book.cites.opener)
        return Sentence(self._who(event.seat, before, "It is agreed that you open", "It is agreed that {name} opens"))

    def _scorer_named(self, event: e.ScorerNamed, before: Match, after: Match) -> Sentence:
        return Sentence(self._who(event.seat, before, "You keep the sheet", "{name} keeps the sheet"))

    def _counter_named(self, event: e.CounterNamed, before: Match, after: Match) -> Sentence:
        return Sentence(self._who(event.seat, before, "You do the count", "{name} does the count"))

    def _shuffle_wished(self, event: e.ShuffleWished, before: Match, after: Match) -> Sentence | None:
        if not event.again:
            return None
        return Sentence(
            self._who(
                event.seat, before, "You shuffle once more and take last", "{name} shuffles once more and takes last"
            )
        )

    def _tiles_shuffled(self, event: e.TilesShuffled, before: Match, after: Match) -> Sentence:
        if len(event.seats) == 1:
            return Sentence(self._who(event.seats[0], before, "You shuffle", "{name} shuffles"), "quiet")
        return Sentence(self.words("Shuffling: {names}", names=self._names(event.seats, before)), "quiet")

    def _deal_repeated(self, event: e.DealRepeated, before: Match, after: Match) -> Sentence:
        you = "you have {doubles} doubles: the tiles are dealt again"
        they = "{name} has {doubles} doubles: the tiles are dealt again"
        text = self._who(event.seat, before, you, they, doubles=event.doubles)
        return Sentence(text, article=before.book.cites.deal)

    def _deal_refused(self, event: e.DealRefused, before: Match, after: Match) -> Sentence:
        you = "You ask for a new deal, with {doubles} doubles"
        they = "{name} asks for a new deal, with {doubles} doubles"
        text = self._who(event.seat, before, you, they, doubles=event.doubles)
        return Sentence(text, "warning", article=before.book.cites.deal)

    def _hand_dealt(self, event: e.HandDealt, before: Match, after: Match) -> Sentence:
        heading = self.hand(event.number, None if event.choosing is True else event.opener, after)
        if event.known is True:
            heading = self.chosen(heading)
        by_double = before.opens_by_double if before.lines else before.book.options.first_opener == "double"
        if not (after.opener_found and by_double):
            return heading
        return heading._replace(text=self.words("{heading}, for holding the highest double", heading=heading.text))

    def chosen(self, heading: Sentence) -> Sentence:
        """Of a hand whose tiles somebody chose."""
        text = self.words("{heading}, with tiles that were chosen", heading=heading.text)
        return heading._replace(text=text)

    def _racks_lifted(self, event: e.RacksLifted, before: Match, after: Match) -> Sentence | None:
        """A stage of the lifting (TG-8.5…8.9); where all lift at once there is nothing to tell."""
        if set(event.seats) == set(before.seats):
            return None
        return Sentence(self.words("Tiles lifted: {names}", names=self._names(event.seats, before)), "quiet", "move")

    # --- moves

    def _tile_placed(self, event: e.TilePlaced, before: Match, after: Match) -> Sentence:
        what = self.said(event.tile)
        if event.end is None:
            sentence = self._move(event, before, "you open with {what}", "{name} opens with {what}", what)
        else:
            mark = MARKS[event.end]
            sentence = self._move(event, before, "you play {what}", "{name} plays {what}", what, mark=mark)
        scored = self._in_play(event, before) if event.points is not UNSET else ""
        return sentence._replace(text=f"{sentence.text} · {scored}") if scored else sentence

    def _in_play(self, event: e.TilePlaced, before: Match) -> str:
        """The points that a tile made, or would have made if they did not pass the limit."""
        if event.points is UNSET or before.hand is None:
            return ""
        if event.points:
            return self._brings(before.side_of(event.seat), before, event.points)
        due = decide_move(before.hand, order_of(event), event.at)[0]
        points = due.points if isinstance(due, e.TilePlaced) and due.points is not UNSET else 0
        limit = before.book.options.limit.points
        return self.words("{points} would pass {limit}: not written", points=points, limit=limit) if points else ""

    def _doubles_placed(self, event: e.DoublesPlaced, before: Match, after: Match) -> Sentence:
        both = f"{self.said(event.left)} + {self.said(event.right)}"
        mark = "".join(MARKS.values())
        return self._move(event, before, "you play {what}", "{name} plays {what}", both, mark=mark)

    def _turn_passed(self, event: e.TurnPassed, before: Match, after: Match) -> Sentence:
        return self._move(event, before, "you pass", "{name} passes", "", "strong")

    def _tile_drawn(self, event: e.TileDrawn, before: Match, after: Match) -> Sentence:
        shown = self.said(event.tile) if event.tile is not None else "?"
        return Sentence(
            self._who(event.seat, before, "you draw {what}", "{name} draws a tile", what=shown), part="move"
        )

    def _tile_exposed(self, event: e.TileExposed, before: Match, after: Match) -> Sentence:
        what, you, they = self.said(event.tile), "your {what} lies open", "{name}: {what} lies open"
        return Sentence(self._who(event.seat, before, you, they, what=what), part="move")

    def _move_seen(self, event: e.MoveSeen, before: Match, after: Match) -> Sentence:
        what = self.said(event.tile) if event.tile is not None else self.words("pass")
        message = "{name}: {what}, not legal or out of turn"
        return Sentence(self.words(message, name=name_of(event.seat, before), what=what), "warning", "move")

    # --- how a hand ends

    def _went_out(self, event: e.WentOut, before: Match, after: Match) -> Sentence:
        if after.hand is not None and after.hand.ended is None:
            partner = next(seat for seat in after.side_of(event.seat) if seat != event.seat)
            you, they = "You go out and {partner} plays on", "{name} goes out and {partner} plays on"
            return Sentence(self._who(event.seat, before, you, they, partner=name_of(partner, before)), "good")
        return Sentence(self._who(event.seat, before, "Dominó! You go out", "Dominó! {name} goes out"), "good")

    def _hand_blocked(self, event: e.HandBlocked, before: Match, after: Match) -> Sentence:
        return Sentence(self.words("Blocked"), "good")

    def _limit_reached(self, event: e.LimitReached, before: Match, after: Match) -> Sentence:
        limit = before.book.options.limit.points
        you, both = "{limit}! You reach the limit", "{limit}! You and {partner} reach the limit"
        text = self._side(event.side, before, you, both, "{limit}! {side} reach the limit", limit=limit)
        return Sentence(text, "good", article=before.book.cites.limit)

    def _time_warned(self, event: e.TimeWarned, before: Match, after: Match) -> Sentence:
        text = counting(event.minutes, "1 minute left", "{count} minutes left").told(self.lang)
        return Sentence(text, "urgent", article=after.book.cites.time)

    def _time_called(self, event: e.TimeCalled, before: Match, after: Match) -> Sentence:
        text = self.words("Time! Hands still to play: {hands}", hands=after.hands_left)
        return Sentence(text, "urgent", article=after.book.cites.time)

    def _clock_paused(self, event: e.ClockPaused, before: Match, after: Match) -> Sentence:
        return Sentence(self.words("The clock stands still: {why}", why=self.words(PAUSES[event.why])), "warning")

    def _clock_resumed(self, event: e.ClockResumed, before: Match, after: Match) -> Sentence:
        return Sentence(self.words("The clock goes on"), "warning")

    def _end_set(self, event: e.EndSet, before: Match, after: Match) -> Sentence:
        return Sentence(self.words("The clock of the hall says when time is over"), "quiet")

    def _hand_scored(self, event: e.HandScored, before: Match, after: Match) -> Sentence:
        facts: dict[str, object] = {"points": event.points, "text": event.text}
        article = article_behind(event, before)
        if event.in_play is not UNSET and not event.points:
            sums = zip(before.sides, event.in_play, strict=True)
            made = " · ".join(f"{names_of(side, before)} {points}" for side, points in sums)
            return Sentence(self.words("Made in play: {sums}", sums=made), "strong", article=article)
        if event.side is None:
            nobody = "; ".join([self.words(NOBODY[event.how], **facts), *self._raised(event, after)])
            return Sentence(nobody, "strong", article=article)
        if before.book.options.points_hurt:
            you = "you win the hand; the others write {points} in all"
            they = "{side} wins the hand; the others write {points} in all"
        else:
            you, they = ("you score {points}", "{side} scores {points}")
            text = self._pair(event.side, before, "you and {partner} score {points}", "{names} score {points}", **facts)
            if text is not None:
                return Sentence(text, "strong", article=article)
        return Sentence(self._whose(event.side, before, you, they, **facts), "strong", article=article)

    def _raised(self, event: e.HandScored, after: Match) -> Iterator[str]:
        """What a hand that nobody won makes of the next one, where the book says so."""
        if event.how != "block" or after.ended_by is not None:
            return
        if after.worth > 1:
            yield self.words("the next hand counts ×{times}", times=after.worth)
        if after.carried:
            yield self.words("the next hand brings {points} more", points=after.carried)

    def _bonus_given(self, event: e.BonusGiven, before: Match, after: Match) -> Sentence:
        text = f"{self.bonus(event.kind)}: {self._brings(event.side, before, event.points)}"
        return Sentence(text, "good", article=bonus_article(event, before))

    def _score_reset(self, event: e.ScoreReset, before: Match, after: Match) -> Sentence:
        """Whose points are gone; where nobody has any left the match begins again."""
        if not any(after.score):
            return Sentence(
                self.words("The match is broken: everybody starts again at 0"), "warning", article=_reset(before)
            )
        gone = [names_of(side, before) for side, taken in zip(before.sides, event.taken, strict=True) if taken]
        text = self.words("{names} goes back to 0", names=", ".join(gone))
        return Sentence(text, "warning", article=_reset(before))

    def _player_replaced(self, event: e.PlayerReplaced, before: Match, after: Match) -> Sentence:
        text = self.words("{name} comes in for {other}", name=event.name, other=name_of(event.seat, before))
        return Sentence(text, "warning", article=before.book.cites.seating)

    def bonus(self, kind: str) -> str:
        """What a bonus is called."""
        return BONUSES[kind].called.told(self.lang)

    def _player_re_entered(self, event: e.PlayerReEntered, before: Match, after: Match) -> Sentence:
        you = "You are over the limit and re-enter with {score}"
        they = "{name} is over the limit and re-enters with {score}"
        return Sentence(self._who(event.seat, before, you, they, score=event.score), "warning")

    def _player_eliminated(self, event: e.PlayerEliminated, before: Match, after: Match) -> Sentence:
        you, they = "You are out of the match", "{name} is out of the match"
        return Sentence(self._who(event.seat, before, you, they), "warning")

    # --- what the referee heard of

    def _infraction_recorded(self, event: e.InfractionRecorded, before: Match, after: Match) -> Sentence:
        text = infraction(event, after, self.lang, self.said)
        return Sentence(text, "urgent", "record", article=article_of(event))

    def _consequence_followed(self, event: e.ConsequenceFollowed, before: Match, after: Match) -> Sentence:
        return Sentence(consequence(event, after, self.lang, self.said), "warning", "consequence")

    def _decision_awaited(self, event: e.DecisionAwaited, before: Match, after: Match) -> Sentence:
        part: Part = "line" if event.infraction is None else "record"
        return Sentence(asked(event, after, self.lang), "urgent", part, article=event.article)

    def _decision_taken(self, event: e.DecisionTaken, before: Match, after: Match) -> Sentence | None:
        text = taken(event, before, self.lang)
        return Sentence(text, "warning", "record") if text is not None else None

    def _corrected(self, event: e.Corrected, before: Match, after: Match) -> Sentence:
        return Sentence(self.words("Corrected: {why}", why=event.why), "warning")

    # --- how a match ends

    def _match_ended(self, event: e.MatchEnded, before: Match, after: Match) -> Sentence:
        if event.winner is None:
            ended = self.words("The match ends level")
        else:
            pair = self._pair(event.winner, before, "You and {partner} win the match", "{names} win the match")
            ended = pair or self._whose(event.winner, before, "You win the match", "{side} wins the match")
        ruling = f": «{event.text}» ({event.by})" if event.text else ""
        return Sentence(ended + ruling, "good", "heading")

    def _sheet_signed(self, event: e.SheetSigned, before: Match, after: Match) -> Sentence:
        return Sentence(self._who(event.seat, before, "You sign the sheet", "{name} signs the sheet"), "quiet")

    # --- who does what

    def _called(self, seat: Seat, match: Match) -> str:
        return self.words("you") if seat == self.me else name_of(seat, match)

    def _names(self, seats: Side, match: Match) -> str:
        return ", ".join(self._called(seat, match) for seat in seats)

    def _brings(self, side: Side, match: Match, points: int) -> str:
        """Points, and whose they are."""
        you, both = "{points} for you", "{points} for you and {partner}"
        return self._side(side, match, you, both, "{points} for {side}", points=f"{points:+}")

    def _side(self, side: Side, match: Match, you: str, both: str, they: str, **facts: object) -> str:
        """What is said of a side to somebody who plays alone, to one of its pair, and to everybody else."""
        if self.me not in side:
            return self.words(they, side=names_of(side, match), **facts)
        partner = "".join(name_of(seat, match) for seat in side if seat != self.me)
        return self.words(both if partner else you, partner=partner, **facts)

    def _who(self, seat: Seat, match: Match, you: str, they: str, **facts: object) -> str:
        return translate(self.lang, you if seat == self.me else they, name=name_of(seat, match), **facts)

    def _whose(self, side: Side, match: Match, you: str, they: str, **facts: object) -> str:
        return self.words(you if side == (self.me,) else they, side=self._two(side, match), **facts)

    def _pair(self, side: Side, match: Match, ours: str, theirs: str, **facts: object) -> str | None:
        """What a pair does; None where it is no pair."""
        if len(side) != 2:
            return None
        if self.me in side:
            partner = name_of(side[0] if side[1] == self.me else side[1], match)
            return self.words(ours, partner=partner, **facts)
        return self.words(theirs, names=self._two(side, match), **facts)

    def _two(self, side: Side, match: Match) -> str:
        """A player alone, or a pair as one speaks of it: *Pons and Mas*."""
        if len(side) == 1:
            return name_of(side[0], match)
        one, other = (name_of(seat, match) for seat in side)
        return self.words("{one} and {other}", one=one, other=other)

    def _move(
        self, event: OwnMove, match: Match, you: str, they: str, what: str, tone: Tone = "plain", mark: str = ""
    ) -> Sentence:
        """A move: whether it was forced, where such a turn is played at once (TG-14.12, UEH-obligada, CI-9), and the
        time it took, where that is worth a word: elsewhere thinking is public (CL-pensada)."""
        text, took, article = self._who(event.seat, match, you, they, what=what), event.took, ""
        forced = forced_move(match)
        if forced is not None and forced == order_of(event):
            if self.by_itself and event.seat == self.me:
                return Sentence(self._for_me(event, what), tone, "for_you", mark, match.book.cites.clock)
            text, article = self.words("{move} (forced)", move=text), match.book.cites.clock
        if self.timed and took is not None and (took >= 1000 or match.book.options.false_thinking == "allowed"):
            text = f"{text}  ({seconds(took, self.lang)} s)"
        return Sentence(text, tone, "move", mark, article)

    def _for_me(self, event: OwnMove, what: str) -> str:
        """What the table did in my place, and why there was nothing to choose."""
        if isinstance(event, e.TurnPassed):
            return self.words("nothing of yours fitted: the table passed for you")
        if isinstance(event, e.TilePlaced) and event.end is None:
            return self.words("you had to open with {what}: the table laid it for you", what=what)
        return self.words("only your {what} fitted: the table played it for you", what=what)


def _reset(match: Match) -> str:
    return match.book.cites.limit


def bonus_article(event: e.BonusGiven, match: Match) -> str:
    """Where the book says so, if it does."""
    return next((bonus.article or "" for bonus in match.book.bonuses if bonus.kind == event.kind), "")


_TELLERS: Final[dict[type[e.Event], Callable[[Narrator, Any, Match, Match], Sentence | None]]] = {
    **{
        kind: getattr(Narrator, f"_{kind.__struct_config__.tag.partition('.')[0]}")
        for kind in get_args(e.AnyEvent)
        if kind not in {*WORDLESS, *FOLLOWED}
    },
    **dict.fromkeys(FOLLOWED, Narrator._consequence_followed),
}
"""What tells each event: the method of its name."""


def addressed(event: e.Event) -> Side:
    """Whom a narrator calls *you* in the sentence about this event, each in words of their own. Everybody else is told
    the same."""
    you = _ADDRESSED.get(type(event))
    return you(event) if you is not None else ()


_ADDRESSED: Final[dict[type[e.Event], Callable[[Any], Side]]] = {
    **dict.fromkeys(
        (
            e.OpenerAgreed,
            e.ScorerNamed,
            e.CounterNamed,
            e.ShuffleWished,
            e.DealRepeated,
            e.DealRefused,
            e.DoublesPlaced,
            e.TurnPassed,
            e.TileDrawn,
            e.TileExposed,
            e.WentOut,
            e.PlayerReEntered,
            e.PlayerEliminated,
            e.SheetSigned,
        ),
        lambda event: (event.seat,),
    ),
    **dict.fromkeys((e.TilesShuffled, e.RacksLifted), attrgetter("seats")),
    **dict.fromkeys((e.LimitReached, e.BonusGiven), attrgetter("side")),
    e.OpeningDrawn: lambda event: tuple(range(1, len(event.tiles) + 1)),
    e.SeatsTaken: lambda event: tuple(range(1, len(event.seats) + 1)),
    e.HandDealt: lambda event: (event.opener,),
    e.TilePlaced: lambda event: (event.seat,) if event.points is UNSET else (1, 2, 3, 4),  # points are of its side
    e.HandScored: lambda event: event.side or (),
    e.MatchEnded: lambda event: event.winner or (),
}
"""Of every event that is told with a *you*, to whom."""


_OF_A_HAND = (HandDealt, InfractionRecorded, BonusGiven, HandScored)
"""What happens in a hand even where nobody wrote its moves down."""


def story(judged: Judged, narrator: Narrator) -> Iterator[Sentence | Chain]:
    """The sentences in order, and after each hand that has moves its chain."""
    computed = {hand.text.number for hand in judged.hands if hand.computed}
    openers = {hand.text.number: hand.text.opener for hand in judged.hands}
    begun = 0
    for event, before, match in judged.ledger.happenings():
        if isinstance(event, _OF_A_HAND) and before.hand_number > begun:
            begun = before.hand_number
            heading = narrator.hand(begun, openers.get(begun), match)
            yield narrator.chosen(heading) if isinstance(event, HandDealt) and event.known is True else heading
        ending = _ending(event, before, narrator.lang)
        if ending is not None:
            yield ending
        if isinstance(event, HandScored) and before.hand_number in computed:
            yield Sentence(narrator.words("Nobody wrote the result: the referee worked it out"), "quiet")
        sentence = narrator.sentence(event, before, match)
        if sentence is not None and not isinstance(event, HandDealt):
            yield sentence
        chain = _chain_of(event, before)
        if chain is not None:
            yield chain
    for hand in judged.hands[begun:]:
        if not hand.text.items:  # only its heading is written
            yield narrator.hand(hand.text.number, hand.text.opener, judged.match)


def _ending(event: Event, before: Match, lang: str) -> Sentence | None:
    """How a hand ended of which nobody wrote the moves down: elsewhere the last move says it."""
    if not isinstance(event, HandScored) or before.hand_in_play or event.how not in ("domino", "block", "limit"):
        return None
    text = how_it_ended(event, before, lang)
    return Sentence(text[:1].upper() + text[1:])


def _chain_of(event: Event, before: Match) -> Chain | None:
    """The tiles on the table when a hand is over, where it was played before our eyes."""
    if not isinstance(event, HandScored) or before.hand is None or not before.hand_in_play:
        return None
    return before.hand.chain
