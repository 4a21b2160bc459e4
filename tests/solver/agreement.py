"""The searches beside others: the same small position solved by a kernel and by somebody else, and what differs.

Each function takes a seed, which gives the position, and tells the difference in a sentence; nothing: they agree.
"""

from collections.abc import Callable, Mapping
from functools import cache
from random import Random
from typing import Any, NamedTuple

import dominoes
import numpy as np

from tantera.play import Hand
from tantera.play.moves import play_move
from tantera.rules import Book, load_book
from tantera.solver.encode import encode
from tantera.solver.kernels import alone, drawing, turns
from tantera.solver.kernels.jit import Ints
from tantera.solver.minimax import solve
from tantera.tiles import tiles_in
from tests.solver.naive import Case, Judge, maxn, move_values, moves_of, random_book, random_case

Tables = tuple[dict[str, str | int], ...]

PAIRS: Tables = (
    {"play": "pairs", "players": 4},
    {"play": "pairs", "players": 4, "tiles": 5},
    {"play": "pairs", "players": 4, "set": "double-nine"},
)
TWO: Tables = (
    {"play": "alone", "players": 2},
    {"play": "alone", "players": 2, "tiles": 4},
    {"play": "alone", "players": 2, "set": "double-nine", "tiles": 5},
)
MORE: Tables = tuple(
    {"play": "alone", "players": players, "set": tiles, "boneyard": boneyard}
    for players in (3, 4)
    for tiles in ("double-six", "double-nine")
    for boneyard in ("none", "one", "until_fits")
)
POINTS = np.empty(0, np.int64)


class Answer(NamedTuple):
    """What a kernel says of every move, and the nodes it took; no moves where the budget was not enough."""

    moves: dict[int, Any]
    nodes: int


@cache
def drawing_table(bits: int = 12) -> Any:
    return drawing.new_table(bits)


@cache
def alone_table(bits: int = 12) -> Any:
    return alone.new_table(bits)


def by_drawing(case: Case, utility: Ints = POINTS, budget: int = 1_000_000, bits: int = 12) -> Answer:
    """The search with a boneyard."""
    at = encode(case.hand, case.worth)
    moves, values, nodes = (np.zeros(turns.WIDEST, np.int64) for _ in range(3))
    found = drawing.solve_drawing(
        at.law, at.racks, at.boneyard, at.left, at.right, at.turn, at.opener, int(at.drew), at.idle,
        utility, drawing_table(bits), budget, moves, values, nodes,
    )  # fmt: skip
    found = max(found, 0)
    return Answer(dict(zip(moves[:found].tolist(), values[:found].tolist(), strict=True)), int(nodes[0]))


def by_alone(case: Case, budget: int = 1_000_000, bits: int = 12) -> Answer:
    """The search where each plays alone."""
    at = encode(case.hand, case.worth)
    moves, nodes = (np.zeros(turns.WIDEST, np.int64) for _ in range(2))
    values = np.zeros((turns.WIDEST, 4), np.int64)
    found = alone.solve_alone(
        at.law, at.racks, at.boneyard, at.left, at.right, at.turn, at.opener, int(at.drew), at.idle,
        alone_table(bits), budget, moves, values, nodes,
    )  # fmt: skip
    found = max(found, 0)
    written = [tuple(row) for row in values[:found, : len(at.seats)].tolist()]
    return Answer(dict(zip(moves[:found].tolist(), written, strict=True)), int(nodes[0]))


# --- against the naive search ---------------------------------------------------------------------------------------


def two_sides(seed: int) -> str:
    """`solve` where nobody draws, every law: points, and who wins."""
    rng = Random(seed)
    others: dict[str, str | int] = {"boneyard": "none", "first_tile": rng.choice(("any", "double"))}
    book = random_book(rng, tuple(table | others for table in PAIRS + TWO), two_doubles_from_hand=None)
    case = random_case(rng, book, 3, 8, asleep=4)
    expected = naive(case)
    at = encode(case.hand, case.worth)
    told = difference("points", case, dict(solve(at).moves), expected)
    return told or difference("who wins", case, dict(solve(at, who_wins=True).moves), naive(case, who_wins=True))


def with_boneyard(seed: int) -> str:
    """The search with a boneyard, and with two doubles in one turn: points, and who wins."""
    rng = Random(seed)
    drawing: Tables = ({"boneyard": "one"}, {"boneyard": "until_fits"}, {"boneyard": "until_fits", "reserve": 2})
    tables = tuple(table | drawn for table in TWO + PAIRS for drawn in drawing)
    book = random_book(rng, tables, two_doubles_from_hand=rng.choice((None, 1, 2)))
    case = random_case(rng, book, 3, 7, asleep=4)
    expected = naive(case)
    told = difference("points", case, by_drawing(case).moves, expected)
    ours = dict(solve(encode(case.hand, case.worth), who_wins=True).moves)
    return told or difference("who wins", case, ours, naive(case, who_wins=True))


def each_alone(seed: int) -> str:
    """Three or four players, each alone: what everybody writes, whichever of equally good moves is the first."""
    rng = Random(seed)
    book = random_book(rng, MORE, two_doubles_from_hand=rng.choice((None, 1, 2)))
    case = random_case(rng, book, 3, 8, asleep=4)
    judge = Judge.of(case.hand, case.worth)
    expected = {code: maxn(play_move(case.hand, command), judge) for code, command in moves_of(case.hand)}
    return difference("points", case, by_alone(case).moves, expected)


def naive(case: Case, who_wins: bool = False) -> dict[int, int]:
    return move_values(case.hand, Judge.of(case.hand, case.worth, who_wins))


def difference(what: str, case: Case, ours: Mapping[int, object], expected: Mapping[int, object]) -> str:
    return "" if dict(ours) == dict(expected) else f"{what}: found {ours}, expected {expected}: {told(case)}"


def told(case: Case) -> str:
    """A position in one line, with all that it takes to look at it again."""
    hand, options = case.hand, case.hand.book.options
    ends = f"{hand.chain.left}:{hand.chain.right}" if hand.chain is not None else "-"
    racks = [f"{seat}:{'.'.join(tile.code for tile in tiles_in(hand.racks[seat - 1]))}" for seat in sorted(hand.seats)]
    asleep = ".".join(tile.code for tile in hand.boneyard if tile is not None)
    position = f"ends={ends} turn={hand.turn} {' '.join(racks)} 0:{asleep} opener {hand.opener}, hand {hand.number}"
    book = f"{hand.book.id}, {options.scoring}, {options.tied_block}, {hand.book.prize}, {hand.book.bonuses}"
    return f"{position}, worth {case.worth} ({book})"


# --- against the PyPI package dominoes ------------------------------------------------------------------------------


@cache
def their_book() -> Book:
    """San Juan is the game they play: the winners score all pips left, a tied block is nobody's."""
    return load_book("san-juan")


def against_dominoes(seed: int) -> str:
    """`solve` beside the alpha-beta search of the package ``dominoes``, move by move."""
    case = random_case(Random(seed), their_book(), 4, 14)
    solution = solve(encode(case.hand))
    game = their_game(case.hand)
    if game.turn != case.hand.turn - 1:  # players who cannot play are skipped there
        theirs = {-1: dominoes.search.alphabeta(game)[1]}
    else:
        theirs = {}
        for (tile, left), after in dominoes.search.make_moves(game):
            low, high = sorted((tile.first, tile.second))
            how = 2 if case.hand.chain is None else 0 if left else 1
            theirs[(high * (high + 1) // 2 + low) << 2 | how] = dominoes.search.alphabeta(after)[1]
    return difference("points", case, dict(solution.moves), theirs)


def their_game(hand: Hand) -> dominoes.Game:
    """The same position there."""
    racks = [dominoes.Hand([dominoes.Domino(tile.low, tile.high) for tile in tiles_in(rack)]) for rack in hand.racks]
    if hand.chain is None:
        first = tuple((domino, True) for domino in racks[hand.turn - 1])
        return dominoes.Game(dominoes.SkinnyBoard(), racks, [], hand.turn - 1, first, hand.opener - 1, None)
    left, right = hand.chain.left, hand.chain.right
    board = dominoes.SkinnyBoard(left, right, len(hand.chain.placements))
    turn = hand.turn - 1
    while not (moves := their_moves(racks[turn], left, right)):
        turn = (turn + 1) % 4
    return dominoes.Game(board, racks, [], turn, moves, hand.opener - 1, None)


def their_moves(rack: dominoes.Hand, left: int, right: int) -> tuple[tuple[dominoes.Domino, bool], ...]:
    on_left = [(domino, True) for domino in rack if left in domino]
    return (*on_left, *((domino, False) for domino in rack if right in domino and left != right))


COMPARISONS: dict[str, Callable[[int], str]] = {
    "two sides, beside the naive search": two_sides,
    "with a boneyard, beside the naive search": with_boneyard,
    "each alone, beside the naive search": each_alone,
    "two sides, beside the package dominoes": against_dominoes,
}
