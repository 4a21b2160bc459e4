"""What happens around a match, as sentences: who comes and goes, what is proposed, who calls the referee."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, cast, get_args

from tantera.play import Phase
from tantera.play.events import (
    ClockPaused,
    ClockResumed,
    Corrected,
    DoublesPlaced,
    Event,
    HandScored,
    MatchStarted,
    Office,
    TilePlaced,
    TurnPassed,
)
from tantera.play.moves import legal_moves
from tantera.play.orders import MoveOrder, PlaceTile
from tantera.rules import Seat
from tantera.tables import events as t
from tantera.tables.agreements import AGAINST_BOTS, BY_CONSENT
from tantera.tables.events import ClosedBy, What
from tantera.tables.hints import advice
from tantera.tables.seats import Move, late_in_a_row, played_meanwhile, scored_meanwhile
from tantera.tables.seen import Reader
from tantera.tables.settings import Pace
from tantera.tables.state import LEFT, TableState
from tantera.telling import DECIDERS, PAUSES, Narrator, Sentence, Tone
from tantera.words import translate

PROPOSED: Final[dict[What, tuple[str, str]]] = {
    "pause": ("You ask for a pause", "{name} asks for a pause"),
    "resume": ("You ask to go on", "{name} asks to go on"),
    "take_back": ("You ask to take your move back", "{name} asks to take the move back"),
    "rematch": ("You ask for a rematch", "{name} asks for a rematch"),
    "partners": ("You ask for a rematch with other partners", "{name} asks for a rematch with other partners"),
    "end_grace": ("You propose to wait for {other} no longer", "{name} proposes to wait for {other} no longer"),
    "referee": ("You offer to referee", "{name} offers to referee"),
    "opener": ("You propose that {other} opens", "{name} proposes that {other} opens"),
}
"""What somebody proposes: to who does, and to everybody else."""

MATTERS: Final[dict[What, str]] = {
    "pause": "a pause",
    "resume": "to play on",
    "take_back": "to take the move back",
    "rematch": "a rematch",
    "partners": "a rematch with other partners",
    "end_grace": "to wait no longer",
    "referee": "to have a referee",
    "opener": "who opens",
}
"""What the others agree to, or do not."""

CLOSED: Final[dict[ClosedBy, str]] = {
    "idle": "The table closes: nobody has been here for a while",
    "left": "The table closes: everybody has left",
    "host": "The table closes",
    "director": "The table is closed by the organisers",
    "room": "The table closes: another one was opened in its place",
}

PACES: Final[dict[Pace, str]] = {
    "slow": "The bots take their time",
    "usual": "The bots play at their usual pace",
    "quick": "The bots play quickly",
    "at_once": "The bots play at once",
}

DEEDS: Final[dict[type[Event], tuple[str, str, Tone]]] = {
    t.PersonEntered: ("You come in", "{name} comes in", "quiet"),
    t.PersonCameBack: ("You are back", "{name} is back", "quiet"),
    t.PersonWentOffline: ("You have lost the connection", "{name} has lost the connection", "warning"),
    t.PersonLeft: ("You leave", "{name} leaves", "quiet"),
    t.RefereeSat: ("You are the referee", "{name} is the referee", "plain"),
    t.RefereeStood: ("You are no longer the referee", "{name} is no longer the referee", "plain"),
    t.GraceEnded: ("Nobody waits for you any longer", "Nobody waits for {name} any longer", "warning"),
    t.CallAnswered: ("Your call has been seen to", "The call of {name} has been seen to", "plain"),
}
"""What somebody does, or what becomes of them: to themselves, and to everybody else."""

WORDLESS: Final[frozenset[type[Event]]] = frozenset(
    {
        t.TableOpened,  # nobody is there yet to hear it
        t.SeedKept,  # nobody is ever shown it
        t.EntropyAdded,  # the seat shows who has added
        t.Said,  # these are somebody's own words, and stand where people talk
    }
)
"""Events of a table that need no word."""

_MOVES: Final = frozenset(str(order.__struct_config__.tag) for order in get_args(MoveOrder))
"""Answers that are a move, as `TimeRanOut` calls them."""


class TableNarrator:
    """Speaks one language, to one person (or to nobody in particular: no id)."""

    def __init__(self, lang: str, me: Reader = "") -> None:
        self.lang, self.me = lang, me

    def words(self, message: str, **facts: object) -> str:
        return translate(self.lang, message, **facts)

    def sentence(self, event: Event, before: TableState, after: TableState) -> Sentence | None:
        """What an event around the match says, as its reader may see it; None where nothing is left to say. One that
        nobody has words for is a `TypeError`."""
        if type(event) in WORDLESS:
            return None
        teller = TELLERS.get(type(event))
        if teller is None:
            raise TypeError(f"{type(event).__name__} is an event without words")
        return teller(self, event, before, after)

    # --- who is there

    def _did(self, event: Any, before: TableState, after: TableState) -> Sentence | None:
        """Of who comes and goes, only those whom the others wait for: not who looks on."""
        if isinstance(event, t.PersonCameBack | t.PersonWentOffline) and not _is_needed(event.person, after):
            return None
        you, they, tone = DEEDS[type(event)]
        table = before if after.guest(event.person) is None else after
        return self._of(event.person, table, you, they, tone)

    def _seat_taken(self, event: t.SeatTaken, before: TableState, after: TableState) -> Sentence:
        """With whom they play, where they have a partner already."""
        across = after.across(event.seat)
        partner = after.chairs[across - 1] if across is not None else None
        if partner is None or not partner.taken:
            return self._of(event.person, after, "You sit down", "{name} sits down", "quiet")
        you, they = "You sit down: your partner is {partner}", "{name} sits down: partner of {partner}"
        if partner.person is not None and partner.person == self.me:
            they = "{name} sits down: your partner"
        return self._of(event.person, after, you, they, "quiet", partner=partner.name)

    def _came_back(self, event: t.PersonCameBack, before: TableState, after: TableState) -> Sentence | None:
        """And to who comes back, what was played in their place: how hands ended, or the moves of this one."""
        mine = event.person == self.me
        played = played_meanwhile(before, event.person) if mine else ()
        scored = scored_meanwhile(before, event.person) if mine else ()
        seat = before.seat_of(event.person)
        if not (played or scored) or seat is None:
            return self._did(event, before, after)
        bot = before.chairs[seat - 1].bot is not None
        if scored:
            hands = "; ".join(self._ended(number, hand, seat) for number, hand in scored)
            text = self.words(
                "{hands}; a bot played for you" if bot else "{hands}; the table played for you", hands=hands
            )
            return Sentence(text, "strong", "note")
        moves = ", ".join(map(self._move, played))
        if not bot and before.book.options.false_thinking == "forbidden" and all(move.took == 0 for move in played):
            # A page that opens a moment after its match has begun: nobody was away, and nobody was late.
            text = self.words("there was nothing to choose: the table played for you, {moves}", moves=moves)
            return Sentence(text, "strong", "for_you", article=before.book.cites.clock)
        message = "While you were away, the table played for you: {moves}"
        if bot:
            message = "While you were away, a bot played for you: {moves}"
        return Sentence(self.words(message, moves=moves), "strong", "note")

    def _ended(self, number: int, hand: HandScored, seat: Seat) -> str:
        """How a hand ended for somebody, in as few words as there are."""
        if hand.side is None:
            return self.words("Hand {number}: nobody won it", number=number)
        if seat not in hand.side:
            return self.words("Hand {number}: the others won {points}", number=number, points=hand.points)
        message = "Hand {number}: you two won {points}" if len(hand.side) > 1 else "Hand {number}: you won {points}"
        return self.words(message, number=number, points=hand.points)

    def _move(self, move: Move) -> str:
        """In as few words as there are."""
        match move:
            case TilePlaced(tile=tile):
                return tile.spoken
            case DoublesPlaced(left=left, right=right):
                return f"{left.spoken} + {right.spoken}"
            case TurnPassed():
                return self.words("pass")

    def _grace_ended(self, event: t.GraceEnded, before: TableState, after: TableState) -> Sentence | None:
        """Nobody has waited for who said goodbye: what comes of it is told, and that once."""
        return None if _has_left(event.person, before) else self._did(event, before, after)

    def _bot_stood_in(self, event: t.BotStoodIn, before: TableState, after: TableState) -> Sentence:
        """Of who has left for good, so that it stays before the others' eyes: moves follow at once."""
        person = after.chairs[event.seat - 1].person
        you, they = "A bot plays for you", "A bot plays for {name}"
        if person is None or person == self.me or not _has_left(person, after):
            return self._at(event.seat, after, you, they, "warning")
        return self._at(event.seat, after, you, "{name} has left; a bot plays", "strong")._replace(part="note")

    def _bot_replaced(self, event: t.BotReplaced, before: TableState, after: TableState) -> Sentence:
        message = "{name}, a bot, does not answer: a simple one plays on"
        return Sentence(self.words(message, name=before.chairs[event.seat - 1].name), "warning")

    # --- what people agree on

    def _proposed(self, event: t.Proposed, before: TableState, after: TableState) -> Sentence | None:
        if event.what in ("pause", "resume", "take_back") and event.person == after.only_person:
            return None  # nobody is asked: it is so at once
        you, they = PROPOSED[event.what]
        if event.seat is None:
            return self._of(event.person, after, you, they, "strong")
        other = after.chairs[event.seat - 1]
        if event.what == "opener" and other.person == event.person:
            you, they = "You propose to open", "{name} proposes to open"
        elif event.what == "opener" and other.person == self.me:
            they = "{name} proposes that you open"
        return self._of(event.person, after, you, they, "strong", other=other.name)

    def _agreed(self, event: t.Agreed, before: TableState, after: TableState) -> Sentence:
        you, they = "You agree: {matter}", "{name} agrees: {matter}"
        return self._of(event.person, after, you, they, matter=self.words(MATTERS[event.what]))

    def _declined(self, event: t.Declined, before: TableState, after: TableState) -> Sentence:
        """No; or, from who proposed it, never mind."""
        proposal = before.proposal(event.what)
        you, they = "You do not agree: {matter}", "{name} does not agree: {matter}"
        if proposal is not None and proposal.person == event.person:
            you, they = "You no longer ask for it: {matter}", "{name} no longer asks for it: {matter}"
        return self._of(event.person, after, you, they, "strong", matter=self.words(MATTERS[event.what]))

    # --- the referee, time, the sheet

    def _referee_called(self, event: t.RefereeCalled, before: TableState, after: TableState) -> Sentence:
        """With the reason, to who is shown it."""
        called = self._of(event.person, after, "You call the referee", "{name} calls the referee", "urgent")
        return called._replace(text=f"{called.text}: {event.reason}") if event.reason else called

    def _hint_given(self, event: t.HintGiven, before: TableState, after: TableState) -> Sentence:
        """With what speaks for it, as far as that seat can know."""
        assert before.match is not None
        what, why = advice(before.match, event)
        reasons = "; ".join(reason.told(self.lang) for reason in why)
        return Sentence(f"{what.told(self.lang)}: {reasons}", "strong", "note")

    def _time_ran_out(self, event: t.TimeRanOut, before: TableState, after: TableState) -> Sentence:
        """Somebody did not answer in time, and the table does so for them."""
        if not event.who.isdecimal():
            office = self.words(DECIDERS[cast(Office, event.who)])
            return Sentence(self.words("{office}: out of time, the table answers", office=office), "warning")
        if event.order in _MOVES:
            seat = int(event.who)
            played = legal_moves(before.match.hand)[0] if before.match is not None and before.match.hand else None
            if isinstance(played, PlaceTile) and before.chairs[seat - 1].person == self.me:
                if earlier := late_in_a_row(before, seat):  # who was not there has read none of them
                    moves = ", ".join([*map(self._move, earlier), played.tile.spoken])
                    text = self.words("Your time ran out: the table played {moves} for you", moves=moves)
                    return Sentence(text, "strong", "note")
                text = self.words("Your time ran out: the table played your {tile}", tile=played.tile.spoken)
                return Sentence(text, "strong", "note")  # it stays before their eyes: other moves follow at once
            you, they = "You have no time left: the table plays", "{name} has no time left: the table plays"
        else:
            you, they = "You have no time left: the table answers", "{name} has no time left: the table answers"
        return self._at(int(event.who), before, you, they, "warning")

    def _sheet_closed(self, event: t.SheetClosed, before: TableState, after: TableState) -> Sentence:
        """Who has not signed by now has not signed (TG-12, CI-3)."""
        names = ", ".join(after.chairs[seat - 1].name for seat in event.missing)
        text = self.words("The sheet is closed without the signature of {names}", names=names)
        return Sentence(text, article=after.book.cites.sheet)

    # --- what a live table says of its match otherwise than whoever tells an old one

    def _corrected(self, event: Corrected, before: TableState, after: TableState) -> Sentence | None:
        assert after.match is not None
        if event.why == BY_CONSENT:
            return Sentence(self.words("The last move is taken back"), "strong")
        if event.why == AGAINST_BOTS and after.match.hand is not None:
            turn = after.match.hand.turn
            you, they = "Taken back: it is your turn again", "Taken back: it is {name}'s turn again"
            then = before.match.hand.moves if before.match is not None and before.match.hand is not None else ()
            gone = then[len(after.match.hand.moves) :]
            if not gone or not isinstance(gone[0], TilePlaced):
                return self._at(turn, after, you, they, "strong")
            you = "Taken back, your {tile}: it is your turn again"
            they = "Taken back, the {tile}: it is {name}'s turn again"
            if any(isinstance(one, TurnPassed) and one.seat == turn for one in gone):
                you = "Taken back, your pass and your {tile} before it: it is your turn again"
            return self._at(turn, after, you, they, "strong", tile=gone[0].tile.spoken)
        return self._in_the_match(event, before, after)

    def _clock_paused(self, event: ClockPaused, before: TableState, after: TableState) -> Sentence | None:
        """Who plays alone has agreed with nobody; and where there is no clock, none stands still."""
        if after.only_person is not None and event.why in ("agreed", "away", "restart", "preparing"):
            return Sentence(self.words("Pause")) if event.why == "agreed" else None  # nobody is there to hear it
        if not after.has_clock:
            return Sentence(self.words("Pause: {why}", why=self.words(PAUSES[event.why])))
        return self._in_the_match(event, before, after)

    def _clock_resumed(self, event: ClockResumed, before: TableState, after: TableState) -> Sentence | None:
        if after.only_person is None:
            if after.has_clock:
                return self._in_the_match(event, before, after)
            return Sentence(self.words("The match goes on"))
        waited = after.only_person == self.me and before.pause is not None and before.pause.why in ("away", "restart")
        text = self.words("The table has waited for you" if waited else "The match goes on")
        match = after.match
        if match is None or match.hand is None or match.phase is not Phase.PLAYING:
            return Sentence(text)
        mine = after.chairs[match.hand.turn - 1].person == self.me
        turn = (
            self.words("it is your turn") if mine else self.words("{name} plays", name=match.names[match.hand.turn - 1])
        )
        return Sentence(f"{text}: {turn}")

    def _in_the_match(self, event: Event, before: TableState, after: TableState) -> Sentence | None:
        assert before.match is not None
        assert after.match is not None
        return Narrator(self.lang).sentence(event, before.match, after.match)

    # --- who does what

    def _of(
        self, person: str, table: TableState, you: str, they: str, tone: Tone = "plain", **facts: object
    ) -> Sentence:
        guest = table.guest(person)
        name = guest.name if guest is not None else self.words("somebody")
        return Sentence(self.words(you if person == self.me else they, name=name, **facts), tone)

    def _at(self, seat: Seat, table: TableState, you: str, they: str, tone: Tone, **given: str) -> Sentence:
        """Of who sits there, person or bot."""
        chair = table.chairs[seat - 1]
        mine = chair.person is not None and chair.person == self.me
        return Sentence(self.words(you if mine else they, name=chair.name, **given), tone)


def named(event: Event, before: TableState, after: TableState) -> frozenset[str]:
    """The people whom a narrator may call *you* in the sentence about this event. Everybody else is told the same."""
    people = {getattr(event, "person", None)}
    if isinstance(event, ClockResumed):
        people.add(after.only_person)
    seat = getattr(event, "seat", None)
    if isinstance(event, t.TimeRanOut) and event.who.isdecimal():
        seat = int(event.who)
    if isinstance(event, Corrected) and after.match is not None and after.match.hand is not None:
        seat = after.match.hand.turn
    if seat is not None:
        people |= {table.chairs[seat - 1].person for table in (before, after)}
    if isinstance(event, t.SeatTaken) and (across := after.across(event.seat)) is not None:
        people.add(after.chairs[across - 1].person)
    return frozenset(person for person in people if person is not None)


def _has_left(person: str, table: TableState) -> bool:
    guest = table.guest(person)
    return guest is not None and guest.presence.where is LEFT


def _is_needed(person: str, table: TableState) -> bool:
    """Whether others wait for them: who has a seat, and the referee."""
    return person == table.referee or table.seat_of(person) is not None


TELLERS: Final[dict[type[Event], Callable[[TableNarrator, Any, TableState, TableState], Sentence | None]]] = {
    **dict.fromkeys(DEEDS, TableNarrator._did),
    t.PersonCameBack: TableNarrator._came_back,
    t.SeatFreed: lambda narrator, event, before, after: narrator._at(
        event.seat, before, "You stand up", "{name} stands up", "quiet"
    ),
    t.SeatTaken: TableNarrator._seat_taken,
    t.BotSeated: lambda narrator, event, before, after: Sentence(
        narrator.words("{name}, a bot, sits down", name=event.name), "quiet"
    ),
    t.GraceEnded: TableNarrator._grace_ended,
    t.BotStoodIn: TableNarrator._bot_stood_in,
    t.BotReplaced: TableNarrator._bot_replaced,
    t.PaceSet: lambda narrator, event, before, after: Sentence(narrator.words(PACES[event.pace]), "quiet"),
    t.TableClosed: lambda narrator, event, before, after: Sentence(narrator.words(CLOSED[event.why]), "strong"),
    t.Proposed: TableNarrator._proposed,
    t.Agreed: TableNarrator._agreed,
    t.Declined: TableNarrator._declined,
    t.ProposalLapsed: lambda narrator, event, before, after: Sentence(
        narrator.words("Not agreed in time: {matter}", matter=narrator.words(MATTERS[event.what]))
    ),
    t.RefereeCalled: TableNarrator._referee_called,
    t.HintAsked: lambda narrator, event, before, after: narrator._of(
        event.person, after, "You ask a bot what it would play", "{name} asks a bot what it would play", "quiet"
    ),
    t.HintGiven: TableNarrator._hint_given,
    t.TimeRanOut: TableNarrator._time_ran_out,
    t.SheetClosed: TableNarrator._sheet_closed,
    MatchStarted: lambda narrator, event, before, after: Sentence(
        narrator.words("The match begins"), "strong", "heading"
    ),
    Corrected: TableNarrator._corrected,
    ClockPaused: TableNarrator._clock_paused,
    ClockResumed: TableNarrator._clock_resumed,
}
"""What tells each event."""
