"""Events of earlier versions, as a newer program would have written them. A log is never rewritten: it is read so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from msgspec import json, to_builtins

from tantera.rules import Law

Line = dict[str, Any]
"""An event as JSON has it."""


def upcast(line: Line, law: Law | None = None) -> Line:
    """The line in its newest version; `law` for a first event that does not name it. A `KeyError`: none of ours."""
    return _UPCASTERS[line["event"]](line, law)


def _match_started(line: Line, law: Law | None) -> Line:
    """Version 1 did not say by which law."""
    if law is None:
        raise ValueError("no law")
    return line | {"event": "match_started.2", "law": to_builtins(law)}


def _corrected(line: Line, law: Law | None) -> Line:
    """Version 1 kept the events of a correction as texts."""
    instead = [json.decode(text) for text in line["instead"]]
    newest = [upcast(event, law) if event["event"] in _UPCASTERS else event for event in instead]
    return line | {"event": "corrected.2", "instead": newest}


_UPCASTERS: Final[dict[str, Callable[[Line, Law | None], Line]]] = {
    "match_started.1": _match_started,
    "corrected.1": _corrected,
}
"""By the name and version that a line has."""
