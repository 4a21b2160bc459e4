"""Pulling the plug: ``tantera serve`` is killed under load, again and again, and the database with it. Whatever was
acknowledged is there, without a gap, once; people come back to their seats, and the tables go on."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import psycopg
import pytest

from tantera.store import open_store
from tests.play.tables import proof
from tests.store.servers import OwnServer, own_server
from tests.store.stories import WRITTEN
from tests.web.lines import failures
from tests.web.processes import PATIENCE, Served, free_port, served
from tests.web.serving import Guest, Player
from tests.web.storms import Client, Row, nothing_is_lost, seated

Log = Callable[[], list[Row]]


def on_sqlite(folder: Path) -> list[Row]:
    database = sqlite3.connect(folder / "tantera.sqlite")
    rows = database.execute(f"SELECT stream, version, order_id FROM {WRITTEN} ORDER BY stream, version").fetchall()
    database.close()
    return [Row(*row) for row in rows]


def on_postgresql(url: str) -> list[Row]:
    with psycopg.connect(url) as database:
        rows = database.execute("SELECT stream, version, order_id FROM event ORDER BY stream, version").fetchall()
    return [Row(*row) for row in rows]


class Storm:
    """A server that is killed and started again on the same port, and those who play there."""

    def __init__(self, folder: Path, log: Log, database: str | None = None) -> None:
        self.folder, self.log = folder, log
        self.port, self.chance = free_port(), Random(0)
        self.env: dict[str, Any] = {} if database is None else {"DATABASE_URL": database}
        self.clients: list[Client] = []

    @property
    def acknowledged(self) -> int:
        return sum(len(client.acknowledged) for client in self.clients)

    async def blows(self, tables: int, people: int, meanwhile: Callable[[], None] | None = None) -> None:
        """One life of the server: everybody comes back and plays on, until it is killed in the middle of it."""
        with served(self.folder / "data", port=self.port, **self.env) as server:
            if self.clients:
                for client in self.clients:
                    await client.joins(server.url)
            else:
                self.clients = await seated(server.url, tables, people, self.chance)
            playing = [asyncio.create_task(client.plays()) for client in self.clients]
            await self.until(self.chance.randint(10, 80), server)
            if meanwhile is not None:
                await asyncio.to_thread(meanwhile)
                await self.until(20, server)
            server.process.kill()
            server.process.wait()
            await asyncio.gather(*playing)
            assert not failures(server.logged), server.logged[-2000:]
        nothing_is_lost(self.log(), self.clients)

    async def until(self, more: int, server: Served) -> None:
        """Until so many more orders have been acknowledged."""
        wanted, deadline = self.acknowledged + more, time.monotonic() + PATIENCE
        while self.acknowledged < wanted:
            assert time.monotonic() < deadline, "the tables do not go on"
            assert server.process.poll() is None, server.logged
            await asyncio.sleep(0.002)


def pull_the_plug(storm: Storm, times: int, tables: int, postgresql: OwnServer | None = None) -> None:
    async def again_and_again() -> None:
        for number in range(times):
            await storm.blows(tables, 2, postgresql.restart if postgresql is not None and number % 2 == 0 else None)

    asyncio.run(again_and_again())
    assert storm.acknowledged > 10 * times
    everybody = {client.opened["table"] for client in storm.clients for _ in client.acknowledged}
    assert len(everybody) == tables, "a table stood still"


@pytest.fixture
def postgresql() -> Iterator[OwnServer]:
    """One of our own, since it is killed here."""
    with own_server() as server:
        yield server


def test_a_killed_server_loses_nothing_on_sqlite(tmp_path: Path):
    pull_the_plug(Storm(tmp_path, lambda: on_sqlite(tmp_path / "data")), 3, tables=3)


def test_a_killed_server_and_a_killed_database_lose_nothing_on_postgresql(tmp_path: Path, postgresql: OwnServer):
    storm = Storm(tmp_path, lambda: on_postgresql(postgresql.url), postgresql.url)
    pull_the_plug(storm, 2, tables=2, postgresql=postgresql)


@pytest.mark.prove
def test_a_server_killed_a_hundred_times_loses_nothing_on_sqlite(tmp_path: Path):
    pull_the_plug(Storm(tmp_path, lambda: on_sqlite(tmp_path / "data")), proof(100, 100), tables=6)


@pytest.mark.prove
def test_a_server_killed_a_hundred_times_and_its_database_lose_nothing_on_postgresql(
    tmp_path: Path, postgresql: OwnServer
):
    storm = Storm(tmp_path, lambda: on_postgresql(postgresql.url), postgresql.url)
    pull_the_plug(storm, proof(100, 100), tables=6, postgresql=postgresql)


# --- the proof itself

FAULTS = {
    "DELETE FROM event WHERE stream = {stream} AND version = 3": "a gap",
    "DELETE FROM event WHERE stream = {stream} AND version > 5": "heard of|lost",
    "UPDATE event SET order_id = {order} WHERE stream = {stream} AND version = 2": "twice",
    "UPDATE event SET order_id = NULL WHERE order_id = {order}": "lost",
}


def test_the_proof_finds_a_planted_loss(tmp_path: Path):
    storm = Storm(tmp_path, lambda: on_sqlite(tmp_path / "data"))
    asyncio.run(storm.blows(1, 2))
    last = next(client.acknowledged[-1] for client in storm.clients if client.acknowledged)
    for number, (fault, found) in enumerate(FAULTS.items()):
        faulty = tmp_path / f"fault{number}"
        shutil.copytree(tmp_path / "data", faulty)
        asyncio.run(open_store(faulty).close())  # nothing is in its journal any more
        database = sqlite3.connect(faulty / "tantera.sqlite", isolation_level=None)
        database.execute(fault.format(stream=f"'{last.stream}'", order=f"'{last.order}'"))
        database.close()
        with pytest.raises(AssertionError, match=found):
            nothing_is_lost(on_sqlite(faulty), storm.clients)


# --- time


def test_a_killed_server_takes_nobody_any_time(tmp_path: Path):
    """Since the last thing that was written nobody's time has run (CI-9): who is in turn has at least what was left."""

    def left(player: Player) -> float:
        """Seconds that whoever is in turn may still think."""
        deadline: int = player.shown["deadline"]
        return deadline / 1000 - time.time()

    async def until_a_turn(server: Served) -> tuple[list[Guest], dict[str, str], float]:
        ana, bea = Guest(server.url, "Ana"), Guest(server.url, "Bea")
        options = {"players": 2, "play": "alone"}
        opened = ana.opens("competencia-individual", options=options, settings={"times": {"entropy": 0, "wish": 0}})
        bea.comes_to(opened)
        async with ana.at(opened) as one, bea.at(opened) as other:
            await other.order({"order": "sit", "seat": 2})
            enough = lambda: len(one.shown.get("moves", [])) > 3 and one.shown["phase"] == "playing"  # noqa: E731
            await asyncio.gather(one.play(enough), other.play(enough))
            await asyncio.sleep(1)
            before = left(one)
            server.process.kill()
            server.process.wait()
        return [ana, bea], opened, before

    async def back(url: str, people: list[Guest], opened: dict[str, str]) -> float:
        one, other = (Guest(url, guest.name, guest.cookie).at(opened) for guest in people)
        async with one, other:
            await one.until(lambda: one.table["pause"] is None and one.shown["deadline"] is not None)
            return left(one)

    with served(tmp_path / "data") as server:
        people, opened, before = asyncio.run(until_a_turn(server))
    time.sleep(1)
    with served(tmp_path / "data") as server:
        after = asyncio.run(back(server.url, people, opened))
    assert before - 0.5 < after <= 30.5
