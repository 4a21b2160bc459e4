"""The statements: a batch of appends in one transaction, and what is read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import chain
from typing import Final

from sqlalchemy import ColumnElement, Connection, Engine, Table, func, select, union_all, update

from tantera.store.interface import Appended, Head, Rewritten, Stored
from tantera.store.problems import Conflict
from tantera.store.schema import EVENTS

_FOLLOWING: Final = """
    INSERT INTO event (stream, version, order_id, event)
    SELECT %(stream)s, %(version)s, CAST(%(order_id)s AS TEXT), %(event)s
    WHERE (%(version)s = 1 OR EXISTS (
        SELECT 1 FROM event AS b WHERE b.stream = %(stream)s AND b.version = %(version)s - 1
    ))
    AND (
        CAST(%(order_id)s AS TEXT) IS NULL
        OR NOT EXISTS (
            SELECT 1 FROM event AS k
            WHERE k.stream = %(stream)s AND k.order_id = %(order_id)s AND k.version <= %(decided_on)s
        )
    )
    ON CONFLICT DO NOTHING
"""
"""One event after the one before it, unless its order had been carried out before the version it was decided on.

That an order is new is so checked with the insert. Nobody can slip in between: to append at all one must have decided
on the last version, and whoever has seen that has the order in sight too.
"""

_TOGETHER: Final = """
    INSERT INTO event (stream, version, order_id, event)
    WITH new (stream, version, order_id, event, decided_on) AS (VALUES {rows})
    SELECT stream, version, order_id, event FROM new
    WHERE decided_on <> version - 1 OR (
        (version = 1 OR EXISTS (SELECT 1 FROM event AS b WHERE b.stream = new.stream AND b.version = new.decided_on))
        AND (order_id IS NULL OR NOT EXISTS (
            SELECT 1 FROM event AS k
            WHERE k.stream = new.stream AND k.order_id = new.order_id AND k.version <= new.decided_on
        ))
    )
    ON CONFLICT DO NOTHING
"""
"""The same for SQLite, many events in one statement. An append is judged by its first event: the others follow on it.

Why not a statement an event? Python lets go of its lock in each, and has to wait for it again while the event loop is
busy.
"""

_AT_ONCE: Final = 180
"""Events in one such statement: every SQLite takes 999 values."""

Row = tuple[str, int, str | None, bytes]
"""Stream, version, order, event."""

LOG: Final = (EVENTS,)
"""Where the events are, of a store that has no journal."""

LAST: Final = chr(0x10FFFF)
"""No character comes after it."""


_Row = tuple[str, int, str | None, bytes, int]
_COLUMNS: Final = ("stream", "version", "order_id", "event", "decided_on")


@dataclass(frozen=True, slots=True)
class Append:
    """What somebody wants to write."""

    stream: str
    expected: int
    events: Sequence[bytes]
    order: str | None

    @property
    def rows(self) -> list[_Row]:
        return [
            (self.stream, version, self.order, event, self.expected)
            for version, event in enumerate(self.events, self.expected + 1)
        ]

    @property
    def done(self) -> Appended:
        return Appended(self.expected, self.expected + len(self.events))


CHANNEL: Final = "tantera"
"""Where processes on one PostgreSQL tell each other what they have written."""
_LONGEST_NOTICE: Final = 7900
"""Bytes; PostgreSQL takes less than 8,000."""
_BY: Final = "process/"


class SomebodyLost(Exception):
    """Not every row of a batch went in."""


def write(
    engine: Engine, batch: Sequence[Append], first: Callable[[Connection], None] | None = None
) -> list[Appended | Conflict]:
    """Group commit: all appends of the batch in one transaction, and the answer to each once it is durable.

    Optimistic: nearly always everybody wins, and the batch is one statement. If a row did not go in, the
    transaction is rolled back and taken again append by append, each under a savepoint, so that one conflict fails one
    append only. `first` is done in the same transaction.
    """
    # By stream, so that two processes wait for each other's rows in the same order and never in a ring.
    ordered = sorted(batch, key=lambda append: append.stream)
    try:
        with _begun(engine, first) as connection:
            _insert(connection, [row for append in ordered for row in append.rows])
            _notify(connection, [Head(append.stream, append.done.version) for append in ordered])
        return [append.done for append in batch]
    except SomebodyLost:
        pass
    with _begun(engine, first) as connection:
        answers = {id(append): _write_one(connection, append) for append in ordered}
        kept = [(append, answers[id(append)]) for append in ordered]
        _notify(connection, [Head(a.stream, done.version) for a, done in kept if isinstance(done, Appended)])
    return [answers[id(append)] for append in batch]


@contextmanager
def _begun(engine: Engine, first: Callable[[Connection], None] | None) -> Iterator[Connection]:
    with engine.begin() as connection:
        if first is not None:
            first(connection)
        yield connection


def _write_one(connection: Connection, append: Append) -> Appended | Conflict:
    try:
        with connection.begin_nested():
            _insert(connection, append.rows)
        return append.done
    except SomebodyLost:
        return _led_to(connection, append) or Conflict(append.stream, append.expected, head(connection, append.stream))


def _insert(connection: Connection, rows: list[_Row]) -> None:
    # Straight to the driver, which takes the rows as they are: SQLAlchemy's way through each of them is half the cost.
    counted = {"preserve_rowcount": True}
    if connection.dialect.name == "sqlite":
        written = 0
        for statement, values in together(_TOGETHER, rows):
            written += connection.exec_driver_sql(statement, values, execution_options=counted).rowcount
    else:
        named = [dict(zip(_COLUMNS, row, strict=True)) for row in rows]
        written = connection.exec_driver_sql(_FOLLOWING, named, execution_options=counted).rowcount
    if written != len(rows):
        raise SomebodyLost


def together(statement: str, rows: Sequence[_Row]) -> Iterator[tuple[str, tuple[object, ...]]]:
    """Rows for a statement of SQLite's that has `{rows}` where they go: as many at once as it takes."""
    for first in range(0, len(rows), _AT_ONCE):
        some = rows[first : first + _AT_ONCE]
        yield statement.format(rows=", ".join(["(?, ?, ?, ?, ?)"] * len(some))), tuple(chain.from_iterable(some))


def _notify(connection: Connection, heads: Sequence[Head]) -> None:
    """One statement a transaction, and only a hint: it takes a lock of the whole database, and is lost with whoever
    listens."""
    if connection.dialect.name == "postgresql" and heads:
        said = notices(connection.get_execution_options().get("process", ""), heads)
        connection.exec_driver_sql("SELECT pg_notify(%s, said) FROM unnest(%s::text[]) AS said", (CHANNEL, said))


def notices(process: str, heads: Sequence[Head]) -> list[str]:
    """That a process has brought these streams so far: as many notices as it takes. Each begins with who says so, as if
    that were a stream: to an earlier Tantera, which knows of no such line, it is one that nobody follows.

    >>> notices("1f3a", [Head("table/a", 7), Head("person/b", 0)])
    ['0 process/1f3a\\n7 table/a\\n0 person/b']
    """
    begins = f"0 {_BY}{process}"
    written, left = list[list[str]](), 0
    for stream, version in heads:
        line = f"{version} {stream}"
        size = len(line.encode()) + 1
        if size > left:
            written.append([begins])
            left = _LONGEST_NOTICE - len(begins)
        written[-1].append(line)
        left -= size
    return ["\n".join(lines) for lines in written]


def heads_of_notice(notice: str, process: str) -> list[Head] | None:
    """Which streams others have brought how far: none where this process has done so itself. None: an earlier Tantera
    had too many to say.

    >>> heads_of_notice("0 process/1f3a\\n7 table/a\\n0 person/b", "77c0")
    [Head(stream='table/a', version=7), Head(stream='person/b', version=0)]
    >>> heads_of_notice("0 process/1f3a\\n7 table/a\\n0 person/b", "1f3a")
    []
    >>> heads_of_notice("", "1f3a") is None
    True
    """
    if not notice:
        return None
    lines = [line.partition(" ") for line in notice.split("\n")]
    if lines[0][2] == _BY + process:
        return []
    return [Head(stream, int(version)) for version, _, stream in lines if not stream.startswith(_BY)]


def append_after(engine: Engine, append: Append, last: bytes) -> Appended | Conflict:
    """One append, if the event before it is still this very one: it may have been rewritten."""
    with engine.begin() as connection:
        before = select(EVENTS.c.event).where(EVENTS.c.stream == append.stream, EVENTS.c.version == append.expected)
        if connection.scalar(before) != last:
            return Conflict(append.stream, append.expected, head(connection, append.stream))
        answer = _write_one(connection, append)
        if isinstance(answer, Appended):
            _notify(connection, [Head(append.stream, answer.version)])
        return answer


def rewrite(
    engine: Engine, changed: Sequence[Rewritten], decided_on: Sequence[Head] = (), also: Append | None = None
) -> None:
    """Other events where these stood, in one transaction; then nothing of what stood there is left in the database.

    `also` is appended with it. A `Conflict` where a stream that it was decided on has come further since.
    """
    with engine.begin() as connection:
        for one in decided_on:
            if (latest := head(connection, one.stream)) != one.version:
                raise Conflict(one.stream, one.version, latest)
        if also is not None:
            _insert(connection, also.rows)
        for stream, version, event in changed:
            place = update(EVENTS).where(EVENTS.c.stream == stream, EVENTS.c.version == version)
            if connection.execute(place.values(event=event)).rowcount != 1:
                raise ValueError(f"found no event {version} of {stream}, expected one to rewrite")
        _notify(connection, [Head(stream, 0) for stream in dict.fromkeys(rewritten.stream for rewritten in changed)])
    _write_anew(engine)


def _write_anew(engine: Engine) -> None:
    """The whole table again. A row that was changed leaves its old bytes in free space of its page, and so does every
    page that was ever split (SQLite's `secure_delete` zeroes the first, not the second); the write-ahead log has them
    until it is cut. What a file system, a disk, a replica or a backup keeps of earlier blocks is out of reach here."""
    if engine.dialect.name == "sqlite":
        with closing(engine.raw_connection()) as raw:  # SQLAlchemy's would begin a transaction, and this is for none
            for statement in ("VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)"):
                raw.cursor().execute(statement)
    else:
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            _wait_for_older_readers(connection)
            connection.exec_driver_sql("VACUUM FULL event")


def _wait_for_older_readers(connection: Connection) -> None:
    """A row that was replaced is written anew as well while anybody reads the database as it was before: so whoever
    began earlier has their answer first. Who takes very long is not waited for."""
    mine = connection.exec_driver_sql("SELECT mod(txid_current(), 4294967296)::text").scalar_one()
    for _ in range(_READERS):
        if not connection.exec_driver_sql(_OLDER, (mine,)).scalar_one():
            return
        connection.exec_driver_sql("SELECT pg_sleep(0.02)")


_READERS: Final = 1000
"""Times that are looked: twenty seconds. Nobody reads for so long but a program that makes a copy."""
_OLDER: Final = """
    SELECT EXISTS (
        SELECT 1 FROM pg_stat_activity
        WHERE pid <> pg_backend_pid() AND datname = current_database()
        AND greatest(age(backend_xmin), age(backend_xid)) > age(%s::xid)
    )
"""
"""Whether anybody of this database still sees it as it was before a transaction."""


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


def read(connection: Connection, stream: str, since: int, tables: Sequence[Table] = LOG) -> list[Stored]:
    stored: list[Stored] = []
    for table in tables:
        events = (
            select(table.c.version, table.c.event, table.c.order_id)
            .where(table.c.stream == stream, table.c.version > since)
            .order_by(table.c.version)
        )
        stored += [Stored(*row) for row in connection.execute(events)]
    return stored


def everything(connection: Connection, tables: Sequence[Table], some: int, prefix: str = "") -> Iterator[Row]:
    """All events of the streams whose name begins so, by stream; read so many at a time.

    One statement is one snapshot, in SQLite and in PostgreSQL: appends that come meanwhile are not in it.
    """
    selects = [
        select(table.c.stream, table.c.version, table.c.order_id, table.c.event).where(_begins(table, prefix))
        for table in tables
    ]
    ordered = union_all(*selects).order_by("stream", "version").execution_options(yield_per=some)
    for row in connection.execute(ordered):
        yield row[0], row[1], row[2], row[3]


def _begins(table: Table, prefix: str) -> ColumnElement[bool]:
    return (table.c.stream >= prefix) & (table.c.stream < prefix + LAST)


def heads(connection: Connection, prefix: str, tables: Sequence[Table] = LOG) -> list[Head]:
    """By the index of first events, so that long streams cost no more than short ones."""
    others = EVENTS.alias("others")
    last = select(func.max(others.c.version)).where(others.c.stream == EVENTS.c.stream).scalar_subquery()
    begun = (
        select(EVENTS.c.stream, last).where(EVENTS.c.version == 1, _begins(EVENTS, prefix)).order_by(EVENTS.c.stream)
    )
    versions = {row[0]: row[1] for row in connection.execute(begun)}
    for table in tables[1:]:
        versions |= _last(connection, table, _begins(table, prefix))
    return [Head(stream, versions[stream]) for stream in sorted(versions)]


def heads_of(connection: Connection, streams: Sequence[str], tables: Sequence[Table] = LOG) -> list[Head]:
    versions: dict[str, int] = {}
    for table in tables:
        for first in range(0, len(streams), _AT_ONCE):
            versions |= _last(connection, table, table.c.stream.in_(streams[first : first + _AT_ONCE]))
    return [Head(*one) for one in versions.items()]


def _last(connection: Connection, table: Table, which: ColumnElement[bool]) -> dict[str, int]:
    asked = select(table.c.stream, func.max(table.c.version)).where(which).group_by(table.c.stream)
    return {row[0]: row[1] for row in connection.execute(asked)}
