"""The training that made the shipped weights of the policy and makes them again: ``python3 run.py train [KIND…]``.

REINFORCE by self-play: the policy gradient with a baseline and an entropy bonus, and gradient ascent by Adam. The
policy plays against itself and learns from which of its choices came out better. The baseline is the deal's own mean:
each deal is played several times, and a choice counts by how much better that play-through came out than all of the
same deal (its advantage), so the luck of the deal cancels.

A course is a book, a number of steps and a seed; the same course gives the same weights on the same kind of machine.
Each step plays a batch of `DEALS` deals `TIMES` times, in two halves side by side, and moves the weights by one update.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from tantera.bots.learned import state as at
from tantera.bots.learned.features import FEATURES, extract_features
from tantera.bots.learned.policy import HIDDEN, MOST_MOVES, WEIGHTS, forward, sample_move, shuffle_and_deal, softmax
from tantera.bots.learned.state import lead, legal_moves, score
from tantera.rules import load_book, with_options
from tantera.solver.encode import kernel_law
from tantera.solver.kernels import law as of
from tantera.solver.kernels.jit import Floats, Ints, Weights, kernel

LONGEST: Final = 120
"""Decisions of one hand, at most."""


@kernel(
    "void(int64[::1], int64, int64, int64, int64, float32[::1], float32[::1], float64, float64, int64[::1],"
    " float64[::1])",
    fastmath=True,
)
def policy_gradient(
    law: Ints, each: int, asleep: int, deals: int, times: int, weights: Weights, gradient: Weights,
    scale: float, entropy_bonus: float, rng: Ints, totals: Floats,
) -> None:  # fmt: skip
    """Play `deals` deals `times` times each and add up the policy gradient by backpropagation.

    `scale` makes advantages of points. `totals` counts hands and decisions, and adds up entropy.
    """
    boneyard = np.zeros(asleep, np.int64)
    start, state = np.zeros(at.LENGTH, np.int64), np.zeros(at.LENGTH, np.int64)
    rows = np.zeros((times, LONGEST, MOST_MOVES, FEATURES), np.float32)
    probabilities = np.zeros((times, LONGEST, MOST_MOVES), np.float32)
    hidden = np.zeros((times, LONGEST, MOST_MOVES, HIDDEN), np.float32)
    widths = np.zeros((times, LONGEST), np.int64)
    chosen = np.zeros((times, LONGEST), np.int64)
    mover = np.zeros((times, LONGEST), np.int64)
    lengths = np.zeros(times, np.int64)
    moves = np.zeros(MOST_MOVES, np.int64)
    returns, written = np.zeros((times, 4)), np.zeros(4)
    hidden_gradient = np.zeros(HIDDEN, np.float32)
    biases, second = HIDDEN * FEATURES, HIDDEN * FEATURES + HIDDEN
    for deal in range(deals):
        shuffle_and_deal(start, law, each, deal % law[of.PLAYERS], rng, boneyard)
        for time in range(times):
            state[:] = start
            decisions = 0
            while state[at.ENDED] == 0:
                width = legal_moves(state, law, boneyard, moves)
                choice = 0
                if width > 1 and decisions < LONGEST:
                    extract_features(state, law, moves, width, rows[time, decisions])
                    forward(
                        rows[time, decisions], width, weights, probabilities[time, decisions], hidden[time, decisions]
                    )
                    softmax(probabilities[time, decisions], width)
                    choice = sample_move(probabilities[time, decisions], width, rng)
                    widths[time, decisions] = width
                    chosen[time, decisions] = choice
                    mover[time, decisions] = state[at.TURN]
                    decisions += 1
                at.play(state, law, boneyard, moves[choice])
            lengths[time] = decisions
            score(state, law, written)
            for player in range(law[of.PLAYERS]):
                returns[time, player] = lead(law, written, player)
            totals[0] += 1
            totals[1] += decisions
        for time in range(times):
            for decision in range(lengths[time]):
                player = mover[time, decision]
                mean = 0.0
                for another in range(times):
                    mean += returns[another, player]
                mean /= times
                advantage = (returns[time, player] - mean) * scale
                width = widths[time, decision]
                entropy = 0.0
                for row in range(width):
                    p = probabilities[time, decision, row]
                    entropy -= p * np.log(p + 1e-9)
                totals[2] += entropy
                for row in range(width):
                    p = probabilities[time, decision, row]
                    logit_gradient = -p * advantage
                    if row == chosen[time, decision]:
                        logit_gradient += advantage
                    logit_gradient -= entropy_bonus * p * (np.log(p + 1e-9) + entropy)
                    g = np.float32(logit_gradient)
                    for unit in range(HIDDEN):
                        active = hidden[time, decision, row, unit]
                        gradient[second + unit] += g * active
                        hidden_gradient[unit] = g * weights[second + unit] if active > 0.0 else np.float32(0.0)
                        gradient[biases + unit] += hidden_gradient[unit]
                    for i in range(FEATURES):
                        seen = rows[time, decision, row, i]
                        if seen != 0.0:
                            for unit in range(HIDDEN):
                                gradient[i * HIDDEN + unit] += hidden_gradient[unit] * seen


@kernel("void(int64[::1], int64, int64, int64, float32[::1], float32[::1], int64[::1], float64[::1])")
def compare(
    law: Ints, each: int, asleep: int, deals: int, one: Weights, other: Weights, rng: Ints, out: Floats
) -> None:  # fmt: skip
    """Duplicate deals: even players by `one`, odd by `other`, then the other way round. `out` is what `one` gains.

    Both play the argmax of their logits, nothing is sampled.
    """
    boneyard = np.zeros(asleep, np.int64)
    start, state = np.zeros(at.LENGTH, np.int64), np.zeros(at.LENGTH, np.int64)
    rows = np.zeros((MOST_MOVES, FEATURES), np.float32)
    probabilities = np.zeros(MOST_MOVES, np.float32)
    hidden = np.zeros((MOST_MOVES, HIDDEN), np.float32)
    moves = np.zeros(MOST_MOVES, np.int64)
    written = np.zeros(4)
    for deal in range(deals):
        shuffle_and_deal(start, law, each, deal % law[of.PLAYERS], rng, boneyard)
        for run in range(2):
            state[:] = start
            while state[at.ENDED] == 0:
                width = legal_moves(state, law, boneyard, moves)
                choice = 0
                if width > 1:
                    extract_features(state, law, moves, width, rows)
                    if state[at.TURN] % 2 == run:
                        forward(rows, width, one, probabilities, hidden)
                    else:
                        forward(rows, width, other, probabilities, hidden)
                    for row in range(1, width):
                        if probabilities[row] > probabilities[choice]:
                            choice = row
                at.play(state, law, boneyard, moves[choice])
            score(state, law, written)
            seats = 0
            for player in range(law[of.PLAYERS]):
                if player % 2 == run:
                    seats += 1
            for player in range(law[of.PLAYERS]):
                if player % 2 == run:
                    out[deal] += lead(law, written, player) / seats / 2.0


def initial_weights(seed: int) -> Weights:
    """He initialization of the first layer, biases of nought, a small second layer: where training begins."""
    rng = np.random.default_rng(seed)
    weights = np.zeros(WEIGHTS, np.float32)
    weights[: HIDDEN * FEATURES] = rng.normal(0, (2 / FEATURES) ** 0.5, HIDDEN * FEATURES)
    weights[HIDDEN * FEATURES + HIDDEN :] = rng.normal(0, 0.05, HIDDEN)
    return weights


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


class Material(NamedTuple):
    """What one kind of table is learned from."""

    book: str
    options: dict[str, str | int]
    steps: int


COURSES: Final[dict[str, Material]] = {
    "pairs": Material("san-juan", {}, 12_000),
    "pairs-nine": Material("clasico", {"set": "double-nine"}, 1_500),
    "alone-4": Material("ueh", {}, 2_500),
    "alone-3": Material("ueh", {"players": 3}, 2_000),
    "alone-2": Material("ueh", {"players": 2}, 2_000),
}


class TrainingStep(NamedTuple):
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


def training_table(course: Material) -> TrainingTable:
    book = with_options(load_book(course.book), course.options, None)
    each, players = book.options.tiles_each, book.options.players
    asleep = len(book.options.set.tiles) - players * each
    law = kernel_law(book, players, hand_number=2, asleep=asleep)
    return TrainingTable(law, each, asleep if law[of.DRAWS] else 0)


def train(course: Material, seed: int = 1) -> Iterator[TrainingStep]:
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
            yield TrainingStep(step, weights, hands, float(totals[2] / totals[1]))


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


def evaluate(course: Material, weights: Weights, before: Weights, deals: int = 4000) -> tuple[float, float]:
    """What one set of weights wins a hand against another in duplicate deals, and its standard error."""
    table, gain = training_table(course), np.zeros(deals)
    compare(table.law, table.each, table.asleep, deals, weights, before, np.array([99], np.int64), gain)
    return float(gain.mean()), float(gain.std() / deals**0.5)


def teach(kind: str, folder: Path) -> None:
    """Train the policy of one kind of table, and say how it goes."""
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
