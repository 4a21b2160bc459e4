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
from tantera.tables.view import Awaited, TableView, table_view, waits_of

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
    eyes = {reader: eyes_on_the_match(after, reader) for reader in readers}
    frames = _frames(done, tuple({one for one in eyes.values() if one is not None}))
    around = [event for event in done.events if isinstance(event, TableEvent)]
    # A move changes who is waited for and nothing else of the table's view; anything else may change all of it.
    changed = bool(around) or _around(done.before) != _around(after)
    waits = UNSET if changed or not done.events else waits_of(after)
    if not around and not changed:
        return _of_the_match_alone(done, waits, eyes, frames)
    sent: dict[Reader, bytes] = {}
    for reader, own in eyes.items():
        told = tuple([one for event in around if (one := seen(after, event, reader)) is not None])
        frame = Raw(frames[own]) if own in frames else UNSET
        if around and own is not None and after.match is not None and own != eyes_on_the_match(done.before, reader):
            frame = Raw(wire.joined(after.match, own, after.version))  # a new referee sees what others do not
        view = table_view(after, reader) if changed else UNSET
        if done.events:
            sent[reader] = _encode(Message(after.version, view, waits, told, frame))
    return sent


def _of_the_match_alone(
    done: TableProgress,
    waits: tuple[Awaited, ...] | UnsetType,
    eyes: dict[Reader, Eyes | None],
    frames: dict[Eyes, bytes],
) -> dict[Reader, bytes]:
    """The messages of a move: most of its readers see the same, which is encoded once."""
    if not done.events:
        return {}
    encoded: dict[bytes | None, bytes] = {}
    sent: dict[Reader, bytes] = {}
    for reader, own in eyes.items():
        frame = frames.get(own) if own is not None else None
        if frame not in encoded:
            match = UNSET if frame is None else Raw(frame)
            encoded[frame] = _encode(Message(done.after.version, waits=waits, match=match))
        sent[reader] = encoded[frame]
    return sent


def _around(table: TableState) -> tuple[object, ...]:
    """What of the view the match can change."""
    match = table.match
    phase = None if match is None else (match.phase, len(match.lines), match.awaiting, match.shuffle_wish)
    return table.chairs, table.pause, table.proposals, table.calls, table.won, phase


def _frames(done: TableProgress, audience: tuple[Eyes, ...]) -> dict[Eyes, bytes]:
    """The match's own frames by eyes; all afresh where a match has begun."""
    events = tuple([event for event in done.events if not isinstance(event, TableEvent)])
    before, after = done.before.match, done.after.match
    if not events or after is None:
        return {}
    version = done.after.version
    if before is None or any(isinstance(event, MatchStarted) for event in events):
        return {eyes: wire.joined(after, eyes, version) for eyes in audience}
    sent = wire.frames(Progress(before, events, after), version, audience)
    return {eyes: sent.to(eyes) for eyes in audience}
