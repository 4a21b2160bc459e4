"""A disk that is full or read-only, a database that is away: a clear state, and nothing acknowledged is lost."""

import asyncio
import os
import sqlite3
import subprocess
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.exc import DBAPIError

from tantera.store import NotSaved, SqlStore, StoreError, Unwritable, Writable, open_store
from tantera.store.engines import FILE
from tantera.store.problems import AWAY, BROKEN, BUSY, FULL, NOT_OURS, READ_ONLY, reason
from tests.store.disks import KINDS, can_mount, disk, mounted
from tests.store.servers import OwnServer
from tests.store.stories import opened, set_default, story, texts, writable_again


@pytest.mark.parametrize("kind", KINDS)
@story
async def test_a_full_disk_is_said_reading_goes_on_and_writing_resumes_by_itself(kind: str, tmp_path: Path):
    with disk(kind, tmp_path / "disk") as small:
        async with opened(small.folder) as store:
            await store.append("table/1", 0, [b"kept"], order="c-0")
            small.fill()
            error = await first_failure(store)
            assert error.reason == (FULL if kind == "tmpfs" else BROKEN)
            assert (store.state, error.code) == (Unwritable(error.reason), "not_saved")
            kept = await store.read("table/1")
            assert [stored.order for stored in kept] == [f"c-{n}" for n in range(len(kept))]
            with pytest.raises(NotSaved):
                await store.append("table/2", 0, [bytes(20_000)])

            small.free()
            await writable_again(store)
            assert store.state == Writable()
            await store.append("table/1", len(kept), [b"after"], order=f"c-{len(kept)}")
        async with opened(small.folder) as store:
            assert (await store.read("table/1"))[: len(kept)] == kept
            assert texts(await store.read("table/1"))[-1] == "after"
            assert await store.read("table/2") == []


@pytest.mark.parametrize("kind", KINDS)
@story
async def test_somebody_who_asks_is_told_whether_it_can_be_written_though_nobody_appends(kind: str, tmp_path: Path):
    with disk(kind, tmp_path / "disk") as small:
        async with opened(small.folder) as store:
            await store.append("table/1", 0, [bytes(5000)])
            assert await store.try_to_write() == Writable()
            small.fill()
            for _ in range(400):  # what room the log still has is used up first
                if await store.try_to_write() != Writable():
                    break
            assert isinstance(store.state, Unwritable)
            small.free()
            assert await store.try_to_write() == Writable()
            assert len(await store.read("table/1")) == 1


@story
async def test_many_may_ask_at_once_while_others_append(tmp_path: Path):
    async with opened(tmp_path / "data") as store:
        asked = [store.try_to_write() for _ in range(20)]
        appended = [store.append(f"table/{n}", 0, [b"x"]) for n in range(20)]
        assert await asyncio.gather(*asked) == [Writable()] * 20
        assert len(await asyncio.gather(*appended)) == 20
    with pytest.raises(RuntimeError):
        await store.try_to_write()


async def first_failure(store: SqlStore) -> NotSaved:
    """Append until it fails; whatever was acknowledged before must be there."""
    version = len(await store.read("table/1"))
    while True:
        try:
            version = (await store.append("table/1", version, [bytes(5000)], order=f"c-{version}")).version
        except NotSaved as error:
            assert len(await store.read("table/1")) == version
            return error


@pytest.mark.parametrize("kind", KINDS)
@story
async def test_everybody_in_a_batch_hears_that_it_was_not_saved(kind: str, tmp_path: Path):
    with disk(kind, tmp_path / "disk") as small:
        async with opened(small.folder) as store:
            await store.append("table/1", 0, [b"kept"])
            small.fill()
            answers = await asyncio.gather(
                *(store.append(f"many/{n}", 0, [bytes(20_000)]) for n in range(20)), return_exceptions=True
            )
            assert all(isinstance(answer, NotSaved) for answer in answers)
            assert [head.stream for head in await store.streams()] == ["table/1"]
            small.free()
            await writable_again(store)


def test_it_is_said_in_three_languages():
    error = NotSaved(FULL)
    assert error.told("es") == "no se guarda: el disco está lleno"
    assert error.told("ca") == "no es desa: el disc és ple"
    assert str(error.told("en")) == "not saved: the disk is full"


@story
async def test_another_program_that_keeps_writing_is_waited_for_and_then_named(tmp_path: Path):
    async with opened(tmp_path) as store:
        await store.append("table/1", 0, [b"kept"])
        other = sqlite3.connect(tmp_path / FILE, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(NotSaved) as error:
            await store.append("table/1", 1, [b"later"])
        assert error.value.reason == BUSY
        other.execute("ROLLBACK")
        other.close()
        await writable_again(store)
        await store.append("table/1", 1, [b"later"])


@story
async def test_a_read_only_database_is_said_and_writing_resumes(database: str):
    async with opened(database) as store:
        await store.append("table/1", 0, [b"kept"])
        with psycopg.connect(database, autocommit=True) as director:
            set_default(director, "on")
            with pytest.raises(NotSaved) as error:
                await store.append("table/1", 1, [b"refused"])
            assert error.value.reason == READ_ONLY
            assert texts(await store.read("table/1")) == ["kept"]
            await asyncio.sleep(0.2)
            assert store.state == Unwritable(READ_ONLY)
            set_default(director, "off")
        await writable_again(store)
        await store.append("table/1", 1, [b"taken"])
        assert texts(await store.read("table/1")) == ["kept", "taken"]


@story
async def test_a_postgresql_that_is_away_is_said_and_writing_resumes_when_it_is_back():
    server = OwnServer()
    try:
        async with opened(server.url) as store:
            await store.append("table/1", 0, [b"kept"])
            server.kill()
            with pytest.raises(NotSaved) as error:
                await store.append("table/1", 1, [b"lost"])
            assert error.value.reason == AWAY
            with pytest.raises(StoreError, match="cannot be read"):
                await store.read("table/1")
            server.start()
            await writable_again(store)
            assert texts(await store.read("table/1")) == ["kept"]
            await store.append("table/1", 1, [b"and on"])
    finally:
        server.stop()


def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path: Path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreError, match="cannot be opened") as error:
        open_store(tmp_path / "file")
    assert "no se puede abrir" in error.value.told("es")


def test_a_read_only_disk_is_one_sentence(tmp_path: Path):
    if can_mount():
        with mounted(tmp_path / "disk"):
            asyncio.run(open_store(tmp_path / "disk").close())
            subprocess.run(["mount", "-o", "remount,ro", tmp_path / "disk"], check=True)
            with pytest.raises(StoreError, match="cannot be opened"):
                open_store(tmp_path / "disk")
    else:
        (tmp_path / "disk").mkdir()
        os.chmod(tmp_path / "disk", 0o500)
        with pytest.raises(StoreError, match="cannot be opened"):
            open_store(tmp_path / "disk")


def test_a_file_of_another_kind_is_one_sentence(tmp_path: Path):
    (tmp_path / FILE).write_text("a letter to my aunt, longer than any header of a database may be " * 20)
    with pytest.raises(StoreError) as error:
        open_store(tmp_path)
    assert NOT_OURS.told("es") in error.value.told("es")


def test_an_address_of_another_kind_is_refused_without_repeating_its_password(tmp_path: Path):
    for address in ("mysql://me:secret@host/db", "not an address"):
        with pytest.raises(StoreError) as error:
            open_store(address)
        assert "postgresql://" in error.value.told("es")
        assert "secret" not in error.value.told("es")


def test_a_server_that_nobody_runs_is_one_sentence_without_the_password():
    with pytest.raises(StoreError) as error:
        open_store("postgres://me:secret@127.0.0.1:9/db")
    assert AWAY.told("es") in error.value.told("es")
    assert "secret" not in error.value.told("es")


def test_what_no_table_knows_is_told_as_the_database_says_it():
    with create_engine("sqlite://").connect() as connection, pytest.raises(DBAPIError) as error:
        connection.execute(text("SELECT * FROM nowhere"))
    assert reason(error.value).told("es") == "la base de datos dice: no such table: nowhere"
