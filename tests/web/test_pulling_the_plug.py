"""The server is killed in the middle of play: whatever was acknowledged is there afterwards, once and without a gap."""

from __future__ import annotations

import asyncio
import json
import random
import socket
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tantera.store import Stored, open_store
from tests.play.tables import proof
from tests.store.conftest import database as database
from tests.store.conftest import place as place
from tests.store.conftest import postgresql as postgresql
from tests.web.serving import PATIENCE, Guest, Player, process

QUICK = {"times": {"entropy": 0}}
TABLES = 3


class Seat(Player):
    """A player who notes what was acknowledged, and keeps the order that was not."""

    def __init__(self, *where: Any) -> None:
        super().__init__(*where)
        self.acknowledged: dict[str, int] = {}
        self.pending: tuple[str, dict[str, Any]] | None = None
        self.seat: int | None = None

    def anew(self) -> Seat:
        """The same person with a new connection, who remembers everything."""
        other = Seat(self.url, self.table_id, self.cookie)
        other.acknowledged, other.pending, other.seat = self.acknowledged, self.pending, self.seat
        return other

    async def play_on(self) -> None:
        """One option after the other, each under an id of its own, until the line goes dead."""
        while True:
            if self.pending is None:
                await self.until(lambda: bool(self.options), seconds=600)
                self.pending = (f"o{random.getrandbits(60):x}", self.options[0])
            order_id, order = self.pending
            answer = await self.order(order, order_id)
            if answer["type"] == "done":
                self.acknowledged[order_id] = answer["version"]
                self.seat = self.table["seat"]
            at = self.version
            self.pending = None
            if answer["type"] == "refused" and self.version == at:
                await self.until(lambda at=at: self.version != at, seconds=600)  # type: ignore[misc]


def open_tables(url: str) -> list[list[Seat]]:
    """Some tables, four people at each."""
    tables = []
    for number in range(TABLES):
        people = [Guest(url, f"{name} {number}") for name in ("Ana", "Bea", "Cai", "Dan")]
        opened = people[0].opens("clasico", settings=QUICK, limit="900p")
        for guest in people[1:]:
            guest.comes_to(opened)
        tables.append([Seat(url, opened["table"], guest.cookie) for guest in people])
    return tables


async def everybody_joins(tables: list[list[Seat]]) -> None:
    players = [player for table in tables for player in table]
    await asyncio.gather(*(player.join() for player in players))


async def until_it_is_killed(tables: list[list[Seat]], kill: Any, seconds: float) -> None:
    """They play; the server dies in the middle of it."""
    playing = [asyncio.create_task(player.play_on()) for table in tables for player in table]
    await asyncio.sleep(seconds)
    kill()
    await asyncio.wait(playing, timeout=PATIENCE)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)


async def kept(place: Path | str, table: str) -> list[Stored]:
    store = open_store(place)
    try:
        return await store.read(f"table/{table}")
    finally:
        await store.close()


def check(place: Path | str, tables: list[list[Seat]]) -> int:
    """Everything acknowledged is there, no gap, nothing twice; how many orders that were."""
    found = 0
    for table in tables:
        stored = asyncio.run(kept(place, table[0].table_id))
        assert [one.version for one in stored] == list(range(1, len(stored) + 1))
        versions: dict[str, list[int]] = {}
        for one in stored:
            if one.order is not None:
                versions.setdefault(one.order.partition(":")[2], []).append(one.version)
        for places in versions.values():
            assert places == list(range(places[0], places[-1] + 1)), "an order was applied twice"
        for player in table:
            for order_id, version in player.acknowledged.items():
                assert versions[order_id][-1] == version, "what was acknowledged is not where it was"
                found += 1
        moves = [msgspec.json.decode(one.event) for one in stored if b"tile_placed" in one.event]
        assert all("tile" in move for move in moves)
    return found


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


async def evening(tables: list[list[Seat]], kill: Any, first: bool, seconds: float) -> None:
    """Everybody comes, sits where they sat, and plays until the lights go out."""
    tables[:] = [[player.anew() for player in table] for table in tables]
    try:
        await everybody_joins(tables)
        if first:
            for table in tables:
                for seat, player in enumerate(table[1:], start=2):
                    await player.order({"order": "sit", "seat": seat})
        for player in (player for table in tables for player in table):
            assert player.version >= max(player.acknowledged.values(), default=0)
            assert player.seat is None or player.table["seat"] == player.seat, "the same seat as before"
        await until_it_is_killed(tables, kill, seconds)
    finally:
        for player in (player for table in tables for player in table):
            await player.leave()


def pull_the_plug(place: Path | str, log: Path, times: int) -> None:
    port = free_port()
    tables: list[list[Seat]] = []
    acknowledged = 0
    for number in range(times + 1):
        with process(place, port, log=log) as server:
            if not tables:
                tables = open_tables(f"http://127.0.0.1:{port}")

            seconds = 3.0 if number == times else random.uniform(0.3, 2.5)
            asyncio.run(evening(tables, server.kill, number == 0, seconds))
            server.wait()
        known = check(place, tables)
        assert known >= acknowledged
        acknowledged = known
    assert acknowledged > 10 * times
    assert "Traceback" not in log.read_text()
    assert all(json.loads(line) for line in log.read_text().splitlines() if line.startswith("{"))


def test_what_was_acknowledged_survives_a_server_that_is_killed(place: Path | str, tmp_path: Path):
    pull_the_plug(place, tmp_path / "serve.log", times=2)


@pytest.mark.prove
def test_a_hundred_times_the_plug_is_pulled(place: Path | str, tmp_path: Path):
    pull_the_plug(place, tmp_path / "serve.log", times=proof(5, 100))
