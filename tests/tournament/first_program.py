"""The first program behind two plain doors, as the random tournaments and the planted faults want it."""

from __future__ import annotations

import json
from typing import Any

from tantera.tournament import decide
from tantera.tournament.export import export
from tantera.tournament.orders import OrderProblem
from tantera.tournament.presentation import Presentation
from tantera.tournament.reading import read_order


class First:
    """An event in memory: orders in, answers out, the lines of its log."""

    def __init__(self) -> None:
        self.state: Any = None
        self.lines: list[bytes] = []

    def apply(self, order: dict[str, Any]) -> dict[str, Any]:
        try:
            done = decide.apply(self.state, read_order(json.dumps(order).encode()))
        except OrderProblem as problem:
            return {"ok": False, "code": problem.code, "message": problem.told("en"), **problem.more}
        if done.recorded is not None and not done.again:
            self.lines.append(done.recorded.row)
            self.state = done.after
        return done.printed("en")

    def export(self, round: int | None = None) -> dict[str, Any]:
        return export(Presentation(self.state).after(round), "en", value=lambda hand: None)
