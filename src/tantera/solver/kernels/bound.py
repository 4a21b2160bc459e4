"""Is a hand worth at least so much, all racks open and best play by everybody? Two sides, no drawing.

MTD(f): the value is closed in by searches that only ask "is it at least beta?". What makes them short:

- moves are tried in the order of how few replies they leave the next opponent, and then the other one;
- a transposition table small enough for the second-level cache, one word an entry, the key exact: the tiles that
  remain, the ends and the turn say everything, since a rack is the root's rack AND what remains;
- a generation in the key instead of clearing the table;
- passes and endings are folded into the move before them, and equal ends are one move.

Tiles have numbers of their own here, which `search` gives them. A utility says what every number of points is worth
to side 0, the middle place no points, and never falls from left to right. It must reach as far as the points can,
`most_points`: nothing here looks whether it does.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from tantera.solver.kernels import law as of
from tantera.solver.kernels.arrays import Ints
from tantera.solver.kernels.chance import GOLDEN
from tantera.solver.kernels.jit import kernel, lowest, popcount

INDEX_BITS: Final = 15
TABLE: Final = 1 << INDEX_BITS
"""Entries of a table, one word each: generation, key, value, and whether the value is a bound from below."""
GENERATION: Final = TABLE
"""The word that counts the generations."""
KEYED: Final = TABLE + 1
"""The word that says how long the entries' keys are: of another length, two generations could look the same."""
VALUE_BITS: Final = 13
HALF: Final = 1 << (VALUE_BITS - 1)
"""Values lie within ±(HALF - 1)."""
GOES_ON: Final = HALF
"""Stands for the value of a hand that is not over, or that is not known yet."""
DEEPEST: Final = 64

# Nodes are counted in two words.
COUNT: Final = 0
MOST: Final = 1
"""How many there may be: a search that would take more gives up."""

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
PLACE: Final = 8
"""Where in the table the position belongs."""
MARK: Final = 9
"""What its entry there begins with: generation and key."""
MOVES: Final = 10
"""Those that wait: how many replies each leaves, its tile, the ends after it."""
FRAME: Final = MOVES + 20
"""Two suits of ten tiles fit, or one tile less and the one that shows both on either end."""


class Here(NamedTuple):
    """The position that a search has come to, the racks aside."""

    remaining: int
    left: int
    right: int
    turn: int
    pips: int
    own_pips: int


@kernel("int64(int64[::1], int64)", inline=True)
def most_points(law: Ints, total: int) -> int:
    """What a hand with so many pips in the racks can be worth at the most, but for a first pass."""
    if law[of.SCORING] == of.FIXED:
        total = max(abs(law[of.DOMINO_PRIZE]), max(abs(law[of.CAPICUA_PRIZE]), abs(law[of.BLOCK_PRIZE])))
    return total * law[of.WORTH] + abs(law[of.CAPICUA_BONUS]) + abs(law[of.BLANK_BONUS])


@kernel(inline=True)
def won(law: Ints, utility: Ints, side: int, total: int, own: int, prize: int, extra: int) -> int:
    """The value of a hand that a side has won. `total` is what is left everywhere, `own` what is left with side 0."""
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
    """The value of a hand in which a player of this side went out, by a tile that fits both ends or is the 0-0."""
    extra, prize = 0, law[of.DOMINO_PRIZE]
    if capicua:
        extra, prize = law[of.CAPICUA_BONUS], law[of.CAPICUA_PRIZE]
    if blank:
        extra += law[of.BLANK_BONUS]
    return won(law, utility, side, total, own, prize, extra)


@kernel(inline=True)
def blocked(law: Ints, utility: Ints, total: int, own: int, opener: int) -> int:
    """The value of a hand in which nobody can play any more."""
    if own + own == total and law[of.OPENER_WINS_TIES] == 0:
        return utility[utility.size >> 1]
    side = opener & 1 if own + own == total else 0 if own + own < total else 1
    return won(law, utility, side, total, own, law[of.BLOCK_PRIZE], 0)


@kernel(inline=True)
def worth_at_end(law: Ints, utility: Ints, deck: Ints, here: Here, opener: int, tile: int) -> int:
    """The value of a hand that this tile ends: it is the player's last, or nothing fits after it."""
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
def replies(following: int, later: int, fits: int) -> int:
    """How hard a move makes it for the two players around the one in turn: the fewer fitting tiles, the harder."""
    return 2 * popcount(following & fits) + popcount(later & fits)


@kernel(inline=True)
def key_of(here: Here, key_bits: int) -> int:
    """A position as one number of so many bits, no two the same; the lower ones are well mixed."""
    larger = max(here.left, here.right)
    ends = (larger * (larger + 1) >> 1) + here.left + here.right - larger
    key = (here.remaining << 8) | (ends << 2) | here.turn
    mask = (1 << key_bits) - 1
    key = (key * GOLDEN) & mask
    key ^= key >> (key_bits >> 1)
    return (key * GOLDEN) & mask


@kernel(inline=True)
def look_up(table: Ints, place: int, mark: int, beta: int) -> int:
    """What the table says of a position, GOES_ON where that does not answer the question."""
    entry = table[place]
    if entry >> (VALUE_BITS + 1) != mark:
        return GOES_ON
    bound = ((entry >> 1) & (2 * HALF - 1)) - HALF
    from_below = entry & 1 == 1
    return bound if from_below == (bound >= beta) else GOES_ON


@kernel(inline=True)
def store(table: Ints, place: int, mark: int, value: int, beta: int) -> None:
    from_below = 1 if value >= beta else 0
    table[place] = (mark << (VALUE_BITS + 1)) | ((value + HALF) << 1) | from_below


@kernel(inline=True)
def absorb(best: int, value: int, turn: int) -> int:
    """The better of two values in the eyes of the player in turn."""
    return max(best, value) if turn & 1 == 0 else min(best, value)


@kernel(inline=True)
def next_move(frames: Ints, depth: int, waiting: int) -> int:
    """Take the move that leaves the fewest replies off the list."""
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
def at_least(
    beta: int, law: Ints, utility: Ints, deck: Ints, position: Ints, frames: Ints, table: Ints, nodes: Ints
) -> int:
    """A bound on the value: from below if it is `beta` or more, else from above (both as tight as the search found).

    GOES_ON where that takes too many nodes.
    """
    low, high, racks, suits = deck[FIRST], deck[SECOND], deck[RACKS], deck[FITS]
    remaining, left, right, turn = position[REMAINING], position[LEFT_END], position[RIGHT_END], position[TURN]
    pips, own_pips, opener, key_bits = position[PIPS], position[OWN_PIPS], position[OPENER], position[KEY_BITS]
    players = law[of.PLAYERS]
    middle = utility.size >> 1
    most_extra = most_points(law, 0)
    per_pip = 0 if law[of.SCORING] == of.FIXED else law[of.WORTH]
    generation = table[GENERATION] << (key_bits - INDEX_BITS)
    allowed = nodes[MOST] - nodes[COUNT]
    count = depth = waiting = 0
    while True:
        # Enter a position. Somebody can play, or the move before would have ended the hand.
        count += 1
        if count > allowed:
            nodes[COUNT] += count
            return GOES_ON
        fitting = remaining & (suits[left] | suits[right])
        while racks[turn] & fitting == 0:
            turn = turn + 1 if turn + 1 < players else 0
        most = pips * per_pip + most_extra
        if utility[middle + most] < beta:
            value = utility[middle + most]
        elif utility[middle - most] >= beta:
            value = utility[middle - most]
        else:
            here = Here(remaining, left, right, turn, pips, own_pips)
            key = key_of(here, key_bits)
            place, mark = key & (TABLE - 1), generation | (key >> INDEX_BITS)
            value = look_up(table, place, mark, beta)
            if value == GOES_ON:
                # List the moves. Endings are judged on the spot, the other moves wait.
                rack = racks[turn]
                following = racks[turn + 1 if turn + 1 < players else 0]
                later = racks[turn - 1 if turn > 0 else players - 1]
                is_max = turn & 1 == 0
                best = -HALF if is_max else HALF - 1
                enough = False
                waiting = 0
                playable = rack & fitting
                while playable != 0 and not enough:
                    tile = lowest(playable)
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
                            order = replies(following, later, fits)
                            frames[depth, MOVES + waiting] = (order << 16) | (tile << 8) | (new_left << 4) | new_right
                            waiting += 1
                            continue
                        best = absorb(best, worth_at_end(law, utility, deck, here, opener, tile), turn)
                        if (best >= beta) == is_max:
                            enough = True
                            break
                if enough or waiting == 0:
                    value = best
                    store(table, place, mark, value, beta)
                else:
                    frames[depth, REMAINING], frames[depth, TURN] = remaining, turn
                    frames[depth, PIPS], frames[depth, OWN_PIPS] = pips, own_pips
                    frames[depth, BEST], frames[depth, WAITING] = best, waiting
                    frames[depth, PLACE], frames[depth, MARK] = place, mark
        # Hand the value to the levels above, up to one that has moves left and needs them.
        while value != GOES_ON:
            if depth == 0:
                nodes[COUNT] += count
                return value
            depth -= 1
            turn, waiting = frames[depth, TURN], frames[depth, WAITING]
            best = absorb(frames[depth, BEST], value, turn)
            if waiting == 0 or (best >= beta) == (turn & 1 == 0):
                value = best
                store(table, frames[depth, PLACE], frames[depth, MARK], value, beta)
            else:
                value = GOES_ON
                frames[depth, BEST] = best
        # Play the next move of this level.
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
def close_in(law: Ints, utility: Ints, deck: Ints, position: Ints, frames: Ints, table: Ints, nodes: Ints) -> int:
    """The exact value (MTD(f)), GOES_ON where that takes too many nodes.

    Nought is the best first guess: what the move before is worth costs a fifth more, because it is cheap to learn who
    wins, and to close in on the points from there.
    """
    floor, ceiling = utility[0], utility[-1]
    value = max(floor, min(ceiling, 0))
    while floor < ceiling:
        beta = value + 1 if value == floor else value
        value = at_least(beta, law, utility, deck, position, frames, table, nodes)
        if value == GOES_ON:
            break
        if value < beta:
            ceiling = value
        else:
            floor = value
    return value
