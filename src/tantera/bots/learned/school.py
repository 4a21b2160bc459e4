"""The training loop, gradient ascent by Adam, which made the shipped weights and makes them again:
``python3 run.py train [KIND…]``.

A course is a book, a number of steps and a seed; the same course gives the same weights on the same kind of machine.
Each step plays a batch of `DEALS` deals `TIMES` times, in two halves side by side, and moves the weights by one update.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from tantera.bots.learned.training import compare, initial_weights, policy_gradient
from tantera.rules import load_book, with_options
from tantera.solver.encode import kernel_law
from tantera.solver.kernels import law as of
from tantera.solver.kernels.jit import Floats, Ints, Weights

DEALS: Final = 200
"""The batch size."""
TIMES: Final = 8
HALVES: Final = 2
POINTS: Final = 40.0
"""An advantage of so many points moves the weights by one."""
LEARNING_RATE: Final = 2e-3
"""How far a step goes at first; it decays linearly to a fiftieth."""
ENTROPY_BONUS: Final = 0.02
"""Entropy regularization: how much it pays at first to keep trying other moves; it decays linearly to a tenth."""
BETA_1: Final = 0.9
"""Adam's decay of the first moment, the mean of the gradients."""
BETA_2: Final = 0.999
"""Adam's decay of the second moment, the mean of their squares."""
EPSILON: Final = 1e-8
"""Adam's guard against a division by nought."""


class Course(NamedTuple):
    """What one kind of table is learned from."""

    book: str
    options: dict[str, str | int]
    steps: int


COURSES: Final[dict[str, Course]] = {
    "pairs": Course("san-juan", {}, 12_000),
    "pairs-nine": Course("clasico", {"set": "double-nine"}, 1_500),
    "alone-4": Course("ueh", {}, 2_500),
    "alone-3": Course("ueh", {"players": 3}, 2_000),
    "alone-2": Course("ueh", {"players": 2}, 2_000),
}


class Lesson(NamedTuple):
    """A step of the training: how far a course has come."""

    step: int
    weights: Weights
    hands: int
    entropy: float
    """The policy's mean entropy over decisions: how undecided it is."""


class TrainingTable(NamedTuple):
    """The table that a course plays at."""

    law: Ints
    each: int
    asleep: int


def training_table(course: Course) -> TrainingTable:
    book = with_options(load_book(course.book), course.options, None)
    each, players = book.options.tiles_each, book.options.players
    asleep = len(book.options.set.tiles) - players * each
    law = kernel_law(book, players, hand_number=2, asleep=asleep)
    return TrainingTable(law, each, asleep if law[of.DRAWS] else 0)


def train(course: Course, seed: int = 1) -> Iterator[Lesson]:
    """Adam on the policy gradient, step by step."""
    table, weights = training_table(course), initial_weights(seed)
    first_moment, second_moment = np.zeros_like(weights), np.zeros_like(weights)
    luck = [np.array([seed * 1_000_003 + half * 7_919], np.int64) for half in range(HALVES)]
    hands = 0
    with ThreadPoolExecutor(HALVES) as pool:
        for step in range(1, course.steps + 1):
            left = 1 - step / course.steps
            rate, entropy_bonus = LEARNING_RATE * (0.98 * left + 0.02), ENTROPY_BONUS * (0.9 * left + 0.1)
            halves = list(pool.map(lambda rng: _half(table, weights, entropy_bonus, rng), luck))  # noqa: B023
            totals = np.sum([half[1] for half in halves], axis=0)
            gradient = np.sum([half[0] for half in halves], axis=0) / np.float32(totals[1])
            first_moment = BETA_1 * first_moment + (1 - BETA_1) * gradient
            second_moment = BETA_2 * second_moment + (1 - BETA_2) * gradient * gradient
            # Bias correction: both moments began at nought.
            mean, square = first_moment / (1 - BETA_1**step), second_moment / (1 - BETA_2**step)
            update = mean / (np.sqrt(square) + EPSILON)
            weights = (weights + rate * update).astype(np.float32)
            hands += int(totals[0])
            yield Lesson(step, weights, hands, float(totals[2] / totals[1]))


def _half(table: TrainingTable, weights: Weights, entropy_bonus: float, rng: Ints) -> tuple[Weights, Floats]:
    """The policy gradient of half a batch, and what was counted."""
    gradient, totals = np.zeros_like(weights), np.zeros(3)
    policy_gradient(
        table.law,
        table.each,
        table.asleep,
        DEALS // HALVES,
        TIMES,
        weights,
        gradient,
        1 / POINTS,
        entropy_bonus,
        rng,
        totals,
    )
    return gradient, totals


def evaluate(course: Course, weights: Weights, before: Weights, deals: int = 4000) -> tuple[float, float]:
    """What one set of weights wins a hand against another in duplicate deals, and its standard error."""
    table, gain = training_table(course), np.zeros(deals)
    compare(table.law, table.each, table.asleep, deals, weights, before, np.array([99], np.int64), gain)
    return float(gain.mean()), float(gain.std() / deals**0.5)


def main(kinds: list[str], folder: Path) -> int:
    unknown = [kind for kind in kinds if kind not in COURSES]
    if unknown:
        print(f"train: found {unknown[0]!r}, expected one of {', '.join(COURSES)}", file=sys.stderr)
        return 2
    for kind in kinds or COURSES:
        course, start = COURSES[kind], initial_weights(1)
        for lesson in train(course):
            if lesson.step % max(1, course.steps // 12) == 0:
                gain, error = evaluate(course, lesson.weights, start)
                print(
                    f"{kind}: step {lesson.step} of {course.steps}, {lesson.hands:,} hands, entropy"
                    f" {lesson.entropy:.3f}, {gain:+.2f} ± {error:.2f} a hand against the beginning",
                    flush=True,
                )
                np.save(folder / f"{kind}.npy", lesson.weights)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], Path(__file__).parent / "weights"))
