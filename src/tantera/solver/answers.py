"""What a search answers about a hand: nothing here is an array, and nothing loads machine code."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from tantera.play import Hand, MoveOrder, Side
from tantera.words import Problem

Measure = Literal["points", "hand"]
"""In points, or who wins the hand: 1, 0 or -1."""

Points = dict[Side, int]
"""What each side has of it. Of two sides one wins what the other loses; of more, each has what it writes down, and a
loss is negative."""

MOST_NODES: Final = 200_000_000
"""A quarter of a minute, or, with draws or two doubles, a whole one."""


class Unsolvable(Problem):
    """A position that these searches cannot value: one sentence."""

    code = "unsolvable"


class Solved(NamedTuple):
    """What a position is worth with best play by all and all racks open, and each move in it."""

    hand: Hand
    measure: Measure
    moves: dict[MoveOrder, Points]
    """Every legal move with what each side has after it, the best move first."""
    nodes: int
    """How many positions were looked at."""
    left_out: tuple[str, ...]
    """The keys of the book that change what a hand is worth and that were not reckoned with: see `unknown_in_words`."""

    @property
    def best(self) -> MoveOrder:
        """The best move; of several, the first that the engine lists."""
        return next(iter(self.moves))

    @property
    def points(self) -> Points:
        """What the position is worth: what its best move is."""
        return self.moves[self.best]
