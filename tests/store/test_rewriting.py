"""Taking words out of the log: the events that had them stand where they stood, and the words are nowhere."""

from __future__ import annotations

import asyncio
from pathlib import Path

import psycopg
import pytest

from tantera.store import Rewritten, Stored
from tests.store.stories import opened, story, texts

NAME = b"Hermenegilda Puigdevall"


def every_byte(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())


@story
async def test_an_event_that_is_rewritten_keeps_its_place_its_order_and_its_neighbours(place):
    async with opened(place) as store:
        await store.append("table/1", 0, [b"one", NAME, b"three"], order="c1-1")
        await store.append("table/2", 0, [b"other"])
        await store.rewrite([Rewritten("table/1", 2, "—".encode())])
        assert await store.read("table/1") == [
            Stored(1, b"one", "c1-1"),
            Stored(2, "—".encode(), "c1-1"),
            Stored(3, b"three", "c1-1"),
        ]
        assert (await store.append("table/1", 3, [b"four"], order="c1-1")).again
        assert (await store.append("table/1", 3, [b"four"])).version == 4
        assert texts(await store.read("table/2")) == ["other"]


@story
async def test_all_events_are_rewritten_or_none(place):
    async with opened(place) as store:
        await store.append("table/1", 0, [b"one", b"two"])
        with pytest.raises(ValueError, match="event 3 of table/1"):
            await store.rewrite([Rewritten("table/1", 1, b"x"), Rewritten("table/1", 3, b"y")])
        assert texts(await store.read("table/1")) == ["one", "two"]


@story
async def test_no_byte_of_the_folder_has_the_old_words_while_the_store_is_open(tmp_path):
    """Also none of the pages that were split meanwhile, and none of the write-ahead log."""
    folder = tmp_path / "data"
    async with opened(folder) as store:
        streams = [f"table/{number * 7919 % 400:04}" for number in range(400)]
        for stream in streams:  # out of order, so that pages split
            await store.append(stream, 0, [b'{"name":"' + NAME + b'"}' + b"." * 300, b"x" * 500])
        assert NAME in every_byte(folder)
        await store.rewrite([Rewritten(stream, 1, "—".encode()) for stream in streams])
        assert NAME not in every_byte(folder)
        assert len(await store.streams("table/")) == 400


@story
async def test_appends_that_come_while_events_are_rewritten_wait_and_are_kept(place):
    async with opened(place) as store:
        await store.append("table/1", 0, [NAME])
        both = [store.append(f"t/{n}", 0, [b"x"]) for n in range(50)]
        await asyncio.gather(*both[:25], store.rewrite([Rewritten("table/1", 1, b"-")]), *both[25:])
        assert len(await store.streams("t/")) == 50
        assert texts(await store.read("table/1")) == ["-"]


@story
async def test_in_postgresql_no_row_that_was_replaced_is_left(database):
    async def pages() -> int:
        async with await psycopg.AsyncConnection.connect(database) as connection:
            found = await (await connection.execute("SELECT pg_relation_size('event') / 8192")).fetchone()
            assert found is not None
            return int(found[0])

    async with opened(database) as store:
        await store.append("table/1", 0, [NAME * 20] * 200)
        before = await pages()
        await store.rewrite([Rewritten("table/1", version, b"-") for version in range(1, 201)])
        assert await pages() < before / 4


@story
async def test_in_postgresql_somebody_who_reads_meanwhile_keeps_no_old_row_in_the_file(database):
    """While an older snapshot is open, a table that is written anew has the rows that were replaced in it."""
    async with opened(database) as store, await psycopg.AsyncConnection.connect(database) as reader:
        await store.append("table/1", 0, [NAME * 20] * 200)
        await reader.set_isolation_level(psycopg.IsolationLevel.REPEATABLE_READ)
        await reader.execute("SELECT 1")  # its snapshot is taken, and no lock that would be waited for anyway
        rewriting = asyncio.create_task(store.rewrite([Rewritten("table/1", at, b"-") for at in range(1, 201)]))
        watching = await psycopg.AsyncConnection.connect(database, autocommit=True)
        async with watching:
            while texts(await store.read("table/1"))[0] != "-":
                await asyncio.sleep(0.01)
            assert not rewriting.done(), "it waits for who began before"
            await reader.rollback()
            await rewriting
            found = await (await watching.execute("SELECT pg_relation_size('event') / 8192")).fetchone()
            assert found is not None
            assert found[0] <= 3
