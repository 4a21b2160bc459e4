"""The stream of a table as JSON lines: its own events and those of its matches."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from tantera.play.events import Event
from tantera.play.log import read_event as read_match_event
from tantera.play.log import write_log
from tantera.tables.events import AnyTableEvent, StreamEvent

_decoder = msgspec.json.Decoder(AnyTableEvent)


def read_event(line: bytes | str) -> StreamEvent:
    """One line of a stream: an event of the table, or one of its match, of this version or an earlier one."""
    try:
        event: StreamEvent = _decoder.decode(line)
        return event
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return read_match_event(line)


def read_stream(data: bytes) -> tuple[Event, ...]:
    """A whole stream."""
    return tuple(read_event(line) for line in data.splitlines() if line.strip())


def write_stream(events: Iterable[Event]) -> bytes:
    """A whole stream, one line an event.

    >>> from tantera.tables.events import PersonLeft
    >>> write_stream([PersonLeft("p1", at=5)])
    b'{"event":"person_left.1","person":"p1","at":5}\\n'
    """
    return write_log(events)
