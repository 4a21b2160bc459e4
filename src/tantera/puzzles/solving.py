"""What an answer to a puzzle comes to, and why: told from the figures that the puzzle carries, so nothing is worked
out again."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from typing import NamedTuple

from tantera.lessons import LEARNER
from tantera.lessons.judging import NotOffered, means, played
from tantera.lessons.lesson import order_of
from tantera.play import Match, PlaceTile, view
from tantera.puzzles.puzzle import Puzzle, Worth
from tantera.rules import Refusal
from tantera.solver.estimate import Estimate
from tantera.study.figures import NOTHING, JudgedDecision, JudgedOption, JudgedTurn
from tantera.study.telling import Lesson, lesson


class Answer(NamedTuple):
    """What was played, and what it came to."""

    right: bool
    refusal: Refusal | None
    """Why it cannot be played; then there is nothing else to say."""
    after: Match
    """The table with the tile on it; as it was, where nothing was laid."""
    place: int
    """Which of the puzzle's options it was; 0 is the right one."""
    why: Lesson | None
    """What speaks for the right move: against the one that was played, or against the next best."""


def answered(puzzle: Puzzle, answer: str) -> Answer:
    """What an answer comes to: a tile, with its end where it fits both. `NotOffered` where it is none."""
    move = played(puzzle, answer)
    if move.refusal is not None:
        return Answer(False, move.refusal, move.after, 0, None)
    place = next((at for at, option in enumerate(puzzle.options) if means(option.move, move.order)), None)
    if place is None:
        raise NotOffered(answer)
    return Answer(place == 0, None, move.after, place, explained(puzzle, place or 1))


def explained(puzzle: Puzzle, other: int) -> Lesson:
    """Why the right move is better than another one, from the eyes of whoever solves it."""
    return lesson(turn_of(puzzle, other))


def turn_of(puzzle: Puzzle, place: int) -> JudgedTurn:
    """The puzzle as the decision of somebody who chose this option."""
    assert puzzle.match.hand is not None
    options = tuple(
        JudgedOption(move_of(puzzle, worth), Estimate(worth.points, worth.error)) for worth in puzzle.options
    )
    cost = Estimate(puzzle.options[0].points - puzzle.options[place].points, None)
    decision = JudgedDecision(LEARNER, options[place].order, options, place, cost, NOTHING)
    return JudgedTurn(len(puzzle.match.hand.moves) + 1, view(puzzle.match, LEARNER), decision)


def move_of(puzzle: Puzzle, worth: Worth) -> PlaceTile:
    """An option as an order that can be given."""
    wanted = order_of(worth.move, LEARNER)
    assert isinstance(wanted, PlaceTile)
    options = [one for one in view(puzzle.match, LEARNER).plays if isinstance(one, PlaceTile)]
    return next(one for one in options if means(worth.move, one))


def streak(days: Iterable[date], today: date) -> int:
    """How many days in a row the puzzle of the day was solved, up to today or, while today's is still open, to
    yesterday."""
    solved = set(days)
    last = today if today in solved else today - timedelta(days=1)
    count = 0
    while last - timedelta(days=count) in solved:
        count += 1
    return count
