"""A hall in which orders are given: what tests of whole events stand in."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from tantera.rules import Books, built_in_books
from tantera.tournament.decide import Applied, apply
from tantera.tournament.evolve import folded
from tantera.tournament.export import export
from tantera.tournament.orders import OrderProblem
from tantera.tournament.presentation import Presentation
from tantera.tournament.reading import read_order
from tantera.tournament.state import TournamentState

TEN = "2026-05-31T10:00:00"


class Hall:
    """An event and its log. An order that is refused raises; `refused` gives its code."""

    def __init__(self, books: Books = built_in_books) -> None:
        self.books = books
        self.now: TournamentState | None = None
        self.lines: list[bytes] = []

    @property
    def tournament(self) -> TournamentState:
        assert self.now is not None
        return self.now

    def apply(self, order: str, **fields: Any) -> Applied:
        given = read_order(json.dumps({"order": order, "at": TEN, **fields}))
        applied = apply(self.now, given, self.books)
        if applied.recorded is not None and not applied.again:
            self.lines.append(applied.recorded.row)
        self.now = applied.after
        return applied

    def __call__(self, order: str, **fields: Any) -> dict[str, Any]:
        return self.apply(order, **fields).printed("en")

    def problem(self, order: str, **fields: Any) -> OrderProblem:
        """The problem with an order that must be refused; nothing has changed."""
        before = self.now
        with pytest.raises(OrderProblem) as found:
            self.apply(order, **fields)
        assert self.now is before
        assert all(found.value.told(lang) for lang in ("es", "ca", "en"))
        return found.value

    def refused(self, order: str, **fields: Any) -> str:
        return self.problem(order, **fields).code

    # --- what is often done

    def enter(self, *names: str, **fields: Any) -> None:
        """Entries by name: ``p1`` enters alone; in pairs ``e1`` is the pair ``e1a`` and ``e1b``."""
        for name in names:
            ids = [f"{name}a", f"{name}b"] if self.tournament.pairs else [name]
            member = {"member": True} if self.tournament.options.members_only else {}
            self("enter", entry=name, players=[{"id": one, "name": one.upper(), **member} for one in ids], **fields)

    def results(self, round: int, *scores: Sequence[int] | None, **fields: Any) -> None:
        """The slips of a round, table by table; None: no slip."""
        for table, score in enumerate(scores, 1):
            if score is not None:
                self("result", round=round, table=table, score=list(score), **fields)

    def round(self, *scores: Sequence[int], close: bool = False) -> None:
        """Draw, publish and play the next round."""
        self("draw")
        number = self("publish")["round"]
        self.results(number, *scores)
        if close:
            self("close_round")

    # --- what there is to see

    @property
    def object(self) -> dict[str, Any]:
        """The object, after a look whether the log folds to the same state."""
        assert folded(self.lines) == self.tournament
        return export(Presentation(self.tournament), "en")

    def seats(self, round: int) -> list[str]:
        """The tables of a round: the players by seat."""
        return [" ".join(table["seats"]) for table in self.object["rounds"][round - 1]["tables"]]

    def byes(self, round: int) -> list[str]:
        byes: list[str] = self.object["rounds"][round - 1]["byes"]
        return byes

    def table(self, round: int, table: int) -> dict[str, Any]:
        found: dict[str, Any] = self.object["rounds"][round - 1]["tables"][table - 1]
        return found

    def standings(self, round: int | None = None) -> list[tuple[Any, ...]]:
        """``(entry, values…)``, the first first."""
        told = export(Presentation(self.tournament).after(round), "en")["standings"]
        assert [one["place"] for one in told] == list(range(1, len(told) + 1))
        return [(one["entry"], *one["values"].values()) for one in told]

    def of(self, entry: str, round: int | None = None) -> tuple[Any, ...]:
        """The values of one entry."""
        return next(tuple(values) for name, *values in self.standings(round) if name == entry)


def hall(book: str = "competencia-individual", *entries: str, seed: str = "1", **fields: Any) -> Hall:
    """An event with its entries."""
    one = Hall()
    one("create", name="Copa", book=book, seed=seed, **fields)
    one.enter(*entries)
    return one


def names(count: int, letter: str = "p") -> list[str]:
    return [f"{letter}{number}" for number in range(1, count + 1)]
