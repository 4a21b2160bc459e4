"""Null-window alpha-beta and MTD(f): minimax values with all racks open. Two sides, no drawing.

MTD(f) closes in on the value by null-window searches, which only ask "is it at least beta?". What makes them short:

- move ordering by mobility: first what leaves the next opponent the fewest replies, and then the other one;
- a transposition table small enough for the second-level cache, one word an entry, the key exact: the tiles that
  remain, the ends and the turn say everything, since a rack is the root's rack AND what remains;
- aging: a generation in the entry instead of clearing the table;
- leaves are evaluated at their parent: passes and endings are folded into the move before; equal ends are one move.

Tiles have numbers of their own here, which `search` gives them. The utility function is an array: what every number of
points is worth to side 0, the middle place no points, never falling from left to right. It must reach as far as the
points can, `most_points`: nothing here looks whether it does.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from tantera.solver.kernels import law as of
from tantera.solver.kernels.chance import GOLDEN
from tantera.solver.kernels.jit import Ints, kernel, popcount, trailing_zeros

INDEX_BITS: Final = 15
TABLE_SIZE: Final = 1 << INDEX_BITS
"""Entries of a transposition table, one word each: generation, key, value, and whether that is a lower bound."""
GENERATION: Final = TABLE_SIZE
"""The word that counts the generations (the age of entries)."""
KEYED: Final = TABLE_SIZE + 1
"""The word that says how long the entries' keys are: of another length, two generations could look the same."""
VALUE_BITS: Final = 13
HALF: Final = 1 << (VALUE_BITS - 1)
"""The bias of a stored value. Values lie within ±(HALF - 1), so it is also their infinity."""
UNKNOWN: Final = HALF
"""In place of a value: the hand is not over, or the search has no answer yet."""
DEEPEST: Final = 64
"""Frames of the stack: more plies than a hand can have, as passes take none."""

# Nodes are counted in two words.
COUNT: Final = 0
LIMIT: Final = 1
"""The node budget: a search that would take more gives up."""

# The tiles in play are the rows of a deck, by the numbers that `search` gives them; racks and suits are masks of those.
FIRST: Final = 0
SECOND: Final = 1
"""The two numbers of each tile."""
INDEX: Final = 2
RACKS: Final = 3
"""By player, as dealt at the root: a rack is this AND what remains."""
FITS: Final = 4
"""By suit, the tiles that show it."""
DECK: Final = 5

# A position, the racks aside, is a row of eight.
REMAINING: Final = 0
LEFT_END: Final = 1
RIGHT_END: Final = 2
TURN: Final = 3
"""Whoever moves next; a player without a fitting tile is passed over."""
PIPS: Final = 4
"""Left in all racks."""
OWN_PIPS: Final = 5
"""Left with side 0."""
OPENER: Final = 6
KEY_BITS: Final = 7
"""What the table's key takes: eight more than there are tiles at the root."""
POSITION: Final = 8

# A frame of the stack holds REMAINING, TURN, PIPS and OWN_PIPS as a position does, and then
BEST: Final = 6
"""The value of the best move so far."""
WAITING: Final = 7
"""How many moves have not been tried yet."""
SLOT: Final = 8
"""The hash index: where in the table the position belongs."""
TAG: Final = 9
"""What its entry there begins with: the generation, and the bits of the key that are not in the index."""
MOVES: Final = 10
"""Those that wait: the mobility each leaves, its tile, the ends after it."""
FRAME: Final = MOVES + 20
"""Two suits of ten tiles fit, or one tile less and the one that shows both on either end."""


class SearchNode(NamedTuple):
    """The node that a search has come to: the position, the racks aside."""

    remaining: int
    left: int
    right: int
    turn: int
    pips: int
    own_pips: int


@kernel("int64(int64[::1], int64)", inline=True)
def most_points(law: Ints, total: int) -> int:
    """Upper bound on the points of a hand with so many pips in the racks, but for a first pass."""
    if law[of.SCORING] == of.FIXED:
        total = max(abs(law[of.DOMINO_PRIZE]), max(abs(law[of.CAPICUA_PRIZE]), abs(law[of.BLOCK_PRIZE])))
    return total * law[of.WORTH] + abs(law[of.CAPICUA_BONUS]) + abs(law[of.BLANK_BONUS])


@kernel(inline=True)
def won(law: Ints, utility: Ints, side: int, total: int, own: int, prize: int, extra: int) -> int:
    """The utility of a hand that a side has won. `total` is what is left everywhere, `own` what is left with side 0."""
    scoring = law[of.SCORING]
    if scoring == of.ALL_TILES:
        points = total
    elif scoring == of.FIXED:
        points = prize
    else:
        points = total - own if side == 0 else own
    # The winner writes the bonus down, which helps nobody where points hurt.
    points = points * law[of.WORTH] + (-extra if scoring == of.OWN_LOSS else extra)
    return utility[(utility.size >> 1) + (points if side == 0 else -points)]


@kernel(inline=True)
def gone_out(law: Ints, utility: Ints, side: int, total: int, own: int, capicua: bool, blank: bool) -> int:
    """The utility of a hand in which a player of this side went out, by a tile that fits both ends or is the 0-0."""
    extra, prize = 0, law[of.DOMINO_PRIZE]
    if capicua:
        extra, prize = law[of.CAPICUA_BONUS], law[of.CAPICUA_PRIZE]
    if blank:
        extra += law[of.BLANK_BONUS]
    return won(law, utility, side, total, own, prize, extra)


@kernel(inline=True)
def blocked(law: Ints, utility: Ints, total: int, own: int, opener: int) -> int:
    """The utility of a hand in which nobody can play any more."""
    if own + own == total and law[of.OPENER_WINS_TIES] == 0:
        return utility[utility.size >> 1]
    side = opener & 1 if own + own == total else 0 if own + own < total else 1
    return won(law, utility, side, total, own, law[of.BLOCK_PRIZE], 0)


@kernel(inline=True)
def evaluate_end(law: Ints, utility: Ints, deck: Ints, here: SearchNode, opener: int, tile: int) -> int:
    """Evaluate a terminal node. This tile ends the hand: it is the player's last, or nothing fits after it."""
    one, other = deck[FIRST, tile], deck[SECOND, tile]
    side = here.turn & 1
    pips = here.pips - one - other
    own_pips = here.own_pips - (one + other) * (1 - side)
    if deck[RACKS, here.turn] & here.remaining == 1 << tile:
        fits_both = deck[FITS, here.left] & deck[FITS, here.right] & 1 << tile != 0
        capicua = fits_both and here.left != here.right and one != other
        return gone_out(law, utility, side, pips, own_pips, capicua, one + other == 0)
    return blocked(law, utility, pips, own_pips, opener)


@kernel(inline=True)
def mobility(following: int, later: int, fits: int) -> int:
    """Mobility, the key of move ordering: how many tiles fit of the two players around the one in turn, the next twice.

    The lower, the harder the move makes it for them, and the sooner it is tried.
    """
    return 2 * popcount(following & fits) + popcount(later & fits)


@kernel(inline=True)
def key_of(here: SearchNode, key_bits: int) -> int:
    """An exact key and its hash in one: an invertible multiplicative (Fibonacci) hash of the position, in so many bits.

    No two positions have the same; the lower bits are well mixed and serve as the table's index.
    """
    larger = max(here.left, here.right)
    ends = (larger * (larger + 1) >> 1) + here.left + here.right - larger
    key = (here.remaining << 8) | (ends << 2) | here.turn
    mask = (1 << key_bits) - 1
    key = (key * GOLDEN) & mask
    key ^= key >> (key_bits >> 1)
    return (key * GOLDEN) & mask


@kernel(inline=True)
def probe(table: Ints, slot: int, tag: int, beta: int) -> int:
    """Probe the table: the bound it has for a position, UNKNOWN where none answers the question."""
    entry = table[slot]
    if entry >> (VALUE_BITS + 1) != tag:
        return UNKNOWN
    bound = ((entry >> 1) & (2 * HALF - 1)) - HALF
    from_below = entry & 1 == 1
    return bound if from_below == (bound >= beta) else UNKNOWN


@kernel(inline=True)
def store(table: Ints, slot: int, tag: int, value: int, beta: int) -> None:
    """Keep a bound, whatever was there (always replace)."""
    from_below = 1 if value >= beta else 0
    table[slot] = (tag << (VALUE_BITS + 1)) | ((value + HALF) << 1) | from_below


@kernel(inline=True)
def back_up(best: int, value: int, turn: int) -> int:
    """Back a value up, as minimax does: the better of two in the eyes of the player in turn."""
    return max(best, value) if turn & 1 == 0 else min(best, value)


@kernel(inline=True)
def next_move(frames: Ints, depth: int, waiting: int) -> int:
    """Move picking, one step of a selection sort: take the move of the lowest mobility off the list."""
    chosen, fewest = 0, frames[depth, MOVES]
    for place in range(1, waiting):
        if frames[depth, MOVES + place] < fewest:
            chosen, fewest = place, frames[depth, MOVES + place]
    frames[depth, MOVES + chosen] = frames[depth, MOVES + waiting - 1]
    frames[depth, WAITING] = waiting - 1
    return fewest


# A frame is not taken out of the stack as an array of its own (`frame = frames[depth]`), since numba counts the
# references to every array: that costs a fifth of the time. Listing the moves in a kernel of its own costs more still.


@kernel("int64(int64, int64[::1], int64[::1], int64[:,::1], int64[::1], int64[:,::1], int64[::1], int64[::1])")
def null_window(
    beta: int, law: Ints, utility: Ints, deck: Ints, position: Ints, frames: Ints, table: Ints, nodes: Ints
) -> int:
    """Null-window alpha-beta, fail-soft, on a stack of its own: a lower bound on the value if it is `beta` or more,
    else an upper bound.

    UNKNOWN where that takes too many nodes.
    """
    low, high, racks, suits = deck[FIRST], deck[SECOND], deck[RACKS], deck[FITS]
    remaining, left, right, turn = position[REMAINING], position[LEFT_END], position[RIGHT_END], position[TURN]
    pips, own_pips, opener, key_bits = position[PIPS], position[OWN_PIPS], position[OPENER], position[KEY_BITS]
    players = law[of.PLAYERS]
    middle = utility.size >> 1
    most_extra = most_points(law, 0)
    per_pip = 0 if law[of.SCORING] == of.FIXED else law[of.WORTH]
    generation = table[GENERATION] << (key_bits - INDEX_BITS)
    allowed = nodes[LIMIT] - nodes[COUNT]
    count = depth = waiting = 0
    while True:
        # Enter a node. Somebody can play, or the move before would have ended the hand.
        count += 1
        if count > allowed:
            nodes[COUNT] += count
            return UNKNOWN
        fitting = remaining & (suits[left] | suits[right])
        while racks[turn] & fitting == 0:
            turn = turn + 1 if turn + 1 < players else 0
        most = pips * per_pip + most_extra
        if utility[middle + most] < beta:
            value = utility[middle + most]
        elif utility[middle - most] >= beta:
            value = utility[middle - most]
        else:
            here = SearchNode(remaining, left, right, turn, pips, own_pips)
            key = key_of(here, key_bits)
            slot, tag = key & (TABLE_SIZE - 1), generation | (key >> INDEX_BITS)
            value = probe(table, slot, tag, beta)
            if value == UNKNOWN:
                # Expand it: list the moves. Terminal ones are evaluated on the spot, the others wait.
                rack = racks[turn]
                following = racks[turn + 1 if turn + 1 < players else 0]
                later = racks[turn - 1 if turn > 0 else players - 1]
                maximizing = turn & 1 == 0
                best = -HALF if maximizing else HALF - 1
                cutoff = False
                waiting = 0
                playable = rack & fitting
                while playable != 0 and not cutoff:
                    tile = trailing_zeros(playable)
                    playable &= playable - 1
                    after = remaining ^ 1 << tile
                    one, other = low[tile], high[tile]
                    for end in range(2):
                        if end == 0:
                            if one != left and other != left:
                                continue
                            new_left, new_right = one + other - left, right
                        else:
                            if left == right or (one != right and other != right):
                                continue
                            new_left, new_right = left, one + other - right
                        fits = after & (suits[new_left] | suits[new_right])
                        if rack & after != 0 and fits != 0:
                            order = mobility(following, later, fits)
                            frames[depth, MOVES + waiting] = (order << 16) | (tile << 8) | (new_left << 4) | new_right
                            waiting += 1
                            continue
                        best = back_up(best, evaluate_end(law, utility, deck, here, opener, tile), turn)
                        if (best >= beta) == maximizing:
                            cutoff = True
                            break
                if cutoff or waiting == 0:
                    value = best
                    store(table, slot, tag, value, beta)
                else:
                    frames[depth, REMAINING], frames[depth, TURN] = remaining, turn
                    frames[depth, PIPS], frames[depth, OWN_PIPS] = pips, own_pips
                    frames[depth, BEST], frames[depth, WAITING] = best, waiting
                    frames[depth, SLOT], frames[depth, TAG] = slot, tag
        # Back the value up, as far as a node that has moves left and is not cut off.
        while value != UNKNOWN:
            if depth == 0:
                nodes[COUNT] += count
                return value
            depth -= 1
            turn, waiting = frames[depth, TURN], frames[depth, WAITING]
            best = back_up(frames[depth, BEST], value, turn)
            if waiting == 0 or (best >= beta) == (turn & 1 == 0):
                value = best
                store(table, frames[depth, SLOT], frames[depth, TAG], value, beta)
            else:
                value = UNKNOWN
                frames[depth, BEST] = best
        # Make the next move of this node.
        move = next_move(frames, depth, waiting)
        tile = (move >> 8) & 255
        left, right = (move >> 4) & 15, move & 15
        turn = frames[depth, TURN]
        remaining = frames[depth, REMAINING] ^ 1 << tile
        pips = frames[depth, PIPS] - low[tile] - high[tile]
        own_pips = frames[depth, OWN_PIPS] - (low[tile] + high[tile] if turn & 1 == 0 else 0)
        turn = turn + 1 if turn + 1 < players else 0
        depth += 1


@kernel("int64(int64[::1], int64[::1], int64[:,::1], int64[::1], int64[:,::1], int64[::1], int64[::1])")
def mtd_f(law: Ints, utility: Ints, deck: Ints, position: Ints, frames: Ints, table: Ints, nodes: Ints) -> int:
    """MTD(f): the exact minimax value, UNKNOWN where that takes too many nodes.

    Nought is the best first guess f: what the move before is worth costs a fifth more, because it is cheap to learn who
    wins, and to close in on the points from there.
    """
    lower, upper = utility[0], utility[-1]
    value = max(lower, min(upper, 0))
    while lower < upper:
        beta = value + 1 if value == lower else value
        value = null_window(beta, law, utility, deck, position, frames, table, nodes)
        if value == UNKNOWN:
            break
        if value < beta:
            upper = value
        else:
            lower = value
    return value
