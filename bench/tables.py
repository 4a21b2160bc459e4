"""Live tables at saturation: the server beside a bare Litestar and SQLite loop, in the same run.

    python3 run.py bench tables [TABLES] [SECONDS] [BOOK]

Each table has four players and a spectator, each with a socket of their own; whoever is in turn answers at once with
the first option there is. Both servers do the same work around the game: one durable row an order (SQLite, WAL,
synchronous=FULL, group commit in one writer thread), one message to each of five sockets and one to whoever ordered.
The bare one knows no rules, no views, no words and no conflicts: its game is whose turn it is. What counts is the CPU
of the server's process for one move, everything else included (hands scored, agreed on and dealt); the book is one
where forced turns are not played by the table, so that a move is an order. Of each pair one agrees to a count: the
other could only come too late. Then both are given 200 orders a second, and the delay from an order to its
acknowledgement counts. Players think for different times: the tables do not all move in the same tenth of a second.
Where DATABASE_URL names a PostgreSQL, two processes are measured too, together and without the database's CPU: each
time on a database of their own there, which goes afterwards.
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
from base64 import b64encode
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import Any, NamedTuple

import msgspec
from rich.console import Console
from rich.progress import track
from rich.table import Table

from bench._program import ROOT, Measured, cpu, program
from tests.web.processes import free_port

TWO = "two processes"
SERVERS = ("tantera", "bare", *((TWO,) if os.environ.get("DATABASE_URL") else ()))
COLUMNS = ("", "server", "moves/s", "orders/s", "CPU a move µs", "messages", "bytes each", "ms 50 %", "ms 99 %", "MB")
ROUNDS = 3
TARGETS = {"tantera": 1.6, TWO: 2.2}
"""How many times the bare loop's CPU a move may cost."""


# --- the load -------------------------------------------------------------------------------------------------------


class Client(asyncio.Protocol):
    """A WebSocket client that does as little as it can: it looks for its options and orders the first."""

    def __init__(self, load: Load, path: str, cookie: str, place: int) -> None:
        self.load, self.path, self.cookie = load, path, cookie
        self.spectator, self.agrees = place == 4, place < 2
        self.buffer = bytearray()
        self.open = False
        self.orders = 0
        self.sent_at = 0.0
        self.messages = self.bytes = 0
        self.transport: Any = None

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        key = b64encode(os.urandom(16)).decode()
        transport.write(
            f"GET {self.path} HTTP/1.1\r\nHost: 127.0.0.1:{self.load.port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
            f"Cookie: tantera={self.cookie}\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        buffer = self.buffer
        buffer += data
        if not self.open:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            assert b" 101 " in buffer[:40], bytes(buffer[:200])
            del buffer[: end + 4]
            self.open = True
            self.load.connected += 1
        while len(buffer) >= 2:
            size, head = buffer[1] & 127, 2
            if size == 126:
                size, head = int.from_bytes(buffer[2:4], "big"), 4
            elif size == 127:
                size, head = int.from_bytes(buffer[2:10], "big"), 10
            if len(buffer) < head + size:
                return
            if buffer[0] & 15 == 1:
                self.take(bytes(buffer[head : head + size]))
            del buffer[: head + size]

    def take(self, text: bytes) -> None:
        self.messages += 1
        self.bytes += len(text)
        if text.startswith(b'{"type":"beat"'):  # whoever leaves them unanswered is not there
            self.send(b'{"type":"beat",' + text[text.rindex(b'"n":') :])
            return
        if self.spectator:
            happened = text.partition(b'"set":')[0]
            self.load.moves += happened.count(b'"event":"tile_placed') + happened.count(b'"event":"turn_passed')
            self.load.hands += happened.count(b'"event":"hand_dealt')
        if text.startswith(b'{"type":"done"'):
            self.load.delays.append(time.perf_counter() - self.sent_at)
            self.load.done += 1
            return
        if text.startswith(b'{"type":"refused"'):
            self.load.refused += 1
            return
        place = text.find(b'"options":[{', max(0, text.rfind(b'"yours":{')))
        if place >= 0:
            option = text[place + 11 : text.index(b"}", place) + 1]
            option += b"}" * (b'"place":{' in option)  # an option to lay a tile ends with the place where it would lie
            if self.agrees or b'"agree_count"' not in option:
                self.load.order(self, option)

    def send(self, text: bytes) -> None:
        """One masked frame; the mask is zero, which is a mask too."""
        head = bytes([0x81, 0x80 | len(text)]) if len(text) < 126 else b"\x81\xfe" + len(text).to_bytes(2, "big")
        self.transport.write(head + b"\0\0\0\0" + text)


class Load:
    """Everybody at the tables."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.clients: list[Client] = []
        self.connected = self.done = self.moves = self.hands = self.refused = 0
        self.delays: list[float] = []
        self.pause = 0.0
        self.stopped = False

    def order(self, client: Client, option: bytes) -> None:
        if self.pause:
            thinks = random.uniform(0, 2 * self.pause)
            asyncio.get_running_loop().call_later(thinks, self.order_now, client, option)
        else:
            self.order_now(client, option)

    def order_now(self, client: Client, option: bytes) -> None:
        if self.stopped:
            return
        client.orders += 1
        client.sent_at = time.perf_counter()
        client.send(b'{"type":"order","id":"%d","order":%b}' % (client.orders, option))

    def sit_down(self) -> None:
        """Who opened a table has a seat; three more take theirs, and the match begins."""
        for number, client in enumerate(self.clients):
            if 0 < number % 5 < 4:
                client.sent_at = time.perf_counter()
                client.send(b'{"type":"order","id":"sit","order":{"order":"sit","seat":%d}}' % (number % 5 + 1))

    async def join(self, seats: list[tuple[str, str]]) -> None:
        loop = asyncio.get_running_loop()
        for number, (path, cookie) in enumerate(seats):
            client = Client(self, path, cookie, number % 5)
            self.clients.append(client)
            await loop.create_connection(lambda client=client: client, "127.0.0.1", self.port)  # type: ignore[misc]
            if number % 50 == 49:
                await asyncio.sleep(0.05)
        while self.connected < len(seats):
            await asyncio.sleep(0.05)


class Figures(NamedTuple):
    orders: int
    moves: int
    """More than orders: forced turns follow by themselves."""
    seconds: float
    cpu: float
    """Microseconds of the server's CPU a move."""
    messages: float
    """A move."""
    size: float
    """Bytes a message."""
    delay: tuple[float, float]
    """Median and 99 %, in milliseconds."""
    memory: float
    """Megabytes."""


async def measure(load: Load, pid: int, seconds: float) -> Figures:
    load.delays.clear()
    orders, moves, messages, size = load.done, load.moves, *_heard(load)
    family = [pid, *_children(pid)]
    before, began = sum(map(cpu, family)), time.perf_counter()
    await asyncio.sleep(seconds)
    took, used = time.perf_counter() - began, sum(map(cpu, family)) - before
    done, made = load.done - orders, load.moves - moves
    more, bigger = _heard(load)
    cuts = quantiles(load.delays, n=100) if len(load.delays) > 1 else [0.0] * 99
    return Figures(
        done,
        made,
        took,
        1e6 * used / max(made, 1),
        (more - messages) / max(made, 1),
        (bigger - size) / max(more - messages, 1),
        (1000 * cuts[49], 1000 * cuts[98]),
        sum(map(_memory, family)),
    )


def _heard(load: Load) -> tuple[int, int]:
    return sum(client.messages for client in load.clients), sum(client.bytes for client in load.clients)


def _children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def _memory(pid: int) -> float:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


# --- the servers ----------------------------------------------------------------------------------------------------


@contextmanager
def running(kind: str, port: int) -> Iterator[int]:
    """A server in a process of its own; its id."""
    with database() if kind == TWO else tempfile.TemporaryDirectory() as where:
        command = [sys.executable, "-m", "bench.tables", "--serve", kind, str(port), where]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            assert process.stdout.readline().startswith(b"ready"), "the server did not start"
            try:
                yield process.pid
            finally:
                process.send_signal(signal.SIGTERM)
                process.wait(20)


def database() -> AbstractContextManager[str]:
    """An empty one: what an earlier round has left there would be counted to the next."""
    from tests.store.servers import fresh_database

    return fresh_database(os.environ["DATABASE_URL"])


def serve_two(port: int, url: str) -> None:
    from tantera.web.crew import CHILD, Crew
    from tantera.web.serving import bind

    if CHILD in os.environ:
        serve_ours(port, url)
    else:
        with bind("127.0.0.1", port) as listening:
            listening.listen(2048)
            Crew([sys.executable, "-m", "bench.tables", *sys.argv[1:]], listening, 2).work()


def serve_ours(port: int, folder: Path | str) -> None:
    from tantera.web.config import Config, Limits
    from tantera.web.serving import serve

    many = 10**9
    limits = Limits(
        requests_a_minute=many,
        newcomers_a_minute=many,
        sockets_an_address=many,
        frames_a_second=many,
        burst=many,
        tables_a_person=many,
    )

    async def ready(app: object) -> None:
        print("ready", flush=True)

    serve(Config(folder, "127.0.0.1", port, limits=limits), ready)


def serve_bare(port: int, folder: Path, players: int = 4, watching: int = 1) -> None:
    import uvicorn
    import uvloop
    from litestar import Litestar, WebSocket, websocket

    from bench.store import Raw

    log = Raw(folder)
    tables: dict[str, list[Any]] = {}
    moves: dict[str, int] = {}
    filler = "x" * 380
    row = b'{"event":"tile_placed.1","seat":2,"tile":"46","end":">","took":1234,"at":1789000000123}'

    def step(table: str, version: int, turn: bool) -> str:
        place = '{"tile":"64","end":"<","x":-3.5,"y":0.0,"angle":0}'
        laid = f'{{"order":"place_tile","seat":1,"tile":"46","end":"<","place":{place}}}'
        option = f'"yours":{{"options":[{laid}]}},' if turn else ""
        head = f'{{"type":"step","now":{int(time.time() * 1000)},"version":{version},"event":"tile_placed",'
        return f'{head}{option}"message":"{filler}"}}'

    @websocket("/tables/{table:str}/socket")
    async def socket(socket: WebSocket[Any, Any, Any], table: str) -> None:
        await socket.accept()
        others = tables.setdefault(table, [])
        others.append(socket)
        if len(others) == players + watching:
            moves[table] = 0
            await others[0].send_text(step(table, 0, True))
        while True:
            message = await socket.receive()
            if message["type"] != "websocket.receive":
                return
            order = msgspec.json.decode(message["text"])
            moves[table] = version = moves[table] + 1
            await log.append(table, version - 1, [row], str(version))
            for number, other in enumerate(others):
                await other.send_text(step(table, version, number == version % players))
            await socket.send_text(f'{{"type":"done","id":"{order["id"]}","version":{version}}}')

    async def main() -> None:
        config = uvicorn.Config(
            Litestar([socket], logging_config=None, openapi_config=None),
            host="127.0.0.1",
            port=port,
            http="httptools",
            ws="websockets-sansio",
            ws_per_message_deflate=False,
            ws_ping_interval=60,
            log_config=None,
            access_log=False,
            timeout_graceful_shutdown=2,
        )
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve())
        while not server.started:
            await asyncio.sleep(0.05)
        print("ready", flush=True)
        await serving
        await log.close()

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(main())


async def seated(kind: str, port: int, tables: int, book: str, limit: str = "5000p") -> list[tuple[str, str]]:
    """The socket's path and the cookie of everybody."""
    if kind == "bare":
        return [(f"/tables/{table}/socket", "") for table in range(tables) for _ in range(5)]
    import httpx

    seats: list[tuple[str, str]] = []
    everything = {"fill": False, "public": True, "times": {"entropy": 0, "grace": 3_600_000}}
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as http:

        async def say(path: str, content: Any) -> tuple[Any, str]:
            http.cookies.clear()
            answer = await http.post(path, json=content)
            answer.raise_for_status()
            return answer.json(), answer.cookies["tantera"]

        for _ in track(range(tables), "opening tables", transient=True):
            opening = {"name": "Ana", "book": book, "limit": limit, "settings": everything}
            opened, cookie = await say("/api/tables", opening)
            path = f"/tables/{opened['table']}/socket"
            seats.append((path, cookie))
            for name in ("Bea", "Cai", "Dan", "Eva"):
                _, cookie = await say(f"/api/tables/{opened['table']}/enter", {"name": name, "code": opened["code"]})
                seats.append((path, cookie))
    return seats


# --- the whole ------------------------------------------------------------------------------------------------------


async def round_of(kind: str, port: int, tables: int, seconds: float, book: str) -> tuple[Figures, Figures]:
    """At saturation, then at 200 orders a second."""
    with running(kind, port) as pid:
        load = Load(port)
        await load.join(await seated(kind, port, tables, book))
        if kind != "bare":
            load.sit_down()
        await asyncio.sleep(min(3, seconds))
        flat_out = await measure(load, pid, seconds)
        load.pause = tables / 200
        await asyncio.sleep(2 * load.pause + min(2, seconds))
        steady = await measure(load, pid, seconds)
        load.stopped = True
        for client in load.clients:
            client.transport.abort()
        if load.refused:
            print(f"{kind}: {load.refused} orders refused", file=sys.stderr)
    return flat_out, steady


def main(tables: int = 200, seconds: float = 10, book: str = "clasico", times: int = ROUNDS) -> Measured:
    gc.disable()  # the players must not be what the delays show
    rounds: dict[str, list[tuple[Figures, Figures]]] = {kind: [] for kind in SERVERS}
    figures: dict[str, float] = {}
    for _ in range(times):
        for kind in SERVERS:
            rounds[kind].append(asyncio.run(round_of(kind, free_port(), tables, seconds, book)))
    shown = Table(title=f"{tables} tables, {5 * tables} sockets, {book}; medians of {times} interleaved rounds")
    for column in COLUMNS:
        shown.add_column(column, justify="right")
    for phase, title in enumerate(("flat out", "200 a second")):
        for kind in SERVERS:
            of = [pair[phase] for pair in rounds[kind]]
            row = [
                f"{median(one.moves / one.seconds for one in of):,.0f}",
                f"{median(one.orders / one.seconds for one in of):,.0f}",
                f"{median(one.cpu for one in of):.0f}",
                f"{median(one.messages for one in of):.1f}",
                f"{median(one.size for one in of):.0f}",
                f"{median(one.delay[0] for one in of):.1f}",
                f"{median(one.delay[1] for one in of):.1f}",
                f"{median(one.memory for one in of):.0f}",
            ]
            shown.add_row(title, kind, *row)
            figures[f"{kind}, {title}: CPU a move, µs"] = median(one.cpu for one in of)
            figures[f"{kind}, {title}: ms at 99 %"] = median(one.delay[1] for one in of)
    Console(width=120).print(shown)
    missed = []
    for kind in (one for one in SERVERS if one != "bare"):
        ratios = [ours[0].cpu / max(1.0, bare[0].cpu) for ours, bare in zip(rounds[kind], rounds["bare"], strict=True)]
        target, named = TARGETS[kind], "" if kind == "tantera" else f"{kind}: "
        print(f"{named}CPU a move: {median(ratios):.2f} times the bare loop's (wanted at most {target}); rounds: "
              + ", ".join(f"{ratio:.2f}" for ratio in ratios))  # fmt: skip
        figures[f"{named}CPU a move: × the bare loop"] = median(ratios)
        if median(ratios) > target:
            missed.append(f"{named}CPU a move at most {target} times the bare loop's")
    return Measured(figures, missed)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--serve"]:
        port, where = int(sys.argv[3]), sys.argv[4]
        if sys.argv[2] == TWO:
            serve_two(port, where)
        else:
            {"tantera": serve_ours, "bare": serve_bare}[sys.argv[2]](port, Path(where))
    else:
        program(main, int, float, str, int, quick=(2, 0.2, "clasico", 1))
