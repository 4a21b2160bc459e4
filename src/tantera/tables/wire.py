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
from tantera.play.events import Event, MatchStarted
from tantera.play.ledger import Progress
from tantera.play.log import tile_to_text
from tantera.tables.door import TableProgress
from tantera.tables.events import TableEvent
from tantera.tables.seen import Reader, eyes_on_the_match, seen
from tantera.tables.state import TableState
from tantera.tables.view import Awaited, TableView, table_view, table_views, waits_of

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
    after = done.after
    if not done.events:
        return {}
    eyes = {reader: eyes_on_the_match(after, reader) for reader in readers}
    frames = _frames(done, tuple({one for one in eyes.values() if one is not None}))
    # A move changes who is waited for and nothing else of the table's view; anything else may change all of it.
    around = [event for event in done.events if isinstance(event, TableEvent)]
    if not around and (done.only_moves or _around(done.before) == _around(after)):
        return _of_the_match_alone(after, eyes, frames)
    views = table_views(after, eyes)
    sent: dict[Reader, bytes] = {}
    for reader, own in eyes.items():
        told = tuple([one for event in around if (one := seen(after, event, reader)) is not None])
        frame = Raw(frames[own]) if own in frames else UNSET
        if around and own is not None and after.match is not None and own != eyes_on_the_match(done.before, reader):
            frame = Raw(wire.joined(after.match, own, after.version))  # a new referee sees what others do not
        sent[reader] = _encode(Message(after.version, views[reader], events=told, match=frame))
    return sent


def _of_the_match_alone(
    after: TableState, eyes: dict[Reader, Eyes | None], frames: dict[Eyes | None, bytes]
) -> dict[Reader, bytes]:
    """The messages of a move: the match's frames, with the same words around all of them."""
    same = _encode(Message(after.version, waits=waits_of(after)))
    # What `Message` gives with the frame as its last field. Of the frames most are one and the same object.
    around = {id(frame): b"".join((same[:-1], b',"match":', frame, b"}")) for frame in frames.values()}
    return {reader: around[id(frames[own])] if own in frames else same for reader, own in eyes.items()}


def _around(table: TableState) -> tuple[object, ...]:
    """What of the view the match can change."""
    match = table.match
    phase = None if match is None else (match.phase, len(match.lines), match.awaiting, match.shuffle_wish)
    return table.chairs, table.pause, table.proposals, table.calls, table.won, phase


def _frames(done: TableProgress, audience: tuple[Eyes, ...]) -> dict[Eyes | None, bytes]:
    """The match's own frames by eyes; all afresh where a match has begun. Who has none on it gets none."""
    events = tuple([event for event in done.events if not isinstance(event, TableEvent)])
    before, after = done.before.match, done.after.match
    if not events or after is None:
        return {}
    version = done.after.version
    if before is None or any(isinstance(event, MatchStarted) for event in events):
        return {eyes: wire.joined(after, eyes, version) for eyes in audience}
    sent = wire.frames(Progress(before, events, after), version, audience)
    return {eyes: sent.to(eyes) for eyes in audience}
