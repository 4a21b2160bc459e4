"""Events as JSON lines, with stable names and versions, so that old logs open in new programs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

import msgspec

from tantera.play import events as e
from tantera.play.events import AnyEvent
from tantera.rules import Law
from tantera.tiles import Tile
from tantera.words import Phrase, Problem


def tile_to_text(value: Any) -> str:
    if isinstance(value, Tile):
        return value.code
    raise NotImplementedError(f"cannot write a {type(value).__name__} to a log")


def tile_from_text(kind: type, value: Any) -> Any:
    if kind is not Tile:
        raise NotImplementedError(f"cannot read a {kind.__name__} from a log")
    if not isinstance(value, str):
        raise ValueError(f"found {value!r}, expected a tile of two digits like 64")
    return Tile.parse(value)


_encoder = msgspec.json.Encoder(enc_hook=tile_to_text)
_decoder = msgspec.json.Decoder(AnyEvent, dec_hook=tile_from_text)


class LogError(Problem):
    """A line that is no event of ours, or a log that cannot be."""

    code = "log"

    def __init__(self, found: str | Phrase, expected: str | Phrase) -> None:
        super().__init__(found, expected)
        self.found, self.expected = found, expected

    def told(self, lang: str) -> str:
        return Phrase("found {found}, expected {expected}", found=self.found, expected=self.expected).told(lang)

    def __str__(self) -> str:
        return self.told("en")


def write_event(event: e.Event) -> bytes:
    """One event as one line of JSON, without the line break.

    >>> from tantera.tiles import End
    >>> write_event(e.TilePlaced(2, Tile.of(6, 4), End.RIGHT, at=1500)).decode()
    '{"event":"tile_placed.1","seat":2,"tile":"46","end":">","took":null,"at":1500}'
    """
    return _encoder.encode(event)


def read_event(line: bytes | str, law: Law | None = None) -> AnyEvent:
    """One line of a log, of this version or an earlier one."""
    try:
        event: AnyEvent = _decoder.decode(line)
        return event
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        try:
            older = upcast(msgspec.json.decode(line, type=dict), law)
            event = msgspec.convert(older, AnyEvent, dec_hook=tile_from_text)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, LookupError, TypeError, ValueError):
            raise LogError(repr(line[:60]), Phrase("an event ({reason})", reason=str(error))) from None
        return event


def write_log(events: Iterable[e.Event]) -> bytes:
    return b"".join(write_event(event) + b"\n" for event in events)


def read_log(data: bytes, law: Law | None = None) -> tuple[AnyEvent, ...]:
    """A whole log. One of version 1 does not name its law: whoever kept it has to say it."""
    lines = [line for line in data.splitlines() if line.strip()]
    if law is None and lines and b'"match_started.1"' in lines[0]:
        raise LogError(Phrase("a log of version 1, which does not say by which book"), Phrase("its book, told with it"))
    return tuple(read_event(line, law) for line in lines)


# --- lines of earlier versions as the latest one writes them: a log is never written anew, it is read so --------------

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
    return line | {"event": "match_started.2", "law": msgspec.to_builtins(law)}


def _corrected_1(line: Line, law: Law | None) -> Line:
    """The events of a correction were texts."""
    instead = [upcast(msgspec.json.decode(text), law) for text in line["instead"]]
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
    decider = str(line.get("who"))
    seats = decider.split("+")
    typed = [int(seat) for seat in seats] if all(seat.isdecimal() for seat in seats) else decider
    return line | {"event": "decision_awaited.2", "who": typed}


_CHANGES: Final[dict[str, Callable[[Line, Law | None], Line]]] = {
    "match_started.1": _match_started_1,
    "corrected.1": _corrected_1,
    "consequence_followed.1": _consequence_followed_1,
    "decision_awaited.1": _decision_awaited_1,
}
"""By the name and version that a line has."""
