"""A hall reports: 250 tables within a minute from 500 phones, then 1,000 phones look where they sit next.

    python3 run.py bench hall [TABLES] [SECONDS] [TIMES]

A real `tantera serve` in a process of its own, with a tournament of four players a table in its third round. Two phones
of every table have come in by the code on its slip, with a session of their own, and follow their table as the page's
script does; two more follow the public page; the wall and the desk's screen of the tables are open. Within a minute one
side of every table enters the result, and the other looks at it and confirms. Every tenth sends its form twice, as a
phone does that had no answer. Then the next round is published and everybody loads the seating within ten seconds;
and the desk keys in results. What was sent is compared with the tournament's own log afterwards.

A submission is a form with its answer, and the page that it leads to as well: until then somebody waits. Beside it, in
the same run and under the same load, a bare server on the same stack (`_bare.py`). The hall may report several times,
each with a server of its own: the figures are those of the run in which submissions took longest.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from statistics import quantiles
from typing import Any
from uuid import uuid4

from rich.console import Console
from rich.table import Table

from bench._event import EVENT, ROUND, Seats, prepared, scored, written
from bench._phones import Answer, Phone
from bench._program import ROOT, Measured, cpu, program
from tests.web.processes import free_port

TARGET = 200.0
"""Milliseconds: 99 of 100 submissions."""
SERVERS = ("tantera", "bare")
KEYED = 25
"""Results that the desk keys in, at most."""
RELOADED_WITHIN = 10.0


# --- the servers ------------------------------------------------------------------------------------------------------


@contextmanager
def running(command: list[str], folder: Path, port: int) -> Iterator[tuple[int, Path]]:
    """A server until the end of the block: its process, and the file with what it has printed."""
    said = folder / "said"
    paths = os.pathsep.join(filter(None, (str(ROOT), str(ROOT / "src"), os.environ.get("PYTHONPATH"))))
    kept = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"} | {"PYTHONPATH": paths}
    with said.open("wb") as out, (folder / "lines").open("wb") as err:
        process = subprocess.Popen(command, stdout=out, stderr=err, stdin=subprocess.DEVNULL, env=kept)
    try:
        until = time.monotonic() + 60
        while True:
            assert process.poll() is None, (folder / "lines").read_text()[-2000:]
            assert time.monotonic() < until, "the server did not start"
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        yield process.pid, said
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


# --- the hall ---------------------------------------------------------------------------------------------------------


class Figures:
    """Milliseconds, by what was asked."""

    def __init__(self) -> None:
        self.took: dict[str, list[float]] = {}
        self.sent: dict[int, list[int]] = {}
        """The scores that were acknowledged, by table."""
        self.pages: tuple[int, int] = (0, 0)
        """Bytes of a table's page and of the public one."""
        self.cpu: dict[str, float] = {}
        """Seconds of the server's, by what went on."""

    async def timed(self, name: str, asked: Awaitable[Answer], *expected: int) -> Answer:
        began = time.perf_counter()
        answer = await asked
        self.took.setdefault(name, []).append(1000 * (time.perf_counter() - began))
        assert answer.status in (expected or (200,)), (name, answer.status, answer.body[:300])
        return answer

    def cut(self, name: str) -> tuple[float, float, float]:
        """Median, 99 % and the worst."""
        took = sorted(self.took.get(name, [0.0]))
        cuts = quantiles(took, n=100, method="inclusive") if len(took) > 1 else took * 99
        return cuts[49], cuts[98], took[-1]


class AtTable:
    """A phone that follows its table as the page's script does."""

    def __init__(self, phone: Phone, table: int, figures: Figures) -> None:
        self.phone, self.table, self.figures = phone, table, figures
        self.path = f"/e/{EVENT}/t/{ROUND}/{table}"
        self.stamp = ""
        self.news = asyncio.Event()

    async def look(self) -> None:
        answer = await self.figures.timed("look", self.phone.get(self.path, "look"))
        self.stamp = answer.stamp
        self.figures.pages = (len(answer.body), self.figures.pages[1])

    async def follow(self) -> None:
        while True:
            about = f"/api/events/{EVENT}/news?about=table%2F{ROUND}%2F{self.table}&since={self.stamp}"
            stamp = (await self.phone.get(about, "news")).stamp
            if stamp != self.stamp:
                await self.look()
                self.news.set()

    async def say(self, do: str, **form: str) -> None:
        form |= {"do": do, "id": uuid4().hex}
        began = time.perf_counter()
        answer = await self.figures.timed("submission", self.phone.post(self.path, form), 303)
        shown = await self.phone.get(answer.location)
        self.figures.took.setdefault("and its page", []).append(1000 * (time.perf_counter() - began))
        self.stamp = shown.stamp
        if self.table % 10 == 1:  # no answer came through: once more
            await self.figures.timed("sent again", self.phone.post(self.path, form, "again"), 303)


async def at_public(phone: Phone, figures: Figures, chance: random.Random, soon: bool = False) -> None:
    """The page of the event on a phone, or with `soon` the wall: results at leisure."""
    path, since = f"/e/{EVENT}{'/wall' if soon else ''}", ""
    while True:
        version = (await phone.get(f"/api/events/{EVENT}/news?since={since}", "news")).stamp
        if version != since and since:
            await asyncio.sleep(1 if soon else chance.uniform(10, 30))
            await figures.timed("public", phone.get(path, **{"accept-encoding": "gzip"}))
        since = version


async def at_desk(phone: Phone, figures: Figures) -> None:
    """The screen with the tables: it follows whatever happens, twice a second at most."""
    version = ""
    while True:
        version = (await phone.get(f"/api/events/{EVENT}/news?since={version}", "news")).stamp
        await figures.timed("the desk's screen", phone.get(f"/e/{EVENT}/desk/tables", "look"))
        await asyncio.sleep(0.5)


async def one_table(sides: tuple[AtTable, AtTable], score: list[int], begins: float, thinks: float) -> None:
    enters, confirms = sides
    await asyncio.sleep(begins)
    confirms.news.clear()
    await enters.say("result", score1=str(score[0]), score2=str(score[1]))
    await confirms.news.wait()
    await asyncio.sleep(thinks)
    await confirms.say("confirm")
    enters.figures.sent[enters.table] = score


class Hall:
    """Everybody with a phone, before one of the servers."""

    def __init__(self, port: int, pid: int, seats: list[Seats], seconds: float) -> None:
        self.port, self.pid, self.seats, self.seconds = port, pid, seats, seconds
        self.figures = Figures()
        self.chance = random.Random(7)
        self.phones = [Phone(port, number) for number in range(4 * len(seats))]
        self.desk = Phone(port, len(self.phones))
        self.wall = Phone(port, len(self.phones) + 1)

    async def come_in(self, secret: str) -> None:
        """By the code on the slip; and the director by the link that the server printed."""
        if not secret:
            return
        await self.desk.get("/")
        assert (await self.desk.post(f"/admin/enter/{secret}", {})).status == 303
        for number, (code, players) in enumerate(self.seats):
            path = f"/e/{EVENT}/t/{ROUND}/{number + 1}/{code}"
            for side in (0, 1):
                phone = self.phones[2 * number + side]
                await self.figures.timed("who are you", phone.get(path))
                await self.figures.timed("come in", phone.post(path, {"player": players[side]}), 303)

    async def report(self) -> None:
        """Every table within the time."""
        tables = [
            (AtTable(self.phones[2 * n], n + 1, self.figures), AtTable(self.phones[2 * n + 1], n + 1, self.figures))
            for n in range(len(self.seats))
        ]
        for sides in tables:
            for side in sides:
                await side.look()
        others = self.phones[2 * len(tables) :]
        following = [side.follow() for sides in tables for side in sides]
        following += [at_public(phone, self.figures, self.chance) for phone in others]
        following += [at_public(self.wall, self.figures, self.chance, soon=True), at_desk(self.desk, self.figures)]
        async with _meanwhile(*following):
            await asyncio.sleep(min(2.0, self.seconds))
            self.figures.took = {name: took for name, took in self.figures.took.items() if name == "come in"}
            pace = self.seconds / 60
            told = [
                one_table(sides, scored(self.chance), self.chance.uniform(0, 50) * pace,
                          self.chance.uniform(1, 8) * pace)
                for sides in tables
            ]  # fmt: skip
            async with asyncio.timeout(3 * self.seconds + 60):
                with self.cpu_of("reporting"):
                    await asyncio.gather(*told)

    @contextmanager
    def cpu_of(self, name: str) -> Iterator[None]:
        before = cpu(self.pid)
        yield
        self.figures.cpu[name] = cpu(self.pid) - before

    async def reload(self, publish: Callable[[], Awaitable[None]]) -> None:
        """The next round is there, and everybody looks where they sit: each on a connection of its own."""
        await publish()
        within = min(RELOADED_WITHIN, self.seconds)

        async def one(phone: Phone) -> None:
            await asyncio.sleep(self.chance.uniform(0, within))
            path = f"/e/{EVENT}"
            answer = await self.figures.timed("reload", phone.get(path, "public", **{"accept-encoding": "gzip"}))
            self.figures.pages = (self.figures.pages[0], len(answer.body))

        async with asyncio.timeout(within + 60):
            with self.cpu_of("reloading"):
                await asyncio.gather(*(one(phone) for phone in self.phones))

    async def publish(self) -> None:
        for order in ("draw", "publish"):
            asked = self.desk.order(f"/api/events/{EVENT}/orders", json.dumps({"order": order}).encode())
            await self.figures.timed(order, asked)

    async def key(self) -> None:
        """Results of the next round by keyboard."""
        for table in range(1, min(KEYED, len(self.seats)) + 1):
            score = scored(self.chance)
            form = {"table": str(table), "score1": str(score[0]), "score2": str(score[1])}
            await self.figures.timed("keyed", self.desk.sent(f"/e/{EVENT}/desk/tables", form))

    def leave(self) -> None:
        for phone in (*self.phones, self.desk, self.wall):
            phone.close()


@asynccontextmanager
async def _meanwhile(*jobs: Any) -> AsyncIterator[None]:
    tasks = [asyncio.create_task(job) for job in jobs]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
    broken = [one for one in ended if not isinstance(one, asyncio.CancelledError)]
    assert not broken, broken[:3]


async def day(port: int, pid: int, seats: list[Seats], seconds: float, secret: str) -> Figures:
    hall = Hall(port, pid, seats, seconds)

    async def nothing() -> None:
        pass

    try:
        await hall.come_in(secret)
        await hall.report()
        await hall.reload(hall.publish if secret else nothing)
        await hall.key()
    finally:
        hall.leave()
        await asyncio.sleep(0.05)
    return hall.figures


# --- the whole --------------------------------------------------------------------------------------------------------


def ours(tables: int, seconds: float) -> tuple[Figures, str]:
    """The figures, and what was lost or doubled: nothing, if all is well."""
    with tempfile.TemporaryDirectory(prefix="tantera-bench-") as name:
        folder, port = Path(name), free_port()
        seats = prepared(folder / "data", tables)
        command = [sys.executable, "-m", "tantera", "serve", "--no-qr", "--host", "127.0.0.1", "--port", str(port),
                   "--data", str(folder / "data")]  # fmt: skip
        with running(command, folder, port) as (pid, said):
            until = time.monotonic() + 60
            while "/admin/enter/" not in said.read_text():
                assert time.monotonic() < until, "no link for an administrator"
                time.sleep(0.05)
            secret = said.read_text().split("/admin/enter/")[1].split()[0]
            figures = asyncio.run(day(port, pid, seats, seconds, secret))
        return figures, differences(figures, *written(folder / "data"))


def differences(figures: Figures, found: dict[int, list[int]], orders: Counter[str]) -> str:
    lost = [table for table, score in figures.sent.items() if found.get(table) != score]
    doubled = orders["result"] + orders["confirm"] - 2 * len(figures.sent)
    return f"lost: {lost}; more than was sent: {doubled}" if lost or doubled else ""


def bare(seats: list[Seats], seconds: float, pages: tuple[int, int]) -> Figures:
    with tempfile.TemporaryDirectory(prefix="tantera-bench-") as name:
        folder, port = Path(name), free_port()
        command = [sys.executable, "-m", "bench._bare", str(port), str(folder / "data"), *map(str, pages)]
        with running(command, folder, port) as (pid, _):
            return asyncio.run(day(port, pid, seats, seconds, ""))


ROWS = ("submission", "and its page", "sent again", "look", "reload", "keyed", "the desk's screen", "public", "come in",
        "draw", "publish")  # fmt: skip


def main(tables: int = 250, seconds: float = 60, times: int = 1) -> Measured:
    gc.disable()  # the phones must not be what the delays show
    runs = [ours(tables, seconds) for _ in range(times)]
    late_ones = [run.cut("submission")[1] for run, _ in runs]
    print("99 of 100 submissions, run by run: " + ", ".join(f"{ms:.0f} ms" for ms in late_ones), flush=True)
    found = runs[late_ones.index(max(late_ones))][0]
    wrong = "; ".join(wrong for _, wrong in runs if wrong)
    reference = bare([Seats("", ())] * tables, seconds, found.pages)
    columns = ("ms", "times", "50 %", "99 %", "worst", "bare 50 %", "bare 99 %", "× at 99 %")
    shown = Table(*columns, title=f"{tables} tables within {seconds:.0f} s, {4 * tables} phones")
    for name in ROWS:
        median, most, worst = found.cut(name)
        there = name in reference.took
        beside = reference.cut(name)
        row = [f"{median:.1f}", f"{most:.1f}", f"{worst:.1f}"]
        row += [f"{beside[0]:.1f}", f"{beside[1]:.1f}", f"{most / beside[1]:.1f}"] if there else ["", "", ""]
        shown.add_row(name, str(len(found.took.get(name, []))), *row)
    Console(width=120).print(shown)
    for name, used in found.cpu.items():
        print(f"{name}: {used:.1f} s of the server's CPU, {used / max(reference.cpu[name], 0.01):.1f} × the bare one's")
    print(f"bytes of a table's page and of the seating: {found.pages[0]:,} · {found.pages[1]:,}")
    print(wrong or f"{len(found.sent)} results were sent and confirmed: each is in the file once, with its score")
    slow = found.cut("submission")[1] > TARGET
    late = [f"99 of 100 submissions within {TARGET:.0f} ms"] if slow else []
    figures = {f"{name}: ms at 99 %": found.cut(name)[1] for name in ROWS if name in found.took}
    figures |= {f"{name}: s of CPU": used for name, used in found.cpu.items()}
    return Measured(figures, [wrong] * bool(wrong) + late)


if __name__ == "__main__":
    program(main, int, float, int, quick=(1, 0.2))
