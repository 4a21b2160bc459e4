"""Counting lines of play: the oracle of the move generator.

A turn is a placement or a pass; a draw and what follows it are one turn, and so are two doubles. A hand that has ended
is counted only at the depth at which it ended.
"""

from __future__ import annotations

from tantera.play.hand import Hand, evolve_hand
from tantera.play.moves import decide_move, legal_moves
from tantera.play.orders import DrawTile, MoveOrder


def perft(hand: Hand, depth: int) -> int:
    """The number of lines of exactly `depth` turns."""
    if depth == 0:
        return 1
    if depth == 1 and not hand.may_draw:
        return len(legal_moves(hand))
    return sum(perft(after, depth - _is_turn(command)) for command, after in _children(hand))


def perft_divide(hand: Hand, depth: int) -> list[tuple[MoveOrder, int]]:
    """The same, by first move."""
    return [(command, perft(after, depth - _is_turn(command))) for command, after in _children(hand)]


def _is_turn(command: MoveOrder) -> bool:
    return not isinstance(command, DrawTile)


def _children(hand: Hand) -> list[tuple[MoveOrder, Hand]]:
    return [(command, play_move(hand, command)) for command in legal_moves(hand)]


def play_move(hand: Hand, command: MoveOrder, at: int = 0) -> Hand:
    """The hand after a legal move."""
    for event in decide_move(hand, command, at):
        hand = evolve_hand(hand, event)
    return hand
