"""The ledger of a match: its events, the match they fold to, and corrections applied. Whoever reads a match reads this.

Nothing in a log is ever edited. A correction is an event of its own: from some event on, the log is what it says. The
ledger keeps both: `events`, everything as it was written, and `effective`, what counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Generic, NamedTuple, TypeVar, overload

from tantera.play.events import Corrected, Event, MatchStarted
from tantera.play.fold import evolve, folded, start_match
from tantera.play.log import LogError
from tantera.play.match import Match
from tantera.rules import Book, Books, book_under, built_in_books
from tantera.words import Phrase

T = TypeVar("T")
State = TypeVar("State")
"""A match, or a table around one."""


class Happened(NamedTuple, Generic[State]):
    """One event, with how things stood on either side of it."""

    event: Event
    before: State
    after: State


class Progress(NamedTuple, Generic[State]):
    """What came of an order: how things stood before it, what happened, each event with what it was folded into, and
    how things stand after it. Whoever keeps, tells or shows a step is handed this, and folds nothing again."""

    before: State
    moments: tuple[Happened[State], ...]
    after: State

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple([moment.event for moment in self.moments])

    def then(self, later: Progress[State]) -> Progress[State]:
        return Progress(self.before, self.moments + later.moments, later.after)


class Unfolding:
    """What comes of an order, in the making: each event is folded as soon as it is decided, once, and whatever follows
    from it is decided on `match`, the match after it."""

    __slots__ = ("before", "match", "moments")

    def __init__(self, match: Match) -> None:
        self.before = self.match = match
        self.moments: list[Happened[Match]] = []

    def add(self, event: Event) -> None:
        self.extend((event,))

    def extend(self, events: Iterable[Event]) -> None:
        before = self.match
        for event in events:
            self.match = evolve(before, event)
            self.moments.append(Happened(event, before, self.match))
            before = self.match

    def take(self, later: Progress[Match]) -> None:
        """What is folded already."""
        self.moments += later.moments
        self.match = later.after

    @property
    def progress(self) -> Progress[Match]:
        return Progress(self.before, tuple(self.moments), self.match)


def happenings(match: Match, events: Iterable[Event]) -> Iterator[Happened[Match]]:
    """Each event in turn, folded into the match. None of them is a correction: those are for a ledger."""
    for event in events:
        after = evolve(match, event)
        yield Happened(event, match, after)
        match = after


class Tape(Sequence[T], Generic[T]):
    """An append-only sequence. A longer one writes on in the same list, so a long match stays fast; where two go on
    differently from the same place, the second copies it.

    >>> short = Tape([1, 2])
    >>> longer = short.plus([3])
    >>> list(short), list(longer), list(short.plus([4]))
    ([1, 2], [1, 2, 3], [1, 2, 4])
    """

    __slots__ = ("_items", "_size")

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._items = list(items)
        self._size = len(self._items)

    def plus(self, more: Iterable[T]) -> Tape[T]:
        tape: Tape[T] = Tape.__new__(Tape)
        # Only the longest tape may write on; one that was already continued is copied.
        tape._items = self._items if len(self._items) == self._size else self._items[: self._size]
        tape._items.extend(more)
        tape._size = len(tape._items)
        return tape

    @overload
    def __getitem__(self, place: int) -> T: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[T, ...]: ...
    def __getitem__(self, place: int | slice) -> T | tuple[T, ...]:
        if isinstance(place, slice):
            return tuple([self._items[index] for index in range(*place.indices(self._size))])
        if 0 <= place < self._size:
            return self._items[place]
        return self._items[range(self._size)[place]]

    def __len__(self) -> int:
        return self._size

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tape) and self[:] == other[:]

    def __hash__(self) -> int:
        return hash(self[:])

    def __iter__(self) -> Iterator[T]:
        return (self._items[index] for index in range(self._size))


class Ledger(NamedTuple):
    """A match from its first event on. Frozen: writing gives a new ledger.

    >>> from tantera.play import new_match
    >>> from tantera.rules import load_book
    >>> ledger = Ledger.begun(load_book("san-juan"), new_match(load_book("san-juan")))
    >>> ledger.version, ledger.match.score
    (1, (0, 0))
    """

    book: Book
    events: Tape[Event]
    """Everything, as it was written."""
    effective: Tape[Event]
    """What counts, corrections applied."""
    match: Match

    @staticmethod
    def begun(book: Book, first: MatchStarted) -> Ledger:
        """A match that has just begun."""
        return Ledger(book, Tape([first]), Tape([first]), start_match(book, first))

    @staticmethod
    def opened(events: Iterable[Event], books: Books = built_in_books) -> Ledger:
        """The ledger of a whole log, under the law that its first event names. `books` finds a book by its id."""
        feed = iter(events)
        first = next(feed, None)
        if not isinstance(first, MatchStarted):
            found = Phrase("nothing") if first is None else type(first).__name__
            raise LogError(found, Phrase("a match that starts"))
        return Ledger.begun(book_under(first.law, books), first).plus(feed)

    @property
    def version(self) -> int:
        """How many events have been written: what an order is decided on."""
        return len(self.events)

    @property
    def at(self) -> int:
        """When the last event was written: times never run backwards, whatever a correction takes away."""
        return self.events[-1].at

    def plus(self, events: Iterable[Event]) -> Ledger:
        """With these events written after the others."""
        book, written, effective, match = self
        new, added = list(events), list[Event]()
        for number, event in enumerate(new, start=len(written)):
            try:
                if isinstance(event, Corrected):
                    effective, added = effective.plus(added), []
                    effective = _effective(effective, event)
                    match = _folded(book, effective)
                else:
                    match = evolve(match, event)
                    added.append(event)
            except _CANNOT_FOLLOW as error:
                found = Phrase("event {number}, {name}", number=number, name=type(event).__name__)
                raise LogError(found, Phrase("one that can follow ({reason})", reason=repr(error))) from None
        return Ledger(book, written.plus(new), effective.plus(added), match)

    def then(self, moments: Iterable[Happened[Match]]) -> Ledger:
        """The same with events that are folded already, as a `Progress` has them."""
        book, written, effective, match = self
        for event, _, after in moments:
            written, match = written.plus((event,)), after
            effective = _effective(effective, event) if isinstance(event, Corrected) else effective.plus((event,))
        return Ledger(book, written, effective, match)

    def until(self, size: int) -> Match:
        """The match as it stood after so many of the events that count."""
        return _folded(self.book, self.effective[:size])

    def happenings(self, since: int = 1) -> Iterator[Happened[Match]]:
        """Every event that counts, from number `since` on, with the match on either side; the first one began it."""
        return happenings(self.until(since), self.effective[since:])


_CANNOT_FOLLOW = (LookupError, TypeError, ValueError, AttributeError, AssertionError, StopIteration)
"""What a fold raises over an event that cannot have happened: a log is somebody else's file."""


def _effective(effective: Tape[Event], event: Corrected) -> Tape[Event]:
    """What counts after a correction."""
    if not 1 <= event.since <= len(effective):
        expected = Phrase("one of the {last} events before it", last=len(effective))
        raise LogError(Phrase("a correction from event {since} on", since=event.since), expected)
    return Tape((*effective[: event.since], *event.instead))


def _folded(book: Book, events: Sequence[Event]) -> Match:
    first = events[0]
    assert isinstance(first, MatchStarted)
    return folded(start_match(book, first), events[1:])
