"""A real table for tests: facts written down one by one, the referee called when needed."""

from __future__ import annotations

import re

import pytest

from tantera.play import Event, Ledger, Match, evolve, new_match, record, start_match
from tantera.play.events import decider_name
from tantera.play.orders import RecordInfraction, TakeDecision
from tantera.play.record import Fact, SeenDeal, SeenExposed, SeenMove, SeenResult, SeenScore, SeenTurn
from tantera.play.record import computed_result as computed
from tantera.referee import rule
from tantera.rules import Book, Refusal, load_book, with_options
from tantera.tiles import End, Tile
from tests.builders import ledger_of, order, tiles
from tests.referee.papers import RACKS


class RealTable:
    """Somebody writes down what happens; seat 1 opens the first hand unless told otherwise, or by the book."""

    def __init__(self, book: str | Book, *, opener: int = 1, limit: str | None = None, **options: str | int) -> None:
        self.book = with_options(load_book(book) if isinstance(book, str) else book, options, limit)
        first = new_match(self.book)
        self.match: Match = start_match(self.book, first)
        self.events: list[Event] = [first]
        self.now = 0
        if self.book.options.first_opener != "double":
            self.fact(SeenScore(self.match.score, opener))

    @property
    def ledger(self) -> Ledger:
        return ledger_of(self.book, self.events)

    def fact(self, fact: Fact) -> RealTable:
        return self.happened(record(self.match, fact, self.now).events)

    def happened(self, events: tuple[Event, ...]) -> RealTable:
        for event in events:
            self.match = evolve(self.match, event)
        self.events += events
        return self

    def deal(self, racks: tuple[str, ...] = RACKS) -> RealTable:
        assert self.match.opener is not None
        return self.fact(SeenDeal(self.match.opener, tuple(map(tiles, racks))))

    def seen(self, moves: str) -> RealTable:
        """Moves as DGN writes them; seats need no saying where they are in turn."""
        for token in moves.split():
            self.now += 1000
            self.fact(self._fact(token))
        return self

    def _fact(self, token: str) -> Fact:
        if shown := re.fullmatch(r"\^(\d):(\d\d)", token):
            return SeenExposed(int(shown[1]), Tile.parse(shown[2]))
        if wrong := re.fullmatch(r"(\d)!(.+)", token):
            seat, what = int(wrong[1]), wrong[2]
            if what == "-":
                return SeenMove(seat, None)
            if what[0] in "<>":
                return SeenMove(seat, Tile.parse(what[1:]), End(what[0]), int(what[1]))
            return SeenMove(seat, Tile.parse(what))
        assert self.match.hand is not None
        command = order(f"{self.match.hand.turn} {token}")
        return SeenTurn(command)  # type: ignore[arg-type]

    def infraction(self, article: str, seat: int | None = None, turn: int | None = None, **details: str) -> RealTable:
        self.now += 1000
        said = tuple(details.items()) + ((("turn", str(turn)),) if turn is not None else ())
        return self.happened(rule(self.match, RecordInfraction(article, seat, said, turn), self.now).events)

    def decides(self, choice: str, by: str = "") -> RealTable:
        self.now += 1000
        return self.happened(rule(self.match, TakeDecision(choice, by), self.now).events)

    def result(self) -> RealTable:
        """The line that moves and records give."""
        line = computed(self.match)
        assert line is not None, "the hand is not over"
        return self.fact(SeenResult(line.how, line.side, line.points, article=line.article))

    def refuses(self, moves: str) -> str:
        """The article cited when these moves are refused."""
        before = self.match
        with pytest.raises(Refusal) as refusal:
            self.seen(moves)
        assert self.match == before
        return refusal.value.article

    @property
    def hand(self):
        assert self.match.hand is not None
        return self.match.hand

    @property
    def awaits(self) -> tuple[str, str, tuple[str, ...]] | None:
        """Who has to decide (``2``, ``1+3`` or an office), by which article, between what."""
        awaiting = self.match.awaiting
        return None if awaiting is None else (decider_name(awaiting.who), awaiting.article, awaiting.choices)

    def stands(self) -> tuple[object, ...]:
        """Chain, racks, open tiles and turn: where the hand stands."""
        hand = self.hand
        return hand.chain, hand.racks, hand.hidden, hand.boneyard, hand.turn, hand.turns, hand.ended
