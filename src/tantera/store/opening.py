"""Opening a store: the folder, the migrations, the engines."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from tantera.store.engines import FILE, engine_for, prepare_folder, url_of
from tantera.store.migrate import migrate
from tantera.store.parts import StoreParts
from tantera.store.problems import StoreError, reason
from tantera.store.sql_store import SqlStore
from tantera.words import Phrase, reason_of


def open_store(where: Path | str, *, create: bool = True, probe_every: float = 1.0) -> SqlStore:
    """The store in a data folder (SQLite) or at an address (PostgreSQL), brought up to date.

    A folder that is not there is made, unless `create` is off. Raises `StoreError` when the store cannot be opened or
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
            said = Phrase("{where}: cannot be opened ({reason})", where=name, reason=reason_of(error))
            raise StoreError(said) from error
    writing = engine_for(url, writing=True)
    _bring_up_to_date(writing, name)
    return SqlStore(writing, engine_for(url, writing=False), probe_every)


def open_parts(where: str, prefix: str, suffix: str) -> StoreParts:
    """Parts of the store at an address (PostgreSQL), brought up to date: the streams under ``PREFIX/NAME/``. Where one
    travels as a file, that has its name and the suffix. Raises `StoreError`."""
    url = url_of(where)
    writing = engine_for(url, writing=True)
    parts = StoreParts(writing, engine_for(url, writing=False), prefix, suffix)
    _bring_up_to_date(writing, url.render_as_string(hide_password=True))
    return parts


def _bring_up_to_date(writing: Engine, name: str) -> None:
    try:
        with writing.begin() as connection:
            migrate(connection, name)
    except SQLAlchemyError as error:
        writing.dispose()
        raise StoreError(Phrase("{where}: cannot be opened ({reason})", where=name, reason=reason(error))) from error
    except StoreError:
        writing.dispose()
        raise
