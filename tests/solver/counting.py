"""Perft in machine code, the leaves of the game tree: lines of play from a position, to a depth or to their end.

What counts as a turn is told in `tantera.play.moves`. Where the chain lies on the table is not known here, so equal
ends count both sides whatever TG-9.2 says.

Moves are generated bit by bit from masks, without the list that the searches need (`turns`).
"""

from __future__ import annotations

from typing import Final

import numpy as np

from tantera.solver.kernels import law as of
from tantera.solver.kernels.chance import GOLDEN
from tantera.solver.kernels.jit import Ints, kernel, popcount, trailing_zeros
from tantera.solver.kernels.playouts import ANY_TILE
from tantera.solver.kernels.tables import DOUBLE, HIGH, LOW, PIPS, SUITS

TO_THE_END: Final = -1
"""The depth that counts finished hands."""

# The fields of a frame: a position, then what is still to be tried there and what has been found.
_AROUND, _LEFT, _RIGHT, _TURN, _DRAWN, _DREW, _IDLE, _DEPTH = range(8)
"""`_AROUND` are the tiles in racks and those that may be drawn, `_DRAWN` is how many have been."""
_RACK, _ON_LEFT, _ON_RIGHT, _ONCE, _LINES, _KEY = range(8, 14)
_FIELDS: Final = 14
_DOUBLES, _DRAW, _PASS = 1, 2, 4
_DEEPEST: Final = 512
"""Tiles placed, tiles drawn, and fewer passes than players between any two of those."""
_TABLE_SIZE: Final = 1 << 22
"""Entries of the transposition table: 64 MB while the finished hands are counted."""


def count_lines(
    law: Ints,
    racks: Ints,
    boneyard: Ints,
    left: int,
    right: int,
    turn: int,
    depth: int,
    *,
    drew: bool = False,
    idle: int = 0,
    opening: int = ANY_TILE,
) -> int:
    """The number of lines of exactly `depth` turns from a position, or with `TO_THE_END` of finished hands.

    Everything but the depth and `opening` is a part of `Position`; `opening` is the mask of the tiles that may open,
    where the table wants a double first (CL-inicio).
    """
    if depth == 0:
        return 1
    players = int(law[of.PLAYERS])
    draws = bool(law[of.DRAWS]) and len(boneyard) > 0
    around = int(np.bitwise_or.reduce(racks))
    if draws:
        around |= int(np.bitwise_or.reduce(1 << boneyard))
    fitting = -1 if left < 0 else int(SUITS[left] | SUITS[right])
    out = not racks[:players].all()
    if law[of.PLAY_ON]:
        out = not (racks[0] | racks[2]) or not (racks[1] | racks[3])
    if out or not around & fitting or idle >= players:
        return 0  # the hand is over
    # A transposition table, where nobody draws: then tiles, ends and turn say everything, and a position reached twice
    # need not be counted twice.
    table = np.full((2, _TABLE_SIZE if depth == TO_THE_END and not draws else 0), -1, np.int64)
    frames = np.zeros((_DEEPEST, _FIELDS), np.int64)
    frames[0, :_RACK] = around, left, right, turn, 0, drew, idle, depth
    return int(_depth_first(law, racks.copy(), boneyard, opening, frames, table))


@kernel("int64(int64[::1], int64[::1], int64[::1], int64, int64[:, ::1], int64, int64[:, ::1])")
def _expand(law: Ints, racks: Ints, boneyard: Ints, opening: int, frames: Ints, level: int, table: Ints) -> int:
    """Expand a node: write into its frame what may be done there. The lines from it if they are plain to see, else -1.

    They are at the last ply (bulk counting) and where the table has them.
    """
    frame = frames[level]
    rack, left, right = racks[frame[_TURN]], frame[_LEFT], frame[_RIGHT]
    last = frame[_DEPTH] == 1
    frame[_RACK], frame[_LINES], frame[_ONCE], frame[_KEY] = rack, 0, 0, -1
    if left < 0:
        frame[_ON_LEFT], frame[_ON_RIGHT] = rack & opening, 0
        return popcount(rack & opening) if last else -1
    on_left, on_right = rack & SUITS[left], rack & SUITS[right]
    if on_left | on_right:
        both = law[of.TWO_DOUBLES] and left != right and rack & DOUBLE[left] and rack & DOUBLE[right]
        if last:
            return popcount(on_left) + popcount(on_right) + (1 if both else 0)
        frame[_ONCE] = _DOUBLES if both else 0
    else:
        until_it_fits = law[of.DRAWS] == of.UNTIL_IT_FITS
        may_draw = law[of.DRAWS] and (frame[_DREW] == 0 or until_it_fits) and frame[_DRAWN] < len(boneyard)
        if last and not may_draw:
            return 1
        frame[_ONCE] = (_DRAW if until_it_fits else _DRAW | _PASS) if may_draw else _PASS
    if table.shape[1]:
        low, high = min(left, right), max(left, right)
        key = frame[_AROUND] | (high * (high + 1) // 2 + low) << 55 | frame[_TURN] << 61
        slot = (key * GOLDEN >> 40) & (table.shape[1] - 1)
        if table[0, slot] == key:
            return int(table[1, slot])
        frame[_KEY] = key
    frame[_ON_LEFT] = on_left
    frame[_ON_RIGHT] = 0 if left == right else on_right
    return -1


@kernel("int64(int64[::1], int64[::1], int64[::1], int64, int64[:, ::1], int64[:, ::1])")
def _depth_first(law: Ints, racks: Ints, boneyard: Ints, opening: int, frames: Ints, table: Ints) -> int:
    """Depth-first search on an explicit stack: the lines from the position in the first frame.

    No recursion, which numba cannot keep on disk.
    """
    players, play_on = law[of.PLAYERS], law[of.PLAY_ON] != 0
    level = 0
    found = _expand(law, racks, boneyard, opening, frames, level, table)
    if found >= 0:
        return found
    while True:
        here, there = frames[level], frames[level + 1]
        turn, left, right, depth = here[_TURN], here[_LEFT], here[_RIGHT], here[_DEPTH]
        there[_TURN] = turn + 1 if turn + 1 < players else 0
        while play_on and racks[there[_TURN]] == 0 and there[_TURN] != turn:
            there[_TURN] = there[_TURN] + 1 if there[_TURN] + 1 < players else 0
        there[_DEPTH] = depth - 1 if depth > 0 else depth
        there[_DRAWN], there[_DREW], there[_IDLE] = here[_DRAWN], 0, 0
        placed = 0
        over = False
        if here[_ON_LEFT]:
            tile = trailing_zeros(here[_ON_LEFT])
            here[_ON_LEFT] &= here[_ON_LEFT] - 1
            placed = 1 << tile
            if left < 0:
                left, right = LOW[tile], HIGH[tile]
            else:
                left = PIPS[tile] - left
        elif here[_ON_RIGHT]:
            tile = trailing_zeros(here[_ON_RIGHT])
            here[_ON_RIGHT] &= here[_ON_RIGHT] - 1
            placed = 1 << tile
            right = PIPS[tile] - right
        elif here[_ONCE] & _DOUBLES:
            here[_ONCE] ^= _DOUBLES
            placed = DOUBLE[left] | DOUBLE[right]
        elif here[_ONCE] & _DRAW:
            here[_ONCE] ^= _DRAW
            racks[turn] = here[_RACK] | 1 << boneyard[here[_DRAWN]]
            there[_TURN], there[_DEPTH], there[_IDLE] = turn, depth, here[_IDLE]
            there[_DRAWN], there[_DREW] = here[_DRAWN] + 1, 1
        elif here[_ONCE] & _PASS:
            here[_ONCE] ^= _PASS
            racks[turn] = here[_RACK]
            there[_IDLE] = 0 if here[_DREW] else here[_IDLE] + 1
            over = there[_IDLE] >= players
        else:
            racks[turn] = here[_RACK]
            # Equal ends: whatever was counted on the left could have been played on the right.
            lines = here[_LINES] * 2 if left == right and left >= 0 and here[_RACK] & SUITS[left] else here[_LINES]
            if here[_KEY] >= 0:
                slot = (here[_KEY] * GOLDEN >> 40) & (table.shape[1] - 1)
                table[0, slot], table[1, slot] = here[_KEY], lines
            if level == 0:
                return int(lines)
            level -= 1
            frames[level, _LINES] += lines
            continue

        there[_AROUND], there[_LEFT], there[_RIGHT] = here[_AROUND] ^ placed, left, right
        if placed:
            racks[turn] = here[_RACK] ^ placed
            out = racks[turn] == 0 and (not play_on or racks[(turn + 2) % players] == 0)
            over = out or there[_AROUND] & (SUITS[left] | SUITS[right]) == 0
        if over:
            found = 1 if depth == 1 or depth == TO_THE_END else 0
        elif there[_DEPTH] == 0:
            found = 1
        else:
            found = _expand(law, racks, boneyard, opening, frames, level + 1, table)
        if found >= 0:
            here[_LINES] += found
        else:
            level += 1
