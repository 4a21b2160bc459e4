"""REINFORCE by self-play: the policy gradient with a baseline and an entropy bonus.

The policy plays against itself and learns from which of its choices came out better. The baseline is the deal's own
mean: each deal is played several times, and a choice counts by how much better that play-through came out than all of
the same deal (its advantage), so the luck of the deal cancels.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from tantera.bots.learned import state as at
from tantera.bots.learned.features import FEATURES, extract_features
from tantera.bots.learned.policy import HIDDEN, MOST_MOVES, WEIGHTS, forward, sample_move, shuffle_and_deal, softmax
from tantera.bots.learned.state import lead, legal_moves, score
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
                found = legal_moves(state, law, boneyard, moves)
                choice = 0
                if found > 1 and decisions < LONGEST:
                    extract_features(state, law, moves, found, rows[time, decisions])
                    forward(
                        rows[time, decisions], found, weights, probabilities[time, decisions], hidden[time, decisions]
                    )
                    softmax(probabilities[time, decisions], found)
                    choice = sample_move(probabilities[time, decisions], found, rng)
                    widths[time, decisions] = found
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
                found = widths[time, decision]
                entropy = 0.0
                for row in range(found):
                    p = probabilities[time, decision, row]
                    entropy -= p * np.log(p + 1e-9)
                totals[2] += entropy
                for row in range(found):
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
                found = legal_moves(state, law, boneyard, moves)
                choice = 0
                if found > 1:
                    extract_features(state, law, moves, found, rows)
                    if state[at.TURN] % 2 == run:
                        forward(rows, found, one, probabilities, hidden)
                    else:
                        forward(rows, found, other, probabilities, hidden)
                    for row in range(1, found):
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
