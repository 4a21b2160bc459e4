"""Several processes on one PostgreSQL: any of them serves any table, and none is missed."""

from __future__ import annotations

import asyncio
import json
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import psutil
import psycopg
import pytest
from websockets.exceptions import WebSocketException

from tests.play.tables import proof
from tests.store.servers import OwnServer
from tests.web import plain
from tests.web.lines import failures
from tests.web.processes import PATIENCE, Served, free_port, run, served
from tests.web.serving import Guest, Running, serving
from tests.web.storms import Client, Row, nothing_is_lost, seated
from tests.web.visiting import Browser, administrator

QUICK = {"times": {"entropy": 0}}


@pytest.fixture
def two(database: str) -> Iterator[tuple[Running, Running]]:
    with serving(database) as one, serving(database) as other:
        yield one, other


def at(guest: Guest, server: Running) -> Guest:
    """The same browser, at another process."""
    return Guest(server.url, guest.name, guest.cookie)


def test_a_table_that_one_process_opened_is_found_and_played_at_by_another(two: tuple[Running, Running]):
    one, other = two

    async def story() -> None:
        ana, bea = Guest(one.url, "Ana"), Guest(other.url, "Bea")
        opened = ana.opens("tarragona", settings=QUICK, limit="60p")
        bea.comes_to(opened)
        async with ana.at(opened) as here, bea.at(opened) as there:
            await there.order({"order": "sit", "seat": 2})
            await here.order({"order": "start"})
            over = lambda: here.shown.get("phase") == "ended"  # noqa: E731
            await asyncio.gather(here.play(over), there.play(lambda: there.shown.get("phase") == "ended"))
            assert there.shown["score"] == here.shown["score"]
            assert there.table["pause"] is None

    asyncio.run(story())


def test_starting_a_second_process_pauses_nobody_and_takes_nobody_for_gone(database: str):
    async def story(one: Running) -> None:
        ana = Guest(one.url, "Ana")
        opened = ana.opens("san-juan", bots="all", settings=QUICK)
        async with ana.at(opened) as player:
            await player.play(lambda: len(player.shown.get("moves", [])) > 3)
            with serving(database) as other:
                seen = len(player.frames)
                assert at(ana, other).asks("GET", f"/tables/{opened['table']}").status_code == 200
                await player.play(lambda: player.shown["number"] > 1)
                told = str(player.frames[seen:])
                assert "person_went_offline" not in told
                assert "clock_paused" not in told

    with serving(database) as one:
        asyncio.run(story(one))


def test_a_session_that_one_process_ends_is_ended_in_the_other_within_a_second(two: tuple[Running, Running]):
    one, other = two

    async def story() -> None:
        ana = Guest(one.url, "Ana")
        opened = ana.opens("clasico", settings={"public": True} | QUICK)
        there = at(ana, other)
        assert there.asks("GET", "/api/me").json()["name"] == "Ana"
        async with there.at(opened) as player:
            with Browser(one.url, ana.cookie) as browser:
                browser.post("/me/leave")
            with pytest.raises(ConnectionError):
                await player.until(lambda: False, 5)
        assert there.asks("GET", "/me").url.path != "/me" or there.asks("GET", "/api/me").json().get("name") != "Ana"

    asyncio.run(story())


def test_who_moves_from_one_process_to_another_was_never_away(two: tuple[Running, Running]):
    one, other = two

    async def story() -> None:
        ana, bea = Guest(one.url, "Ana"), Guest(one.url, "Bea")
        opened = ana.opens("clasico", settings={"public": True} | QUICK)
        bea.comes_to(opened)
        async with bea.at(opened) as looks_on:
            async with ana.at(opened):
                pass
            async with at(ana, other).at(opened):
                await asyncio.sleep(4)
            assert "person_went_offline" not in str(looks_on.frames)
            await looks_on.until(lambda: "person_went_offline" in str(looks_on.frames), 10)

    asyncio.run(story())


def test_an_administrators_link_made_in_one_process_works_once_in_all(two: tuple[Running, Running]):
    one, other = two
    with administrator(one) as boss, Browser(other.url, boss.cookie) as there:
        assert there.get("/admin").status_code == 200


# --- killing them ---------------------------------------------------------------------------------------------------


class Evening:
    """Three processes on one database, people at every table, and one process after the other is killed."""

    def __init__(self, folder: Path, database: str) -> None:
        self.folder, self.database = folder, database
        self.ports = [free_port() for _ in range(3)]
        self.servers: dict[int, Served] = {}
        self.chance = Random(0)
        self.clients: list[Client] = []
        self.waits: list[float] = []
        """Seconds that somebody who lost their process waited until they had the table again, with its match going."""
        self.over = False

    @property
    def acknowledged(self) -> int:
        return sum(len(client.acknowledged) for client in self.clients)

    async def start(self, port: int, stack: AsyncExitStack) -> None:
        """As a process of its own, in which a kill reaches nobody else."""
        folder = self.folder / f"p{port}-{len(list(self.folder.iterdir()))}"
        serving_it = served(folder, port=port, DATABASE_URL=self.database)
        self.servers[port] = await asyncio.to_thread(stack.enter_context, serving_it)

    async def plays(self, client: Client) -> None:
        """Wherever there is a process, again and again."""
        lost_at: float | None = None
        while not self.over:
            url = self.servers[self.chance.choice([*self.servers])].url
            try:
                await client.joins(url)
                assert client.player is not None
                await client.player.until(lambda: client.player is None or client.player.table["pause"] is None, 20)
            except (OSError, ConnectionError, WebSocketException, AssertionError) as error:
                if isinstance(error, AssertionError):
                    raise
                await asyncio.sleep(0.1)
                continue
            if lost_at is not None:
                self.waits.append(time.monotonic() - lost_at)
            stop = asyncio.create_task(self._leaves(client))
            await client.plays()
            stop.cancel()
            lost_at = time.monotonic()

    async def _leaves(self, client: Client) -> None:
        while not self.over:
            await asyncio.sleep(0.05)
        if client.player is not None:
            await client.player.leave()

    def busiest(self) -> int:
        """Where most people are: the process that keeps their tables."""

        def sockets(port: int) -> float:
            told = plain.get(f"{self.servers[port].url}/metrics").text
            return float(told.split("\ntantera_sockets ")[1].split()[0])

        return max(self.ports, key=sockets)

    async def until(self, more: int) -> None:
        wanted, deadline = self.acknowledged + more, time.monotonic() + PATIENCE
        while self.acknowledged < wanted:
            assert time.monotonic() < deadline, "the tables do not go on"
            await asyncio.sleep(0.01)

    async def goes_by(self, kills: int, tables: int, between: Callable[[int], None] = lambda number: None) -> None:
        async with AsyncExitStack() as stack:
            for port in self.ports:
                await self.start(port, stack)
            self.clients = await seated(self.servers[self.ports[0]].url, tables, 2, self.chance)
            for client in self.clients:
                assert client.player is not None
                await client.player.leave()
            playing = [asyncio.create_task(self.plays(client)) for client in self.clients]
            await self.until(20)
            for number in range(kills):
                port = self.busiest() if number % 2 == 0 else self.chance.choice(self.ports)
                victim = self.servers.pop(port)
                victim.process.kill()
                victim.process.wait()
                await asyncio.to_thread(between, number)
                await self.until(20 * tables)
                await self.start(port, stack)
                await asyncio.sleep(self.chance.uniform(0, 2))
            self.over = True
            await asyncio.gather(*playing)
            for server in self.servers.values():
                assert not failures(server.logged), server.logged[-2000:]


def log_of(database: str) -> list[tuple[str, int, str | None, bytes]]:
    with psycopg.connect(database) as connection:
        return connection.execute(
            "SELECT stream, version, order_id, event FROM event ORDER BY stream, version"
        ).fetchall()


def holds(evening: Evening) -> None:
    """Nothing lost, nothing twice, nobody taken for gone, and no tile played twice in a hand."""
    log = log_of(evening.database)
    nothing_is_lost([Row(*row[:3]) for row in log], evening.clients)
    assert not any(b"person_went_offline" in event for stream, _, _, event in log if stream.startswith("table/"))
    placed: set[tuple[str, str]] = set()
    for stream, _, _, line in log:
        event = json.loads(line) if stream.startswith("table/") else {}
        if event.get("event", "").startswith("hand_dealt"):
            placed = {one for one in placed if one[0] != stream}
        if event.get("event", "").startswith("tile_placed"):
            assert (stream, event["tile"]) not in placed, f"{event['tile']} twice in {stream}"
            placed.add((stream, event["tile"]))


def test_a_process_that_is_killed_takes_no_table_with_it(tmp_path: Path, database: str):
    evening = Evening(tmp_path, database)
    asyncio.run(evening.goes_by(2, tables=4))
    holds(evening)
    assert evening.waits


@pytest.mark.prove
def test_processes_killed_two_hundred_times_lose_nothing_and_nobody(tmp_path: Path):
    """And the database twenty times."""
    postgresql = OwnServer()  # one of our own, since it is killed here

    def between(number: int) -> None:
        if number % 10 == 9:
            postgresql.kill()
            time.sleep(0.2)
            postgresql.start()

    kills = proof(200, 200)
    try:
        evening = Evening(tmp_path, postgresql.url)
        asyncio.run(evening.goes_by(kills, tables=6, between=between))
        holds(evening)
    finally:
        postgresql.stop()
    waits = sorted(evening.waits)
    half, most = waits[len(waits) // 2], waits[-1 - len(waits) // 100]
    print(f"{kills} kills, {len(waits)} came back: p50 {half:.2f} s, p99 {most:.2f} s")
    assert most <= 3


# --- behind one port ------------------------------------------------------------------------------------------------


def test_a_crew_is_replaced_one_by_one_while_people_play_and_no_order_is_refused_for_it(tmp_path: Path, database: str):
    async def story(server: Served) -> None:
        clients = await seated(server.url, 3, 2, Random(1))
        evening = Evening(tmp_path, database)
        evening.clients, evening.servers = clients, {server.port: server}
        for client in clients:
            assert client.player is not None
            await client.player.leave()
        playing = [asyncio.create_task(evening.plays(client)) for client in clients]
        await evening.until(30)
        before = children(server)
        server.process.send_signal(signal.SIGHUP)
        deadline = time.monotonic() + PATIENCE
        while before & children(server):
            assert time.monotonic() < deadline, "not all of them were replaced"
            await asyncio.sleep(0.1)
        await evening.until(30)
        evening.over = True
        await asyncio.gather(*playing)
        holds(evening)
        assert not any(b"clock_paused" in event for *_, event in log_of(database))
        assert not failures(server.logged), server.logged[-2000:]

    with served(tmp_path / "crew", "--processes", "2", DATABASE_URL=database) as server:
        asyncio.run(story(server))
        assert server.stop()[0] == 0


def children(server: Served) -> set[int]:
    serving_ones = psutil.Process(server.process.pid).children()
    return {child.pid for child in serving_ones if child.is_running() and child.status() != psutil.STATUS_ZOMBIE}


def test_several_processes_on_sqlite_are_refused_with_a_sentence(tmp_path: Path):
    refused = run("serve", "--processes", "2", "--data", str(tmp_path / "data"), "--port", str(free_port()))
    assert refused.returncode == 2
    assert "PostgreSQL" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_a_socket_is_passed_to_the_process_that_keeps_its_table(two: tuple[Running, Running]):
    one, other = two

    async def story() -> None:
        ana = Guest(one.url, "Ana")
        opened = ana.opens("san-juan", bots="all", settings=QUICK)
        async with at(ana, other).at(opened) as player:  # asked for at one process, served by the other
            await player.play(lambda: len(player.shown.get("moves", [])) > 3)
            assert (len(one.app.state.crowd), len(other.app.state.crowd)) == (1, 0)

    asyncio.run(story())
