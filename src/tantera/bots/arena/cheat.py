"""What the cheat plays: the best there is with all racks open. It loads the compiler: only whoever seats it does."""

from __future__ import annotations

from typing import Final

import numpy as np

from tantera.bots.learned.others import played_out, prior_shares
from tantera.bots.learned.reading import codes_of, read
from tantera.bots.open_ends import best_of, race_of
from tantera.bots.prospects import gain
from tantera.bots.simple import counter
from tantera.play import Match, MoveOrder, view
from tantera.solver.answers import Unsolvable
from tantera.solver.encode import encode
from tantera.solver.kernels import law as of
from tantera.solver.minimax import solve, solve_in_play

TRIES: Final = 64
"""How often a move is tried out where the hand cannot be solved."""
MOST_NODES: Final = 5_000_000
"""After so many it cannot: a third of a second, more than any hand of double six takes."""


def open_handed(match: Match) -> MoveOrder:
    """The best move with all racks open, by its points; where that cannot be solved, by trying moves out."""
    hand = match.hand
    assert hand is not None
    seen = view(match, hand.turn)
    codes = codes_of(seen)
    if len(seen.plays) == 1:
        return seen.plays[0]
    position = encode(hand, match.worth, match.carried)
    law = position.law
    if law[of.COUNT]:
        if law[of.SIDES] != 2 or law[of.DRAWS]:
            return counter(seen)
        try:
            return best_of(seen, dict(solve_in_play(position, MOST_NODES, race=race_of(seen)).moves))
        except Unsolvable:
            return counter(seen)
    if law[of.SIDES] == 2:
        try:
            values = dict(solve(position, most_nodes=MOST_NODES).moves)
        except Unsolvable:
            pass
        else:
            sign = 1 if position.turn % 2 == 0 else -1
            return codes[max(codes, key=lambda code: sign * values[code])]
    moves = np.array(list(codes), np.int64)
    racks, boneyards = np.tile(position.racks, (TRIES, 1)), np.tile(position.boneyard, (TRIES, 1))
    written = played_out(read(seen).now, law, boneyards, racks, moves, prior_shares(TRIES), np.arange(TRIES))
    worth = gain(seen, law, position.turn, written).mean(0)
    return codes[int(moves[int(worth.argmax())])]
