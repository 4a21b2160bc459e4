"""A match: hands up to the limit, the score, who opens, who is out. The state and how events change it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from tantera.play.consequences import FOLLOWED, Sanction, follow
from tantera.play.events import (
    BonusGiven,
    Brought,
    CardShown,
    ConsequenceFollowed,
    CountAgreed,
    CounterNamed,
    DecisionAwaited,
    DecisionTaken,
    DifferenceCut,
    EndedBy,
    Event,
    HandDealt,
    HandScored,
    InfractionRecorded,
    MatchEnded,
    MatchStarted,
    OpenerAgreed,
    OpeningDrawn,
    PlayerEliminated,
    PlayerReEntered,
    ScorerNamed,
    ScoreTaken,
    SeatsTaken,
    SheetSigned,
    Side,
    TilesShuffled,
    TimeCalled,
)
from tantera.play.hand import Hand, begin_hand, evolve_hand
from tantera.rules import Book, Seat
from tantera.rules.functions import AT_TIMES, right_of
from tantera.tiles import Tile


class Phase(StrEnum):
    """What the table is waiting for."""

    SEATING = "seating"
    """The draw or the agreement that finds the first opener."""
    DEALING = "dealing"
    PLAYING = "playing"
    COUNTING = "counting"
    """The tiles lie open until every side agrees with the count (SJ-conteo)."""
    AWAITING = "awaiting"
    """Somebody has to rule."""
    ENDED = "ended"


SEATING, DEALING, PLAYING, COUNTING, AWAITING, ENDED = Phase
"""The phases by themselves: every command asks for one."""


class Match(Struct, frozen=True, gc=False):
    """A match at one moment: the fold of its events."""

    book: Book
    names: tuple[str, ...]
    """Who sits where, by seat."""
    sides: tuple[Side, ...]
    phase: Phase
    score: tuple[int, ...]
    """In the order of the sides."""
    started: int
    opener: Seat | None = None
    """Who opens this hand or the next one. Stays put after a tied block in San Juan (SJ-tranque)."""
    first_opener: Seat | None = None
    hand: Hand | None = None
    """The hand in play, or the last one."""
    lines: tuple[HandScored, ...] = ()
    """The sheet: one line a hand."""
    drawn: tuple[Tile, ...] = ()
    draw_winner: Seat | None = None
    home: Side = ()
    """The home pair, which names the scorer (TG-6.2); the other pair names the counter."""
    scorer: Seat | None = None
    counter: Seat | None = None
    shuffled_by: tuple[Seat, ...] = ()
    """Who shuffled for the last deal, one after the other."""
    time_called: int | None = None
    hands_left: int | None = None
    """Once time is called: hands still to come, the one in progress included."""
    re_entries: tuple[int, ...] = (0, 0, 0, 0)
    out: tuple[Seat, ...] = ()
    agreed: tuple[Seat, ...] = ()
    """Who has said *conforme* to the count of the last hand."""
    counted_at: int = 0
    """When the last hand was scored."""
    brought: tuple[Brought, ...] = ()
    """Cards and counts from earlier matches, where they last for the tournament."""
    infractions: tuple[InfractionRecorded, ...] = ()
    consequences: tuple[ConsequenceFollowed, ...] = ()
    """Everything that followed from them."""
    sanction: Sanction | None = None
    """How an infraction ends the hand, until that is on the sheet."""
    awaiting: DecisionAwaited | None = None
    resumes: Phase = SEATING
    """What the table goes back to once it is decided."""
    winner: Side | None = None
    ended_by: EndedBy | None = None
    signatures: tuple[Seat, ...] = ()

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who is still in, in turn order from seat 1."""
        return tuple(seat for seat in range(1, len(self.names) + 1) if seat not in self.out)

    @property
    def hand_number(self) -> int:
        """The number of the hand in play, or of the next one."""
        return len(self.lines) + 1

    @property
    def worth(self) -> int:
        """By how much blocked hands before this one have raised it."""
        return worth_after(self.book, self.lines)

    @property
    def hand_in_play(self) -> bool:
        """Whether a hand is dealt whose line is not on the sheet yet."""
        return self.hand is not None and self.hand.number > len(self.lines)

    @property
    def cards(self) -> dict[Seat, Counter[str]]:
        """The cards shown so far, of players who have any; those brought from earlier matches too."""
        shown = {one.seat: Counter(dict(one.cards)) for one in self.brought if one.cards}
        for followed in self.consequences:
            if isinstance(followed, CardShown):
                shown.setdefault(followed.seat, Counter())[followed.card] += 1
        return shown

    @property
    def difference_penalties(self) -> dict[Seat, int]:
        """What has come off each player's own difference (CI-10)."""
        off: dict[Seat, int] = {}
        for followed in self.consequences:
            if isinstance(followed, DifferenceCut):
                off[followed.seat] = off.get(followed.seat, 0) + followed.points
        return off

    def side_of(self, seat: Seat) -> Side:
        return next(side for side in self.sides if seat in side)

    @property
    def visitors(self) -> Side:
        """The pair that is not the home pair."""
        return next(side for side in self.sides if side != self.home)

    @property
    def signers(self) -> tuple[Seat, ...]:
        """Whose signatures the sheet needs (TG-12, CI-3)."""
        match self.book.sheet.signed_by:
            case "everybody":
                return tuple(range(1, len(self.names) + 1))
            case "scorer_and_counter":
                return (self.scorer or self.home[0], self.counter or self.visitors[0])
            case _:
                return ()

    @property
    def difference(self) -> tuple[int, ...] | None:
        """What the match adds to each side's difference, points over the cap left out (CI-4); None in other books."""
        cap = self.book.sheet.difference_cap
        if cap is None or self.ended_by is None or len(self.sides) != 2:
            return None
        one, other = (min(points, cap) for points in self.score)
        return one - other, other - one


def worth_after(book: Book, lines: Sequence[HandScored]) -> int:
    """By how much these hands raise the next one: a block raises it, any other hand ends that (Raise)."""
    raises, worth = book.raises, 1
    for line in reversed(lines):
        if raises is None or line.how != "block" or (raises.after == "tied_block" and line.side is not None):
            break
        worth *= raises.factor
    return worth


def start_match(book: Book, event: MatchStarted) -> Match:
    """The match that begins with its first event."""
    players = book.options.players
    if book.options.play == "pairs":
        sides: tuple[Side, ...] = ((1, 3), (2, 4))
    else:
        sides = tuple((seat,) for seat in range(1, players + 1))
    settled = event.opener is not None or book.options.first_opener == "double"
    return Match(
        book=book,
        names=event.names,
        sides=sides,
        phase=DEALING if settled else SEATING,
        score=(0,) * len(sides),
        home=sides[0],
        started=event.at,
        opener=event.opener,
        first_opener=event.opener,
        re_entries=(0,) * players,
    )


def replay(book: Book, events: Iterable[Event]) -> Match:
    """The match after all these events, the first of which is `MatchStarted`."""
    feed = iter(events)
    first = next(feed)
    assert isinstance(first, MatchStarted), "a match begins with MatchStarted"
    match = start_match(book, first)
    for event in feed:
        match = evolve(match, event)
    return match


def evolve(match: Match, event: Event) -> Match:
    """The match after an event."""
    change = _EVOLVE.get(type(event))
    if change is not None:
        return change(match, event)
    if match.hand is None:
        return match
    return replace(match, hand=evolve_hand(match.hand, event))


def _opening_drawn(match: Match, event: OpeningDrawn) -> Match:
    drawn = replace(match, drawn=event.tiles, draw_winner=event.winner)
    return drawn if match.book.table.seating == "by_draw" else _opens(drawn, event.winner)


def _seats_taken(match: Match, event: SeatsTaken) -> Match:
    moved = replace(
        match,
        names=tuple(match.names[before - 1] for before in event.seats),
        drawn=tuple(match.drawn[before - 1] for before in event.seats),
        home=match.side_of(event.seats.index(match.home[0]) + 1),
        scorer=None if match.scorer is None else event.seats.index(match.scorer) + 1,
        counter=None if match.counter is None else event.seats.index(match.counter) + 1,
        draw_winner=event.opener,
        brought=tuple(replace(one, seat=event.seats.index(one.seat) + 1) for one in match.brought),
    )
    return _opens(moved, event.opener)


def _opener_agreed(match: Match, event: OpenerAgreed) -> Match:
    return _opens(match, event.seat)


def _opens(match: Match, seat: Seat) -> Match:
    return replace(match, opener=seat, first_opener=seat, phase=DEALING)


def _hand_dealt(match: Match, event: HandDealt) -> Match:
    return replace(
        match,
        hand=begin_hand(match.book, event),
        opener=event.opener,
        first_opener=match.first_opener or event.opener,
        phase=PLAYING,
        agreed=(),
    )


def _hand_scored(match: Match, event: HandScored) -> Match:
    return replace(
        match,
        lines=(*match.lines, event),
        score=tuple(had + more for had, more in zip(match.score, event.written, strict=True)),
        opener=event.next_opener,
        first_opener=match.first_opener or event.next_opener,
        phase=COUNTING,
        hands_left=_hands_left(match, event),
        counted_at=event.at,
        agreed=(),
        sanction=None,
    )


def _hands_left(match: Match, event: HandScored) -> int | None:
    """A void hand is played again: it uses up none of the hands that are left."""
    if match.hands_left is None or event.how == "void":
        return match.hands_left
    return max(0, match.hands_left - 1)


def _bonus_given(match: Match, event: BonusGiven) -> Match:
    score = tuple(had + event.points * (side == event.side) for side, had in zip(match.sides, match.score, strict=True))
    return replace(match, score=score)


def _count_agreed(match: Match, event: CountAgreed) -> Match:
    agreed = (*match.agreed, *(seat for seat in match.side_of(event.seat) if seat not in match.agreed))
    return replace(match, agreed=agreed, phase=DEALING if set(match.seats) <= set(agreed) else match.phase)


def _player_re_entered(match: Match, event: PlayerReEntered) -> Match:
    index = event.seat - 1
    re_entries = tuple(used + (place == index) for place, used in enumerate(match.re_entries))
    score = tuple(event.score if place == index else points for place, points in enumerate(match.score))
    return replace(match, re_entries=re_entries, score=score)


def _player_eliminated(match: Match, event: PlayerEliminated) -> Match:
    left = replace(match, out=(*match.out, event.seat))
    if left.opener != event.seat or not left.seats:
        return left
    return replace(left, opener=right_of(event.seat, left.seats))


def _time_called(match: Match, event: TimeCalled) -> Match:
    left = AT_TIMES[match.book.options.at_time](match.hand_in_play, match.book.extra_hands).hands_left
    return replace(match, time_called=event.at, hands_left=left)


def _decision_awaited(match: Match, event: DecisionAwaited) -> Match:
    resumes = match.resumes if match.phase is AWAITING else match.phase
    return replace(match, awaiting=event, phase=AWAITING, resumes=resumes)


def _decision_taken(match: Match, event: DecisionTaken) -> Match:
    return replace(match, awaiting=None, phase=match.resumes) if match.awaiting is not None else match


def _match_ended(match: Match, event: MatchEnded) -> Match:
    return replace(match, winner=event.winner, ended_by=event.ended_by, phase=ENDED, awaiting=None, opener=None)


def _infraction_recorded(match: Match, event: InfractionRecorded) -> Match:
    return replace(match, infractions=(*match.infractions, event))


def _score_taken(match: Match, event: ScoreTaken) -> Match:
    return replace(match, score=event.score, opener=event.opener, first_opener=match.first_opener or event.opener)


_EVOLVE: Final[dict[type, Callable[[Match, Any], Match]]] = {
    OpeningDrawn: _opening_drawn,
    SeatsTaken: _seats_taken,
    OpenerAgreed: _opener_agreed,
    ScorerNamed: lambda match, event: replace(match, scorer=event.seat),
    CounterNamed: lambda match, event: replace(match, counter=event.seat),
    TilesShuffled: lambda match, event: replace(match, shuffled_by=event.seats),
    HandDealt: _hand_dealt,
    HandScored: _hand_scored,
    BonusGiven: _bonus_given,
    CountAgreed: _count_agreed,
    PlayerReEntered: _player_re_entered,
    PlayerEliminated: _player_eliminated,
    TimeCalled: _time_called,
    DecisionAwaited: _decision_awaited,
    DecisionTaken: _decision_taken,
    **dict.fromkeys(FOLLOWED, follow),
    MatchEnded: _match_ended,
    SheetSigned: lambda match, event: replace(match, signatures=(*match.signatures, event.seat)),
    InfractionRecorded: _infraction_recorded,
    ScoreTaken: _score_taken,
}
