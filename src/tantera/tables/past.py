"""The matches of a table, for whoever looks back at them: what counts of each, and who may see it whole.

A match is seen whole, racks and seeds and all, only when it is over; where a decision ended it in mid-hand, only when
that hand cannot come back: another match has begun, or the table is closed. A stream may still change one that was
over: the referee puts it right, and then it is what it is now.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tantera.play.events import Event, MatchEnded, MatchStarted
from tantera.play.ledger import Ledger
from tantera.play.match import ENDED
from tantera.rules import Books, Seat, book_under, built_in_books
from tantera.tables.events import HintAsked, PersonEntered, RefereeSat, TableOpened, TimeRanOut
from tantera.tables.fold import evolve, start_table
from tantera.tables.state import TableState


class PastMatch(NamedTuple):
    """One match of a table, as its stream tells it."""

    number: int
    """1, 2, 3…"""
    ledger: Ledger
    players: frozenset[str]
    """The ids of the people who played; bots have none."""
    there: frozenset[str]
    """Everybody who was at the table while it was played and could look on."""
    public: bool
    """Whether anybody may look on at this table."""
    hints: tuple[tuple[int, HintAsked], ...] = ()
    """When a bot was asked for advice, each with the number of the hand."""
    abandoned: tuple[str, ...] = ()
    """The ids of those in whose place a bot played it to its end."""
    late: frozenset[tuple[Seat, int]] = frozenset()
    """Who had no time left, and when: the move of that moment was the table's."""
    last: bool = False
    """Whether its table still stands, and no other match has begun there: what was written can be put right."""

    @property
    def over(self) -> bool:
        return self.ledger.match.phase is ENDED

    @property
    def over_for_good(self) -> bool:
        """Whether its racks are everybody's: no changed decision gives its last hand back to those who played it."""
        return self.over and not (self.last and self.ledger.match.may_return)

    def may_be_seen_by(self, person: str | None) -> bool:
        """Whether somebody may see it whole, once it is over."""
        return self.public or person in self.players | self.there


def past_matches(events: Iterable[Event], books: Books = built_in_books) -> Iterator[PastMatch]:
    """Every match of a table's stream in turn; the last one may still be played."""
    feed = iter(events)
    first = next(feed, None)
    assert isinstance(first, TableOpened), "a stream of a table"
    table = start_table(book_under(first.law, books), first)
    number, there, hints, abandoned = 0, set[str](), list[tuple[int, HintAsked]](), tuple[str, ...]()
    late = set[tuple[Seat, int]]()
    for event in feed:
        if isinstance(event, MatchStarted):
            if number:
                yield _past(table, number, there, hints)._replace(abandoned=abandoned, late=frozenset(late))
            hints, abandoned, late = [], (), set()
            number, there = number + 1, {guest.person for guest in table.guests}
        elif isinstance(event, PersonEntered | RefereeSat):
            there.add(event.person)
        elif isinstance(event, HintAsked):
            assert table.match is not None
            hints.append((table.match.hand_number, event))
        elif isinstance(event, TimeRanOut) and event.who.isdecimal():
            late.add((int(event.who), event.at))
        elif isinstance(event, MatchEnded):
            abandoned = tuple(chair.person for chair in table.chairs if chair.person and chair.bot is not None)
        table = evolve(table, event)
    if number:
        last = _past(table, number, there, hints)
        yield last._replace(abandoned=abandoned, late=frozenset(late), last=table.closed is None)


def _past(table: TableState, number: int, there: set[str], hints: list[tuple[int, HintAsked]]) -> PastMatch:
    ledger, settings = table.ledger, table.settings
    assert ledger is not None
    players = frozenset(player for player in ledger.match.players if player)
    if settings.watching == "nobody":  # then only who plays or judges has seen anything of it
        there = {person for person in there if person == table.referee}
    public = settings.public and settings.watching != "nobody"
    return PastMatch(number, ledger, players, frozenset(there), public, tuple(hints))
