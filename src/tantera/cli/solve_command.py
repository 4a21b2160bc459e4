"""``tantera solve``: what a position is worth, and each move in it."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from tantera.cli.common import AsJson, BookName, fail, print_json

if TYPE_CHECKING:
    from tantera.play import Hand
    from tantera.rules import Book
    from tantera.solver.solve import Solution
    from tantera.solver.worlds import Knowledge


class Asked(NamedTuple):
    """A position that can be solved."""

    text: str
    source: str
    """Where it stood, as errors name it."""
    hand: Hand
    unknown: Knowledge | None
    """The tiles that could be its unknown ones, where it has any."""


class Worth(NamedTuple):
    """What a move is worth, as 1+3 see it."""

    token: str
    value: float
    error: float = 0.0
    """The standard error of the mean, where worlds were drawn."""
    wins: int = 0
    """In how many of them the seat to move wins by it."""


class Answer(NamedTuple):
    """What a position is worth, as 1+3 see it."""

    value: float
    moves: tuple[Worth, ...]
    nodes: int
    worlds: int
    """How many were drawn; 0: every tile is known."""


def solve(
    position: Annotated[
        list[str], typer.Argument(help="ends=6:4 turn=2 1:00.04… 2:… or -: one a line, standard input.")
    ],
    book: BookName = "san-juan",
    hand: Annotated[int, typer.Option(min=1, help="The number of the hand, where the book makes a difference.")] = 1,
    who_wins: Annotated[bool, typer.Option("--who-wins", help="Only who wins: 1, 0 or -1 instead of points.")] = False,
    as_json: AsJson = False,
    worlds: Annotated[
        int, typer.Option(min=1, max=1_000_000, help="Where tiles are unknown (??): how many deals to try.")
    ] = 200,
    seed: Annotated[int, typer.Option(min=0, max=10**18, help="The same number, the same deals.")] = 0,
) -> None:
    """Value a position and every move in it, with best play by all. A tile written ?? is unknown."""
    from tantera.rules import RuleBookError, load_book

    try:
        law = load_book(book)
    except RuleBookError as error:
        fail(error)
    from_input = position == ["-"]
    # Every line is judged before the first is solved: a bad one leaves nothing half written.
    asked = [_asked(text, where, law, hand) for text, where in _lines(position)]
    for number, (one, answer) in enumerate(_answers(asked, who_wins, worlds, seed)):
        if as_json:
            print_json(_as_json(answer))
        else:
            if from_input:
                print("\n" * (number > 0) + one.text)
            _tell(one, answer)
        sys.stdout.flush()


def _lines(position: list[str]) -> Iterator[tuple[str, tuple[str, int]]]:
    """Each position with where it stands: a source and a line."""
    if position != ["-"]:
        yield " ".join(position), ("position", 1)
        return
    for number, raw in enumerate(sys.stdin.buffer, start=1):
        try:
            text = raw.decode("utf-8")
        except UnicodeDecodeError as error:
            fail(f"-:{number}:{error.start + 1}: found the byte {raw[error.start]:#04x}, expected UTF-8")
        if text.strip():
            yield text.strip("\r\n"), ("-", number)


def _asked(text: str, where: tuple[str, int], book: Book, hand_number: int) -> Asked:
    """The position, or one sentence and status 2."""
    from tantera.notation import DgnError
    from tantera.notation.errors import Where
    from tantera.notation.position import parse_partial_position
    from tantera.solver.knowledge import Contradiction
    from tantera.solver.worlds import unknown_tiles

    source, line = where
    place = f"{source}:{line}"
    try:
        hand = parse_partial_position(text, book, hand_number)
    except DgnError as error:
        at = Where(line, error.where.column)
        fail(DgnError(at, error.found, error.expected, error.article, source))
    if book.options.play == "pairs" and len(hand.seats) != 4:
        fail(f"{place}: found {len(hand.seats)} racks, expected four: in {book.id} pairs play")
    if book.options.play == "alone" and len(hand.seats) != 2:
        fail(f"{place}: found {len(hand.seats)} players each alone, expected two sides")
    if hand.ended:
        fail(f"{place}: found a hand that is over, expected one with a move to make")
    if hand.hidden[hand.turn - 1]:
        fail(f"{place}: found ?? in the rack of seat {hand.turn}, expected to know the tiles of the seat to move")
    try:
        unknown = unknown_tiles(hand) if any(hand.hidden) or None in hand.boneyard else None
    except Contradiction as error:
        fail(f"{place}: {error}")
    return Asked(text, place, hand, unknown)


def _answers(asked: Iterable[Asked], who_wins: bool, worlds: int, seed: int) -> Iterator[tuple[Asked, Answer]]:
    from tantera.solver.solve import Unsolvable

    for one in asked:
        try:
            yield one, _answer(one, who_wins, worlds, seed)
        except Unsolvable as error:
            fail(f"{one.source}: {error}")


def _answer(one: Asked, who_wins: bool, worlds: int, seed: int) -> Answer:
    from tantera.solver.encode import encode
    from tantera.solver.solve import solve as solved

    hand = one.hand
    sign = _sign(hand)
    if one.unknown is None:
        solution = solved(encode(hand), who_wins)
        moves = tuple(Worth(_token(hand, code), sign * value) for code, value in solution.moves)
        return Answer(sign * solution.value, _best_first(hand, moves), solution.nodes, 0)
    solutions = [solved(encode(filled), who_wins) for filled in _filled(hand, one.unknown, worlds, seed)]
    moves = _best_first(hand, _means(hand, solutions, sign))
    return Answer(moves[0].value, moves, sum(solution.nodes for solution in solutions), worlds)


def _filled(hand: Hand, unknown: Knowledge, worlds: int, seed: int) -> Iterator[Hand]:
    """The hand with its unknown tiles filled in, so many times by chance."""
    from msgspec.structs import replace
    from rich.console import Console
    from rich.progress import track

    from tantera.tiles import ALL_TILES

    drawn = unknown.sample(worlds, seed)
    rows = list(zip(drawn.racks.tolist(), drawn.boneyard.tolist(), strict=True))
    console = Console(stderr=True)
    for racks, asleep in track(rows, "solving", console=console, transient=True, disable=not console.is_terminal):
        by_seat = dict(zip(unknown.seats, racks, strict=False))
        sleeping = iter(asleep)
        yield replace(
            hand,
            racks=tuple(by_seat.get(seat, 0) for seat in range(1, len(hand.racks) + 1)),
            hidden=(0,) * len(hand.hidden),
            boneyard=tuple(ALL_TILES[next(sleeping)] if tile is None else tile for tile in hand.boneyard),
        )


def _means(hand: Hand, solutions: list[Solution], sign: int) -> tuple[Worth, ...]:
    """Each move's mean over all worlds. The seat to move knows its tiles, so its moves are the same in each."""
    import numpy as np

    codes = [code for code, _ in solutions[0].moves]
    by_code = [dict(solution.moves) for solution in solutions]
    values = sign * np.array([[values[code] for code in codes] for values in by_code])
    means = values.mean(axis=0)
    errors = values.std(axis=0, ddof=1) / len(values) ** 0.5 if len(values) > 1 else np.zeros_like(means)
    wins = (values * _mover(hand) > 0).sum(axis=0)
    return tuple(
        Worth(_token(hand, code), float(mean), float(error), int(won))
        for code, mean, error, won in zip(codes, means, errors, wins, strict=True)
    )


def _sign(hand: Hand) -> int:
    """Values come as the first player sees them: that is 1+3, unless the first seat is of 2+4 and the other is not."""
    first, second, *_ = sorted(hand.seats)
    return -1 if first % 2 == 0 and second % 2 == 1 else 1


def _mover(hand: Hand) -> int:
    """1 where the seat to move is on the side whose points are positive, else -1."""
    seats = tuple(sorted(hand.seats))
    return _sign(hand) * (1 if seats.index(hand.turn) % 2 == 0 else -1)


def _best_first(hand: Hand, moves: Iterable[Worth]) -> tuple[Worth, ...]:
    mover = _mover(hand)
    return tuple(sorted(moves, key=lambda move: -mover * move.value))


def _token(hand: Hand, code: int) -> str:
    """A kernel's move as DGN writes it."""
    from tantera.notation.moves import write_command
    from tantera.solver.encode import command_of

    return write_command(hand, command_of(code, hand.turn, hand.chain))


# --- answers --------------------------------------------------------------------------------------------------------


def _as_json(answer: Answer) -> dict[str, Any]:
    if not answer.worlds:
        moves = [{"move": move.token, "value": move.value} for move in answer.moves]
        return {"value": answer.value, "moves": moves, "nodes": answer.nodes}
    means = [
        {"move": move.token, "value": round(move.value, 4), "error": round(move.error, 4), "wins": move.wins}
        for move in answer.moves
    ]
    return {"value": round(answer.value, 4), "moves": means, "nodes": answer.nodes, "worlds": answer.worlds}


def _tell(one: Asked, answer: Answer) -> None:
    """A small table, best move first, as the side of the seat to move sees it."""
    hand, mover = one.hand, _mover(one.hand)
    ours, theirs = _sides(hand)
    nodes = f"{answer.nodes:,} nodes"
    if not answer.worlds:
        print(f"seat {hand.turn} to move: points for {ours} (negative: for {theirs})")
        for move in answer.moves:
            print(f"  {move.token:<9} {mover * int(move.value):+5}")
        print(f"value {int(answer.value)} for {_positive(hand)}, {nodes}")
        return
    print(f"seat {hand.turn} to move: mean points for {ours} over {answer.worlds} deals drawn for the unknown tiles")
    print(f"  {'move':<9} {'mean':>8} {'± error':>8} {'won':>6}")
    for move in answer.moves:
        won = 100 * move.wins / answer.worlds
        print(f"  {move.token:<9} {mover * move.value:+8.2f} {move.error:8.2f} {won:5.1f}%")
    print(f"value {answer.value:.2f} for {_positive(hand)}, {nodes}; all racks open in every deal")


def _sides(hand: Hand) -> tuple[str, str]:
    """The side of the seat to move, and the other."""
    seats = tuple(sorted(hand.seats))
    first, second = ("1+3", "2+4") if len(seats) == 4 else (str(seats[0]), str(seats[1]))
    return (first, second) if seats.index(hand.turn) % 2 == 0 else (second, first)


def _positive(hand: Hand) -> str:
    """The side whose points are positive."""
    ours, theirs = _sides(hand)
    return ours if _mover(hand) > 0 else theirs
