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

from typing import Final

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
DEEPEST: Final = 64
WIDEST: Final = 20
"""Moves of a turn: two suits of ten tiles, or the one that shows both on either end."""
FRAME: Final = 10 + WIDEST
"""Words a level of the search needs: ten numbers, then its moves."""

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


@kernel("int64(int64[::1], int64)", inline=True)
def most_points(law: Ints, total: int) -> int:
    """What a hand with so many pips in the racks can be worth at the most, but for a first pass."""
    if law[of.SCORING] == of.FIXED:
        total = max(abs(law[of.DOMINO_PRIZE]), max(abs(law[of.CAPICUA_PRIZE]), abs(law[of.BLOCK_PRIZE])))
    return total * law[of.WORTH] + abs(law[of.CAPICUA_BONUS]) + abs(law[of.BLANK_BONUS])


@kernel("int64(int64[::1], int64[::1], int64, int64, int64, int64, int64)", inline=True)
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


@kernel("int64(int64[::1], int64[::1], int64, int64, int64, boolean, boolean)", inline=True)
def gone_out(law: Ints, utility: Ints, side: int, total: int, own: int, capicua: bool, blank: bool) -> int:
    """The value of a hand in which a player of this side went out, by a tile that fits both ends or is the 0-0."""
    extra, prize = 0, law[of.DOMINO_PRIZE]
    if capicua:
        extra, prize = law[of.CAPICUA_BONUS], law[of.CAPICUA_PRIZE]
    if blank:
        extra += law[of.BLANK_BONUS]
    return won(law, utility, side, total, own, prize, extra)


@kernel("int64(int64[::1], int64[::1], int64, int64, int64)", inline=True)
def blocked(law: Ints, utility: Ints, total: int, own: int, opener: int) -> int:
    """The value of a hand in which nobody can play any more."""
    if own + own == total and law[of.OPENER_WINS_TIES] == 0:
        return utility[utility.size >> 1]
    side = opener & 1 if own + own == total else 0 if own + own < total else 1
    return won(law, utility, side, total, own, law[of.BLOCK_PRIZE], 0)


SEARCH: Final = "int64(int64, int64[::1], int64[::1], int64[:,::1], int64[::1], int64[:,::1], int64[::1], int64[::1])"


@kernel(SEARCH)
def at_least(
    beta: int, law: Ints, utility: Ints, deck: Ints, position: Ints, frames: Ints, table: Ints, nodes: Ints
) -> int:
    """A bound on the value: from below if it is `beta` or more, else from above (both as tight as the search found)."""
    low, high, racks, suits = deck[FIRST], deck[SECOND], deck[RACKS], deck[FITS]
    remaining, left, right, turn = position[REMAINING], position[LEFT_END], position[RIGHT_END], position[TURN]
    total, own, opener, key_bits = position[PIPS], position[OWN_PIPS], position[OPENER], position[KEY_BITS]
    players = law[of.PLAYERS]
    middle = utility.size >> 1
    most_extra = most_points(law, 0)
    per_pip = 0 if law[of.SCORING] == of.FIXED else law[of.WORTH]
    key_mask = (1 << key_bits) - 1
    half_key = key_bits >> 1
    index_mask = TABLE - 1
    generation = table[GENERATION] << (key_bits - INDEX_BITS)
    count = 0

    depth = 0
    value = 0
    entering = True
    while True:
        if entering:
            count += 1
            fitting = remaining & (suits[left] | suits[right])
            playable = racks[turn] & fitting
            while playable == 0:
                turn += 1
                if turn == players:
                    turn = 0
                playable = racks[turn] & fitting
            is_max = (turn & 1) == 0
            most = total * per_pip + most_extra
            if utility[middle + most] < beta:
                value = utility[middle + most]
                entering = False
            elif utility[middle - most] >= beta:
                value = utility[middle - most]
                entering = False
            if entering:
                larger = max(left, right)
                ends = (larger * (larger + 1) >> 1) + left + right - larger
                key = (remaining << 8) | (ends << 2) | turn
                key = (key * GOLDEN) & key_mask
                key ^= key >> half_key
                key = (key * GOLDEN) & key_mask
                index = key & index_mask
                mark = generation | (key >> INDEX_BITS)
                entry = table[index]
                if (entry >> (VALUE_BITS + 1)) == mark:
                    bound = ((entry >> 1) & (2 * HALF - 1)) - HALF
                    if (entry & 1) == 1:
                        if bound >= beta:
                            value = bound
                            entering = False
                    elif bound < beta:
                        value = bound
                        entering = False
            if entering:
                # Generate: endings are judged on the spot, other moves wait in the order of the replies they leave.
                frame = frames[depth]
                best = -HALF if is_max else HALF - 1
                moves = 0
                rack = racks[turn]
                following = turn + 1
                if following == players:
                    following = 0
                replies = racks[following]
                later = racks[turn - 1 if turn > 0 else players - 1]
                cut = False
                todo = playable
                while todo != 0 and not cut:
                    tile = lowest(todo)
                    bit = 1 << tile
                    todo ^= bit
                    after = remaining ^ bit
                    one, other = low[tile], high[tile]
                    pips = one + other
                    for end in range(2):
                        if end == 0:
                            if one != left and other != left:
                                continue
                            new_left, new_right = one + other - left, right
                        else:
                            if left == right or (one != right and other != right):
                                continue
                            new_left, new_right = left, one + other - right
                        if rack & after == 0:
                            capicua = left != right and one != other and suits[left] & suits[right] & bit != 0
                            score = gone_out(
                                law, utility, turn & 1, total - pips, own - pips * is_max, capicua, pips == 0
                            )
                        elif after & (suits[new_left] | suits[new_right]) == 0:
                            score = blocked(law, utility, total - pips, own - pips * is_max, opener)
                        else:
                            fits = suits[new_left] | suits[new_right]
                            order = 2 * popcount(replies & after & fits) + popcount(later & after & fits)
                            frame[10 + moves] = (order << 16) | (tile << 8) | (new_left << 4) | new_right
                            moves += 1
                            continue
                        if is_max:
                            best = max(best, score)
                            if best >= beta:
                                cut = True
                                break
                        else:
                            best = min(best, score)
                            if best < beta:
                                cut = True
                                break
                if cut or moves == 0:
                    value = best
                    flag = 1 if value >= beta else 0
                    table[index] = (mark << (VALUE_BITS + 1)) | ((value + HALF) << 1) | flag
                    entering = False
                else:
                    frame[0] = remaining
                    frame[1] = left
                    frame[2] = right
                    frame[3] = turn
                    frame[4] = total
                    frame[5] = own
                    frame[6] = best
                    frame[7] = moves
                    frame[8] = index
                    frame[9] = mark
        if not entering:
            # Hand the value to the level above.
            if depth == 0:
                nodes[0] += count
                return value
            depth -= 1
            frame = frames[depth]
            turn = frame[3]
            moves = frame[7]
            best = frame[6]
            if (turn & 1) == 0:
                best = max(best, value)
                cut = best >= beta
            else:
                best = min(best, value)
                cut = best < beta
            frame[6] = best
            if cut or moves == 0:
                value = best
                flag = 1 if value >= beta else 0
                table[frame[8]] = (frame[9] << (VALUE_BITS + 1)) | ((value + HALF) << 1) | flag
                continue
        # Take the move that leaves the fewest replies.
        pick = 0
        least = frame[10]
        for i in range(1, moves):
            if frame[10 + i] < least:
                least = frame[10 + i]
                pick = i
        moves -= 1
        frame[10 + pick] = frame[10 + moves]
        frame[7] = moves
        tile = (least >> 8) & 255
        pips = low[tile] + high[tile]
        turn = frame[3]
        remaining = frame[0] ^ (1 << tile)
        total = frame[4] - pips
        own = frame[5] - (pips if (turn & 1) == 0 else 0)
        left = (least >> 4) & 15
        right = least & 15
        turn += 1
        if turn == players:
            turn = 0
        depth += 1
        entering = True


@kernel(SEARCH)
def close_in(
    guess: int, law: Ints, utility: Ints, deck: Ints, position: Ints, frames: Ints, table: Ints, nodes: Ints
) -> int:
    """The exact value, from a first guess (MTD(f))."""
    floor, ceiling = utility[0], utility[-1]
    value = max(floor, min(ceiling, guess))
    while floor < ceiling:
        beta = value + 1 if value == floor else value
        value = at_least(beta, law, utility, deck, position, frames, table, nodes)
        if value < beta:
            ceiling = value
        else:
            floor = value
    return value
