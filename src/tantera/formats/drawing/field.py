"""What a draw knows, and what comes of it. Everything it may look at is here, so that it is a pure function."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from tantera.formats.why import Why

As = Literal["partners", "opponents", "both"]


class Entrant(Struct, frozen=True):
    """An entry that can be drawn for this round."""

    entry: str
    players: tuple[str, ...]
    """One, or the two of a pair."""
    sat_out: int = 0
    """Byes so far, a round missed before entering, while withdrawn or not checked in included."""


class Meeting(Struct, frozen=True):
    """A board of a meeting of two clubs. A change of seats by hand changes neither: it is whose it was drawn for."""

    number: int
    """Which meeting of the round, from 1."""
    board: int
    clubs: tuple[str, str]
    """The home club first."""


class Team(Struct, frozen=True):
    """A club and its pairs, in the order in which they were entered: the captain's."""

    club: str
    pairs: tuple[str, ...]


class TeamMatches(Struct, frozen=True):
    """How clubs meet."""

    pairs: int
    """So many of a club at most play in a meeting."""
    meet: Literal["round_robin", "swiss"]
    level: Literal["points", "half"]
    """A meeting with as many boards on both sides: who scored more points, or half a point each."""


class Past(Struct, frozen=True):
    """A table of an earlier round."""

    round: int
    table: int
    seats: tuple[str, ...]
    """Players by seat; those of a stand-in keep the absent player's id."""
    absent: frozenset[str] = frozenset()
    """Who was not there, with or without a stand-in: nobody partnered or met them."""
    winner: frozenset[str] = frozenset()
    """The players who won; empty while no confirmed result says."""
    default: bool = False
    """Nobody played here. In pairs that is no meeting; a stand-in's match is one."""
    settled: bool = False
    """A confirmed result or a default says how it ended: where nobody won then, nobody goes on from here."""
    meeting: Meeting | UnsetType = UNSET


class Apart(Struct, frozen=True):
    """Players whom the draw keeps apart."""

    players: tuple[str, ...]
    kind: As = "both"
    hard: bool = True
    rounds: int | None = None
    """In the first n rounds; None: in all."""


class DrawOptions(Struct, frozen=True):
    """The options of an event that a draw obeys, by the names of the contract."""

    table_seating: Literal["1+4v2+3", "1+3v2+4"] = "1+4v2+3"
    avoid_partners: int = 0
    avoid_opponents: int = 0
    pairing: Literal["neighbours", "folded"] = "neighbours"
    balanced: int | UnsetType = UNSET
    """Individual: in so many rounds the strong partner the weak, by the seeds."""
    legs: int = 1
    groups: int = 1
    advance: int = 1
    stand_ins: bool = False
    """Stand-ins complete the last table instead of byes."""
    team_matches: TeamMatches | UnsetType = UNSET


class Field(Struct, frozen=True):
    """Everything that a draw looks at."""

    format: str
    round: int
    rounds: int
    seed: str
    entrants: tuple[Entrant, ...]
    """Who can be drawn, the first ranked first; in round 1 in the order of the lot."""
    everybody: tuple[Entrant, ...] = ()
    """All entries in the order of the lot, those who cannot be drawn included: brackets and groups are made of them."""
    past: tuple[Past, ...] = ()
    byes: tuple[tuple[int, tuple[str, ...]], ...] = ()
    """Who sat out: (round, entries), by round."""
    apart: tuple[Apart, ...] = ()
    options: DrawOptions = DrawOptions()
    groups: tuple[tuple[str, ...], ...] = ()
    """In a round of the knock-out after groups: each group's entries, the best first."""
    brackets: tuple[tuple[int, tuple[str | None, ...]], ...] = ()
    """The bracket of each earlier round of a knock-out, as it was published: (round, places)."""
    teams: tuple[Team, ...] | UnsetType = UNSET
    """Where clubs meet: all of them, the first ranked first; in round 1 in the order of the lot."""


class DrawnTable(Struct, frozen=True):
    """A table of a draw."""

    seats: tuple[str, ...]
    """Players by seat, 1 first: in pairs and individual 1+3 play 2+4. An empty text is a seat for a stand-in, a dash
    one that stays empty."""
    why: tuple[Why, ...] = ()
    meeting: Meeting | UnsetType = UNSET
    """Where clubs meet: which board of which meeting. What is not set is not written, so other formats have no such
    word in their logs."""


class Drawing(Struct, frozen=True):
    """What comes of a draw: tables from 1, who sits out, and what is to be said of the whole."""

    tables: tuple[DrawnTable, ...]
    byes: tuple[str, ...] = ()
    """Entries, in the order of their rank."""
    notes: tuple[Why, ...] = ()
    bracket: tuple[str | None, ...] = ()
    """In a knock-out: the entries by their place, two by two; those who are not there to play keep theirs."""


class Violation(Struct, frozen=True):
    """A rule that a drawing breaks, or an ideal that it misses."""

    hard: bool
    code: str
    why: Why
    table: int | None = None
    players: tuple[str, ...] = ()
