"""What a position is worth, as far as that comes out in the time there is.

The search runs in a thread of its own. Where it may take long it is first asked who wins, which is quick, so that there
is something to say when the time is over before the points are known.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Final, NamedTuple

import numpy as np

from tantera.cli.study.solve_command import SolveOptions
from tantera.cli.waiting import Tell, TimeIsOver, WorkerThread
from tantera.notation.writer import write_command
from tantera.play import Hand
from tantera.solver.answers import Unsolvable
from tantera.solver.encode import Position, encode, order_of
from tantera.solver.minimax import Solution
from tantera.solver.minimax import solve as solved
from tantera.solver.worlds import Knowledge, filled
from tantera.words import translate
from tantera.words.numbers import NOTHING, counted, number

QUICK_TILES: Final = 28
"""So many tiles, all in racks, are solved at once."""
NODES_A_SECOND: Final = 20_000_000
"""More than any machine searches: it ends searches that were left behind."""
NO_LIMIT: Final = 1 << 62


class MoveWorth(NamedTuple):
    """What a move is worth, as 1+3 see it."""

    token: str
    value: float | None
    """Points, or who wins where only that was asked; None where the time was over before."""
    error: float | None = None
    """The standard error of the mean, where more than one world was drawn."""
    wins: int = 0
    """With every tile known: 1, 0 or -1. With worlds: in how many of them the seat to move wins by it."""


class PositionWorth(NamedTuple):
    """What a position is worth, as 1+3 see it."""

    value: float | None
    wins: int | None
    """Who wins, 1, 0 or -1, where every tile is known and that came out."""
    moves: tuple[MoveWorth, ...]
    """The best first; none where nothing came out."""
    nodes: int
    worlds: int
    """How many were drawn and solved; 0: every tile is known."""


class Solver:
    """Answers one question after another."""

    def __init__(self, options: SolveOptions) -> None:
        self._options = options
        self._worker = WorkerThread()

    def answer(self, hand: Hand, unknown: Knowledge | None, tell: Tell) -> PositionWorth:
        """What is known of a position when the time is over, at the latest. `tell` is told how many worlds are done."""
        options = self._options
        if unknown is None:
            search = _Search(1, lambda number: encode(hand), options, _may_take_long(hand, unknown))
        else:
            drawn = unknown.sample(options.worlds, options.seed)
            in_world = partial(filled, hand, unknown, drawn)
            search = _Search(
                options.worlds, lambda world: encode(in_world(world)), options, _may_take_long(hand, unknown)
            )

        def glance() -> None:
            if unknown is not None:
                tell(f"{len(search.found()[0])}/{options.worlds}")

        try:
            self._worker.within(options.seconds or None, search.run, glance)
        except TimeIsOver:
            search.over = True
        return _exact(hand, search) if unknown is None else _sampled(hand, search)


class _Search:
    """Runs in the worker. What it has found may be read at any time."""

    def __init__(self, count: int, position: Callable[[int], Position], options: SolveOptions, long: bool) -> None:
        self.winners: list[Solution] = []
        self.points: list[Solution] = []
        self.over = False
        self._count, self._position, self._options, self._long = count, position, options, long

    def run(self) -> None:
        seconds, who_wins = self._options.seconds, self._options.who_wins
        if who_wins or (self._long and seconds):
            # A part of the time for who wins in many worlds; of one position it is worth all of it.
            part = None if who_wins or self._count == 1 else seconds / 2
            self._solve(self.winners, True, part)
        if not who_wins and not self.over:
            self._solve(self.points, False, None)

    def _solve(self, found: list[Solution], who_wins: bool, seconds: float | None) -> None:
        until = None if seconds is None else time.monotonic() + seconds
        limit = int(self._options.seconds * NODES_A_SECOND) or NO_LIMIT
        for world in range(self._count):
            try:
                found.append(solved(self._position(world), who_wins, limit))
            except Unsolvable:
                return
            if self.over or (until is not None and time.monotonic() > until):
                return

    def found(self) -> tuple[list[Solution], bool]:
        """What there is to tell, and whether it is what was asked for. Points of worlds need two: one has no error."""
        points, winners = self.points[:], self.winners[:]
        if self._options.who_wins:
            return winners, True
        return (points, True) if len(points) >= min(2, self._count) or not winners else (winners, False)


def _may_take_long(hand: Hand, unknown: Knowledge | None) -> bool:
    """In a world drawn by chance who wins is worth asking only where the points would hardly come out."""
    tiles = sum(map(hand.count, hand.seats)) + (len(hand.boneyard) if hand.may_draw else 0)
    return tiles > QUICK_TILES or (hand.may_draw and unknown is None)


def _exact(hand: Hand, search: _Search) -> PositionWorth:
    sign, (found, known) = sign_of(hand), search.found()
    if not found:
        return PositionWorth(None, None, (), 0, 0)
    (solution,) = found
    moves = [
        MoveWorth(_token(hand, code), sign * value if known else None, wins=sign * (value > 0) - sign * (value < 0))
        for code, value in solution.moves
    ]
    value = sign * solution.value
    return PositionWorth(
        value if known else None, (value > 0) - (value < 0), _best_first(hand, moves), solution.nodes, 0
    )


def _sampled(hand: Hand, search: _Search) -> PositionWorth:
    """Each move's mean over all worlds. The seat to move knows its tiles, so its moves are the same in each."""
    solutions, known = search.found()
    if not solutions:
        return PositionWorth(None, None, (), 0, 0)
    codes = [code for code, _ in solutions[0].moves]
    by_code = [dict(solution.moves) for solution in solutions]
    values = sign_of(hand) * np.array([[values[code] for code in codes] for values in by_code])
    means = values.mean(axis=0)
    errors = values.std(axis=0, ddof=1) / len(values) ** 0.5 if len(values) > 1 else [None] * len(codes)
    wins = (values * mover_of(hand) > 0).sum(axis=0)
    moves = _best_first(
        hand,
        (
            MoveWorth(_token(hand, code), float(mean), None if error is None else float(error), int(won))
            for code, mean, error, won in zip(codes, means, errors, wins, strict=True)
        ),
    )
    if not known:
        moves = tuple(move._replace(value=None, error=None) for move in moves)
    return PositionWorth(moves[0].value, None, moves, sum(solution.nodes for solution in solutions), len(solutions))


# --- whose points ---------------------------------------------------------------------------------------------------


def sign_of(hand: Hand) -> int:
    """Values come as the first player sees them: that is 1+3, unless the first seat is of 2+4 and the other is not."""
    first, second, *_ = sorted(hand.seats)
    return -1 if first % 2 == 0 and second % 2 == 1 else 1


def mover_of(hand: Hand) -> int:
    """1 where the seat to move is on the side whose points are positive, else -1."""
    seats = tuple(sorted(hand.seats))
    return sign_of(hand) * (1 if seats.index(hand.turn) % 2 == 0 else -1)


def sides_of(hand: Hand) -> tuple[str, str]:
    """The side of the seat to move, and the other."""
    seats = tuple(sorted(hand.seats))
    first, second = ("1+3", "2+4") if len(seats) == 4 else (str(seats[0]), str(seats[1]))
    return (first, second) if seats.index(hand.turn) % 2 == 0 else (second, first)


def _best_first(hand: Hand, moves: Iterable[MoveWorth]) -> tuple[MoveWorth, ...]:
    mover = mover_of(hand)
    return tuple(sorted(moves, key=lambda move: -mover * (move.wins if move.value is None else move.value)))


def _token(hand: Hand, code: int) -> str:
    """A kernel's move as DGN writes it."""
    return write_command(hand, order_of(code, hand.turn, hand.chain))


def as_data(answer: PositionWorth, sampled: bool) -> dict[str, Any]:
    """The object for other programs. Where no points came out ``value`` is null, and ``wins`` says who wins."""
    if not sampled:
        moves: list[dict[str, Any]] = [{"move": move.token, "value": move.value} for move in answer.moves]
        if answer.value is not None:
            return {"value": answer.value, "moves": moves, "nodes": answer.nodes}
        for move, row in zip(answer.moves, moves, strict=True):
            row["wins"] = move.wins
        return {"value": None, "wins": answer.wins, "moves": moves, "nodes": answer.nodes}
    means = [
        {"move": move.token, "value": _round(move.value), "error": _error(move.value, move.error), "wins": move.wins}
        for move in answer.moves
    ]
    return {"value": _round(answer.value), "moves": means, "nodes": answer.nodes, "worlds": answer.worlds}


def _round(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


def _error(value: float | None, error: float | None) -> float | None:
    return None if value is None else round(error or 0.0, 4)


def tell(hand: Hand, answer: PositionWorth, options: SolveOptions, sampled: bool, lang: str) -> None:
    """A small table, best move first, as the side of the seat to move sees it."""
    if not answer.moves:
        words = "seat {seat} to move: nothing known within {seconds} s (--seconds 0 waits)"
        print(translate(lang, words, seat=hand.turn, seconds=_seconds(options, lang)))
    elif sampled:
        _tell_means(hand, answer, options, lang)
    elif options.who_wins or answer.value is None:
        _tell_winners(hand, answer, options, lang)
    else:
        _tell_points(hand, answer, lang)


def _tell_points(hand: Hand, answer: PositionWorth, lang: str) -> None:
    ours, theirs = sides_of(hand)
    heading = "seat {seat} to move: points for {ours} (negative: for {theirs})"
    print(translate(lang, heading, seat=hand.turn, ours=ours, theirs=theirs))
    for move in answer.moves:
        print(f"  {move.token:<9} {_signed(mover_of(hand) * (move.value or 0), lang):>6}")
    print(_value(hand, answer, lang, 0))


def _tell_winners(hand: Hand, answer: PositionWorth, options: SolveOptions, lang: str) -> None:
    print(translate(lang, "seat {seat} to move: who wins by each move", seat=hand.turn))
    for move in answer.moves:
        print(f"  {move.token:<9} {_winner(hand, move.wins, lang)}")
    winner = _winner(hand, answer.wins or 0, lang)
    print(translate(lang, "winner: {side}, {nodes}", side=winner, nodes=_nodes(answer, lang)))
    if not options.who_wins:
        print(_no_points(options, lang))


def _tell_means(hand: Hand, answer: PositionWorth, options: SolveOptions, lang: str) -> None:
    ours, _ = sides_of(hand)
    only_winners = options.who_wins or answer.value is None
    deals = counted(lang, answer.worlds, "1 deal", "{count} deals")
    if only_winners:
        heading = "seat {seat} to move: how often {ours} wins in {deals} drawn for the unknown tiles"
    else:
        heading = "seat {seat} to move: mean points for {ours} over {deals} drawn for the unknown tiles"
    print(translate(lang, heading, seat=hand.turn, ours=ours, deals=deals))
    columns = [translate(lang, "move"), translate(lang, "mean"), translate(lang, "± error"), translate(lang, "won")]
    print(f"  {columns[0]:<9}" + ("" if only_winners else f" {columns[1]:>8} {columns[2]:>8}") + f" {columns[3]:>8}")
    for move in answer.moves:
        won = f"{number(100 * move.wins / answer.worlds, lang, 1)} %"
        mean = _signed(mover_of(hand) * (move.value or 0), lang, 2)
        error = NOTHING if move.error is None else number(move.error, lang, 2)
        print(f"  {move.token:<9}" + ("" if only_winners else f" {mean:>8} {error:>8}") + f" {won:>8}")
    summary = _nodes(answer, lang) if only_winners else _value(hand, answer, lang, 2)
    print(f"{summary}; {translate(lang, 'all racks open in every deal')}")
    if answer.value is None:
        print(_no_points(options, lang))
    if answer.worlds < options.worlds:
        done, worlds = number(answer.worlds, lang), number(options.worlds, lang)
        words = "{done} of {worlds} deals drawn, {seconds} s"
        print(translate(lang, words, done=done, worlds=worlds, seconds=_seconds(options, lang)))


def _value(hand: Hand, answer: PositionWorth, lang: str, places: int) -> str:
    value, nodes = number(answer.value or 0, lang, places), _nodes(answer, lang)
    return translate(lang, "value {value} for {side}, {nodes}", value=value, side=_positive(hand), nodes=nodes)


def _no_points(options: SolveOptions, lang: str) -> str:
    words = "points not known within {seconds} s (--seconds 0 waits)"
    return translate(lang, words, seconds=_seconds(options, lang))


def _winner(hand: Hand, wins: int, lang: str) -> str:
    """The side that wins: `wins` is as 1+3 see it."""
    ours, theirs = sides_of(hand)
    return translate(lang, "nobody") if not wins else ours if wins == mover_of(hand) else theirs


def _positive(hand: Hand) -> str:
    """The side whose points are positive."""
    ours, theirs = sides_of(hand)
    return ours if mover_of(hand) > 0 else theirs


def _signed(value: float, lang: str, places: int = 0) -> str:
    return number(value, lang, places, sign=True)


def _nodes(answer: PositionWorth, lang: str) -> str:
    return counted(lang, answer.nodes, "1 node", "{count} nodes")


def _seconds(options: SolveOptions, lang: str) -> str:
    text = f"{options.seconds:g}"
    return text if lang == "en" else text.replace(".", ",")
