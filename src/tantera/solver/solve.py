"""What a position is worth with all racks open, and what each move is worth."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import Final, NamedTuple

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


Stop = Callable[[], bool]
"""Whether a search over many worlds should end with what it has. Asked after each."""


class Solution(NamedTuple):
    """Values are what players 0 and 2 win (or player 0 of two); negative: the others win."""

    value: int
    moves: tuple[tuple[int, int], ...]
    """Each legal move with its value, equal ends once."""
    nodes: int


class Workspace(threading.local):
    """What searches write to, kept between them: tables with their generations, the stack, the answers.

    Every thread has its own, so that searches may go on side by side.
    """

    def __init__(self) -> None:
        self.table = search.new_table()
        self.frames = search.new_frames()
        self.nodes = np.zeros(2, np.int64)
        self.moves = np.zeros(WIDEST, np.int64)
        self.values = np.zeros(WIDEST, np.int64)
        self.drawing_table: Ints | None = None
        self.alone_table: Ints | None = None


_room: Final = Workspace()


@cache
def points() -> Ints:
    """The utility of points: the points themselves."""
    return np.arange(-WIDE, WIDE + 1, dtype=np.int64)


@cache
def winning() -> Ints:
    """The utility of who wins the hand: +1, 0 or -1."""
    return np.sign(points())


def solve(position: Position, who_wins: bool = False, most_nodes: int = MOST_NODES) -> Solution:
    """The value of a position and of every legal move. Only the search with draws and two doubles heeds `most_nodes`.

    >>> from tantera.notation import parse_position
    >>> from tantera.rules import load_book
    >>> from tantera.solver.encode import encode
    >>> hand = parse_position("ends=6:4 turn=1 1:06.44 2:15 3:23.33 4:16", load_book("san-juan"))
    >>> solve(encode(hand)).value
    24
    """
    room = _room
    room.nodes[0] = 0
    if _is_plain(position, who_wins):
        found = search.solve_moves(
            position.law, winning() if who_wins else points(), position.racks, position.left, position.right,
            position.turn, position.opener, room.moves, room.values, room.frames, room.table, room.nodes,
        )  # fmt: skip
    else:
        if room.drawing_table is None:
            room.drawing_table = drawing.new_table()
        found = drawing.solve_drawing(
            position.law, position.racks, position.boneyard, position.left, position.right, position.turn,
            position.opener, position.drew, position.idle, winning() if who_wins else _NO_UTILITY, room.drawing_table,
            most_nodes, room.moves, room.values, room.nodes,
        )  # fmt: skip
        if found < 0:
            raise Unsolvable(f"found no value within {most_nodes:,} nodes, expected a position nearer to its end")
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
    room = _room
    room.nodes[0] = 0
    found = search.solve_value(
        position.law, winning() if who_wins else points(), position.racks, position.left, position.right,
        position.turn, position.opener, 0, room.frames, room.table, room.nodes,
    )  # fmt: skip
    return found, int(room.nodes[0])


class Valued(NamedTuple):
    """What every move is worth in each of many worlds, from side 0's view."""

    moves: tuple[int, ...]
    values: Ints
    """[worlds, moves], as far as they were solved."""


def solve_worlds(at: Position, racks: Ints, utility: Ints, most_nodes: int, stop: Stop) -> Valued:
    """Value the moves in each of these worlds by the fast search, at least in one.

    The player in turn has the same tiles in all of them, so the moves are the same.
    """
    room = _room
    room.nodes[0] = done = 0
    values = np.zeros((len(racks), WIDEST), np.int64)
    while done == 0 or (done < len(racks) and room.nodes[0] <= most_nodes and not stop()):
        done += search.solve_worlds(
            at.law, utility, racks[done : done + 1], at.left, at.right, at.turn, at.opener, room.moves, values[done:],
            room.frames, room.table, room.nodes, most_nodes,
        )  # fmt: skip
    found = int(room.nodes[1])
    return Valued(tuple(room.moves[:found].tolist()), values[:done, :found])


def load_alone() -> ModuleType:
    """The search where each plays alone, compiled if need be, which takes some seconds the first time."""
    from tantera.solver.kernels import alone

    return alone


class Written(NamedTuple):
    """What every player writes down after each move, in each of many worlds."""

    moves: tuple[int, ...]
    points: Ints
    """[worlds, moves, 4]"""
    worlds: Ints
    """Which worlds these are."""


def solve_alone(
    at: Position, racks: Ints, boneyards: Ints, nodes_each: int, most_nodes: int, stop: Stop
) -> Written | None:
    """Play each of these worlds to its end, everybody for the own best. None where the first takes more than
    `nodes_each`: the others would hardly take less."""
    alone, room = load_alone(), _room
    if room.alone_table is None:
        room.alone_table = alone.new_table()
    room.nodes[0] = 0
    points, solved, found = np.zeros((len(racks), WIDEST, 4), np.int64), [], 0
    for world in range(len(racks)):
        count = alone.solve_alone(
            at.law, racks[world], boneyards[world], at.left, at.right, at.turn, at.opener, int(at.drew), at.idle,
            room.alone_table, nodes_each, room.moves, points[world], room.nodes,
        )  # fmt: skip
        if count > 0:
            found = count
            solved.append(world)
        if not solved or room.nodes[0] > most_nodes or stop():
            break
    if not solved:
        return None
    return Written(tuple(room.moves[:found].tolist()), points[solved, :found], np.array(solved, np.int64))


def _is_plain(position: Position, who_wins: bool) -> bool:
    """Whether the fast search will do: one tile a turn, nothing drawn, and no more points than it can tell apart."""
    law = position.law
    if law[of.SIDES] != 2:
        sides = law[of.SIDES]
        raise Unsolvable(f"found {sides} players each alone, expected two sides: there is no one value for {sides}")
    most = most_points(law, sum(pips_of(rack) for rack in position.racks.tolist())) + abs(law[of.PASS_BONUS])
    return not law[of.DRAWS] and not law[of.TWO_DOUBLES] and (who_wins or most <= WIDE)
