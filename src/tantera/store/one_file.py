"""A store that is one file and nothing else: what somebody copies, mails and opens on another machine.

The same tables as in a data folder, but with SQLite's rollback journal: between two commits there is no second file
beside it. Calls block; whoever has an event loop runs them in a thread.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from errno import ENOENT
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection, Engine, inspect
from sqlalchemy.exc import SQLAlchemyError

from tantera.store.blocking import BlockingStore
from tantera.store.engines import connect_file, file_engine, sync_folder
from tantera.store.migrate import OF_A_FILE, begin, migrate, up_to_date
from tantera.store.problems import NOT_OURS, StoreError, reason, unopened, unwritten
from tantera.store.schema import STATEMENTS
from tantera.store.whole_files import appearing
from tantera.words import Phrase

_T = TypeVar("_T")


class FileStore(BlockingStore):
    """Streams of events in one file. Made by `open_store_file`.

    Nothing is made on the disk before the first append, and a file that cannot be written can still be read.
    """

    def __init__(self, path: Path) -> None:
        self.path: Path = path
        self.file_name = path.name
        self._reading: Engine | None = None
        self._writing: Engine | None = None

    def copy_to(self, path: Path) -> None:
        try:
            with (
                appearing(path) as unfinished,
                closing(sqlite3.connect(unfinished)) as copy,
                closing(self._opened()) as source,
            ):
                source.backup(copy)
        except (sqlite3.Error, OSError) as error:
            raise unwritten(path, error) from error

    def close(self) -> None:
        for engine in (self._reading, self._writing):
            if engine is not None:
                engine.dispose()
        self._reading = self._writing = None

    def again(self) -> FileStore:
        return open_store_file(self.path)

    def _is_new(self) -> bool:
        """Nothing there, or a file without a byte in it."""
        try:
            return self.path.stat().st_size == 0
        except FileNotFoundError:
            return True
        except OSError as error:
            raise unopened(self.path, reason(error)) from error

    def _ask(self, ask: Callable[[Connection], _T], nothing: _T) -> _T:
        return nothing if self._is_new() else self._read(ask)

    def _read(self, ask: Callable[[Connection], _T]) -> _T:
        try:
            with self._reader().connect() as connection:
                return ask(connection)
        except SQLAlchemyError as error:
            raise unopened(self.path, reason(error)) from error

    def _reader(self) -> Engine:
        if self._reading is None:
            self._check()
            self._reading = file_engine(self.path, writing=False)
        return self._reading

    def _writer(self) -> Engine:
        if self._writing is None:
            if self._is_new():
                self._make()
            self._check()
            self._writing = file_engine(self.path, writing=True)
        return self._writing

    def _make(self) -> None:
        try:
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o666))  # a document like any other: umask says who
            sync_folder(self.path.parent)
        except OSError as error:
            raise unopened(self.path, reason(error)) from error

    def _not_written(self) -> None:
        """A file that could not be begun is not left behind without a byte in it."""
        with suppress(OSError):
            if self.path.stat().st_size == 0:
                self.close()
                self.path.unlink()

    def _check(self) -> None:
        """One of ours, of this version: an older one is brought up to date. What is not ours is left alone."""
        reading = file_engine(self.path, writing=False)
        try:
            with reading.connect() as connection:
                self._check_schema(connection)
                if up_to_date(connection):
                    return
            writing = file_engine(self.path, writing=True)
            try:
                with writing.begin() as connection:
                    if inspect(connection).get_table_names():
                        migrate(connection, str(self.path), OF_A_FILE)
                    else:
                        begin(connection)
            finally:
                writing.dispose()
        except SQLAlchemyError as error:
            self._not_written()
            raise unopened(self.path, reason(error)) from error
        finally:
            reading.dispose()

    def _check_schema(self, connection: Connection) -> None:
        """Only what we write ourselves: our tables, and nothing that somebody added to them."""
        made = connection.exec_driver_sql("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL").all()
        names = {name for name, _ in made}
        if names and not names >= {"event", "alembic_version"}:
            raise StoreError(Phrase("{where}: found a database of another program", where=str(self.path)))
        for name, sql in made:
            if " ".join(str(sql).split()) not in STATEMENTS:
                raise StoreError(
                    Phrase(
                        "{where}: found {what} in it, which Tantera does not write, expected an unchanged file",
                        where=str(self.path),
                        what=repr(str(name)[:40]),
                    )
                )

    def check_whole(self) -> None:
        """A `StoreError` unless every page of the file is as SQLite wrote it. It reads all of them."""
        (verdict,) = self._read(lambda connection: connection.exec_driver_sql("PRAGMA quick_check(1)").one())
        if verdict != "ok":
            raise unopened(self.path, NOT_OURS)

    def _opened(self) -> sqlite3.Connection:
        if self._is_new():
            raise unopened(self.path, reason(FileNotFoundError(ENOENT, os.strerror(ENOENT))))
        self._reader()  # looks whether it is one of ours
        return connect_file(self.path)


def open_store_file(path: Path) -> FileStore:
    """The store in this file. Raises `StoreError` where it cannot be opened, is of a newer Tantera, or is no store."""
    store = FileStore(path)
    store.streams()
    return store
