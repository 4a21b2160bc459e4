"""The directory of open tables: many people open and close tables at the same moment."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tantera.store import open_store
from tantera.web.tables.directory import Directory, TableListed, TableUnlisted


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
