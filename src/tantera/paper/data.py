"""What a paper knows of an event: the exported object (TOURNAMENT.md, "The object") and what it leaves out.

The object names players by their ids only and has the law by the book's id. `Printable` is the object as records, with
people, the book as this event plays it, and the lines of the log that an act tells.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import msgspec
from msgspec import Struct

from tantera.formats import FORMATS, Format, FormatName
from tantera.formats.why import Names, Why
from tantera.rules import Book, Limit
from tantera.tournament.names import BETWEEN, Called, told_apart
from tantera.tournament.surnames import clean
from tantera.words import translate


class Person(Struct, frozen=True):
    """Who stands behind a player's id."""

    name: str
    club: str = ""


class Entry(Struct, frozen=True):
    entry: str
    players: tuple[str, ...]
    active: bool = True
    checked_in: bool = False
    paid: int = 0


class Meeting(Struct, frozen=True):
    """A board of a meeting of two clubs, the home club first."""

    number: int
    board: int
    clubs: tuple[str, str]

    def told(self, lang: str) -> str:
        home, guest = self.clubs
        return translate(lang, "{home} against {guest}, board {board}", home=home, guest=guest, board=self.board)


class Seating(Struct, frozen=True):
    """A table of a round, with its slip where there is one."""

    table: int
    seats: tuple[str, ...]
    score: tuple[int, ...] | None = None
    winner: str | int | None = None
    status: str | None = None
    default: tuple[str, ...] = ()
    why: str | tuple[str, ...] = ""
    meeting: Meeting | None = None
    """Where clubs meet: whose board it is."""

    @property
    def reasons(self) -> str:
        return self.why if isinstance(self.why, str) else " ".join(self.why)

    @property
    def winners(self) -> tuple[str, ...]:
        """The players who won; nobody while no slip says."""
        match self.winner:
            case None:
                return ()
            case int(seat):
                return (self.seats[seat - 1],)
            case str(pair):
                return tuple(self.seats[int(seat) - 1] for seat in pair.split("+"))

    def partner(self, player: str) -> str | None:
        """Who sits opposite, where 1+3 play 2+4."""
        opposite = (self.seats.index(player) + 2) % 4
        return self.seats[opposite] if opposite < len(self.seats) else None


class Round(Struct, frozen=True):
    round: int
    stage: str
    tables: tuple[Seating, ...] = ()
    byes: tuple[str, ...] = ()
    stand_ins: dict[str, str] = {}

    @property
    def is_draft(self) -> bool:
        return self.stage == "draft"

    def table_of(self, player: str) -> Seating | None:
        return next((table for table in self.tables if player in table.seats), None)


class Standing(Struct, frozen=True):
    place: int
    entry: str
    values: dict[str, float]
    group: int | str | None = None


class Team(Struct, frozen=True):
    place: int
    club: str
    values: dict[str, float]


class Taken(Struct, frozen=True):
    """Points off somebody's difference, and why."""

    player: str
    round: int
    article: str
    difference: float


class Log(Struct, frozen=True):
    events: int
    head: str


class Exported(Struct, frozen=True):
    """The object, as far as papers read it."""

    name: str
    book: str
    format: FormatName
    stage: str
    log: Log
    seed: str | None = None
    entries: tuple[Entry, ...] = ()
    rounds: tuple[Round, ...] = ()
    standings: tuple[Standing, ...] = ()
    penalties: tuple[Taken, ...] = ()
    cards: dict[str, dict[str, int]] = {}
    out: tuple[str, ...] = ()
    teams: tuple[Team, ...] = ()


class CardShown(Struct, frozen=True):
    player: str
    round: int
    article: str
    card: str


class Edit(Struct, frozen=True):
    """Two who changed seats in a draft by hand: printed with its reason, on the seating and in the act."""

    round: int
    a: str
    b: str
    reason: str
    by: str = ""


class Incident(Struct, frozen=True):
    """A line of the log that the act tells: number, time, who, and what in words that wait for their language."""

    number: int
    at: str
    by: str
    what: Why


class PrizeLine(Struct, frozen=True):
    """What a place receives. Without an amount there is a line to write on: a cup, a ham."""

    place: int
    name: str
    percent: int | None = None
    amount: int | None = None


class PrizeTable(Struct, frozen=True):
    """The prizes of a category. Without a title it is the general classification."""

    lines: tuple[PrizeLine, ...]
    title: Why | None = None


class Printable(Struct, frozen=True, dict=True):
    """Everything that any paper looks at."""

    event: Exported
    book: Book
    """As this event plays it: the event's options are in it."""
    people: Mapping[str, Person]
    ranked_by: tuple[str, ...]
    rounds: int | None = None
    """How many the event has, where that is known."""
    limit_final: Limit | None = None
    finals: frozenset[tuple[int, int]] = frozenset()
    """(round, table) where `limit_final` is the limit."""
    notes: Mapping[int, tuple[Why, ...]] = {}
    """What the draw says of a whole round, and what the director's word allowed in it."""
    prizes: tuple[PrizeTable, ...] = ()
    cards: tuple[CardShown, ...] = ()
    edits: tuple[Edit, ...] = ()
    incidents: tuple[Incident, ...] = ()
    begun: str = ""
    """ISO time of the first event, and of the last."""
    ended: str = ""
    committed: str = ""
    """The hash that was published before the public lot; empty where there was none."""

    @property
    def kind(self) -> Format:
        return FORMATS[self.event.format]

    @property
    def is_alone(self) -> bool:
        return self.kind.enters == "alone"

    @property
    def is_pairs(self) -> bool:
        return self.kind.enters == "pair"

    @cached_property
    def entry_of(self) -> dict[str, Entry]:
        return {entry.entry: entry for entry in self.event.entries}

    @cached_property
    def place_of(self) -> dict[str, int]:
        return {standing.entry: standing.place for standing in self.event.standings}

    @cached_property
    def entry_of_player(self) -> dict[str, str]:
        return {player: entry.entry for entry in self.event.entries for player in entry.players}

    @cached_property
    def called(self) -> dict[str, Called]:
        """By player, what everybody is called."""
        return told_apart((player, person.name, person.club) for player, person in self.people.items())

    @cached_property
    def names(self) -> Names:
        """What reasons call people."""
        return Names(
            {entry: self.entry_name(entry) for entry in self.entry_of},
            {player: self.name(player) for player in self.people},
        )

    @property
    def last_round(self) -> Round | None:
        return self.event.rounds[-1] if self.event.rounds else None

    def limit_at(self, round_number: int, table: int) -> Limit:
        """The limit of a table: a final may have another."""
        if self.limit_final is not None and (round_number, table) in self.finals:
            return self.limit_final
        return self.book.options.limit

    def seated(self, of_round: Round, player: str) -> str:
        """Who plays at a seat: the player, a stand-in who completes the table, or one who sits for the other."""
        stand_in = of_round.stand_ins.get(player)
        if stand_in is None:
            return self.name(player)
        return f"{clean(stand_in)} ({self.name(player)})" if player in self.people else clean(stand_in)

    def name(self, player: str) -> str:
        """The whole name, told apart from namesakes."""
        found = self.called.get(player)
        return found.full if found is not None else player

    def club(self, player: str) -> str:
        person = self.people.get(player)
        return clean(person.club) if person is not None else ""

    def entry_name(self, entry: str) -> str:
        """The player, or the two of a pair."""
        return BETWEEN.join(self.name(player) for player in self.entry_of[entry].players)

    def entry_club(self, entry: str) -> str:
        clubs = [self.club(player) for player in self.entry_of[entry].players]
        return " / ".join(dict.fromkeys(filter(None, clubs)))

    def find_round(self, number: int) -> Round | None:
        return next((one for one in self.event.rounds if one.round == number), None)


def read_object(exported: Mapping[str, Any]) -> Exported:
    """The object of ``tantera tournament export --json`` as records.

    >>> log = {"events": 41, "head": "9c41e07b"}
    >>> read_object({"name": "Open", "book": "ueh", "format": "individual", "stage": "running", "log": log}).log.events
    41
    """
    return msgspec.convert(exported, Exported)
