"""Complete random hands per second on one core, the deal included: our kernels beside the PyPI engine `dominoes`.

    python3 run.py bench playouts [HANDS]

HANDS is how many the peer plays in a round; ours play as many more as they are faster. All play the same game, four
players with seven tiles each. Rounds are interleaved and the median of the ratios counts, because machines are noisy.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from statistics import median
from typing import NamedTuple

import dominoes
from rich.console import Console
from rich.progress import track
from rich.table import Table

from bench._program import Measured, program
from tantera.rules import load_book
from tantera.solver.encode import kernel_law
from tantera.solver.kernels.playouts import deal_and_play, deal_in_lockstep, results

ROUNDS = 9
PEER = "dominoes"
TARGETS = {"one at a time": 300.0, "in lockstep": 800.0}
BATCH = 1 << 18


class Speed(NamedTuple):
    """Of one way to play, over all rounds."""

    hands_per_second: float
    ratio: float
    """To the peer, in the same round."""
    target: float

    @property
    def met(self) -> bool:
        return self.ratio >= self.target


def play_peer(hands: int, seed: int) -> int:
    chance = Random(seed)
    for _ in range(hands):
        game = dominoes.Game.new()
        while game.result is None:
            game.make_move(*chance.choice(game.valid_moves))
    return hands


def ways_to_play(batch: int) -> dict[str, Callable[[int], int]]:
    """Each plays a batch from a seed, and says how many hands that were."""
    law, table = kernel_law(load_book("san-juan"), 4), results(batch)

    def one_at_a_time(seed: int) -> int:
        deal_and_play(law, 7, 7, seed, table)
        return batch

    def in_lockstep(seed: int) -> int:
        deal_in_lockstep(seed, table)
        return batch

    in_lockstep(0)  # compiled when first called
    return dict(zip(TARGETS, (one_at_a_time, in_lockstep), strict=True))


def per_second(play: Callable[[], int]) -> float:
    began = time.perf_counter()
    hands = play()
    return hands / (time.perf_counter() - began)


def measure(hands: int = 600, rounds: int = ROUNDS, batch: int = BATCH) -> dict[str, Speed]:
    """The speeds by name, the peer's too."""
    ours = ways_to_play(batch)
    speeds: dict[str, list[float]] = {name: [] for name in (PEER, *ours)}
    for number in track(range(rounds), "Playing"):
        speeds[PEER].append(per_second(lambda: play_peer(hands, number)))  # noqa: B023  (called at once)
        for name, play in ours.items():
            speeds[name].append(per_second(lambda: play(number)))  # noqa: B023
    ratios = {
        name: median(mine / peer for mine, peer in zip(speeds[name], speeds[PEER], strict=True)) for name in speeds
    }
    return {name: Speed(median(speeds[name]), ratios[name], TARGETS.get(name, 1.0)) for name in speeds}


def main(hands: int = 600, rounds: int = ROUNDS, batch: int = BATCH) -> Measured:
    measured = measure(hands, rounds, batch)
    table = Table("random hands", "hands/s", f"× {PEER}", "want")
    for name, speed in measured.items():
        table.add_row(name, f"{speed.hands_per_second:,.0f}", f"{speed.ratio:,.0f}", f"{speed.target:,.0f}")
    Console().print(table)
    figures = {f"{name}: hands/s": speed.hands_per_second for name, speed in measured.items()}
    figures |= {f"{name}: × {PEER}": measured[name].ratio for name in TARGETS}
    return Measured(figures, [name for name, speed in measured.items() if not speed.met])


if __name__ == "__main__":
    program(main, int, quick=(1, 1, 64))
