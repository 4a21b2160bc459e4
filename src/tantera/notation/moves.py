"""Commands as they would be written in a hand."""

from __future__ import annotations

from tantera.notation.document import DoublesTurn, DrawTurn, OpeningTurn, PassTurnItem, PlaceTurn, Turn
from tantera.notation.writer import write_item
from tantera.play import DrawTile, Hand, MoveOrder, PassTurn, PlaceDoubles, PlaceTile


def write_command(hand: Hand, command: MoveOrder) -> str:
    """The token of a command that is legal in this hand."""
    return write_item(turn_of(hand, command))


def turn_of(hand: Hand, command: MoveOrder) -> Turn:
    match command:
        case PlaceTile(tile=tile, end=end) if end is not None and hand.chain is not None:
            number = hand.chain.end(end)
            return PlaceTurn(end, number, tile.other(number))
        case PlaceTile(tile=tile):
            return OpeningTurn(tile)
        case PlaceDoubles(left=left, right=right):
            return DoublesTurn(left.low, right.low)
        case DrawTile():
            return DrawTurn(hand.boneyard[0])
        case PassTurn():
            return PassTurnItem()
