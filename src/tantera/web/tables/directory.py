"""Which tables are open, and which matches have been played: a stream of the server's own, small, read at start-up."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Final

import msgspec
from msgspec import Struct

from tantera.store import Conflict, Store

STREAM: Final = "directory"


class Entry(Struct, frozen=True, tag_field="event"):
    """Something that the directory keeps."""


class TableListed(Entry, frozen=True, tag="table_listed.1"):
    table: str
    at: int


class TableUnlisted(Entry, frozen=True, tag="table_unlisted.1"):
    table: str
    at: int


class MatchPlayed(Entry, frozen=True, tag="match_played.1"):
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


_decoder: Final = msgspec.json.Decoder(TableListed | TableUnlisted | MatchPlayed)


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
            self._take(_decoder.decode(stored.event))

    async def add(self, entry: TableListed | TableUnlisted | MatchPlayed) -> None:
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

    def _knows(self, entry: TableListed | TableUnlisted | MatchPlayed) -> bool:
        match entry:
            case TableListed(table=table):
                return table in self.open
            case TableUnlisted(table=table):
                return table not in self.open
            case MatchPlayed(table=table, number=number):
                return self.played.get((table, number)) == entry  # one that was put right is another one

    def _take(self, entry: TableListed | TableUnlisted | MatchPlayed) -> None:
        match entry:
            case TableListed(table=table, at=at):
                self.open[table] = at
            case TableUnlisted(table=table):
                self.open.pop(table, None)
            case MatchPlayed():
                self.played[entry.table, entry.number] = entry
