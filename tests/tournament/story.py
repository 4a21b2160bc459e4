"""An event told order by order, for tests: each must be accepted, or refused with the code that is named."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import pytest

from tantera.rules import Books, load_book
from tantera.tournament.check import check, second_object
from tantera.tournament.decide import apply
from tantera.tournament.export import export
from tantera.tournament.orders import OrderProblem
from tantera.tournament.presentation import Presentation
from tantera.tournament.reading import read_order
from tantera.tournament.standings import prizes, standings
from tantera.tournament.state import TournamentState

AT = "2026-05-31T11:00"
IN_ORDER = "orden7154877"
"""A seed whose lot puts e1, e2, … e10 in this order: a reader can follow round 1 without computing a hash."""

COMPARED = ("format", "stage", "entries", "standings", "penalties", "cards", "out", "teams", "log")


class Story:
    """An event in memory, and its orders as they were given."""

    def __init__(self, book: str, *, books: Books = load_book, **words: Any) -> None:
        self.orders: list[dict[str, Any]] = []
        self.refused: list[str] = []
        self.answers: list[dict[str, Any]] = []
        self._state: TournamentState | None = None
        self._books = books
        self.give("create", name="Torneo", book=book, **{"seed": IN_ORDER} | words)

    @property
    def state(self) -> TournamentState:
        assert self._state is not None
        return self._state

    def _order(self, order: str, words: dict[str, Any]) -> dict[str, Any]:
        whole = {"order": order, **words}
        whole.setdefault("at", AT)
        self.orders.append(whole)
        return whole

    def give(self, order: str, **words: Any) -> dict[str, Any]:
        """An order that must be accepted."""
        applied = apply(self._state, read_order(json.dumps(self._order(order, words))), self._books)
        self._state = applied.after
        self.answers.append(applied.printed("en"))
        return self.answers[-1]

    def refuse(self, code: str, order: str, **words: Any) -> OrderProblem:
        """An order that must be refused, and with this code."""
        whole = self._order(order, words)
        with pytest.raises(OrderProblem) as found:
            apply(self._state, read_order(json.dumps(whole)), self._books)
        assert found.value.code == code, found.value.told("en")
        self.refused.append(code)
        self.answers.append({"ok": False, "code": code})
        return found.value

    def enter(self, count: int, first: int = 1, **words: Any) -> None:
        """Entries e1, e2, …: a player p1 each, or the pair a1 and b1."""
        for n in range(first, first + count):
            letters = "ab" if self.state.pairs else "p"
            member = {"member": True} if self.state.options.members_only else {}
            players = [{"id": f"{letter}{n}", "name": f"{letter.upper()} {n}", **member} for letter in letters]
            self.give("enter", entry=f"e{n}", players=players, **words)

    def enter_clubs(self, *clubs: str) -> None:
        """One entry for each club that is named, the pair of one club."""
        for n, club in enumerate(clubs, 1):
            letters = "ab" if self.state.pairs else "p"
            whose: dict[str, Any] = {"club": club} | ({"member": True} if self.state.options.members_only else {})
            players = [{"id": f"{one}{n}", "name": f"{one.upper()} {n}", **whose} for one in letters]
            self.give("enter", entry=f"e{n}", players=players)

    def begin_round(self) -> None:
        self.give("draw")
        self.give("publish")

    def results(self, *scores: Iterable[int], **words: Any) -> None:
        """The slips of the open round, table by table."""
        assert self.state.open is not None
        for table, score in enumerate(scores, 1):
            self.give("result", round=self.state.open.number, table=table, score=list(score), **words)

    def play(self, *scores: Iterable[int]) -> None:
        """A round drawn, published, played and closed."""
        self.begin_round()
        self.results(*scores)
        self.give("close_round")

    # --- what came of it

    def seats(self, round: int) -> list[list[str]]:
        """Who sat where, table by table."""
        return [list(table.seats) for table in self.state.played[round - 1].tables]

    def standing(self, upto: int | None = None) -> list[str]:
        return [one.entry for one in standings(self.state, upto)]

    def values(self, *keys: str, upto: int | None = None) -> dict[str, tuple[float, ...]]:
        """The values of every entry, in the order of the standings."""
        return {one.entry: tuple(one.values[key] for key in keys) for one in standings(self.state, upto)}

    def prizes(self) -> dict[str, int]:
        return {one.entry: one.amount for one in prizes(self.state, standings(self.state))}

    def object(self, lang: str = "es") -> dict[str, Any]:
        return export(Presentation(self.state), lang, value=lambda hand: None)

    def check(self) -> None:
        """The second program finds nothing wrong, and the same object."""
        lines = [recorded.row for recorded in self.state.log.history]
        report = check(lines)
        assert [violation.told("en") for violation in report.violations] == []
        first, second = self.object("en"), second_object(lines)
        assert {key: first[key] for key in COMPARED} == {key: second[key] for key in COMPARED}
