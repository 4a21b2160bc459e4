"""The parameter vector of a rule book, `law`: what changes the value of a hand, as places in an array of int64.

And the encoding of moves as integers.
"""

from __future__ import annotations

from typing import Final

PLAYERS: Final = 0
"""How many play, 2 to 4. They are numbered 0, 1, … in turn order."""
SIDES: Final = 1
"""2 where pairs play (0 and 2 against 1 and 3), else as many as players: player p is of side p % SIDES."""
SUITS: Final = 2
"""7 or 10."""
SCORING: Final = 3
ALL_TILES: Final = 0
"""The winners score what is left everywhere."""
OTHERS_TILES: Final = 1
"""The winners score what is left with the others."""
OWN_LOSS: Final = 2
"""Everybody but the winners writes down what is left with them: points hurt."""
FIXED: Final = 3
"""The winners score a prize by the kind of win."""
DOMINO_PRIZE: Final = 4
CAPICUA_PRIZE: Final = 5
BLOCK_PRIZE: Final = 6
OPENER_WINS_TIES: Final = 7
"""1 where a tied block goes to the opener or whoever is next to the right, 0 where nobody wins it."""
CAPICUA_BONUS: Final = 8
BLANK_BONUS: Final = 9
"""For going out with the 0-0."""
PASS_BONUS: Final = 10
"""To the opener when the next player has to pass at once."""
WORTH: Final = 11
"""By how much blocks before have raised this hand; bonuses are not raised."""
TWO_DOUBLES: Final = 12
"""1 where both doubles for two different ends may be played in one turn."""
DRAWS: Final = 13
"""1 where a player without a fitting tile may take one sleeping tile a turn, or pass; UNTIL_IT_FITS where they draw one
after the other, and pass only when there is none to be had."""
UNTIL_IT_FITS: Final = 2
RESERVE: Final = 14
"""How many sleeping tiles are never drawn; the arrays of a boneyard are without them."""
COUNT: Final = 15
"""What the open ends bring after every tile: 0 nothing."""
FIVES_AND_THREES: Final = 1
FIVES: Final = 2
LAST_TILE: Final = 16
"""Points for going out, where the ends bring any."""
PLAY_ON: Final = 17
"""1 where a pair goes on until both are out."""
LENGTH: Final = 18

# A move is a number: tile index << 2 | how, or one of the last three.
LEFT: Final = 0
RIGHT: Final = 1
OPENING: Final = 2
PASS: Final = -1
DRAW: Final = -2
BOTH: Final = -3
"""Two doubles in one turn, the left end's and the right end's."""
