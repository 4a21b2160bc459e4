"""A view as the policy's kernels read it. Everything comes from the view: what it does not show is not here."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from statistics import median
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from tantera.bots.learned import state as at
from tantera.bots.learned.policy import FEATURES, HIDDEN, MOST, describe, judge, soften
from tantera.play import DrawTile, MoveCommand, PassTurn, PlaceDoubles, PlaceTile, View
from tantera.play.events import DoublesPlaced, MoveSeen, TileDrawn, TilePlaced, TurnPassed
from tantera.play.match import worth_after
from tantera.solver.encode import Ints, law_of
from tantera.solver.kernels import law as of
from tantera.solver.kernels.arrays import Weights
from tantera.tiles import LEFT, End, Tile, rack_of

LONG_PAUSE: Final = 3.0
"""Who takes so many times as long as people at this table usually do, has paused."""


class Reading(NamedTuple):
    """What one player knows of a hand, as arrays. Players are numbered from 0 in turn order."""

    law: Ints
    me: int
    start: Ints
    """The state before the first move, racks aside."""
    now: Ints
    """The state in which the player chooses; the others' racks have the right number of tiles and mean nothing."""
    history: Ints
    """Every move of the hand."""
    paused: npt.NDArray[np.bool_]
    """Whether that move was long in coming."""
    played: Ints
    """What each player has laid, as masks."""
    regular: bool
    """False once somebody did what the book forbids: then moves prove nothing."""


def read(view: View) -> Reading:
    """The view of a player in turn."""
    seats = tuple(seat for seat in range(1, len(view.names) + 1) if seat not in view.out)
    player = {seat: number for number, seat in enumerate(seats)}
    worth = worth_after(view.book, view.lines[: view.number - 1])
    law = law_of(view.book, len(seats), view.number, worth, view.boneyard + _drawn(view))
    start = np.zeros(at.LENGTH, np.int64)
    start[at.LEFT_END : at.RIGHT_BY + 1] = -1
    start[at.TURN] = start[at.OPENER] = player[view.opener or view.seat]
    regular = not any(isinstance(move, MoveSeen) for move in view.moves)
    moves = [move for move in view.moves if not isinstance(move, MoveSeen)] if regular else []
    history = np.array([code for code, _ in _coded(moves)], np.int64)
    paused = np.array(_pauses([move.took for _, move in _coded(moves)]), np.bool_)
    now = _after(start, law, history)
    if not regular and view.chain is not None:
        now[at.LEFT_END], now[at.RIGHT_END] = view.chain.left, view.chain.right
        now[at.SEEN] = view.chain.tiles
        now[at.TURNS] = len(view.moves)
    now[at.TURN] = player[view.seat]
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


def _coded(moves: list[Told]) -> Iterator[tuple[int, Told]]:
    """Each move with its number, on the end where it was made."""
    for move in moves:
        match move:
            case TilePlaced(tile=tile, end=end):
                yield _code(tile, end), move
            case DoublesPlaced():
                yield of.BOTH, move
            case TileDrawn():
                yield of.DRAW, move
            case TurnPassed():
                yield of.PASS, move


def _code(tile: Tile, end: End | None) -> int:
    """The number of a placement."""
    how = of.OPENING if end is None else of.LEFT if end is LEFT else of.RIGHT
    return tile.index << 2 | how


def codes_of(view: View) -> dict[int, MoveCommand]:
    """The options by their numbers; of two that come to the same, the first. On equal ends that is the left one's."""
    equal = view.chain is not None and view.chain.left == view.chain.right
    codes: dict[int, MoveCommand] = {}
    for option in view.options:
        match option:
            case PlaceTile(tile=tile, end=end):
                code = _code(tile, LEFT if equal else end)
            case PlaceDoubles():
                code = of.BOTH
            case DrawTile():
                code = of.DRAW
            case PassTurn():
                code = of.PASS
        codes.setdefault(code, option)
    return codes


def _pauses(took: list[int | None]) -> list[bool]:
    """Who thought long, measured by the table's own pace: a few quick hands are needed to tell."""
    timed = [ms for ms in took if ms]
    usual = median(timed) if len(timed) >= 4 else 0
    return [bool(usual) and ms is not None and ms > LONG_PAUSE * usual for ms in took]


def intuition(reading: Reading, moves: Ints) -> npt.NDArray[np.float64]:
    """How likely the policy makes each move."""
    rows = np.zeros((MOST, FEATURES), np.float32)
    chances, hidden = np.zeros(MOST, np.float32), np.zeros((MOST, HIDDEN), np.float32)
    describe(reading.now, reading.law, moves, len(moves), rows)
    judge(rows, len(moves), weights_for(reading.law), chances, hidden)
    soften(chances, len(moves))
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
