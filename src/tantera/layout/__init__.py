"""The table: where tiles lie, which end is on a player's right, and how it all looks."""

from tantera.layout.artwork import Theme as Theme
from tantera.layout.artwork import sprite as sprite
from tantera.layout.places import Place as Place
from tantera.layout.places import Spot as Spot
from tantera.layout.places import ends_from_the_left as ends_from_the_left
from tantera.layout.places import next_spot as next_spot
from tantera.layout.places import places as places
from tantera.layout.places import right_hand_end as right_hand_end
from tantera.layout.places import spots as spots
from tantera.layout.svg import draw_pieces as draw_pieces
from tantera.layout.svg import draw_rack as draw_rack
from tantera.layout.svg import draw_table as draw_table
