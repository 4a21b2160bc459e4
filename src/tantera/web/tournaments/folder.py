"""All tournaments of a server."""

from __future__ import annotations

import asyncio
import re
import unicodedata
from collections.abc import Callable, Collection, Hashable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from shutil import rmtree
from typing import Any, Final, TypeVar

import structlog

from tantera.rules import Book, Books
from tantera.store import BlockingStore, Head, NotRead
from tantera.tournament.orders import AnyOrder, Create, Given
from tantera.tournament.state import Round, TournamentState
from tantera.tournament_file import PREFIX, SUFFIX, KeptTournaments, open_tournament, take_over
from tantera.web.access.visitors import Ask
from tantera.web.background import Background, guarded
from tantera.web.problems import NotFound
from tantera.web.tournaments.live import LiveTournament, machine_time, new_salt
from tantera.web.uploads import LEFT_BEHIND
from tantera.words import Problem

_LONGEST: Final = 40
LOOKS_EVERY: Final = 1.0
"""Seconds in which whatever another process has written is seen here."""

_T = TypeVar("_T")

log = structlog.get_logger()


class Tournaments:
    """Tournaments by their id."""

    def __init__(self, kept: KeptTournaments, books: Books, files: Path | None = None) -> None:
        """`files` is where an earlier Tantera kept them beside a database."""
        self._kept, self._books, self._files = kept, books, files
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="events")
        self.copying = ThreadPoolExecutor(1, thread_name_prefix="copies")
        """A stick may take half a minute: nobody waits for it."""
        self.all: dict[str, LiveTournament] = {}
        self._background = Background("events")
        self._looking = asyncio.Lock()
        """Held by whoever looks for tournaments or brings one: none is opened twice."""
        self._asked = self._answered = 0
        """How often somebody wanted to look, and how many of these a look has served that began later."""
        self._looked: dict[str, Hashable] = {}
        """How far each had come, as we last saw it: one that somebody still writes is looked at again."""
        self.unread: dict[str, tuple[BlockingStore, Problem]] = {}
        """Those that cannot be read, and why. They stay where they are."""
        self.on_open: Callable[[LiveTournament], None] = lambda event: None
        """Told of every tournament that comes while the server runs."""
        self.on_published: Callable[[LiveTournament], None] = lambda event: None
        """Told of every round that is published in this process."""

    async def load(self) -> None:
        """Open all there are. One that cannot be opened stays where it is, and the log says so."""
        if self._kept.folder is not None:
            for left in self._kept.folder.glob(f"{LEFT_BEHIND}*"):
                rmtree(left, ignore_errors=True)
        await self.look()

    async def find(self, name: str) -> LiveTournament:
        if name not in self.all:
            await self.look()  # perhaps another process has just created it
        tournament = self.all.get(name)
        if tournament is None:
            raise NotFound
        return tournament

    def left_behind(self) -> list[Path]:
        """Files of this machine that nobody has taken over into the database."""
        found = [] if self._files is None else sorted(self._files.glob(f"*{SUFFIX}"))
        return [path for path in found if slug(path.stem) not in self.all]

    def books(self) -> list[Book]:
        """A club's own books that tournaments brought along: who plays by one reads it here, uploaded or not."""
        return [tournament.state.own_book for tournament in self.all.values() if tournament.state.own_book is not None]

    async def create(self, order: Create, by: str) -> LiveTournament:
        """A new tournament; a refusal leaves nothing behind."""
        async with self._looking:
            while True:
                name = await self._in_thread(self._kept.free, slug(order.name))
                try:
                    return await self._open(name, [order], by)
                except Problem as problem:
                    if problem.code != "already_created":  # by another process, in this very moment
                        raise

    async def adopt(self, source: Path, name: str) -> LiveTournament:
        """Take over a tournament from another machine's file; `take_over` says what becomes of one that is here
        already."""

        def taken() -> str:
            open_tournament(source, self._books, machine_time).close()  # whole, and of this version
            return take_over(source, self._kept, slug(name), new_salt)

        async with self._looking:
            taken_as = await self._in_thread(taken)
            known = self.all.get(taken_as)
            if known is None:
                return await self._open(taken_as)
        await known.refresh()
        return known

    def folder(self) -> Path | None:
        """A folder of this server for a file that somebody sends; None: it has none of its own."""
        if self._kept.folder is not None:
            self._kept.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return self._kept.folder

    async def look(self) -> None:
        """Open what others have put there, and read what they have written: other processes on the same database,
        `tantera restore`, `tantera tournament`."""
        self._asked = asked = self._asked + 1
        async with self._looking:
            if self._answered < asked:  # else somebody has looked while this waited
                self._answered = self._asked
                await self._look(await self._in_thread(self._kept.heads))

    def heard(self, heads: Sequence[Head] | None) -> None:
        """Somebody has written to these streams; None: perhaps to any."""
        if heads is None or any(head.stream.startswith(PREFIX) for head in heads):
            self._background.start(self.look())

    async def _look(self, heads: dict[str, Hashable]) -> None:
        for gone in self.unread.keys() - heads.keys():
            del self.unread[gone]
        for name, head in heads.items():
            if self._looked.get(name) == head:
                continue
            try:
                if (known := self.all.get(name)) is not None:
                    await known.refresh()
                else:
                    await self._open(name)
                    log.info("event_found", file=self._kept.store(name).file_name)
                self.unread.pop(name, None)
            except NotRead:
                raise  # the database, not the tournament: it is asked again
            except Problem as problem:
                self.unread[name] = self._kept.store(name), problem
                log.warning("event_not_opened", file=self._kept.store(name).file_name, code=problem.code)
            self._looked[name] = head

    def let_go(self) -> None:
        """Whoever waits for news is answered: the server stops."""
        for tournament in self.all.values():
            tournament.let_go()

    async def close(self) -> None:
        self._background.stop()
        for tournament in self.all.values():
            await self._in_thread(tournament.file.close)
        self._thread.shutdown()
        await asyncio.to_thread(self.copying.shutdown)
        self._kept.close()

    async def _open(self, name: str, first: list[AnyOrder] | None = None, by: str = "director") -> LiveTournament:
        def opened() -> LiveTournament:
            file = open_tournament(
                self._kept.store(name),
                self._books,
                machine_time,
                new=first is not None,
                carry_out=lambda work: self.copying.submit(guarded("copies", work)),
                salts=new_salt,
            )
            try:
                for answer in file.apply_all([Given(order, by) for order in first or ()]):
                    if isinstance(answer, Problem):
                        raise answer
                return LiveTournament(name, file, self._thread)
            except Problem:
                file.close()
                raise

        tournament = await self._in_thread(opened)
        self.all[tournament.id] = tournament
        tournament.on_published = lambda event: self.on_published(event)
        self.on_open(tournament)
        return tournament

    async def _in_thread(self, work: Callable[..., _T], *args: Any) -> _T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *args)


def slug(name: str) -> str:
    """A name as part of an address.

    >>> slug("Open de Tarragona · 2026"), slug("¡¡!!")
    ('open-de-tarragona-2026', 'torneo')
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:_LONGEST].strip("-") or "torneo"


def free_slug(name: str, taken: Collection[str]) -> str:
    """The same, told apart from those that there are.

    >>> free_slug("Liga", {"liga"})
    'liga-2'
    """
    names = (slug(name), *(f"{slug(name)}-{number}" for number in range(2, len(taken) + 2)))
    return next(one for one in names if one not in taken)


def round_of(state: TournamentState, round: int, table: int) -> Round:
    """A published round that has such a table; `NotFound` where there is none."""
    of_number = next((one for one in state.published if one.number == round), None)
    if of_number is None or not 1 <= table <= len(of_number.tables):
        raise NotFound
    return of_number


async def tournament_of(request: Ask, tournament_id: str) -> LiveTournament:
    tournaments: Tournaments = request.app.state.tournaments
    return await tournaments.find(tournament_id)
