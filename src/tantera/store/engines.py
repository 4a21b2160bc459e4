"""Connections to SQLite and PostgreSQL, set up so that a commit is durable."""

from __future__ import annotations

import os
import sqlite3
import sys
from pathlib import Path
from typing import Any, Final

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.pool import QueuePool

from tantera.store.migrate import migrate
from tantera.store.problems import StoreError, reason, unopened
from tantera.words import Phrase
from tantera.words.extras import needs

FILE: Final = "tantera.sqlite"
"""The store in a data folder."""

PATIENCE: Final = 5
"""Seconds that SQLite waits for another program, such as a restore, to finish writing."""

_CHECKPOINT: Final = 8000
"""Pages in the write-ahead log before they go into the database file: 32 MB. The last pages of a few hundred streams
are written again and again: with SQLite's own 1000 there are a sixth more waits for the disk."""


_STATEMENTS: Final = 256
"""Of SQLite's that are kept ready: an append of each size is one."""


def url_of(where: Path | str) -> URL:
    """A data folder, or the address of a database as ``DATABASE_URL`` has it."""
    if isinstance(where, Path):
        return URL.create("sqlite", database=str(where / FILE))
    try:
        url = make_url(where)
    except ArgumentError:
        url = None
    if url is None or url.get_backend_name() not in ("postgresql", "postgres"):
        # The address may hold a password: it is not repeated.
        raise StoreError(
            Phrase("found an address of another kind, expected {example}", example="postgresql://name@host/database")
        )
    needs("postgres")
    return url.set(drivername="postgresql+psycopg")


def engine_for(url: URL, *, writing: bool, process: str = "") -> Engine:
    """`process` is under what name it is said what was written."""
    if url.get_backend_name() == "sqlite":
        engine = create_engine(url, connect_args={"timeout": PATIENCE, "cached_statements": _STATEMENTS})
        event.listen(engine, "connect", _set_up_sqlite_writer if writing else _set_up_sqlite_reader)
        event.listen(engine, "begin", _begin_writing if writing else _begin_reading)
        return engine
    # A connection that died while nobody used it is replaced before use, so that a restart of the server fails nobody.
    engine = create_engine(
        url, pool_pre_ping=True, connect_args={"connect_timeout": PATIENCE}, execution_options={"process": process}
    )
    if writing:
        event.listen(engine, "connect", _set_up_postgresql_writer)
    return engine


def connect_file(path: Path) -> sqlite3.Connection:
    """A file that is there; nothing is made. Not ``mode=ro``: after a crash the first reader rolls back."""
    address = f"{path.absolute().as_uri()}?mode=rw"
    connection = sqlite3.connect(address, uri=True, timeout=PATIENCE, check_same_thread=False)
    # It may be a stranger's: nothing that its schema says is run, and no page of it is believed (sqlite.org/security).
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA cell_size_check = ON")
    return connection


def file_engine(path: Path, *, writing: bool) -> Engine:
    """A store that is one file: a rollback journal, which is gone when nobody writes, in place of a write-ahead log."""
    engine = create_engine("sqlite://", creator=lambda: connect_file(path), poolclass=QueuePool)
    event.listen(engine, "connect", _set_up_file_writer if writing else _set_up_sqlite_reader)
    event.listen(engine, "begin", _begin_writing if writing else _begin_reading)
    return engine


def data_folder() -> Path:
    """Where the store of this user is if nobody says otherwise."""
    if os.name == "nt":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "tantera"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "tantera"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "tantera"


def prepare_folder(folder: Path) -> None:
    """The data folder with an empty database file, both for this user only: what is inside is not for everybody."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.close(os.open(folder / FILE, os.O_RDWR | os.O_CREAT, 0o600))
    sync_folder(folder)


def sync_folder(folder: Path) -> None:
    """Make a new name in a folder durable."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _set_up_sqlite_writer(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # the driver's own idea of when to begin loses savepoints; see _begin_writing
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute(f"PRAGMA wal_autocheckpoint = {_CHECKPOINT}")
    connection.execute("PRAGMA fullfsync = ON")  # on a Mac fsync alone does not reach the disk


def _set_up_file_writer(connection: Any, _record: object) -> None:
    connection.isolation_level = None
    connection.execute("PRAGMA journal_mode = DELETE")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA fullfsync = ON")


def _set_up_sqlite_reader(connection: Any, _record: object) -> None:
    connection.isolation_level = None
    connection.execute("PRAGMA query_only = ON")


def _set_up_postgresql_writer(connection: Any, _record: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET synchronous_commit = on")  # whatever the server's default: we promise that it is kept
    connection.commit()


def _begin_writing(connection: Connection) -> None:
    # At once for writing: a transaction that reads first and writes later could not wait for another writer.
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _begin_reading(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")


def bring_up_to_date(writing: Engine, where: str) -> None:
    """Run what is missing in a store that is being opened. Where that fails it is closed again: a `StoreError`."""
    try:
        with writing.begin() as connection:
            migrate(connection, where)
    except SQLAlchemyError as error:
        writing.dispose()
        raise unopened(where, reason(error)) from error
    except StoreError:
        writing.dispose()
        raise
