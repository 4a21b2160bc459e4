"""How strong the best bot is, or another BOT: duplicate deals against the bots it has to beat, in the same run.

    python3 run.py bench bots [SHARE] [BOT]

SHARE of the deals the targets ask for (1 by default; 0.05 for a look). Ctrl-C keeps what is finished, and the same
command goes on; deals finished by the same code are not played again.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from bench._program import Measured, program
from tantera.bots.arena import Arena, Results, duel, pool, results_folder, usual_workers
from tantera.rules import load_book

PEER = "bench/_peer.py:probabilistic"


class Goal(NamedTuple):
    """What the best bot must win a hand against somebody."""

    against: str
    deals: int
    points: float
    error: float | None = None
    cpu: float | None = None
    """Within which share its CPU time per decision must be of the other's, or less."""


GOALS = (
    Goal("greedy", 2000, 16.0),
    Goal("pimc-64", 1600, 2.0, error=0.7, cpu=1.05),
    Goal(PEER, 300, 6.0),
)


def main(share: float = 1.0, bot: str = "best", goals: tuple[Goal, ...] = GOALS) -> Measured:
    with TemporaryDirectory() as folder:  # of no deals at all nothing is kept
        return _played(share, bot, goals, (results_folder() if share else Path(folder)) / "bench-bots.jsonl")


def _played(share: float, bot: str, goals: tuple[Goal, ...], kept: Path) -> Measured:
    book = load_book("san-juan")
    results, figures = Results(kept), dict[str, float]()
    table = Table(f"{bot} v", "deals", "points a hand", "want", "hands won", "CPU a decision, ms", "p99, ms", "met")
    missed = []
    for goal in goals:
        contest = duel(book, bot, goal.against, "yardstick-1")
        arena = Arena((contest,), max(2, round(goal.deals * share)), results)
        arena.warm_up()
        with Progress(transient=True) as progress, pool(usual_workers()) as executor:
            bar = progress.add_task(f"{bot} v {goal.against}", total=arena.total, completed=arena.finished)
            arena.play(executor, 2 * usual_workers(), lambda: progress.update(bar, completed=arena.finished))  # noqa: B023
        tally = arena.tallies[0]
        points, won = tally.points_each(contest.point_parts), tally.win_share(2)
        ours, theirs = tally.thinking[bot], tally.thinking[goal.against]
        assert points is not None
        assert points.error is not None
        assert won is not None
        met = points.mean >= goal.points and (goal.error is None or points.error <= goal.error)
        if goal.cpu is not None:
            met = met and (ours.mean or 0) <= goal.cpu * (theirs.mean or 0)
        if not met:
            missed.append(goal.against)
        figures |= {f"{goal.against}: points a hand": points.mean, f"{goal.against}: hands won": won.mean}
        want = f"≥ {goal.points:+g}" + (f", ± ≤ {goal.error}" if goal.error else "")
        cpu, slow = ([f"{(value or 0) / 1e6:.1f}" for value in pair] for pair in (
            (ours.mean, theirs.mean), (ours.quantile(0.99), theirs.quantile(0.99)),
        ))  # fmt: skip
        table.add_row(
            goal.against, str(tally.deals), str(points), want, f"{won.mean:.1%}", " / ".join(cpu), " / ".join(slow),
            "yes" if met else "no",
        )  # fmt: skip
    Console().print(table)
    return Measured(figures, missed)


if __name__ == "__main__":
    program(main, float, str, quick=(0.0, "counter", GOALS[:1]))
