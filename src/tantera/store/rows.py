"""The statements: a batch of appends in one transaction, and what is read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from sqlalchemy import Connection, Engine, Executable, bindparam, func, literal, or_, select
from sqlalchemy.dialects import postgresql, sqlite

from tantera.store.interface import Appended, Head, Stored
from tantera.store.problems import Conflict
from tantera.store.schema import EVENTS

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
                "a_stream": self.stream,
                "a_version": version,
                "a_before": version - 1,
                "an_order": self.order,
                "an_event": event,
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
        return _led_to(connection, append) or Conflict(append.stream, append.expected, _head(connection, append.stream))


def _insert(connection: Connection, rows: list[dict[str, Any]]) -> None:
    if connection.execute(_insertion(connection.dialect.name), rows).rowcount != len(rows):
        raise _SomebodyLost


@cache
def _insertion(dialect: str) -> Executable:
    """One event after the one before it, unless its order had been carried out before the version it was decided on.

    That an order is new is so checked with the insert. Nobody can slip in between: to append at all one must have
    decided on the last version, and whoever has seen that has the order in sight too.
    """
    version, order = (
        bindparam("a_version", type_=EVENTS.c.version.type),
        bindparam("an_order", type_=EVENTS.c.order_id.type),
    )
    stream = bindparam("a_stream", type_=EVENTS.c.stream.type)
    before, known = EVENTS.alias("before"), EVENTS.alias("known")
    follows = select(literal(1)).where(before.c.stream == stream, before.c.version == bindparam("a_before")).exists()
    seen = (
        select(literal(1))
        .where(known.c.stream == stream, known.c.order_id == order, known.c.version <= bindparam("decided_on"))
        .exists()
    )
    row = select(stream, version, order, bindparam("an_event", type_=EVENTS.c.event.type)).where(
        or_(version == 1, follows), or_(order.is_(None), ~seen)
    )
    insert = sqlite.insert if dialect == "sqlite" else postgresql.insert
    columns = [EVENTS.c.stream, EVENTS.c.version, EVENTS.c.order_id, EVENTS.c.event]
    statement = insert(EVENTS).from_select(columns, row).on_conflict_do_nothing()
    return statement.execution_options(preserve_rowcount=True)


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


def _head(connection: Connection, stream: str) -> int:
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
