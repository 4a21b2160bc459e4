"""What a player can see of each move, as numbers, and the small network that turns them into probabilities."""

from __future__ import annotations

from typing import Final

import numpy as np

from tantera.bots.learned import state as at
from tantera.bots.learned.state import legal, score
from tantera.solver.kernels import law as of
from tantera.solver.kernels.arrays import Floats, Ints, Weights
from tantera.solver.kernels.chance import fraction
from tantera.solver.kernels.jit import kernel, popcount
from tantera.solver.kernels.tables import HIGH, LOW, PIPS, SUITS, pips_of

FEATURES: Final = 80
HIDDEN: Final = 32
WEIGHTS: Final = HIDDEN * FEATURES + HIDDEN + HIDDEN
"""One array holds all: the first layer feature by feature, its biases, the second layer."""
MOST: Final = 24
"""Room for the moves of one turn."""


@kernel("float64(int64, int64, int64)")
def cannot(tiles: int, eligible: int, fitting: int) -> float:
    """How likely none of so many tiles fits, drawn from `eligible` tiles of which `fitting` do."""
    chance = 1.0
    for i in range(tiles):
        if eligible - i <= 0:
            break
        chance *= max(0, eligible - fitting - i) / (eligible - i)
    return chance


@kernel("void(int64[::1], int64[::1], int64[::1], int64, float32[:,::1])", fastmath=True)
def describe(state: Ints, law: Ints, moves: Ints, found: int, out: Weights) -> None:
    """A row of features for each move of the player in turn, from its own tiles and what is public, nothing else."""
    players = law[of.PLAYERS]
    size = law[of.SUITS]
    me = state[at.TURN]
    rack = state[at.RACK + me]
    everything = (1 << ((size * (size + 1)) >> 1)) - 1
    unseen = everything & ~state[at.SEEN] & ~rack
    # The others, by where they sit: next, partner or opposite, previous.
    who = np.empty(3, np.int64)
    who[0] = (me + 1) % players
    who[1] = (me + 2) % players if players == 4 else -1
    who[2] = (me + players - 1) % players if players > 2 else -1
    held = np.zeros(3, np.int64)
    lacks = np.zeros(3, np.int64)
    likes = np.zeros(3, np.int64)
    could = np.zeros(3, np.int64)
    hidden = 0
    for other in range(3):
        if who[other] >= 0:
            held[other] = popcount(state[at.RACK + who[other]])
            lacks[other] = state[at.LACKS + who[other]]
            likes[other] = state[at.LIKES + who[other]]
            could[other] = unseen
            for suit in range(size):
                if (lacks[other] >> suit) & 1 == 1:
                    could[other] &= ~SUITS[suit]
            hidden += held[other]
    asleep = popcount(unseen) - hidden
    unseen_pips = pips_of(unseen)
    mine = popcount(rack)
    mine_pips = pips_of(rack)
    my_likes = state[at.LIKES + me]
    left, right = state[at.LEFT_END], state[at.RIGHT_END]
    suit_scale = 1.0 / (size - 1)
    for row in range(found):
        f = out[row]
        f[:] = 0.0
        move = moves[row]
        covered, covered_by, kept_by = -1, -1, -1
        tiles = 0
        if move >= 0:
            tile = move >> 2
            how = move & 3
            tiles = 1 << tile
            if how == of.OPENING:
                fresh, kept = LOW[tile], HIGH[tile]
            elif how == of.LEFT:
                covered, covered_by, kept_by = left, state[at.LEFT_BY], state[at.RIGHT_BY]
                fresh, kept = PIPS[tile] - left, right
            else:
                covered, covered_by, kept_by = right, state[at.RIGHT_BY], state[at.LEFT_BY]
                fresh, kept = PIPS[tile] - right, left
            f[1] = PIPS[tile] / 12.0
            f[2] = 1.0 if LOW[tile] == HIGH[tile] else 0.0
        else:
            fresh, kept = left, right
            kept_by = state[at.RIGHT_BY]
            covered_by = state[at.LEFT_BY]
            if move == of.BOTH:
                tiles = (1 << ((left * (left + 3)) >> 1)) | (1 << ((right * (right + 3)) >> 1))
                f[1] = (left + right) / 6.0
                f[2] = 1.0
                f[55] = 1.0
            elif move == of.DRAW:
                f[56] = 1.0
            else:
                f[57] = 1.0
        after = rack & ~tiles
        fits = SUITS[fresh] | SUITS[kept]
        f[0] = 1.0
        f[3] = popcount(after) / 7.0
        f[4] = pips_of(after) / 40.0
        own_fresh, own_kept = popcount(after & SUITS[fresh]), popcount(after & SUITS[kept])
        f[5] = own_fresh / 4.0
        f[6] = own_kept / 4.0
        own_fits = popcount(after & fits)
        f[7] = own_fits / 6.0
        others_fresh, others_kept = popcount(unseen & SUITS[fresh]), popcount(unseen & SUITS[kept])
        f[8] = others_fresh * suit_scale
        f[9] = others_kept * suit_scale
        for other in range(3):
            if who[other] < 0:
                continue
            f[10 + other] = cannot(held[other], popcount(could[other]), popcount(could[other] & fits))
            f[13 + 2 * other] = (lacks[other] >> fresh) & 1
            f[14 + 2 * other] = (lacks[other] >> kept) & 1
            f[20 + 2 * other] = ((likes[other] >> (4 * fresh)) & 15) / 3.0
            f[21 + 2 * other] = ((likes[other] >> (4 * kept)) & 15) / 3.0
            f[28 + other] = 1.0 if covered_by == who[other] else 0.0
            f[37 + other] = held[other] / 7.0
            f[43 + other] = popcount(lacks[other]) / 4.0
            f[60 + other] = 1.0 if kept_by == who[other] else 0.0
            f[64 + other] = cannot(held[other], popcount(could[other]), popcount(could[other] & SUITS[fresh]))
            f[67 + other] = cannot(held[other], popcount(could[other]), popcount(could[other] & SUITS[kept]))
            f[73 + other] = 1.0 if held[other] == 1 else 0.0
        f[19] = 1.0 if fresh == kept else 0.0
        f[26] = ((my_likes >> (4 * fresh)) & 15) / 3.0
        f[27] = ((my_likes >> (4 * kept)) & 15) / 3.0
        f[31] = 1.0 if covered_by == me else 0.0
        if covered >= 0:
            f[32] = popcount(after & SUITS[covered]) / 4.0
            f[33] = (lacks[0] >> covered) & 1
            f[34] = (lacks[1] >> covered) & 1
            f[35] = (lacks[2] >> covered) & 1
            f[58] = ((likes[1] >> (4 * covered)) & 15) / 3.0
            f[59] = popcount(unseen & SUITS[covered]) * suit_scale
        f[36] = 1.0 if kept_by == me else 0.0
        f[40] = popcount(state[at.SEEN]) / 28.0
        f[41] = 1.0 if left < 0 else 0.0
        doubles = 0
        different = 0
        longest = 0
        for suit in range(size):
            doubles += (after >> ((suit * (suit + 3)) >> 1)) & 1
            length = popcount(after & SUITS[suit])
            if length > 0:
                different += 1
            longest = max(longest, length)
        f[42] = doubles / 3.0
        f[46] = different * suit_scale
        f[47] = 1.0 if after == 0 else 0.0
        each = unseen_pips / max(1, hidden + asleep)
        if law[of.SIDES] == 2 and players == 4:
            f[77] = (pips_of(after) + each * (held[1] - held[0] - held[2])) / 20.0
        else:
            f[77] = (pips_of(after) - each * held[0]) / 20.0
        if own_fits == 0 and unseen & fits == 0 and after != 0 and move != of.PASS and move != of.DRAW:
            f[48] = 1.0
            f[49] = f[77]
        f[50] = 1.0 if others_fresh == 0 and own_fresh > 0 else 0.0
        f[51] = 1.0 if others_kept == 0 and own_kept > 0 else 0.0
        f[52] = unseen_pips / 100.0
        f[53] = mine / 7.0
        f[54] = mine_pips / 40.0
        f[63] = asleep / 14.0
        f[70] = longest / 5.0
        f[71] = 1.0 if own_fresh == longest else 0.0
        f[72] = 1.0 if own_kept == longest else 0.0
        f[76] = 1.0 if popcount(after) == 1 else 0.0
        f[78] = popcount(after & ~could[0]) / 4.0
        f[79] = popcount(could[1] & SUITS[fresh]) * suit_scale


@kernel("void(float32[:,::1], int64, float32[::1], float32[::1], float32[:,::1])", fastmath=True)
def judge(rows: Weights, found: int, weights: Weights, logits: Weights, hidden: Weights) -> None:
    """The network: one hidden layer of rectified units. Fills in the logits, and the hidden layer for training."""
    biases, second = HIDDEN * FEATURES, HIDDEN * FEATURES + HIDDEN
    for row in range(found):
        for unit in range(HIDDEN):
            hidden[row, unit] = weights[biases + unit]
        for i in range(FEATURES):
            seen = rows[row, i]
            if seen != 0.0:  # most are
                for unit in range(HIDDEN):
                    hidden[row, unit] += seen * weights[i * HIDDEN + unit]
        logit = np.float32(0.0)
        for unit in range(HIDDEN):
            hidden[row, unit] = max(hidden[row, unit], np.float32(0.0))
            logit += hidden[row, unit] * weights[second + unit]
        logits[row] = logit


@kernel("void(float32[::1], int64)", fastmath=True)
def soften(logits: Weights, found: int) -> None:
    """Logits become probabilities."""
    most = logits[0]
    for row in range(1, found):
        most = max(most, logits[row])
    total = np.float32(0.0)
    for row in range(found):
        logits[row] = np.exp(logits[row] - most)
        total += logits[row]
    for row in range(found):
        logits[row] /= total


@kernel("void(int64[::1], int64[::1], int64, int64, int64[::1], int64[::1])")
def shuffle_and_deal(state: Ints, law: Ints, each: int, opener: int, rng: Ints, boneyard: Ints) -> None:
    """A random deal into a fresh state; the boneyard gets what is left, in order."""
    size = law[of.SUITS]
    tiles = (size * (size + 1)) >> 1
    order = np.arange(tiles)
    for i in range(tiles - 1, 0, -1):
        j = int(fraction(rng) * (i + 1))
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
def pick(probabilities: Weights, found: int, rng: Ints) -> int:
    """A move by its probability."""
    rest = fraction(rng)
    for row in range(found - 1):
        rest -= probabilities[row]
        if rest < 0.0:
            return row
    return found - 1


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
    """Play the hand to its end, everybody by the policy."""
    while state[at.ENDED] == 0:
        found = legal(state, law, boneyard, moves)
        choice = 0
        if found > 1:
            describe(state, law, moves, found, rows)
            judge(rows, found, weights, logits, hidden)
            soften(logits, found)
            choice = pick(logits, found, rng)
        at.play(state, law, boneyard, moves[choice])


@kernel("void(int64[::1], int64, int64, float32[::1], int64[::1], float64[::1])")
def play_hands(law: Ints, each: int, asleep: int, weights: Weights, rng: Ints, won: Floats) -> None:
    """Random deals played by the policy: what side 0 wins, negative where the other does."""
    boneyard = np.zeros(asleep, np.int64)
    state = np.zeros(at.LENGTH, np.int64)
    moves = np.zeros(MOST, np.int64)
    rows = np.zeros((MOST, FEATURES), np.float32)
    logits = np.zeros(MOST, np.float32)
    hidden = np.zeros((MOST, HIDDEN), np.float32)
    written = np.zeros(4)
    for hand in range(won.size):
        shuffle_and_deal(state, law, each, hand % law[of.PLAYERS], rng, boneyard)
        roll_out(state, law, boneyard, weights, rng, moves, rows, logits, hidden)
        score(state, law, written)
        won[hand] = written[0] - written[1]
