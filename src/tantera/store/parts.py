"""Parts of a common store on PostgreSQL: the streams under ``PREFIX/NAME/``, which whoever has a part takes for a store
of its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import SQLAlchemyError

from tantera.store.blocking import BlockingStore
from tantera.store.engines import bring_up_to_date, engine_for, url_of
from tantera.store.one_file import FileStore
from tantera.store.problems import NotRead, reason, unwritten
from tantera.store.rows import LAST
from tantera.store.whole_files import appearing

PATIENCE: Final = 5
"""Seconds for which a process that stands still in the middle of a transaction holds up the others."""

_T = TypeVar("_T")

_HEADS: Final = """
    WITH RECURSIVE part (name) AS (
        SELECT (
            SELECT split_part(substr(stream, length(%(prefix)s) + 1), '/', 1) FROM event
            WHERE version = 1 AND stream >= %(prefix)s AND stream < %(prefix)s || %(last)s
            ORDER BY stream LIMIT 1
        )
        UNION ALL
        SELECT (
            SELECT split_part(substr(stream, length(%(prefix)s) + 1), '/', 1) FROM event
            WHERE version = 1 AND stream >= %(prefix)s || part.name || '0' AND stream < %(prefix)s || %(last)s
            ORDER BY stream LIMIT 1
        )
        FROM part WHERE part.name IS NOT NULL
    )
    SELECT part.name, wanted.stream,
        (SELECT max(version) FROM event WHERE stream = %(prefix)s || part.name || '/' || wanted.stream)
    FROM part CROSS JOIN unnest(%(streams)s::text[]) AS wanted (stream)
    WHERE part.name IS NOT NULL
"""
"""How far some streams of each part have come. From one part to the next by the index (a loose index scan): however
many streams a part has, it costs the same. ``0`` is what follows ``/``."""


class StorePart(BlockingStore):
    """Streams of events in a common store. Made by `StoreParts.part`."""

    path = None

    def __init__(self, writing: Engine, reading: Engine, prefix: str, file_name: str) -> None:
        self.prefix, self.file_name = prefix, file_name
        self._writing, self._reading = writing.execution_options(part=prefix), reading

    def copy_to(self, path: Path) -> None:
        try:
            with appearing(path) as unfinished, FileStore(unfinished) as copy:
                copy.fill(self.everything())
        except OSError as error:
            raise unwritten(path, error) from error

    def again(self) -> StorePart:
        return StorePart(self._writing, self._reading, self.prefix, self.file_name)

    def close(self) -> None:
        """The connections are everybody's."""

    def _ask(self, ask: Callable[[Connection], _T], nothing: _T) -> _T:
        return asked(self._reading, ask)

    def _reader(self) -> Engine:
        return self._reading

    def _writer(self) -> Engine:
        return self._writing

    def _not_written(self) -> None: ...


class StoreParts:
    """All parts under a prefix. Made by `open_parts`."""

    def __init__(self, writing: Engine, reading: Engine, prefix: str, suffix: str) -> None:
        self._writing, self._reading, self._prefix, self._suffix = writing, reading, prefix, suffix
        event.listen(writing, "connect", _do_not_stand_still)
        event.listen(writing, "begin", _one_at_a_time)

    def part(self, name: str) -> StorePart:
        """The part of this name, which perhaps nobody has begun."""
        return StorePart(self._writing, self._reading, f"{self._prefix}{name}/", f"{name}{self._suffix}")

    def heads(self, *streams: str) -> dict[str, dict[str, int]]:
        """How far these streams of every part have come, by the part's name; none of those that nobody has begun."""
        facts = {"prefix": self._prefix, "last": LAST, "streams": list(streams)}
        heads: dict[str, dict[str, int]] = {}
        for name, stream, version in asked(self._reading, lambda c: c.exec_driver_sql(_HEADS, facts).all()):
            if version is not None:
                heads.setdefault(name, {})[stream] = version
        return heads

    def close(self) -> None:
        self._reading.dispose()
        self._writing.dispose()


def open_parts(where: str, prefix: str, suffix: str, process: str = "") -> StoreParts:
    """Parts of the store at an address (PostgreSQL), brought up to date: the streams under ``PREFIX/NAME/``. Where one
    travels as a file, that has its name and the suffix; `process` is who writes there. Raises `StoreError`."""
    url = url_of(where)
    writing = engine_for(url, writing=True, process=process)
    parts = StoreParts(writing, engine_for(url, writing=False), prefix, suffix)
    bring_up_to_date(writing, url.render_as_string(hide_password=True))
    return parts


def asked(engine: Engine, ask: Callable[[Connection], _T]) -> _T:
    try:
        with engine.connect() as connection:
            return ask(connection)
    except SQLAlchemyError as error:
        raise NotRead(reason(error)) from error


def _one_at_a_time(connection: Connection) -> None:
    """Of two transactions on one part the second waits, as SQLite has it: what one of them has read is still so when it
    is committed."""
    part = connection.get_execution_options().get("part", "")
    connection.exec_driver_sql("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", (part,))


def _do_not_stand_still(connection: Any, _record: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"SET idle_in_transaction_session_timeout = '{PATIENCE}s'")
    connection.commit()
