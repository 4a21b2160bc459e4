"""The arena on a real Dask cluster of this machine, one worker of which dies at work."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tantera.bots.arena import Arena, ArenaError, cluster, duel
from tantera.rules import load_book
from tests.bots.test_arena import SET, outcome, played_here

DEALS = 400


@contextmanager
def running(*words: str, folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A Dask process of ours, which ends with the test."""
    command = [sys.executable, "-m", "distributed.cli." + words[0], *words[1:]]
    with (folder / "log.txt").open("ab") as log:
        process = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def address_in(file: Path, log: Path) -> str:
    until = time.monotonic() + 30
    while time.monotonic() < until:
        try:
            return str(json.loads(file.read_text())["address"])
        except (OSError, ValueError):
            time.sleep(0.1)
    raise AssertionError(log.read_text())


@pytest.mark.prove
@pytest.mark.filterwarnings("default")  # distributed's own, about its sockets and its future
def test_a_worker_that_dies_changes_nothing_in_the_result(tmp_path: Path):
    contest = duel(load_book("san-juan"), "random", "counter", SET)
    file = tmp_path / "scheduler.json"
    with ExitStack() as stack:
        where = ("--host", "127.0.0.1", "--no-dashboard")
        stack.enter_context(
            running("dask_scheduler", *where, "--port", "0", "--scheduler-file", str(file), folder=tmp_path)
        )
        address = address_in(file, tmp_path / "log.txt")
        mine = (*where, "--no-nanny", "--nthreads", "1")
        doomed, other = (stack.enter_context(running("dask_worker", address, *mine, folder=tmp_path)) for _ in range(2))
        arena = Arena([contest], DEALS)
        deaths: list[int] = []

        def kill_one() -> None:
            if not deaths and arena.finished >= DEALS // 10:
                doomed.kill()
                deaths.append(arena.finished)

        with cluster(address, workers=2) as (executor, threads):
            assert threads == 2
            arena.play(executor, 4, kill_one)
        assert deaths[0] < DEALS
        assert doomed.wait() != 0
        assert other.poll() is None
    assert [outcome(arena.tallies[0])] == played_here(contest, deals=DEALS)


@contextmanager
def one_worker(folder: Path, threads: int) -> Iterator[Executor]:
    """A cluster of a single worker."""
    file, where = folder / "scheduler.json", ("--host", "127.0.0.1", "--no-dashboard")
    mine = ("--no-nanny", "--nthreads", str(threads))
    with running("dask_scheduler", *where, "--port", "0", "--scheduler-file", str(file), folder=folder):
        address = address_in(file, folder / "log.txt")
        with (
            running("dask_worker", address, *where, *mine, folder=folder),
            cluster(address) as (executor, found),
        ):
            assert found == threads
            yield executor


@pytest.mark.prove
@pytest.mark.filterwarnings("default")
def test_bots_that_think_side_by_side_in_the_threads_of_a_worker_play_as_at_home(tmp_path: Path):
    contest = duel(load_book("san-juan"), "pimc-8,tries=8,seconds=60", "greedy", SET)
    arena = Arena([contest], 16)
    with one_worker(tmp_path, threads=2) as executor:
        arena.play(executor, 2)
    assert [outcome(arena.tallies[0])] == played_here(contest, deals=16)


@pytest.mark.prove
@pytest.mark.filterwarnings("default")
def test_a_bot_that_fails_on_a_cluster_is_named_as_at_home(tmp_path: Path):
    mine = tmp_path / "mine.py"
    mine.write_text("def bad(view):\n    return 1 / 0\n")
    arena = Arena([duel(load_book("san-juan"), f"{mine}:bad", "random", SET)], 4)
    with (
        one_worker(tmp_path, threads=1) as executor,
        pytest.raises(ArenaError, match=r"mine.py:bad, line 2: found ZeroDivisionError .* in deal \d"),
    ):
        arena.play(executor, 2)
