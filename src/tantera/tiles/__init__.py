"""The pieces: tiles, racks as bit masks, the chain and its ends."""

from tantera.tiles.chain import LEFT as LEFT
from tantera.tiles.chain import RIGHT as RIGHT
from tantera.tiles.chain import Chain as Chain
from tantera.tiles.chain import End as End
from tantera.tiles.chain import Placement as Placement
from tantera.tiles.chain import ends_after as ends_after
from tantera.tiles.names import SUIT_NAMES as SUIT_NAMES
from tantera.tiles.names import suit_name as suit_name
from tantera.tiles.names import tile_name as tile_name
from tantera.tiles.tile import ALL_TILES as ALL_TILES
from tantera.tiles.tile import DOUBLE_SIX as DOUBLE_SIX
from tantera.tiles.tile import DOUBLES_MASK as DOUBLES_MASK
from tantera.tiles.tile import SUIT_MASKS as SUIT_MASKS
from tantera.tiles.tile import Tile as Tile
from tantera.tiles.tile import TileSet as TileSet
from tantera.tiles.tile import pips_of as pips_of
from tantera.tiles.tile import rack_of as rack_of
from tantera.tiles.tile import tiles_in as tiles_in
