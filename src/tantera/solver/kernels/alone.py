"""Max^n search with a transposition table: what everybody writes where each plays alone, all racks open.

With three or four sides there is no minimax value: an outcome is a vector of points, and each player maximizes their
own utility of it. Where points hurt, that is to write few of them oneself; else to be as far as possible above the mean
of the others. Ties break by the order of `turns.list_moves`, the first of equally good moves: so the outcome is one and
the same every time, but others who break ties another way may do better or worse.

Max^n allows next to no pruning, so this is for endings of a few tiles.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from tantera.solver.kernels import law as of
from tantera.solver.kernels.jit import Ints, kernel
from tantera.solver.kernels.turns import (
    DREW,
    LEFT_END,
    RACK,
    RIGHT_END,
    TAKEN,
    TURN,
    WIDEST,
    hash_index,
    key_of,
    list_moves,
    set_root,
    stack_depth,
    step,
    transposition_table,
)

MINUS_INFINITY: Final = -(1 << 60)
"""Below any utility."""

# What a frame of the stack holds after its position.
KEY: Final = 8
"""Three words."""
SLOT: Final = 11
"""Where the table keeps this position: the key's hash index."""
FOUND: Final = 12
"""How many moves there are."""
NEXT: Final = 13
"""Which of them is tried next."""
UTILITY: Final = 14
"""What the best outcome so far is worth to the player in turn."""
POINTS: Final = 15
"""That outcome: four words."""
MOVES: Final = 19

GENERATION: Final = 3
OUTCOME: Final = 4
WORDS: Final = 8
"""Of an entry of the table: three of the key, the generation, what each of four players writes."""


def new_table(bits: int = 16) -> Ints:
    """An empty transposition table."""
    return transposition_table(WORDS, bits)


@kernel("int64(int64[::1], int64[::1], int64)")
def utility_to(law: Ints, points: Ints, player: int) -> int:
    """A player's utility of an outcome: how much they like it."""
    utility: int = -points[player]
    if law[of.SCORING] != of.OWN_LOSS:
        players = law[of.PLAYERS]
        utility = players * points[player]
        for other in range(players):
            utility -= points[other]
    return utility


@kernel("boolean(int64[::1], int64[::1], int64[::1], int64[:,::1], int64[::1])")
def enter(law: Ints, racks: Ints, boneyard: Ints, table: Ints, here: Ints) -> bool:
    """Probe the table, or else expand the node: list its moves. True where the outcome is known: it is in POINTS."""
    size = table.shape[0] - 1
    one, two, three = key_of(law, racks, here)
    slot = hash_index(one, two, three, size)
    here[KEY], here[KEY + 1], here[KEY + 2], here[SLOT] = one, two, three, slot
    entry = table[slot]
    if entry[GENERATION] == table[size, 0] and entry[0] == one and entry[1] == two and entry[2] == three:
        here[POINTS:MOVES] = entry[OUTCOME:]
        return True
    asleep = boneyard.size - here[TAKEN]
    here[FOUND] = list_moves(law, here[RACK], here[LEFT_END], here[RIGHT_END], asleep, here[DREW], here[MOVES:])
    here[NEXT], here[UTILITY] = 0, MINUS_INFINITY
    return False


@kernel("void(int64[::1], int64[::1], int64[::1])")
def back_up(law: Ints, here: Ints, points: Ints) -> None:
    """Back the outcome of the move just tried up to the node: kept where the player in turn likes it better."""
    utility = utility_to(law, points, here[TURN])
    if utility > here[UTILITY]:
        here[UTILITY] = utility
        here[POINTS:MOVES] = points


@kernel("boolean(int64[::1], int64[::1], int64[::1], int64, int64[:,::1], int64[:,::1], int64[::1], int64[::1])")
def search(
    law: Ints, racks: Ints, boneyard: Ints, opener: int, table: Ints, frames: Ints, points: Ints, count: Ints
) -> bool:
    """Depth-first search on a stack of its own, below the one move listed in the first frame; the outcome is in that
    frame's POINTS.

    Racks change on the way. `count` holds the nodes visited and the budget: False where it was not enough.
    """
    size = table.shape[0] - 1
    # Immediate pruning: nobody can write less than nothing, so where points hurt, the first move that writes nothing is
    # the one played.
    enough = 0 if law[of.SCORING] == of.OWN_LOSS else -MINUS_INFINITY
    depth = 0
    while True:
        here = frames[depth]
        if here[NEXT] == here[FOUND] or here[UTILITY] >= enough:
            if depth == 0:
                return True
            entry = table[here[SLOT]]
            entry[:GENERATION] = here[KEY:SLOT]
            entry[GENERATION] = table[size, 0]
            entry[OUTCOME:] = here[POINTS:MOVES]
            depth -= 1
            above = frames[depth]
            racks[above[TURN]] = above[RACK]
            back_up(law, above, here[POINTS:MOVES])
            continue
        count[0] += 1
        if count[0] > count[1]:
            return False
        code = here[MOVES + here[NEXT]]
        here[NEXT] += 1
        there = frames[depth + 1]
        if step(law, racks, boneyard, opener, here, code, there, points):
            racks[here[TURN]] = here[RACK]
            back_up(law, here, points)
        elif enter(law, racks, boneyard, table, there):
            racks[here[TURN]] = here[RACK]
            back_up(law, here, there[POINTS:MOVES])
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
    `WIDEST`, `values` for a row of four players each; `nodes[0]` counts up. The best move is the first of the highest
    `utility_to`.
    """
    table[table.shape[0] - 1, 0] += 1
    count = np.array([0, budget], np.int64)
    held = racks.copy()
    points = np.zeros(4, np.int64)
    frames = np.empty((stack_depth(racks, boneyard), MOVES + WIDEST), np.int64)
    found = list_moves(law, held[turn], left, right, boneyard.size, drew, moves)
    root = frames[0]
    for i in range(found):
        set_root(root, racks, left, right, turn, drew, idle)
        root[MOVES], root[FOUND], root[NEXT], root[UTILITY] = moves[i], 1, 0, MINUS_INFINITY
        if not search(law, held, boneyard, opener, table, frames, points, count):
            break
        values[i, :] = root[POINTS:MOVES]
    nodes[0] += count[0]
    return found if count[0] <= budget else -1
