"""The information set of a player, encoded: a view as the policy's kernels read it.

Everything comes from the view: what it does not show is not here.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from math import inf
from statistics import median
from typing import Final, NamedTuple

import numpy as np

from tantera.bots.learned import state as at
from tantera.bots.learned.features import FEATURES, extract_features
from tantera.bots.learned.policy import HIDDEN, MOST_MOVES, forward, softmax
from tantera.play import DrawTile, MoveOrder, PassTurn, PlaceDoubles, PlaceTile, View
from tantera.play.events import DoublesPlaced, MoveSeen, TileDrawn, TilePlaced, TurnPassed
from tantera.play.match import carried_after, worth_after
from tantera.rules import Seat
from tantera.solver.encode import Position, code_of, kernel_law
from tantera.solver.kernels import law as of
from tantera.solver.kernels.jit import Bools, Floats, Ints, Weights
from tantera.tiles import LEFT, rack_of

LONG_PAUSE: Final = 3.0
"""Who takes so many times as long as usual, has paused."""
ENOUGH_MOVES: Final = 3
"""How many moves it takes to know what is usual for somebody."""


class Reading(NamedTuple):
    """The information set, what one player knows of a hand, as arrays. Players are numbered from 0 in turn order."""

    law: Ints
    me: int
    start: Ints
    """The state before the first move, racks aside."""
    now: Ints
    """The state in which the player chooses; the others' racks have the right number of tiles and mean nothing."""
    history: Ints
    """Every move of the hand."""
    paused: Bools
    """Whether that move was long in coming."""
    played: Ints
    """What each player has laid, as masks."""
    regular: bool
    """False once somebody did what the book forbids: then moves prove nothing."""

    @property
    def position(self) -> Position:
        """Where the hand stands, without its tiles."""
        now = self.now
        return Position(
            law=self.law,
            racks=np.zeros(4, np.int64),
            boneyard=np.zeros(0, np.int64),
            left=int(now[at.LEFT_END]),
            right=int(now[at.RIGHT_END]),
            turn=self.me,
            opener=int(now[at.OPENER]),
            seats=(),
            drew=bool(now[at.DREW]),
            idle=int(now[at.IDLE]),
        )


def law_for(view: View) -> Ints:
    """The law of this hand."""
    before = view.lines[: view.number - 1]
    worth, carried = worth_after(view.book, before), carried_after(view.book, before)
    players = len(view.names) - len(view.out)
    return kernel_law(view.book, players, view.number, worth, view.boneyard + _drawn(view), carried)


def read(view: View, turn: Seat | None = None) -> Reading:
    """The view of a player who is in turn, or who looks on while somebody else is."""
    seats = tuple(seat for seat in range(1, len(view.names) + 1) if seat not in view.out)
    player = {seat: number for number, seat in enumerate(seats)}
    law = law_for(view)
    start = np.zeros(at.LENGTH, np.int64)
    start[at.LEFT_END : at.RIGHT_BY + 1] = -1
    start[at.TURN] = start[at.OPENER] = player[view.opener or view.seat]
    regular = not any(isinstance(move, MoveSeen) for move in view.moves)
    moves = [move for move in view.moves if not isinstance(move, MoveSeen)] if regular else []
    history = np.array([_code(move) for move in moves], np.int64)
    paused = np.array(long_pauses(moves), np.bool_)
    now = _after(start, law, history)
    if not regular and view.chain is not None:
        now[at.LEFT_END], now[at.RIGHT_END] = view.chain.left, view.chain.right
        now[at.SEEN] = view.chain.tiles
        now[at.TURNS] = len(view.moves)
    now[at.TURN] = player[turn or view.seat]
    played = np.zeros(4, np.int64)
    for move in moves:
        if isinstance(move, TilePlaced):
            played[player[move.seat]] |= move.tile.bit
        elif isinstance(move, DoublesPlaced):
            played[player[move.seat]] |= move.left.bit | move.right.bit
    now[at.RACK : at.RACK + 4] = 0
    for seat in seats:
        now[at.RACK + player[seat]] = (1 << view.counts[seat - 1]) - 1
    now[at.RACK + player[view.seat]] = rack_of(tile for tile in view.mine if tile is not None)
    return Reading(law, player[view.seat], start, now, history, paused, played, regular)


def _after(start: Ints, law: Ints, history: Ints) -> Ints:
    """The state after these moves, racks aside. Nothing counts as drawn from the boneyard: one that somebody imagines
    has only what sleeps now."""
    state = start.copy()
    state[at.RACK : at.RACK + 4] = -1  # as if everybody held everything, so that no hand ends while it is told
    no_boneyard = np.zeros(0, np.int64)
    for code in history:
        if code == of.DRAW:
            state[at.LACKS + state[at.TURN]], state[at.DREW] = 0, 1
        else:
            at.play(state, law, no_boneyard, code)
    state[at.ENDED] = 0
    return state


def _drawn(view: View) -> int:
    return sum(isinstance(move, TileDrawn) for move in view.moves)


Told = TilePlaced | DoublesPlaced | TurnPassed | TileDrawn


def _code(move: Told) -> int:
    """The number of a move that was made."""
    match move:
        case TilePlaced(tile=tile, end=end):
            return code_of(tile, end)
        case DoublesPlaced():
            return of.BOTH
        case TileDrawn():
            return of.DRAW
        case TurnPassed():
            return of.PASS


def codes_of(view: View) -> dict[int, MoveOrder]:
    """The options by their numbers; of two that come to the same, the first. On equal ends that is the left one's."""
    codes: dict[int, MoveOrder] = {}
    for option in view.plays:
        codes.setdefault(option_code(view, option), option)
    return codes


def option_code(view: View, option: MoveOrder) -> int:
    """The number of an option; on equal ends that of the left one."""
    match option:
        case PlaceTile(tile=tile, end=end):
            equal = view.chain is not None and view.chain.left == view.chain.right
            return code_of(tile, LEFT if equal else end)
        case PlaceDoubles():
            return of.BOTH
        case DrawTile():
            return of.DRAW
        case PassTurn():
            return of.PASS


def long_pauses(moves: list[Told]) -> list[bool]:
    """Who thought long, each measured by their own median in this hand: people among bots are slow at every move."""
    paces: dict[Seat, list[int]] = {}
    for move in moves:
        if move.took:
            paces.setdefault(move.seat, []).append(move.took)
    usual = {seat: median(took) for seat, took in paces.items() if len(took) >= ENOUGH_MOVES}
    return [(move.took or 0) > LONG_PAUSE * usual.get(move.seat, inf) for move in moves]


def move_probabilities(reading: Reading, moves: Ints) -> Floats:
    """The policy's distribution over these moves."""
    rows = np.zeros((MOST_MOVES, FEATURES), np.float32)
    chances, hidden = np.zeros(MOST_MOVES, np.float32), np.zeros((MOST_MOVES, HIDDEN), np.float32)
    extract_features(reading.now, reading.law, moves, len(moves), rows)
    forward(rows, len(moves), weights_for(reading.law), chances, hidden)
    softmax(chances, len(moves))
    return chances[: len(moves)].astype(np.float64)


def weights_for(law: Ints) -> Weights:
    """The weights that were trained for this kind of table."""
    return _weights(kind_of(law))


def kind_of(law: Ints) -> str:
    """Which kind of table a law is, by what changes the play most: sides, players and the set."""
    if law[of.SIDES] == 2 and law[of.PLAYERS] == 4:
        return "pairs" if law[of.SUITS] == 7 else "pairs-nine"
    return f"alone-{law[of.PLAYERS]}"


@cache
def _weights(kind: str) -> Weights:
    with files("tantera.bots.learned").joinpath("weights", f"{kind}.npy").open("rb") as file:
        weights: Weights = np.load(file).astype(np.float32)
    return weights
