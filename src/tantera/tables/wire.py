"""What clients of a table are sent: on joining the table's view and the match's snapshot, then a message for each step.

A message carries the version, what happened around the match as its reader may see it, the table's view where that
has changed, and the match's own frame (`play.wire`), which needs no rules to follow.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import UNSET, Raw, Struct, UnsetType
from msgspec.json import Encoder

from tantera.play import wire
from tantera.play.actors import Eyes
from tantera.play.events import Event
from tantera.play.ledger import Happened, Progress
from tantera.play.log import tile_to_text
from tantera.tables.events import TableEvent
from tantera.tables.fold import TableProgress
from tantera.tables.seen import Reader, eyes_on_the_match, seen
from tantera.tables.state import TableState
from tantera.tables.view import Awaited, TableView, depends_on, table_view, table_views, waits_of

_encode: Final = Encoder(enc_hook=tile_to_text).encode


class Message(Struct, frozen=True, omit_defaults=True):
    """One message to one reader."""

    version: int
    table: TableView | UnsetType = UNSET
    """The whole of the table around the match: on joining, and where anything of it has changed."""
    waits: tuple[Awaited, ...] | UnsetType = UNSET
    """Of the view, where nothing else of it has changed: who is waited for now, and until when."""
    events: tuple[Event, ...] = ()
    """What happened around the match."""
    match: Raw | UnsetType = UNSET
    """The match's own frame."""


def joined(table: TableState, reader: Reader) -> bytes:
    """The first message to somebody who joins now."""
    eyes, match = eyes_on_the_match(table, reader), table.match
    frame = UNSET if match is None or eyes is None else Raw(wire.joined(match, eyes, table.version))
    return _encode(Message(table.version, table_view(table, reader), match=frame))


def messages(done: TableProgress, readers: Iterable[Reader]) -> dict[Reader, bytes]:
    """What everybody who looks on is sent of a step: one message a reader, which has the new version."""
    before, moments, after = done
    if not moments:
        return {}
    eyes = {reader: eyes_on_the_match(after, reader) for reader in readers}
    around, frames = [moment.event for moment in moments if isinstance(moment.event, TableEvent)], _frames(done, eyes)
    if not around and depends_on(before) == depends_on(after):
        return _of_the_match_alone(after, eyes, frames)
    views = table_views(after, eyes)
    sent: dict[Reader, bytes] = {}
    for reader, own in eyes.items():
        told = tuple([one for event in around if (one := seen(after, event, reader)) is not None])
        frame = UNSET if own is None or frames is None else Raw(frames.to(own))
        if around and own is not None and after.match is not None and own != eyes_on_the_match(before, reader):
            frame = Raw(wire.joined(after.match, own, after.version))  # a new referee sees what others do not
        sent[reader] = _encode(Message(after.version, views[reader], events=told, match=frame))
    return sent


def _of_the_match_alone(
    after: TableState, eyes: dict[Reader, Eyes | None], frames: wire.Frames | None
) -> dict[Reader, bytes]:
    """The messages of a move: the match's frames, with the same words around all of them."""
    same = _encode(Message(after.version, waits=waits_of(after)))
    if frames is None:
        return dict.fromkeys(eyes, same)
    # What `Message` gives with the frame as its last field.
    everybody = b"".join((same[:-1], b',"match":', frames.everybody, b"}"))
    sent: dict[Reader, bytes] = {}
    for reader, own in eyes.items():
        frame = None if own is None else frames.own.get(own)
        sent[reader] = everybody if frame is None else b"".join((same[:-1], b',"match":', frame, b"}"))
        if own is None:
            sent[reader] = same
    return sent


def _frames(done: TableProgress, eyes: dict[Reader, Eyes | None]) -> wire.Frames | None:
    """The match's own frames; all afresh where a match has begun. Who has no eyes on it gets none."""
    moments = []
    for event, before, after in done.moments:
        if after.ledger is not None and not isinstance(event, TableEvent):
            match = after.ledger.match
            moments.append(Happened(event, match if before.ledger is None else before.ledger.match, match))
    if not moments:
        return None
    progress = Progress(moments[0].before, tuple(moments), moments[-1].after)
    return wire.frames(progress, done.after.version, {one for one in eyes.values() if one is not None})
