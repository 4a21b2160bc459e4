"""Who the others are: not copies of whoever thinks, but a population, and who of it somebody is shows in what they do.

Two in five of the population play by the policy network, the others by rules of thumb of people who count, forget, get
rid of pips, or lay anything.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from tantera.bots.learned.population import RULES, SOLVED, member_likelihoods, play_outs
from tantera.bots.learned.reading import Reading, weights_for
from tantera.solver.kernels.jit import Floats, Ints, Weights
from tantera.solver.minimax import Workspace, points

PRIOR: Final = np.array([0.4, 0.3, 0.1, 0.1, 0.1])
"""How many of the population play by the network, count, forget, get rid of pips, lay anything."""
MEMBERS: Final = 1 + len(RULES)
NETWORK: Final = 0
"""The member that plays by the policy network."""
NO_MOVES: Final = np.zeros(0, np.int64)
_room: Final = Workspace()


def networks_for(law: Ints) -> Weights:
    """The policy networks of a kind of table, a row each."""
    return weights_for(law)[None]


def prior_of(strangers: float) -> Floats:
    """The population in which this share plays by rules of thumb."""
    rules = PRIOR[1:] / PRIOR[1:].sum()
    return np.array([1 - strangers, *(strangers * rules)])


def prior_shares(worlds: int, prior: Floats = PRIOR) -> Floats:
    """Nothing is known of anybody: [worlds, 4, members]."""
    return np.broadcast_to(prior, (worlds, 4, MEMBERS)).copy()


def likelihoods(
    reading: Reading, racks: Ints, prior: Floats = PRIOR, with_pauses: bool = False
) -> tuple[Floats, Floats]:
    """For each world (a row of what each player holds now) the log-likelihood of all that the others did, and who each
    of them is by that: the posterior shares of the members [worlds, 4, members].

    Everybody is a mixture of the members, the same one throughout the hand. The player who looks keeps the prior.
    """
    logs = np.zeros((len(racks), 4, MEMBERS))
    held = racks | reading.played
    paused = reading.paused if with_pauses else np.zeros(len(reading.history), np.bool_)
    networks = networks_for(reading.law)
    member_likelihoods(reading.start, reading.law, reading.history, paused, held, reading.me, networks, logs)
    highest = logs.max(2, keepdims=True)
    shares = prior * np.exp(logs - highest)
    totals = shares.sum(2, keepdims=True)
    return (np.log(totals) + highest).sum((1, 2)), shares / totals


def played_out(
    now: Ints, law: Ints, boneyards: Ints, racks: Ints, moves: Ints, shares: Floats, seeds: Ints, solved: int = SOLVED
) -> Floats:
    """What each player's side writes down after each move in each world, everybody some member by their shares
    [worlds, moves, 4]; with no moves, the hand as it stands [worlds, 1, 4]. With `solved` tiles left the rest is
    solved."""
    written = np.zeros((len(racks), max(1, len(moves)), 4))
    play_outs(
        now, law, boneyards, np.ascontiguousarray(racks), moves, np.ascontiguousarray(shares), networks_for(law), seeds,
        solved, points(), _room.frames, _room.table, _room.nodes, written,
    )  # fmt: skip
    return written
