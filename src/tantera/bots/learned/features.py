"""Feature extraction: what a player can see of each move, as numbers, a row for each: the policy network's input.

Everything comes from the player's own tiles and from what is public. A move leaves two ends: the fresh one, which it
makes, and the kept one; the number that it puts a tile on is covered by it.

Weights are trained for these places in this order. A new feature goes to the end, and then they are trained again.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from tantera.bots.learned import state as at
from tantera.solver.kernels import law as of
from tantera.solver.kernels import tables
from tantera.solver.kernels.jit import Ints, Weights, kernel, popcount
from tantera.solver.kernels.tables import SUITS, pips_of

# The others, by where they sit. Whoever is not there leaves noughts.
NEXT: Final = 0
ACROSS: Final = 1
"""The partner, or the second of three others."""
BEFORE: Final = 2
OTHERS: Final = 3

# Places in a row. "By other" has three places, "by other and end" three times two: fresh, kept.
BIAS: Final = 0
"""1 in every row: a constant input."""
MOVE_PIPS: Final = 1
MOVE_DOUBLE: Final = 2
TILES_AFTER: Final = 3
"""What the player holds after the move."""
PIPS_AFTER: Final = 4
OWN_FRESH: Final = 5
"""Own tiles left that fit this end."""
OWN_KEPT: Final = 6
OWN_FITS: Final = 7
"""Own tiles left that fit any."""
UNSEEN_FRESH: Final = 8
"""Tiles nobody has seen that fit this end."""
UNSEEN_KEPT: Final = 9
MUST_PASS: Final = 10
"""By other: how likely none of its tiles fits."""
LACKS: Final = 13
"""By other and end: 1 where it has shown to lack that suit."""
EQUAL_ENDS: Final = 19
LIKES: Final = 20
"""By other and end: how often it has left that suit open by its own choice."""
OWN_LIKES: Final = 26
"""By end."""
COVERS: Final = 28
"""By other: 1 where it laid the tile that is covered."""
COVERS_OWN: Final = 31
COVERED_OWN: Final = 32
"""Own tiles left of the suit that is covered."""
COVERED_LACKS: Final = 33
"""By other: 1 where it has shown to lack the suit that is covered."""
KEEPS_OWN: Final = 36
"""1 where the kept end is the player's own."""
HELD: Final = 37
"""By other: its tiles."""
PLAYED: Final = 40
"""Tiles on the chain."""
OPENING: Final = 41
DOUBLES_AFTER: Final = 42
LACKED: Final = 43
"""By other: how many suits it has shown to lack."""
SUITS_AFTER: Final = 46
"""How many suits the player holds after the move."""
GOES_OUT: Final = 47
BLOCKS: Final = 48
BLOCK_MARGIN: Final = 49
"""MARGIN where the move blocks."""
ONLY_OWN_FRESH: Final = 50
"""1 where nobody but the player can fit this end."""
ONLY_OWN_KEPT: Final = 51
UNSEEN_PIPS: Final = 52
TILES: Final = 53
"""What the player holds before the move."""
PIPS: Final = 54
IS_BOTH: Final = 55
IS_DRAW: Final = 56
IS_PASS: Final = 57
COVERED_LIKED: Final = 58
"""How often the one across has left the suit open that is covered."""
COVERED_UNSEEN: Final = 59
"""Unseen tiles of the suit that is covered."""
KEEPS: Final = 60
"""By other: 1 where the kept end is its own."""
ASLEEP: Final = 63
MISSES_FRESH: Final = 64
"""By other: how likely none of its tiles fits this end."""
MISSES_KEPT: Final = 67
LONGEST: Final = 70
"""Tiles in the longest suit that the player holds after the move."""
FRESH_LONGEST: Final = 71
"""1 where this end is such a suit."""
KEPT_LONGEST: Final = 72
ONE_TILE: Final = 73
"""By other: 1 where it holds a single tile."""
ONE_TILE_AFTER: Final = 76
MARGIN: Final = 77
"""The pips left with the player and its partner, less what the opponents next to them hold on the average."""
TILES_AFTER_AGAIN: Final = 78
"""Meant to be the tiles that the next player cannot have, but nobody can have any of the player's own."""
ACROSS_FRESH: Final = 79
"""Tiles that fit this end and that the one across may have."""
FEATURES: Final = 80

# Feature scaling, what numbers are divided by: what is much of its kind, so that most of them lie between 0 and 1.
# Those of the double-six set serve the double-nine set as well, whose weights are its own.
SCALE_TILES: Final = 7.0
"""A rack as it is dealt."""
SCALE_PLAYED: Final = 28.0
"""The whole set."""
SCALE_ASLEEP: Final = 14.0
"""When two play."""
SCALE_ON_TILE: Final = 12.0
"""The 6-6."""
SCALE_IN_RACK: Final = 40.0
"""Pips of seven tiles, 42 on the average."""
SCALE_UNSEEN: Final = 100.0
"""Pips of three racks, 126 at the start."""
SCALE_MARGIN: Final = 20.0
"""Pips that decide most blocks."""
SCALE_SUIT: Final = 4.0
"""Tiles of one suit in a rack."""
SCALE_LONGEST: Final = 5.0
SCALE_FITS: Final = 6.0
"""Tiles of two suits in a rack."""
SCALE_DOUBLES: Final = 3.0
SCALE_LACKED: Final = 4.0
"""Suits: two passes on different ends."""
SCALE_LIKED: Final = 3.0
"""Times that somebody has left the same suit open."""

# What is known of another player is a row of five; players who are not there have -1 and noughts.
WHO: Final = 0
COUNT: Final = 1
LACKING: Final = 2
"""Suits, as a mask."""
LIKING: Final = 3
"""Times, four bits a suit."""
COULD: Final = 4
"""The tiles it may have, as a mask."""
KNOWN: Final = 5


class Observation(NamedTuple):
    """The observation of a player before it moves."""

    me: int
    rack: int
    unseen: int
    hidden: int
    """How many of the unseen tiles are in the others' racks."""
    asleep: int
    """How many are not."""
    suits: int
    per_suit: float
    """The scale of counts by suit: one by the tiles that a suit has besides its double."""


class Afterstate(NamedTuple):
    """The afterstate of a move: what it leaves. A draw, a pass and two doubles leave both ends as they are, the left
    one as the fresh."""

    rack: int
    fresh: int
    kept: int
    covered: int
    """-1 where no number is covered."""
    covered_by: int
    """Who laid the tile that is covered."""
    kept_by: int


@kernel("float64(int64, int64, int64)")
def none_fits(tiles: int, eligible: int, fitting: int) -> float:
    """The hypergeometric distribution at nought: how likely none of so many tiles fits, drawn without replacement from
    `eligible` tiles of which `fitting` do."""
    chance = 1.0
    for i in range(tiles):
        if eligible - i <= 0:
            break
        chance *= max(0, eligible - fitting - i) / (eligible - i)
    return chance


@kernel(inline=True)
def liked(likes: int, suit: int) -> float:
    """How often somebody has left a suit open."""
    return ((likes >> (4 * suit)) & 15) / SCALE_LIKED


@kernel(inline=True)
def observe(state: Ints, law: Ints, others: Ints) -> Observation:
    """The observation of the player in turn; `others` is filled in with what it knows of them."""
    players, suits = law[of.PLAYERS], law[of.SUITS]
    me = state[at.TURN]
    rack = state[at.RACK + me]
    everything = (1 << ((suits * (suits + 1)) >> 1)) - 1
    unseen = everything & ~state[at.SEEN] & ~rack
    others[:] = 0
    others[NEXT, WHO] = (me + 1) % players
    others[ACROSS, WHO] = (me + 2) % players if players == 4 else -1
    others[BEFORE, WHO] = (me + players - 1) % players if players > 2 else -1
    hidden = 0
    for other in range(OTHERS):
        player = others[other, WHO]
        if player >= 0:
            lacking, could = state[at.LACKS + player], unseen
            for suit in range(suits):
                if (lacking >> suit) & 1 == 1:
                    could &= ~SUITS[suit]
            count = popcount(state[at.RACK + player])  # how many they are is public
            others[other, COUNT], others[other, LACKING], others[other, COULD] = count, lacking, could
            others[other, LIKING] = state[at.LIKES + player]
            hidden += count
    return Observation(me, rack, unseen, hidden, popcount(unseen) - hidden, suits, 1.0 / (suits - 1))


@kernel(inline=True)
def afterstate_of(state: Ints, rack: int, move: int) -> Afterstate:
    """The afterstate of a move by a player with this rack."""
    left, right = state[at.LEFT_END], state[at.RIGHT_END]
    left_by, right_by = state[at.LEFT_BY], state[at.RIGHT_BY]
    if move == of.BOTH:
        return Afterstate(rack & ~(tables.DOUBLE[left] | tables.DOUBLE[right]), left, right, -1, left_by, right_by)
    if move < 0:
        return Afterstate(rack, left, right, -1, left_by, right_by)
    tile, how = move >> 2, move & 3
    rest = rack & ~(1 << tile)
    if how == of.OPENING:
        return Afterstate(rest, tables.LOW[tile], tables.HIGH[tile], -1, -1, -1)
    if how == of.LEFT:
        return Afterstate(rest, tables.PIPS[tile] - left, right, left, left_by, right_by)
    return Afterstate(rest, tables.PIPS[tile] - right, left, right, right_by, left_by)


@kernel(inline=True)
def fill_move(row: Weights, state: Ints, move: int) -> None:
    """What kind of move it is."""
    if move >= 0:
        tile = move >> 2
        row[MOVE_PIPS] = tables.PIPS[tile] / SCALE_ON_TILE
        row[MOVE_DOUBLE] = 1.0 if tables.LOW[tile] == tables.HIGH[tile] else 0.0
    elif move == of.BOTH:
        row[MOVE_PIPS] = 2 * (state[at.LEFT_END] + state[at.RIGHT_END]) / SCALE_ON_TILE
        row[MOVE_DOUBLE] = row[IS_BOTH] = 1.0
    elif move == of.DRAW:
        row[IS_DRAW] = 1.0
    else:
        row[IS_PASS] = 1.0


@kernel(inline=True)
def fill_hand(row: Weights, state: Ints, observed: Observation) -> None:
    """How the hand stands before the move, the others aside."""
    row[BIAS] = 1.0
    row[PLAYED] = popcount(state[at.SEEN]) / SCALE_PLAYED
    row[OPENING] = 1.0 if state[at.LEFT_END] < 0 else 0.0
    row[UNSEEN_PIPS] = pips_of(observed.unseen) / SCALE_UNSEEN
    row[TILES] = popcount(observed.rack) / SCALE_TILES
    row[PIPS] = pips_of(observed.rack) / SCALE_IN_RACK
    row[ASLEEP] = observed.asleep / SCALE_ASLEEP


@kernel(inline=True)
def fill_rack(row: Weights, observed: Observation, after: Afterstate) -> None:
    """What the player holds after the move, by itself."""
    tiles = popcount(after.rack)
    doubles = different = longest = 0
    for suit in range(observed.suits):
        length = popcount(after.rack & SUITS[suit])
        doubles += 1 if after.rack & tables.DOUBLE[suit] != 0 else 0
        different += 1 if length > 0 else 0
        longest = max(longest, length)
    row[TILES_AFTER] = tiles / SCALE_TILES
    row[TILES_AFTER_AGAIN] = tiles / SCALE_SUIT
    row[ONE_TILE_AFTER] = 1.0 if tiles == 1 else 0.0
    row[GOES_OUT] = 1.0 if tiles == 0 else 0.0
    row[PIPS_AFTER] = pips_of(after.rack) / SCALE_IN_RACK
    row[DOUBLES_AFTER] = doubles / SCALE_DOUBLES
    row[SUITS_AFTER] = different * observed.per_suit
    row[LONGEST] = longest / SCALE_LONGEST
    row[FRESH_LONGEST] = 1.0 if popcount(after.rack & SUITS[after.fresh]) == longest else 0.0
    row[KEPT_LONGEST] = 1.0 if popcount(after.rack & SUITS[after.kept]) == longest else 0.0


@kernel(inline=True)
def fill_ends(row: Weights, observed: Observation, after: Afterstate, own_likes: int) -> None:
    """How the two ends suit the player, and how many more tiles fit them."""
    fresh, kept = SUITS[after.fresh], SUITS[after.kept]
    own_fresh, own_kept = popcount(after.rack & fresh), popcount(after.rack & kept)
    unseen_fresh, unseen_kept = popcount(observed.unseen & fresh), popcount(observed.unseen & kept)
    row[OWN_FRESH] = own_fresh / SCALE_SUIT
    row[OWN_KEPT] = own_kept / SCALE_SUIT
    row[OWN_FITS] = popcount(after.rack & (fresh | kept)) / SCALE_FITS
    row[UNSEEN_FRESH] = unseen_fresh * observed.per_suit
    row[UNSEEN_KEPT] = unseen_kept * observed.per_suit
    row[ONLY_OWN_FRESH] = 1.0 if unseen_fresh == 0 and own_fresh > 0 else 0.0
    row[ONLY_OWN_KEPT] = 1.0 if unseen_kept == 0 and own_kept > 0 else 0.0
    row[EQUAL_ENDS] = 1.0 if after.fresh == after.kept else 0.0
    row[OWN_LIKES] = liked(own_likes, after.fresh)
    row[OWN_LIKES + 1] = liked(own_likes, after.kept)
    row[COVERS_OWN] = 1.0 if after.covered_by == observed.me else 0.0
    row[KEEPS_OWN] = 1.0 if after.kept_by == observed.me else 0.0


@kernel(inline=True)
def fill_covered(row: Weights, observed: Observation, after: Afterstate, others: Ints) -> None:
    """Whom it hurts that a number is covered."""
    covered = after.covered
    if covered >= 0:
        row[COVERED_OWN] = popcount(after.rack & SUITS[covered]) / SCALE_SUIT
        for other in range(OTHERS):
            row[COVERED_LACKS + other] = (others[other, LACKING] >> covered) & 1
        row[COVERED_LIKED] = liked(others[ACROSS, LIKING], covered)
        row[COVERED_UNSEEN] = popcount(observed.unseen & SUITS[covered]) * observed.per_suit


@kernel(inline=True)
def fill_others(row: Weights, after: Afterstate, others: Ints) -> None:
    """What the ends are to each of the others."""
    fresh, kept = SUITS[after.fresh], SUITS[after.kept]
    for other in range(OTHERS):
        player, count, could = others[other, WHO], others[other, COUNT], others[other, COULD]
        if player < 0:
            continue
        lacking, liking = others[other, LACKING], others[other, LIKING]
        eligible = popcount(could)
        row[HELD + other] = count / SCALE_TILES
        row[ONE_TILE + other] = 1.0 if count == 1 else 0.0
        row[LACKED + other] = popcount(lacking) / SCALE_LACKED
        row[LACKS + 2 * other] = (lacking >> after.fresh) & 1
        row[LACKS + 2 * other + 1] = (lacking >> after.kept) & 1
        row[LIKES + 2 * other] = liked(liking, after.fresh)
        row[LIKES + 2 * other + 1] = liked(liking, after.kept)
        row[MUST_PASS + other] = none_fits(count, eligible, popcount(could & (fresh | kept)))
        row[MISSES_FRESH + other] = none_fits(count, eligible, popcount(could & fresh))
        row[MISSES_KEPT + other] = none_fits(count, eligible, popcount(could & kept))
        row[COVERS + other] = 1.0 if after.covered_by == player else 0.0
        row[KEEPS + other] = 1.0 if after.kept_by == player else 0.0


@kernel(inline=True)
def fill_block(row: Weights, law: Ints, observed: Observation, move: int, after: Afterstate, others: Ints) -> None:
    """Who would have fewer pips, and whether the move makes that count."""
    each = pips_of(observed.unseen) / max(1, observed.hidden + observed.asleep)  # of an unseen tile, on the average
    if law[of.SIDES] == 2 and law[of.PLAYERS] == 4:
        more = others[ACROSS, COUNT] - others[NEXT, COUNT] - others[BEFORE, COUNT]
        row[MARGIN] = (pips_of(after.rack) + each * more) / SCALE_MARGIN
    else:
        row[MARGIN] = (pips_of(after.rack) - each * others[NEXT, COUNT]) / SCALE_MARGIN
    fits = SUITS[after.fresh] | SUITS[after.kept]
    placed = move != of.PASS and move != of.DRAW
    if placed and after.rack != 0 and (after.rack | observed.unseen) & fits == 0:
        row[BLOCKS] = 1.0
        row[BLOCK_MARGIN] = row[MARGIN]


@kernel("void(int64[::1], int64[::1], int64[::1], int64, float32[:,::1])", fastmath=True)
def extract_features(state: Ints, law: Ints, moves: Ints, count: int, out: Weights) -> None:
    """A feature vector for each move of the player in turn, from its own tiles and what is public, nothing else."""
    others = np.empty((OTHERS, KNOWN), np.int64)
    observed = observe(state, law, others)
    own_likes = state[at.LIKES + observed.me]
    for number in range(count):
        row, move = out[number], moves[number]
        row[:] = 0.0
        after = afterstate_of(state, observed.rack, move)
        fill_move(row, state, move)
        fill_hand(row, state, observed)
        fill_rack(row, observed, after)
        fill_ends(row, observed, after, own_likes)
        fill_covered(row, observed, after, others)
        fill_others(row, after, others)
        fill_block(row, law, observed, move, after, others)
        row[ACROSS_FRESH] = popcount(others[ACROSS, COULD] & SUITS[after.fresh]) * observed.per_suit
