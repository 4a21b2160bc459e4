"""Two programs over one event: what the second finds, and where their objects differ."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tantera.tournament.check import after_rounds, check, objects
from tests.tournament.first_program import First
from tests.tournament.random_events import Played, play

KEPT = ("publish", "close_round", "undo", "close", "repair")
"""After these orders the two objects are compared; and at the end."""


class Examined:
    """A random event, played by the first program and read by the second."""

    def __init__(self, seed: str, format: str) -> None:
        self.seed = seed
        self.first = First()
        self.seen: dict[int, dict[str, Any]] = {}
        self.played: Played = play(seed, format, self._apply, self.first.export)
        self.seen[len(self.first.lines)] = self.first.export()
        self.report = check(self.first.lines)

    def _apply(self, order: dict[str, Any]) -> dict[str, Any]:
        answer = self.first.apply(order)
        if answer["ok"] and order["order"] in KEPT:
            self.seen[len(self.first.lines)] = self.first.export()
        return answer

    @property
    def wrong(self) -> list[str]:
        """Everything that may not be, with the seed in front."""
        found = [f"event {one.event} {one.code}: {one.told('en')}" for one in self.report.violations]
        found += [f"rubbish was accepted: {order}" for order in self.played.rubbish_accepted]
        second = objects(self.first.lines, self.seen)
        for number, shown in self.seen.items():
            found += [f"after event {number} {where}" for where in differences(shown, second.get(number))]
        for number, shown in after_rounds(self.first.lines).items():
            found += [f"after round {number} {one}" for one in differences(self.first.export(number), shown)]
        return [f"{self.seed}: {one}" for one in found]


def differences(first: Any, second: Any, where: str = "") -> Iterator[str]:
    """Field by field, reasons left out, and what a solver makes of a hand."""
    if isinstance(first, dict) and isinstance(second, dict):
        for key in sorted({*first, *second} - {"why", "value"}, key=str):
            if key in first and key in second:
                yield from differences(first[key], second[key], f"{where}.{key}")
            else:
                which = "first" if key in first else "second"
                yield f"{where}.{key}: only the {which} program has it: {first.get(key, second.get(key))!r}"
    elif isinstance(first, list | tuple) and isinstance(second, list | tuple) and len(first) == len(second):
        for at, (one, other) in enumerate(zip(first, second, strict=True)):
            yield from differences(one, other, f"{where}[{at}]")
    elif first != second:
        yield f"{where}: {first!r} in the first program, {second!r} in the second"
