"""Commands as they would be written in a hand, and back."""

from __future__ import annotations

from tantera.notation.document import DoublesTurn, DrawTurn, OpeningTurn, PassTurnItem, PlaceTurn, Turn
from tantera.notation.writer import write_item
from tantera.play import DrawTile, Hand, MoveOrder, PassTurn, PlaceDoubles, PlaceTile
from tantera.rules import Seat
from tantera.tiles import Tile


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


def command_of(seat: Seat, turn: Turn) -> tuple[MoveOrder, Tile | None]:
    """What a written turn orders, and the tile that it says was drawn."""
    match turn:
        case OpeningTurn(tile=tile):
            return PlaceTile(seat, tile), None
        case PlaceTurn(end=end, touching=touching, open=opened):
            return PlaceTile(seat, Tile.of(touching, opened), end), None
        case DoublesTurn(left=left, right=right):
            return PlaceDoubles(seat, Tile.of(left, left), Tile.of(right, right)), None
        case DrawTurn(tile=tile):
            return DrawTile(seat), tile
        case _:
            return PassTurn(seat), None
