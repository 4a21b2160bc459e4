"""The directory of open tables: many people open and close tables at the same moment."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tantera.store import open_store
from tantera.web.tables.directory import Directory, TableListed, TableShown, TableUnlisted


def test_tables_that_are_opened_and_closed_at_once_are_all_kept(tmp_path: Path):
    """Whoever was in somebody else's way counted one event too many once, and no table could be opened any more."""

    async def story() -> None:
        store = open_store(tmp_path)
        directory = Directory(store, str.upper)
        try:
            for _ in range(5):
                async with asyncio.timeout(20):
                    await asyncio.gather(*(directory.add(TableListed(f"t{n}", n)) for n in range(40)))
                    assert set(directory.open) == {f"t{n}" for n in range(40)}
                    await asyncio.gather(*(directory.add(TableUnlisted(f"t{n}", n)) for n in range(1, 40)))
                    await directory.add(TableUnlisted("t0", 0))
            again = Directory(store, str.upper)
            await again.load()
            assert again.open == directory.open == {}
        finally:
            await store.close()

    asyncio.run(story())


def test_what_is_said_of_a_table_that_is_gone_is_not_kept(tmp_path: Path):
    async def story() -> None:
        store = open_store(tmp_path)
        directory = Directory(store, str.upper)
        shown = TableShown("a", "ana", ("ana",), playing=True, public=True, watched=True, here=True)
        await directory.add(TableListed("a", 1), shown)
        assert (directory.to_watch(0, 9), directory.tables_of("ana"), directory.playing) == (["a"], ["a"], 1)
        await directory.add(TableUnlisted("a", 2))
        await asyncio.wait_for(directory.add(shown), 5)
        assert (directory.to_watch(0, 9), directory.tables_of("ana"), directory.playing) == ([], [], 0)
        assert directory.codes == {}
        await store.close()

    asyncio.run(story())
