"""All events of a server: a folder with a file for each."""

from __future__ import annotations

import asyncio
import re
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

import structlog

from tantera.event_file import open_event
from tantera.rules import Books
from tantera.tournament.orders import AnyOrder, Create, Given
from tantera.web.desk.live import LiveEvent, machine_time
from tantera.web.problems import NotFound
from tantera.words import Problem

SUFFIX: Final = ".tantera"
_LONGEST: Final = 40

log = structlog.get_logger()


class Events:
    """Events by their id, which is the name of their file."""

    def __init__(self, folder: Path, books: Books) -> None:
        self.folder, self._books = folder, books
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="events")
        self.all: dict[str, LiveEvent] = {}
        self.on_open: Callable[[LiveEvent], None] = lambda event: None
        """Told of every event that comes while the server runs."""

    async def load(self) -> None:
        """Open every file of the folder. One that cannot be opened stays where it is, and the log says so."""
        for path in sorted(self.folder.glob(f"*{SUFFIX}")):
            try:
                await self._open(path)
            except Problem as problem:
                log.warning("event_not_opened", file=path.name, code=problem.code)

    def find(self, name: str) -> LiveEvent:
        found = self.all.get(name)
        if found is None:
            raise NotFound
        return found

    async def create(self, order: Create, by: str) -> LiveEvent:
        """A new event in a file of its own; a refusal leaves no file behind."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = self._free(slug(order.name))
        return await self._open(path, [order], by)

    async def adopt(self, source: Path, name: str) -> LiveEvent:
        """Take over an event from another machine's file: a copy of it becomes ours."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = self._free(slug(name))

        def copy() -> None:
            event = open_event(source, self._books, machine_time)
            try:
                event.store.copy_to(path)
            finally:
                event.close()

        await asyncio.get_running_loop().run_in_executor(self._thread, copy)
        return await self._open(path)

    def let_go(self) -> None:
        """Whoever waits for news is answered: the server stops."""
        for event in self.all.values():
            event.let_go()

    async def close(self) -> None:
        for event in self.all.values():
            await asyncio.get_running_loop().run_in_executor(self._thread, event.file.close)
        self._thread.shutdown()

    async def _open(self, path: Path, first: list[AnyOrder] | None = None, by: str = "director") -> LiveEvent:
        def opened() -> LiveEvent:
            file = open_event(path, self._books, machine_time, new=first is not None)
            try:
                for answer in file.apply_all([Given(order, by) for order in first or ()]):
                    if isinstance(answer, Problem):
                        raise answer
                return LiveEvent(path.stem, file, self._thread)
            except Problem:
                file.close()
                raise

        event = await asyncio.get_running_loop().run_in_executor(self._thread, opened)
        self.all[event.id] = event
        self.on_open(event)
        return event

    def _free(self, name: str) -> Path:
        """A name that no file has."""
        number = 1
        while True:
            path = self.folder / f"{name}{'' if number == 1 else f'-{number}'}{SUFFIX}"
            if not path.exists():
                return path
            number += 1


def slug(name: str) -> str:
    """A name as part of an address.

    >>> slug("Open de Tarragona · 2026"), slug("¡¡!!")
    ('open-de-tarragona-2026', 'torneo')
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:_LONGEST].strip("-") or "torneo"
