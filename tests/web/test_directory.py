"""The directory of open tables: many people open and close tables at the same moment."""

from __future__ import annotations

import asyncio
from pathlib import Path

from msgspec.structs import replace

from tantera.store import open_store
from tantera.web.tables.directory import Directory, MatchPlayed, TableListed, TableShown, TableUnlisted


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


def test_a_match_is_found_under_those_who_played_it_and_no_longer_under_who_was_forgotten(tmp_path: Path):
    def match(table: str, *people: str) -> MatchPlayed:
        names, sides = tuple(map(str.title, people)), tuple((seat,) for seat in range(1, len(people) + 1))
        return MatchPlayed(table, 1, "clasico", names, sides, (1,) * len(people), None, people, True, 5, people)

    async def story() -> None:
        store = open_store(tmp_path)
        directory = Directory(store, str.upper)
        first, second, third = match("a", "ana", "biel"), match("b", "biel", "carla"), match("c", "carla", "ana")
        await directory.add(first, second, third)
        assert [directory.matches_of(who) for who in ("ana", "biel", "dani")] == [[third, first], [second, first], []]
        forgotten = replace(first, people=("biel",), players=("", "biel"))
        await directory.add(forgotten)
        again = Directory(store, str.upper)
        await again.load()
        for known in (directory, again):
            assert (known.matches_of("ana"), known.matches_of("biel")) == ([third], [second, forgotten])
        await store.close()

    asyncio.run(story())
