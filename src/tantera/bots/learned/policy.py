"""The policy: a multilayer perceptron and a softmax turn what a player can see of its moves into probabilities.

And roll-outs, hands played by it.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from tantera.bots.learned import state as at
from tantera.bots.learned.features import FEATURES, extract_features
from tantera.bots.learned.state import legal_moves, score
from tantera.solver.kernels import law as of
from tantera.solver.kernels.chance import uniform
from tantera.solver.kernels.jit import Floats, Ints, Weights, kernel, layer

HIDDEN: Final = 32
"""Units of the hidden layer."""
WEIGHTS: Final = HIDDEN * FEATURES + HIDDEN + HIDDEN
"""One array holds all: the first layer feature by feature, its biases, the second layer."""
MOST_MOVES: Final = 24
"""The greatest branching factor: room for the moves of one turn."""

add_layer: Final = layer(HIDDEN)


@kernel("void(float32[:,::1], int64, float32[::1], float32[::1], float32[:,::1])", fastmath=True)
def forward(rows: Weights, count: int, weights: Weights, logits: Weights, hidden: Weights) -> None:
    """Forward pass: one hidden layer, ReLU, a logit a move. Fills in the logits, and the hidden layer for training."""
    biases, second = HIDDEN * FEATURES, HIDDEN * FEATURES + HIDDEN
    for row in range(count):
        for unit in range(HIDDEN):
            hidden[row, unit] = weights[biases + unit]
        add_layer(rows[row], weights, hidden[row])
        logit = np.float32(0.0)
        for unit in range(HIDDEN):
            hidden[row, unit] = max(hidden[row, unit], np.float32(0.0))
            logit += hidden[row, unit] * weights[second + unit]
        logits[row] = logit


@kernel("void(float32[::1], int64)", fastmath=True)
def softmax(logits: Weights, count: int) -> None:
    """Softmax, in place: logits become probabilities. The highest is taken off first, so that nothing overflows."""
    most = logits[0]
    for row in range(1, count):
        most = max(most, logits[row])
    total = np.float32(0.0)
    for row in range(count):
        logits[row] = np.exp(logits[row] - most)
        total += logits[row]
    for row in range(count):
        logits[row] /= total


@kernel("void(int64[::1], int64[::1], int64, int64, int64[::1], int64[::1])")
def shuffle_and_deal(state: Ints, law: Ints, each: int, opener: int, rng: Ints, boneyard: Ints) -> None:
    """A Fisher-Yates shuffle, dealt into a fresh state; the boneyard gets what is left, in order."""
    size = law[of.SUITS]
    tiles = (size * (size + 1)) >> 1
    order = np.arange(tiles)
    for i in range(tiles - 1, 0, -1):
        j = int(uniform(rng) * (i + 1))
        order[i], order[j] = order[j], order[i]
    state[:] = 0
    state[at.LEFT_END] = state[at.RIGHT_END] = -1
    state[at.LEFT_BY] = state[at.RIGHT_BY] = -1
    state[at.TURN] = state[at.OPENER] = opener
    place = 0
    for player in range(law[of.PLAYERS]):
        for _ in range(each):
            state[at.RACK + player] |= 1 << order[place]
            place += 1
    for i in range(boneyard.size):
        boneyard[i] = order[place + i]


@kernel("int64(float32[::1], int64, int64[::1])")
def sample_move(probabilities: Weights, count: int, rng: Ints) -> int:
    """Sample from a categorical distribution: the number of a move, by its probability."""
    rest = uniform(rng)
    for row in range(count - 1):
        rest -= probabilities[row]
        if rest < 0.0:
            return row
    return count - 1


@kernel(
    "void(int64[::1], int64[::1], int64[::1], float32[::1], int64[::1], int64[::1], float32[:,::1], float32[::1],"
    " float32[:,::1])"
)
def roll_out(
    state: Ints,
    law: Ints,
    boneyard: Ints,
    weights: Weights,
    rng: Ints,
    moves: Ints,
    rows: Weights,
    logits: Weights,
    hidden: Weights,
) -> None:
    """Roll-out: play the hand to its end, everybody by sampling from the policy."""
    while state[at.ENDED] == 0:
        count = legal_moves(state, law, boneyard, moves)
        choice = 0
        if count > 1:
            extract_features(state, law, moves, count, rows)
            forward(rows, count, weights, logits, hidden)
            softmax(logits, count)
            choice = sample_move(logits, count, rng)
        at.play(state, law, boneyard, moves[choice])


@kernel("void(int64[::1], int64, int64, float32[::1], int64[::1], float64[::1])")
def play_hands(law: Ints, each: int, asleep: int, weights: Weights, rng: Ints, won: Floats) -> None:
    """Monte Carlo: random deals rolled out by the policy. What side 0 wins, negative where the other does."""
    boneyard = np.zeros(asleep, np.int64)
    state = np.zeros(at.LENGTH, np.int64)
    moves = np.zeros(MOST_MOVES, np.int64)
    rows = np.zeros((MOST_MOVES, FEATURES), np.float32)
    logits = np.zeros(MOST_MOVES, np.float32)
    hidden = np.zeros((MOST_MOVES, HIDDEN), np.float32)
    written = np.zeros(4)
    for hand in range(won.size):
        shuffle_and_deal(state, law, each, hand % law[of.PLAYERS], rng, boneyard)
        roll_out(state, law, boneyard, weights, rng, moves, rows, logits, hidden)
        score(state, law, written)
        won[hand] = written[0] - written[1]
