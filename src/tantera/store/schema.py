"""The tables, as the newest migration leaves them."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Column, Index, Integer, LargeBinary, MetaData, Table, Text

METADATA: Final = MetaData()

# Bytewise order, as SQLite has it by itself: a prefix is then a range, whatever language the database sorts in.
NAME: Final = Text().with_variant(Text(collation="C"), "postgresql")

EVENTS: Final = Table(
    "event",
    METADATA,
    Column("stream", NAME, primary_key=True),
    Column("version", BigInteger, primary_key=True, autoincrement=False),
    Column("order_id", Text, nullable=True),
    Column("event", LargeBinary, nullable=False),
    sqlite_with_rowid=False,  # one B-tree in place of two: a stream's events lie side by side
)
"""The log. Unique `(stream, version)`: of two deciders one wins."""

Index(
    "event_order",
    EVENTS.c.stream,
    EVENTS.c.order_id,
    sqlite_where=EVENTS.c.order_id.is_not(None),
    postgresql_where=EVENTS.c.order_id.is_not(None),
)
Index(
    "event_first",
    EVENTS.c.stream,
    unique=True,
    sqlite_where=EVENTS.c.version == 1,
    postgresql_where=EVENTS.c.version == 1,
)

JOURNAL: Final = Table(
    "journal",
    MetaData(),
    Column("stream", Text, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("order_id", Text, nullable=True),
    Column("event", LargeBinary, nullable=False),
)
"""What has come to a store in a data folder and is not in its log yet (`journal.py`): other stores have none."""

STATEMENTS: Final = frozenset(
    {
        "CREATE TABLE event ( stream TEXT NOT NULL, version BIGINT NOT NULL, order_id TEXT, event BLOB NOT NULL, "
        "PRIMARY KEY (stream, version) ) WITHOUT ROWID",
        "CREATE UNIQUE INDEX event_first ON event (stream) WHERE version = 1",
        "CREATE INDEX event_order ON event (stream, order_id) WHERE order_id IS NOT NULL",
        "CREATE TABLE pulse ( beats INTEGER NOT NULL )",
        "CREATE TABLE alembic_version ( version_num VARCHAR(32) NOT NULL, PRIMARY KEY (version_num) )",
        "CREATE TABLE alembic_version ( version_num VARCHAR(32) NOT NULL, "
        "CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num) )",
    }
)
"""All that SQLite is ever told to make by us in a file, whichever migration did, with single spaces. One that is sent
may bring triggers and views of its own along: those would be run by whoever opens it."""

PULSE: Final = Table("pulse", METADATA, Column("beats", Integer, nullable=False))
"""One row that is written to find out whether writing is possible again."""
