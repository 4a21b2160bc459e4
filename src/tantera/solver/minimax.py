"""Perfect-information search (double dummy): what a position is worth with all racks open, and each move in it.

Minimax by MTD(f) or alpha-beta where two sides play, max^n where each plays alone. Here positions are arrays and moves
are numbers, for bots; `by_order.py` says the same of a hand and its orders.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import Final, NamedTuple

import numpy as np

from tantera.solver.answers import MOST_NODES, Unsolvable
from tantera.solver.encode import Position
from tantera.solver.kernels import drawing, search
from tantera.solver.kernels import law as of
from tantera.solver.kernels.bound import COUNT, LIMIT, UNKNOWN, most_points
from tantera.solver.kernels.jit import Ints
from tantera.solver.kernels.tables import pips_of
from tantera.solver.kernels.turns import WIDEST
from tantera.words import Phrase

WIDE: Final = search.MOST_VALUE
"""Points up to this many are told apart by the fast search, which is more than most hands can be worth."""
WINNING: Final = np.array([-1, 0, 1], np.int64)
"""The utility function of who wins, where winning is worth one point."""
_NO_UTILITY: Final = np.empty(0, np.int64)


Stop = Callable[[], bool]
"""Whether a search over many worlds should end with what it has. Asked after each."""


class Solution(NamedTuple):
    """Values are what players 0 and 2 win (or player 0 of two); negative: the others win."""

    value: int
    moves: tuple[tuple[int, int], ...]
    """Each legal move with its value, equal ends once."""
    nodes: int


class Workspace(threading.local):
    """What searches write to, kept between them: transposition tables, the stack, the answers.

    Thread-local: every thread has its own, so that searches may go on side by side.
    """

    def __init__(self) -> None:
        self.table = search.new_table()
        self.frames = search.new_frames()
        self.nodes = np.zeros(2, np.int64)
        self.moves = np.zeros(WIDEST, np.int64)
        self.values = np.zeros(WIDEST, np.int64)
        self.drawing_table: Ints | None = None
        self.alone_table: Ints | None = None
        self.in_play_table: Ints | None = None

    def counting(self, most_nodes: int) -> Workspace:
        """Ready for a search with this node budget."""
        self.nodes[COUNT], self.nodes[LIMIT] = 0, most_nodes
        return self

    @property
    def counted(self) -> int:
        return int(self.nodes[COUNT])


_room: Final = Workspace()


@cache
def points() -> Ints:
    """The identity as utility function: points are worth themselves."""
    return np.arange(-WIDE, WIDE + 1, dtype=np.int64)


def _for_the_win(position: Position) -> Position:
    """The same where a hand is worth one point to whoever wins it: neither pips nor bonuses count."""
    law = position.law.copy()
    law[of.SCORING] = of.FIXED
    law[[of.DOMINO_PRIZE, of.CAPICUA_PRIZE, of.BLOCK_PRIZE, of.WORTH]] = 1
    law[[of.CAPICUA_BONUS, of.BLANK_BONUS, of.PASS_BONUS]] = 0
    return position._replace(law=law)


def solve(position: Position, who_wins: bool = False, most_nodes: int = MOST_NODES) -> Solution:
    """The minimax value of a position and of every legal move; Unsolvable where that takes too many nodes.

    >>> from tantera.notation import parse_position
    >>> from tantera.rules import load_book
    >>> from tantera.solver.encode import encode
    >>> hand = parse_position("ends=6:4 turn=1 1:06.44 2:15 3:23.33 4:16", load_book("san-juan"))
    >>> solve(encode(hand)).value
    24
    """
    room, utility = _room.counting(most_nodes), points()
    if position.law[of.COUNT]:
        return _in_play(position, who_wins, most_nodes)
    if who_wins:
        position, utility = _for_the_win(position), WINNING
    if _is_plain(position):
        count = search.solve_moves(
            position.law, utility, position.racks, position.left, position.right,
            position.turn, position.opener, room.moves, room.values, room.frames, room.table, room.nodes,
        )  # fmt: skip
    else:
        if room.drawing_table is None:
            room.drawing_table = drawing.new_table()
        count = drawing.solve_drawing(
            position.law, position.racks, position.boneyard, position.left, position.right, position.turn,
            position.opener, position.drew, position.idle, _NO_UTILITY, room.drawing_table,
            most_nodes, room.moves, room.values, room.nodes,
        )  # fmt: skip
    return _solution(position, count, most_nodes)


def _solution(position: Position, count: int, most_nodes: int) -> Solution:
    """What a search has written down: so many moves, or fewer than none where it gave up."""
    if count < 0:
        raise _too_far(most_nodes)
    room = _room
    moves = tuple(
        (move, worth)
        for move, worth in zip(room.moves[:count].tolist(), room.values[:count].tolist(), strict=True)
        if move < 0 or position.openings >> (move >> 2) & 1
    )
    best = max if position.turn % 2 == 0 else min
    return Solution(best((value for _, value in moves), default=0), moves, room.counted)


def _in_play(position: Position, who_wins: bool, most_nodes: int) -> Solution:
    """The same where the open ends bring points: what players 0 and 2 still make more, or who makes more."""
    solution = solve_in_play(position, most_nodes)
    if not who_wins:
        return solution
    moves = tuple((move, (worth > 0) - (worth < 0)) for move, worth in solution.moves)
    return Solution((solution.value > 0) - (solution.value < 0), moves, solution.nodes)


class Race(NamedTuple):
    """What each of the two sides lacks to the limit of the match, and whether it must be hit."""

    lacks: tuple[int | None, int | None] = (None, None)
    exact: bool = False

    def lacking(self, far: int) -> Ints:
        """As the kernels have it: what is not known, or further away, is `far`."""
        return np.array([far if lacking is None else min(far, lacking) for lacking in self.lacks], np.int64)


NO_RACE: Final = Race()
"""A hand by itself."""


def solve_in_play(position: Position, most_nodes: int = MOST_NODES, race: Race = NO_RACE) -> Solution:
    """What every move is worth where the open ends bring points after each tile: what players 0 and 2 still make more,
    as far as the limit of the match lets them.

    >>> from tantera.notation import parse_position
    >>> from tantera.rules import load_book
    >>> from tantera.solver.encode import encode
    >>> hand = parse_position("ends=66:3 turn=1 1:63 2:11 3:22 4:00", load_book("fives-and-threes"))
    >>> solve(encode(hand)).value
    6
    """
    kernels, room, law = load_in_play(), _room.counting(most_nodes), position.law
    _check_sides(law)
    if law[of.DRAWS]:
        raise Unsolvable(
            Phrase("found points in play and tiles to be drawn, expected one of the two: no search knows both")
        )
    if room.in_play_table is None:
        room.in_play_table = kernels.new_table()
    count = kernels.solve_in_play(
        law, position.racks, position.left, position.right, *map(int, position.doubles), position.turn,
        position.opener, race.lacking(kernels.NO_LIMIT), int(race.exact), room.in_play_table, most_nodes, room.moves,
        room.values, room.nodes,
    )  # fmt: skip
    return _solution(position, count, most_nodes)


def try_in_play(position: Position, worlds: Ints, race: Race, moves: Ints) -> Ints:
    """Roll-outs where the open ends bring points: what players 0 and 2 still make more in each of these worlds after
    each of these moves, everybody going on by what brings most at once. [worlds, moves]"""
    kernels, values = load_in_play(), np.zeros((len(worlds), len(moves)), np.int64)
    kernels.try_out(
        position.law, np.ascontiguousarray(worlds), position.left, position.right, *map(int, position.doubles),
        position.turn, position.opener, race.lacking(kernels.NO_LIMIT), int(race.exact), moves, values,
    )  # fmt: skip
    return values


def load_in_play() -> ModuleType:
    """The search for points in play, compiled if need be, which takes some seconds the first time."""
    from tantera.solver.kernels import in_play

    return in_play


def _too_far(most_nodes: int) -> Unsolvable:
    message = "found no value within {nodes} nodes, expected a position nearer to its end"
    return Unsolvable(Phrase(message, nodes=f"{most_nodes:,}"))


def _check_sides(law: Ints) -> None:
    if law[of.SIDES] != 2:
        message = "found {sides} players each alone, expected two sides: there is no one value for {sides}"
        raise Unsolvable(Phrase(message, sides=int(law[of.SIDES])))


def value(position: Position, who_wins: bool = False, most_nodes: int = MOST_NODES) -> tuple[int, int]:
    """The minimax value of a position alone, some five times as fast as `solve`, and the nodes it took.

    >>> from tantera.notation import parse_position
    >>> from tantera.rules import load_book
    >>> from tantera.solver.encode import encode
    >>> hand = parse_position("ends=6:4 turn=1 1:06.44 2:15 3:23.33 4:16", load_book("san-juan"))
    >>> value(encode(hand))[0]
    24
    """
    utility = points()
    if position.law[of.COUNT]:
        solution = _in_play(position, who_wins, most_nodes)
        return solution.value, solution.nodes
    if who_wins:
        position, utility = _for_the_win(position), WINNING
    if position.openings != -1 or not _is_plain(position):
        solution = solve(position, who_wins, most_nodes)
        return solution.value, solution.nodes
    room = _room.counting(most_nodes)
    worth = search.solve_value(
        position.law, utility, position.racks, position.left, position.right,
        position.turn, position.opener, room.frames, room.table, room.nodes,
    )  # fmt: skip
    if worth == UNKNOWN:
        raise _too_far(most_nodes)
    return worth, room.counted


class Valued(NamedTuple):
    """What every move is worth to side 0 in each of many worlds."""

    moves: tuple[int, ...]
    values: Ints
    """[worlds, moves], as far as they were solved."""


def solve_worlds(
    at: Position, racks: Ints, utility: Ints, nodes_each: int, most_nodes: int, stop: Stop
) -> Valued | None:
    """MTD(f) in each of these worlds (determinizations): what every move is worth. None where the first takes more than
    `nodes_each`.

    The player in turn has the same tiles in all of them, so the moves are the same.
    """
    room, done, listed, nodes = _room, 0, 0, 0
    values = np.zeros((len(racks), WIDEST), np.int64)
    for world in range(len(racks)):
        count = search.solve_moves(
            at.law, utility, racks[world], at.left, at.right, at.turn, at.opener, room.moves, values[world],
            room.frames, room.table, room.counting(nodes_each).nodes,
        )  # fmt: skip
        if count < 0:
            break
        nodes += room.counted
        listed, done = count, world + 1
        if nodes > most_nodes or stop():
            break
    return Valued(tuple(room.moves[:listed].tolist()), values[:done, :listed]) if done else None


def load_alone() -> ModuleType:
    """The max^n search, compiled if need be, which takes some seconds the first time."""
    from tantera.solver.kernels import alone

    return alone


class WrittenPoints(NamedTuple):
    """What every player writes down after each move, in each of many worlds."""

    moves: tuple[int, ...]
    points: Ints
    """[worlds, moves, 4]"""
    worlds: Ints
    """Which worlds these are."""
    nodes: int


def solve_alone(
    at: Position, racks: Ints, boneyards: Ints, nodes_each: int, most_nodes: int, stop: Stop
) -> WrittenPoints | None:
    """Max^n in each of these worlds: played to its end, everybody for their own good. None where the first takes more
    than `nodes_each`: the others would hardly take less."""
    alone, room = load_alone(), _room
    if room.alone_table is None:
        room.alone_table = alone.new_table()
    room.counting(most_nodes)
    points, solved, listed = np.zeros((len(racks), WIDEST, 4), np.int64), [], 0
    for world in range(len(racks)):
        count = alone.solve_alone(
            at.law, racks[world], boneyards[world], at.left, at.right, at.turn, at.opener, int(at.drew), at.idle,
            room.alone_table, nodes_each, room.moves, points[world], room.nodes,
        )  # fmt: skip
        if count > 0:
            listed = count
            solved.append(world)
        if not solved or room.counted > most_nodes or stop():
            break
    if not solved:
        return None
    codes, done = tuple(room.moves[:listed].tolist()), np.array(solved, np.int64)
    return WrittenPoints(codes, points[solved, :listed], done, room.counted)


def _is_plain(position: Position) -> bool:
    """Whether MTD(f) will do: one tile a turn, nothing drawn, and no more points than it can tell apart."""
    law = position.law
    _check_sides(law)
    most = most_points(law, sum(pips_of(rack) for rack in position.racks.tolist())) + abs(law[of.PASS_BONUS])
    return not law[of.DRAWS] and not law[of.TWO_DOUBLES] and most <= WIDE
