"""A hand solved as the engine knows it: every legal order with its value. `minimax.py` does the same with arrays."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tantera.play import Hand, MoveOrder, PlaceTile, Side, legal_moves
from tantera.solver.answers import MOST_NODES, Measure, Points, Solved, Unsolvable
from tantera.solver.encode import Position, encode, order_of
from tantera.solver.kernels import law as of
from tantera.solver.minimax import solve, solve_alone
from tantera.solver.unknown import unknown_rules
from tantera.words import Phrase


def solve_hand(
    hand: Hand, measure: Measure = "points", most_nodes: int = MOST_NODES, worth: int = 1, carried: int = 0
) -> Solved:
    """Every legal move of the player in turn, with what each side has after it if all play their best from there on;
    `Unsolvable` where that cannot be known. What an infraction obliges a player to in this turn is heeded, later ones
    are not known."""
    orders, sides = legal_moves(hand), sides_of(hand)
    if not orders:
        raise Unsolvable(Phrase("found a hand that is over, expected one with a move to make"))
    if any(hand.hidden) or (hand.may_draw and None in hand.boneyard):
        raise Unsolvable(Phrase("found unknown tiles, expected a hand with every rack known"))
    position = encode(hand, worth, carried)
    if len(sides) > 2:
        values, nodes = _each_alone(position, sides, measure, most_nodes)
    else:
        solution = solve(position, measure == "hand", most_nodes)
        values = {move: {sides[0]: value, sides[1]: -value} for move, value in solution.moves}
        nodes = solution.nodes
    by_order = {order_of(code, hand.turn, hand.chain): points for code, points in values.items()}
    mover = next(side for side in sides if hand.turn in side)
    moves = {order: points for order in orders if (points := _points(order, hand, by_order)) is not None}
    if len(moves) < len(orders):
        raise Unsolvable(Phrase("found a move that is no part of the search, expected values for all of them"))
    best_first = dict(sorted(moves.items(), key=lambda move: -move[1][mover]))
    return Solved(hand, measure, best_first, nodes, unknown_rules(hand.book))


def sides_of(hand: Hand) -> tuple[Side, ...]:
    """The sides that play a hand, in the order of their first seats."""
    seats = sorted(hand.seats)
    if hand.book.options.play == "alone":
        return tuple((seat,) for seat in seats)
    if len(seats) != 4:
        message = "found {count} racks, expected four: in {book} pairs play"
        raise Unsolvable(Phrase(message, count=len(seats), book=hand.book.id))
    return (seats[0], seats[2]), (seats[1], seats[3])


def _each_alone(
    position: Position, sides: tuple[Side, ...], measure: Measure, most_nodes: int
) -> tuple[dict[int, Points], int]:
    """What every player writes down after each move, everybody playing for their own good (max^n)."""
    if measure == "hand" or position.law[of.COUNT]:
        message = "found {sides} players each alone, expected two sides: there is no one value for {sides}"
        raise Unsolvable(Phrase(message, sides=len(sides)))
    racks, boneyards = position.racks[None], np.ascontiguousarray(position.boneyard[None])
    written = solve_alone(position, racks, boneyards, most_nodes, most_nodes, lambda: True)
    if written is None:
        message = "found no value within {nodes} nodes, expected a position nearer to its end"
        raise Unsolvable(Phrase(message, nodes=f"{most_nodes:,}"))
    sign = -1 if position.law[of.SCORING] == of.OWN_LOSS else 1
    rows = (sign * written.points[0, :, : len(sides)]).tolist()
    return {
        move: dict(zip(sides, row, strict=True)) for move, row in zip(written.moves, rows, strict=True)
    }, written.nodes


def _points(order: MoveOrder, hand: Hand, by_order: dict[MoveOrder, Points]) -> Points | None:
    """Of equal ends a search names one: the tile is worth the same on the other."""
    if order in by_order or not isinstance(order, PlaceTile) or order.end is None:
        return by_order.get(order)
    chain = hand.chain
    equal = chain is not None and chain.left == chain.right
    return by_order.get(PlaceTile(order.seat, order.tile, order.end.other)) if equal else None


class Reviewed(NamedTuple):
    """The legal moves of a turn, each with its value to the side of the player in turn, the best first."""

    measure: Measure
    moves: tuple[tuple[MoveOrder, int], ...]


def review(hand: Hand, worth: int, most_nodes: int) -> Reviewed | None:
    """Looking back at a hand: what every legal move was worth, in points, or, where that takes too many nodes, who wins
    by it; None where neither can be known.

    `worth` is by how much blocked hands before have raised this one.

    >>> from tantera.notation import parse_position
    >>> from tantera.rules import load_book
    >>> hand = parse_position("ends=6:4 turn=1 1:06.44 2:15 3:23.33 4:16", load_book("san-juan"))
    >>> [(move.tile.spoken, value) for move, value in review(hand, 1, 100_000).moves]
    [('6-0', 24), ('4-4', -23)]
    """
    measures: tuple[Measure, Measure] = ("points", "hand")
    for measure in measures:
        try:
            solved = solve_hand(hand, measure, most_nodes, worth)
        except Unsolvable:
            continue
        mover = next(side for side in solved.points if hand.turn in side)
        return Reviewed(measure, tuple((order, points[mover]) for order, points in solved.moves.items()))
    return None
