"""A tournament by its orders, without any file: for tests of what is told about one."""

from __future__ import annotations

from typing import Any

from tantera.tournament.decide import Applied, apply
from tantera.tournament.orders import Given
from tantera.tournament.reading import order_of
from tantera.tournament.state import TournamentState


class Event:
    """`order` gives one order and keeps what comes of it; a refusal is raised."""

    def __init__(self, book: str = "competencia-individual", **create: Any) -> None:
        self.state: TournamentState | None = None
        self.number = 0
        self.order("create", name="Copa", book=book, seed="7", **create)

    @property
    def now(self) -> TournamentState:
        assert self.state is not None
        return self.state

    def given(self, tag: str, by: str = "director:Rull", /, **fields: Any) -> Given:
        self.number += 1
        order = order_of({"order": tag, **fields}).order
        return Given(order, by, f"2026-05-30T10:{self.number // 60:02}:{self.number % 60:02}")

    def order(self, tag: str, by: str = "director:Rull", /, **fields: Any) -> Applied:
        applied = apply(self.state, self.given(tag, by, **fields))
        self.state = applied.after
        return applied

    def players(self, count: int, **more: Any) -> Event:
        for n in range(1, count + 1):
            self.order("enter", entry=f"e{n}", players=[{"id": f"p{n}", "name": f"Ana Pons {n}"}], **more)
        return self

    def pairs(self, count: int) -> Event:
        for n in range(1, count + 1):
            both = [{"id": f"p{n}{side}", "name": f"Nombre {n}{side}", "member": True} for side in "ab"]
            self.order("enter", entry=f"e{n}", players=both)
        return self

    def round(self, *scores: list[int]) -> Event:
        """Draw, publish, and these results in the order of the tables."""
        self.order("draw")
        self.order("publish")
        number = len(self.now.played)
        for table, score in enumerate(scores, 1):
            self.order("result", round=number, table=table, score=score)
        return self
