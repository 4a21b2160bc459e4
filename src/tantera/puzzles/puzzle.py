"""A puzzle as its line in a file has it, and those that come along with the program. It loads no compiler."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from functools import cache
from importlib.resources import files
from math import gcd
from typing import Annotated, Final, Literal, NamedTuple

import msgspec
from msgspec import Meta

from tantera.lessons import Position
from tantera.rules.basics import Identifier
from tantera.words import Phrase

Theme = Literal["block", "partner", "pass", "count", "tempo"]
THEMES: Final[dict[Theme, Phrase]] = {
    "count": Phrase("Counting"),
    "pass": Phrase("The pass"),
    "block": Phrase("The block"),
    "partner": Phrase("Your partner"),
    "tempo": Phrase("Tempo"),
}
"""What a puzzle is about, in words."""
LEVELS: Final = range(1, 6)
"""From easy to hard."""
GOLDEN: Final = 0.618
OFTEN: Final = 0.5
"""A bot finds the right move where it plays it more often than this."""


class Worth(NamedTuple):
    """An option of a puzzle, measured in worlds that had no say in choosing the right one."""

    move: str
    """As DGN writes it, its end where it makes a difference: ``<64``."""
    points: float
    """Its lead at the end of the hand, on the average."""
    error: float


class Puzzle(Position, frozen=True, dict=True, kw_only=True):
    """A position with one right move. Whoever solves it sits at seat 1."""

    id: Identifier
    """The number of the deal and of the move in it, ``42-7``."""
    theme: Theme
    found: Annotated[tuple[float, ...], Meta(min_length=5, max_length=5)]
    """How often each level of bot plays the right move, from the first to the fifth."""
    options: Annotated[tuple[Worth, ...], Meta(min_length=2)]
    """The best first: that is the right one."""

    @property
    def right(self) -> str:
        return self.options[0].move

    @property
    def margin(self) -> float:
        """By how many points the right move is better than the next."""
        return self.options[0].points - self.options[1].points

    @property
    def level(self) -> int:
        """How hard it is, from 1 to 5: how many of the levels of bots do not find it."""
        return 1 + len(self.found) - len(self.finders)

    @property
    def finders(self) -> tuple[int, ...]:
        """The levels of bots that find it; the fifth always does."""
        return tuple(level for level, share in zip(LEVELS, self.found, strict=True) if share > OFTEN)


def read_puzzles(lines: Iterable[bytes]) -> tuple[Puzzle, ...]:
    """From the lines of a file."""
    return tuple(msgspec.json.decode(line, type=Puzzle) for line in lines if line.strip())


def written(puzzle: Puzzle) -> bytes:
    """A line of a file."""
    return msgspec.json.encode(puzzle) + b"\n"


def sorted_puzzles(puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    """By theme, from easy to hard; the rest as they were dealt."""
    return sorted(puzzles, key=lambda one: (list(THEMES).index(one.theme), one.level, *map(int, one.id.split("-"))))


@cache
def shipped() -> tuple[Puzzle, ...]:
    """Those that come along."""
    return read_puzzles((files("tantera.puzzles") / "shipped" / "puzzles.jsonl").read_bytes().splitlines())


@cache
def by_id() -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for puzzle in shipped()}


def of_the_day(day: date) -> Puzzle:
    """The same for everybody, wherever they are, without asking anybody."""
    return shipped()[day.toordinal() * stride(len(shipped())) % len(shipped())]


def stride(count: int) -> int:
    """The step from one day's puzzle to the next: by the golden section, so that themes and levels change, and without
    a common divisor, so that all come before any comes again.

    >>> [stride(count) for count in (2, 10, 500)]
    [1, 7, 309]
    """
    return next(step for step in range(round(count * GOLDEN), 2 * count + 2) if gcd(step, count) == 1)
