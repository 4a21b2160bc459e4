"""Play-outs by a population of players: the one yardstick of decisions and of deals.

Nobody is measured by their own way of playing: `bots/learned/others.py` has the population. Endings are solved.
"""

from __future__ import annotations

import numpy as np

from tantera.bots.learned import state as at
from tantera.bots.learned.features import FEATURES, extract_features
from tantera.bots.learned.others import PRIOR, networks_for, played_out
from tantera.bots.learned.policy import HIDDEN, MOST_MOVES
from tantera.bots.learned.population import member_policy
from tantera.bots.learned.reading import Reading
from tantera.solver.kernels import law as of
from tantera.solver.kernels.jit import Floats, Ints


def usual_play(reading: Reading, moves: Ints) -> Floats:
    """How likely somebody of the population is to make each of these moves, from what the player in turn can see."""
    rows = np.zeros((MOST_MOVES, FEATURES), np.float32)
    chances, hidden = np.zeros(MOST_MOVES, np.float32), np.zeros((MOST_MOVES, HIDDEN), np.float32)
    networks, mixed = networks_for(reading.law), np.zeros(len(moves))
    extract_features(reading.now, reading.law, moves, len(moves), rows)
    for member, share in enumerate(PRIOR):
        member_policy(member, reading.now, reading.law, moves, len(moves), networks, rows, chances, hidden)
        mixed += share * chances[: len(moves)]
    return np.asarray(mixed / mixed.sum())


def tried_out(now: Ints, law: Ints, boneyards: Ints, racks: Ints, moves: Ints, shares: Floats, seeds: Ints) -> Floats:
    """What each move comes to in each world: each player's lead, what their side writes more than the others do on the
    average. [worlds, moves, players]; with no moves, the hand as it stands [worlds, 1, players]."""
    return leads(law, played_out(now, law, boneyards, racks, moves, shares, seeds))


def leads(law: Ints, written: Floats) -> Floats:
    """What every player's side writes less the mean of the other sides; they sum to nought over the sides."""
    players, sides = int(law[of.PLAYERS]), int(law[of.SIDES])
    everything = written[..., :sides].sum(-1, keepdims=True)
    mine = written[..., :players]
    return np.asarray(mine - (everything - mine) / (sides - 1))


def fresh_state(opener: int) -> Ints:
    """A hand before its first tile, racks aside."""
    state = np.zeros(at.LENGTH, np.int64)
    state[at.LEFT_END : at.RIGHT_BY + 1] = -1
    state[at.TURN] = state[at.OPENER] = opener
    return state
