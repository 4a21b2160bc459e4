"""Which tables are open, and which matches have been played: a stream of the server's own, small, read at start-up."""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from typing import Final

import msgspec
from msgspec.structs import replace

from tantera.play.events import Corrected, Event, HandScored, How, MatchEnded, TilePlaced
from tantera.rules import Book, Books, with_options
from tantera.store import Conflict, Store, StoreError
from tantera.store.interface import Stored
from tantera.study.dealt import DealtToSeat, dealt_by_seat
from tantera.tables import read_event
from tantera.tables.agreements import AGAINST_BOTS
from tantera.tables.events import TableOpened
from tantera.tables.past import PastMatch, past_matches
from tantera.web.folds import Kept
from tantera.words.alike import ERASED

STREAM: Final = "directory"


class TableListed(Kept, frozen=True, tag="table_listed.1"):
    table: str
    at: int


class TableUnlisted(Kept, frozen=True, tag="table_unlisted.1"):
    table: str
    at: int


class TableShown(Kept, frozen=True, tag="table_shown.1"):
    """What lists say of an open table, so that it need not be awake for that. Told anew when it changes."""

    table: str
    host: str
    people: tuple[str, ...]
    """The ids of those who have come to it."""
    playing: bool
    public: bool
    watched: bool = False
    """Public, with a match on that anybody may look on at."""
    room: bool = False
    """Public, no match has begun, and there is a seat to take."""
    here: bool = False
    """Whether any of its players is there."""
    invited: tuple[str, ...] = ()
    """The ids of those who may still sit down here without a code."""
    waits_until: int | None = None
    """How long it stands still for somebody who plays alone with bots and is away: nothing is owed there before."""


class HandPlayed(msgspec.Struct, frozen=True, array_like=True):
    """A hand of a match that is over, as far as anybody counts hands."""

    opener: int
    """Who laid the first tile; 0 where nobody did."""
    how: How
    side: tuple[int, ...] | None
    """Who won it."""


class MatchPlayed(Kept, frozen=True, tag="match_played.1"):
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
    players: tuple[str, ...] = ()
    """The same ids by seat, empty for a bot. Nothing of what follows is known of matches that were listed long ago: it
    is told anew when somebody asks."""
    began: int = 0
    hands: tuple[HandPlayed, ...] = ()
    helped: bool = False
    """Whether somebody asked a bot what it would play, or took moves back against bots."""
    abandoned: tuple[str, ...] = ()
    """The ids of those who were away when it ended: a bot had played on in their place."""
    options: tuple[tuple[str, str | int], ...] = ()
    """What its table had set otherwise than the book."""
    limit: str = ""
    """Where it was not the book's, as DGN writes it."""
    dealt: tuple[DealtToSeat, ...] | None = None
    """What each seat was dealt; None of matches that were listed before that was counted."""

    def the_book(self, books: Books) -> Book:
        """The book as it was played; a `RuleBookError` where it is no longer here, or cannot be so any more."""
        return with_options(books(self.book), dict(self.options), self.limit or None)

    def without(self, names: frozenset[str]) -> MatchPlayed:
        """The same where those who were called so have been erased."""
        return replace(self, names=tuple(ERASED if name in names else name for name in self.names))


AnyEntry = TableListed | TableUnlisted | TableShown | MatchPlayed
_decoder: Final = msgspec.json.Decoder(AnyEntry)


def read_entry(line: bytes) -> AnyEntry:
    entry: AnyEntry = _decoder.decode(line)
    return entry


_LISTS: Final[dict[str, Callable[[TableShown], bool]]] = {
    "watched": lambda shown: shown.watched and shown.here,
    "deserted": lambda shown: shown.watched and not shown.here,
    "room": lambda shown: shown.room,
    "playing": lambda shown: shown.public and shown.playing,
    "waiting": lambda shown: shown.public and not shown.playing,
}
"""Which open tables lists are made of."""


class Newest:
    """Tables, the newest first, however many come and go."""

    def __init__(self) -> None:
        self._sorted: list[tuple[int, str]] = []

    def put(self, table: str, since: int, wanted: bool) -> None:
        place = bisect_left(self._sorted, (-since, table))
        known = place < len(self._sorted) and self._sorted[place] == (-since, table)
        if wanted and not known:
            self._sorted.insert(place, (-since, table))
        elif known and not wanted:
            del self._sorted[place]

    def __len__(self) -> int:
        return len(self._sorted)

    def some(self, first: int, last: int) -> list[str]:
        return [table for _, table in self._sorted[first:last]]


class Directory:
    """The directory in memory, as its stream has it."""

    def __init__(self, store: Store, code_of: Callable[[str], str]) -> None:
        self._store, self._code_of = store, code_of
        self._version = 0
        self._one_at_a_time = asyncio.Lock()
        self._waiting: list[AnyEntry] = []
        self.open: OrderedDict[str, int] = OrderedDict()
        """Open tables, and since when."""
        self.codes: dict[str, str] = {}
        """Open tables by their codes; of two with the same one, the one that was there first."""
        self.shown: dict[str, TableShown] = {}
        """What is known of them."""
        self.playing = 0
        """How many of them have a match on."""
        self.played: dict[tuple[str, int], MatchPlayed] = {}
        self._played_by: dict[str, dict[tuple[str, int], None]] = {}
        """Matches by the people who are or were told to have played them, in the order of `played`."""
        self._of: dict[str, dict[str, None]] = {}
        """Tables by the people who have come to them or opened them."""
        self._inviting: dict[str, dict[str, None]] = {}
        """Tables by the people whom they wait for."""
        self._lists: dict[str, Newest] = {name: Newest() for name in _LISTS}

    async def load(self) -> None:
        """Read what is new."""
        for stored in await self._store.read(STREAM, self._version):
            if stored.version == self._version + 1:
                self._version = stored.version
                self._take(read_entry(stored.event))

    async def renew(self) -> None:
        """Read all of it anew: something was rewritten."""
        async with self._one_at_a_time:
            for stored in await self._store.read(STREAM):
                entry = read_entry(stored.event)
                if isinstance(entry, MatchPlayed):
                    self._take(entry)

    async def add(self, *entries: AnyEntry) -> None:
        """Keep some entries; one that is known already is not kept twice. Two at once would only be in each other's
        way: the entries of all who wait for their turn are kept together."""
        self._waiting.extend(entries)
        async with self._one_at_a_time:
            try:
                while self._waiting:
                    await self._keep_what_waits()
            except StoreError:  # whoever is next tries for all others
                self._waiting = [entry for entry in self._waiting if entry not in entries]
                raise

    async def _keep_what_waits(self) -> None:
        taken = len(self._waiting)
        listed = {entry.table for entry in self._waiting if isinstance(entry, TableListed)}
        new = [entry for entry in dict.fromkeys(self._waiting) if self._is_new(entry, listed)]
        if new:
            try:
                kept = await self._store.append(STREAM, self._version, [msgspec.json.encode(entry) for entry in new])
            except Conflict:
                await self.load()
                return
            if kept.since == self._version:
                self._version = kept.version
                for entry in new:
                    self._take(entry)
        del self._waiting[:taken]

    # --- what lists show

    @property
    def watched(self) -> int:
        """How many tables there are to look on at."""
        return len(self._lists["watched"]) + len(self._lists["deserted"])

    @property
    def with_room(self) -> int:
        return len(self._lists["room"])

    def to_watch(self, first: int, last: int) -> list[str]:
        """Some of the public tables with a match, those that nobody has left first, the newest first."""
        return self._some(first, last, "watched", "deserted")

    def to_sit_down(self, most: int) -> list[str]:
        return self._some(0, most, "room")

    def public(self, most: int) -> list[str]:
        """Public tables, those with a match first, the newest first."""
        return self._some(0, most, "playing", "waiting")

    def _some(self, first: int, last: int, *names: str) -> list[str]:
        """A part of these lists one after the other."""
        tables: list[str] = []
        for name in names:
            tables += self._lists[name].some(max(0, first), max(0, last))
            first, last = first - len(self._lists[name]), last - len(self._lists[name])
        return tables

    def tables_of(self, person: str) -> list[str]:
        """Open tables that somebody has come to or opened, the oldest first."""
        return list(self._of.get(person, ()))

    def inviting(self, person: str) -> list[str]:
        """Open tables to which somebody was invited and has not come yet, the newest first."""
        return list(reversed(self._inviting.get(person, {})))

    def hosted_by(self, person: str) -> int:
        return sum(self.shown[table].host == person for table in self.tables_of(person))

    def last_public(self) -> MatchPlayed | None:
        """The last match that anybody may look back at."""
        return next((match for match in reversed(self.played.values()) if match.public), None)

    def stands_still(self, table: str, now: int) -> bool:
        """Whether a table waits for somebody who is away, and for long enough yet."""
        shown = self.shown.get(table)
        return shown is not None and shown.waits_until is not None and shown.waits_until > now

    def longest_waiting(self, host: str | None = None) -> str | None:
        """Of the tables that stand still for somebody who is away, of one host or of all, the one that has for
        longest."""
        shown = self.shown.values() if host is None else [self.shown[table] for table in self.tables_of(host)]
        waiting = [
            (one.waits_until, one.table) for one in shown if one.waits_until is not None and host in (None, one.host)
        ]
        return min(waiting)[1] if waiting else None

    def matches_of(self, person: str) -> list[MatchPlayed]:
        """Somebody's matches, the last first."""
        theirs = (self.played[key] for key in reversed(self._played_by.get(person, {})))
        return [match for match in theirs if person in match.people]  # one that was put right may be theirs no longer

    # --- folding

    def _is_new(self, entry: AnyEntry, listed: set[str]) -> bool:
        """Also what is said of a table that is listed together with it."""
        if isinstance(entry, TableShown) and entry.table not in self.open:
            return entry.table in listed
        return not self._knows(entry)

    def _knows(self, entry: AnyEntry) -> bool:
        match entry:
            case TableListed(table=table):
                return table in self.open
            case TableUnlisted(table=table):
                return table not in self.open
            case TableShown(table=table):
                return table not in self.open or self.shown.get(table) == entry
            case MatchPlayed(table=table, number=number):
                return self.played.get((table, number)) == entry  # one that was put right is another one

    def _take(self, entry: AnyEntry) -> None:
        match entry:
            case TableListed(table=table, at=at):
                self.open[table] = at
                self.codes.setdefault(self._code_of(table), table)
            case TableUnlisted(table=table):
                if (known := self.shown.pop(table, None)) is not None:
                    self._list(known, False)
                self.open.pop(table, None)
                if self.codes.get(code := self._code_of(table)) == table:
                    del self.codes[code]
            case TableShown(table=table):
                if (known := self.shown.get(table)) is not None:
                    self._list(known, False)
                if table in self.open:
                    self.shown[table] = entry
                    self._list(entry, True)
            case MatchPlayed():
                self.played[entry.table, entry.number] = entry
                for person in entry.people:
                    self._played_by.setdefault(person, {})[entry.table, entry.number] = None

    def _list(self, entry: TableShown, wanted: bool) -> None:
        table, since = entry.table, self.open[entry.table]
        self.playing += entry.playing if wanted else -entry.playing
        for name, has in _LISTS.items():
            self._lists[name].put(table, since, wanted and has(entry))
        _index(self._of, {entry.host, *entry.people}, table, wanted)
        _index(self._inviting, set(entry.invited), table, wanted)


def _index(tables: dict[str, dict[str, None]], people: Iterable[str], table: str, wanted: bool) -> None:
    """Put a table under each of these people, or take it away."""
    for person in people:
        theirs = tables.setdefault(person, {})
        if wanted:
            theirs[table] = None
        else:
            theirs.pop(table, None)
            if not theirs:
                del tables[person]


def played_at(table_id: str, stored: list[Stored], books: Books) -> list[MatchPlayed]:
    """Every match of this table that is over; a first hand, or one that somebody set, is no match of anybody's."""
    first = read_event(stored[0].event) if stored else None
    if isinstance(first, TableOpened) and first.settings.alone:
        return []
    past = past_matches((read_event(one.event) for one in stored), books)
    return [_listed(table_id, match) for match in past if match.over]


def _listed(table_id: str, past: PastMatch) -> MatchPlayed:
    match = past.ledger.match
    ended = next(event for event in reversed(past.ledger.effective) if isinstance(event, MatchEnded))
    return MatchPlayed(
        table_id,
        past.number,
        match.law.book,
        match.names,
        match.sides,
        match.score,
        match.winner,
        tuple(player for player in match.players if player),
        past.public,
        ended.at,
        match.players or ("",) * len(match.names),
        past.ledger.events[0].at,
        tuple(_hands(past.ledger.effective)),
        bool(past.hints) or any(isinstance(one, Corrected) and one.why == AGAINST_BOTS for one in past.ledger.events),
        past.abandoned,
        match.law.options,
        match.law.limit or "",
        dealt_by_seat(past.ledger.effective, len(match.names)),
    )


def _hands(events: Iterable[Event]) -> Iterator[HandPlayed]:
    opener = 0
    for event in events:
        match event:
            case TilePlaced(seat=seat, end=None):
                opener = seat
            case HandScored(how=how, side=side):
                yield HandPlayed(opener, how, side)
                opener = 0
