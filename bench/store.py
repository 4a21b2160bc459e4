"""Durable appends: the store beside raw sqlite3, in the same run.

    python3 run.py bench store [APPENDS]

At saturation 200 or 1,000 tables each append one event after the other, as fast as they are answered. The peer is what
one would write by hand with the standard library for the same promise: a queue, a thread, a transaction for whatever
has gathered, and one hop back; it knows neither conflicts nor orders. Both write the same rows to the same tables of
SQLite (WAL, synchronous=FULL). What counts is CPU an append, of all threads. Rounds are interleaved, and of the ratios
of the rounds the median counts. PostgreSQL is measured too where DATABASE_URL names one, without its server's own CPU.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, SimpleQueue
from statistics import mean, median
from threading import Thread
from typing import Any, NamedTuple, Protocol
from uuid import uuid4

from rich.console import Console
from rich.progress import track
from rich.table import Table

from bench._program import Measured as Figures
from bench._program import program
from tantera.store import open_store
from tantera.store.engines import FILE
from tantera.store.rows import Append

ROUNDS = 5
TARGET = 1.5
EVENT = b'{"tile_placed":{"seat":2,"tile":"64","end":"right","at":1789000000123,"turn":17}}' * 2


class Log(Protocol):
    def append(self, stream: str, expected: int, events: Sequence[bytes], order: str) -> Awaitable[Any]: ...

    async def close(self) -> None: ...

    commits: int


class Ours:
    """The store, with its commits counted."""

    def __init__(self, place: Path | str) -> None:
        self._store = open_store(place)
        self.append, self.close = self._store.append, self._store.close
        self.commits = 0
        self._write, self._store._writer._write = self._store._writer._write, self._counted  # type: ignore[method-assign]

    def _counted(self, batch: Sequence[Append]) -> Any:
        self.commits += 1
        return self._write(batch)


class Raw:
    """The peer: sqlite3, a thread, group commit."""

    def __init__(self, folder: Path) -> None:
        asyncio.run(open_store(folder).close())  # the same tables
        self._path = folder / FILE
        self._queue: SimpleQueue[Any] = SimpleQueue()
        self.commits = 0
        self._thread = Thread(target=self._run)
        self._thread.start()

    def append(self, stream: str, expected: int, events: Sequence[bytes], order: str) -> asyncio.Future[int]:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[int] = loop.create_future()
        rows = [(stream, version, order, event) for version, event in enumerate(events, expected + 1)]
        self._queue.put((rows, loop, future))
        return future

    async def close(self) -> None:
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        connection = sqlite3.connect(self._path, isolation_level=None)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        waiting = self._queue.get()
        while waiting is not None:
            batch = []
            try:
                while waiting is not None and len(batch) < 512:
                    batch.append(waiting)
                    waiting = self._queue.get_nowait()
            except Empty:
                waiting = None
            connection.execute("BEGIN IMMEDIATE")
            rows = [row for asked in batch for row in asked[0]]
            connection.executemany("INSERT INTO event (stream, version, order_id, event) VALUES (?, ?, ?, ?)", rows)
            connection.execute("COMMIT")
            self.commits += 1
            batch[0][1].call_soon_threadsafe(_resolve, [(future, rows[-1][1]) for rows, _, future in batch])
            if waiting is None:
                waiting = self._queue.get()
        connection.close()


def _resolve(answers: list[tuple[asyncio.Future[int], int]]) -> None:
    for future, version in answers:
        future.set_result(version)


class Measured(NamedTuple):
    rate: float
    """Appends a second."""
    cpu: float
    """Microseconds an append."""
    batch: float
    """Appends a commit."""


def saturated(log: Log, tables: int, appends: int) -> Measured:
    async def table(name: str) -> None:
        for version in range(appends // tables):
            await log.append(name, version, [EVENT], f"c-{version}")

    async def run() -> Measured:
        began, cpu, commits = time.perf_counter(), time.process_time(), log.commits
        await asyncio.gather(*(table(f"table/{uuid4().hex[:8]}") for _ in range(tables)))
        done = appends // tables * tables
        seconds, cpu = time.perf_counter() - began, time.process_time() - cpu
        return Measured(done / seconds, cpu / done * 1e6, done / (log.commits - commits))

    return asyncio.run(_and_close(log, run))


def paced(log: Log, rate: int, seconds: float) -> list[float]:
    """The milliseconds that each append took, so many a second from 200 tables."""
    took: list[float] = []
    versions: dict[str, int] = {}
    evening = uuid4().hex[:8]

    async def one(stream: str) -> None:
        began, version = time.perf_counter(), versions.get(stream, 0)
        versions[stream] = version + 1
        await log.append(stream, version, [EVENT], f"c-{version}")
        took.append((time.perf_counter() - began) * 1000)

    async def run() -> list[float]:
        began, tasks = time.perf_counter(), []
        for number in range(round(rate * seconds)):
            await asyncio.sleep(max(0.0, began + number / rate - time.perf_counter()))
            tasks.append(asyncio.create_task(one(f"{evening}/{number % 200}")))
        await asyncio.gather(*tasks)
        return sorted(took)

    return asyncio.run(_and_close(log, run))


async def _and_close(log: Log, run: Callable[[], Awaitable[Any]]) -> Any:
    try:
        return await run()
    finally:
        await log.close()


@contextmanager
def places() -> Iterator[dict[str, Callable[[], Log]]]:
    with tempfile.TemporaryDirectory(prefix="tantera-bench-") as folder:
        root = Path(folder)
        logs: dict[str, Callable[[], Log]] = {
            "raw sqlite3": lambda: Raw(root / uuid4().hex),
            "store, SQLite": lambda: Ours(root / uuid4().hex),
        }
        if url := os.environ.get("DATABASE_URL"):
            logs["store, PostgreSQL"] = lambda: Ours(url)
        yield logs


def main(appends: int = 20_000, seconds: float = 3, times: int = ROUNDS) -> Figures:
    console, all_figures = Console(), dict[str, float]()
    with places() as logs:
        for tables in (200, 1000):
            rounds: dict[str, list[Measured]] = {name: [] for name in logs}
            for _ in track(range(times), f"{tables} tables", console=console):
                for name, make in logs.items():
                    rounds[name].append(saturated(make(), tables, appends))
            console.print(_saturation(tables, rounds, all_figures))
        table = Table("at 200 appends/s", "median", "p99", "worst")
        paces: dict[str, list[float]] = {name: [] for name in logs}
        for _ in track(range(times), "200 appends/s", console=console):
            for name, make in logs.items():
                paces[name] += paced(make(), 200, seconds)
        for name, took in paces.items():
            took.sort()
            figures = took[len(took) // 2], took[len(took) * 99 // 100], took[-1]
            table.add_row(name, *(f"{figure:.1f} ms" for figure in figures))
            all_figures[f"{name}, 200 appends/s: median ms"] = figures[0]
        console.print(table)
    ratios = {what: figure for what, figure in all_figures.items() if what.endswith("× raw")}
    return Figures(all_figures, [what for what, ratio in ratios.items() if ratio > TARGET])


def _saturation(tables: int, rounds: dict[str, list[Measured]], figures: dict[str, float]) -> Table:
    table = Table(f"{tables} tables at once", "appends/s", "a commit", "CPU an append", f"× raw (want ≤ {TARGET})")
    raw = rounds["raw sqlite3"]
    for name, found in rounds.items():
        ratio = median(one.cpu / peer.cpu for one, peer in zip(found, raw, strict=True))
        rate, cpu = mean(one.rate for one in found), median(one.cpu for one in found)
        batch = mean(one.batch for one in found)
        table.add_row(name, f"{rate:,.0f}", f"{batch:.0f}", f"{cpu:.1f} µs", f"{ratio:.2f}")
        figures |= {f"{name}, {tables} tables: CPU an append, µs": cpu, f"{name}, {tables} tables: × raw": ratio}
    return table


if __name__ == "__main__":
    program(main, int, quick=(1000, 0.1, 1))
