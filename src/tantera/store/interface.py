"""What a store can do. Nothing here knows of a database, and nothing in the room knows of dominoes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Protocol

from tantera.words import Phrase


class Stored(NamedTuple):
    """An event as the log has it."""

    version: int
    """Its place in the stream: 1, 2, 3… without a gap."""
    event: bytes
    order: str | None
    """The id of the order that led to it, where it had one."""


class Appended(NamedTuple):
    """What an append led to: the events after `since`, up to `version`."""

    since: int
    version: int
    again: bool = False
    """The same order had come before, and nothing was written now."""


class Rewritten(NamedTuple):
    """An event that is to stand where another one stood."""

    stream: str
    version: int
    event: bytes


class Head(NamedTuple):
    """A stream and its last version."""

    stream: str
    version: int


class Contents(NamedTuple):
    """How much a backup holds."""

    streams: int
    events: int


@dataclass(frozen=True)
class Writable:
    """What is appended is kept."""


@dataclass(frozen=True)
class Unwritable:
    """Nothing can be kept at the moment, and why. Reading goes on; writing resumes by itself."""

    reason: Phrase


State = Writable | Unwritable

Listener = Callable[[Sequence[Head] | None], None]
"""Told which streams another process has written to, with their versions: 0 where one was rewritten. None: look
yourselves."""


class Store(Protocol):
    """Streams of events, append-only. A stream has a name such as ``table/7f3a`` and begins with its first event.

    One stream is never written by two at once: whoever appends says which version it decided on, and is told when
    somebody else was first.
    """

    process: str
    """The name under which other processes hear of what is written here; none where there are no others."""
    hears: list[Listener]
    """Whoever remembers what streams say."""

    @property
    def state(self) -> State:
        """Whether the last attempt to write succeeded."""

    async def append(self, stream: str, expected: int, events: Sequence[bytes], order: str | None = None) -> Appended:
        """Write events after version `expected` of the stream, all or none; returns when they are durable.

        An `order` that this stream has seen before is answered with what it led to then, and nothing is written.
        Raises `Conflict` when the stream stands at another version: read what is new, decide again. Raises `NotSaved`
        when nothing can be written. If the machine or the database died in that very moment, the events are perhaps
        there after all: the same append under the same order finds out.
        """

    async def rewrite(self, changed: Sequence[Rewritten]) -> None:
        """Put other events where these stood, all or none; returns when what stood there is gone from the database.

        The one exception to a log that is only ever appended to: somebody's name is taken out of it. Versions, order
        and orders' ids stay as they were, and whoever calls sees to it that every hash over the events still holds.
        Everything is written anew afterwards, so that no page of the database keeps the old words; while that lasts
        appends wait. With nothing to change it does only this. Raises `NotSaved`; the same call again is safe.
        """

    async def try_to_write(self) -> State:
        """Write something that means nothing, and say whether it was kept: a monitor asks while nobody appends."""

    async def read(self, stream: str, since: int = 0) -> list[Stored]:
        """The events after version `since`, in order; none of a stream that nobody has begun."""

    async def streams(self, prefix: str = "") -> list[Head]:
        """The streams whose name begins so, by name."""

    async def heads(self, streams: Sequence[str]) -> list[Head]:
        """How far these streams have come; those that nobody has begun are left out."""

    async def backup(self, path: Path) -> Contents:
        """Write all that is in the store at this moment to one file, while others go on appending."""

    async def restore(self, path: Path) -> Contents:
        """Fill an empty store from such a file, whichever database it came from: the whole of it or nothing."""

    async def close(self) -> None:
        """Write what is waiting, then let go of the database."""
