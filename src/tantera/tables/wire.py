"""What clients of a table are sent: on joining the table's view and the match's snapshot, then a message for each step.

A message is the match's own frame (`play.wire`), which needs no rules to follow, with what is around the match beside
it: what happened there as its reader may see it, and the table's view where that has changed. One record: every room
adds its own fields.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import UNSET, Struct, UnsetType
from msgspec.json import Encoder

from tantera.play import wire
from tantera.play.actors import Eyes
from tantera.play.events import Event
from tantera.play.ledger import Happened, Progress
from tantera.play.log import tile_to_text
from tantera.play.wire import Shown
from tantera.tables.events import TableEvent
from tantera.tables.fold import TableProgress
from tantera.tables.seen import Reader, eyes_on_the_match, seen
from tantera.tables.state import TableState
from tantera.tables.view import Awaited, TableView, depends_on, table_view, table_views, waits_of

_encode: Final = Encoder(enc_hook=tile_to_text).encode


class Around(Struct, frozen=True, omit_defaults=True):
    """What is around the match in a message to one reader."""

    table: TableView | UnsetType = UNSET
    """All of it: on joining, and where anything of it has changed."""
    waits: tuple[Awaited, ...] | UnsetType = UNSET
    """Of the view, where nothing else of it has changed: who is waited for now, and until when."""
    around: tuple[Event, ...] = ()
    """What happened there."""


def joined(table: TableState, reader: Reader) -> bytes:
    """The first message to somebody who joins now."""
    eyes, match = eyes_on_the_match(table, reader), table.match
    frame = _no_match(table) if match is None or eyes is None else wire.joined(match, eyes, table.version)
    return _with(frame, _encode(Around(table_view(table, reader))))


def messages(
    done: TableProgress, eyes: Mapping[Reader, Eyes | None], shown: Shown | None = None
) -> dict[Reader, bytes]:
    """What everybody who looks on, with these eyes on the match, is sent of a step: one message a reader, which has the
    new version. `shown` is what they have on their screens."""
    before, moments, after = done
    if not moments:
        return {}
    happened, frames = [event for event, _, _ in moments if isinstance(event, TableEvent)], _frames(done, eyes, shown)
    if not happened and depends_on(before) == depends_on(after):
        waits = _encode(Around(waits=waits_of(after)))
        same = {frame: _with(frame, waits) for frame in {*frames.values()}}
        return {reader: same[frames[theirs]] for reader, theirs in eyes.items()}
    views = table_views(after, eyes)
    sent: dict[Reader, bytes] = {}
    for reader, theirs in eyes.items():
        around = tuple([one for event in happened if (one := seen(after, event, reader)) is not None])
        frame = frames[theirs]
        if happened and theirs is not None and after.match is not None and theirs != eyes_on_the_match(before, reader):
            frame = wire.joined(after.match, theirs, after.version)  # a new referee sees what others do not
        sent[reader] = _with(frame, _encode(Around(views[reader], around=around)))
    return sent


def _no_match(table: TableState) -> bytes:
    """The frame of somebody who has no eyes on the match."""
    return b'{"version":%d}' % table.version


def _with(frame: bytes, around: bytes) -> bytes:
    """One record of two that are encoded."""
    return b"%b,%b" % (frame[:-1], around[1:])


def _frames(done: TableProgress, eyes: Mapping[Reader, Eyes | None], shown: Shown | None) -> dict[Eyes | None, bytes]:
    """The match's own frames by the eyes that see it so; all afresh where a match has begun."""
    moments = []
    for event, before, after in done.moments:
        if after.ledger is not None and not isinstance(event, TableEvent):
            match = after.ledger.match
            moments.append(Happened(event, match if before.ledger is None else before.ledger.match, match))
    audience, nothing = set(eyes.values()), _no_match(done.after)
    if not moments:
        return dict.fromkeys(audience, nothing)
    progress = Progress(moments[0].before, tuple(moments), moments[-1].after)
    sent = wire.frames(progress, done.after.version, [theirs for theirs in audience if theirs is not None], shown)
    return {theirs: nothing if theirs is None else sent.to(theirs) for theirs in audience}
