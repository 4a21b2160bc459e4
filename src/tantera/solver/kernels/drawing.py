"""What a hand is worth with all racks open where sleeping tiles may be drawn, or two doubles played in one turn.

Two sides of one or two players. Alpha-beta on a stack of its own (machine code that calls itself cannot be kept on
disk), moves in the order of how few replies they leave the next player. Racks grow here, so the table's key is the
whole position.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from tantera.solver.kernels import law as of
from tantera.solver.kernels.arrays import Ints
from tantera.solver.kernels.jit import kernel, popcount
from tantera.solver.kernels.tables import SUITS
from tantera.solver.kernels.turns import (
    DREW,
    LEFT_END,
    RACK,
    RIGHT_END,
    TAKEN,
    TURN,
    WIDEST,
    deepest,
    key_of,
    laid,
    list_moves,
    set_out,
    slot,
    step,
    table_of,
)

MOST: Final = 1 << 60
"""Above any value."""

# What a frame of the stack holds after its position.
ASKED_FLOOR: Final = 8
ASKED_CEILING: Final = 9
FLOOR: Final = 10
CEILING: Final = 11
BEST: Final = 12
CHOSEN: Final = 13
KEY: Final = 14
"""Three words."""
PLACE: Final = 17
FOUND: Final = 18
"""How many moves there are."""
NEXT: Final = 19
"""Which of them is tried next."""
MOVES: Final = 20

EXACT: Final = 0
AT_LEAST: Final = 1
AT_MOST: Final = 2
WORDS: Final = 5
"""Of an entry of the table: three of the key, the kind of value and which search found it, the value."""


def new_table(bits: int = 16) -> Ints:
    return table_of(WORDS, bits)


@kernel("int64(int64[::1], int64[::1], int64[::1])")
def worth_of(law: Ints, points: Ints, utility: Ints) -> int:
    """What the points mean to side 0."""
    value: int = points[0] - points[1]
    if law[of.SCORING] == of.OWN_LOSS:
        value = -value
    if utility.size != 0:
        place = value + (utility.size >> 1)
        value = utility[max(0, min(utility.size - 1, place))]
    return value


@kernel("boolean(int64[::1], int64[::1], int64[::1], int64[:,::1], int64[::1], int64, int64)")
def enter(law: Ints, racks: Ints, boneyard: Ints, table: Ints, here: Ints, floor: int, ceiling: int) -> bool:
    """Look a position up, and list its moves if that is not enough. True where its value is known: it is in BEST."""
    here[ASKED_FLOOR], here[ASKED_CEILING], here[FLOOR], here[CEILING] = floor, ceiling, floor, ceiling
    size = table.shape[0] - 1
    one, two, three = key_of(law, racks, here)
    place = slot(one, two, three, size)
    here[KEY], here[KEY + 1], here[KEY + 2], here[PLACE] = one, two, three, place
    entry = table[place]
    favourite = -MOST
    if entry[3] >> 12 == table[size, 0] and entry[0] == one and entry[1] == two and entry[2] == three:
        known, kind = entry[4], entry[3] & 3
        if kind == EXACT or (kind == AT_LEAST and known >= ceiling) or (kind == AT_MOST and known <= floor):
            here[BEST] = known
            return True
        # Of a position the other way round it may name the other end: then it helps nobody.
        favourite = (entry[3] >> 2 & 1023) - 3
    rack, left, right = here[RACK], here[LEFT_END], here[RIGHT_END]
    moves = here[MOVES:]
    found = list_moves(law, rack, left, right, boneyard.size - here[TAKEN], here[DREW], moves)
    here[FOUND], here[NEXT] = found, 0
    here[BEST] = -MOST if here[TURN] % law[of.SIDES] == 0 else MOST
    if found > 1 and moves[0] != of.DRAW:
        replies = racks[(here[TURN] + 1) % law[of.PLAYERS]]
        for i in range(found):
            code = moves[i]
            placed, new_left, new_right = laid(code, left, right)
            order = 0
            if code != favourite and rack & ~placed != 0:
                order = 1 + popcount(replies & (SUITS[new_left] | SUITS[new_right]))
            item, j = order << 16 | (code + 3), i - 1
            while j >= 0 and moves[j] > item:
                moves[j + 1] = moves[j]
                j -= 1
            moves[j + 1] = item
        for i in range(found):
            moves[i] = (moves[i] & 65535) - 3
    return False


@kernel("void(int64[::1], int64[::1], int64)")
def absorb(law: Ints, here: Ints, value: int) -> None:
    """What the move just tried is worth."""
    if here[TURN] % law[of.SIDES] == 0:
        if value > here[BEST]:
            here[BEST], here[CHOSEN] = value, here[MOVES + here[NEXT] - 1]
        here[FLOOR] = max(here[FLOOR], value)
    else:
        if value < here[BEST]:
            here[BEST], here[CHOSEN] = value, here[MOVES + here[NEXT] - 1]
        here[CEILING] = min(here[CEILING], value)


@kernel(
    "int64(int64[::1], int64[::1], int64[::1], int64[::1], int64, int64[:,::1], int64[:,::1], int64[::1], int64[::1])"
)
def search(
    law: Ints,
    racks: Ints,
    boneyard: Ints,
    utility: Ints,
    opener: int,
    table: Ints,
    frames: Ints,
    points: Ints,
    count: Ints,
) -> int:
    """The value to side 0 of the one move listed in the first frame.

    Racks change on the way and stand as before at the end. `count` holds the nodes and how many are allowed: beyond
    that, what is returned means nothing.
    """
    size = table.shape[0] - 1
    depth = 0
    while True:
        here = frames[depth]
        if here[NEXT] == here[FOUND] or here[FLOOR] >= here[CEILING]:
            best: int = here[BEST]
            if depth == 0:
                return best
            entry = table[here[PLACE]]
            kind = AT_MOST if best <= here[ASKED_FLOOR] else AT_LEAST if best >= here[ASKED_CEILING] else EXACT
            entry[0], entry[1], entry[2], entry[4] = here[KEY], here[KEY + 1], here[KEY + 2], best
            entry[3] = table[size, 0] << 12 | (here[CHOSEN] + 3) << 2 | kind
            depth -= 1
            here = frames[depth]
            racks[here[TURN]] = here[RACK]
            absorb(law, here, best)
            continue
        count[0] += 1
        if count[0] > count[1]:
            return 0
        code = here[MOVES + here[NEXT]]
        here[NEXT] += 1
        there = frames[depth + 1]
        if step(law, racks, boneyard, opener, here, code, there, points):
            value = worth_of(law, points, utility)
        elif enter(law, racks, boneyard, table, there, here[FLOOR], here[CEILING]):
            value = there[BEST]
        else:
            depth += 1
            continue
        racks[here[TURN]] = here[RACK]
        absorb(law, here, value)


@kernel(
    "int64(int64[::1], int64[::1], int64[::1], int64, int64, int64, int64, int64, int64, int64[::1],"
    " int64[:,::1], int64, int64[::1], int64[::1], int64[::1])"
)
def solve_drawing(
    law: Ints,
    racks: Ints,
    boneyard: Ints,
    left: int,
    right: int,
    turn: int,
    opener: int,
    drew: int,
    idle: int,
    utility: Ints,
    table: Ints,
    budget: int,
    moves: Ints,
    values: Ints,
    nodes: Ints,
) -> int:
    """The value to side 0 of every move of the player in turn. Returns how many moves there are, or -1 where that would
    take more than `budget` nodes.

    `left` and `right` are -1 before the opening, and only then is a first pass still to come. `utility` says what every
    difference of points is worth, the middle one no points; empty, it is worth itself. `moves` and `values` have room
    for `WIDEST`; `nodes[0]` counts up.
    """
    table[table.shape[0] - 1, 0] += 1
    count = np.array([0, budget], np.int64)
    held = racks.copy()
    points = np.zeros(4, np.int64)
    frames = np.empty((deepest(racks, boneyard), MOVES + WIDEST), np.int64)
    found = list_moves(law, held[turn], left, right, boneyard.size, drew, moves)
    root = frames[0]
    for i in range(found):
        set_out(root, racks, left, right, turn, drew, idle)
        root[FLOOR], root[CEILING] = -MOST, MOST
        root[BEST] = -MOST if turn % law[of.SIDES] == 0 else MOST
        root[MOVES], root[FOUND], root[NEXT] = moves[i], 1, 0
        values[i] = search(law, held, boneyard, utility, opener, table, frames, points, count)
        if count[0] > budget:
            break
    nodes[0] += count[0]
    return found if count[0] <= budget else -1
