"""Play-outs by a population of players: the one yardstick of decisions and of deals.

Nobody is measured by their own way of playing: of the population two in five play by the policy network, the others by
rules of thumb of people who count, forget, get rid of pips, or lay anything. Endings are solved.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from tantera.bots.learned import state as at
from tantera.bots.learned.features import FEATURES, extract_features
from tantera.bots.learned.policy import HIDDEN, MOST_MOVES
from tantera.bots.learned.population import RULES, SOLVED, member_likelihoods, member_policy, play_outs
from tantera.bots.learned.reading import Reading, weights_for
from tantera.solver.kernels import law as of
from tantera.solver.kernels.jit import Floats, Ints, Weights
from tantera.solver.minimax import Workspace, points

PRIOR: Final = np.array([0.4, 0.3, 0.1, 0.1, 0.1])
"""How many of the population play by the network, count, forget, get rid of pips, lay anything."""
MEMBERS: Final = 1 + len(RULES)
NO_MOVES: Final = np.zeros(0, np.int64)
_room: Final = Workspace()


def networks_for(law: Ints) -> Weights:
    """The policy networks of a kind of table, a row each."""
    return weights_for(law)[None]


def prior_shares(worlds: int) -> Floats:
    """Nothing is known of anybody: [worlds, 4, members]."""
    return np.broadcast_to(PRIOR, (worlds, 4, MEMBERS)).copy()


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


def likelihoods(reading: Reading, racks: Ints) -> tuple[Floats, Floats]:
    """For each world (a row of what each player holds now) the log-likelihood of all that the others did, and who each
    of them is by that: the posterior shares of the members [worlds, 4, members].

    Everybody is a mixture of the members, the same one throughout the hand. The player who looks keeps the prior.
    """
    logs = np.zeros((len(racks), 4, MEMBERS))
    held = racks | reading.played
    member_likelihoods(reading.start, reading.law, reading.history, held, reading.me, networks_for(reading.law), logs)
    highest = logs.max(2, keepdims=True)
    shares = PRIOR * np.exp(logs - highest)
    totals = shares.sum(2, keepdims=True)
    return (np.log(totals) + highest).sum((1, 2)), shares / totals


def tried_out(now: Ints, law: Ints, boneyards: Ints, racks: Ints, moves: Ints, shares: Floats, seeds: Ints) -> Floats:
    """What each move comes to in each world: each player's lead, what their side writes more than the others do on the
    average. [worlds, moves, players]; with no moves, the hand as it stands [worlds, 1, players]."""
    written = np.zeros((len(racks), max(1, len(moves)), 4))
    play_outs(
        now, law, boneyards, np.ascontiguousarray(racks), moves, np.ascontiguousarray(shares), networks_for(law), seeds,
        SOLVED, points(), _room.frames, _room.table, _room.nodes, written,
    )  # fmt: skip
    return leads(law, written)


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
