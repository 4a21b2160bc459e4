"""Self-play: the policy plays against itself and learns from which of its choices came out better.

Each deal is played several times; a choice counts by how much better that play-through came out than the others of
the same deal, so the luck of the deal cancels (policy gradient with the deal's own mean as the baseline).
"""

from __future__ import annotations

from typing import Final

import numpy as np

from tantera.bots.learned import state as at
from tantera.bots.learned.features import FEATURES, describe
from tantera.bots.learned.policy import HIDDEN, MOST, WEIGHTS, judge, pick, shuffle_and_deal, soften
from tantera.bots.learned.state import lead, legal, score
from tantera.solver.kernels import law as of
from tantera.solver.kernels.arrays import Floats, Ints, Weights
from tantera.solver.kernels.jit import kernel

LONGEST: Final = 120
"""Decisions of one hand, at most."""


@kernel(
    "void(int64[::1], int64, int64, int64, int64, float32[::1], float32[::1], float64, float64, int64[::1],"
    " float64[::1])",
    fastmath=True,
)
def learn(
    law: Ints, each: int, asleep: int, deals: int, times: int, weights: Weights, gradient: Weights,
    scale: float, entropy: float, rng: Ints, told: Floats,
) -> None:  # fmt: skip
    """Play `deals` deals `times` times each and add up the gradient. `told` counts hands, decisions and entropy."""
    boneyard = np.zeros(asleep, np.int64)
    start, state = np.zeros(at.LENGTH, np.int64), np.zeros(at.LENGTH, np.int64)
    rows = np.zeros((times, LONGEST, MOST, FEATURES), np.float32)
    chances = np.zeros((times, LONGEST, MOST), np.float32)
    units = np.zeros((times, LONGEST, MOST, HIDDEN), np.float32)
    widths = np.zeros((times, LONGEST), np.int64)
    chosen = np.zeros((times, LONGEST), np.int64)
    mover = np.zeros((times, LONGEST), np.int64)
    lengths = np.zeros(times, np.int64)
    moves = np.zeros(MOST, np.int64)
    gains, written = np.zeros((times, 4)), np.zeros(4)
    back = np.zeros(HIDDEN, np.float32)
    biases, second = HIDDEN * FEATURES, HIDDEN * FEATURES + HIDDEN
    for deal in range(deals):
        shuffle_and_deal(start, law, each, deal % law[of.PLAYERS], rng, boneyard)
        for time in range(times):
            state[:] = start
            decisions = 0
            while state[at.ENDED] == 0:
                found = legal(state, law, boneyard, moves)
                choice = 0
                if found > 1 and decisions < LONGEST:
                    describe(state, law, moves, found, rows[time, decisions])
                    judge(rows[time, decisions], found, weights, chances[time, decisions], units[time, decisions])
                    soften(chances[time, decisions], found)
                    choice = pick(chances[time, decisions], found, rng)
                    widths[time, decisions] = found
                    chosen[time, decisions] = choice
                    mover[time, decisions] = state[at.TURN]
                    decisions += 1
                at.play(state, law, boneyard, moves[choice])
            lengths[time] = decisions
            score(state, law, written)
            for player in range(law[of.PLAYERS]):
                gains[time, player] = lead(law, written, player)
            told[0] += 1
            told[1] += decisions
        for time in range(times):
            for decision in range(lengths[time]):
                player = mover[time, decision]
                mean = 0.0
                for another in range(times):
                    mean += gains[another, player]
                mean /= times
                advantage = (gains[time, player] - mean) * scale
                found = widths[time, decision]
                disorder = 0.0
                for row in range(found):
                    p = chances[time, decision, row]
                    disorder -= p * np.log(p + 1e-9)
                told[2] += disorder
                for row in range(found):
                    p = chances[time, decision, row]
                    pull = -p * advantage
                    if row == chosen[time, decision]:
                        pull += advantage
                    pull -= entropy * p * (np.log(p + 1e-9) + disorder)
                    g = np.float32(pull)
                    for unit in range(HIDDEN):
                        active = units[time, decision, row, unit]
                        gradient[second + unit] += g * active
                        back[unit] = g * weights[second + unit] if active > 0.0 else np.float32(0.0)
                        gradient[biases + unit] += back[unit]
                    for i in range(FEATURES):
                        seen = rows[time, decision, row, i]
                        if seen != 0.0:
                            for unit in range(HIDDEN):
                                gradient[i * HIDDEN + unit] += back[unit] * seen


@kernel("void(int64[::1], int64, int64, int64, float32[::1], float32[::1], int64[::1], float64[::1])")
def compare(
    law: Ints, each: int, asleep: int, deals: int, one: Weights, other: Weights, rng: Ints, out: Floats
) -> None:  # fmt: skip
    """Duplicate deals: even players by `one`, odd by `other`, then the other way round. `out` is what `one` gains."""
    boneyard = np.zeros(asleep, np.int64)
    start, state = np.zeros(at.LENGTH, np.int64), np.zeros(at.LENGTH, np.int64)
    rows = np.zeros((MOST, FEATURES), np.float32)
    chances = np.zeros(MOST, np.float32)
    units = np.zeros((MOST, HIDDEN), np.float32)
    moves = np.zeros(MOST, np.int64)
    written = np.zeros(4)
    for deal in range(deals):
        shuffle_and_deal(start, law, each, deal % law[of.PLAYERS], rng, boneyard)
        for run in range(2):
            state[:] = start
            while state[at.ENDED] == 0:
                found = legal(state, law, boneyard, moves)
                choice = 0
                if found > 1:
                    describe(state, law, moves, found, rows)
                    if state[at.TURN] % 2 == run:
                        judge(rows, found, one, chances, units)
                    else:
                        judge(rows, found, other, chances, units)
                    for row in range(1, found):
                        if chances[row] > chances[choice]:
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


def first_weights(seed: int) -> Weights:
    """Where training begins."""
    chance_ = np.random.default_rng(seed)
    weights = np.zeros(WEIGHTS, np.float32)
    weights[: HIDDEN * FEATURES] = chance_.normal(0, (2 / FEATURES) ** 0.5, HIDDEN * FEATURES)
    weights[HIDDEN * FEATURES + HIDDEN :] = chance_.normal(0, 0.05, HIDDEN)
    return weights
