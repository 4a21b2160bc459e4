"""Puzzles from matches of our own bots: every decision of theirs is looked at, and where one option beats every other
by far, it is one. The same seed gives the same puzzles. Importing this loads the compiler."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, count, islice
from typing import Final, NamedTuple

import numpy as np
from msgspec.structs import replace

from tantera.bots import make, thinks
from tantera.bots.arena.playing import chance_seed, tiles_seed
from tantera.lessons import LEARNER, Position
from tantera.lessons.judging import means
from tantera.lessons.lesson import book
from tantera.play import Match, MoveOrder, PlaceTile, View, legal_moves, view
from tantera.play.deal import deal
from tantera.play.events import TilePlaced
from tantera.play.hand import Move
from tantera.puzzles.puzzle import LEVELS, Puzzle, Theme, Worth
from tantera.puzzles.solving import explained
from tantera.puzzles.themes import theme_of
from tantera.referee import step
from tantera.rules import Seat
from tantera.solver.estimate import Estimate
from tantera.study.decisions import Trial, is_decision, try_out

MARGIN: Final = 8.0
"""Points by which the right move has to be better than the next."""
ERROR: Final = 2.0
"""Standard error that this margin may have."""
GLANCE: Final = 96
"""Worlds in which most positions are seen to be no puzzle."""
CHOICE: Final = 512
"""Worlds that say which move is the right one."""
PROOF: Final = (1024, 4096)
"""Worlds, others than those, that say by how much; more of them where fewer leave too large an error."""
TRIES: Final = 4
"""How often each bot is asked."""
PATIENCE: Final = 600
"""Seconds that a bot which thinks may take, so that what it has thought of is decided by its worlds and nodes alone."""
PAIRS: Final = (
    ("intuition", "counter"),
    ("level-2", "counter"),
    ("intuition", "intuition"),
    ("counter", "greedy"),
    ("level-2", "intuition"),
)
"""Who plays the hands: by turns, so that each kind of player makes mistakes and leaves signs of its own."""
MOST: Final = 0.4
"""Of one theme, or of one level, no more than this share of those made so far."""
ALLOWANCE: Final = 10
"""And so many more, or nothing could begin."""

Watch = Callable[[int], None]
"""Told how many there are."""


def puzzles(wanted: int, seed: int, watch: Watch = lambda done: None) -> Iterator[Puzzle]:
    """So many puzzles, as they are found."""
    found = chain.from_iterable(puzzles_of(number, seed) for number in count(1))
    for done, puzzle in enumerate(islice(balanced(found), wanted), start=1):
        watch(done)
        yield puzzle


def balanced(found: Iterable[Puzzle]) -> Iterator[Puzzle]:
    """Without those whose theme or level there is too much of already. So many of them are the beginning of more."""
    of_theme, of_level = Counter[Theme](), Counter[int]()
    for puzzle in found:
        most = MOST * (of_theme.total() + ALLOWANCE)
        if of_theme[puzzle.theme] < most and of_level[puzzle.level] < most:
            of_theme[puzzle.theme] += 1
            of_level[puzzle.level] += 1
            yield puzzle


def puzzles_of(number: int, seed: int) -> Iterator[Puzzle]:
    """Those of one hand: no two with one theme."""
    themes = set[Theme]()
    for move, position in enumerate(positions(number, seed), start=1):
        if position is None:
            continue
        puzzle = _puzzle(position, f"{number}-{move}", seed)
        if puzzle is not None and puzzle.theme not in themes:
            themes.add(puzzle.theme)
            yield puzzle


# --- the hands


def positions(number: int, seed: int) -> Iterator[Position | None]:
    """A hand of bots, before each move; None where there is nothing to be asked."""
    name = f"puzzles-{seed}"
    racks = [".".join(tile.code for tile in rack) for rack in deal(book(), tiles_seed(name, number)).racks]
    opener = number % 4 + 1
    pair = PAIRS[number % len(PAIRS)]
    match = Position(tuple(racks), opener).match
    bots = {seat: make(pair[seat % 2], chance_seed(name, number, 0, seat)) for seat in range(1, 5)}
    while match.hand is not None and not match.hand.ended:
        seat, legal = match.hand.turn, legal_moves(match.hand)
        yield seen_from(match, seat) if _asks_something(match) else None
        order = legal[0] if len(legal) == 1 else bots[seat](view(match, seat))
        match = step(match, order, seat, match.at).after


def _asks_something(match: Match) -> bool:
    """Whether there are different tiles to choose from, and something has happened that one can think about."""
    hand = match.hand
    assert hand is not None
    tiles = {order.tile for order in legal_moves(hand) if isinstance(order, PlaceTile)}
    return len(tiles) > 1 and len(hand.moves) >= 4 and hand.count(hand.turn) > 2


def seen_from(match: Match, seat: Seat) -> Position:
    """The same table, everybody some seats further on, so that this one is the learner's."""
    hand = match.hand
    assert hand is not None
    racks = tuple(".".join(tile.code for tile in hand.dealt[(seat - 1 + place) % 4] if tile) for place in range(4))
    moves = " ".join(map(_token, hand.moves))
    return Position(racks, (hand.opener - seat) % 4 + 1, moves)


def _token(move: Move) -> str:
    return f"{move.end or ''}{move.tile}" if isinstance(move, TilePlaced) else "-"


# --- the choice


class Proof(NamedTuple):
    """What worlds say that had no say in choosing the right move."""

    trial: Trial
    order: tuple[int, ...]
    """The options, the best first."""
    margins: tuple[Estimate, ...]
    """By how much the right one is better than each of the others, in their order."""

    @property
    def holds(self) -> bool:
        return all(margin.mean >= MARGIN and (margin.error or 0.0) <= ERROR for margin in self.margins)


def _puzzle(position: Position, name: str, seed: int) -> Puzzle | None:
    seen = view(position.match, LEARNER)
    proof = proved(seen)
    if proof is None:
        return None
    orders = list(proof.trial.codes.values())
    options = tuple(_worth(proof.trial, row, orders[row], seen) for row in proof.order)
    draft = Puzzle(
        racks=position.racks, opener=position.opener, moves=position.moves, id=name, theme="count",
        found=(0.0,) * len(LEVELS), options=options,
    )  # fmt: skip
    theme = theme_of(explained(draft, 1).why)
    if theme is None:
        return None
    puzzle = replace(draft, theme=theme, found=tuple(_found_by(level, seen, draft.right, seed) for level in LEVELS))
    # The strongest bot has its policy's word as well, and solves endings: where it and the judge do not agree nobody
    # is told that they are wrong.
    return puzzle if LEVELS[-1] in puzzle.finders else None


def proved(seen: View) -> Proof | None:
    """The right move and its margin; None where there is none. Chosen in some worlds, measured in others."""
    if not is_decision(seen):
        return None
    best = 0
    for worlds in (GLANCE, CHOICE):
        values = try_out(seen, worlds, worlds).values.mean(0)
        best = int(values.argmax())
        if values[best] - np.delete(values, best).max() < MARGIN:
            return None
    for worlds in PROOF:
        proof = _measured(try_out(seen, worlds, worlds), best)
        if proof.holds:
            return proof
        if min(margin.mean for margin in proof.margins) < MARGIN:
            return None
    return None


def _measured(trial: Trial, best: int) -> Proof:
    others = [int(row) for row in np.argsort(-trial.values.mean(0), kind="stable") if row != best]
    margins = tuple(trial.difference(trial.values, best, other) for other in others)
    return Proof(trial, (best, *others), margins)


def _worth(trial: Trial, row: int, order: MoveOrder, seen: View) -> Worth:
    value = trial.options(np.array([row]))[0].value
    return Worth(_named(order, seen), round(value.mean, 1), round(value.error or 0.0, 1))


def _named(order: MoveOrder, seen: View) -> str:
    """With its end only where that makes a difference."""
    assert isinstance(order, PlaceTile)
    ends = [one for one in seen.plays if isinstance(one, PlaceTile) and one.tile == order.tile]
    chain = seen.chain
    alike = len(ends) == 1 or (chain is not None and chain.left == chain.right)
    return str(order.tile) if alike or order.end is None else f"{order.end}{order.tile}"


def _found_by(level: int, seen: View, right: str, seed: int) -> float:
    """How often a bot of that level plays the right move, however long it takes: no clock decides what a puzzle is."""
    name = f"level-{level}"
    if thinks(name):
        name += f",seconds={PATIENCE}"
    moves = [make(name, chance_seed(f"puzzles-{seed}", at, level, LEARNER))(seen) for at in range(TRIES)]
    return sum(isinstance(move, PlaceTile) and means(right, move) for move in moves) / TRIES
