"""All the tables of a server: opening one, finding one by its id or its code, stopping all of them."""

from __future__ import annotations

import asyncio
import hmac
import secrets
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Final, NamedTuple

import structlog

from tantera.play.events import Corrected, Event, MatchEnded
from tantera.play.log import write_event
from tantera.rules import Book, Books, Refusal
from tantera.store import Conflict, NotSaved, Store
from tantera.store.interface import Stored
from tantera.tables import Settings, open_table, read_event, start_table
from tantera.tables import opened as opened_table
from tantera.tables.events import TableClosed, TableOpened
from tantera.web.background import Background, longer
from tantera.web.books.shelf import Shelf
from tantera.web.clock import now
from tantera.web.config import Config
from tantera.web.tables.bots import BotRoom, a_known_bot
from tantera.web.tables.directory import Directory, MatchPlayed, TableListed, TableUnlisted
from tantera.web.tables.live import LiveTable, stream_of
from tantera.web.tables.played import played_at

LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Of codes: none that is taken for another."""
CODE_LENGTH: Final = 4

log = structlog.get_logger()


class RoundTable(NamedTuple):
    """A table of a round."""

    event: str
    round: int
    table: int

    @property
    def address(self) -> str:
        return f"/e/{self.event}/t/{self.round}/{self.table}"


class Reservation(NamedTuple):
    """What a table of a tournament is opened with."""

    book: Book
    host: str
    """The event, as the host: no person has such an id."""
    name: str
    settings: Settings
    reserved: tuple[str, ...]
    """Whose seats they are, by name."""


class Hub:
    def __init__(self, store: Store, secret: bytes, shelf: Shelf, config: Config) -> None:
        self.store, self.shelf, self.config = store, shelf, config
        self.books: Books = shelf.find
        self.directory = Directory(store)
        self.bots = BotRoom()
        self.tables: dict[str, LiveTable] = {}
        self.codes: dict[str, str] = {}
        """Tables by their codes."""
        self.followers: list[Callable[[LiveTable, Event], None]] = []
        """Told of every event of every table, once it is durable."""
        self.places: dict[str, RoundTable] = {}
        """Where the tables of tournaments stand, by their ids."""
        self._secret = secret
        self._loading: dict[str, asyncio.Task[LiveTable | None]] = {}
        self._background = Background("tables")
        self._stopped = False

    # --- opening and finding

    async def open(self, book: Book, host: str, name: str, settings: Settings) -> LiveTable:
        """A new table. Its code follows from its id and the server's secret, so that it need not be kept."""
        a_known_bot(settings.bot)
        hosted = [table for table in self.tables.values() if table.state.host == host and table.state.closed is None]
        if len(hosted) >= self.config.limits.tables_a_person:
            raise Refusal(
                "",
                "you have {found} open tables, at most {most} are allowed",
                found=len(hosted),
                most=self.config.limits.tables_a_person,
            )
        if len(self.directory.open) >= self.config.limits.tables:
            raise Refusal("", "the server has no room for another table")
        await self.shelf.keep(book)
        table_id = self._fresh_id()
        code = self.code_of(table_id)
        first = open_table(book, host, name, settings, code, secrets.token_hex(8), now())
        await self.store.append(stream_of(table_id), 0, [write_event(first)])
        await self.directory.add(TableListed(table_id, first.at))
        table = LiveTable(table_id, start_table(book, first), self.store, self.bots, self.config.bot_pause)
        return self._keep(table)

    async def reserve(self, about: str, place: RoundTable, opening: Reservation | None) -> LiveTable | None:
        """The table of a tournament, opened once however often one asks: its id follows from what it is `about`. None
        where it has been closed since; and where there is none and none is to be opened."""
        table_id = self.reserved_id(about)
        self.places[table_id] = place
        if (table := await self.find(table_id)) is None:
            stored = await self.store.read(stream_of(table_id))
            if not stored and opening is None:
                return None
            if not stored and opening is not None:
                await self._open_reserved(table_id, opening)
            elif opened_table(map(read_event, (one.event for one in stored)), self.books_of(stored)).closed is None:
                await self.directory.add(TableListed(table_id, now()))  # the server went away before it was listed
            else:
                return None
            table = await self.find(table_id)
        return table if table is not None and table.state.closed is None else None

    def reserved_id(self, about: str) -> str:
        digest = hmac.digest(self._secret, b"tantera reserved 1\0" + about.encode(), "sha256")
        return "".join(LETTERS[byte % 32] for byte in digest[:12]).lower()

    async def _open_reserved(self, table_id: str, opening: Reservation) -> None:
        if len(self.directory.open) >= self.config.limits.tables:
            raise Refusal("", "the server has no room for another table")
        await self.shelf.keep(opening.book)
        first = open_table(
            opening.book, opening.host, opening.name, opening.settings, at=now(), reserved=opening.reserved
        )
        with suppress(Conflict):  # somebody else was first: it is open
            await self.store.append(stream_of(table_id), 0, [write_event(first)])
        await self.directory.add(TableListed(table_id, first.at))

    async def find(self, table_id: str) -> LiveTable | None:
        """A table by its id: one that is open, or has been closed since."""
        if (table := self.tables.get(table_id)) is not None:
            return table
        if table_id not in self.directory.open:
            return None
        if (task := self._loading.get(table_id)) is None:
            task = self._loading[table_id] = self._background.start(self._load(table_id))
        try:
            return await task
        finally:
            self._loading.pop(table_id, None)

    async def find_by_code(self, code: str) -> LiveTable | None:
        typed = "".join(letter for letter in code.upper() if letter in LETTERS)
        table_id = self.codes.get(typed)
        return None if table_id is None else await self.find(table_id)

    def code_of(self, table_id: str) -> str:
        digest = hmac.digest(self._secret, b"tantera code 1\0" + table_id.encode(), "sha256")
        return "".join(LETTERS[byte % 32] for byte in digest[:CODE_LENGTH])

    def public_tables(self) -> list[LiveTable]:
        """Tables that anybody may look at, those with a match first, the newest first."""
        shown = [table for table in self.tables.values() if table.state.settings.public and table.state.closed is None]
        return sorted(shown, key=lambda table: (table.state.in_play is None, -self.directory.open.get(table.id, 0)))

    def tables_of(self, person: str) -> list[LiveTable]:
        """Open tables where somebody has a seat or is the host."""
        return [
            table
            for table in self.tables.values()
            if table.state.closed is None and table.state.guest(person) is not None
        ]

    async def renew(self, tables: Iterable[str]) -> None:
        """Streams of these tables, and the directory, were rewritten: nothing keeps what they said before."""
        await self.directory.renew()
        for table_id in tables:
            if (table := self.tables.get(table_id)) is not None:
                await table.renew(self.books_of)

    # --- the server comes and goes

    async def start(self) -> None:
        """Read the directory; open tables wake up in the background, so that the first page need not wait."""
        await self.directory.load()
        for table_id in self.directory.open:
            self.codes[self.code_of(table_id)] = table_id
        self._background.start(self._wake_all())

    async def _wake_all(self) -> None:
        for table_id in tuple(self.directory.open):
            try:
                await self.find(table_id)
            except Exception:  # one that cannot be read keeps no other from waking; its task says why
                log.error("table_cannot_be_opened", table=table_id)
            await asyncio.sleep(0)

    async def stop(self, stopping: Callable[[str], bytes]) -> None:
        """Every table is told and stands still. Whoever stops the server calls it while sockets are open."""
        if self._stopped:
            return
        self._stopped = True
        self._background.stop()
        await asyncio.gather(*(table.stop(stopping) for table in self.tables.values()))
        self.bots.close()

    # --- keeping

    async def _load(self, table_id: str) -> LiveTable | None:
        stored = await self.store.read(stream_of(table_id))
        if not stored:
            return None
        books = self.books_of(stored)
        table = await LiveTable.loaded(table_id, stored, self.store, self.bots, self.config.bot_pause, books)
        self._keep(table)
        if table.state.match is not None and table.state.in_play is None:
            self._background.start(self._played(table_id))  # the server may have gone away just then
        if table.state.closed is None:
            await table.wake()
        else:
            self._forget(table)
        return table

    def books_of(self, stored: list[Stored]) -> Books:
        """Where the stream of a table finds its book: in the edition that it was opened with, however old."""
        first = read_event(stored[0].event)
        return self.shelf.under(first.law) if isinstance(first, TableOpened) else self.books

    def _keep(self, table: LiveTable) -> LiveTable:
        self.tables[table.id] = table
        if table.state.reserved:
            self.codes.pop(self.code_of(table.id), None)  # nobody comes to it by a code
        else:
            self.codes[self.code_of(table.id)] = table.id
        table.on_event = self._on_event
        return table

    def _on_event(self, table: LiveTable, event: Event) -> None:
        match event:
            case MatchEnded():
                self._background.start(self._played(table.id))
            case Corrected() if table.state.in_play is None:
                self._background.start(self._played(table.id))
            case TableClosed():
                self._forget(table)
        for follower in self.followers:
            follower(table, event)

    async def _played(self, table_id: str) -> None:
        stored = await self.store.read(stream_of(table_id))
        for entry in await asyncio.to_thread(played_at, table_id, stored, self.books_of(stored)):
            await self._list(entry)

    def _forget(self, table: LiveTable) -> None:
        self.tables.pop(table.id, None)
        self.codes.pop(self.code_of(table.id), None)
        self._background.start(self._list(TableUnlisted(table.id, table.state.at)))

    async def _list(self, entry: TableUnlisted | MatchPlayed) -> None:
        failures = 0
        while True:
            try:
                return await self.directory.add(entry)
            except NotSaved:
                failures += 1
                await asyncio.sleep(longer(1, failures))

    def _fresh_id(self) -> str:
        """An id whose code no open table has."""
        while True:
            table_id = "".join(secrets.choice(LETTERS) for _ in range(12)).lower()
            if self.code_of(table_id) not in self.codes:
                return table_id
