"""Pulling the plug on a tournament: kill -9 between and within orders. What was acknowledged is there."""

from __future__ import annotations

import json
import os
import subprocess
from contextlib import suppress
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

import pytest

from tantera.tournament.evolve import folded
from tantera.tournament.export import export
from tantera.tournament.presentation import Presentation
from tantera.tournament_file import read_lines
from tests.cli.tournaments import PROGRAM, answers, lines_of, ran
from tests.play.tables import proof
from tests.tournament.first_program import First
from tests.tournament.random_events import play


def orders(seed: str) -> list[dict[str, Any]]:
    """Orders of a random event that a program accepts, each with an id of its own."""
    first = First()
    played = play(seed, "individual", first.apply, first.export)
    taken = [order for order, answer in played.orders if answer["ok"] and "event" in answer]
    return [order | {"id": f"k{number}"} for number, order in enumerate(taken)]


class Desk:
    """A program that is given orders until it is killed."""

    def __init__(self, file: Path, given: list[dict[str, Any]]) -> None:
        self.process = subprocess.Popen(
            [*PROGRAM, "apply", str(file), "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        self.answered: list[dict[str, Any]] = []
        self._given = given
        self._writer, self._reader = Thread(target=self._write), Thread(target=self._read)
        self._writer.start()
        self._reader.start()

    def _write(self) -> None:
        assert self.process.stdin is not None
        with suppress(OSError):  # it was killed
            for order in self._given:
                self.process.stdin.write(json.dumps(order).encode() + b"\n")
                self.process.stdin.flush()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.endswith(b"\n"):
                self.answered.append(json.loads(line))

    def kill_after(self, answered: int) -> list[dict[str, Any]]:
        while len(self.answered) < answered and self._reader.is_alive():
            self._reader.join(0.0005)
        self.process.kill()
        self.process.wait()
        for thread in (self._writer, self._reader):
            thread.join()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert pipe is not None
            with suppress(OSError):
                pipe.close()
        return self.answered


def nothing_is_lost(file: Path, given: list[dict[str, Any]], acknowledged: list[dict[str, Any]]) -> int:
    """How many events the file has. Each acknowledged order is the event that its answer named."""
    lines = read_lines(file) if acknowledged or (file.exists() and file.stat().st_size) else []
    if not lines:
        assert not acknowledged
        return 0
    folded(lines)
    kept = [json.loads(line.split(b"\n")[0]) for line in lines]
    for order, answer in zip(given, acknowledged, strict=False):
        assert answer["ok"], answer
        assert kept[answer["event"] - 1]["id"] == order["id"], f"lost: {order}"
    assert [event["id"] for event in kept] == [order["id"] for order in given[: len(kept)]]
    return len(kept)


def pull_the_plug(folder: Path, times: int) -> None:
    given, chance, file = orders(f"kills/{times}"), Random(times), folder / "e"
    (folder / "whole").mkdir()
    assert ran("apply", folder / "whole" / "e", "-", input=lines_of(given)).returncode == 0
    kills = [0, *sorted(chance.randrange(1, max(2, len(given))) for _ in range(times - 1))]
    for number in kills:
        desk = Desk(file, given)  # all of them again, from the first: ids make that safe
        acknowledged = desk.kill_after(number)
        nothing_is_lost(file, given, acknowledged)
    done = ran("apply", file, "-", input=lines_of(given))
    assert done.returncode == 0
    assert len(answers(done.stdout)) == len(given)
    there, whole = (export(Presentation(folded(read_lines(path)))) for path in (file, folder / "whole" / "e"))
    assert there == whole
    assert sorted(os.listdir(folder)) == ["e", "whole"]  # no journal is left


def test_a_killed_desk_loses_nothing_that_it_acknowledged(tmp_path: Path):
    pull_the_plug(tmp_path, 3)


@pytest.mark.prove
def test_a_hundred_kills_lose_nothing_of_a_tournament(tmp_path: Path):
    pull_the_plug(tmp_path, proof(100, 100))


def test_the_proof_finds_a_planted_loss(tmp_path: Path):
    given = orders("kills/plant")
    done = answers(ran("apply", tmp_path / "e", "-", input=lines_of(given)).stdout)
    nothing_is_lost(tmp_path / "e", given, done)
    assert ran("apply", tmp_path / "short", "-", input=lines_of(given[:-1])).returncode == 0
    with pytest.raises((AssertionError, IndexError)):
        nothing_is_lost(tmp_path / "short", given, done)
