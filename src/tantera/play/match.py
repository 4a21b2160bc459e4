"""A match: hands up to the limit, the score, who opens, who is out. The state; `fold` changes it by events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple, TypeVar, assert_never

from msgspec import UNSET, Struct
from msgspec.structs import replace

from tantera.play import events as e
from tantera.play.consequences import Sanction, made_by_side
from tantera.play.hand import Hand
from tantera.rules import Book, Law, Seat
from tantera.tiles import Tile


class Phase(StrEnum):
    """What the table is waiting for."""

    SEATING = "seating"
    """The draw or the agreement that finds the first opener."""
    DEALING = "dealing"
    CHOOSING = "choosing"
    """The tiles are lifted, and the pair that won the last hand says which of the two opens."""
    PLAYING = "playing"
    COUNTING = "counting"
    """The tiles lie open until every side agrees with the count (SJ-conteo)."""
    AWAITING = "awaiting"
    """Somebody has to rule."""
    ENDED = "ended"


SEATING, DEALING, CHOOSING, PLAYING, COUNTING, AWAITING, ENDED = Phase
"""The phases by themselves: every order asks for one."""


T = TypeVar("T")


class Clock(Struct, frozen=True, gc=False):
    """The clock of a match: when the minutes are over, and since when time stands still.

    Nothing here asks what time it is. Two things may stand still: everything, while the match is paused; and the turn
    alone, while somebody decides. A pause or a decision costs nobody time: whatever was running goes on from where it
    stood.

    >>> clock = Clock(ends=60_000).stopped(10_000, everything=True).going_on(25_000, everything=True)
    >>> clock.ends
    75000
    """

    ends: int | None = None
    """When the minutes of the match are over; None where it has none, or time has been called."""
    paused: int | None = None
    """Since when nobody's time runs."""
    turn_stopped: int | None = None
    """Since when the turn's time does not run: a pause, or a decision that is open."""

    def stopped(self, at: int, everything: bool = False) -> Clock:
        """The clock as it stands still from `at` on."""
        turn_stopped = at if self.turn_stopped is None else self.turn_stopped
        return replace(self, turn_stopped=turn_stopped, paused=at if everything else self.paused)

    def going_on(self, at: int, everything: bool = False) -> Clock:
        """The clock once time runs again. How long the turn stood still is added to the hand, which knows its turn."""
        if not everything or self.paused is None:
            return replace(self, turn_stopped=None)
        ends = None if self.ends is None else self.ends + at - self.paused
        return replace(self, ends=ends, paused=None, turn_stopped=None)

    def is_over(self, now: int) -> bool:
        """Whether the minutes of the match are over at `now`."""
        return self.ends is not None and self.paused is None and now >= self.ends


class Person(NamedTuple):
    """Somebody who plays or has played at this table."""

    name: str
    player: str = ""
    """An opaque id beside the name: it tells people apart where there is one, else the name does."""


class Match(Struct, frozen=True):
    """A match at one moment: the fold of its events."""

    book: Book
    names: tuple[str, ...]
    """Who sits where, by seat."""
    sides: tuple[e.Side, ...]
    phase: Phase
    score: tuple[int, ...]
    """In the order of the sides; points in play are on it as soon as they are made."""
    law: Law
    started: int
    at: int
    """When the last event happened: no order is given before it."""
    clock: Clock = Clock()
    players: tuple[str, ...] = ()
    """Opaque ids beside the names, by seat."""
    people: tuple[Person, ...] = ()
    """Everybody who has sat here, in the order they came: a record belongs to one of them, not to a seat."""
    sitting: tuple[int, ...] = ()
    """Which of them sits where, by seat."""
    brought: tuple[e.Brought, ...] = ()
    """Cards and counts from earlier matches."""
    bringers: tuple[int, ...] = ()
    """Which of the people brought each."""
    opener: Seat | None = None
    """Who opens this hand or the next one. Stays put after a tied block in San Juan (SJ-tranque)."""
    first_opener: Seat | None = None
    hand: Hand | None = None
    """The hand in play, or the last one."""
    lines: tuple[e.HandScored, ...] = ()
    """The sheet: one line a hand."""
    drawn: tuple[Tile, ...] = ()
    draw_winner: Seat | None = None
    home: e.Side = ()
    """The home pair, which names the scorer (TG-6.2); the other pair names the counter."""
    scorer: Seat | None = None
    counter: Seat | None = None
    commitment: str | None = None
    """The hash of the seed that the table is bound to: for the next lots or deal, or for the hand in play."""
    shuffle_wish: bool | None = None
    """Whether the opener shuffles once more before the next deal; None while that has not been said (CI-5)."""
    shuffled_by: tuple[Seat, ...] = ()
    """Who shuffled for the last deal, one after the other."""
    time_called: int | None = None
    hands_left: int | None = None
    """Once time is called: hands still to come, the one in progress included."""
    re_entries: tuple[int, ...] = (0, 0, 0, 0)
    out: tuple[Seat, ...] = ()
    agreed: tuple[Seat, ...] = ()
    """Who has said *conforme* to the count of the last hand."""
    opener_chosen: bool = False
    """Whether the winners of the last hand have said which of them opens the next."""
    opener_found: bool = False
    """Whether the deal itself found who opens the hand in play."""
    redeals: int = 0
    """How many deals of the next hand have been thrown in."""
    warned: int | None = None
    """How many minutes were left when the table was last told."""
    counted_at: int = 0
    """When the last hand was scored."""
    infractions: tuple[e.InfractionRecorded, ...] = ()
    offenders: tuple[int | None, ...] = ()
    """Which of the people did each; None where nobody knows who."""
    consequences: tuple[e.ConsequenceFollowed, ...] = ()
    """Everything that followed from them."""
    sanction: Sanction | None = None
    """How an infraction ends the hand, until that is on the sheet."""
    awaiting: e.DecisionAwaited | None = None
    ruled_on: bool = False
    """Whether somebody has decided on an infraction in the hand in play, or the last one: that can be changed."""
    resumes: Phase = SEATING
    """What the table goes back to once it is decided."""
    winner: e.Side | None = None
    ended_by: e.EndedBy | None = None
    signatures: tuple[Seat, ...] = ()

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who is still in, in turn order from seat 1."""
        everybody = range(1, len(self.names) + 1)
        return tuple([seat for seat in everybody if seat not in self.out]) if self.out else tuple(everybody)

    @property
    def seats_open(self) -> bool:
        """Whether the draw has yet to say who sits where: nothing can be recorded of a seat before (TG-6.3)."""
        return self.phase is SEATING and self.book.customs.seating == "by_draw"

    @property
    def hand_number(self) -> int:
        """The number of the hand in play, or of the next one."""
        return len(self.lines) + 1

    @property
    def worth(self) -> int:
        """By how much blocked hands before this one have raised it."""
        return worth_after(self.book, self.lines)

    @property
    def carried(self) -> int:
        """The points that blocked hands before this one have added to it."""
        return carried_after(self.book, self.lines)

    @property
    def opens_by_double(self) -> bool:
        """Whether the deal of a later hand finds who opens it: whoever holds the highest double."""
        last, options = self.lines[-1] if self.lines else None, self.book.options
        if last is None or last.next_opener is not None or last.how not in ("domino", "block", "lost"):
            return False
        if last.by_double is True:
            return True
        if last.how == "block" and last.side is None:
            return options.tied_block == "nobody_highest_double"
        return options.next_opener == "highest_double"

    @property
    def choosing(self) -> e.Side:
        """The pair that won the last hand, where the book lets them say which of the two opens the next."""
        last = self.lines[-1] if self.lines else None
        if last is None or last.side is None or self.book.options.next_opener != "winners_choose":
            return ()
        return last.side if len(last.side) > 1 and last.by_double is not True else ()

    @property
    def may_choose_opener(self) -> e.Side:
        """The same, as long as they have not said it and the next hand is not dealt. When they say it is for
        `opener_choosers`: whoever writes down what a real table did need not know."""
        if self.phase not in (DEALING, COUNTING) or self.opener_chosen or not self.choosing:
            return ()
        usual = self.lines[-1].next_opener
        return self.choosing if self.opener == usual and usual in self.choosing else ()

    @property
    def chooses_after_lifting(self) -> bool:
        """Whether the next deal leaves it to the winners to say, having seen their tiles, which of them opens."""
        return self.book.options.choose_opener == "after_lifting" and bool(self.may_choose_opener)

    @property
    def opener_choosers(self) -> e.Side:
        """Who may say now which of the winners opens: before the deal or, where the book has it so, after it."""
        if self.phase is CHOOSING:
            return self.choosing
        return self.may_choose_opener if self.phase is DEALING and not self.chooses_after_lifting else ()

    @property
    def won_hands(self) -> int:
        """How many hands somebody has won."""
        return sum(line.side is not None for line in self.lines)

    @property
    def hand_in_play(self) -> bool:
        """Whether a hand is dealt whose line is not on the sheet yet."""
        return self.hand is not None and self.hand.number > len(self.lines)

    @property
    def made(self) -> tuple[int, ...]:
        """The points made in play in a hand whose line is not on the sheet yet, in the order of the sides."""
        return (
            made_by_side(self.sides, self.hand)
            if self.hand is not None and self.hand_in_play
            else (0,) * len(self.sides)
        )

    @property
    def may_return(self) -> bool:
        """Whether a changed decision may still give the last hand back to those who played it: it was annulled, or a
        decision ended it otherwise, and no other has been dealt. Until then its racks are whose they were."""
        if self.hand is None or self.hand_in_play:
            return False
        how = self.lines[self.hand.number - 1].how
        return how == "void" or (self.ruled_on and how in ("lost", "ruling"))

    @property
    def racks_are_open(self) -> bool:
        """Whether the tiles of the last hand lie face up for everybody: it is over, and over for good."""
        return self.hand is not None and not self.hand_in_play and not self.may_return

    @property
    def cards(self) -> dict[Seat, Counter[str]]:
        """The cards shown so far to those who sit here now and have any; those brought from earlier matches too."""
        return self._where_they_sit(self.all_cards)

    @property
    def all_cards(self) -> dict[int, Counter[str]]:
        """The same of everybody who has sat here, by their place among the people."""
        records = zip(self.bringers, self.brought, strict=True)
        shown = {person: Counter(dict(record.cards)) for person, record in records if record.cards}
        for followed in self.consequences:
            if isinstance(followed, e.CardShown):
                shown.setdefault(self._offender(followed), Counter())[followed.card] += 1
        return shown

    @property
    def difference_penalties(self) -> dict[Seat, int]:
        """What has come off the own difference of each player who sits here now (CI-10)."""
        return self._where_they_sit(self.all_difference_penalties)

    @property
    def all_difference_penalties(self) -> dict[int, int]:
        """The same of everybody who has sat here, by their place among the people."""
        off: dict[int, int] = {}
        for followed in self.consequences:
            if isinstance(followed, e.DifferenceCut):
                person = self._offender(followed)
                off[person] = off.get(person, 0) + followed.points
        return off

    def _offender(self, followed: e.ConsequenceFollowed) -> int:
        person = self.offenders[followed.infraction]
        assert person is not None, "a card or a difference is somebody's"
        return person

    def _where_they_sit(self, by_person: dict[int, T]) -> dict[Seat, T]:
        return {self.sitting.index(person) + 1: kept for person, kept in by_person.items() if person in self.sitting}

    @property
    def relieved(self) -> tuple[int, ...]:
        """Who has given their place to a reserve and has not come back, by their place among the people."""
        return tuple([person for person in range(len(self.people)) if person not in self.sitting])

    def side_of(self, seat: Seat) -> e.Side:
        for side in self.sides:
            if seat in side:
                return side
        raise ValueError(f"found seat {seat}, expected one of the sides {self.sides}")

    @property
    def visitors(self) -> e.Side:
        """The pair that is not the home pair."""
        return next(side for side in self.sides if side != self.home)

    @property
    def unnamed(self) -> tuple[e.Side, ...]:
        """The pairs that have yet to name one of theirs before the first deal: the home pair who keeps the sheet, the
        other who counts (TG-6.2)."""
        if self.book.sheet.scorer != "named" or self.lines or self.hand is not None:
            return ()
        named = ((self.home, self.scorer), (self.visitors, self.counter))
        return tuple([side for side, seat in named if seat is None])

    @property
    def signers(self) -> tuple[Seat, ...]:
        """Whose signatures the sheet needs (TG-12, CI-3)."""
        match self.book.sheet.signed_by:
            case "everybody":
                return tuple(range(1, len(self.names) + 1))
            case "one_of_each_side":
                signed = [tuple(seat for seat in side if seat in self.signatures) for side in self.sides]
                return tuple(seat for side, some in zip(self.sides, signed, strict=True) for seat in some or side)
            case "scorer_and_counter":
                return (self.scorer or self.home[0], self.counter or self.visitors[0])
            case "nobody":
                return ()
            case unknown:
                assert_never(unknown)

    @property
    def difference(self) -> tuple[int, ...] | None:
        """What the match adds to each side's difference, None in other books. Points over the match's own limit do not
        count, or over the book's cap where the limit has no points (CI-4)."""
        cap = self.book.sheet.difference_cap
        if cap is None or self.ended_by is None or len(self.sides) != 2:
            return None
        most = self.book.options.limit.points or cap
        one, other = (min(points, most) for points in self.score)
        return one - other, other - one


def worth_after(book: Book, lines: Sequence[e.HandScored]) -> int:
    """By how much these hands raise the next one: a block raises it, any other hand ends that (Raise, `tied_worth`). A
    void hand is played again, and is worth what it was."""
    last = next((line for line in reversed(lines) if line.how != "void"), None)
    worth = last.next_worth if last is not None and isinstance(last.next_worth, int) else 1
    for _ in _raising(book, lines):
        assert book.raises is not None
        worth *= book.raises.factor
    return worth


def carried_after(book: Book, lines: Sequence[e.HandScored]) -> int:
    """What these hands add to the next one (Raise)."""
    raises = book.raises
    if raises is None or raises.add == 0:
        return 0
    return sum(_own_worth(book, line) if raises.add == "worth" else raises.add for line in _raising(book, lines))


def _raising(book: Book, lines: Sequence[e.HandScored]) -> Iterator[e.HandScored]:
    """The blocks in a row at the end that raise the next hand."""
    raises = book.raises
    for line in reversed(lines):
        if line.how == "void":
            continue
        if raises is None or line.how != "block" or (raises.after == "tied_block" and line.side is not None):
            return
        yield line


def _own_worth(book: Book, line: e.HandScored) -> int:
    """What a blocked hand would have brought: its prize, or the pips that were left, as far as anybody wrote them."""
    if book.prize is not None:
        return book.prize.block
    left = line.totals if line.totals is not UNSET else line.left
    return sum(pips or 0 for pips in left)


def series_winner(book: Book, winners: Iterable[e.Side | None]) -> e.Side | None:
    """Who has won more than half of the matches that the book's series may have, given who won those played so far.

    >>> from tantera.rules import load_book
    >>> series_winner(load_book("clasico"), [(1, 3)])
    (1, 3)
    """
    won = Counter(winner for winner in winners if winner is not None)
    return next((side for side, matches in won.items() if matches > book.best_of // 2), None)
