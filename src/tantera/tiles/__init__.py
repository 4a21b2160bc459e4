"""The pieces: tiles, racks as bit masks, the chain and its ends."""

from tantera.tiles.chain import LEFT, RIGHT, Chain, End, Placement, ends_after
from tantera.tiles.names import SUIT_NAMES, suit_name, tile_name
from tantera.tiles.tile import (
    ALL_TILES,
    DOUBLE_SIX,
    DOUBLES_MASK,
    SUIT_MASKS,
    Tile,
    TileSet,
    pips_of,
    rack_of,
    tiles_in,
)

__all__ = [
    "ALL_TILES",
    "DOUBLES_MASK",
    "DOUBLE_SIX",
    "LEFT",
    "RIGHT",
    "SUIT_MASKS",
    "SUIT_NAMES",
    "Chain",
    "End",
    "Placement",
    "Tile",
    "TileSet",
    "ends_after",
    "pips_of",
    "rack_of",
    "suit_name",
    "tile_name",
    "tiles_in",
]
