"""What every move of a task is worth to whoever learns, over deals that agree with everything they have seen."""

from __future__ import annotations

import numpy as np

from tantera.lessons import LEARNER
from tantera.play import Match, MoveOrder, view
from tantera.solver.answers import MOST_NODES
from tantera.solver.encode import encode, order_of
from tantera.solver.kernels.jit import Ints
from tantera.solver.minimax import points, solve_worlds
from tantera.solver.worlds import knowledge


def values(match: Match, worlds: int, seed: int = 1) -> dict[MoveOrder, Ints]:
    """By move, a value a world: what the learner's pair wins with best play by all, every rack open."""
    hand = match.hand
    assert hand is not None
    assert hand.turn == LEARNER
    dealt = knowledge(view(match, LEARNER)).sample(worlds, seed)
    found = solve_worlds(encode(hand), dealt.racks, points(), MOST_NODES, MOST_NODES * worlds, lambda: False)
    assert found is not None
    assert len(found.values) == worlds
    return {order_of(move, LEARNER, hand.chain): found.values[:, at] for at, move in enumerate(found.moves)}


def advantage(one: Ints, other: Ints) -> tuple[float, float]:
    """By how much one move is better than another in the same worlds: the mean difference and its standard error."""
    apart = one - other
    return float(apart.mean()), float(apart.std(ddof=1) / np.sqrt(len(apart)))
