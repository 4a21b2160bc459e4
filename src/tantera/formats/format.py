"""What a format of a tournament is: one record that says everything about it. Each has a module of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Literal, Protocol

from msgspec import Struct

from tantera.formats.drawing.field import Drawing, DrawOptions, Field, Violation
from tantera.words import Phrase

Enters = Literal["pair", "player", "alone"]
"""Pairs that stay together; players who get a partner each round; players who play for themselves."""
Groups = tuple[tuple[str, ...], ...]
"""The entries of each group."""
Check = Callable[[Field, Drawing], Iterator[Violation]]
Unfit = tuple[str, object, Phrase]
"""A key of a book's ``[tournament]``, what it says there, and what could stand there instead."""


class Setting(Struct, frozen=True):
    """An option that means something only in some formats, as the desk asks for it when a tournament is made."""

    key: str
    words: str
    hint: str = ""
    least: int = 0
    most: int = 100
    choices: tuple[tuple[str, str], ...] = ()
    """Values and their words, where it is no number."""


class TournamentLaw(Protocol):
    """What a book says of its tournament, as far as a format holds it against itself."""

    @property
    def rounds(self) -> int | None: ...
    @property
    def legs(self) -> int: ...
    @property
    def groups(self) -> int: ...
    @property
    def advance(self) -> int: ...


class Course(Protocol):
    """How far a tournament has come, as far as a format asks to say how many rounds there are."""

    @property
    def starters(self) -> int:
        """The entries that began, or would begin now."""

    @property
    def groups(self) -> Groups: ...
    @property
    def teams(self) -> int:
        """The clubs that began."""

    @property
    def options(self) -> DrawOptions: ...
    @property
    def decided_in(self) -> int | None:
        """The last round published, where one table or none was left in it."""


class Board(Struct, frozen=True):
    """A table of a meeting of two clubs, the home club first."""

    round: int
    meeting: int
    clubs: tuple[str, str]
    won: tuple[int, int] | None
    """In halves of a point; None while nothing counts."""
    difference: tuple[int, int] = (0, 0)
    points: tuple[int, int] = (0, 0)


class TeamSum(Struct, frozen=True):
    """A column of the standings of clubs."""

    key: str
    head: str
    means: str
    signed: bool = False


class Format(Struct, frozen=True, kw_only=True):
    """A format. Everything that differs between two of them stands here, and nowhere is one asked for by its name."""

    name: str
    """As books, orders and files write it: it never changes."""
    words: str
    """What people call it, in English as the catalogue has it."""
    listed: int
    """Where it stands in a list of them: the first first."""
    enters: Enters
    draw: Callable[[Field], Drawing]
    """The tables of a round: a pure function of entries, history, options and seed."""
    checks: tuple[Check, ...]
    """Which rules and ideals a draft of it is held against."""
    asks: tuple[Setting, ...] = ()
    """The options that mean something only in some formats, and in this one."""
    keys: frozenset[str] = frozenset()
    """More of them, for which the desk does not ask."""
    rounds: Callable[[Course], int | None] | None = None
    """How many rounds it has, which follows from who begins; None in a record: as many as the director draws."""
    knock_out: Literal["never", "always", "after_groups"] = "never"
    """Whether who loses is out of the running."""
    groups: Callable[[Field], Groups] | None = None
    """Who is in which group, where there are any."""
    group_rounds: Callable[[Groups, int], int] | None = None
    """How many rounds the groups play, in so many legs."""
    bye: Literal["won", "nothing", "won_in_knock_out"] = "won"
    """What a bye is worth: what the options say of a match won, or nothing at all."""
    least: int = 2
    """So many entries can be drawn; stand-ins help out."""
    late_entries: bool = True
    """Whether somebody who joins after round 1 could ever play."""
    by_rank: bool = False
    """Whether rank is all that seats anybody: some tables can be drawn by themselves, and losses may send home."""
    square: bool = False
    """Whether everybody meets everybody, so that a crosstable is a square."""
    teams: Callable[[Sequence[Board], Iterable[str], DrawOptions], dict[str, dict[str, float]]] | None = None
    """Where clubs meet: what each has of these boards and of the byes of these clubs, once for each."""
    team_sums: tuple[TeamSum, ...] = ()
    """In what order clubs are ranked by it; after the last one the lot decides."""
    headings: Mapping[str, str] = {}
    """What a finding of its own checks is called, by its code."""
    usual_for: Literal["pairs", "winners_on", "one_round"] | None = None
    """It is meant where a book names no format: where pairs play, or by the championship of those who play alone."""
    law: Callable[[DrawOptions], Phrase] | None = None
    """How a round after the first is drawn when nothing stands in the way, by the event's options; None: the notes of
    the draw say it all."""
    unfit: Callable[[TournamentLaw], Iterator[Unfit]] | None = None
    """What a book says that could never be run so."""

    def knows(self, key: str) -> bool:
        """Whether an option that only some formats have means something in this one."""
        return key in self.keys or any(question.key == key for question in self.asks)
