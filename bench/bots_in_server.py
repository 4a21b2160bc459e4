"""How many tables with three bots each one machine carries, and how long people wait meanwhile.

    python3 run.py bench bots_in_server [SECONDS] [BOT] [TABLES ...]

One person and three bots at every table; people think for a second on average. The server carries as many tables as
its bots answer at without letting anybody wait: it is a person's turn again within three of their longest pauses. What
a person's own order takes to be acknowledged counts beside it: bots think in processes of their own.
"""

from __future__ import annotations

import asyncio
import gc
import time
from statistics import median, quantiles
from typing import NamedTuple

import httpx
from rich.console import Console
from rich.table import Table

from bench._program import Measured, program
from bench.tables import Client, Load, running
from tantera.web.config import Config
from tests.web.processes import free_port

TABLES = (10, 20, 40, 80, 160)
BOOK = "clasico"
THINKS = 1.0
"""Seconds that people do, on average."""
ROUND = 3 * Config("").bot_pause[1]
"""Seconds for three bots' turns, where nobody has to wait for them."""
PATIENCE = 600
DELAY = 100.0
"""Milliseconds that at most one order in a hundred may take."""


class Person(Client):
    """Somebody alone with bots, who sees every move."""

    since = 0.0
    """When their last order was carried out."""

    def __init__(self, house: House, path: str, cookie: str) -> None:
        super().__init__(house, path, cookie, 0)
        self.spectator = True

    def take(self, text: bytes) -> None:
        if text.startswith(b'{"type":"done"'):
            self.since = time.perf_counter()
        super().take(text)


class House(Load):
    """Everybody, and how long bots let them wait."""

    def __init__(self, port: int) -> None:
        super().__init__(port)
        self.rounds: list[float] = []

    def order(self, client: Client, option: bytes) -> None:
        if isinstance(client, Person) and client.since:
            self.rounds.append(time.perf_counter() - client.since)
            client.since = 0.0
        super().order(client, option)


class Carried(NamedTuple):
    tables: int
    ready: float
    """Seconds until bots had played at every table."""
    moves: float
    """A second."""
    rounds: tuple[float, float]
    """Seconds until it is a person's turn again: median and 99 %."""
    delay: tuple[float, float]
    """Milliseconds until an order is acknowledged: median and 99 %."""

    @property
    def well(self) -> bool:
        return self.rounds[0] <= ROUND and self.delay[1] <= DELAY


async def carried(tables: int, seconds: float, bot: str) -> Carried:
    port = free_port()
    with running("tantera", port):
        house = House(port)
        house.pause = THINKS
        begun, loop = time.perf_counter(), asyncio.get_running_loop()
        for path, cookie in await opened(port, tables, bot):
            person = Person(house, path, cookie)
            house.clients.append(person)
            await loop.create_connection(lambda person=person: person, "127.0.0.1", port)  # type: ignore[misc]
        async with asyncio.timeout(PATIENCE):
            while house.moves < 4 * tables:
                await asyncio.sleep(0.05)
        ready = time.perf_counter() - begun
        house.rounds.clear()
        house.delays.clear()
        moves, since = house.moves, time.perf_counter()
        while time.perf_counter() < since + seconds or min(len(house.rounds), len(house.delays)) < 2:
            await asyncio.sleep(0.05)
        took, made = time.perf_counter() - since, house.moves - moves
        house.stopped = True
        for client in house.clients:
            client.transport.abort()
    slowly, quickly = (quantiles(times, n=100)[98] for times in (house.rounds, house.delays))
    rounds, delays = median(house.rounds), median(house.delays)
    return Carried(tables, ready, made / took, (rounds, slowly), (1000 * delays, 1000 * quickly))


async def opened(port: int, tables: int, bot: str) -> list[tuple[str, str]]:
    """The socket's path and the cookie of whoever opened each table."""
    settings = {"bot": bot, "times": {"entropy": 0}}
    opening = {"name": "Ana", "book": BOOK, "limit": "5000p", "bots": "all", "settings": settings}
    seats = []
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as http:
        for _ in range(tables):
            http.cookies.clear()
            answer = await http.post("/api/tables", json=opening)
            answer.raise_for_status()
            seats.append((f"/tables/{answer.json()['table']}/socket", answer.cookies["tantera"]))
    return seats


def main(seconds: float = 20, bot: str = "level-5", *tables: str) -> Measured:
    gc.disable()  # the players must not be what the delays show
    shown = Table(
        title=f"three bots ({bot}) at each table of {BOOK}; a round of theirs is to take {ROUND:.1f} s at most"
    )
    for column in ("tables", "ready s", "moves/s", "round s 50 %", "99 %", "an order ms 50 %", "99 %"):
        shown.add_column(column, justify="right")
    figures, most = dict[str, float](), 0
    for count in map(int, tables or TABLES):
        found = asyncio.run(carried(count, seconds, bot))
        numbers = (found.ready, found.moves, *found.rounds, *found.delay)
        shown.add_row(str(count), *(f"{number:.1f}" for number in numbers))
        figures[f"{count} tables: a round of bots, s"] = found.rounds[0]
        figures[f"{count} tables: an order, ms at 99 %"] = found.delay[1]
        if not found.well:
            break
        most = count
    Console(width=120).print(shown)
    print(f"carries {most} tables")
    return Measured(figures | {"tables carried": most}, [] if most else ["people and bots at any table at all"])


if __name__ == "__main__":
    program(main, float, str, str, quick=(0.5, "level-2", "1"))
