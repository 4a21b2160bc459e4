"""The journal of a store on SQLite: where an append is written first.

In the log the events of a stream lie side by side. So appends to two hundred tables touch two hundred of its pages, and
as many of the index of orders, and each goes to the disk whole. In the journal events lie as they come: the same
appends fill a few pages. From time to time what has gathered is moved into the log, sorted, a whole run of events of
each stream at once (a log-structured merge). Until then it is read from there.

One thread writes, so what it has to know of a stream to judge an append, it knows by heart: how far the stream has
come, and which orders are in the journal. Another program may write to the same file, a restore perhaps: SQLite says
when one has (``data_version``), and everything known is forgotten.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from sqlalchemy import Engine, PoolProxiedConnection
from sqlalchemy.engine.interfaces import DBAPICursor

from tantera.store.interface import Appended
from tantera.store.problems import Conflict
from tantera.store.rows import Append, SomebodyLost, together, write
from tantera.store.schema import EVENTS, JOURNAL

LOG_AND_JOURNAL: Final = (EVENTS, JOURNAL)
"""Where the events are; of a stream those in the journal come after those in the log."""

_ASKED: Final = 500
"""Streams that are asked for at once."""
_KNOWN: Final = 100_000
"""Streams that are known by heart; a few megabytes."""

_ENTER: Final = """
    INSERT INTO journal (stream, version, order_id, event)
    WITH new (stream, version, order_id, event, decided_on) AS (VALUES {rows})
    SELECT stream, version, order_id, event FROM new
    WHERE order_id IS NULL OR decided_on <> version - 1 OR NOT EXISTS (
        SELECT 1 FROM event WHERE event.stream = new.stream AND event.order_id = new.order_id
    )
"""
"""Events whose version is right, unless their order is in the log. An append is judged by its first event."""

_MOVE: Final = (
    "INSERT INTO event (stream, version, order_id, event) "
    "SELECT stream, version, order_id, event FROM journal ORDER BY stream, version",
    "DELETE FROM journal",
)


class Journal:
    """For one thread; see the module."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._line: PoolProxiedConnection | None = None
        self._rows = 0
        self._heads: dict[str, int] = {}
        self._orders: set[tuple[str, str | None]] = set()
        """Those in the journal."""
        self._unchanged: int | None = None
        """What SQLite says as long as nobody else has written; None: nothing is known."""

    def write(self, batch: Sequence[Append]) -> list[Appended | Conflict]:
        """Group commit, as `rows.write`, which has the last word where not everybody wins."""
        try:
            with self._transaction() as cursor:
                self._know(cursor, batch)
                self._enter(cursor, batch)
        except SomebodyLost:
            return write(self._engine, batch, lambda connection: self._move(connection.connection.cursor()))
        return [append.done for append in batch]

    def settle(self, full: int = 0) -> None:
        """Move everything into the log, where there is as much as this."""
        if self._rows >= full:
            with self._transaction() as cursor:
                self._move(cursor)
            if len(self._heads) > _KNOWN:
                self.close()

    def close(self) -> None:
        """Keep no connection, and know nothing."""
        self._unchanged = None
        self._heads.clear()
        self._orders.clear()
        line, self._line = self._line, None
        if line is not None:
            line.close()

    @contextmanager
    def _transaction(self) -> Iterator[DBAPICursor]:
        """On a connection that is kept, and straight to the driver: a transaction is four statements, and SQLAlchemy's
        way to each would take longer than SQLite does."""
        try:
            if self._line is None:
                self._line = self._engine.raw_connection()
            cursor = self._line.cursor()
            cursor.execute("BEGIN IMMEDIATE")
            yield cursor
            cursor.execute("COMMIT")
        except BaseException:
            self.close()  # whatever is left of the transaction is rolled back
            raise

    def _know(self, cursor: DBAPICursor, batch: Sequence[Append]) -> None:
        (version,) = cursor.execute("PRAGMA data_version").fetchone()
        if version != self._unchanged:
            self._heads.clear()
            self._move(cursor)
            self._unchanged = version
        unknown = [append.stream for append in batch if append.stream not in self._heads]
        for first in range(0, len(unknown), _ASKED):
            some = unknown[first : first + _ASKED]
            asked = f"SELECT stream, max(version) FROM event WHERE stream IN ({','.join('?' * len(some))}) GROUP BY 1"
            self._heads |= dict.fromkeys(some, 0) | dict(cursor.execute(asked, some).fetchall())

    def _enter(self, cursor: DBAPICursor, batch: Sequence[Append]) -> None:
        for append in batch:
            place = append.stream, append.order
            if self._heads[append.stream] != append.expected or place in self._orders:
                raise SomebodyLost
            self._heads[append.stream] = append.expected + len(append.events)
            if append.order is not None:
                self._orders.add(place)
        rows = [row for append in batch for row in append.rows]
        if sum([cursor.execute(*some).rowcount for some in together(_ENTER, rows)]) != len(rows):
            raise SomebodyLost
        self._rows += len(rows)

    def _move(self, cursor: DBAPICursor) -> None:
        for statement in _MOVE:
            cursor.execute(statement)
        self._rows = 0
        self._orders.clear()
