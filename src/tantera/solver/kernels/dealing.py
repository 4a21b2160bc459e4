"""Exact uniform sampling by dynamic programming: deals that could be, drawn one as likely as the other.

The puzzle is a constraint satisfaction problem: tiles whose place is unknown are the variables, the places each may be
in are its domain, and each place takes a given number of tiles. Tiles are placed one after the other:
`count_completions` counts backwards, for each tile and each state of the places, the ways to finish, and `sample` draws
forwards in proportion to those counts. There is no rejection and no backtracking.

A state is the room in all places but the last, which follows from the others, as one mixed-radix number. Two flags go
with it, each 1 from the start where the puzzle does not need it:

- OPENED: the highest tile that was dealt at all has been met, and it is the opener's. Tiles come highest first.
- ALIVE: a tile that fits is where it can be played from, or the hand would have been blocked.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from tantera.solver.kernels.chance import draw, uniform
from tantera.solver.kernels.jit import Floats, Ints, kernel, trailing_zeros

# A tile is a row of four:
ALLOWED: Final = 0
"""Its domain: the places it may be in, as a mask."""
BIT: Final = 1
"""The tile as a mask; 0 where it has left its place since, being on the chain."""
INDEX: Final = 2
FITS: Final = 3
"""1 where it fits an end and is not on the chain."""

# A place is a row of five:
ROOM: Final = 0
"""Its capacity, in tiles."""
OWNER: Final = 1
"""The player whose rack it is in now; ASLEEP or AWAY."""
ASLEEP: Final = -1
AWAY: Final = -2
"""On the chain, where nobody said which tiles lie there."""
MOST_DOUBLES: Final = 2
DEALT: Final = 3
"""1 for a rack as it was dealt."""
LIVE: Final = 4
"""1 where a tile that fits keeps the hand going."""

# The terms are three numbers:
DOUBLES: Final = 0
"""How many of the tiles are doubles; they come first."""
OPENER: Final = 1
"""The place that is the opener's rack as dealt, or -1."""
FLAGS: Final = 2
"""The flags that are set from the start."""

OPENED: Final = 1
ALIVE: Final = 2
BOTH: Final = 3


@kernel(inline=True)
def _flags_after(flags: int, tile: int, place: int, tiles: Ints, places: Ints, terms: Ints) -> int:
    """The flags once a tile is in a place; -1 where it may not be there."""
    if flags == BOTH:
        return BOTH
    if not flags & OPENED and places[place, DEALT]:
        if place != terms[OPENER]:
            return -1
        flags |= OPENED
    if tiles[tile, FITS] and places[place, LIVE]:
        flags |= ALIVE
    return flags


@kernel("int64[::1](int64[:, ::1])")
def _strides(places: Ints) -> Ints:
    """The mixed radix's strides: by how much a state falls when a tile goes to each place; not at all for the last."""
    last = places.shape[0] - 1
    strides = np.zeros(last + 1, np.int64)
    stride = 1
    for place in range(last):
        strides[place] = stride
        stride *= places[place, ROOM] + 1
    return strides


@kernel("void(int64, int64[:, ::1], int64[::1], int64[::1], float64[:, ::1])")
def _limit(left: int, places: Ints, strides: Ints, free: Ints, completions: Floats) -> None:
    """Rule out the states in which a rack has been given more doubles than a deal may give it."""
    last = places.shape[0] - 1
    for state in range(free.shape[0]):
        for place in range(last + 1):
            room = left - (free[state] >> 32)
            if place < last:
                room = state // strides[place] % (places[place, ROOM] + 1)
            if places[place, ROOM] - room > places[place, MOST_DOUBLES]:
                for flags in range(4):
                    completions[flags, state] = 0.0


@kernel("float64(int64[:, ::1], int64[:, ::1], int64[::1], int64[::1], float64[:, :, ::1])")
def count_completions(tiles: Ints, places: Ints, terms: Ints, free: Ints, completions: Floats) -> float:
    """Dynamic programming from the last tile back. The number of deals, as a float.

    Fills `completions[tile, flags, state]`, the ways to place that tile and all after it, and `free[state]`, the places
    with room as a mask and above it, from bit 32, the room in all of them.

    The state of the beginning is the last one.
    """
    count, last, size = tiles.shape[0], places.shape[0] - 1, free.shape[0]
    strides = _strides(places)
    limited = False
    for place in range(last + 1):
        limited = limited or places[place, MOST_DOUBLES] < places[place, ROOM]
    for state in range(size):
        mask = taken = 0
        for place in range(last):
            room = state // strides[place] % (places[place, ROOM] + 1)
            mask |= (room > 0) << place
            taken += room
        free[state] = mask | taken << 32
    for flags in range(4):
        for state in range(size):
            completions[count, flags, state] = 0.0
    completions[count, BOTH, 0] = 1.0
    start = terms[FLAGS]
    for tile in range(count - 1, -1, -1):
        if limited and tile == terms[DOUBLES] - 1:
            _limit(count - tile - 1, places, strides, free, completions[tile + 1])
        for flags in range(start, 4):
            if flags & start != start:
                continue
            for state in range(size):
                rest = count - tile - (free[state] >> 32)
                if rest < 0 or (last >= 0 and rest > places[last, ROOM]):
                    completions[tile, flags, state] = 0.0
                    continue
                open_places = tiles[tile, ALLOWED] & (free[state] & 0xFFFFFFFF | (rest > 0) << last)
                ways = 0.0
                while open_places:
                    place = trailing_zeros(open_places)
                    open_places &= open_places - 1
                    after = _flags_after(flags, tile, place, tiles, places, terms)
                    if after >= 0:
                        ways += completions[tile + 1, after, state - strides[place]]
                completions[tile, flags, state] = ways
    deals: float = completions[0, start, size - 1]
    return deals


@kernel(
    "void(int64[:, ::1], int64[:, ::1], int64[::1], int64[::1], float64[:, :, ::1], int64[::1], int64[::1], int64,"
    " int64[:, ::1], int64[:, ::1])"
)
def sample(
    tiles: Ints,
    places: Ints,
    terms: Ints,
    free: Ints,
    completions: Floats,
    held: Ints,
    asleep: Ints,
    seed: int,
    racks: Ints,
    boneyard: Ints,
) -> None:
    """Sample deals forwards, each place in proportion to its completions, into a row of `racks` and `boneyard` each.

    `held` are the tiles each player is known to hold, `asleep` those known to sleep. The same seed, the same deals.
    """
    count, last, size = tiles.shape[0], places.shape[0] - 1, free.shape[0]
    known, sleeping = asleep.shape[0], boneyard.shape[1]
    strides = _strides(places)
    chance = np.array([seed])
    chance[0] = draw(chance)  # so that seeds that are near give deals that are not
    for row in range(racks.shape[0]):
        for player in range(4):
            racks[row, player] = held[player]
        for place in range(known):
            boneyard[row, place] = asleep[place]
        asleep_yet = known
        state, flags = size - 1, terms[FLAGS]
        for tile in range(count):
            rest = count - tile - (free[state] >> 32)
            open_places = tiles[tile, ALLOWED] & (free[state] & 0xFFFFFFFF | (rest > 0) << last)
            chosen, chosen_state, chosen_flags = -1, state, flags
            if open_places & (open_places - 1) == 0:
                chosen = trailing_zeros(open_places)
                chosen_state = state - strides[chosen]
                chosen_flags = _flags_after(flags, tile, chosen, tiles, places, terms)
            else:
                threshold = uniform(chance) * completions[tile, flags, state]
                while open_places:
                    place = trailing_zeros(open_places)
                    open_places &= open_places - 1
                    after = _flags_after(flags, tile, place, tiles, places, terms)
                    if after < 0:
                        continue
                    ways = completions[tile + 1, after, state - strides[place]]
                    if ways > 0.0:
                        chosen, chosen_state, chosen_flags = place, state - strides[place], after
                        threshold -= ways
                        if threshold < 0.0:
                            break
            state, flags = chosen_state, chosen_flags
            owner = places[chosen, OWNER]
            if owner >= 0:
                racks[row, owner] |= tiles[tile, BIT]
            elif owner == ASLEEP:
                boneyard[row, asleep_yet] = tiles[tile, INDEX]
                asleep_yet += 1
        # Fisher-Yates: in which order the tiles sleep is anybody's guess.
        for place in range(sleeping - 1, 0, -1):
            other = int(uniform(chance) * (place + 1))
            one = boneyard[row, place]
            boneyard[row, place] = boneyard[row, other]
            boneyard[row, other] = one
