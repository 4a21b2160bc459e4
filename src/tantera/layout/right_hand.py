"""The end on a player's right hand (TG-9.2): why geometry is part of legality."""

from __future__ import annotations

from functools import lru_cache

from tantera.layout.arm import AWAY, OPENER, along, arm_of, reach_of
from tantera.tiles import Chain, End, TileSet


def right_hand_end(chain: Chain, seat_offset: int, tile_set: TileSet = TileSet.DOUBLE_SIX) -> End | None:
    """The end at which a player must play because both show the same suit; None where either will do (TG-9.2).

    `seat_offset` counts from the opener: 0 the opener, 1 the player on the opener's right, and so on round the table.
    When the double six has just opened, two players look along the line and two across it:

    >>> from tantera.tiles import Tile
    >>> [str(right_hand_end(Chain.opened(Tile.of(6, 6)), seat_offset)) for seat_offset in range(4)]
    ['<', '>', '>', '<']
    >>> right_hand_end(Chain.opened(Tile.of(6, 5)), 0) is None
    True
    """
    if chain.left != chain.right:
        return None
    return right_hand(chain.left_arm, chain.right_arm, seat_offset, reach_of(tile_set))


@lru_cache(maxsize=1 << 16)
def right_hand(left: int, right: int, seat_offset: int, reach: float) -> End | None:
    """The same for two arms of equal ends, given by their patterns of doubles as `arm_of` reads them.

    The place of an end is where a mixed tile played there now would touch, and its direction where that tile would
    point. If both ends run along the player's line of sight, the nearest is meant; otherwise the one further right.
    """
    ends = arm_of(left, OPENER, reach), arm_of(right, AWAY, reach)
    player = OPENER * 1j**seat_offset
    in_line = all(along(end.growth, player) for end in ends)
    wanted = player if in_line else player * 1j  # a player's right is where the next one sits
    lead = along(ends[1].touch - ends[0].touch, wanted)
    return None if lead == 0 else End.RIGHT if lead > 0 else End.LEFT
