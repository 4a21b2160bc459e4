"""All the tables of a server: opening one, finding one by its id or its code, stopping all of them."""

from __future__ import annotations

import asyncio
import hmac
import secrets
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from time import monotonic
from typing import Final, NamedTuple

import structlog

from tantera.play.actors import DIRECTOR
from tantera.play.events import Corrected, Event, MatchEnded
from tantera.play.log import write_event
from tantera.rules import Book, Books, Refusal
from tantera.store import Conflict, Head, NotSaved, Store, Stored, StoreError
from tantera.store.company import BEAT, POLL, Alone, Company, Taken
from tantera.tables import Settings, TableState, next_time, open_table, read_event, start_table
from tantera.tables import opened as opened_table
from tantera.tables.events import TableClosed, TableOpened
from tantera.tables.orders import CloseTable
from tantera.web.background import Background, for_ever, longer
from tantera.web.books.shelf import Shelf
from tantera.web.clock import now
from tantera.web.config import Config
from tantera.web.letters import drawn, lettered, typed_letters
from tantera.web.tables.bots import BotRoom, a_bot_that_plays
from tantera.web.tables.directory import STREAM as DIRECTORY
from tantera.web.tables.directory import Directory, MatchPlayed, TableListed, TableShown, TableUnlisted, played_at
from tantera.web.tables.live import PREFIX, LiveTable, stream_of

CODE_LENGTH: Final = 4
SWEEP: Final = 20.0
"""Seconds between two looks at tables that are asleep, and at those that could be."""
REST: Final = 60.0
"""Seconds after which a table that nobody asks for goes to rest, unless something is owed there within as many more."""
A_FEW: Final = 20
_STEPS: Final = 60
_STEP: Final = 0.2
"""In so many steps, and seconds between two of them, tables are handed over when a server stops and others go on."""
_BREATH: Final = 4
"""Times as long as it took to wake a table is waited before the next that nobody has come to: people go first."""

_chance: Final = secrets.SystemRandom()

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
    same_deals: bool = False
    """Whether its director deals."""


class AtRest(NamedTuple):
    """What is remembered of a table that is kept here and is not in memory."""

    version: int
    owed_at: int | None
    """When it has to be looked at again."""


class Hub:
    def __init__(
        self, store: Store, secret: bytes, shelf: Shelf, config: Config, company: Company | None = None
    ) -> None:
        self.store, self.shelf, self.config = store, shelf, config
        self.company: Company = company or Alone()
        self.books: Books = shelf.find
        self.directory = Directory(store, self.code_of)
        self.bots = BotRoom()
        self.tables: dict[str, LiveTable] = {}
        """Those that are awake in this process."""
        self.resting: dict[str, AtRest] = {}
        """Those that this process keeps and nobody is at: one wakes when somebody comes, when another process has
        written there, and before something is owed."""
        self.followers: list[Callable[[LiveTable, Event], None]] = []
        """Told of every event of every table, once it is durable."""
        self.places: dict[str, RoundTable] = {}
        """Where the tables of tournaments stand, by their ids."""
        self._secret = secret
        self._loading: dict[str, asyncio.Task[LiveTable | None]] = {}
        self._taken: dict[str, Taken] = {}
        """Streams of processes that died, which are ours now."""
        self._closed: set[str] = set()
        """Tables that are closed, and in the directory for another moment."""
        self._unkept: set[LiveTable] = set()
        """Of which it is not known yet whether another process keeps them."""
        self._trying: set[LiveTable] = set()
        """Those of them that are being asked about."""
        self.background = Background("tables")
        self.stopped = False

    # --- opening and finding

    async def open(self, book: Book, host: str, name: str, settings: Settings) -> LiveTable:
        """A new table. Its code follows from its id and the server's secret, so that it need not be kept."""
        a_bot_that_plays(settings.bot)
        hosted, most = self.directory.hosted_by(host), self.config.limits.tables_a_person
        if hosted >= most and not await self._makes_room(host):
            raise Refusal("", "you have {found} open tables, at most {most} are allowed", found=hosted, most=most)
        if len(self.directory.open) >= self.config.limits.tables and not await self._makes_room():
            raise Refusal("", "the server has no room for another table")
        await self.shelf.keep(book)
        table_id = self._fresh_id()
        code = self.code_of(table_id)
        first = open_table(book, host, name, settings, code, secrets.token_hex(8), now())
        await self.store.append(stream_of(table_id), 0, [write_event(first)])
        state = start_table(book, first)
        await self.directory.add(TableListed(table_id, first.at), shown(table_id, state))
        table = LiveTable(table_id, state, self.store, self.bots, self.config.bot_pause, self.company)
        self._put(table)
        await self._try_to_keep(table)
        return table

    async def _makes_room(self, host: str | None = None) -> bool:
        """Whether a table could be closed that stands still, of one host or of all: the one that has for longest."""
        waiting = self.directory.longest_waiting(host)
        table = None if waiting is None else await self.find(waiting)
        if table is None or table.state.pause is None or table.state.pause.why != "away":
            return False
        await table.order(CloseTable("room"), DIRECTOR)
        return True

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
        return lettered(digest[:12]).lower()

    async def _open_reserved(self, table_id: str, opening: Reservation) -> None:
        if len(self.directory.open) >= self.config.limits.tables:
            raise Refusal("", "the server has no room for another table")
        await self.shelf.keep(opening.book)
        first = open_table(
            opening.book,
            opening.host,
            opening.name,
            opening.settings,
            at=now(),
            reserved=opening.reserved,
            same_deals=opening.same_deals,
        )
        with suppress(Conflict):  # somebody else was first: it is open
            await self.store.append(stream_of(table_id), 0, [write_event(first)])
        await self.directory.add(TableListed(table_id, first.at))

    async def find(self, table_id: str) -> LiveTable | None:
        """A table that is open, by its id."""
        if (table := self.tables.get(table_id)) is not None:
            table.asked_at = monotonic()
            return table
        if table_id in self._closed:
            return None
        if table_id not in self.directory.open:
            await self.directory.load()  # another process may have opened it
            if table_id not in self.directory.open:
                return None
        if (task := self._loading.get(table_id)) is None:
            task = self._loading[table_id] = self.background.start(self._load(table_id))
        try:
            return await task
        finally:
            self._loading.pop(table_id, None)

    async def find_as_it_is(self, table_id: str) -> LiveTable | None:
        """The same, for somebody who comes to it: by another process they may have come in, or seen more, just now."""
        table = await self.find(table_id)
        if table is not None and self.company.process:
            with suppress(StoreError):  # as far as it is known here
                await table.look()
        return table

    async def find_by_code(self, code: str) -> LiveTable | None:
        typed = typed_letters(code)
        if typed not in self.directory.codes:
            await self.directory.load()
        table_id = self.directory.codes.get(typed)
        table = None if table_id is None else await self.find(table_id)
        return None if table is None or table.state.reserved else table  # nobody comes to a tournament's by a code

    def code_of(self, table_id: str) -> str:
        digest = hmac.digest(self._secret, b"tantera code 1\0" + table_id.encode(), "sha256")
        return lettered(digest[:CODE_LENGTH])

    async def awake(self, tables: Iterable[str]) -> list[LiveTable]:
        """These tables, as far as they are still open."""
        found = [await self.find(table_id) for table_id in tables]
        return [table for table in found if table is not None]

    async def tables_of(self, person: str) -> list[LiveTable]:
        """Open tables where somebody is known, or which they have opened."""
        return await self.awake(self.directory.tables_of(person))

    async def renew(self, tables: Iterable[str]) -> None:
        """Streams of these tables, and the directory, were rewritten: nothing keeps what they said before."""
        await self.directory.renew()
        for table_id in tables:
            if (table := self.tables.get(table_id)) is not None:
                await table.renew(self.books_of)

    # --- the server comes and goes

    async def start(self) -> None:
        """Read the directory. A table wakes when somebody comes to it, or when something is owed there."""
        await self.directory.load()
        await self.company.begin(self._heard)
        self.background.start(for_ever("company", BEAT, self.beat))
        if self.company.process:
            self.background.start(for_ever("tables", POLL, self._look))
        untold = [table_id for table_id in self.directory.open if table_id not in self.directory.shown]
        self.background.start(self._wake(untold))  # of a server that did not say yet what lists show of them
        self.background.start(for_ever("sleeping tables", SWEEP, self._sweep))
        self.background.start(for_ever("tables at rest", SWEEP, self._rest))

    async def stop(self, stopping: Callable[[str], bytes]) -> None:
        """Other processes go on with every table; where there are none, every table is told and stands still. Whoever
        stops the server calls it while sockets are open."""
        if self.stopped:
            return
        self.stopped = True
        handed_over = await self._hands_over()
        self.background.stop()
        if handed_over:
            for table in self.tables.values():
                table.let_go()
        else:
            await asyncio.gather(*(table.stop(stopping) for table in self.tables.values()))
        await self.company.end()
        self.bots.close()

    async def _hands_over(self) -> bool:
        """A few tables at a time: where everybody came back at once, the last would wait for all the others."""
        try:
            if not await self.company.others():
                return False
            peopled = [table for table in self.tables.values() if table.listeners]
            steps = min(_STEPS, len(peopled))
            for step in range(steps):
                few = peopled[step::steps]
                await self.company.hand_over([table.stream for table in few])
                for table in few:
                    table.let_go()
                    for listener in tuple(table.listeners):
                        listener.send_on()
                await asyncio.sleep(_STEP)
            await self.company.hand_over()
            return True
        except StoreError:  # nobody can be asked: as if alone
            return False

    # --- other processes

    def _heard(self, heads: Sequence[Head] | None) -> None:
        if self.stopped:
            return
        for heard in self.store.hears:
            heard(heads)
        if heads is None:
            self.background.start(self._look())
            return
        for stream, version in heads:
            table_id = stream.removeprefix(PREFIX) if stream.startswith(PREFIX) else ""
            if (table := self.tables.get(table_id)) is not None:
                self.background.start(table.catch_up(version) if version else table.renew(self.books_of))
            elif table_id in self.resting and version > self.resting[table_id].version:
                self.background.start(self._wake([table_id]))
            elif stream == DIRECTORY:
                self.background.start(self.directory.load() if version else self.directory.renew())

    async def _look(self) -> None:
        """Whatever was not heard of: the directory, and every table that is awake or kept here."""
        await self.directory.load()
        for stream, version in await self.store.heads([*map(stream_of, self.tables), *map(stream_of, self.resting)]):
            table_id = stream.removeprefix(PREFIX)
            if (table := self.tables.get(table_id)) is not None:
                await table.catch_up(version)
            elif table_id in self.resting and version > self.resting[table_id].version:
                await self._wake([table_id])

    async def beat(self) -> None:
        """A sign of life; and what was left behind by processes that give none is taken over."""
        try:
            pulse = await self.company.beat()
        except StoreError:  # the database is away, which is said elsewhere
            return
        for stream in pulse.lost:
            self.resting.pop(stream.removeprefix(PREFIX), None)
            if (table := self.tables.get(stream.removeprefix(PREFIX))) is not None:
                table.step_down()
        for taken in pulse.taken:
            self.background.start(self._take_over(taken))
        for stream, person in pulse.away:
            self.background.start(self._away(stream, person))
        for table in tuple(self._unkept):
            self.background.start(self._try_to_keep(table))

    async def _away(self, stream: str, person: str) -> None:
        if (table := await self.find(stream.removeprefix(PREFIX))) is not None:
            await table.is_away(person)

    async def keeper_elsewhere(self, table_id: str) -> str | None:
        """Another process that keeps this table; None where this one does, or none."""
        known = self.tables.get(table_id)
        if self.stopped or (known is not None and known.keeps):
            return None
        try:
            keeper = await self.company.keeper(stream_of(table_id))
        except StoreError:
            return None
        return None if keeper == self.company.process else keeper

    async def _take_over(self, taken: Taken) -> None:
        self._taken[taken.stream] = taken
        table = await self.find(taken.stream.removeprefix(PREFIX))
        if table is not None:
            await self._try_to_keep(table)

    async def _try_to_keep(self, table: LiveTable) -> None:
        """Keep it unless another process does. Where nobody can be asked, or nothing written, it is tried again at the
        next beat."""
        self._unkept.add(table)
        if table in self._trying:
            return
        self._trying.add(table)
        try:
            taken = self._taken.get(table.stream)
            if taken is None or not self.company.holds(taken):
                taken = await self.company.take(table.stream)
            if taken is not None and not table.keeps and table.state.closed is None:
                self._taken[table.stream] = taken
                await table.keep(taken)
            self._taken.pop(table.stream, None)
            self._unkept.discard(table)
        except StoreError:
            pass
        finally:
            self._trying.discard(table)

    async def _sweep(self) -> None:
        """Tables that nobody keeps, after a restart or where a process died, are looked at one after the other: what is
        owed there is done, and it is known when something will be. One that stands still for somebody who is away is
        left alone for as long as it does."""
        asleep = [one for one in self.directory.open if one not in self.tables and one not in self.resting]
        asleep = [one for one in asleep if not self.directory.stands_still(one, now())]
        _chance.shuffle(asleep)  # several processes may be at it
        for first in range(0, len(asleep), A_FEW):
            free = await self.company.free([stream_of(one) for one in asleep[first : first + A_FEW]])
            await self._wake((stream.removeprefix(PREFIX) for stream in free), _BREATH)

    async def _rest(self) -> None:
        """Tables where nobody is and nothing is owed soon leave the memory; where something soon is, they wake."""
        soon = now() + round(1000 * max(REST, 2 * SWEEP))
        for table in tuple(self.tables.values()):
            if table not in self._unkept and table.rests(soon, monotonic() - REST):
                del self.tables[table.id]
                if table.keeps:
                    self.resting[table.id] = AtRest(table.state.version, next_time(table.state))
                table.let_go()
        due = now() + round(2000 * SWEEP)
        await self._wake([one for one, rest in self.resting.items() if rest.owed_at is not None and rest.owed_at < due])

    async def _wake(self, tables: Iterable[str], breath: float = 0) -> None:
        for table_id in tables:
            begun = monotonic()
            try:
                await self.find(table_id)
            except Exception:  # one that cannot be read keeps no other from waking; its task says why
                log.error("table_cannot_be_opened", table=table_id)
            await asyncio.sleep(breath * (monotonic() - begun))

    # --- keeping

    async def _load(self, table_id: str) -> LiveTable | None:
        stored = await self.store.read(stream_of(table_id))
        if not stored:
            return None
        state = opened_table((read_event(one.event) for one in stored), self.books_of(stored))
        table = LiveTable(table_id, state, self.store, self.bots, self.config.bot_pause, self.company)
        table.remember(stored)
        self._put(table)
        if state.match is not None and state.in_play is None:
            self.background.start(self.list_played(table_id))  # the server may have gone away just then
        if state.closed is None:
            await self._try_to_keep(table)
            return table
        self._forget(table)
        return None

    def books_of(self, stored: list[Stored]) -> Books:
        """Where the stream of a table finds its book: in the edition that it was opened with, however old."""
        first = read_event(stored[0].event)
        return self.shelf.under(first.law) if isinstance(first, TableOpened) else self.books

    def _put(self, table: LiveTable) -> None:
        self.tables[table.id] = table
        self.resting.pop(table.id, None)
        table.on_event, table.on_change = self._on_event, self._on_change

    def _on_change(self, table: LiveTable) -> None:
        """Whoever keeps a table says what lists show of it."""
        if table.keeps and table.state.closed is None:
            now_shown = shown(table.id, table.state)
            if self.directory.shown.get(table.id) != now_shown:
                self.background.start(self._list(now_shown))

    def _on_event(self, table: LiveTable, event: Event) -> None:
        match event:
            case MatchEnded():
                self.background.start(self.list_played(table.id))
            case Corrected() if table.state.in_play is None:
                self.background.start(self.list_played(table.id))
            case TableClosed():
                self._forget(table)
        for follower in self.followers:
            follower(table, event)

    async def list_played(self, table_id: str) -> None:
        """Tell the directory of every match of this table that is over."""
        stored = await self.store.read(stream_of(table_id))
        for entry in await asyncio.to_thread(played_at, table_id, stored, self.books_of(stored)):
            await self._list(entry)

    def _forget(self, table: LiveTable) -> None:
        self.tables.pop(table.id, None)
        self._unkept.discard(table)
        self._closed.add(table.id)
        self.company.drop(table.stream)
        self.background.start(self._unlist(table))

    async def _unlist(self, table: LiveTable) -> None:
        await self._list(TableUnlisted(table.id, table.state.at))
        self._closed.discard(table.id)

    async def _list(self, entry: TableUnlisted | TableShown | MatchPlayed) -> None:
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
            table_id = drawn(12).lower()
            if self.code_of(table_id) not in self.directory.codes:
                return table_id


def shown(table_id: str, state: TableState) -> TableShown:
    """What lists say of a table."""
    public, playing = state.settings.public, state.in_play is not None
    free = state.match is None and any(chair.person is None for chair in state.chairs)
    waits = state.pause.until if state.pause is not None and state.pause.why == "away" else None
    return TableShown(
        table=table_id,
        host=state.host,
        people=tuple(guest.person for guest in state.guests),
        playing=playing,
        public=public,
        watched=public and playing and waits is None and state.settings.watching != "nobody",
        room=public and free,
        here=any(map(state.here, state.players)),
        invited=tuple(one for one in state.settings.invited if free and state.guest(one) is None),
        waits_until=waits,
    )
