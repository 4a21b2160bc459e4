"""The table: where tiles lie, which end is on a player's right, and how it all looks."""

from tantera.layout.artwork import Theme, sprite
from tantera.layout.places import Place, Spot, next_spot, places, right_hand_end, spots
from tantera.layout.svg import draw_pieces, draw_rack, draw_table

__all__ = [
    "Place",
    "Spot",
    "Theme",
    "draw_pieces",
    "draw_rack",
    "draw_table",
    "next_spot",
    "places",
    "right_hand_end",
    "spots",
    "sprite",
]
