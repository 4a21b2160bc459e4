"""Minimax values by MTD(f), the root of the search: what a hand is worth with all racks open and best play by
everybody, and each move in it. Two sides, no drawing.

Here are the root's moves, each with what is known of it at once; `bound` searches below them. Tiles in play are
relabelled, the heaviest first in each rack, so that bit masks are short whatever the set.

The utility function is an array: what every number of points is worth to side 0, the middle place no points, never
falling from left to right, its values within ±`MOST_VALUE`. Points beyond its ends count as its ends.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from tantera.solver.kernels import law as of
from tantera.solver.kernels import tables
from tantera.solver.kernels.bound import (
    DECK,
    DEEPEST,
    FIRST,
    FITS,
    FRAME,
    GENERATION,
    HALF,
    INDEX,
    INDEX_BITS,
    KEY_BITS,
    KEYED,
    LEFT_END,
    OPENER,
    OWN_PIPS,
    PIPS,
    POSITION,
    RACKS,
    REMAINING,
    RIGHT_END,
    SECOND,
    TABLE_SIZE,
    TURN,
    UNKNOWN,
    VALUE_BITS,
    SearchNode,
    evaluate_end,
    mobility,
    most_points,
    mtd_f,
    null_window,
)
from tantera.solver.kernels.jit import Ints, kernel, trailing_zeros
from tantera.solver.kernels.turns import WIDEST

MOST_VALUE: Final = HALF - 1

# A move of the root is a row: the position after it, then
CODE: Final = POSITION
OVER: Final = POSITION + 1
"""1 where the hand is over with it: then it is worth VALUE."""
VALUE: Final = POSITION + 2
PASSES: Final = POSITION + 3
"""1 where it is the opening, the next player has to pass at once, and the book gives a bonus for that."""
MOBILITY: Final = POSITION + 4
"""Its key in the move ordering."""
WORDS: Final = POSITION + 5


def new_table() -> Ints:
    """An empty transposition table. Searches in threads need one each."""
    return np.zeros(TABLE_SIZE + 2, np.int64)


def new_frames() -> Ints:
    """An empty stack for the depth-first search."""
    return np.zeros((DEEPEST, FRAME), np.int64)


@kernel("UniTuple(int64, 3)(int64[::1], int64, int64[:,::1])")
def number_tiles(racks: Ints, players: int, deck: Ints) -> tuple[int, int, int]:
    """Relabel the tiles in play, in an empty deck: how many there are, and their pips, in all and with side 0."""
    tiles = total = own = 0
    for player in range(players):
        # Selection sort: a rack has few tiles.
        rack = racks[player]
        while rack != 0:
            top = trailing_zeros(rack)
            rest = rack & (rack - 1)
            while rest != 0:
                tile = trailing_zeros(rest)
                rest &= rest - 1
                if tables.PIPS[tile] > tables.PIPS[top]:
                    top = tile
            rack ^= 1 << top
            low, high = tables.LOW[top], tables.HIGH[top]
            deck[FIRST, tiles], deck[SECOND, tiles], deck[INDEX, tiles] = low, high, top
            deck[RACKS, player] |= 1 << tiles
            deck[FITS, low] |= 1 << tiles
            deck[FITS, high] |= 1 << tiles
            total += low + high
            if player & 1 == 0:
                own += low + high
            tiles += 1
    return tiles, total, own


@kernel("int64[::1](int64[::1], int64, int64)")
def shifted(utility: Ints, reach: int, more: int) -> Ints:
    """The utility function moved by `more` points, and padded so that it reaches at least `reach` either way."""
    reach = max(reach, utility.size >> 1)
    wider = np.empty(2 * reach + 1, np.int64)
    for place in range(wider.size):
        wider[place] = utility[max(0, min(utility.size - 1, place - reach + (utility.size >> 1) + more))]
    return wider


@kernel("void(int64[::1], int64)")
def new_generation(table: Ints, key_bits: int) -> None:
    """Age the transposition table in place of clearing it: no entry is of this generation, nor of the one after it.

    It is cleared when generations run out.
    """
    table[GENERATION] += 2
    if table[KEYED] != key_bits or table[GENERATION] + 1 >= 1 << (62 - VALUE_BITS - (key_bits - INDEX_BITS)):
        table[:] = 0
        table[KEYED], table[GENERATION] = key_bits, 1


@kernel("int64(int64[::1], int64[::1], int64[:,::1], int64[::1], int64[:,::1])")
def list_moves(law: Ints, utility: Ints, deck: Ints, position: Ints, rows: Ints) -> int:
    """Move generation at the root: a row for every legal move, equal ends once. How many, none if the hand is over."""
    low, high, racks, suits = deck[FIRST], deck[SECOND], deck[RACKS], deck[FITS]
    remaining, left, right, turn = position[REMAINING], position[LEFT_END], position[RIGHT_END], position[TURN]
    total, own, opener = position[PIPS], position[OWN_PIPS], position[OPENER]
    here = SearchNode(remaining, left, right, turn, total, own)
    players = law[of.PLAYERS]
    next_turn = (turn + 1) % players
    following, later = racks[next_turn], racks[(turn + players - 1) % players]
    todo = racks[turn]
    if left >= 0:
        todo &= suits[left] | suits[right]
        if todo == 0 and remaining & (suits[left] | suits[right]) != 0:
            for word in range(WORDS):
                rows[0, word] = position[word] if word < POSITION else 0
            rows[0, CODE] = of.PASS
            return 1
    found = 0
    while todo != 0:
        tile = trailing_zeros(todo)
        bit = 1 << tile
        todo ^= bit
        after = remaining ^ bit
        one, other = low[tile], high[tile]
        pips = one + other
        for end in range(2):
            if left < 0:
                if end == 1:
                    continue
                new_left, new_right, how = one, other, of.OPENING
            elif end == 0:
                if one != left and other != left:
                    continue
                new_left, new_right, how = pips - left, right, of.LEFT
            else:
                if left == right or (one != right and other != right):
                    continue
                new_left, new_right, how = left, pips - right, of.RIGHT
            rest, mine = total - pips, own - pips if turn & 1 == 0 else own
            fits = suits[new_left] | suits[new_right]
            over = racks[turn] == bit or after & fits == 0
            value = evaluate_end(law, utility, deck, here, opener, tile) if over else 0
            row = rows[found]
            found += 1
            row[REMAINING], row[LEFT_END], row[RIGHT_END], row[TURN] = after, new_left, new_right, next_turn
            row[PIPS], row[OWN_PIPS], row[OPENER], row[KEY_BITS] = rest, mine, opener, position[KEY_BITS]
            row[CODE], row[OVER], row[VALUE] = deck[INDEX, tile] << 2 | how, over, value
            row[PASSES] = how == of.OPENING and law[of.PASS_BONUS] != 0 and not over and following & fits == 0
            row[MOBILITY] = mobility(following, later, fits)
    return found


@kernel(
    "Tuple((int64[:,::1], int64[:,::1], int64, int64[::1], int64[::1]))"
    "(int64[::1], int64[::1], int64[::1], int64, int64, int64, int64, int64[::1])"
)
def begin(
    law: Ints, utility: Ints, racks: Ints, left: int, right: int, turn: int, opener: int, table: Ints
) -> tuple[Ints, Ints, int, Ints, Ints]:
    """Set up the root: the deck; a row for every move, and how many there are; the utility function without and with a
    first pass."""
    deck, rows = np.zeros((DECK, tables.TILES), np.int64), np.empty((WIDEST, WORDS), np.int64)
    tiles, total, own = number_tiles(racks, law[of.PLAYERS], deck)
    key_bits = max(tiles + 8, 16)
    new_generation(table, key_bits)
    bonus = law[of.PASS_BONUS] if left < 0 else 0
    reach = most_points(law, total) + abs(bonus)
    if reach > (utility.size - 1) >> 1:
        utility = shifted(utility, reach, 0)
    position = np.array(((1 << tiles) - 1, left, right, turn, total, own, opener, key_bits))
    found = list_moves(law, utility, deck, position, rows)
    after_pass = utility
    for move in range(found):
        if rows[move, PASSES] != 0:
            # Every end of the hand is worth so much more to the opener.
            after_pass = shifted(utility, 0, bonus if (turn & 1 == 0) != (law[of.SCORING] == of.OWN_LOSS) else -bonus)
            break
    return deck, rows, found, utility, after_pass


@kernel(
    "int64(int64[::1], int64[::1], int64[::1], int64, int64, int64, int64, int64[::1], int64[::1], int64[:,::1],"
    " int64[::1], int64[::1])"
)
def solve_moves(
    law: Ints,
    utility: Ints,
    racks: Ints,
    left: int,
    right: int,
    turn: int,
    opener: int,
    moves: Ints,
    values: Ints,
    frames: Ints,
    table: Ints,
    nodes: Ints,
) -> int:
    """MTD(f) for every legal move of the player in turn: its exact value to side 0. Returns how many there are, or -1
    where that takes too many nodes.

    `left` is -1 before the opening. A player with no fitting tile has the one move PASS. Equal ends count once, on
    the left. `moves` and `values` are filled in.
    """
    deck, rows, found, meaning, after_pass = begin(law, utility, racks, left, right, turn, opener, table)
    for move in range(found):
        row = rows[move]
        if row[OVER] == 0:
            # A utility of its own needs a generation of its own.
            table[GENERATION] += row[PASSES]
            row[VALUE] = mtd_f(law, after_pass if row[PASSES] else meaning, deck, row, frames, table, nodes)
            table[GENERATION] -= row[PASSES]
            if row[VALUE] == UNKNOWN:
                return -1
        moves[move], values[move] = row[CODE], row[VALUE]
    return found


@kernel("int64(int64[::1], int64[::1], int64[::1], int64, int64, int64, int64, int64[:,::1], int64[::1], int64[::1])")
def solve_value(
    law: Ints,
    utility: Ints,
    racks: Ints,
    left: int,
    right: int,
    turn: int,
    opener: int,
    frames: Ints,
    table: Ints,
    nodes: Ints,
) -> int:
    """MTD(f) at the root: the value of the position alone, quicker than that of every move, as here too are cutoffs.

    Moves are tried by mobility, the one that last caused a cutoff first. UNKNOWN where that takes too many nodes. The
    hand must not be over.
    """
    deck, rows, found, meaning, after_pass = begin(law, utility, racks, left, right, turn, opener, table)
    order = np.empty(WIDEST, np.int64)
    for move in range(found):
        place = move
        while place > 0 and rows[order[place - 1], MOBILITY] > rows[move, MOBILITY]:
            order[place] = order[place - 1]
            place -= 1
        order[place] = move
    maximizing = turn & 1 == 0
    lower, upper = meaning[0], meaning[-1]
    value = max(lower, min(upper, 0))
    while lower < upper:
        beta = value + 1 if value == lower else value
        value = lower if maximizing else upper
        for place in range(found):
            row = rows[order[place]]
            bound = row[VALUE]
            if row[OVER] == 0:
                table[GENERATION] += row[PASSES]
                bound = null_window(beta, law, after_pass if row[PASSES] else meaning, deck, row, frames, table, nodes)
                table[GENERATION] -= row[PASSES]
                if bound == UNKNOWN:
                    return UNKNOWN
            value = max(value, bound) if maximizing else min(value, bound)
            if (value >= beta) == maximizing:
                # A cutoff: this move goes to the front for the next pass.
                move = order[place]
                for behind in range(place, 0, -1):
                    order[behind] = order[behind - 1]
                order[0] = move
                break
        if value < beta:
            upper = value
        else:
            lower = value
    return value
