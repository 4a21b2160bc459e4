"""Deals that could be, drawn one as likely as the other.

A puzzle is a list of tiles whose place is unknown, each with the places it may be in, and of places, each with the
number of tiles it takes. Tiles are placed one after the other; `weigh` counts, for each tile and each state of the
places, the ways to finish, and `sample` walks down those counts. No way is tried and given up.

The room in the last place follows from the others, so a state is the room in all places but the last, as one number.
Two marks go with a state, each 1 from the start where the puzzle does not need it:

- OPENED: the highest tile that was dealt at all has been met, and it is the opener's. Tiles come highest first.
- ALIVE: a tile that fits is where it can be played from, or the hand would have been blocked.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from tantera.solver.kernels.arrays import Floats, Ints
from tantera.solver.kernels.chance import draw, fraction
from tantera.solver.kernels.jit import kernel, lowest

# A tile is a row of four:
ALLOWED: Final = 0
"""The places it may be in, as a mask."""
BIT: Final = 1
"""The tile as a mask; 0 where it has left its place since, being on the chain."""
INDEX: Final = 2
FITS: Final = 3
"""1 where it fits an end and is not on the chain."""

# A place is a row of five:
ROOM: Final = 0
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
MARKS: Final = 2
"""The marks that are set from the start."""

OPENED: Final = 1
ALIVE: Final = 2
BOTH: Final = 3


@kernel(inline=True)
def _marked(marks: int, tile: int, place: int, tiles: Ints, places: Ints, terms: Ints) -> int:
    """The marks once a tile is in a place; -1 where it may not be there."""
    if marks == BOTH:
        return BOTH
    if not marks & OPENED and places[place, DEALT]:
        if place != terms[OPENER]:
            return -1
        marks |= OPENED
    if tiles[tile, FITS] and places[place, LIVE]:
        marks |= ALIVE
    return marks


@kernel("int64[::1](int64[:, ::1])")
def _steps(places: Ints) -> Ints:
    """By how much a state falls when a tile goes to each place; not at all for the last."""
    last = places.shape[0] - 1
    steps = np.zeros(last + 1, np.int64)
    step = 1
    for place in range(last):
        steps[place] = step
        step *= places[place, ROOM] + 1
    return steps


@kernel("void(int64, int64[:, ::1], int64[::1], int64[::1], float64[:, ::1])")
def _limit(left: int, places: Ints, steps: Ints, free: Ints, weights: Floats) -> None:
    """Rule out the states in which a rack has been given more doubles than a deal may give it."""
    last = places.shape[0] - 1
    for state in range(free.shape[0]):
        for place in range(last + 1):
            room = left - (free[state] >> 32)
            if place < last:
                room = state // steps[place] % (places[place, ROOM] + 1)
            if places[place, ROOM] - room > places[place, MOST_DOUBLES]:
                for marks in range(4):
                    weights[marks, state] = 0.0


@kernel("float64(int64[:, ::1], int64[:, ::1], int64[::1], int64[::1], float64[:, :, ::1])")
def weigh(tiles: Ints, places: Ints, terms: Ints, free: Ints, weights: Floats) -> float:
    """Fill `weights[tile, marks, state]`, the ways to place that tile and all after it, and `free[state]`, the places
    with room as a mask and above it, from bit 32, the room in all of them. The number of deals, as a float.

    The state of the beginning is the last one.
    """
    count, last, size = tiles.shape[0], places.shape[0] - 1, free.shape[0]
    steps = _steps(places)
    limited = False
    for place in range(last + 1):
        limited = limited or places[place, MOST_DOUBLES] < places[place, ROOM]
    for state in range(size):
        mask = taken = 0
        for place in range(last):
            room = state // steps[place] % (places[place, ROOM] + 1)
            mask |= (room > 0) << place
            taken += room
        free[state] = mask | taken << 32
    for marks in range(4):
        for state in range(size):
            weights[count, marks, state] = 0.0
    weights[count, BOTH, 0] = 1.0
    start = terms[MARKS]
    for tile in range(count - 1, -1, -1):
        if limited and tile == terms[DOUBLES] - 1:
            _limit(count - tile - 1, places, steps, free, weights[tile + 1])
        for marks in range(start, 4):
            if marks & start != start:
                continue
            for state in range(size):
                rest = count - tile - (free[state] >> 32)
                if rest < 0 or (last >= 0 and rest > places[last, ROOM]):
                    weights[tile, marks, state] = 0.0
                    continue
                open_places = tiles[tile, ALLOWED] & (free[state] & 0xFFFFFFFF | (rest > 0) << last)
                ways = 0.0
                while open_places:
                    place = lowest(open_places)
                    open_places &= open_places - 1
                    after = _marked(marks, tile, place, tiles, places, terms)
                    if after >= 0:
                        ways += weights[tile + 1, after, state - steps[place]]
                weights[tile, marks, state] = ways
    deals: float = weights[0, start, size - 1]
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
    weights: Floats,
    held: Ints,
    asleep: Ints,
    seed: int,
    racks: Ints,
    boneyard: Ints,
) -> None:
    """Fill `racks` and `boneyard` with one deal a row. `held` are the tiles each player is known to hold, `asleep`
    those known to sleep. The same seed gives the same deals."""
    count, last, size = tiles.shape[0], places.shape[0] - 1, free.shape[0]
    known, sleeping = asleep.shape[0], boneyard.shape[1]
    steps = _steps(places)
    chance = np.array([seed])
    chance[0] = draw(chance)  # so that seeds that are near give deals that are not
    for row in range(racks.shape[0]):
        for player in range(4):
            racks[row, player] = held[player]
        for place in range(known):
            boneyard[row, place] = asleep[place]
        asleep_yet = known
        state, marks = size - 1, terms[MARKS]
        for tile in range(count):
            rest = count - tile - (free[state] >> 32)
            open_places = tiles[tile, ALLOWED] & (free[state] & 0xFFFFFFFF | (rest > 0) << last)
            chosen, chosen_state, chosen_marks = -1, state, marks
            if open_places & (open_places - 1) == 0:
                chosen = lowest(open_places)
                chosen_state = state - steps[chosen]
                chosen_marks = _marked(marks, tile, chosen, tiles, places, terms)
            else:
                mark = fraction(chance) * weights[tile, marks, state]
                while open_places:
                    place = lowest(open_places)
                    open_places &= open_places - 1
                    after = _marked(marks, tile, place, tiles, places, terms)
                    if after < 0:
                        continue
                    ways = weights[tile + 1, after, state - steps[place]]
                    if ways > 0.0:
                        chosen, chosen_state, chosen_marks = place, state - steps[place], after
                        mark -= ways
                        if mark < 0.0:
                            break
            state, marks = chosen_state, chosen_marks
            owner = places[chosen, OWNER]
            if owner >= 0:
                racks[row, owner] |= tiles[tile, BIT]
            elif owner == ASLEEP:
                boneyard[row, asleep_yet] = tiles[tile, INDEX]
                asleep_yet += 1
        for place in range(sleeping - 1, 0, -1):
            other = int(fraction(chance) * (place + 1))
            one = boneyard[row, place]
            boneyard[row, place] = boneyard[row, other]
            boneyard[row, other] = one
