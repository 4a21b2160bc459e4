"""Move generation, making a move, scoring terminal positions, and position keys with their hash.

For the searches that know all of a book's law: draws, two doubles in one turn, any number of sides.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from tantera.solver.kernels import law as of
from tantera.solver.kernels.chance import GOLDEN
from tantera.solver.kernels.jit import Ints, kernel, popcount, trailing_zeros
from tantera.solver.kernels.tables import DOUBLE, HIGH, LOW, PIPS, SUITS, TILES, pips_of

WIDEST: Final = TILES
"""The greatest branching factor: whoever opens may do it with any tile."""

# A position is the racks and eight numbers, the first words of a frame of the searches' stacks.
LEFT_END: Final = 0
RIGHT_END: Final = 1
"""The ends, -1 before the opening."""
TURN: Final = 2
TAKEN: Final = 3
"""How many sleeping tiles have been drawn."""
DREW: Final = 4
"""1 where the player in turn has drawn in this turn."""
IDLE: Final = 5
"""Passes in a row by players who did not draw either."""
FIRST_PASS: Final = 6
"""OPENED, PASSED, or 0 where there is none or it does not count."""
RACK: Final = 7
"""What the player in turn holds."""

OPENED: Final = 1
"""The opening tile lies alone and the next player has not moved: a pass now is the first pass."""
PASSED: Final = 2
"""The next player did pass at once."""


def transposition_table(words: int, bits: int) -> Ints:
    """An empty transposition table of 2^bits entries of so many words. Its last row counts the generations: entries of
    an earlier search are old, and it is never cleared."""
    return np.zeros(((1 << bits) + 1, words), np.int64)


@kernel("void(int64[::1], int64[::1], int64, int64, int64, int64, int64)")
def set_root(here: Ints, racks: Ints, left: int, right: int, turn: int, drew: int, idle: int) -> None:
    """Write the root, the position that a search begins with."""
    here[LEFT_END], here[RIGHT_END], here[TURN], here[RACK] = left, right, turn, racks[turn]
    here[TAKEN], here[DREW], here[IDLE], here[FIRST_PASS] = 0, drew, idle, 0


@kernel(inline=True)
def list_tiles(tiles: int, how: int, codes: Ints, found: int) -> int:
    """List these tiles behind the `found` moves there are, the lowest first: how many there are then."""
    while tiles != 0:
        codes[found] = trailing_zeros(tiles) << 2 | how
        tiles &= tiles - 1
        found += 1
    return found


@kernel(inline=True)
def list_waits(law: Ints, asleep: int, drew: int, codes: Ints) -> int:
    """What a player may do whose tiles do not fit."""
    found = 0
    if law[of.DRAWS] != 0 and asleep > 0 and (drew == 0 or law[of.DRAWS] == of.UNTIL_IT_FITS):
        codes[found] = of.DRAW
        found += 1
        if law[of.DRAWS] == of.UNTIL_IT_FITS:
            return found
    codes[found] = of.PASS
    return found + 1


@kernel(inline=True)
def may_lay_both(law: Ints, rack: int, left: int, right: int) -> bool:
    """Whether a rack has both doubles and the book lets them be played in one turn."""
    return law[of.TWO_DOUBLES] != 0 and left != right and (DOUBLE[left] | DOUBLE[right]) & ~rack == 0


@kernel("int64(int64[::1], int64, int64, int64, int64, int64, int64[::1])")
def list_moves(law: Ints, rack: int, left: int, right: int, asleep: int, drew: int, codes: Ints) -> int:
    """Move generation: every move of a rack, and how many there are. Tiles by their index, on the lower end first, on
    equal ends once; then two doubles; or else the draw and the pass."""
    if left < 0:
        return list_tiles(rack, of.OPENING, codes, 0)
    fitting = rack & (SUITS[left] | SUITS[right])
    if fitting == 0:
        return list_waits(law, asleep, drew, codes)
    first, lower, second, higher = (
        (of.LEFT, left, of.RIGHT, right) if left <= right else (of.RIGHT, right, of.LEFT, left)
    )
    found = 0
    while fitting != 0:
        tile = trailing_zeros(fitting)
        fitting &= fitting - 1
        if LOW[tile] == lower or HIGH[tile] == lower:
            codes[found] = tile << 2 | first
            found += 1
        if left != right and (LOW[tile] == higher or HIGH[tile] == higher):
            codes[found] = tile << 2 | second
            found += 1
    if may_lay_both(law, rack, left, right):
        codes[found] = of.BOTH
        found += 1
    return found


@kernel("UniTuple(int64, 3)(int64, int64, int64)")
def laid(code: int, left: int, right: int) -> tuple[int, int, int]:
    """Which tiles a placement lays, and the two ends after it."""
    if code == of.BOTH:
        return DOUBLE[left] | DOUBLE[right], left, right
    tile, how = code >> 2, code & 3
    if how == of.OPENING:
        return 1 << tile, LOW[tile], HIGH[tile]
    if how == of.LEFT:
        return 1 << tile, PIPS[tile] - left, right
    return 1 << tile, left, PIPS[tile] - right


@kernel("boolean(int64[::1], int64[::1], int64[::1], int64, int64, int64)")
def blocked(law: Ints, racks: Ints, boneyard: Ints, taken: int, left: int, right: int) -> bool:
    """Whether no tile that could ever be played fits."""
    held: int = racks[0] | racks[1] | racks[2] | racks[3]
    if law[of.DRAWS] != 0:
        for place in range(taken, boneyard.size):
            held |= 1 << boneyard[place]
    fitting: int = held & (SUITS[left] | SUITS[right])
    return fitting == 0


@kernel("void(int64[::1], int64[::1], int64, int64, int64, int64, int64, int64, int64[::1])")
def score_hand(
    law: Ints, racks: Ints, opener: int, out: int, code: int, left: int, right: int, passing: int, points: Ints
) -> None:
    """Score a terminal position: what every side writes for a hand that is over, bonuses included.

    `out` went out by the move `code`, played on these ends; -1 after a block.
    """
    players, sides, scoring = law[of.PLAYERS], law[of.SIDES], law[of.SCORING]
    for side in range(sides):
        points[side] = 0
    total = 0
    for player in range(players):
        pips = pips_of(racks[player])
        points[player % sides] += pips
        total += pips
    fits_both, blank = False, False
    winner = -1
    if out >= 0:
        winner = out % sides
        tile = code >> 2
        single = code >= 0 and code & 3 != of.OPENING
        fits_both = single and left != right and SUITS[left] & SUITS[right] & 1 << tile != 0
        # Of two doubles the right end's is laid last.
        blank = right == 0 if code == of.BOTH else tile == 0
    else:
        fewest, tied = points[0], 0
        for side in range(1, sides):
            fewest = min(fewest, points[side])
        for side in range(sides):
            if points[side] == fewest:
                tied += 1
                winner = side
        if tied > 1:
            winner = -1
            if law[of.OPENER_WINS_TIES] != 0:
                player = opener
                while points[player % sides] != fewest:
                    player = (player + 1) % players
                winner = player % sides
    for side in range(sides):
        amount = 0
        if winner >= 0 and (side == winner) != (scoring == of.OWN_LOSS):
            if scoring == of.ALL_TILES:
                amount = total
            elif scoring == of.OTHERS_TILES:
                amount = total - points[side]
            elif scoring == of.OWN_LOSS:
                amount = points[side]
            elif out < 0:
                amount = law[of.BLOCK_PRIZE]
            else:
                amount = law[of.CAPICUA_PRIZE] if fits_both else law[of.DOMINO_PRIZE]
        points[side] = amount * law[of.WORTH]
    if fits_both:
        points[winner] += law[of.CAPICUA_BONUS]
    if blank:
        points[winner] += law[of.BLANK_BONUS]
    if passing == PASSED:
        points[opener % sides] += law[of.PASS_BONUS]


@kernel("int64(int64[::1], int64, int64)")
def first_pass_after(law: Ints, passing: int, code: int) -> int:
    """What is known of the first pass after a move."""
    if code >= 0 and code & 3 == of.OPENING:
        return OPENED if law[of.PASS_BONUS] != 0 else 0
    if passing == OPENED:
        return PASSED if code == of.PASS else 0
    return passing


@kernel("boolean(int64[::1], int64[::1], int64[::1], int64, int64[::1], int64, int64[::1], int64[::1])")
def step(law: Ints, racks: Ints, boneyard: Ints, opener: int, here: Ints, code: int, there: Ints, points: Ints) -> bool:
    """Make a move: the rack of the player in turn changes, and `there` becomes the position after it.

    True where the hand is over: then `points` are what every side writes. Unmade by putting back ``here[RACK]``.
    """
    left, right, turn, rack = here[LEFT_END], here[RIGHT_END], here[TURN], here[RACK]
    players = law[of.PLAYERS]
    passing = first_pass_after(law, here[FIRST_PASS], code)
    there[LEFT_END], there[RIGHT_END] = left, right
    there[TURN] = turn + 1 if turn + 1 < players else 0
    there[TAKEN], there[DREW], there[IDLE], there[FIRST_PASS] = here[TAKEN], 0, 0, passing
    if code == of.DRAW:
        racks[turn] = rack | 1 << boneyard[here[TAKEN]]
        there[TURN], there[TAKEN], there[DREW], there[IDLE] = turn, here[TAKEN] + 1, 1, here[IDLE]
    elif code == of.PASS:
        if here[DREW] == 0:
            there[IDLE] = here[IDLE] + 1
            if there[IDLE] >= players:
                score_hand(law, racks, opener, -1, code, left, right, passing, points)
                return True
    else:
        placed, there[LEFT_END], there[RIGHT_END] = laid(code, left, right)
        racks[turn] = rack & ~placed
        out = racks[turn] == 0
        if out or blocked(law, racks, boneyard, here[TAKEN], there[LEFT_END], there[RIGHT_END]):
            score_hand(law, racks, opener, turn if out else -1, code, left, right, passing, points)
            return True
    there[RACK] = racks[there[TURN]]
    return False


@kernel("UniTuple(int64, 3)(int64[::1], int64[::1], int64[::1])")
def key_of(law: Ints, racks: Ints, here: Ints) -> tuple[int, int, int]:
    """The exact key of a position after the opening, in three words: no two positions share one, unlike Zobrist hashes.

    Two bits a tile tell players 0, 1 and 2 apart, a third one is player 3's; the rest goes above the 55 tiles. The ends
    may change places, but where going out with two doubles it matters which one was laid last.
    """
    left, right, passing = here[LEFT_END], here[RIGHT_END], here[FIRST_PASS]
    if left > right and (law[of.TWO_DOUBLES] == 0 or law[of.BLANK_BONUS] == 0):
        left, right = right, left
    return (
        racks[0] | racks[1] | (here[TAKEN] << 1 | here[DREW]) << 55,
        racks[0] | racks[2] | (left << 3 | here[TURN] << 1 | passing & 1) << 55,
        racks[3] | (right << 3 | here[IDLE] << 1 | passing >> 1) << 55,
    )


_OTHER_MIX: Final = 0xC2B2AE3D27D4EB4F - (1 << 64)
"""Odd like GOLDEN, so it loses nothing, and another: the three words of a key do not go through the same mill."""


@kernel("int64(int64, int64, int64, int64)")
def hash_index(one: int, two: int, three: int, size: int) -> int:
    """The hash index of a key (multiplicative hashing, xor-shifts) in a table of so many entries, a power of two."""
    mixed = one * GOLDEN
    mixed ^= mixed >> 29
    mixed = (mixed + two) * _OTHER_MIX
    mixed ^= mixed >> 31
    mixed = (mixed + three) * GOLDEN
    mixed ^= mixed >> 33
    return mixed & size - 1


@kernel("int64(int64[::1], int64[::1])")
def stack_depth(racks: Ints, boneyard: Ints) -> int:
    """Upper bound on the plies of any line from here: every tile, every draw, and the passes between them."""
    tiles = boneyard.size
    for rack in racks:
        tiles += popcount(rack)
    return tiles + 2 * boneyard.size + racks.size * (tiles + boneyard.size + 1) + 2
