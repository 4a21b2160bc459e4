"""Bringing a database up to date with the migrations of this package (Alembic)."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Column, Connection, MetaData, String, Table, Text, column, func, insert, inspect, select, table

from tantera.store.problems import StoreError
from tantera.store.schema import METADATA, PULSE
from tantera.words import Phrase

MIGRATIONS: Final = ("1", "2")
"""All there are, oldest first. A new one is a file in ``migrations/versions`` and an entry here."""

OF_A_FILE: Final = "1"
"""The last one that a store needs which is one file: every Tantera since then opens it."""

_LOCK: Final = 0x74616E74
"""What processes that open the same PostgreSQL database wait for ("tant")."""


def migrate(connection: Connection, where: str, until: str = MIGRATIONS[-1]) -> None:
    """Run what is missing up to this one, in the transaction of this connection: done completely or not at all."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(_LOCK)))
    version = _found(connection)
    if version == until:
        return
    if version is not None and version not in MIGRATIONS:
        raise StoreError(
            Phrase(
                "{where}: found the store of a newer Tantera (migration {found}), expected {known} at most",
                where=where,
                found=version,
                known=MIGRATIONS[-1],
            )
        )
    # Imported only where there is something to do: it would be a third of the time that opening takes.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "tantera.store:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, until)


def begin(connection: Connection) -> None:
    """The tables of a file in an empty database, without the way there: what the migrations come to, much quicker."""
    versions = Table("alembic_version", MetaData(), Column("version_num", String(32), primary_key=True))
    METADATA.create_all(connection)
    versions.create(connection)
    connection.execute(insert(PULSE).values(beats=0))
    connection.execute(insert(versions).values(version_num=OF_A_FILE))


def up_to_date(connection: Connection) -> bool:
    """Whether there is nothing to run: asked of a file that perhaps cannot be written."""
    return _found(connection) == OF_A_FILE


def _found(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.scalar(select(column("version_num", Text)).select_from(table("alembic_version")))
