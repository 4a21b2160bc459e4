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

from collections.abc import Sequence
from typing import Final

from sqlalchemy import Connection, Engine

from tantera.store.interface import Appended
from tantera.store.problems import Conflict
from tantera.store.rows import Append, SomebodyLost, heads_of, insert_together, write
from tantera.store.schema import EVENTS, JOURNAL

LOG_AND_JOURNAL: Final = (EVENTS, JOURNAL)
"""Where the events are; of a stream those in the journal come after those in the log."""

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
        self._rows = 0
        self._heads: dict[str, int] = {}
        self._orders: set[tuple[str, str]] = set()
        """Those in the journal."""
        self._unchanged: int | None = None
        """What SQLite says as long as nobody else has written; None: nothing is known."""

    def write(self, batch: Sequence[Append]) -> list[Appended | Conflict]:
        """Group commit, as `rows.write`, which has the last word where not everybody wins."""
        try:
            with self._engine.begin() as connection:
                self._know(connection, batch)
                self._enter(connection, batch)
        except SomebodyLost:
            self._forget()
            return write(self._engine, batch, self._move)
        except Exception:
            self._forget()
            raise
        return [append.done for append in batch]

    def settle(self, full: int = 0) -> None:
        """Move everything into the log, where there is as much as this."""
        if self._rows < full:
            return
        try:
            with self._engine.begin() as connection:
                self._move(connection)
        except Exception:
            self._forget()
            raise
        if len(self._heads) > _KNOWN:
            self._forget()

    def _know(self, connection: Connection, batch: Sequence[Append]) -> None:
        found = connection.exec_driver_sql("PRAGMA data_version").scalar_one()
        if found != self._unchanged:
            self._forget()
            self._move(connection)
            self._unchanged = found
        unknown = [append.stream for append in batch if append.stream not in self._heads]
        if unknown:
            self._heads |= dict.fromkeys(unknown, 0) | dict(heads_of(connection, unknown))

    def _enter(self, connection: Connection, batch: Sequence[Append]) -> None:
        for append in batch:
            stream, order = append.stream, append.order
            if self._heads[stream] != append.expected or (stream, order) in self._orders:
                raise SomebodyLost
            self._heads[stream] = append.done.version
            if order is not None:
                self._orders.add((stream, order))
        rows = [row for append in batch for row in append.rows]
        insert_together(connection, _ENTER, rows)
        self._rows += len(rows)

    def _move(self, connection: Connection) -> None:
        for statement in _MOVE:
            connection.exec_driver_sql(statement)
        self._rows = 0
        self._orders.clear()

    def _forget(self) -> None:
        self._unchanged = None
        self._heads.clear()
        self._orders.clear()
