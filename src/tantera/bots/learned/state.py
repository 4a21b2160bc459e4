"""The state of the game as the policy's kernels keep it: one array of int64, quick to copy, quick to play on."""

from __future__ import annotations

from typing import Final

import numpy as np

from tantera.solver.kernels import law as of
from tantera.solver.kernels.jit import Floats, Ints, kernel
from tantera.solver.kernels.tables import DOUBLE, HIGH, LOW, PIPS, SUITS, pips_of
from tantera.solver.kernels.turns import list_tiles, list_waits, may_lay_both

# Places in the array. Everything by player has four places.
RACK: Final = 0
LACKS: Final = 4
"""By player: the suits it has shown to lack, as a mask."""
LIKES: Final = 8
"""By player: how often it has left each suit open by its own choice, four bits a suit."""
SEEN: Final = 12
"""The tiles on the chain."""
LEFT_END: Final = 13
"""-1 before the opening."""
RIGHT_END: Final = 14
LEFT_BY: Final = 15
"""Who laid the tile at that end."""
RIGHT_BY: Final = 16
TURN: Final = 17
OPENER: Final = 18
DRAWN: Final = 19
"""How many tiles of the boneyard have been drawn."""
DREW: Final = 20
"""Whether the player in turn has drawn in this turn."""
IDLE: Final = 21
"""Passes in a row by players who did not draw."""
ENDED: Final = 22
"""0 in play, 1 somebody went out, 2 blocked."""
LAST: Final = 23
"""Who moved last: who went out, if somebody did."""
BONUS: Final = 24
"""By player: bonus points earned, and the prize in `PRIZE`."""
PRIZE: Final = 28
TURNS: Final = 29
LENGTH: Final = 30


@kernel("int64(int64[::1], int64[::1], int64[::1], int64[::1])")
def legal_moves(state: Ints, law: Ints, boneyard: Ints, moves: Ints) -> int:
    """Move generation: the moves of the player in turn, equal ends once (on the left); how many.

    Those on the left come first: in another order the same chance would choose others, and training end elsewhere.
    """
    rack = state[RACK + state[TURN]]
    left, right = state[LEFT_END], state[RIGHT_END]
    if left < 0:
        return list_tiles(rack, of.OPENING, moves, 0)
    count = list_tiles(rack & SUITS[left], of.LEFT, moves, 0)
    if left != right:
        count = list_tiles(rack & SUITS[right], of.RIGHT, moves, count)
    if count == 0:
        return list_waits(law, boneyard.size - state[DRAWN], state[DREW], moves)
    if may_lay_both(law, rack, left, right):
        moves[count] = of.BOTH
        count += 1
    return count


@kernel("void(int64[::1], int64[::1], int64[::1], int64)")
def play(state: Ints, law: Ints, boneyard: Ints, move: int) -> None:
    """The transition: make a legal move, the state changes in place."""
    turn = state[TURN]
    left, right = state[LEFT_END], state[RIGHT_END]
    players = law[of.PLAYERS]
    state[LAST] = turn
    if move == of.DRAW:
        state[RACK + turn] |= 1 << boneyard[state[DRAWN]]
        state[DRAWN] += 1
        state[DREW] = 1
        # What it lacked before, the new tile may be; it does lack the ends, or it plays the tile now.
        state[LACKS + turn] = 0
        return
    state[TURNS] += 1
    following = turn + 1
    if following == players:
        following = 0
    state[TURN] = following
    if move == of.PASS:
        state[LACKS + turn] |= (1 << left) | (1 << right)
        if state[TURNS] == 2 and state[DREW] == 0:
            state[BONUS + state[OPENER]] += law[of.PASS_BONUS]
        state[IDLE] = 0 if state[DREW] == 1 else state[IDLE] + 1
        state[DREW] = 0
        if state[IDLE] >= players:
            state[ENDED] = 2
            state[PRIZE] = law[of.BLOCK_PRIZE]
        return
    state[IDLE] = 0
    state[DREW] = 0
    capicua = False
    if move == of.BOTH:
        tiles = DOUBLE[left] | DOUBLE[right]
        state[LEFT_BY] = state[RIGHT_BY] = turn
        liked = (1 << (4 * left)) + (1 << (4 * right))
        pips = 2 * right  # of the last tile: the right one is laid last
    else:
        tile = move >> 2
        how = move & 3
        tiles = 1 << tile
        pips = PIPS[tile]
        if how == of.OPENING:
            state[LEFT_END], state[RIGHT_END] = LOW[tile], HIGH[tile]
            state[LEFT_BY] = state[RIGHT_BY] = turn
            liked = 1 << (4 * LOW[tile])
            if LOW[tile] != HIGH[tile]:
                liked += 1 << (4 * HIGH[tile])
        else:
            capicua = (
                left != right
                and LOW[tile] != HIGH[tile]
                and (LOW[tile] == left or HIGH[tile] == left)
                and (LOW[tile] == right or HIGH[tile] == right)
            )
            if how == of.LEFT:
                state[LEFT_END] = pips - left
                state[LEFT_BY] = turn
                liked = 1 << (4 * state[LEFT_END])
            else:
                state[RIGHT_END] = pips - right
                state[RIGHT_BY] = turn
                liked = 1 << (4 * state[RIGHT_END])
    state[LIKES + turn] += liked
    state[SEEN] |= tiles
    state[RACK + turn] &= ~tiles
    if state[RACK + turn] == 0:
        state[ENDED] = 1
        state[PRIZE] = law[of.CAPICUA_PRIZE] if capicua else law[of.DOMINO_PRIZE]
        if capicua:
            state[BONUS + turn] += law[of.CAPICUA_BONUS]
        if pips == 0:
            state[BONUS + turn] += law[of.BLANK_BONUS]
        return
    fits = SUITS[state[LEFT_END]] | SUITS[state[RIGHT_END]]
    held = state[RACK] | state[RACK + 1] | state[RACK + 2] | state[RACK + 3]
    if held & fits == 0:
        if law[of.DRAWS] != 0:
            for place in range(state[DRAWN], boneyard.size):
                if (fits >> boneyard[place]) & 1 == 1:
                    return
        state[ENDED] = 2
        state[PRIZE] = law[of.BLOCK_PRIZE]


@kernel("void(int64[::1], int64[::1], float64[::1])")
def score(state: Ints, law: Ints, written: Floats) -> None:
    """The payoff of a terminal state: what the side of each player writes down; where points hurt, with a minus."""
    players, sides = law[of.PLAYERS], law[of.SIDES]
    left = np.zeros(4, np.int64)
    points = np.zeros(4, np.float64)
    total = 0
    for player in range(players):
        pips = pips_of(state[RACK + player])
        left[player % sides] += pips
        total += pips
    winner = state[LAST] % sides
    if state[ENDED] == 2:
        fewest = left[0]
        for side in range(1, sides):
            fewest = min(fewest, left[side])
        level = 0
        for step in range(players):  # from the opener on, so that the last one found is the first in turn
            side = ((state[OPENER] + players - 1 - step) % players) % sides
            if left[side] == fewest:
                level += 1
                winner = side
        if level > players // sides and law[of.OPENER_WINS_TIES] == 0:
            winner = -1
    scoring = law[of.SCORING]
    hurts = -1.0 if scoring == of.OWN_LOSS else 1.0
    for side in range(sides):
        if winner >= 0 and (side != winner) == (scoring == of.OWN_LOSS):
            if scoring == of.ALL_TILES:
                points[side] = total
            elif scoring == of.OTHERS_TILES:
                points[side] = total - left[side]
            elif scoring == of.OWN_LOSS:
                points[side] = -left[side]
            else:
                points[side] = state[PRIZE]
            points[side] *= law[of.WORTH]
    for player in range(players):
        points[player % sides] += hurts * state[BONUS + player]
    for player in range(players):
        written[player] = points[player % sides]


@kernel("float64(int64[::1], float64[::1], int64)")
def lead(law: Ints, written: Floats, player: int) -> float:
    """A player's return in a zero-sum game: what their side wrote down, less the mean of the other sides."""
    sides = law[of.SIDES]
    everything = 0.0
    for side in range(sides):
        everything += written[side]
    mine = written[player]
    return float(mine - (everything - mine) / (sides - 1))
