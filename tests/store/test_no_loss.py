"""Pulling the plug: kill -9 under load, again and again. What was acknowledged is there, without a gap, once."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from shutil import copytree
from threading import Thread

import pytest

from tantera.store.engines import FILE
from tests.play.tables import proof
from tests.store.servers import OwnServer, own_server
from tests.store.stories import opened

ROOT = Path(__file__).parents[2]


class Load:
    """A process that appends, and what it was told."""

    def __init__(self, place: Path | str, name: str) -> None:
        command = [sys.executable, "-m", "tests.store.load", str(place), name]
        self._process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.acknowledged: list[str] = []
        self._reader = Thread(target=self._listen)
        self._reader.start()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self.acknowledged.append(line.decode())

    def wait_for(self, more: int) -> None:
        """Until so many more appends have been acknowledged."""
        wanted, deadline = len(self.acknowledged) + more, time.monotonic() + 60
        while len(self.acknowledged) < wanted:
            assert time.monotonic() < deadline, "nothing is acknowledged any more"
            assert self._process.poll() is None, self._said()
            time.sleep(0.005)

    def kill(self) -> list[str]:
        assert self._process.poll() is None, self._said()
        self._process.kill()
        self._process.wait()
        self._reader.join()
        for pipe in (self._process.stdout, self._process.stderr):
            assert pipe is not None
            pipe.close()
        return self.acknowledged

    def _said(self) -> str:
        assert self._process.stderr is not None
        return self._process.stderr.read().decode()


async def nothing_is_lost(place: Path | str, acknowledged: list[str]) -> None:
    async with opened(place) as store:
        log = {head.stream: await store.read(head.stream) for head in await store.streams()}
    for stream, events in log.items():
        assert [stored.version for stored in events] == list(range(1, len(events) + 1)), f"a gap in {stream}"
        told = [tuple(json.loads(stored.event)) for stored in events]
        assert len(set(told)) == len(told), f"something twice in {stream}"
        wanted = 0  # the parts of an order stand together, all of them, from the first to the last
        for (order, part, size), stored in zip(told, events, strict=True):
            assert (order, part) == (stored.order, wanted), f"half an order in {stream}"
            wanted = (part + 1) % size
        assert wanted == 0, f"half an order in {stream}"
    for line in acknowledged:
        stream, since, version, order = line.split()
        there = {stored.order for stored in log.get(stream, [])[int(since) : int(version)]}
        assert there == {order}, f"lost: {line}"


def pull_the_plug(place: Path | str, times: int, server: OwnServer | None = None) -> None:
    chance, acknowledged = Random(times), []
    for number in range(times):
        load = Load(place, f"run{number}")
        load.wait_for(chance.randint(1, 300))
        if server is not None and number % 2 == 0:
            server.kill()
            server.start()
            load.wait_for(50)  # it went on by itself
        acknowledged += load.kill()
        asyncio.run(nothing_is_lost(place, acknowledged))
    assert len(acknowledged) > times


def test_a_killed_program_loses_nothing_on_sqlite(tmp_path: Path):
    pull_the_plug(tmp_path, 2)


def test_a_killed_program_and_a_killed_server_lose_nothing_on_postgresql():
    with own_server() as server:
        pull_the_plug(server.url, 2, server)


@pytest.mark.prove
def test_a_hundred_kills_lose_nothing_on_sqlite(tmp_path: Path):
    pull_the_plug(tmp_path, proof(100, 100))


@pytest.mark.prove
def test_a_hundred_kills_lose_nothing_on_postgresql():
    with own_server() as server:
        pull_the_plug(server.url, proof(100, 100), server)


@pytest.mark.parametrize(
    ("fault", "found"),
    [
        ("DELETE FROM event WHERE stream = 'table/0' AND version = 2", "a gap"),
        ("DELETE FROM event WHERE stream = 'table/0'", "lost"),
        ("DELETE FROM event WHERE stream = 'table/0' AND version >= 2", "lost|half"),
        ("UPDATE event SET order_id = 'other' WHERE stream = 'table/0' AND version = 1", "half"),
    ],
)
def test_the_proof_finds_a_planted_loss(killed: tuple[Path, list[str]], tmp_path: Path, fault: str, found: str):
    place, acknowledged = copytree(killed[0], tmp_path / "copy"), killed[1]
    asyncio.run(nothing_is_lost(place, acknowledged))
    other = sqlite3.connect(place / FILE, isolation_level=None)
    other.execute(fault)
    other.close()
    with pytest.raises(AssertionError, match=found):
        asyncio.run(nothing_is_lost(place, acknowledged))


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """What a killed program left behind, and what it was told."""
    place = tmp_path_factory.mktemp("killed")
    load = Load(place, "run")
    load.wait_for(100)
    return place, load.kill()
