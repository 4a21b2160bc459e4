"""Databases of every version that ever was, kept as files, open today."""

import asyncio
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import MetaData

from tantera.store import Appended, Head, SqlStore, Stored, StoreError, open_store
from tantera.store.engines import FILE, engine_for, url_of
from tantera.store.migrate import MIGRATIONS
from tantera.store.schema import JOURNAL, METADATA
from tests.store.stories import opened, story

KEPT = Path(__file__).parent / "kept"


async def holds_what_was_kept(store: SqlStore) -> None:
    names = '{"match_started":{"names":["Pons","Vidal","Mas","Peñarroya"]}}'
    assert await store.streams() == [Head("session/1", 1), Head("table/7f3a", 3)]
    assert await store.read("table/7f3a") == [
        Stored(1, names.encode(), "c1-1"),
        Stored(2, b'{"tile_placed":{"tile":"66"}}', "c1-1"),
        Stored(3, b"\x00\xff not text", None),
    ]
    assert await store.append("table/7f3a", 0, [b"again"], order="c1-1") == Appended(0, 2, again=True)
    assert await store.append("table/7f3a", 3, [b"and on"]) == Appended(3, 4)


def put_kept(migration: str, place: Path | str) -> None:
    if isinstance(place, Path):
        place.mkdir()
        shutil.copy(KEPT / f"migration-{migration}.sqlite", place / FILE)
        return
    with psycopg.connect(place) as connection:
        connection.execute((KEPT / f"migration-{migration}.postgresql.sql").read_bytes())


@pytest.mark.parametrize("migration", MIGRATIONS)
@story
async def test_a_database_of_every_migration_opens_today(migration: str, place):
    put_kept(migration, place)
    async with opened(place) as store:
        await holds_what_was_kept(store)


@story
async def test_a_backup_of_the_first_format_is_restored_today(place):
    async with opened(place) as store:
        await store.restore(KEPT / "format-1.backup")
        await holds_what_was_kept(store)


@pytest.mark.parametrize("migration", [None, *MIGRATIONS])
def test_after_the_migrations_the_tables_are_those_of_the_schema(migration: str | None, place):
    if migration is not None:
        put_kept(migration, place)
    asyncio.run(open_store(place).close())
    engine, expected = engine_for(url_of(place), writing=False), MetaData()
    with engine.connect() as connection:
        for table in (*METADATA.tables.values(), *((JOURNAL,) if isinstance(place, Path) else ())):
            table.to_metadata(expected)
        assert compare_metadata(MigrationContext.configure(connection), expected) == []
    engine.dispose()


def test_the_list_of_migrations_is_complete_and_in_order():
    config = Config()
    config.set_main_option("script_location", "tantera.store:migrations")
    scripts = ScriptDirectory.from_config(config)
    assert [script.revision for script in scripts.walk_revisions()][::-1] == list(MIGRATIONS)


def test_the_store_of_a_newer_tantera_is_refused_and_left_alone(tmp_path: Path):
    asyncio.run(open_store(tmp_path).close())
    with sqlite3.connect(tmp_path / FILE) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '99'")
    connection.close()
    with pytest.raises(StoreError) as error:
        open_store(tmp_path)
    assert "migración 99" in error.value.told("es")
    assert error.value.told("es") != error.value.told("ca") != error.value.told("en")


def test_several_programs_may_open_a_new_store_at_once(place):
    program = "import sys; from pathlib import Path; from tantera.store import open_store\n" + (
        "where = sys.argv[1]; open_store(where if '://' in where else Path(where))"
    )
    command = [sys.executable, "-c", program, str(place)]
    programs = [subprocess.Popen(command, stderr=subprocess.PIPE, text=True) for _ in range(3)]
    assert [(program.communicate()[1], program.returncode) for program in programs] == [("", 0)] * 3


def test_opening_an_up_to_date_store_does_not_import_alembic(tmp_path: Path):
    asyncio.run(open_store(tmp_path).close())
    program = "import sys; from pathlib import Path; from tantera.store import open_store\n" + (
        "open_store(Path(sys.argv[1])); print('alembic' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program, str(tmp_path)], capture_output=True, text=True)
    assert done.stdout == "False\n"
