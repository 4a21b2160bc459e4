"""The statements: a batch of appends in one transaction, and what is read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, Engine, func, select

from tantera.store.interface import Appended, Head, Stored
from tantera.store.problems import Conflict
from tantera.store.schema import EVENTS

_FOLLOWING: Final = """
    INSERT INTO event (stream, version, order_id, event)
    SELECT :stream, :version, CAST(:order_id AS TEXT), :event
    WHERE (:version = 1 OR EXISTS (SELECT 1 FROM event AS b WHERE b.stream = :stream AND b.version = :version - 1))
    AND (
        CAST(:order_id AS TEXT) IS NULL
        OR NOT EXISTS (
            SELECT 1 FROM event AS k WHERE k.stream = :stream AND k.order_id = :order_id AND k.version <= :decided_on
        )
    )
    ON CONFLICT DO NOTHING
"""
"""One event after the one before it, unless its order had been carried out before the version it was decided on.

That an order is new is so checked with the insert. Nobody can slip in between: to append at all one must have decided
on the last version, and whoever has seen that has the order in sight too.
"""

_INSERT: Final = {"sqlite": _FOLLOWING, "postgresql": re.sub(r":(\w+)", r"%(\1)s", _FOLLOWING)}

_LAST: Final = chr(0x10FFFF)
"""No character comes after it."""


@dataclass(frozen=True, slots=True)
class Append:
    """What somebody wants to write."""

    stream: str
    expected: int
    events: Sequence[bytes]
    order: str | None

    @property
    def rows(self) -> list[dict[str, Any]]:
        return [
            {
                "stream": self.stream,
                "version": version,
                "order_id": self.order,
                "event": event,
                "decided_on": self.expected,
            }
            for version, event in enumerate(self.events, self.expected + 1)
        ]

    @property
    def done(self) -> Appended:
        return Appended(self.expected, self.expected + len(self.events))


class _SomebodyLost(Exception):
    """Not every row of a batch went in."""


def write(engine: Engine, batch: Sequence[Append]) -> list[Appended | Conflict]:
    """Group commit: all appends of the batch in one transaction, and the answer to each once it is durable.

    Optimistic: nearly always everybody wins, and the batch is one ``executemany``. If a row did not go in, the
    transaction is rolled back and taken again append by append, each under a savepoint, so that one conflict fails one
    append only.
    """
    # By stream, so that two processes wait for each other's rows in the same order and never in a ring.
    ordered = sorted(batch, key=lambda append: append.stream)
    try:
        with engine.begin() as connection:
            _insert(connection, [row for append in ordered for row in append.rows])
        return [append.done for append in batch]
    except _SomebodyLost:
        pass
    with engine.begin() as connection:
        answers = {id(append): _write_one(connection, append) for append in ordered}
    return [answers[id(append)] for append in batch]


def _write_one(connection: Connection, append: Append) -> Appended | Conflict:
    try:
        with connection.begin_nested():
            _insert(connection, append.rows)
        return append.done
    except _SomebodyLost:
        return _led_to(connection, append) or Conflict(append.stream, append.expected, head(connection, append.stream))


def _insert(connection: Connection, rows: list[dict[str, Any]]) -> None:
    # Straight to the driver, which takes the rows as they are: SQLAlchemy's way through each of them is half the cost.
    statement = _INSERT[connection.dialect.name]
    done = connection.exec_driver_sql(statement, rows, execution_options={"preserve_rowcount": True})
    if done.rowcount != len(rows):
        raise _SomebodyLost


def _led_to(connection: Connection, append: Append) -> Appended | None:
    """What an earlier append of the same order led to."""
    if append.order is None:
        return None
    first, last = connection.execute(
        select(func.min(EVENTS.c.version), func.max(EVENTS.c.version)).where(
            EVENTS.c.stream == append.stream, EVENTS.c.order_id == append.order
        )
    ).one()
    return None if first is None else Appended(first - 1, last, again=True)


def head(connection: Connection, stream: str) -> int:
    return connection.scalar(select(func.max(EVENTS.c.version)).where(EVENTS.c.stream == stream)) or 0


def read(connection: Connection, stream: str, since: int) -> list[Stored]:
    events = (
        select(EVENTS.c.version, EVENTS.c.event, EVENTS.c.order_id)
        .where(EVENTS.c.stream == stream, EVENTS.c.version > since)
        .order_by(EVENTS.c.version)
    )
    return [Stored(*row) for row in connection.execute(events)]


def heads(connection: Connection, prefix: str) -> list[Head]:
    """By the index of first events, so that long streams cost no more than short ones."""
    others = EVENTS.alias("others")
    last = select(func.max(others.c.version)).where(others.c.stream == EVENTS.c.stream).scalar_subquery()
    begun = (
        select(EVENTS.c.stream, last)
        .where(EVENTS.c.version == 1, EVENTS.c.stream >= prefix, EVENTS.c.stream < prefix + _LAST)
        .order_by(EVENTS.c.stream)
    )
    return [Head(*row) for row in connection.execute(begun)]
