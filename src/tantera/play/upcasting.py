"""Lines of earlier versions as the latest version writes them: a log is never written anew, it is read so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from msgspec import json, to_builtins

from tantera.rules import Law

Line = dict[str, Any]
"""An event as JSON has it."""


def upcast(line: Line, law: Law | None = None) -> Line:
    """A line of a log in the form of today; one that needs no change, and one nobody knows, as it is.

    `law` is for a first event that does not name its own.

    >>> upcast({"event": "consequence_followed.1", "infraction": 0, "kind": "warning", "seat": 2, "at": 1})["event"]
    'consequence_warning.1'
    """
    while (change := _CHANGES.get(line.get("event", ""))) is not None:
        line = change(line, law)
    return line


def _match_started_1(line: Line, law: Law | None) -> Line:
    """It did not say by which law."""
    if law is None:
        raise ValueError("no law")
    return line | {"event": "match_started.2", "law": to_builtins(law)}


def _corrected_1(line: Line, law: Law | None) -> Line:
    """The events of a correction were texts."""
    instead = [upcast(json.decode(text), law) for text in line["instead"]]
    return line | {"event": "corrected.2", "instead": instead}


def _consequence_followed_1(line: Line, law: Law | None) -> Line:
    """One event had the fields of every kind of consequence; now each kind is an event with its own."""
    changed = {key: value for key, value in line.items() if key != "kind"}
    changed["event"] = f"consequence_{line.get('kind')}.1"
    if line.get("kind") in ("hand_won", "match_lost"):
        changed["scored"] = changed.pop("points", None)
    return changed


def _decision_awaited_1(line: Line, law: Law | None) -> Line:
    """Who decides was a text: ``2``, ``1+3`` or an office."""
    who = str(line.get("who"))
    seats = who.split("+")
    typed = [int(seat) for seat in seats] if all(seat.isdecimal() for seat in seats) else who
    return line | {"event": "decision_awaited.2", "who": typed}


_CHANGES: Final[dict[str, Callable[[Line, Law | None], Line]]] = {
    "match_started.1": _match_started_1,
    "corrected.1": _corrected_1,
    "consequence_followed.1": _consequence_followed_1,
    "decision_awaited.1": _decision_awaited_1,
}
"""By the name and version that a line has."""
