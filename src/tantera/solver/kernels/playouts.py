"""Random play-outs (Monte Carlo): hands played by chance, one at a time under any law, or many in SIMD lockstep under
the commonest.

Everybody chooses uniformly among the legal moves: a tile that fits both ends is two of them, two doubles in a turn are
one, and so are a draw and a pass. With equal ends every tile counts twice, which changes no choice.
Chance is a seeded generator: the same seed, the same hands.

One move is wanted and not all of them: it is selected from the masks of what fits, by its number, so nothing is listed.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from tantera.solver.kernels import law as of
from tantera.solver.kernels.chance import below, draw
from tantera.solver.kernels.jit import Ints, kernel, popcount, trailing_zeros
from tantera.solver.kernels.tables import DOUBLE, HIGH, LOW, PIPS, SUITS, pips_of

Words = npt.NDArray[np.int32]
Word = Any  # an int32, which is neither int nor np.int32 to all who check types

ANY_TILE: Final = -1
"""The `opening` of a hand that any tile may open."""

# The rows of a table of results, one column a hand. The first four are the pips left, by player.
WENT_OUT: Final = 4
"""Which player went out; -1 in a block."""
TURNS: Final = 5
EXTRAS: Final = 6
"""What bonuses depend on, as bits."""
ROWS: Final = 7
CAPICUA: Final = 1
BLANK: Final = 2
"""Somebody went out with the 0-0."""
FIRST_PASS: Final = 4
"""The player after the opener had to pass at once."""


def results(hands: int) -> Words:
    """An empty table for the results of so many hands."""
    return np.zeros((ROWS, hands), np.int32)


@kernel("int64(int64, int64)")
def nth(mask: int, number: int) -> int:
    """Bit select: the index of the nth bit that is set, counted from 0 at the lowest."""
    for _ in range(number):
        mask &= mask - 1
    return trailing_zeros(mask)


# --- one hand -------------------------------------------------------------------------------------------------------


@kernel(
    "void(int64[::1], int64[::1], int64[::1], int64, int64, int64, int64, int64, int64,"
    " int64[::1], int32[:, ::1], int64)"
)
def play_out(
    law: Ints,
    racks: Ints,
    boneyard: Ints,
    left: int,
    right: int,
    turn: int,
    drew: int,
    idle: int,
    opening: int,
    chance: Ints,
    table: Words,
    hand: int,
) -> None:
    """One random play-out: a hand to its end, written to its column of the table. Racks are left as they are then.

    The hand must not be over yet; `opening` is the tiles that may open it, `ANY_TILE` as a rule.
    """
    players, two_doubles = law[of.PLAYERS], law[of.TWO_DOUBLES]
    asleep = len(boneyard) if law[of.DRAWS] else 0
    until_it_fits = law[of.DRAWS] == of.UNTIL_IT_FITS
    from_the_opening = left < 0
    drawn, turns, out, extras = 0, 0, -1, 0
    around = 0
    for player in range(players):
        around |= racks[player]
    for sleeping in range(asleep):
        around |= 1 << boneyard[sleeping]
    if left < 0:
        tiles = racks[turn] & opening
        tile = nth(tiles, below(chance, popcount(tiles)))
        placed = 1 << tile
        left, right = LOW[tile], HIGH[tile]
        racks[turn] ^= placed
        around ^= placed
        turns = 1
        if racks[turn] == 0:
            out = turn
            extras = BLANK if tile == 0 else 0
        turn = turn + 1 if turn + 1 < players else 0
    while out < 0 and around & (SUITS[left] | SUITS[right]) and idle < players:
        rack = racks[turn]
        on_left, on_right = rack & SUITS[left], rack & SUITS[right]
        lefts = popcount(on_left)
        ways = lefts + popcount(on_right)
        if ways:
            both = two_doubles and left != right and rack & DOUBLE[left] and rack & DOUBLE[right]
            choice = below(chance, ways + 1) if both else below(chance, ways) if ways > 1 else 0
            if choice < lefts:
                tile = nth(on_left, choice)
                placed = 1 << tile
                capicua = left != right and on_right & placed
                left = PIPS[tile] - left
            elif choice < ways:
                tile = nth(on_right, choice - lefts)
                placed = 1 << tile
                capicua = left != right and on_left & placed
                right = PIPS[tile] - right
            else:
                placed = DOUBLE[left] | DOUBLE[right]
                tile = trailing_zeros(DOUBLE[right])
                capicua = False
            racks[turn] = rack ^ placed
            around ^= placed
            idle = 0
            if racks[turn] == 0:
                out = turn
                extras |= (CAPICUA if capicua else 0) | (BLANK if tile == 0 else 0)
        elif drawn < asleep and (until_it_fits or (drew == 0 and below(chance, 2))):
            racks[turn] = rack | 1 << boneyard[drawn]
            drawn += 1
            drew = 1
            continue
        else:
            idle = 0 if drew else idle + 1
            if turns == 1 and from_the_opening and drew == 0:
                extras |= FIRST_PASS
        drew = 0
        turns += 1
        turn = turn + 1 if turn + 1 < players else 0
    for player in range(4):
        table[player, hand] = pips_of(racks[player])
    table[WENT_OUT, hand], table[TURNS, hand], table[EXTRAS, hand] = out, turns, extras


@kernel("void(int64[::1], int64, int64, int64, int32[:, ::1])")
def deal_and_play(law: Ints, each: int, most_doubles: int, seed: int, table: Words) -> None:
    """Fill a table of results with hands from random deals, `each` tiles to a player, opened by player 0.

    Deals are a Fisher-Yates shuffle as far as tiles are needed, with rejection: tiles are dealt again while somebody
    holds more than `most_doubles` doubles (UEH-reparto).
    """
    chance = np.array([seed])
    players, suits = law[of.PLAYERS], law[of.SUITS]
    tiles = np.arange(suits * (suits + 1) // 2)
    racks = np.zeros(4, np.int64)
    doubles = 0
    for suit in range(suits):
        doubles |= DOUBLE[suit]
    dealt = players * each
    shuffled = min(len(tiles) if law[of.DRAWS] else dealt, len(tiles) - 1)
    for hand in range(table.shape[1]):
        again = True
        while again:
            again = False
            for taken in range(shuffled):
                other = taken + below(chance, len(tiles) - taken)
                tiles[other], tiles[taken] = tiles[taken], tiles[other]
            for player in range(players):
                rack = 0
                for taken in range(player * each, player * each + each):
                    rack |= 1 << tiles[taken]
                racks[player] = rack
                again |= popcount(rack & doubles) > most_doubles
        play_out(
            law, racks, tiles[dealt : len(tiles) - law[of.RESERVE]], -1, -1, 0, 0, 0, ANY_TILE, chance, table, hand
        )


# --- many hands in lockstep (SIMD)
# -----------------------------------------------------------------------------------------

# These are compiled when they are first called: whoever plays single hands need not wait for them.

LANES: Final = 256
"""SIMD lanes, hands played side by side: what they need stays in the first-level cache."""

_SUITS: Final = SUITS[:7].astype(np.int32) & np.int32((1 << 28) - 1)
_DOUBLES: Final = np.int32(np.bitwise_or.reduce(DOUBLE[:7]))
# An open end is the mask of what fits it: these are the two that an opening tile leaves.
_LOW_END: Final = np.array([_SUITS[LOW[tile]] for tile in range(28)], np.int32)
_HIGH_END: Final = np.array([_SUITS[HIGH[tile]] for tile in range(28)], np.int32)


@kernel()
def _lane_draw(oldest: Words, newest: Words, lane: int) -> Word:
    """xorshift128, one generator a lane: the top 27 bits of its next word, which takes the place of the oldest."""
    old, new = oldest[lane], newest[lane]
    old = np.int32(old ^ np.int32(old << 11))
    new = np.int32(np.int32(new ^ np.int32(new >> 19 & 0x1FFF)) ^ np.int32(old ^ np.int32(old >> 8 & 0xFFFFFF)))
    oldest[lane] = new
    return np.int32(new >> 5 & 0x7FFFFFF)


@kernel()
def deal_lanes(state: Words, draws: int, racks: Words, one: Words, two: Words, three: Words) -> None:
    """A random deal by selection sampling (Knuth's algorithm S): tile by tile, to whom it goes, as likely as their
    share of the tiles still to be dealt.

    Until the end `racks` are those of the first player, of the first two, of the first three, and `one`, `two` and
    `three` count what these still lack.
    """
    for lane in range(LANES):
        one[lane], two[lane], three[lane] = 7, 14, 21
        racks[0, lane] = racks[1, lane] = racks[2, lane] = 0
    for tile in range(28):
        oldest, newest = state[draws + tile & 3], state[draws + tile + 3 & 3]
        for lane in range(LANES):
            which = np.int32(np.int32(_lane_draw(oldest, newest, lane) >> 1) * (28 - tile)) >> 26
            to_one = np.int32(which < one[lane])
            to_two = np.int32(which < two[lane])
            to_three = np.int32(which < three[lane])
            one[lane] -= to_one
            two[lane] -= to_two
            three[lane] -= to_three
            racks[0, lane] |= np.int32(to_one << tile)
            racks[1, lane] |= np.int32(to_two << tile)
            racks[2, lane] |= np.int32(to_three << tile)
    for lane in range(LANES):
        racks[3, lane] = np.int32((1 << 28) - 1) ^ racks[2, lane]
        racks[2, lane] ^= racks[1, lane]
        racks[1, lane] ^= racks[0, lane]


@kernel()
def _nth_bit(mask: Word, number: Word) -> Word:
    """Bit select without a branch: the nth set bit as a mask, counted from 0 at the lowest; at most seven are set."""
    for passed in range(6):
        fewer = np.int32(mask & np.int32(mask - 1))
        mask = fewer if passed < number else mask
    return np.int32(mask & np.int32(-mask))


@kernel()
def _open(oldest: Words, newest: Words, racks: Words, left: Words, right: Words, turns: Words) -> None:
    """Player 0 opens with any of the seven tiles. The next turn is certain: a hand cannot end with its first tile."""
    for lane in range(LANES):
        choice = np.int32(np.int32(_lane_draw(oldest, newest, lane) * 7) >> 27)
        placed = _nth_bit(racks[0, lane], choice)
        tile = popcount(placed - 1)
        racks[0, lane] ^= placed
        left[lane] = _LOW_END[tile]
        right[lane] = _HIGH_END[tile]
        turns[lane] = 2


@kernel()
def _nibble_counts(mask: Word) -> Word:
    """SWAR population count, first half: how many bits are set in each nibble.

    LLVM counts a whole word only lane by lane, and would give up on vectorizing the rest.
    """
    twos = np.int32(mask - (mask >> 1 & 0x55555555))
    return np.int32((twos & 0x33333333) + (twos >> 2 & 0x33333333))


@kernel()
def _nibble_sum(counts: Word) -> Word:
    """SWAR population count, second half, of at most fourteen bits, so that no nibble holds more than eight."""
    return np.int32(np.int32(np.int32((counts & 0x0F0F0F0F) + (counts >> 4 & 0x0F0F0F0F)) * 0x01010101) >> 24)


@kernel()
def _step(oldest: Words, newest: Words, racks: Words, player: int, left: Words, right: Words, turns: Words) -> Word:
    """One turn of every hand; how many go on after it."""
    rack, one, two, three = racks[player], racks[player + 1 & 3], racks[player + 2 & 3], racks[player + 3 & 3]
    still = np.int32(0)
    for lane in range(LANES):
        held, at_left, at_right = rack[lane], left[lane], right[lane]
        on_left = np.int32(held & at_left)
        on_right = np.int32(held & at_right)
        counts = _nibble_counts(on_left)
        lefts = _nibble_sum(counts)
        ways = _nibble_sum(np.int32(counts + _nibble_counts(on_right)))
        choice = np.int32(np.int32(_lane_draw(oldest, newest, lane) * ways) >> 27)
        goes_left = choice < lefts
        placed = _nth_bit(on_left if goes_left else on_right, choice if goes_left else np.int32(choice - lefts))
        # An end is the mask of what fits it. XOR with both numbers of the tile makes the one that touched the other.
        change = np.int32(0)
        for suit in range(7):
            change = np.int32(change ^ (_SUITS[suit] if placed & _SUITS[suit] else np.int32(0)))
        change = np.int32(0) if placed & _DOUBLES else change
        held = np.int32(held ^ placed)
        # Somebody went out: nothing fits any more.
        at_left = np.int32(at_left ^ (change if goes_left else np.int32(0))) if held else np.int32(0)
        at_right = np.int32(at_right ^ (np.int32(0) if goes_left else change)) if held else np.int32(0)
        around = np.int32(np.int32(held | one[lane]) | np.int32(two[lane] | three[lane]))
        goes_on = np.int32(np.int32(around & np.int32(at_left | at_right)) != 0)
        rack[lane], left[lane], right[lane] = held, at_left, at_right
        turns[lane] += goes_on
        still = np.int32(still + goes_on)
    return still


@kernel()
def _write(racks: Words, turns: Words, table: Words, first: int) -> None:
    """The results of a group, to its columns of the table."""
    for lane in range(min(LANES, table.shape[1] - first)):
        out = -1
        for player in range(4):
            rack = int(racks[player, lane])
            table[player, first + lane] = pips_of(rack)
            out = player if rack == 0 else out
        table[WENT_OUT, first + lane], table[TURNS, first + lane], table[EXTRAS, first + lane] = out, turns[lane], 0


@kernel()
def deal_in_lockstep(seed: int, table: Words) -> None:
    """Fill a table of results as `deal_and_play` does, for four players with seven tiles each of the double-six set,
    without two doubles in a turn. Extras are not kept.

    Single instruction, multiple data: all hands of a group are in the same turn, so the player is the same, and what
    one lane does depends on no branch: LLVM vectorizes the loop and plays eight of them with one instruction. A hand
    that is over has no move, and changes no more.
    """
    chance = np.array([seed])
    state = np.empty((4, LANES), np.int32)
    for word in range(4):
        for lane in range(LANES):
            state[word, lane] = np.int32(draw(chance) >> 32)
    racks = np.empty((4, LANES), np.int32)
    left, right, turns = np.empty(LANES, np.int32), np.empty(LANES, np.int32), np.empty(LANES, np.int32)
    draws = 0  # of every lane: the word of its state that comes next is this modulo 4
    for first in range(0, table.shape[1], LANES):
        deal_lanes(state, draws, racks, left, right, turns)
        _open(state[draws & 3], state[draws + 3 & 3], racks, left, right, turns)
        turn = 1
        while _step(state[draws + turn & 3], state[draws + turn + 3 & 3], racks, turn & 3, left, right, turns):
            turn += 1
        draws += turn + 1
        _write(racks, turns, table, first)
