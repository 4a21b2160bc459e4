"""How many hands show who plays better: by results, by hindsight, by the judge that knows what the player knew.

    python3 run.py bench judge [HANDS] [ONE:OTHER…]

Hands between two pairs of bots, every deal once, as people play. For each measure: the mean a hand in favour of the
first, and how many hands make it two standard errors. *Less luck* is the result less what the deal was worth; by
hindsight a decision costs what it loses with all racks open (double dummy), by the judge what `study` says.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from statistics import fmean, stdev
from typing import NamedTuple

from rich.console import Console
from rich.progress import track
from rich.table import Table

from bench._program import Measured, program
from tantera.play import Match, legal_moves
from tantera.play import events as e
from tantera.play.ledger import Happened
from tantera.play.moves import order_of
from tantera.rules import Seat
from tantera.solver.by_order import review
from tantera.study.balance import study_hand
from tests.study.hands import played

HANDS = 100
PAIRS = (
    "best:intuition",
    "intuition:counter",
    "pimc-8:counter",
    "counter:forgetful",
    "counter:greedy",
    "greedy:random",
)
NODES = 300_000
NAMES = ("result", "result less luck", "hindsight", "the judge")


class Measure(NamedTuple):
    """One figure a hand, in favour of the first of two."""

    figures: list[float]

    @property
    def hands(self) -> float:
        """How many hands make the mean two standard errors; without end where it says nothing or the wrong one."""
        mean = fmean(self.figures)
        return (2 * stdev(self.figures) / mean) ** 2 if mean > 0 else float("inf")

    def __str__(self) -> str:
        return f"{fmean(self.figures):+.1f} ± {stdev(self.figures) / len(self.figures) ** 0.5:.1f}"


def by_hindsight(moments: list[Happened[Match]]) -> Iterator[tuple[Seat, int]]:
    """Each decision's seat and what it lost with all racks open."""
    for event, before, _ in moments:
        if isinstance(event, e.TilePlaced) and before.hand is not None and len(legal_moves(before.hand)) > 1:
            reviewed = review(before.hand, before.worth, NODES)
            if reviewed is not None and reviewed.measure == "points":
                worth = dict(reviewed.moves)
                yield event.seat, max(worth.values()) - worth[order_of(event)]


class Compared(NamedTuple):
    """Two bots over some hands."""

    measures: dict[str, Measure]
    rest: Measure
    """What the balance leaves: nought on the average, if the judge is right about both."""
    lost: tuple[Measure, Measure]
    """Points lost a decision, by each."""
    cpu: float
    """Seconds a hand."""


def compared(one: str, other: str, hands: int) -> Compared:
    measures, rest, spent = {name: Measure([]) for name in NAMES}, Measure([]), 0.0
    lost = Measure([]), Measure([])
    for deal in track(range(hands), f"{one} : {other}", transient=True, disable=not Console().is_terminal):
        moments = played(one, other, deal)
        began = time.process_time()
        studied = study_hand(1, moments)
        spent += time.process_time() - began
        assert studied.shares is not None
        share, theirs = studied.shares[deal % 2], (2, 4) if deal % 2 == 0 else (1, 3)
        hindsight = sum(points if seat in theirs else -points for seat, points in by_hindsight(moments))
        figures = (share.result, share.result - share.luck.mean, hindsight, share.ours.mean - share.theirs.mean)
        for measure, figure in zip(measures.values(), figures, strict=True):
            measure.figures.append(figure)
        rest.figures.append(share.rest.mean)
        for turn in studied.turns:
            lost[turn.decision.seat in theirs].figures.append(turn.decision.cost.mean)
    return Compared(measures, rest, lost, spent / hands)


def main(hands: int = HANDS, *pairs: str) -> Measured:
    headings = [*(f"by {name}" for name in NAMES), *(f"hands: {name}" for name in NAMES)]
    table = Table("first : second", *headings, "rest", "lost a decision", "CPU s")
    figures: dict[str, float] = {}
    missed = []
    for pair in pairs or PAIRS:
        one, _, other = pair.partition(":")
        found = compared(one, other, hands)
        needed = {name: measure.hands for name, measure in found.measures.items()}
        if needed["the judge"] > min(needed.values()):
            missed.append(pair)
        figures |= {f"{pair}: hands to 2σ by {name}": min(figure, 1e6) for name, figure in needed.items()}
        figures[f"{pair}: CPU a hand, s"] = found.cpu
        shown = [*map(str, found.measures.values()), *(f"{figure:,.0f}" for figure in needed.values())]
        table.add_row(pair, *shown, str(found.rest), " v ".join(map(str, found.lost)), f"{found.cpu:.2f}")
    Console(width=190).print(table)
    return Measured(figures, missed)


if __name__ == "__main__":
    program(main, int, str, quick=(4, "counter:greedy"))
