"""Of decisions called a mistake of five points: are five points lost?

    python3 run.py bench calibration [HANDS] [ONE:OTHER…]

Hands between bots are studied, and every mistake is asked about twice more. In *fresh worlds*: deals of a third sample
that agree with what its player saw, in which the best move and the one that was played are tried out. In *its own
deal*: the tiles as they really lay, where the judge's weights of the worlds are of no help. By what was claimed, with
standard errors; *at first* is what the worlds said that made it a suspect, which is what used to be claimed.
"""

from __future__ import annotations

from collections import defaultdict
from math import sqrt
from statistics import fmean, stdev
from typing import NamedTuple

import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

from bench._program import Measured, program
from tantera.bots.learned.others import prior_shares
from tantera.bots.learned.reading import option_code, read
from tantera.play import Match
from tantera.solver.encode import encode
from tantera.study.balance import study_hand
from tantera.study.decisions import try_out
from tantera.study.figures import JudgedTurn
from tantera.study.moments import moves_of
from tantera.study.trials import tried_out
from tests.study.hands import played

HANDS = 60
PAIRS = ("counter:contrary", "forgetful:greedy", "intuition:random")
BINS = (2.0, 4.0, 7.0, 12.0, 20.0)
"""Claims up to so many points go together; the last bin is for the rest."""
PLAY_OUTS = 256
FRESH = 4096


class Mistake(NamedTuple):
    at_first: float
    claimed: float
    fresh: float
    own_deal: float


def asked_again(turn: JudgedTurn, match: Match) -> Mistake:
    """The same two moves in other worlds, and in the deal that it was."""
    decision, seen = turn.decision, turn.view
    best, made = decision.options[0].order, decision.options[decision.place].order
    fresh = try_out(seen, FRESH, again=2)
    lost = fresh.difference(fresh.values, fresh.place_of(seen, best), fresh.place_of(seen, made))
    assert match.hand is not None
    reading, racks = read(seen), encode(match.hand, match.worth, match.carried).racks
    moves = np.array([option_code(seen, best), option_code(seen, made)], np.int64)
    many = np.broadcast_to(racks, (PLAY_OUTS, 4))
    asleep = np.zeros((PLAY_OUTS, 0), np.int64)
    seeds = np.arange(PLAY_OUTS, dtype=np.int64)
    lead = tried_out(reading.now, reading.law, asleep, many, moves, prior_shares(PLAY_OUTS), seeds)[..., reading.me]
    own = float((lead[:, 0] - lead[:, 1]).mean())
    return Mistake(decision.cost.mean, decision.told_cost.mean, lost.mean, own)


def mistakes_of(one: str, other: str, deal: int) -> list[Mistake]:
    moments = played(one, other, deal)
    before = {moment.number: moment.before for moment in moves_of(moments)}
    turns = study_hand(1, moments).turns
    return [asked_again(turn, before[turn.number]) for turn in turns if turn.decision.is_mistake]


def mean(values: list[float]) -> str:
    spread = stdev(values) / sqrt(len(values)) if len(values) > 1 else float("nan")
    return f"{fmean(values):.2f} ± {spread:.2f}"


def main(hands: int = HANDS, *pairs: str) -> Measured:
    found: dict[float, list[Mistake]] = defaultdict(list)
    for pair in pairs or PAIRS:
        one, _, other = pair.partition(":")
        for deal in track(range(hands), pair, transient=True, disable=not Console().is_terminal):
            for mistake in mistakes_of(one, other, deal):
                found[next((top for top in BINS if mistake.claimed <= top), float("inf"))].append(mistake)
    table = Table("claimed, up to", "mistakes", "at first", "claimed", "in fresh worlds", "in its own deal")
    figures: dict[str, float] = {}
    for top, mistakes in sorted(found.items()):
        columns = [list(column) for column in zip(*mistakes, strict=True)]
        table.add_row(f"{top:g}", str(len(mistakes)), *map(mean, columns))
    everything = [mistake for mistakes in found.values() for mistake in mistakes]
    columns = [list(column) for column in zip(*everything, strict=True)]
    if everything:
        table.add_row("all", str(len(everything)), *map(mean, columns))
        figures = dict(
            zip(("at first", "claimed", "in fresh worlds", "in its own deal"), map(fmean, columns), strict=True)
        )
    Console().print(table)
    return Measured(figures, [])


if __name__ == "__main__":
    program(main, int, str, quick=(2, "counter:contrary"))
