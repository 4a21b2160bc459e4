"""A lesson, as its file in ``taught/`` has it, and the table that a task of it begins with."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from tantera.lessons.counts import COUNTS
from tantera.play import Match, PassTurn, PlaceTile, new_match, record, start_match
from tantera.play.record import SeenDeal, SeenScore
from tantera.referee import step
from tantera.rules import Book, load_book
from tantera.rules.basics import BookRecord, Identifier, ShortText, Words, refuse
from tantera.tiles import End, Tile
from tantera.words import Phrase
from tantera.words.guesses import one_of

LEARNER: Final = 1
"""The seat of whoever learns. The partner is 3, 2 plays next."""
PASS: Final = "-"
NAMES: Final = ("Tú", "Biel", "Ona", "Cesc")
"""By seat; who learns is *you* on every page."""


class Position(BookRecord, frozen=True, dict=True):
    """A table where the learner is in turn or has to say something of it."""

    racks: Annotated[tuple[ShortText, ...], Meta(min_length=4, max_length=4)]
    """By seat, in the order lifted, as DGN writes them: ``66.64.31``. All 28 tiles are dealt."""
    opener: Annotated[int, Meta(ge=1, le=4)] = 1
    moves: str = ""
    """As DGN writes them, from the opening tile on: ``66 >64 -``."""

    @property
    def match(self) -> Match:
        """The table where it is asked, set up by the engine: moves that could not be made raise a `Refusal`."""
        known: Match | None = self.__dict__.get("match")
        if known is None:
            known = self.__dict__["match"] = _set_up(self)
        return known


class Task(Position, frozen=True, dict=True, kw_only=True):
    """A position, what is asked there, and what is said after an answer."""

    asks: Words
    why: Words
    """Said after a right answer: the idea."""
    why_not: Words
    """Said after a wrong one: the same idea, for who has not had it."""
    right: Annotated[tuple[ShortText, ...], Meta(max_length=7)] = ()
    """The moves that are right: a tile where the end is all the same, else with its end, ``<64``; ``-`` is the pass."""
    leaves: Annotated[str, Meta(pattern=r"^([0-6][0-6])?$")] = ""
    """Instead: the two ends that a right move leaves open, in any order."""
    counted: ShortText = ""
    """Instead: what is to be counted (`COUNTS`). The engine counts it, the file never says what it comes to."""
    offers: Annotated[tuple[ShortText, ...], Meta(max_length=5)] = ()
    """What one may answer then."""
    unaided: bool = False
    """Whether the table does not show which tiles can be played: that is what is asked."""
    may_pass: bool = False
    """Whether the pass is offered although there may be something to play: who passes then is told why not."""

    def __post_init__(self) -> None:
        if [bool(self.right), bool(self.leaves), bool(self.counted)].count(True) != 1:
            refuse("right", Phrase("both") if self.right else Phrase("none"), Phrase("right moves, or what is counted"))
        if bool(self.counted) != bool(self.offers):
            refuse("offers", len(self.offers), Phrase("what one may answer, where something is counted"))
        if self.counted and self.counted.split()[0] not in COUNTS:
            refuse("counted", self.counted, one_of(COUNTS, self.counted))

    @property
    def count(self) -> str:
        """What is counted comes to this."""
        name, *about = self.counted.split()
        return COUNTS[name].of(self.match, *about)


class Lesson(BookRecord, frozen=True):
    """One idea, and the tasks by which it is understood."""

    number: Annotated[int, Meta(ge=1, le=99)]
    id: Identifier
    title: Words
    idea: Words
    """What somebody knows who has had it, in a line."""
    tasks: Annotated[tuple[Task, ...], Meta(min_length=1, max_length=9)]


@cache
def lessons() -> tuple[Lesson, ...]:
    """All of them, in the order in which they are taught."""
    paths = [path for path in (files("tantera.lessons") / "taught").iterdir() if path.name.endswith(".toml")]
    read = [msgspec.toml.decode(path.read_bytes(), type=Lesson) for path in paths]
    return tuple(sorted(read, key=lambda lesson: lesson.number))


@cache
def book() -> Book:
    """Dominoes as people play it at home."""
    return load_book("clasico")


def _set_up(position: Position) -> Match:
    first = new_match(book(), NAMES, opener=position.opener)
    match = start_match(book(), first)
    racks = tuple(tuple(map(Tile.parse, rack.split("."))) for rack in position.racks)
    for fact in (SeenScore((0, 0), position.opener), SeenDeal(position.opener, racks)):
        match = record(match, fact, 0).after
    for token in position.moves.split():
        assert match.hand is not None
        turn = match.hand.turn
        match = step(match, order_of(token, turn), turn, match.at).after
    return match


def order_of(token: str, seat: int) -> PlaceTile | PassTurn:
    """A move as DGN writes it, made by a seat.

    >>> order_of(">64", 2)
    PlaceTile(seat=2, tile=Tile(6, 4), end=<End.RIGHT: '>'>)
    """
    if token == PASS:
        return PassTurn(seat)
    if token[:1] in tuple(End):
        return PlaceTile(seat, Tile.parse(token[1:]), End(token[0]))
    return PlaceTile(seat, Tile.parse(token))
