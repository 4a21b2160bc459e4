"""Alone with bots at a server: the table waits, asleep, whatever becomes of the server meanwhile."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.web.processes import served
from tests.web.serving import FREE, PATIENCE, Guest, Player, Running, serving

QUICK = {"bot": "level-2", "pace": "at_once", "times": {"entropy": 0, "seat": 1000}}


async def plays_some(player: Player, more: int = 3) -> None:
    """Some moves of this hand, so that it is nobody's first."""
    await player.play(lambda: player.shown.get("phase") == "playing" and len(player.shown["moves"]) > more)
    await player.until(lambda: bool(player.options))


def test_a_match_alone_goes_on_where_it_was_after_the_server_was_killed_twice(tmp_path: Path):
    async def first(url: str) -> tuple[Guest, dict[str, str], object]:
        ana = Guest(url, "Ana")
        opened = ana.opens("clasico", bots="all", settings=QUICK, limit="5000p")
        async with ana.at(opened) as player:
            await plays_some(player)
            server.stop(signal.SIGKILL)
            return ana, opened, player.shown["moves"]

    async def second(ana: Guest, opened: dict[str, str], moves: object) -> tuple[object, object]:
        async with ana.at(opened) as player:
            await player.until(lambda: player.table["pause"] is None)
            assert player.shown["moves"] == moves
            await plays_some(player, len(player.shown["moves"]) % 20)
            return player.shown["moves"], player.shown["hands"]

    async def third(ana: Guest, opened: dict[str, str], kept: tuple[object, object]) -> None:
        home = ana.asks("GET", "/?lang=es").text
        assert f'href="/tables/{opened["table"]}"' in home
        assert "<title>● Te toca · Tantera</title>" in home
        async with ana.at(opened) as player:
            assert player.frames[0]["table"]["pause"]["why"] in ("away", "restart")
            await player.until(lambda: player.table["pause"] is None)
            assert (player.shown["moves"], player.shown["hands"]) == kept
            hands = player.shown["hands"]
            await player.play(lambda: player.shown["hands"] > hands)

    with served(tmp_path / "data") as server:
        ana, opened, moves = asyncio.run(first(server.url))
    with served(tmp_path / "data") as server:
        ana.url = server.url
        kept = asyncio.run(second(ana, opened, moves))
        server.stop(signal.SIGKILL)
    with served(tmp_path / "data") as server:
        ana.url = server.url
        asyncio.run(third(ana, opened, kept))


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.02)


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tantera.web.tables.hub.REST", 0.2)
    monkeypatch.setattr("tantera.web.tables.hub.SWEEP", 0.1)
    monkeypatch.setattr("tantera.web.tables.live._RELOAD", 0.1)
    monkeypatch.setattr("tantera.web.tables.live._WAKING", 0.2)
    monkeypatch.setattr("tantera.tables.agenda.BLINK", 200)


@pytest.mark.usefixtures("soon")
def test_a_table_that_waits_leaves_the_memory_and_no_sweep_wakes_it(tmp_path: Path):
    async def leaves(server: Running) -> str:
        ana = Guest(server.url, "Ana")
        opened = ana.opens("clasico", bots="all", settings=QUICK)
        table, hub = opened["table"], server.app.state.hub
        async with ana.at(opened) as player:
            await plays_some(player)
        await until(lambda: hub.directory.shown[table].waits_until is not None and table not in hub.tables)
        return table

    async def is_left_alone(server: Running, table: str) -> None:
        hub = server.app.state.hub
        other = Guest(server.url, "Bea").opens("clasico", settings={"times": {"idle": 2000}})["table"]
        await until(lambda: other not in hub.directory.open)  # twenty sweeps later
        assert table not in hub.tables
        assert table in hub.directory.open

    with serving(tmp_path / "data") as server:
        table = asyncio.run(leaves(server))
        asyncio.run(is_left_alone(server, table))
    with serving(tmp_path / "data") as server:
        asyncio.run(is_left_alone(server, table))


@pytest.mark.usefixtures("soon")
def test_who_opens_one_table_too_many_loses_the_one_that_has_waited_longest(tmp_path: Path):
    async def story(server: Running) -> None:
        ana, hub = Guest(server.url, "Ana"), server.app.state.hub
        tables = []
        for _ in range(2):
            opened = ana.opens("clasico", bots="all", settings=QUICK)
            tables.append(opened["table"])
            async with ana.at(opened) as player:
                await plays_some(player, 1)
            await until(lambda opened=opened: hub.directory.shown[opened["table"]].waits_until is not None)  # type: ignore[misc]
        third = ana.opens("clasico", bots="all", settings=QUICK)
        async with ana.at(third):
            await until(lambda: tables[0] not in hub.directory.open)
            assert {tables[1], third["table"]} <= hub.directory.open.keys()
            refused = ana.asks("POST", "/api/tables", json={"name": "Ana", "book": "clasico"})
            assert refused.status_code == 201, "the second one waits as well"
            refused = ana.asks("POST", "/api/tables", json={"name": "Ana", "book": "clasico"})
        assert refused.status_code == 400, "one that nobody is away from makes no room"

    with serving(tmp_path / "data", limits=replace(FREE, tables_a_person=2)) as server:
        asyncio.run(story(server))
