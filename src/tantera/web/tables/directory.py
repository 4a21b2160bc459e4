"""Which tables are open, and which matches have been played: a stream of the server's own, small, read at start-up."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tantera.store import Conflict, Store
from tantera.words.alike import ERASED

STREAM: Final = "directory"


class DirectoryEvent(Struct, frozen=True, tag_field="event"):
    """Something that the directory keeps."""


class TableListed(DirectoryEvent, frozen=True, tag="table_listed.1"):
    table: str
    at: int


class TableUnlisted(DirectoryEvent, frozen=True, tag="table_unlisted.1"):
    table: str
    at: int


class MatchPlayed(DirectoryEvent, frozen=True, tag="match_played.1"):
    """A match that is over. Whose it was, and how it ended, without opening its table."""

    table: str
    number: int
    """Which of the table's matches: 1, 2, 3…"""
    book: str
    names: tuple[str, ...]
    sides: tuple[tuple[int, ...], ...]
    score: tuple[int, ...]
    winner: tuple[int, ...] | None
    people: tuple[str, ...]
    """The ids of those who played."""
    public: bool
    """Whether anybody may see it now, or only those who played."""
    at: int

    def without(self, names: frozenset[str]) -> MatchPlayed:
        """The same where those who were called so have been erased."""
        return replace(self, names=tuple(ERASED if name in names else name for name in self.names))


AnyEntry = TableListed | TableUnlisted | MatchPlayed
_decoder: Final = msgspec.json.Decoder(AnyEntry)


def read_entry(line: bytes) -> AnyEntry:
    entry: AnyEntry = _decoder.decode(line)
    return entry


class Directory:
    """The directory in memory, as its stream has it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._version = 0
        self._one_at_a_time = asyncio.Lock()
        self.open: OrderedDict[str, int] = OrderedDict()
        """Open tables, and since when."""
        self.played: dict[tuple[str, int], MatchPlayed] = {}

    async def load(self) -> None:
        for stored in await self._store.read(STREAM, self._version):
            self._version = stored.version
            self._take(read_entry(stored.event))

    async def renew(self) -> None:
        """Read all of it anew: something was rewritten."""
        async with self._one_at_a_time:
            for stored in await self._store.read(STREAM):
                entry = read_entry(stored.event)
                if isinstance(entry, MatchPlayed):
                    self._take(entry)

    async def add(self, entry: AnyEntry) -> None:
        """Keep an entry; one that is known already is not kept twice."""
        async with self._one_at_a_time:  # two at once would only be in each other's way
            while not self._knows(entry):
                try:
                    kept = await self._store.append(STREAM, self._version, [msgspec.json.encode(entry)])
                except Conflict:
                    await self.load()
                    continue
                self._version = kept.version
                self._take(entry)

    def matches_of(self, person: str) -> list[MatchPlayed]:
        """Somebody's matches, the last first."""
        return [match for match in reversed(self.played.values()) if person in match.people]

    def _knows(self, entry: AnyEntry) -> bool:
        match entry:
            case TableListed(table=table):
                return table in self.open
            case TableUnlisted(table=table):
                return table not in self.open
            case MatchPlayed(table=table, number=number):
                return self.played.get((table, number)) == entry  # one that was put right is another one

    def _take(self, entry: AnyEntry) -> None:
        match entry:
            case TableListed(table=table, at=at):
                self.open[table] = at
            case TableUnlisted(table=table):
                self.open.pop(table, None)
            case MatchPlayed():
                self.played[entry.table, entry.number] = entry
