"""Small streams of one kind, such as people and sessions: folded when first asked for, the last ones remembered."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any, Final, Generic, TypeVar

import msgspec
from msgspec import Struct

from tantera.store import Conflict, Head, Store

_REMEMBERED: Final = 20_000


class Kept(Struct, frozen=True, tag_field="event"):
    """An event as a stream keeps it: its tag, with a version, is its name for ever."""


class Folded(Struct, frozen=True):
    """What a stream says so far."""

    version: int = 0
    """How many events were folded in."""


_Value = TypeVar("_Value", bound=Folded)
_Event = TypeVar("_Event", bound=Struct)


class Folds(Generic[_Value, _Event]):
    """Values by key, each the fold of the stream PREFIX/KEY."""

    def __init__(
        self, store: Store, prefix: str, empty: _Value, evolve: Callable[[_Value, _Event], _Value], events: Any
    ) -> None:
        """`evolve` need not count the version; `events` are all kinds that there are."""
        self._store, self._prefix, self._empty, self._evolve = store, prefix, empty, evolve
        self._decode: Callable[[bytes], _Event] = msgspec.json.Decoder(events).decode
        self._known: OrderedDict[str, _Value] = OrderedDict()
        store.hears.append(self._heard)

    async def get(self, key: str) -> _Value:
        """What the stream says; nothing much where nobody has begun it."""
        known = self._known.get(key)
        if known is None:
            return await self._read(key)
        self._known.move_to_end(key)
        return known

    async def add(self, key: str, decide: Callable[[_Value], Sequence[_Event]]) -> _Value:
        """Decide on what is known and keep it; decide again where somebody else was first. No events: nothing is kept.

        What `decide` raises is raised, and nothing has happened then.
        """
        while True:
            value = await self.get(key)
            events = decide(value)
            if not events:
                return value
            lines = [msgspec.json.encode(event) for event in events]
            try:
                await self._store.append(self._prefix + key, value.version, lines)
            except Conflict:
                await self._read(key)
                continue
            for event in events:
                value = self._with(value, event)
            return self._remember(key, value)

    def forget(self, key: str) -> None:
        """Read the stream anew when somebody asks next: what it said was rewritten."""
        self._known.pop(key, None)

    async def fresh(self, key: str) -> _Value:
        """What the stream says now, whoever has added to it: another process, perhaps, a moment ago."""
        value = self._known.get(key, self._empty)
        for stored in await self._store.read(self._prefix + key, value.version):
            value = self._with(value, self._decode(stored.event))
        return self._remember(key, value)

    def _heard(self, heads: Sequence[Head] | None) -> None:
        """Another process has written: what it wrote to is read anew."""
        if heads is None:
            self._known.clear()
            return
        for stream, version in heads:
            if stream.startswith(self._prefix):
                known = self._known.get(key := stream.removeprefix(self._prefix))
                if known is not None and (version == 0 or version > known.version):
                    self.forget(key)

    async def _read(self, key: str) -> _Value:
        value = self._empty
        for stored in await self._store.read(self._prefix + key):
            value = self._with(value, self._decode(stored.event))
        return self._remember(key, value)

    def _with(self, value: _Value, event: _Event) -> _Value:
        return msgspec.structs.replace(self._evolve(value, event), version=value.version + 1)

    def _remember(self, key: str, value: _Value) -> _Value:
        known = self._known.get(key)
        if known is None or known.version <= value.version:  # somebody may have added while this was read
            self._known[key] = value
        self._known.move_to_end(key)
        if len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)
        return value
