"""What has happened so far, in plain records that are written over: this program is slow and keeps no secrets."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from hashlib import sha256
from typing import Any

from tantera.tournament.check.law import Law

EMPTY = "—"
"""A seat that stays empty, because a club has no pair for a board."""


def stands_in(player: str) -> bool:
    """Whether a seat is for somebody who is nobody's entry: ``*1``, ``*2``, … complete the last table."""
    return player.startswith(("*", EMPTY))


def total_of(hands: list[list[int] | None]) -> list[int]:
    """What the hands of a slip come to."""
    played = [hand for hand in hands if hand is not None]
    return [sum(hand[0] for hand in played), sum(hand[1] for hand in played)]


@dataclass
class CheckedEntry:
    id: str
    players: list[str]
    clubs: dict[str, str | None]
    """By player, those who were erased apart."""
    known_as: dict[str, dict[str, Any]] = field(default_factory=dict)
    """By player: number, short name and categories, where any is said."""
    paid: int = 0
    checked_in: bool = False
    withdrawn: bool = False
    counted_on: bool = False
    """Whether a round was published in which they have a place as somebody who is checked in."""


@dataclass
class Table:
    number: int
    seats: list[str]
    score: list[int] | None = None
    winner: str | int | None = None
    re_entries: list[int] | None = None
    status: str | None = None
    entered_by: str | None = None
    """Which player entered it, so that only the other side may confirm it."""
    missing: set[str] = field(default_factory=set)
    """Of whom somebody said that they did not come."""
    too_late: set[str] = field(default_factory=set)
    """Who came so late that it is the same, by the minutes that were written last."""
    date: str = ""
    """To which day a match of a league calendar was moved."""
    meeting: tuple[int, int, str, str] | None = None
    """Where clubs meet: which meeting, which board of it, and the two clubs."""
    hands: list[list[int] | None] | None = None
    """Of a duplicate round, one by one."""
    expelled: set[str] = field(default_factory=set)
    """Who was expelled here before a slip was confirmed: the other side wins with the score as it stood."""

    @property
    def absent(self) -> set[str]:
        """Who did not come: a default, until a stand-in sits there."""
        return self.missing | self.too_late

    def side(self, player: str) -> list[str]:
        """The partners, or the player alone at a table of everybody for themselves."""
        at = self.seats.index(player)
        return [self.seats[at], self.seats[(at + 2) % 4]]

    @property
    def won_by_expulsion(self) -> str | None:
        """The side of which nobody was expelled, where somebody of the other was."""
        guilty = [bool(self.expelled & set(side)) for side in self.sides]
        return {(True, False): "2+4", (False, True): "1+3"}.get((guilty[0], guilty[1]))

    @property
    def won_by_nobody(self) -> bool:
        """Whether somebody of either side was expelled here."""
        return all(self.expelled & set(side) for side in self.sides)

    @property
    def sides(self) -> tuple[list[str], list[str]]:
        return self.seats[0::2], self.seats[1::2]


@dataclass
class Round:
    number: int
    tables: list[Table]
    byes: list[str]
    """Entries."""
    alone: bool = False
    stage: str = "draft"
    stand_ins: dict[str, str] = field(default_factory=dict)
    edited: list[dict[str, Any]] = field(default_factory=list)
    slots: list[str | None] = field(default_factory=list)
    """Of a bracket: entries by their place in it."""
    walked: list[str] = field(default_factory=list)
    """Who had a place in it and could not be drawn: withdrawn just then."""
    groups: list[list[str]] = field(default_factory=list)
    joining: dict[str, int] = field(default_factory=dict)
    """Who came late, and the group where they play from this round on."""
    commitment: str | None = None
    """Of a duplicate round: the hash of what its deals come from."""
    secret: str | None = None
    """That, once it is told."""
    basis: dict[str, Any] = field(default_factory=dict)
    """The sums that it was drawn on, by entry."""
    redefined: dict[str, Any] = field(default_factory=dict)
    """The options that had been said anew until then."""

    def table_of(self, player: str) -> Table | None:
        return next((table for table in self.tables if player in table.seats), None)

    def lacking(self, table: Table) -> set[str]:
        """The absent for whom nobody sits."""
        return {player for player in table.absent if player not in self.stand_ins}

    def is_default(self, table: Table) -> bool:
        """Whether nothing is played at a table. Where each plays alone, those who came play on while there are two."""
        lacking = self.lacking(table)
        return bool(lacking) and (not self.alone or len(table.seats) - len(lacking) < 2)

    @property
    def open_tables(self) -> list[int]:
        """Tables that have neither a confirmed slip nor a default."""
        return [t.number for t in self.tables if t.status != "confirmed" and not self.is_default(t)]


@dataclass
class Apart:
    players: list[str]
    kind: str
    hard: bool
    rounds: int | None

    def holds(self, number: int) -> bool:
        return self.rounds is None or number <= self.rounds


@dataclass
class Memory:
    """An event, as far as it has come."""

    law: Law
    name: str
    seed: str | None
    entries: dict[str, CheckedEntry] = field(default_factory=dict)
    rounds: list[Round] = field(default_factory=list)
    aparts: list[Apart] = field(default_factory=list)
    seeds: list[str] = field(default_factory=list)
    penalties: list[dict[str, Any]] = field(default_factory=list)
    cards: list[dict[str, Any]] = field(default_factory=list)
    expelled: dict[str, int] = field(default_factory=dict)
    """Players, and in which round."""
    replaced: dict[str, str] = field(default_factory=dict)
    """Expelled players whose place a stand-in took, and who: in pairs for good."""
    about: dict[str, str] = field(default_factory=dict)
    """On which day and where."""
    redefined: dict[str, Any] = field(default_factory=dict)
    """Options on which drafts rest and that were said anew."""
    hash: str | None = None
    closed: bool = False

    @property
    def entry_of(self) -> dict[str, str]:
        return {player: entry.id for entry in self.entries.values() for player in entry.players}

    def out(self, entry: CheckedEntry) -> bool:
        """Expelled; in pairs the pair is out unless a stand-in has the place."""
        return any(
            player in self.expelled and not (self.law.pairs and player in self.replaced) for player in entry.players
        )

    def active(self, entry: CheckedEntry) -> bool:
        return not entry.withdrawn and not self.out(entry)

    def in_lot_order(self) -> list[str]:
        """The entries in the order of the hex of sha256(seed/entry)."""
        return sorted(self.entries, key=lambda entry: sha256(f"{self.seed}/{entry}".encode()).hexdigest())

    def in_first_order(self) -> list[str]:
        """Who was seeded, in that order; the others by lot. Where the first rounds are accelerated: the better half of
        the seeds by lot, then all the others by lot."""
        lot = self.in_lot_order()
        if self.law.get("accelerated", 0):
            better = self.better_half
            return [entry for entry in lot if entry in better] + [entry for entry in lot if entry not in better]
        return self.seeds + [entry for entry in lot if entry not in self.seeds]

    @property
    def better_half(self) -> set[str]:
        return set(self.seeds[: (len(self.seeds) + 1) // 2])

    def before(self, number: int) -> Memory:
        """What a draw of this round rests on: the rounds before it and their penalties, and who is here now."""
        penalties = [penalty for penalty in self.penalties if penalty["round"] < number]
        return replace(self, rounds=self.rounds[: number - 1], penalties=penalties)

    @property
    def calendar(self) -> bool:
        """Whether every round has its day, and several may be open."""
        return bool(self.law.get("dates"))

    def day(self, number: int) -> str:
        """Of a round of a league calendar."""
        dates = self.law.get("dates", ())
        if not dates:
            return ""
        if isinstance(dates, dict):
            first, every = dates["from"], dates["every_days"]
        elif isinstance(dates, list | tuple):
            return str(dates[number - 1]) if number <= len(dates) else ""
        else:
            first, every = dates.since, dates.every_days
        return (date.fromisoformat(first) + timedelta(days=(number - 1) * int(every))).isoformat()

    @property
    def published(self) -> list[Round]:
        return [at for at in self.rounds if at.stage != "draft"]

    @property
    def open(self) -> Round | None:
        return next((at for at in reversed(self.rounds) if at.stage == "published"), None)

    @property
    def draft(self) -> Round | None:
        return self.rounds[-1] if self.rounds and self.rounds[-1].stage == "draft" else None

    def drawable(self) -> list[str]:
        """Who can be drawn: the active; once anybody has been checked in, only those who are."""
        checks = any(entry.checked_in for entry in self.entries.values())
        return [entry.id for entry in self.entries.values() if self.active(entry) and (entry.checked_in or not checks)]

    def seated(self, at: Round) -> set[str]:
        """The entries that sit at a table of this round."""
        of = self.entry_of
        return {of[player] for table in at.tables for player in table.seats if player in of}

    def sat_out(self, entry: str, before: int) -> int:
        """Rounds without a table, by a bye or for not being there: they count alike for the next bye."""
        return sum(entry not in self.seated(at) for at in self.rounds if at.number < before)
