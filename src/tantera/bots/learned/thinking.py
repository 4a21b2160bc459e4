"""Importance weights and roll-outs: worlds weighed by how likely what everybody did is in them, and moves tried out."""

from __future__ import annotations

from typing import Final

import numpy as np

from tantera.bots.learned import state as at
from tantera.bots.learned.features import FEATURES, extract_features
from tantera.bots.learned.policy import HIDDEN, MOST_MOVES, forward, roll_out, softmax
from tantera.bots.learned.state import legal_moves, score
from tantera.solver.kernels import law as of
from tantera.solver.kernels.chance import GOLDEN
from tantera.solver.kernels.jit import Bools, Floats, Ints, Weights, kernel
from tantera.solver.kernels.tables import PIPS

SPREAD: Final = 0xD1342543DE82EF95 - (1 << 64)
"""A multiplier as in multiplicative hashing, odd: sets the seed of one world far from that of the next."""
ONE_IN: Final = 6
"""The prior of the mixture: how many players there are for each one who is greedy, who only gets rid of pips."""
SLIP: Final = 0.1
"""The epsilon of such an epsilon-greedy player: how often they do anything at all."""
HESITATION: Final = 0.25
"""A likelihood ratio: how likely somebody with a single move is to pause all the same, against one who has a choice."""


@kernel("int64(int64, int64, int64)", inline=True)
def pips_laid(move: int, left: int, right: int) -> int:
    """What a move gets rid of, on these ends."""
    if move == of.BOTH:
        return 2 * (left + right)
    return PIPS[move >> 2] if move >= 0 else 0


@kernel("float64(int64[::1], int64, int64, int64, int64)")
def greedy_probability(moves: Ints, width: int, choice: int, left: int, right: int) -> float:
    """The epsilon-greedy policy's probability of a move: it gets rid of the most pips, but for a slip now and then."""
    most, tops = -1, 0
    for row in range(width):
        pips = pips_laid(moves[row], left, right)
        if pips > most:
            most, tops = pips, 0
        if pips == most:
            tops += 1
    chosen = pips_laid(moves[choice], left, right)
    return SLIP / width + ((1 - SLIP) / tops if chosen == most else 0.0)


@kernel(
    "void(int64[::1], int64[::1], int64[::1], boolean[::1], int64[:,::1], int64, float32[::1], float64[::1])",
    fastmath=True,
)
def log_likelihoods(
    start: Ints, law: Ints, history: Ints, paused: Bools, racks: Ints, me: int, weights: Weights, logs: Floats
) -> None:
    """For each world, the log-likelihood of all that the others did, which is the weight of a uniformly sampled world.

    Each of them is a mixture of two models: a player like the policy or, one time in `ONE_IN`, an epsilon-greedy one,
    who gets rid of the most pips: who that is shows in what they did, and then tells a lot about what they do not have.

    `start` is the state before the first move, `racks` a row a world: all that each player has held. One's own moves
    say nothing about the others' tiles, and neither does what somebody did before drawing: a rack then is not known.
    """
    nothing = np.zeros(0, np.int64)
    state = np.zeros(at.LENGTH, np.int64)
    moves = np.zeros(MOST_MOVES, np.int64)
    rows = np.zeros((MOST_MOVES, FEATURES), np.float32)
    logits = np.zeros(MOST_MOVES, np.float32)
    hidden = np.zeros((MOST_MOVES, HIDDEN), np.float32)
    since = np.zeros(4, np.int64)
    as_policy, as_greedy = np.zeros(4), np.zeros(4)
    turn = start[at.TURN]
    for step in range(history.size):
        if history[step] == of.DRAW:
            since[turn] = step
        else:
            turn = (turn + 1) % law[of.PLAYERS]
    for world in range(racks.shape[0]):
        state[:] = start
        for player in range(4):
            state[at.RACK + player] = racks[world, player]
        total = 0.0
        as_policy[:] = 0.0
        as_greedy[:] = 0.0
        for step in range(history.size):
            turn = state[at.TURN]
            if history[step] == of.DRAW:
                state[at.LACKS + turn] = 0
                continue
            if turn != me and step >= since[turn]:
                width = legal_moves(state, law, nothing, moves)
                if paused[step] and width == 1:
                    total += np.log(HESITATION)
                if width > 1:
                    choice = -1
                    made = history[step]
                    if made >= 0 and state[at.LEFT_END] == state[at.RIGHT_END] and made & 3 == of.RIGHT:
                        made ^= of.LEFT ^ of.RIGHT  # on equal ends the left one is listed
                    for row in range(width):
                        if moves[row] == made:
                            choice = row
                    if choice >= 0:
                        extract_features(state, law, moves, width, rows)
                        forward(rows, width, weights, logits, hidden)
                        softmax(logits, width)
                        as_policy[turn] += np.log(max(logits[choice], 1e-6))
                        as_greedy[turn] += np.log(
                            greedy_probability(moves, width, choice, state[at.LEFT_END], state[at.RIGHT_END])
                        )
            at.play(state, law, nothing, history[step])
        for player in range(law[of.PLAYERS]):
            total += np.log((1 - 1 / ONE_IN) * np.exp(as_policy[player]) + np.exp(as_greedy[player]) / ONE_IN)
        logs[world] = total


@kernel(
    "void(int64[::1], int64[::1], int64[:,::1], int64[:,::1], int64[::1], float32[::1], int64[::1], float64[:,:,::1])",
    fastmath=True,
)
def try_out(
    now: Ints, law: Ints, boneyards: Ints, racks: Ints, moves: Ints, weights: Weights, rng: Ints, written: Floats
) -> None:
    """Roll-outs: each move in each world, the rest played by the policy. What each player's side writes down.

    Common random numbers: within a world every move meets the same chance, so that the differences are less noisy than
    the values.
    """
    state = np.zeros(at.LENGTH, np.int64)
    scratch = np.zeros(MOST_MOVES, np.int64)
    rows = np.zeros((MOST_MOVES, FEATURES), np.float32)
    logits = np.zeros(MOST_MOVES, np.float32)
    hidden = np.zeros((MOST_MOVES, HIDDEN), np.float32)
    luck = np.zeros(1, np.int64)
    for world in range(racks.shape[0]):
        rng[0] += GOLDEN
        for row in range(moves.size):
            state[:] = now
            for player in range(4):
                state[at.RACK + player] = racks[world, player]
            luck[0] = rng[0] * SPREAD
            at.play(state, law, boneyards[world], moves[row])
            roll_out(state, law, boneyards[world], weights, luck, scratch, rows, logits, hidden)
            score(state, law, written[world, row])


@kernel(
    "void(int64[::1], int64[::1], int64[:,::1], int64[:,::1], float32[::1], int64[::1], float64[:,::1])",
    fastmath=True,
)
def play_on(now: Ints, law: Ints, boneyards: Ints, racks: Ints, weights: Weights, rng: Ints, written: Floats) -> None:
    """The hand in each world played to its end by the policy: what each player's side writes down."""
    state = np.zeros(at.LENGTH, np.int64)
    scratch = np.zeros(MOST_MOVES, np.int64)
    rows = np.zeros((MOST_MOVES, FEATURES), np.float32)
    logits = np.zeros(MOST_MOVES, np.float32)
    hidden = np.zeros((MOST_MOVES, HIDDEN), np.float32)
    for world in range(racks.shape[0]):
        state[:] = now
        for player in range(4):
            state[at.RACK + player] = racks[world, player]
        roll_out(state, law, boneyards[world], weights, rng, scratch, rows, logits, hidden)
        score(state, law, written[world])
