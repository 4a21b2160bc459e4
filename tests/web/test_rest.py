"""Tables where nobody is leave the memory, and nobody who comes back can tell."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tantera.store.engines import FILE
from tests.web.serving import PATIENCE, Guest, Player, Running, serving

QUICK = {"times": {"entropy": 0}}


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """To rest is a matter of tenths of a second here, not of minutes."""
    monkeypatch.setattr("tantera.web.tables.hub.REST", 0.3)
    monkeypatch.setattr("tantera.web.tables.hub.SWEEP", 0.1)
    monkeypatch.setattr("tantera.web.tables.live._RELOAD", 0.1)
    monkeypatch.setattr("tantera.web.tables.live._WAKING", 0.3)


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.02)


async def rests(server: Running, table: str) -> None:
    await until(lambda: table not in server.app.state.hub.tables and table in server.app.state.hub.resting)


async def plays_some(player: Player) -> None:
    moves = len(player.shown.get("moves", [])), player.shown.get("number", 0)
    await player.play(lambda: (len(player.shown.get("moves", [])), player.shown.get("number", 0)) > moves)


def test_a_match_that_everybody_has_left_leaves_the_memory_and_goes_on_where_it_was(tmp_path: Path):
    async def story(server: Running) -> None:
        ana = Guest(server.url, "Ana")
        opened = ana.opens("tarragona", bots="all", settings=QUICK)
        async with ana.at(opened) as player:
            await player.play(lambda: len(player.shown.get("moves", [])) > 4)
            before = player.shown
        await rests(server, opened["table"])
        async with ana.at(opened) as player:
            laid = player.shown["chain"][: len(before["chain"])]  # a bot may have answered when she went
            assert (player.shown["number"], laid) == (before["number"], before["chain"])
            assert player.table["pause"] is None
            await plays_some(player)
            assert "clock_paused" not in str(player.frames)
        await rests(server, opened["table"])

    with serving(tmp_path / "data") as server:
        asyncio.run(story(server))


def test_an_order_is_known_again_after_its_table_was_at_rest(tmp_path: Path):
    async def story(server: Running) -> None:
        ana = Guest(server.url, "Ana")
        opened = ana.opens("clasico", bots="all", settings=QUICK)
        async with ana.at(opened) as player:
            await player.play(lambda: player.shown.get("phase") == "playing" and bool(player.options))
            order = player.options[0]
            first = await player.order(order, "once")
        await rests(server, opened["table"])
        async with ana.at(opened) as player:
            again = await player.order(order, "once")
            assert (again["type"], again["version"]) == ("done", first["version"])

    with serving(tmp_path / "data") as server:
        asyncio.run(story(server))


def test_a_deadline_that_falls_due_wakes_a_table_at_rest(tmp_path: Path):
    async def story(server: Running) -> None:
        ana = Guest(server.url, "Ana")
        opened = ana.opens("clasico", settings={"times": {"idle": 3000}})
        async with ana.at(opened):
            pass
        await rests(server, opened["table"])
        await until(lambda: opened["table"] not in server.app.state.hub.directory.open)

    with serving(tmp_path / "data") as server:
        asyncio.run(story(server))


def test_whoever_only_looks_on_keeps_a_table_awake(tmp_path: Path):
    async def story(server: Running) -> None:
        ana, eva = Guest(server.url, "Ana"), Guest(server.url, "Eva")
        looked_at, other = (ana.opens("clasico", settings={"public": True}) for _ in range(2))
        async with Player(server.url, looked_at["table"], eva.cookie):
            for opened in (looked_at, other):
                async with ana.at(opened):
                    pass
            await rests(server, other["table"])
            assert looked_at["table"] in server.app.state.hub.tables

    with serving(tmp_path / "data") as server:
        asyncio.run(story(server))


def test_after_a_restart_tables_that_nobody_comes_to_are_looked_at_and_rest(tmp_path: Path):
    async def open_some(server: Running) -> list[str]:
        ana = Guest(server.url, "Ana")
        opened = [ana.opens("clasico", settings=QUICK)["table"] for _ in range(5)]
        await until(lambda: len(server.app.state.hub.directory.open) == 5)
        return opened

    async def all_rest(server: Running, tables: list[str]) -> None:
        for table in tables:
            await rests(server, table)
        home = await asyncio.to_thread(Guest(server.url, "Eva").asks, "GET", "/")
        assert home.status_code == 200

    with serving(tmp_path / "data") as server:
        tables = asyncio.run(open_some(server))
    with serving(tmp_path / "data") as server:
        asyncio.run(all_rest(server, tables))


def test_a_table_at_rest_in_one_process_is_played_at_by_another_and_its_bots_answer(database: str):
    """Its keeper runs the bots: it wakes when the other one writes there."""

    async def story(one: Running, other: Running) -> None:
        ana = Guest(one.url, "Ana")
        opened = ana.opens("san-juan", bots="all", settings=QUICK)
        async with ana.at(opened) as player:
            await plays_some(player)
        await rests(one, opened["table"])
        async with Player(other.url, opened["table"], ana.cookie) as player:
            for _ in range(3):
                await plays_some(player)
            assert "clock_paused" not in str(player.frames)
        assert other.app.state.hub.resting == {}

    with serving(database) as one, serving(database) as other:
        asyncio.run(story(one, other))


def test_when_the_process_of_a_table_at_rest_has_left_another_sees_to_its_deadlines(database: str):
    async def opens(one: Running) -> str:
        ana = Guest(one.url, "Ana")
        opened = ana.opens("clasico", settings={"times": {"idle": 6000}})
        async with ana.at(opened):
            pass
        await rests(one, opened["table"])
        return opened["table"]

    with serving(database) as other:
        with serving(database) as one:
            table = asyncio.run(opens(one))
            assert table not in other.app.state.hub.resting
        asyncio.run(until(lambda: table not in other.app.state.hub.directory.open))


def test_an_order_to_a_table_of_which_the_store_knows_less_is_refused_and_not_tried_again_without_end(tmp_path: Path):
    """As where a copy was put back while the server ran."""

    async def story(server: Running) -> None:
        ana = Guest(server.url, "Ana")
        opened = ana.opens("clasico", settings=QUICK | {"fill": False})
        async with ana.at(opened) as player:
            with closing(sqlite3.connect(tmp_path / "data" / FILE)) as written, written:
                for part in ("event", "journal"):
                    gone = f"DELETE FROM {part} WHERE stream = ? AND version > 1"
                    written.execute(gone, (f"table/{opened['table']}",))
            answer = await player.order({"order": "stand_up"})
            assert (answer["type"], answer["code"]) == ("refused", "not_saved")
            assert "arranca el servidor de nuevo" in answer["text"]

    with serving(tmp_path / "data") as server:
        asyncio.run(story(server))
