"""What each move of a hand was worth, looking back: every rack is known, and everything that could have been played."""

from __future__ import annotations

from typing import Literal, NamedTuple

from tantera.play import MoveOrder, PlaceTile, legal_moves
from tantera.play.hand import Hand
from tantera.solver.encode import Position, encode, order_of
from tantera.solver.kernels import law as of
from tantera.solver.solve import Unsolvable, solve, solve_alone

Measure = Literal["points", "hand"]
"""In points, or who wins the hand: 1, 0 or -1."""


class Reviewed(NamedTuple):
    """The legal moves of a turn, each with its value to the side of the player in turn, the best first."""

    measure: Measure
    moves: tuple[tuple[MoveOrder, int], ...]


def review(hand: Hand, worth: int, most_nodes: int) -> Reviewed | None:
    """What every legal move is worth with best play by all from there on; None where that cannot be known, because
    tiles are unknown or the search takes too many nodes.

    `worth` is by how much blocked hands before have raised this one. Where more than two sides play, everybody plays
    for their own good (max^n). What an infraction obliges a player to in this turn is heeded, later ones are not known.

    >>> from tantera.notation import parse_position
    >>> from tantera.rules import load_book
    >>> hand = parse_position("ends=6:4 turn=1 1:06.44 2:15 3:23.33 4:16", load_book("san-juan"))
    >>> [(move.tile.spoken, value) for move, value in review(hand, 1, 100_000).moves]
    [('6-0', 24), ('4-4', -23)]
    """
    orders = legal_moves(hand)
    if any(hand.hidden) or (hand.may_draw and None in hand.boneyard) or not orders:
        return None
    position = encode(hand, worth)
    if position.law[of.COUNT] and (position.law[of.SIDES] > 2 or position.law[of.DRAWS]):
        return None  # no search knows points in play there
    if position.law[of.SIDES] > 2:
        written = _each_alone(position, most_nodes)
        return None if written is None else _reviewed("points", hand, orders, written)
    sign = 1 if position.turn % 2 == 0 else -1
    measures: tuple[Measure, Measure] = ("points", "hand")
    for measure in measures:
        try:
            found = solve(position, measure == "hand", most_nodes)
        except Unsolvable:
            continue
        return _reviewed(measure, hand, orders, {move: sign * value for move, value in found.moves})
    return None


def _each_alone(position: Position, most_nodes: int) -> dict[int, int] | None:
    """What the player in turn writes down after each move; a loss is negative."""
    found = solve_alone(position, position.racks[None], position.boneyard[None], most_nodes, most_nodes, lambda: True)
    if found is None:
        return None
    sign = -1 if position.law[of.SCORING] == of.OWN_LOSS else 1
    return {move: sign * int(points[position.turn]) for move, points in zip(found.moves, found.points[0], strict=True)}


def _reviewed(measure: Measure, hand: Hand, orders: tuple[MoveOrder, ...], values: dict[int, int]) -> Reviewed | None:
    by_order = {order_of(code, hand.turn, hand.chain): value for code, value in values.items()}
    worth = [(order, value) for order in orders if (value := _value(order, hand, by_order)) is not None]
    if len(worth) < len(orders):
        return None
    return Reviewed(measure, tuple(sorted(worth, key=lambda one: -one[1])))


def _value(order: MoveOrder, hand: Hand, by_order: dict[MoveOrder, int]) -> int | None:
    """Of equal ends a search names one: the tile is worth the same on the other."""
    if order in by_order or not isinstance(order, PlaceTile) or order.end is None:
        return by_order.get(order)
    chain = hand.chain
    equal = chain is not None and chain.left == chain.right
    return by_order.get(PlaceTile(order.seat, order.tile, order.end.other)) if equal else None
