"""A value network: what a player can see of a hand and of a move says what will come of it, in points.

It has learned from millions of play-outs in the deals as they were (`foresight_school.py`), so its word is the mean
over all that a player cannot see, of what follows when everybody plays on. It knows pairs with the double-six set.

What it sees is a row about the hand, from the player in turn, and one about each move. The first layer's sums over the
hand are made once for all moves.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final

import numpy as np

from tantera.bots.learned import state as at
from tantera.bots.learned.features import FEATURES, extract_features
from tantera.bots.learned.policy import MOST_MOVES
from tantera.bots.learned.reading import Reading, kind_of
from tantera.solver.kernels import law as of
from tantera.solver.kernels.jit import Floats, Ints, Weights, kernel, popcount
from tantera.solver.kernels.tables import HIGH, LOW, PIPS

KNOWS: Final = "pairs"
"""The kind of table that it has learned."""
PLAYERS: Final = 4
SUITS: Final = 7
TILES: Final = 28

# The trail: what happened in the hand and the state does not keep, as places in an array of int64.
LAID_BY: Final = 0
"""By tile: who laid it, or -1."""
COVERED: Final = TILES
"""By player: how often it has covered each suit, four bits a suit."""
SPURNED: Final = COVERED + PLAYERS
"""By player: how often it has laid a tile at the other end, four bits a suit."""
TRAIL: Final = SPURNED + PLAYERS

# Places in the row about the hand. "By player" counts from the one in turn.
BIAS: Final = 0
OWN: Final = 1
"""By tile: 1 where the player holds it."""
LAID: Final = OWN + TILES
"""By player and tile: 1 where it laid that one."""
LACKS: Final = LAID + PLAYERS * TILES
"""By other and suit: 1 where it has shown to lack that one."""
LIKES: Final = LACKS + (PLAYERS - 1) * SUITS
"""By player and suit, as the next two: how often it has left it open, covered it, laid at the other end."""
COVERS: Final = LIKES + PLAYERS * SUITS
SPURNS: Final = COVERS + PLAYERS * SUITS
HELD: Final = SPURNS + PLAYERS * SUITS
"""By player and number: 1 where it holds so many tiles."""
MOST_HELD: Final = 8
HAND: Final = HELD + PLAYERS * MOST_HELD
SCALE_TIMES: Final = 2.0
"""What a count of times is divided by."""

# Places in the row about a move: what the policy sees of it, its tile, and the ends that it leaves.
TILE: Final = FEATURES
FRESH: Final = TILE + TILES
KEPT: Final = FRESH + SUITS
MOVE: Final = KEPT + SUITS

FIRST: Final = 128
"""Units of the first hidden layer."""
SECOND: Final = 32
SHAPES: Final = ((HAND + MOVE, FIRST), (FIRST,), (FIRST, SECOND), (SECOND,), (SECOND,))
"""Of the weights in their one array: first layer and biases, second layer and biases, the last layer."""
WEIGHTS: Final = sum(int(np.prod(shape)) for shape in SHAPES)
POINTS: Final = 10.0
"""What the network's one is worth."""


@kernel("void(int64[::1])")
def clear_trail(trail: Ints) -> None:
    """Nothing has happened yet."""
    trail[:] = 0
    trail[LAID_BY : LAID_BY + TILES] = -1


@kernel("void(int64[::1], int64[::1], int64)")
def follow(trail: Ints, state: Ints, move: int) -> None:
    """Write down a move that is about to be made."""
    if move < 0:
        return
    turn, left, right = state[at.TURN], state[at.LEFT_END], state[at.RIGHT_END]
    tile, how = move >> 2, move & 3
    trail[LAID_BY + tile] = turn
    if how == of.OPENING:
        return
    covered, other = (left, right) if how == of.LEFT else (right, left)
    trail[COVERED + turn] += 1 << (4 * covered)
    if other != covered:
        trail[SPURNED + turn] += 1 << (4 * other)


@kernel(inline=True)
def times(counts: int, suit: int) -> float:
    """How often, as an input."""
    return ((counts >> (4 * suit)) & 15) / SCALE_TIMES


@kernel("void(int64[::1], int64[::1], float32[::1])")
def describe_hand(state: Ints, trail: Ints, row: Weights) -> None:
    """The row about the hand, from the player's own tiles and what is public, nothing else."""
    me = state[at.TURN]
    row[:HAND] = 0.0
    row[BIAS] = 1.0
    for tile in range(TILES):
        if (state[at.RACK + me] >> tile) & 1 == 1:
            row[OWN + tile] = 1.0
        elif trail[LAID_BY + tile] >= 0:
            row[LAID + TILES * ((trail[LAID_BY + tile] - me) & 3) + tile] = 1.0
    for away in range(PLAYERS):
        player = (me + away) & 3
        for suit in range(SUITS):
            place = SUITS * away + suit
            if away > 0 and (state[at.LACKS + player] >> suit) & 1 == 1:
                row[LACKS + place - SUITS] = 1.0
            row[LIKES + place] = times(state[at.LIKES + player], suit)
            row[COVERS + place] = times(trail[COVERED + player], suit)
            row[SPURNS + place] = times(trail[SPURNED + player], suit)
        row[HELD + MOST_HELD * away + min(MOST_HELD - 1, popcount(state[at.RACK + player]))] = 1.0


@kernel("void(int64[::1], int64[::1], int64[::1], int64, float32[:,::1], float32[:,::1])")
def describe_moves(state: Ints, law: Ints, moves: Ints, count: int, features: Weights, out: Weights) -> None:
    """The row about each move: of a pass, what the policy sees and no more. `features` is room for that."""
    extract_features(state, law, moves, count, features)
    for number in range(count):
        row, move = out[number], moves[number]
        row[:FEATURES] = features[number]
        row[FEATURES:] = 0.0
        if move < 0:
            continue
        tile, how = move >> 2, move & 3
        if how == of.OPENING:
            fresh, kept = LOW[tile], HIGH[tile]
        elif how == of.LEFT:
            fresh, kept = PIPS[tile] - state[at.LEFT_END], state[at.RIGHT_END]
        else:
            fresh, kept = PIPS[tile] - state[at.RIGHT_END], state[at.LEFT_END]
        row[TILE + tile] = row[FRESH + fresh] = row[KEPT + kept] = 1.0


@kernel("void(float32[::1], float32[:,::1], int64, float32[::1], float32[::1])", fastmath=True)
def forward(hand: Weights, moves: Weights, count: int, weights: Weights, out: Weights) -> None:
    """Forward pass: two hidden layers, ReLU, a value a move."""
    biases = (HAND + MOVE) * FIRST
    second = biases + FIRST
    biases_2 = second + FIRST * SECOND
    last = biases_2 + SECOND
    base, one, two = np.empty(FIRST, np.float32), np.empty(FIRST, np.float32), np.empty(SECOND, np.float32)
    base[:] = weights[biases:second]
    for i in range(HAND):
        seen = hand[i]
        if seen != 0.0:  # most are nought
            for unit in range(FIRST):
                base[unit] += seen * weights[i * FIRST + unit]
    for move in range(count):
        one[:] = base
        for i in range(MOVE):
            seen = moves[move, i]
            if seen != 0.0:
                for unit in range(FIRST):
                    one[unit] += seen * weights[(HAND + i) * FIRST + unit]
        two[:] = weights[biases_2:last]
        for i in range(FIRST):
            if one[i] > 0.0:
                for unit in range(SECOND):
                    two[unit] += one[i] * weights[second + i * SECOND + unit]
        value = np.float32(0.0)
        for unit in range(SECOND):
            value += max(two[unit], np.float32(0.0)) * weights[last + unit]
        out[move] = value


def move_values(reading: Reading, moves: Ints) -> Floats | None:
    """What each move is worth in points, less the best; None where the network has not learned such a table."""
    law = reading.law
    if kind_of(law) != KNOWS or law[of.DRAWS] or law[of.TWO_DOUBLES] or not reading.regular:
        return None
    hand, rows = np.zeros(HAND, np.float32), np.zeros((len(moves), MOVE), np.float32)
    features, values = np.zeros((MOST_MOVES, FEATURES), np.float32), np.zeros(len(moves), np.float32)
    describe_hand(reading.now, trail_of(reading), hand)
    describe_moves(reading.now, law, moves, len(moves), features, rows)
    forward(hand, rows, len(moves), weights(), values)
    return np.asarray((values - values.max()).astype(np.float64) * POINTS)


def trail_of(reading: Reading) -> Ints:
    """The trail of a hand so far."""
    trail, state, nobody_draws = np.zeros(TRAIL, np.int64), reading.start.copy(), np.zeros(0, np.int64)
    clear_trail(trail)
    state[at.RACK : at.RACK + 4] = -1  # as if everybody held everything, so that no hand ends while it is told
    for code in reading.history:
        follow(trail, state, code)
        at.play(state, reading.law, nobody_draws, code)
    return trail


@cache
def weights() -> Weights:
    """The weights that were trained."""
    with files("tantera.bots.learned").joinpath("weights", "foresight.npy").open("rb") as file:
        loaded: Weights = np.load(file).astype(np.float32)
    return loaded
