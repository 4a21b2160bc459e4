"""Live tables for tests: people come in and sit down in a line, time passes when a test says so."""

from __future__ import annotations

from hashlib import sha256
from typing import Any, TypeVar

import pytest

from tantera.play import Event, Match, Order, Phase, legal_moves, options
from tantera.rules import Book, Refusal, load_book, with_options
from tantera.tables import (
    BotAt,
    By,
    Settings,
    TableProgress,
    TableState,
    Times,
    act,
    next_time,
    open_table,
    opened,
    settle,
    start_table,
)
from tantera.tables import orders as o
from tantera.tables.view import TableView, table_view

PEOPLE = ("ana", "bea", "cai", "dan")
CODE = "PITO-64"
SEED = b"a seed for tests, 32 bytes long."
E_ = TypeVar("E_", bound=Event)


class Room:
    """A table with a clock that only tests move. Ana opens it; the others know the code."""

    def __init__(
        self,
        book: str | Book = "san-juan",
        *,
        people: int = 4,
        limit: str | None = None,
        settings: Settings | None = None,
        sits: bool = True,
        **options: str | int,
    ) -> None:
        base = load_book(book) if isinstance(book, str) else book
        self.book = with_options(base, options, limit)
        self.now = 0
        first = open_table(self.book, "ana", "Ana", settings or Settings(), CODE, "salt")
        self.events: list[Event] = [first]
        self.table = start_table(self.book, first)
        self.done = TableProgress(self.table, (), self.table)
        self.do(o.Connect(), "ana")
        for person in PEOPLE[1:people]:
            self.comes(person)
        if sits:
            for seat, person in enumerate(PEOPLE[:people], start=1):
                self.do(o.Sit(seat), person)

    def comes(self, person: str) -> Room:
        self.do(o.Enter(person.title(), CODE), person)
        self.do(o.Connect(), person)
        return self

    def do(self, order: Order, by: By) -> tuple[Event, ...]:
        """Give an order, and let the table do nothing of its own."""
        self.done = act(self.table, order, by, self.now)
        self.table = self.done.after
        self.events += self.done.events
        return self.done.events

    def refused(self, order: Order, by: By) -> str:
        """Give an order that is refused: what the table says. Nothing changes."""
        with pytest.raises(Refusal) as refusal:
            act(self.table, order, by, self.now)
        return str(refusal.value)

    def settle(self) -> Room:
        """Let the table do what it owes."""
        fresh = sha256(SEED + self.table.version.to_bytes(4, "big")).digest()
        self.done = settle(self.table, self.now, fresh)
        self.table = self.done.after
        self.events += self.done.events
        return self

    def wait(self, seconds: float) -> Room:
        """Let time pass, and the table do what it owes, everything at its time."""
        until = self.now + round(seconds * 1000)
        waited = TableProgress(self.table, (), self.table)
        while (at := next_time(self.table)) is not None and at <= until:
            self.now = max(self.now, at)
            self.settle()
            waited = waited.then(self.done)
        self.now, self.done = until, waited
        return self

    def begun(self) -> Room:
        """Until the first hand is dealt: nobody adds to the seed, and the table answers everything before it."""
        self.settle()
        while self.match.phase is not Phase.PLAYING:
            self.wait(1)
        return self

    def plays(self, moves: int = 1) -> Room:
        """Whoever is in turn plays the first tile there is."""
        for _ in range(moves):
            hand = self.match.hand
            assert hand is not None
            self.do(legal_moves(hand)[0], self.whose(hand.turn))
        return self

    def hand_over(self) -> Room:
        """The first legal move, turn after turn, until the hand is over."""
        while self.match.phase is Phase.PLAYING:
            self.plays()
        return self

    def match_over(self) -> Room:
        """On and on, the first legal move and the table's answers to the rest, until the match is over."""
        while self.table.in_play is not None:
            if self.match.phase is Phase.PLAYING:
                self.hand_over()
            else:
                self.wait(5)
        return self

    def agree(self) -> Room:
        """Every side says *conforme*."""
        for side in self.match.sides:
            for order in options(self.match, side[0]):
                self.do(order, self.whose(side[0]))
        return self

    def whose(self, seat: int) -> By:
        """Who plays at a seat."""
        chair = self.table.chairs[seat - 1]
        return BotAt(seat) if chair.bot is not None or chair.person is None else chair.person

    # --- what tests look at

    @property
    def match(self) -> Match:
        assert self.table.match is not None
        return self.table.match

    def seat(self, person: str) -> int:
        seat = self.table.seat_of(person)
        assert seat is not None
        return seat

    def sees(self, person: str) -> TableView:
        return table_view(self.table, person)

    def told(self, kind: type[E_]) -> list[E_]:
        return [event for event in self.events if isinstance(event, kind)]

    def replayed(self) -> TableState:
        return opened(self.events, lambda name: self.book.base)


def quick(**times: Any) -> Settings:
    """Settings with some times set."""
    return Settings(times=Times(**times))
