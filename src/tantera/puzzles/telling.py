"""A puzzle in words, for any front end: what is asked, and afterwards what was right and why."""

from __future__ import annotations

from typing import Final

from tantera.puzzles.puzzle import Puzzle
from tantera.puzzles.solving import Answer, explained, move_of
from tantera.study.telling import move_in_words
from tantera.words import Phrase

ASKED: Final = Phrase("Which tile brings your pair the most points?")


def verdict(puzzle: Puzzle, answer: Answer) -> Phrase:
    """By how much the right move is better than the one that was played, or than the next best."""
    right, other = puzzle.options[0], puzzle.options[answer.place or 1]
    facts = {
        "right": move_in_words(move_of(puzzle, right)),
        "other": move_in_words(move_of(puzzle, other)),
        "points": round(right.points - other.points),
    }
    return Phrase(
        "{right} brings {points} points more than {other}, on the average of the deals that could be", **facts
    )


def finders(puzzle: Puzzle) -> Phrase:
    """Which of our bots find it."""
    return Phrase("our bots of level {levels} find it", levels=", ".join(map(str, puzzle.finders)))


def remembered(puzzle: Puzzle) -> tuple[Phrase, ...]:
    """What lies no longer in sight and whoever has watched the hand knows: who has passed on what."""
    return explained(puzzle, 1).known[1:]
