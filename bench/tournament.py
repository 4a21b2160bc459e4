"""A tournament in its file: how long orders take to be durable, and how long the file takes to open again.

    python3 run.py bench tournament [PLAYERS] [ROUNDS]

An individual tournament is played through the file as the command line does it: every entry, draw, publication and
slip is an order that is durable before it is answered. It is given order by order, as a desk does, then all at once,
as `apply` takes them from a pipe. Then the file is opened again: read, followed along its hash chain, folded. Beside
it in the same run: SQLite's part alone (the same lines read and nothing done with them), the same log decided again
from its orders, draws included, and the second program's check of everything.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from rich.console import Console
from rich.progress import track
from rich.table import Table

from bench._program import Measured, program
from tantera.rules import built_in_books
from tantera.tournament.check import check
from tantera.tournament.decide import apply
from tantera.tournament.evolve import folded
from tantera.tournament.export import export
from tantera.tournament.orders import Given
from tantera.tournament.presentation import Presentation
from tantera.tournament.reading import order_of
from tantera.tournament_file import TournamentFile, open_tournament, read_lines

TARGET = 2.0
"""Seconds for the replay of 300 players and 8 rounds."""
REPEATS = 5
AT = "2026-05-30T10:00:00+00:00"


def now() -> datetime:
    return datetime.now(UTC)


def given(**order: Any) -> Given:
    return order_of(order | {"at": AT})


def orders(tournament: TournamentFile, players: int, rounds: int) -> Iterator[list[Given]]:
    """The orders of an event, in parts: what a part holds does not depend on what came of it."""
    chance = Random(1)
    yield [given(order="create", name="Bench", book="competencia-individual", seed="1", rounds=rounds)]
    yield [
        given(order="enter", entry=f"e{n}", players=[{"id": f"p{n}", "name": f"Jugadora {n}", "club": f"Club {n % 9}"}])
        for n in range(players)
    ]
    for number in range(1, rounds + 1):
        yield [given(order="draw"), given(order="publish")]
        assert tournament.state is not None
        slips = []
        for table in range(1, len(tournament.state.played[-1].tables) + 1):
            score = [100 + chance.randrange(0, 20), chance.randrange(0, 100)]
            chance.shuffle(score)
            slips.append(given(order="result", round=number, table=table, score=score))
        yield slips
    yield [given(order="close_round")]


def played(path: Path, players: int, rounds: int, at_once: bool) -> tuple[float, int]:
    """Seconds, and how many orders were given."""
    tournament = open_tournament(path, built_in_books, now, new=True)
    count, began = 0, time.perf_counter()
    for part in orders(tournament, players, rounds):
        for group in [part] if at_once else [[order] for order in part]:
            for answers in tournament.apply(group):
                assert not any(isinstance(answer, Exception) for answer in answers), answers
        count += len(part)
    seconds = time.perf_counter() - began
    tournament.close()
    return seconds, count


def timed(work: Callable[[], object]) -> float:
    seconds = []
    for _ in range(REPEATS):
        began = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - began)
    return median(seconds)


def opened(path: Path) -> None:
    open_tournament(path, built_in_books, now).close()


def decided_again(lines: list[bytes]) -> None:
    state = folded(lines)
    again = None
    for recorded in state.log.history:
        again = apply(again, Given(recorded.order, recorded.by, recorded.at, recorded.id), built_in_books).after
    assert again is not None
    assert again.head == state.head


def main(players: int = 300, rounds: int = 8) -> Measured:
    console = Console()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "event.tantera"
        (one_by_one, count), (at_once, _) = (
            played(Path(folder) / name, players, rounds, at_once)
            for name, at_once in track([("event.tantera", False), ("at once", True)], "Playing", console=console)
        )
        lines = read_lines(path)
        state = folded(lines)
        figures = [
            ("order by order, each durable", one_by_one),
            ("all at once, in groups", at_once),
            ("the file opened: read, chain, fold", timed(lambda: opened(path))),
            ("  SQLite's part alone", timed(lambda: read_lines(path))),
            ("the object (export)", timed(lambda: export(Presentation(state)))),
            ("the log decided again, draws included", timed(lambda: decided_again(lines))),
            ("check, by the second program", timed(lambda: check(lines))),
        ]
        size = path.stat().st_size
    table = Table(title=f"{players} players, {rounds} rounds: {count} orders, {size / 1e6:.1f} MB")
    for heading in ("", "s", "ms an order"):
        table.add_column(heading, justify="left" if not heading else "right")
    for what, seconds in figures:
        table.add_row(what, f"{seconds:.3f}", f"{1000 * seconds / count:.2f}")
    console.print(table)
    late = [f"replay of the file under {TARGET:g} s"] if figures[2][1] >= TARGET else []
    return Measured({f"{what.strip()}: ms an order": 1000 * seconds / count for what, seconds in figures}, late)


if __name__ == "__main__":
    program(main, int, quick=(16, 2))
