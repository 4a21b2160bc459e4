"""Where the open ends bring points after every tile (fives and threes): alpha-beta with a transposition table, and
roll-outs.

Two sides of one or two players, nothing drawn, one tile a turn; partners may play on. A value is what side 0 still
makes more than side 1 from a position on, so that a position is worth the same however the points before it were made:
a move is worth what it brings at once and what follows. What each side still lacks to the limit of the match may be
known. The search has a stack of its own, as machine code that calls itself cannot be kept on disk.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from tantera.solver.kernels import law as of
from tantera.solver.kernels.jit import Ints, kernel, popcount, trailing_zeros
from tantera.solver.kernels.tables import HIGH, LOW, PIPS, SUITS
from tantera.solver.kernels.turns import WIDEST, hash_index, score_hand, transposition_table

INFINITY: Final = 1 << 40
WON: Final = 500
"""What reaching the limit of the match is worth, in points: more than a hand can bring."""
NO_LIMIT: Final = 511
"""What a side lacks where that is not known, or too far away."""

# A frame of the stack: the position, the window, the place in the table, the moves.
LEFT_END: Final = 0
RIGHT_END: Final = 1
LEFT_DOUBLE: Final = 2
"""1 where the tile at that end is a double: it counts both halves."""
RIGHT_DOUBLE: Final = 3
TURN: Final = 4
RACK: Final = 5
LACKS: Final = 6
"""What each of the two sides lacks to the limit."""
AROUND: Final = 8
"""The tiles in all racks."""
GAIN: Final = 9
"""What the move that led here brought side 0 at once."""
FIRST_ALPHA: Final = 10
FIRST_BETA: Final = 11
ALPHA: Final = 12
BETA: Final = 13
BEST: Final = 14
BEST_MOVE: Final = 15
KEY: Final = 16
"""Two words."""
SLOT: Final = 18
FOUND: Final = 19
NEXT: Final = 20
MOVES: Final = 21

EXACT: Final = 0
LOWER_BOUND: Final = 1
UPPER_BOUND: Final = 2
WORDS: Final = 4
"""Of an entry of the table: two of the key; generation, best move and kind of bound in one; the value."""


def new_table(bits: int = 18) -> Ints:
    """An empty transposition table."""
    return transposition_table(WORDS, bits)


@kernel("int64(int64[::1], int64)")
def points_for(law: Ints, pips: int) -> int:
    """What open ends with so many pips bring."""
    if law[of.COUNT] == of.FIVES:
        return pips if pips % 5 == 0 else 0
    return (pips // 5 if pips % 5 == 0 else 0) + (pips // 3 if pips % 3 == 0 else 0)


@kernel("int64(int64, int64, int64, int64, int64, int64[::1])")
def list_moves(rack: int, left: int, right: int, left_double: int, right_double: int, codes: Ints) -> int:
    """Every move of a rack; on equal ends once, unless one of them is a double and counts twice."""
    found = 0
    if left < 0:
        while rack != 0:
            codes[found] = trailing_zeros(rack) << 2 | of.OPENING
            rack &= rack - 1
            found += 1
        return found
    fitting = rack & (SUITS[left] | SUITS[right])
    if fitting == 0:
        codes[0] = of.PASS
        return 1
    both = left != right or left_double != right_double
    while fitting != 0:
        tile = trailing_zeros(fitting)
        fitting &= fitting - 1
        if LOW[tile] == left or HIGH[tile] == left:
            codes[found] = tile << 2 | of.LEFT
            found += 1
        if both and (LOW[tile] == right or HIGH[tile] == right):
            codes[found] = tile << 2 | of.RIGHT
            found += 1
    return found


@kernel("int64(int64[::1], int64[::1], int64)")
def brought(law: Ints, here: Ints, code: int) -> int:
    """What the ends bring after a move, the last tile apart."""
    if code == of.PASS:
        return 0
    tile, how = code >> 2, code & 3
    if how == of.OPENING:
        return points_for(law, PIPS[tile])
    double = 1 if LOW[tile] == HIGH[tile] else 0
    left, right = here[LEFT_END] * (1 + here[LEFT_DOUBLE]), here[RIGHT_END] * (1 + here[RIGHT_DOUBLE])
    if how == of.LEFT:
        left = (PIPS[tile] - here[LEFT_END]) * (1 + double)
    else:
        right = (PIPS[tile] - here[RIGHT_END]) * (1 + double)
    return points_for(law, left + right)


@kernel("boolean(int64[::1], int64[::1], int64, int64, int64[::1], int64, int64[::1], int64[::1])")
def step(law: Ints, racks: Ints, opener: int, exact: int, here: Ints, code: int, there: Ints, points: Ints) -> bool:
    """Make a move: the rack of the player in turn changes, and `there` becomes the position after it, GAIN with what it
    brought. True where that is the end of the hand, or of the match.

    Unmade by putting back ``here[RACK]``.
    """
    turn, players, play_on = here[TURN], law[of.PLAYERS], law[of.PLAY_ON] != 0
    side = turn % 2
    sign = 1 - 2 * side
    for word in range(LACKS, LACKS + 2):
        there[word] = here[word]
    there[LEFT_END], there[RIGHT_END] = here[LEFT_END], here[RIGHT_END]
    there[LEFT_DOUBLE], there[RIGHT_DOUBLE] = here[LEFT_DOUBLE], here[RIGHT_DOUBLE]
    there[AROUND], there[GAIN] = here[AROUND], 0
    over = False
    if code != of.PASS:
        tile, how = code >> 2, code & 3
        double = 1 if LOW[tile] == HIGH[tile] else 0
        gain = brought(law, here, code)
        if how == of.OPENING:
            there[LEFT_END], there[RIGHT_END] = LOW[tile], HIGH[tile]
            there[LEFT_DOUBLE] = there[RIGHT_DOUBLE] = double
        elif how == of.LEFT:
            there[LEFT_END], there[LEFT_DOUBLE] = PIPS[tile] - here[LEFT_END], double
        else:
            there[RIGHT_END], there[RIGHT_DOUBLE] = PIPS[tile] - here[RIGHT_END], double
        racks[turn] = here[RACK] & ~(1 << tile)
        there[AROUND] = here[AROUND] & ~(1 << tile)
        out = racks[turn] == 0 and (not play_on or racks[(turn + 2) % players] == 0)
        if out:
            gain += law[of.LAST_TILE]
        if here[LACKS + side] != NO_LIMIT:
            if exact != 0 and gain > here[LACKS + side]:
                gain = 0
            there[LACKS + side] = max(0, here[LACKS + side] - gain)
            if there[LACKS + side] == 0:
                there[GAIN] = sign * (gain + WON)
                return True
        there[GAIN] = sign * gain
        over = out or there[AROUND] & (SUITS[there[LEFT_END]] | SUITS[there[RIGHT_END]]) == 0
        if over:
            score_hand(law, racks, opener, turn if out else -1, code, here[LEFT_END], here[RIGHT_END], 0, points)
            there[GAIN] += points[0] - points[1]
    following = turn + 1 if turn + 1 < players else 0
    while play_on and racks[following] == 0 and following != turn:
        following = following + 1 if following + 1 < players else 0
    there[TURN], there[RACK] = following, racks[following]
    return over


@kernel("boolean(int64[::1], int64[:,::1], int64[::1], int64, int64)")
def enter(law: Ints, table: Ints, here: Ints, alpha: int, beta: int) -> bool:
    """Probe the table, else expand the node: list its moves, the hash move and those that bring most first. True where
    the value is known: it is in BEST."""
    here[FIRST_ALPHA], here[FIRST_BETA], here[ALPHA], here[BETA] = alpha, beta, alpha, beta
    left, right = here[LEFT_END] << 1 | here[LEFT_DOUBLE], here[RIGHT_END] << 1 | here[RIGHT_DOUBLE]
    low, high = min(left, right), max(left, right)
    one = here[AROUND]
    two = low | high << 5 | here[TURN] << 10 | here[LACKS] << 12 | here[LACKS + 1] << 21
    size = table.shape[0] - 1
    slot = hash_index(one, two, 0, size)
    here[KEY], here[KEY + 1], here[SLOT] = one, two, slot
    entry = table[slot]
    hash_move = -INFINITY
    if entry[2] >> 12 == table[size, 0] and entry[0] == one and entry[1] == two:
        known, kind = entry[3], entry[2] & 3
        if kind == EXACT or (kind == LOWER_BOUND and known >= beta) or (kind == UPPER_BOUND and known <= alpha):
            here[BEST] = known
            return True
        hash_move = (entry[2] >> 2 & 1023) - 3
    moves = here[MOVES:]
    found = list_moves(here[RACK], here[LEFT_END], here[RIGHT_END], here[LEFT_DOUBLE], here[RIGHT_DOUBLE], moves)
    here[FOUND], here[NEXT], here[BEST_MOVE] = found, 0, moves[0]
    here[BEST] = -INFINITY if here[TURN] % 2 == 0 else INFINITY
    for i in range(found if found > 1 else 0):
        code = moves[i]
        order = 0 if code == hash_move else 64 - min(63, brought(law, here, code))
        item, j = order << 16 | (code + 3), i - 1
        while j >= 0 and moves[j] > item:
            moves[j + 1] = moves[j]
            j -= 1
        moves[j + 1] = item
    if found > 1:
        for i in range(found):
            moves[i] = (moves[i] & 65535) - 3
    return False


@kernel("void(int64[::1], int64)")
def back_up(here: Ints, value: int) -> None:
    """Back the value of the move just tried up to the node, and close its window."""
    if here[TURN] % 2 == 0:
        if value > here[BEST]:
            here[BEST], here[BEST_MOVE] = value, here[MOVES + here[NEXT] - 1]
        here[ALPHA] = max(here[ALPHA], value)
    else:
        if value < here[BEST]:
            here[BEST], here[BEST_MOVE] = value, here[MOVES + here[NEXT] - 1]
        here[BETA] = min(here[BETA], value)


@kernel("int64(int64[::1], int64[::1], int64, int64, int64[:,::1], int64[:,::1], int64[::1], int64[::1])")
def search(
    law: Ints, racks: Ints, opener: int, exact: int, table: Ints, frames: Ints, points: Ints, count: Ints
) -> int:
    """The value of the one move listed in the first frame. Racks change on the way and stand as before at the end.
    `count` holds the nodes visited and the budget: beyond that, what is returned means nothing."""
    size = table.shape[0] - 1
    depth = 0
    while True:
        here = frames[depth]
        if here[NEXT] == here[FOUND] or here[ALPHA] >= here[BETA]:
            best: int = here[BEST]
            if depth == 0:
                return best
            entry = table[here[SLOT]]
            kind = UPPER_BOUND if best <= here[FIRST_ALPHA] else LOWER_BOUND if best >= here[FIRST_BETA] else EXACT
            entry[0], entry[1], entry[3] = here[KEY], here[KEY + 1], best
            entry[2] = table[size, 0] << 12 | (here[BEST_MOVE] + 3) << 2 | kind
            gain = here[GAIN]
            depth -= 1
            here = frames[depth]
            racks[here[TURN]] = here[RACK]
            back_up(here, best + gain)
            continue
        count[0] += 1
        if count[0] > count[1]:
            return 0
        code = here[MOVES + here[NEXT]]
        here[NEXT] += 1
        there = frames[depth + 1]
        if step(law, racks, opener, exact, here, code, there, points):
            value = there[GAIN]
        elif enter(law, table, there, here[ALPHA] - there[GAIN], here[BETA] - there[GAIN]):
            value = there[BEST] + there[GAIN]
        else:
            depth += 1
            continue
        racks[here[TURN]] = here[RACK]
        back_up(here, value)


@kernel(
    "int64(int64[::1], int64[::1], int64, int64, int64, int64, int64, int64, int64[::1], int64,"
    " int64[:,::1], int64, int64[::1], int64[::1], int64[::1])"
)
def solve_in_play(
    law: Ints,
    racks: Ints,
    left: int,
    right: int,
    left_double: int,
    right_double: int,
    turn: int,
    opener: int,
    lacks: Ints,
    exact: int,
    table: Ints,
    budget: int,
    moves: Ints,
    values: Ints,
    nodes: Ints,
) -> int:
    """What side 0 makes more than side 1 after every move of the player in turn. Returns how many moves there are, or
    -1 where that would take more than `budget` nodes.

    `lacks` is what each side lacks to the limit, or NO_LIMIT. `moves` and `values` have room for `WIDEST`; `nodes[0]`
    counts up.
    """
    table[table.shape[0] - 1, 0] += 1
    count = np.array([0, budget], np.int64)
    held, points, tiles = racks.copy(), np.zeros(4, np.int64), 0
    for rack in racks:
        tiles += popcount(rack)
    frames = np.empty((4 * (tiles + 2) + 2, MOVES + WIDEST), np.int64)
    found = list_moves(held[turn], left, right, left_double, right_double, moves)
    root = frames[0]
    for i in range(found):
        root[LEFT_END], root[RIGHT_END], root[LEFT_DOUBLE], root[RIGHT_DOUBLE] = left, right, left_double, right_double
        root[TURN], root[RACK], root[LACKS], root[LACKS + 1] = turn, racks[turn], lacks[0], lacks[1]
        root[AROUND] = racks[0] | racks[1] | racks[2] | racks[3]
        root[GAIN] = 0
        root[ALPHA], root[BETA] = -INFINITY, INFINITY
        root[BEST] = -INFINITY if turn % 2 == 0 else INFINITY
        root[MOVES], root[FOUND], root[NEXT] = moves[i], 1, 0
        values[i] = search(law, held, opener, exact, table, frames, points, count)
        if count[0] > budget:
            break
    nodes[0] += count[0]
    return found if count[0] <= budget else -1


@kernel("int64(int64[::1], int64[::1], int64[::1])")
def by_greed(law: Ints, here: Ints, moves: Ints) -> int:
    """The move of somebody who sees their own tiles only: what brings most at once, and of those what leaves most of
    their tiles playable."""
    found = list_moves(here[RACK], here[LEFT_END], here[RIGHT_END], here[LEFT_DOUBLE], here[RIGHT_DOUBLE], moves)
    best, most = moves[0], -1
    for i in range(found if found > 1 else 0):
        code = moves[i]
        tile, how = code >> 2, code & 3
        left, right = here[LEFT_END], here[RIGHT_END]
        if how == of.OPENING:
            left, right = LOW[tile], HIGH[tile]
        elif how == of.LEFT:
            left = PIPS[tile] - left
        else:
            right = PIPS[tile] - right
        rest = here[RACK] & ~(1 << tile)
        order = brought(law, here, code) << 8 | popcount(rest & (SUITS[left] | SUITS[right])) << 4
        order |= 1 if LOW[tile] == HIGH[tile] else 0
        if order > most:
            best, most = code, order
    return int(best)


@kernel(
    "void(int64[::1], int64[:,::1], int64, int64, int64, int64, int64, int64, int64[::1], int64, int64[::1],"
    " int64[:,::1])"
)
def try_out(
    law: Ints,
    worlds: Ints,
    left: int,
    right: int,
    left_double: int,
    right_double: int,
    turn: int,
    opener: int,
    lacks: Ints,
    exact: int,
    moves: Ints,
    values: Ints,
) -> None:
    """Roll-outs: what side 0 makes more than side 1 in each of these worlds after each of these moves, when everybody
    goes on by greed. One row of `values` a world."""
    frames, scratch = np.empty((2, MOVES + WIDEST), np.int64), np.empty(WIDEST, np.int64)
    points, held = np.zeros(4, np.int64), np.zeros(4, np.int64)
    for world in range(worlds.shape[0]):
        for move in range(moves.size):
            held[:] = worlds[world]
            here, there = frames[0], frames[1]
            here[LEFT_END], here[LEFT_DOUBLE] = left, left_double
            here[RIGHT_END], here[RIGHT_DOUBLE] = right, right_double
            here[TURN], here[RACK], here[LACKS], here[LACKS + 1] = turn, held[turn], lacks[0], lacks[1]
            here[AROUND] = held[0] | held[1] | held[2] | held[3]
            code, value = moves[move], 0
            while not step(law, held, opener, exact, here, code, there, points):
                value += there[GAIN]
                here, there = there, here
                code = by_greed(law, here, scratch)
            values[world, move] = value + there[GAIN]
