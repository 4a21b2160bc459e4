"""The table: where tiles lie, which end is on a player's right, and how it all looks."""

from tantera.layout.arm import Arm, arm_of, patterns, reach_of
from tantera.layout.artwork import Theme, sprite
from tantera.layout.places import Box, Place, Point, places
from tantera.layout.right_hand import right_hand, right_hand_end
from tantera.layout.svg import Pieces, draw_pieces, draw_rack, draw_table, draw_tile

__all__ = [
    "Arm",
    "Box",
    "Pieces",
    "Place",
    "Point",
    "Theme",
    "arm_of",
    "draw_pieces",
    "draw_rack",
    "draw_table",
    "draw_tile",
    "patterns",
    "places",
    "reach_of",
    "right_hand",
    "right_hand_end",
    "sprite",
]
