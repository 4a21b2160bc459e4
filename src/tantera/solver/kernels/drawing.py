"""Alpha-beta with a transposition table: what a hand is worth with all racks open where sleeping tiles may be drawn, or
two doubles played in one turn.

Two sides of one or two players. The search has a stack of its own, as machine code that calls itself cannot be kept on
disk. Move ordering: the hash move, then by mobility, how few replies a move leaves the next player. Racks grow here, so
the table's key is the whole position.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from tantera.solver.kernels import law as of
from tantera.solver.kernels.jit import Ints, kernel, popcount
from tantera.solver.kernels.tables import SUITS
from tantera.solver.kernels.turns import (
    DREW,
    LEFT_END,
    RACK,
    RIGHT_END,
    TAKEN,
    TURN,
    WIDEST,
    hash_index,
    key_of,
    laid,
    list_moves,
    set_root,
    stack_depth,
    step,
    transposition_table,
)

INFINITY: Final = 1 << 60
"""Above any value."""

# What a frame of the stack holds after its position.
ORIGINAL_ALPHA: Final = 8
"""The window that was asked for, against which the value is exact or a bound; ALPHA and BETA close in on the way."""
ORIGINAL_BETA: Final = 9
ALPHA: Final = 10
BETA: Final = 11
BEST: Final = 12
BEST_MOVE: Final = 13
"""Kept in the table as the hash move, to be tried first the next time."""
KEY: Final = 14
"""Three words."""
SLOT: Final = 17
"""Where the table keeps this position: the key's hash index."""
FOUND: Final = 18
"""How many moves there are."""
NEXT: Final = 19
"""Which of them is tried next."""
MOVES: Final = 20

EXACT: Final = 0
LOWER_BOUND: Final = 1
UPPER_BOUND: Final = 2
WORDS: Final = 5
"""Of an entry of the table: three of the key; generation, best move and kind of bound in one; the value."""


def new_table(bits: int = 16) -> Ints:
    """An empty transposition table."""
    return transposition_table(WORDS, bits)


@kernel("int64(int64[::1], int64[::1], int64[::1])")
def evaluate(law: Ints, points: Ints, utility: Ints) -> int:
    """Evaluate a terminal node: the utility of the points to side 0."""
    value: int = points[0] - points[1]
    if law[of.SCORING] == of.OWN_LOSS:
        value = -value
    if utility.size != 0:
        place = value + (utility.size >> 1)
        value = utility[max(0, min(utility.size - 1, place))]
    return value


@kernel("boolean(int64[::1], int64[::1], int64[::1], int64[:,::1], int64[::1], int64, int64)")
def enter(law: Ints, racks: Ints, boneyard: Ints, table: Ints, here: Ints, alpha: int, beta: int) -> bool:
    """Probe the table, else expand the node: list and order its moves. True where the value is known: it is in BEST."""
    here[ORIGINAL_ALPHA], here[ORIGINAL_BETA], here[ALPHA], here[BETA] = alpha, beta, alpha, beta
    size = table.shape[0] - 1
    one, two, three = key_of(law, racks, here)
    slot = hash_index(one, two, three, size)
    here[KEY], here[KEY + 1], here[KEY + 2], here[SLOT] = one, two, three, slot
    entry = table[slot]
    hash_move = -INFINITY
    if entry[3] >> 12 == table[size, 0] and entry[0] == one and entry[1] == two and entry[2] == three:
        known, kind = entry[4], entry[3] & 3
        if kind == EXACT or (kind == LOWER_BOUND and known >= beta) or (kind == UPPER_BOUND and known <= alpha):
            here[BEST] = known
            return True
        # Of a position the other way round it may name the other end: then it helps nobody.
        hash_move = (entry[3] >> 2 & 1023) - 3
    rack, left, right = here[RACK], here[LEFT_END], here[RIGHT_END]
    moves = here[MOVES:]
    found = list_moves(law, rack, left, right, boneyard.size - here[TAKEN], here[DREW], moves)
    here[FOUND], here[NEXT] = found, 0
    here[BEST] = -INFINITY if here[TURN] % law[of.SIDES] == 0 else INFINITY
    if found > 1 and moves[0] != of.DRAW:
        next_rack = racks[(here[TURN] + 1) % law[of.PLAYERS]]
        for i in range(found):
            code = moves[i]
            placed, new_left, new_right = laid(code, left, right)
            order = 0
            if code != hash_move and rack & ~placed != 0:
                order = 1 + popcount(next_rack & (SUITS[new_left] | SUITS[new_right]))
            # Insertion sort: there are few.
            item, j = order << 16 | (code + 3), i - 1
            while j >= 0 and moves[j] > item:
                moves[j + 1] = moves[j]
                j -= 1
            moves[j + 1] = item
        for i in range(found):
            moves[i] = (moves[i] & 65535) - 3
    return False


@kernel("void(int64[::1], int64[::1], int64)")
def back_up(law: Ints, here: Ints, value: int) -> None:
    """Back the value of the move just tried up to the node, and close its window."""
    if here[TURN] % law[of.SIDES] == 0:
        if value > here[BEST]:
            here[BEST], here[BEST_MOVE] = value, here[MOVES + here[NEXT] - 1]
        here[ALPHA] = max(here[ALPHA], value)
    else:
        if value < here[BEST]:
            here[BEST], here[BEST_MOVE] = value, here[MOVES + here[NEXT] - 1]
        here[BETA] = min(here[BETA], value)


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
    """Alpha-beta: the value to side 0 of the one move listed in the first frame.

    Racks change on the way and stand as before at the end. `count` holds the nodes visited and the budget: beyond
    that, what is returned means nothing.
    """
    size = table.shape[0] - 1
    depth = 0
    while True:
        here = frames[depth]
        if here[NEXT] == here[FOUND] or here[ALPHA] >= here[BETA]:
            best: int = here[BEST]
            if depth == 0:
                return best
            entry = table[here[SLOT]]
            kind = (
                UPPER_BOUND if best <= here[ORIGINAL_ALPHA] else LOWER_BOUND if best >= here[ORIGINAL_BETA] else EXACT
            )
            entry[0], entry[1], entry[2], entry[4] = here[KEY], here[KEY + 1], here[KEY + 2], best
            entry[3] = table[size, 0] << 12 | (here[BEST_MOVE] + 3) << 2 | kind
            depth -= 1
            here = frames[depth]
            racks[here[TURN]] = here[RACK]
            back_up(law, here, best)
            continue
        count[0] += 1
        if count[0] > count[1]:
            return 0
        code = here[MOVES + here[NEXT]]
        here[NEXT] += 1
        there = frames[depth + 1]
        if step(law, racks, boneyard, opener, here, code, there, points):
            value = evaluate(law, points, utility)
        elif enter(law, racks, boneyard, table, there, here[ALPHA], here[BETA]):
            value = there[BEST]
        else:
            depth += 1
            continue
        racks[here[TURN]] = here[RACK]
        back_up(law, here, value)


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

    `left` and `right` are -1 before the opening, and only then is a first pass still to come. The utility function
    `utility` says what every difference of points is worth, the middle one no points; empty, it is worth itself.
    `moves` and `values` have room for `WIDEST`; `nodes[0]` counts up.
    """
    table[table.shape[0] - 1, 0] += 1
    count = np.array([0, budget], np.int64)
    held = racks.copy()
    points = np.zeros(4, np.int64)
    frames = np.empty((stack_depth(racks, boneyard), MOVES + WIDEST), np.int64)
    found = list_moves(law, held[turn], left, right, boneyard.size, drew, moves)
    root = frames[0]
    for i in range(found):
        set_root(root, racks, left, right, turn, drew, idle)
        root[ALPHA], root[BETA] = -INFINITY, INFINITY
        root[BEST] = -INFINITY if turn % law[of.SIDES] == 0 else INFINITY
        root[MOVES], root[FOUND], root[NEXT] = moves[i], 1, 0
        values[i] = search(law, held, boneyard, utility, opener, table, frames, points, count)
        if count[0] > budget:
            break
    nodes[0] += count[0]
    return found if count[0] <= budget else -1
