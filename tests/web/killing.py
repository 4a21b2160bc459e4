"""An evening on several processes and one PostgreSQL, with people at every table, while one process after the other is
killed, and the database now and then."""

from __future__ import annotations

import asyncio
import json
import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any

import psycopg
from websockets.exceptions import WebSocketException

from tantera.web import crew
from tests.web import plain
from tests.web.lines import failures
from tests.web.processes import PATIENCE, Served, free_port, served
from tests.web.serving import Guest
from tests.web.storms import GONE, Client, Row, nothing_is_lost

RETRY = (0.3, 1.0, 2.0)
"""Seconds before a browser tries again, as `connection.js` has them."""
PACE = 0.1, 0.3
"""Seconds that people think: twelve tables are as busy as two hundred and fifty."""
SITTING = 10
"""Kills, after which everybody goes to a new table: whoever takes one over reads all that has happened there, and at a
table of people that is some hundred moves."""
CLOCK = ("clock_paused.1", "clock_resumed.1")
"""Of a match, what moves nothing on."""
QUICK = {"entropy": 0, "wish": 0, "between": 0, "seat": 1000}
IMPATIENT = QUICK | dict.fromkeys(("move", "count", "decision", "ruling", "signature", "consent"), 1000)
Log = list[tuple[str, int, str | None, bytes]]


async def gathered(
    url: str, tables: int, chance: Random, kinds: int = 3, pause: tuple[float, float] = (0.0, 0.0)
) -> list[Client]:
    """Tables of so many kinds by turns: two people; two people and two bots; and the same with somebody who dawdles, so
    that the clock has something to do."""
    clients: list[Client] = []
    for number in range(tables):
        kind = number % kinds
        guests = [Guest(url, f"{name}{number}", address=f"10.1.{number % 250}.{place}")
                  for place, name in enumerate(("Ana", "Bea"), 1)]  # fmt: skip
        settings = {"chat": "free", "bot": "level-2", "times": IMPATIENT if kind == 2 else QUICK}
        options = {"players": 4 if kind else 2, "play": "pairs" if kind else "alone"}
        how: dict[str, Any] = {"settings": settings, "limit": "90000p", "options": options}
        opened = await asyncio.to_thread(guests[0].opens, ("san-juan", "clasico")[number % 2], **how)
        await asyncio.to_thread(guests[1].comes_to, opened)
        host, other = (Client(guest, opened, chance) for guest in guests)
        for client in (host, other):
            client.pause = pause
            await client.joins(url)
            assert client.player is not None
            client.name = client.guest.name
        assert other.player is not None
        assert host.player is not None
        answers = [await other.player.order({"order": "sit", "seat": 2})]
        if kind:
            answers.append(await host.player.order({"order": "start"}))
        assert {answer["type"] for answer in answers} == {"done"}, answers
        other.dawdles = kind == 2
        clients += [host, other]
    return clients


class Evening:
    """Processes on one database, people at every table, and one process after the other is killed."""

    def __init__(self, folder: Path, database: str, planted: str = "") -> None:
        self.folder, self.database = folder, database
        self.planted = f"quick_bots {planted}"
        self.servers: dict[int, Served] = {}
        self.chance = Random(0)
        self.clients: list[Client] = []
        """All who came in that evening; at its tables are `seated`."""
        self.seated: list[Client] = []
        self.lost_at: dict[Client, float] = {}
        """When somebody lost their process the last time."""
        self.waits: list[float] = []
        """Seconds from a kill until a table that had lost somebody could be played at again."""
        self.database_waits: list[float] = []
        """The same for every table, since the database was there again."""
        self.over = False
        self._playing: list[asyncio.Task[None]] = []
        self._started = 0

    # --- the processes

    async def start(self, port: int, stack: AsyncExitStack, after: float = 0) -> None:
        """As a process of its own, in which a kill reaches nobody else."""
        await asyncio.sleep(after)
        self._started += 1
        words = "--no-qr", "--proxy", "127.0.0.1"  # whoever asks says from where: nobody is taken for a flood
        folder = self.folder / f"s{self._started}"
        running = served(folder, *words, port=port, DATABASE_URL=self.database, TANTERA_PLANTED=self.planted)
        server = await asyncio.to_thread(stack.enter_context, running)
        while not await asyncio.to_thread(_is_ready, server):  # until then it ends when its database does
            await asyncio.sleep(0.05)
        self.servers[port] = server

    async def busiest(self) -> int:
        """Where most people are: the process that keeps their tables."""

        def sockets(port: int) -> float:
            told = plain.get(f"{self.servers[port].url}/metrics").text
            return float(told.split("\ntantera_sockets ")[1].split()[0])

        return max([(await asyncio.to_thread(sockets, port), port) for port in self.servers])[1]

    # --- the people

    async def sit_down(
        self, url: str, tables: int, kinds: int = 3, pause: tuple[float, float] = (0.0, 0.0)
    ) -> list[Client]:
        """Everybody at new tables, where they begin; those that they leave close."""
        await self._rise()
        await asyncio.gather(*(_goes(client, url) for client in self.seated))  # before anybody is taken to be away
        self.seated = await gathered(url, tables, self.chance, kinds, pause)
        self.clients += self.seated
        self._playing = [asyncio.create_task(self._plays(client)) for client in self.seated]
        await self.playable(time.monotonic(), milliseconds())
        return self.seated

    async def _plays(self, client: Client) -> None:
        """Wherever there is a process, again and again."""
        tries, there = 0, client.player is not None
        while not self.over:
            url = self.servers[self.chance.choice([*self.servers])].url
            try:
                if not there:
                    await client.joins(url)
                tries, there = 0, False
            except (*GONE, WebSocketException):
                tries += 1
                await asyncio.sleep(RETRY[min(tries, len(RETRY) - 1)])
                continue
            stop = asyncio.create_task(self._leaves(client))
            await client.plays()
            stop.cancel()
            self.lost_at[client] = time.monotonic()
            await asyncio.sleep(0 if self.over else RETRY[0])

    async def _leaves(self, client: Client) -> None:
        while not self.over:
            await asyncio.sleep(0.05)
        if client.player is not None:
            await client.player.leave()

    async def _rise(self) -> None:
        self.over = True
        await asyncio.gather(*self._playing)
        self.over, self._playing = False, []

    async def ends(self) -> None:
        await self._rise()
        for server in self.servers.values():
            assert not failures(server.logged), server.logged[-2000:]

    async def until(self, is_so: Callable[[], bool], patience: float = PATIENCE) -> None:
        """A table at which nothing goes on any more fails it; so does somebody who was shown something wrong."""
        deadline = time.monotonic() + patience
        while not is_so():
            for task in self._playing:
                if task.done():
                    task.result()
            assert time.monotonic() < deadline, "the tables do not go on"
            await asyncio.sleep(0.01)

    async def playable(self, since: float, at: int) -> dict[str, float]:
        """Until people at every table are answered again and the match goes on; how long that took at each of those
        that had lost somebody. Where somebody dawdles the clock is waited for, and no part of it."""
        tables: defaultdict[str, list[Client]] = defaultdict(list)
        for client in self.seated:
            tables[client.stream].append(client)
        answered, gone_on = dict[str, float](), set[str]()

        def all_can_be_played_at() -> bool:
            for stream, people in tables.items():
                if stream in gone_on:
                    continue
                goes_on = all(has_gone_on(client, at) for client in people)
                quick = not any(client.dawdles for client in people)
                if (goes_on or not quick) and all(client.answered > since for client in people):
                    answered.setdefault(stream, time.monotonic() - since)
                    if goes_on:
                        gone_on.add(stream)
            return len(gone_on) == len(tables)

        await self.until(all_can_be_played_at)
        return answered

    def _have_lost(self, since: float) -> set[str]:
        return {client.stream for client, at in self.lost_at.items() if at >= since}

    # --- the whole

    async def goes_by(
        self, kills: int, tables: int, restart: Callable[[], None] | None = None, every: int = 10
    ) -> None:
        """`restart` kills the database and starts it again, after every so many kills."""
        async with AsyncExitStack() as stack:
            await asyncio.gather(*(self.start(free_port(), stack) for _ in range(3)))
            for number in range(kills):
                if number % SITTING == 0:
                    await self.sit_down(next(iter(self.servers.values())).url, tables, pause=PACE)
                port = await self.busiest() if number % 2 == 0 else self.chance.choice([*self.servers])
                victim = self.servers.pop(port)
                since, at = time.monotonic(), milliseconds()
                victim.process.kill()
                victim.process.wait()
                starting = asyncio.create_task(self.start(port, stack, crew.CALM))
                waits = await self.playable(since, at)
                self.waits += [wait for stream, wait in waits.items() if stream in self._have_lost(since)]
                await starting
                if restart is not None and number % every == every - 1:
                    await asyncio.to_thread(restart)
                    self.database_waits += (await self.playable(time.monotonic(), milliseconds())).values()
            await self.ends()

    def shows(self) -> str:
        """What it came to."""
        every = ", ".join(
            f"{what} {spread(waits)}"
            for what, waits in (("playable again", self.waits), ("after the database was back", self.database_waits))
            if waits
        )
        return f"{sum(len(client.acknowledged) for client in self.clients)} orders acknowledged; {every}"


async def _goes(client: Client, url: str) -> None:
    await client.joins(url)
    assert client.player is not None
    await client.player.order({"order": "leave"})
    await client.player.leave()


def _is_ready(server: Served) -> bool:
    assert server.process.poll() is None, server.logged
    return plain.get(f"{server.url}/ready").status_code == 200


def has_gone_on(client: Client, at: int) -> bool:
    """Whether this client was told of something in the match that happened since."""
    for frame in reversed(client.player.frames if client.player is not None else ()):
        if frame.get("now", at + 1) <= at:
            return False
        if any(event["event"] not in CLOCK for event in frame.get("events", ())):
            return True
    return False


def milliseconds() -> int:
    return time.time_ns() // 1_000_000


def at_most(waits: Iterable[float], share: float) -> float:
    """So long at most for this share of them.

    >>> at_most([3, 1, 2, 4], 0.5), at_most(range(1000), 0.99)
    (3, 990)
    """
    ordered = sorted(waits)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def spread(waits: list[float]) -> str:
    half, most = at_most(waits, 0.5), at_most(waits, 0.99)
    return f"{len(waits)} times: p50 {half:.2f} s, p99 {most:.2f} s, longest {max(waits):.2f} s"


# --- afterwards -----------------------------------------------------------------------------------------------------


def log_of(database: str) -> Log:
    with psycopg.connect(database) as connection:
        return connection.execute(
            "SELECT stream, version, order_id, event FROM event ORDER BY stream, version"
        ).fetchall()


def holds(log: Log, clients: list[Client]) -> None:
    """Nothing lost, nothing twice, nobody taken for gone, and neither bot nor clock has acted twice."""
    nothing_is_lost([Row(*row[:3]) for row in log], clients)
    tables: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    for stream, _, _, line in log:
        if stream.startswith("table/"):
            tables[stream].append(json.loads(line))
    for stream, events in tables.items():
        gone = [event for event in events if event["event"].startswith("person_went_offline")]
        assert not gone, f"{gone[0]} in {stream}, and nobody was away"
        everybody_acts_once(stream, events)


def everybody_acts_once(stream: str, events: list[dict[str, Any]]) -> None:
    """A move a turn, whoever made it: a person, a bot, or the table when time ran out."""
    placed, last, players = set[str](), 0, 0
    ran_out: dict[str, Any] = {}
    for event in events:
        kind = event["event"].partition(".")[0]
        if kind == "match_started":
            players = len(event["names"])
        if kind == "hand_dealt":
            placed, last = set(), 0
        if kind == "time_ran_out":
            assert event | {"at": 0} != ran_out, f"time ran out twice: {event} in {stream}"
            ran_out = event | {"at": 0}
        elif kind not in ("said", "person_came_back", "clock_paused", "clock_resumed"):
            ran_out = {}
        if kind == "tile_placed":
            assert event["tile"] not in placed, f"{event['tile']} twice in {stream}"
            placed.add(event["tile"])
        if kind in ("tile_placed", "turn_passed") and players == 4:
            assert last in (0, (event["seat"] - 2) % 4 + 1), f"seat {event['seat']} after {last} in {stream}: twice"
            last = event["seat"]
