"""What everybody writes at the end of a hand in which each plays alone, all racks open.

With three or four sides there is no one value: everybody plays for the own good (max^n). Where points hurt, that is to
write few of them oneself; else to be as far as possible above the mean of the others. Of moves that are equally good
for the player in turn the first is played, in the order of `turns.list_moves`: so the outcome is one and the same every
time, but others who break ties another way may do better or worse.

Next to nothing can be pruned here, so this is for endings of a few tiles; it keeps what it has seen in a table.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from tantera.solver.kernels import law as of
from tantera.solver.kernels.arrays import Ints
from tantera.solver.kernels.jit import kernel
from tantera.solver.kernels.turns import (
    DREW,
    LEFT_END,
    RACK,
    RIGHT_END,
    TAKEN,
    TURN,
    WIDEST,
    deepest,
    key_of,
    list_moves,
    set_out,
    slot,
    step,
    table_of,
)

LEAST: Final = -(1 << 60)
"""Below any wish."""

# What a frame of the stack holds after its position.
KEY: Final = 8
"""Three words."""
PLACE: Final = 11
FOUND: Final = 12
"""How many moves there are."""
NEXT: Final = 13
"""Which of them is tried next."""
WISH: Final = 14
"""How much the player in turn likes the best outcome so far."""
POINTS: Final = 15
"""That outcome: four words."""
MOVES: Final = 19

AGE: Final = 3
SEEN: Final = 4
WORDS: Final = 8
"""Of an entry of the table: three of the key, which search found it, what each of four players writes."""


def new_table(bits: int = 16) -> Ints:
    return table_of(WORDS, bits)


@kernel("int64(int64[::1], int64[::1], int64)")
def wish(law: Ints, points: Ints, player: int) -> int:
    """How much a player likes an outcome; the higher, the more."""
    liked: int = -points[player]
    if law[of.SCORING] != of.OWN_LOSS:
        players = law[of.PLAYERS]
        liked = players * points[player]
        for one in range(players):
            liked -= points[one]
    return liked


@kernel("boolean(int64[::1], int64[::1], int64[::1], int64[:,::1], int64[::1])")
def enter(law: Ints, racks: Ints, boneyard: Ints, table: Ints, here: Ints) -> bool:
    """Look a position up, or list its moves. True where its outcome is known: it is in POINTS."""
    size = table.shape[0] - 1
    one, two, three = key_of(law, racks, here)
    place = slot(one, two, three, size)
    here[KEY], here[KEY + 1], here[KEY + 2], here[PLACE] = one, two, three, place
    entry = table[place]
    if entry[AGE] == table[size, 0] and entry[0] == one and entry[1] == two and entry[2] == three:
        here[POINTS:MOVES] = entry[SEEN:]
        return True
    asleep = boneyard.size - here[TAKEN]
    here[FOUND] = list_moves(law, here[RACK], here[LEFT_END], here[RIGHT_END], asleep, here[DREW], here[MOVES:])
    here[NEXT], here[WISH] = 0, LEAST
    return False


@kernel("void(int64[::1], int64[::1], int64[::1])")
def absorb(law: Ints, here: Ints, points: Ints) -> None:
    """What the move just tried comes to."""
    liked = wish(law, points, here[TURN])
    if liked > here[WISH]:
        here[WISH] = liked
        here[POINTS:MOVES] = points


@kernel("boolean(int64[::1], int64[::1], int64[::1], int64, int64[:,::1], int64[:,::1], int64[::1], int64[::1])")
def search(
    law: Ints, racks: Ints, boneyard: Ints, opener: int, table: Ints, frames: Ints, points: Ints, count: Ints
) -> bool:
    """Work out what the one move listed in the first frame comes to; the outcome is in that frame's POINTS.

    Racks change on the way. `count` holds the nodes and how many are allowed: False where they were not enough.
    """
    size = table.shape[0] - 1
    # Nobody can write less than nothing: where points hurt, the first move that writes nothing is the one played.
    enough = 0 if law[of.SCORING] == of.OWN_LOSS else -LEAST
    depth = 0
    while True:
        here = frames[depth]
        if here[NEXT] == here[FOUND] or here[WISH] >= enough:
            if depth == 0:
                return True
            entry = table[here[PLACE]]
            entry[:AGE] = here[KEY:PLACE]
            entry[AGE] = table[size, 0]
            entry[SEEN:] = here[POINTS:MOVES]
            depth -= 1
            above = frames[depth]
            racks[above[TURN]] = above[RACK]
            absorb(law, above, here[POINTS:MOVES])
            continue
        count[0] += 1
        if count[0] > count[1]:
            return False
        code = here[MOVES + here[NEXT]]
        here[NEXT] += 1
        there = frames[depth + 1]
        if step(law, racks, boneyard, opener, here, code, there, points):
            racks[here[TURN]] = here[RACK]
            absorb(law, here, points)
        elif enter(law, racks, boneyard, table, there):
            racks[here[TURN]] = here[RACK]
            absorb(law, here, there[POINTS:MOVES])
        else:
            depth += 1


@kernel(
    "int64(int64[::1], int64[::1], int64[::1], int64, int64, int64, int64, int64, int64, int64[:,::1],"
    " int64, int64[::1], int64[:,::1], int64[::1])"
)
def solve_alone(
    law: Ints,
    racks: Ints,
    boneyard: Ints,
    left: int,
    right: int,
    turn: int,
    opener: int,
    drew: int,
    idle: int,
    table: Ints,
    budget: int,
    moves: Ints,
    values: Ints,
    nodes: Ints,
) -> int:
    """What every player writes after each move of the player in turn. Returns how many moves there are, or -1 where
    that would take more than `budget` nodes.

    `left` and `right` are -1 before the opening, and only then is a first pass still to come. `moves` has room for
    `WIDEST`, `values` for a row of four players each; `nodes[0]` counts up. The best move is the first that `wish`
    likes best.
    """
    table[table.shape[0] - 1, 0] += 1
    count = np.array([0, budget], np.int64)
    held = racks.copy()
    points = np.zeros(4, np.int64)
    frames = np.empty((deepest(racks, boneyard), MOVES + WIDEST), np.int64)
    found = list_moves(law, held[turn], left, right, boneyard.size, drew, moves)
    root = frames[0]
    for i in range(found):
        set_out(root, racks, left, right, turn, drew, idle)
        root[MOVES], root[FOUND], root[NEXT], root[WISH] = moves[i], 1, 0, LEAST
        if not search(law, held, boneyard, opener, table, frames, points, count):
            break
        values[i, :] = root[POINTS:MOVES]
    nodes[0] += count[0]
    return found if count[0] <= budget else -1
