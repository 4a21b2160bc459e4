"""The table: where tiles lie, which end is on a player's right, and how it all looks."""

from tantera.layout.arm import Arm, arm_of, reach_of
from tantera.layout.artwork import Theme, sprite
from tantera.layout.places import Box, Place, Point, Spot, next_spot, places, spots
from tantera.layout.right_hand import right_hand, right_hand_end
from tantera.layout.svg import Pieces, draw_pieces, draw_rack, draw_table, draw_tile

__all__ = [
    "Arm",
    "Box",
    "Pieces",
    "Place",
    "Point",
    "Spot",
    "Theme",
    "arm_of",
    "draw_pieces",
    "draw_rack",
    "draw_table",
    "draw_tile",
    "next_spot",
    "places",
    "reach_of",
    "right_hand",
    "right_hand_end",
    "spots",
    "sprite",
]
