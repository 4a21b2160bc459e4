"""All events of a server: a folder with a file for each."""

from __future__ import annotations

import asyncio
import re
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from shutil import rmtree
from typing import Final

import structlog

from tantera.rules import Book, Books
from tantera.tournament.orders import AnyOrder, Create, Given
from tantera.tournament.state import Round, TournamentState
from tantera.tournament_file import SUFFIX, free_name, open_tournament, take_over
from tantera.web.access.newcomers import Ask
from tantera.web.background import guarded
from tantera.web.problems import NotFound
from tantera.web.tournaments.live import LiveTournament, machine_time, new_salt
from tantera.web.uploads import LEFT_BEHIND
from tantera.words import Problem

_LONGEST: Final = 40
LOOKS_EVERY: Final = 2.0
"""Seconds."""

log = structlog.get_logger()


class Tournaments:
    """Tournaments by their id, which is the name of their file."""

    def __init__(self, folder: Path, books: Books) -> None:
        self.folder, self._books = folder, books
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="events")
        self.copying = ThreadPoolExecutor(1, thread_name_prefix="copies")
        """A stick may take half a minute: nobody waits for it."""
        self.all: dict[str, LiveTournament] = {}
        self._opening: set[Path] = set()
        self._looked: dict[Path, int] = {}
        """When each file had changed, as we last saw it: one that somebody still writes is looked at again."""
        self.unread: dict[str, Problem] = {}
        """Files that cannot be read, by their names, and why. They stay where they are."""
        self.on_open: Callable[[LiveTournament], None] = lambda event: None
        """Told of every tournament that comes while the server runs."""

    async def load(self) -> None:
        """Open every file of the folder. One that cannot be opened stays where it is, and the log says so."""
        for left in self.folder.glob(f"{LEFT_BEHIND}*"):
            rmtree(left, ignore_errors=True)
        await self.look()

    def find(self, name: str) -> LiveTournament:
        found = self.all.get(name)
        if found is None:
            raise NotFound
        return found

    def books(self) -> list[Book]:
        """A club's own books that tournaments brought along: who plays by one reads it here, uploaded or not."""
        return [tournament.state.own_book for tournament in self.all.values() if tournament.state.own_book is not None]

    async def create(self, order: Create, by: str) -> LiveTournament:
        """A new tournament in a file of its own; a refusal leaves no file behind."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = free_name(self.folder, slug(order.name))
        return await self._open(path, [order], by)

    async def adopt(self, source: Path, name: str) -> LiveTournament:
        """Take over a tournament from another machine's file; `take_over` says what becomes of one that is here
        already."""

        def taken() -> Path:
            open_tournament(source, self._books, machine_time).close()  # whole, and of this version
            return take_over(source, self.folder, slug(name), new_salt)

        path = await asyncio.get_running_loop().run_in_executor(self._thread, taken)
        known = self.all.get(path.stem)
        if known is None:
            return await self._open(path)
        await known.refresh()
        return known

    async def look(self) -> None:
        """Open what another program has put into the folder, and read what it has written into a file that is open:
        `tantera restore`, `tantera tournament`."""
        there = sorted(self.folder.glob(f"*{SUFFIX}"))
        for gone in set(self.unread) - {path.name for path in there}:
            del self.unread[gone]
        for path in there:
            try:
                changed = path.stat().st_mtime_ns
            except OSError:  # it went while we looked
                continue
            if path in self._opening or self._looked.get(path) == changed:
                continue
            self._looked[path] = changed
            try:
                if (known := self.all.get(path.stem)) is not None:
                    await known.refresh()
                else:
                    await self._open(path)
                    log.info("event_found", file=path.name)
                self.unread.pop(path.name, None)
            except Problem as problem:
                self.unread[path.name] = problem
                log.warning("event_not_opened", file=path.name, code=problem.code)

    def _copy(self, work: Callable[[], object]) -> None:
        self.copying.submit(guarded("copies", work))

    def let_go(self) -> None:
        """Whoever waits for news is answered: the server stops."""
        for tournament in self.all.values():
            tournament.let_go()

    async def close(self) -> None:
        for tournament in self.all.values():
            await asyncio.get_running_loop().run_in_executor(self._thread, tournament.file.close)
        self._thread.shutdown()
        await asyncio.to_thread(self.copying.shutdown)

    async def _open(self, path: Path, first: list[AnyOrder] | None = None, by: str = "director") -> LiveTournament:
        def opened() -> LiveTournament:
            file = open_tournament(
                path,
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
                return LiveTournament(path.stem, file, self._thread)
            except Problem:
                file.close()
                raise

        self._opening.add(path)
        try:
            tournament = await asyncio.get_running_loop().run_in_executor(self._thread, opened)
            self.all[tournament.id] = tournament
        finally:
            self._opening.discard(path)
        self.on_open(tournament)
        return tournament


def slug(name: str) -> str:
    """A name as part of an address.

    >>> slug("Open de Tarragona · 2026"), slug("¡¡!!")
    ('open-de-tarragona-2026', 'torneo')
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:_LONGEST].strip("-") or "torneo"


def round_of(state: TournamentState, round: int, table: int) -> Round:
    """A published round that has such a table; `NotFound` where there is none."""
    found = next((one for one in state.published if one.number == round), None)
    if found is None or not 1 <= table <= len(found.tables):
        raise NotFound
    return found


def tournament_of(request: Ask, tournament_id: str) -> LiveTournament:
    tournaments: Tournaments = request.app.state.tournaments
    return tournaments.find(tournament_id)
