"""How often the searches differ from others on the same small positions: a naive one, and the package `dominoes`.

    python3 run.py bench agreement [POSITIONS]

Positions are random ends of hands under random laws: the books, the examples, and variations of them. Every move's
value is compared. The number wanted in the last column is nought.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from rich.console import Console
from rich.progress import track
from rich.table import Table

from bench._program import Measured, program
from tests.solver.agreement import COMPARISONS

POSITIONS = 2000
FIRST_SEED = 1_000_000
"""Far from the seeds of the tests: other positions."""


class Compared(NamedTuple):
    """One comparison over many positions."""

    name: str
    positions: int
    differences: tuple[str, ...]
    """A sentence each."""


def compare(name: str, differs: Callable[[int], str], positions: int) -> Compared:
    seeds = track(range(FIRST_SEED, FIRST_SEED + positions), name, transient=True, disable=not Console().is_terminal)
    return Compared(name, positions, tuple(told for seed in seeds if (told := differs(seed))))


def compare_all(positions: int = POSITIONS) -> tuple[Compared, ...]:
    return tuple(compare(name, differs, positions) for name, differs in COMPARISONS.items())


def main(positions: int = POSITIONS) -> Measured:
    done = compare_all(positions)
    table = Table("searched", "positions", "differences")
    for one in done:
        table.add_row(one.name, f"{one.positions:,}", f"{len(one.differences):,}")
    Console().print(table)
    for one in done:
        for told in one.differences[:3]:
            print(f"{one.name}: {told}")
    return Measured({one.name: len(one.differences) for one in done}, [one.name for one in done if one.differences])


if __name__ == "__main__":
    program(main, int, quick=(2,))
