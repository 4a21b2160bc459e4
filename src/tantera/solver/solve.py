"""What a position is worth with all racks open, and what each move is worth."""

from __future__ import annotations

from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np

from tantera.solver.encode import Ints, Position
from tantera.solver.kernels import drawing, search
from tantera.solver.kernels import law as of
from tantera.solver.kernels.bound import most_points
from tantera.solver.kernels.tables import pips_of
from tantera.solver.kernels.turns import WIDEST

WIDE: Final = search.MOST_VALUE
"""Points up to this many are told apart by the fast search, which is more than most hands can be worth."""
MOST_NODES: Final = 200_000_000
"""Of the search with draws and two doubles: a minute or so."""
_NO_UTILITY: Final = np.empty(0, np.int64)


class Unsolvable(Exception):
    """A position that these searches cannot value: one sentence."""


class Solution(NamedTuple):
    """Values are what players 0 and 2 win (or player 0 of two); negative: the others win."""

    value: int
    moves: tuple[tuple[int, int], ...]
    """Each legal move with its value, equal ends once."""
    nodes: int


class Workspace(NamedTuple):
    """What a search writes to, kept between searches: the table with its generations, the stack, the answers."""

    table: Ints
    frames: Ints
    nodes: Ints
    moves: Ints
    values: Ints


@cache
def workspace() -> Workspace:
    """This process' own. Searches in threads need one each: `new_workspace`."""
    return new_workspace()


def new_workspace() -> Workspace:
    return Workspace(
        search.new_table(),
        search.new_frames(),
        np.zeros(2, np.int64),
        np.zeros(WIDEST, np.int64),
        np.zeros(WIDEST, np.int64),
    )


@cache
def _drawing_table() -> Any:
    return drawing.new_table()


@cache
def points() -> Ints:
    """The utility of points: the points themselves."""
    return np.arange(-WIDE, WIDE + 1, dtype=np.int64)


@cache
def winning() -> Ints:
    """The utility of who wins the hand: +1, 0 or -1."""
    return np.sign(points())


def solve(position: Position, who_wins: bool = False) -> Solution:
    """The value of a position and of every legal move.

    >>> from tantera.notation import parse_position
    >>> from tantera.rules import load_book
    >>> from tantera.solver.encode import encode
    >>> hand = parse_position("ends=6:4 turn=1 1:06.44 2:15 3:23.33 4:16", load_book("san-juan"))
    >>> solve(encode(hand)).value
    24
    """
    room = workspace()
    room.nodes[0] = 0
    if _is_plain(position, who_wins):
        found = search.solve_moves(
            position.law, winning() if who_wins else points(), position.racks, position.left, position.right,
            position.turn, position.opener, room.moves, room.values, room.frames, room.table, room.nodes,
        )  # fmt: skip
    else:
        found = drawing.solve_drawing(
            position.law, position.racks, position.boneyard, position.left, position.right, position.turn,
            position.opener, position.drew, position.idle, winning() if who_wins else _NO_UTILITY, _drawing_table(),
            MOST_NODES, room.moves, room.values, room.nodes,
        )  # fmt: skip
        if found < 0:
            raise Unsolvable(f"found no value within {MOST_NODES:,} nodes, expected a position nearer to its end")
    moves = tuple(zip(room.moves[:found].tolist(), room.values[:found].tolist(), strict=True))
    best = max if position.turn % 2 == 0 else min
    return Solution(best((value for _, value in moves), default=0), moves, int(room.nodes[0]))


def value(position: Position, who_wins: bool = False) -> tuple[int, int]:
    """The value of a position alone, some five times as fast as `solve`, and the nodes it took.

    >>> from tantera.notation import parse_position
    >>> from tantera.rules import load_book
    >>> from tantera.solver.encode import encode
    >>> hand = parse_position("ends=6:4 turn=1 1:06.44 2:15 3:23.33 4:16", load_book("san-juan"))
    >>> value(encode(hand))[0]
    24
    """
    if not _is_plain(position, who_wins):
        solution = solve(position, who_wins)
        return solution.value, solution.nodes
    room = workspace()
    room.nodes[0] = 0
    found = search.solve_value(
        position.law, winning() if who_wins else points(), position.racks, position.left, position.right,
        position.turn, position.opener, room.frames, room.table, room.nodes,
    )  # fmt: skip
    return found, int(room.nodes[0])


def _is_plain(position: Position, who_wins: bool) -> bool:
    """Whether the fast search will do: one tile a turn, nothing drawn, and no more points than it can tell apart."""
    law = position.law
    if law[of.SIDES] != 2:
        sides = law[of.SIDES]
        raise Unsolvable(f"found {sides} players each alone, expected two sides: there is no one value for {sides}")
    most = most_points(law, sum(pips_of(rack) for rack in position.racks.tolist())) + abs(law[of.PASS_BONUS])
    return not law[of.DRAWS] and not law[of.TWO_DOUBLES] and (who_wins or most <= WIDE)
