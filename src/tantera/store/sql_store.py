"""The store on a database: one thread writes, two read."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from tantera.store import rows
from tantera.store.backup import read_backup, write_backup
from tantera.store.engines import FILE, bring_up_to_date, engine_for, prepare_folder, url_of
from tantera.store.interface import Appended, Contents, Head, Listener, Rewritten, State, Stored
from tantera.store.journal import LOG_AND_JOURNAL
from tantera.store.problems import NotRead, NotSaved, StoreError, reason, unopened
from tantera.store.rows import Append, Row
from tantera.store.writer import Writer
from tantera.words import Phrase

LONGEST_NAME: Final = 200
LARGEST_EVENT: Final = 16 * 1024 * 1024

_T = TypeVar("_T")


class SqlStore:
    """A `Store` on SQLite or PostgreSQL. Made by `open_store`."""

    def __init__(self, writing: Engine, reading: Engine, probe_every: float, process: str) -> None:
        self.process = process
        self.hears: list[Listener] = []
        self._writing, self._reading = writing, reading
        self._readers = ThreadPoolExecutor(2, thread_name_prefix="tantera-store-reader")
        self._writer = Writer(writing, probe_every)
        self._tables = LOG_AND_JOURNAL if writing.dialect.name == "sqlite" else rows.LOG

    @property
    def state(self) -> State:
        return self._writer.state

    async def append(self, stream: str, expected: int, events: Sequence[bytes], order: str | None = None) -> Appended:
        append = Append(stream, expected, events, order)
        _check(append)
        return await self._writer.append(append)

    async def rewrite(self, changed: Sequence[Rewritten]) -> None:
        await self._writer.rewrite(changed)

    async def try_to_write(self) -> State:
        return await self._writer.try_to_write()

    async def read(self, stream: str, since: int = 0) -> list[Stored]:
        return await self._with_reader(lambda connection: rows.read(connection, stream, since, self._tables))

    async def streams(self, prefix: str = "") -> list[Head]:
        return await self._with_reader(lambda connection: rows.heads(connection, prefix, self._tables))

    async def heads(self, streams: Sequence[str]) -> list[Head]:
        if not streams:
            return []
        return await self._with_reader(lambda connection: rows.heads_of(connection, streams, self._tables))

    async def backup(self, path: Path, beside: Iterable[Row] = ()) -> Contents:
        return await self._with_reader(lambda connection: write_backup(connection, path, beside, self._tables))

    async def restore(self, path: Path, aside: Callable[[Row], None] | None = None) -> Contents:
        def fill() -> Contents:
            try:
                with self._writing.begin() as connection:
                    return read_backup(connection, path, aside)
            except SQLAlchemyError as error:
                raise NotSaved(reason(error)) from error

        await self._writer.settle()
        return await asyncio.get_running_loop().run_in_executor(self._readers, fill)

    async def close(self) -> None:
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        self._writer.close()
        self._readers.shutdown()
        self._reading.dispose()
        self._writing.dispose()

    async def _with_reader(self, ask: Callable[[Connection], _T]) -> _T:
        def read() -> _T:
            try:
                with self._reading.connect() as connection:
                    return ask(connection)
            except SQLAlchemyError as error:
                raise NotRead(reason(error)) from error

        return await asyncio.get_running_loop().run_in_executor(self._readers, read)


def open_store(where: Path | str, *, create: bool = True, probe_every: float = 1.0, process: str = "") -> SqlStore:
    """The store in a data folder (SQLite) or at an address (PostgreSQL), brought up to date.

    A folder that is not there is made, unless `create` is off. `process` is the name under which others hear of what is
    written here, one that nobody else has. Raises `StoreError` when the store cannot be opened or
    was written by a newer Tantera.
    """
    url = url_of(where)
    name = str(where) if isinstance(where, Path) else url.render_as_string(hide_password=True)
    if isinstance(where, Path):
        if not create and not (where / FILE).is_file():
            raise StoreError(Phrase("{where}: found no store there, expected a file {file}", where=name, file=FILE))
        try:
            prepare_folder(where)
        except OSError as error:
            raise unopened(name, reason(error)) from error
    writing = engine_for(url, writing=True, process=process)
    bring_up_to_date(writing, name)
    return SqlStore(writing, engine_for(url, writing=False), probe_every, process)


def _check(append: Append) -> None:
    """What would be a fault of the program that appends. One bad append must not fail its whole batch."""
    for name in (append.stream, append.order):
        if name is not None and not (0 < len(name) <= LONGEST_NAME and name.isprintable()):
            raise ValueError(f"found {name!r}, expected 1 to {LONGEST_NAME} printable characters")
    if append.expected < 0:
        raise ValueError(f"found version {append.expected}, expected 0 or more")
    if not append.events:
        raise ValueError("found no events, expected one at least")
    if max(map(len, append.events)) > LARGEST_EVENT:
        raise ValueError(f"found a larger event, expected {LARGEST_EVENT} bytes at most")
