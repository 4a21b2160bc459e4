"""What a player types in turn, and the move that it orders."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum
from typing import Final

from tantera.cli import said
from tantera.cli.match.screen import numbered
from tantera.play import DrawTile, MoveOrder, PassTurn, PlaceDoubles, PlaceTile, View
from tantera.rules import Seat
from tantera.tiles import Chain, End, Tile


class Withdrawn(Enum):
    """The player thought better of a tile."""

    WITHDRAWN = "withdrawn"


WITHDRAWN: Final = Withdrawn.WITHDRAWN
WhichEnd = Callable[[Chain], "End | Withdrawn"]
"""Asks the player which end."""


def ordered(text: str, shown: View, me: Seat, which_end: WhichEnd) -> MoveOrder | Withdrawn | None:
    """What an answer orders: a numbered tile, a tile by name, a pass, a draw, both doubles."""
    if text.casefold() in said.PASS:
        return PassTurn(me)
    if text.casefold() in said.DRAW:
        return DrawTile(me)
    if text.casefold() in said.DOUBLES:
        both = next((command for command in shown.options if isinstance(command, PlaceDoubles)), None)
        return both or PlaceDoubles(me, Tile.of(0, 0), Tile.of(1, 1))
    found = re.fullmatch(r"(\d{1,2}|\d[-|]\d)([<>]?)", text, re.ASCII)
    if found is None:
        return None
    tiles = {number: tile for tile, number in numbered(shown).items()}
    tile = tiles.get(int(found[1])) if found[1].isdecimal() else None  # a number is a label before it is a tile
    digits = found[1].replace("-", "").replace("|", "")
    if tile is None and len(digits) == 2:
        tile = Tile.parse(digits)
    if tile is None:
        return None
    end = _end(tile, found[2], shown, which_end)
    return end if isinstance(end, Withdrawn) else PlaceTile(me, tile, end)


def _end(tile: Tile, written: str, shown: View, which_end: WhichEnd) -> End | Withdrawn | None:
    """The end the player wrote, the only one there is, or the one the player says when asked."""
    if shown.chain is None:
        return None
    if written:
        return End(written)
    legal = [c.end for c in shown.options if isinstance(c, PlaceTile) and c.tile is tile and c.end is not None]
    if not legal:  # refused whatever the end: take one that at least touches
        return End.RIGHT if tile.has(shown.chain.right) else End.LEFT
    if len(legal) == 1:
        return legal[0]
    return which_end(shown.chain)
