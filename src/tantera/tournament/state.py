"""How an event stands: the fold of its log. Everything is frozen; a step makes a new one."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from tantera.formats import FORMATS, Format, FormatName
from tantera.formats.drawing.field import Apart, Meeting
from tantera.formats.drawing.roster import NOBODY
from tantera.formats.why import Why
from tantera.rules import Book
from tantera.tournament.events import NOTHING, Recorded
from tantera.tournament.options import TournamentOptions
from tantera.tournament.orders import EntryPlayer, HandPoints, Status

Stage = Literal["draft", "published", "closed"]
Winner = Literal["1+3", "2+4"] | int
"""A side, or a seat where everybody plays alone."""
STAND_IN = "*"
"""A seat that a stand-in completes is called ``*1``, ``*2``, …: no player has such an id."""


class Entry(Struct, frozen=True):
    """A player, or a pair, as entered."""

    entry: str
    players: tuple[EntryPlayer, ...]
    paid: int = 0
    checked_in: bool = False
    withdrawn: bool = False
    rested_on: bool = False
    """Whether a published round in which they have a place rests on their check-in."""

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(player.id for player in self.players)


class Version(Struct, frozen=True):
    """What the other side says that a slip should say."""

    score: tuple[int, ...]
    by: str


class Slip(Struct, frozen=True):
    """A table's result as its players signed it."""

    score: tuple[int, ...]
    winner: Winner | None
    """None only where level scores bring half a point each."""
    re_entries: tuple[int, ...]
    status: Status
    by: str
    """Who gave it."""
    event: int
    """Which event it is from."""
    reason: str | None = None
    other: Version | None = None
    """Of whoever disputed it."""
    hands: tuple[HandPoints, ...] = ()
    """Of a duplicate round, one by one; the score is what they come to."""


class Table(Struct, frozen=True):
    seats: tuple[str, ...]
    why: tuple[Why, ...] = ()
    slip: Slip | None = None
    meeting: Meeting | UnsetType = UNSET
    """Where clubs meet: which board of which meeting."""
    date: str = ""
    """To which day of a league calendar it was moved."""


class Edit(Struct, frozen=True):
    """Two that were exchanged by hand in a draft."""

    a: str
    b: str
    reason: str


class Round(Struct, frozen=True):
    number: int
    stage: Stage
    tables: tuple[Table, ...]
    byes: tuple[str, ...]
    """Entries."""
    basis: str
    field: str
    notes: tuple[Why, ...] = ()
    edited: tuple[Edit, ...] = ()
    absent: tuple[str, ...] = ()
    """Players of whom somebody said that they were not there, or who had gone."""
    late: dict[str, int] = {}
    """Minutes, by player."""
    stand_ins: dict[str, str] = {}
    """Names, by the absent player or the completed seat."""
    forfeits: tuple[str, ...] = ()
    """Players expelled at a table without a confirmed slip: the other side wins."""
    accepted: tuple[int, ...] = ()
    """Tables without a slip that the director accepted."""
    overridden: str | None = None
    """The director's word for publishing hard rules broken."""
    broken: tuple[Why, ...] = ()
    bracket: tuple[str | None, ...] = ()
    """In a knock-out: the entries by their place in it, two by two. Who changes seats changes places here."""
    deals: str = ""
    """Of a duplicate round: the hash of the secret that its deals come from."""
    secret: str = ""
    """That secret. Whoever tells anybody asks `revealed` first."""
    revealed: str = ""
    """The secret, once everybody may know it."""

    def seat_of(self, player: str) -> int | None:
        """The table at which a player sits, from 1."""
        return next((number for number, table in enumerate(self.tables, 1) if player in table.seats), None)


class Fine(Struct, frozen=True):
    """Points off a player's own difference."""

    player: str
    round: int
    article: str
    points: int
    late: bool = False
    """Worked out of the minutes: a later word about the same player's lateness replaces it."""


class CardShown(Struct, frozen=True):
    player: str
    round: int
    article: str
    card: str


class Expelled(Struct, frozen=True):
    round: int
    article: str
    stand_in: str | None = None
    """In pairs: who goes on in this place."""


class About(Struct, frozen=True):
    """Where and when it is, and whose it is, as papers and walls say it."""

    date: str = ""
    """ISO; empty where nobody said."""
    venue: str = ""
    organiser: str = ""
    texts: dict[str, str] = {}


class Log(Struct, frozen=True):
    """What was recorded, undone events included."""

    history: tuple[Recorded, ...] = ()
    head: str = NOTHING
    ids: dict[str, int] = {}
    """Events by the id of their order."""
    gone: frozenset[int] = frozenset()
    """Events that are as if they had not been."""


class TournamentState(Struct, frozen=True, dict=True):
    """A tournament: the fold of its events."""

    name: str
    book: str
    law: str
    format: FormatName
    rounds: int | None
    """How many the event has at most, where somebody said so."""
    seed: str
    options: TournamentOptions
    own_book: Book | None = None
    edition: int = 1
    """Of the law of tournaments (`events.EDITION`)."""
    closed: bool = False
    committed: str | None = None
    """The hash of a secret, until the lot is drawn."""
    lot_drawn: bool = False
    entries: dict[str, Entry] = {}
    players: dict[str, str] = {}
    """Entries by player."""
    apart: tuple[Apart, ...] = ()
    seeds: tuple[str, ...] = ()
    """Entries that stand first where round 1 would go by the lot."""
    played: tuple[Round, ...] = ()
    """The rounds, drafts included."""
    fines: tuple[Fine, ...] = ()
    cards: tuple[CardShown, ...] = ()
    expelled: dict[str, Expelled] = {}
    """By player."""
    about: About = About()
    said: dict[str, Any] = {}
    """The options as the event words them, over the book's."""
    redefined: dict[str, Any] = {}
    """Those of them on which drafts rest and that changed after `create`."""
    log: Log = Log()

    @property
    def head(self) -> str:
        return self.log.head

    @property
    def number(self) -> int:
        """Of the last event."""
        return len(self.log.history)

    @property
    def kind(self) -> Format:
        """Everything about its format."""
        return FORMATS[self.format]

    @property
    def pairs(self) -> bool:
        """Whether pairs enter."""
        return self.kind.enters == "pair"

    @property
    def alone(self) -> bool:
        return self.kind.enters == "alone"

    @property
    def draft(self) -> Round | None:
        return self.played[-1] if self.played and self.played[-1].stage == "draft" else None

    @property
    def open(self) -> Round | None:
        """The round that is being played; of a league calendar the last one of them."""
        return next((round for round in reversed(self.played) if round.stage == "published"), None)

    @property
    def all_open(self) -> tuple[Round, ...]:
        """In a league calendar there may be several."""
        return tuple(round for round in self.played if round.stage == "published")

    @property
    def calendar(self) -> bool:
        """Whether each round has its day, and rests on no other."""
        return self.options.dates is not UNSET

    @property
    def published(self) -> tuple[Round, ...]:
        """Those that are published or closed."""
        return self.played[:-1] if self.draft is not None else self.played

    @cached_property
    def anybody_checked_in(self) -> bool:
        return any(entry.checked_in for entry in self.entries.values())

    def is_out(self, entry: Entry) -> bool:
        """Expelled; a pair goes on where a stand-in has taken the place."""
        return bool(self.expelled) and any(
            player in self.expelled and self.expelled[player].stand_in is None for player in entry.ids
        )

    def is_active(self, entry: Entry) -> bool:
        return not entry.withdrawn and not self.is_out(entry)

    def club_of(self, entry: str) -> str:
        """For which club an entry plays, as long as one of them is known."""
        known = (player.club for player in self.entries[entry].players if player.club)
        return next(known, None) or self._played_for(entry)

    def _played_for(self, entry: str) -> str:
        """Where both were erased: the club at whose board they sat first."""
        first = self.entries[entry].ids[0]
        tables = (table for round in self.played for table in round.tables if table.meeting and first in table.seats)
        return next((table.meeting.clubs[table.seats.index(first) % 2] for table in tables if table.meeting), "")

    def absent_at(self, round: Round, table: Table) -> tuple[str, ...]:
        """Who was not there, with or without a stand-in."""
        if not round.absent and not round.late and NOBODY not in table.seats:
            return ()
        rule = self.options.late
        most = rule.default_minutes if rule is not None else None
        return tuple(
            seat
            for seat in table.seats
            if seat == NOBODY or seat in round.absent or (most is not None and round.late.get(seat, 0) >= most)
        )

    def defaulted(self, round: Round, table: Table) -> tuple[str, ...]:
        """Who was not there and has nobody in their place: stand-ins for all of them lift the default (CI-8)."""
        return tuple(player for player in self.absent_at(round, table) if player not in round.stand_ins)

    def is_default(self, round: Round, table: Table) -> bool:
        """Whether nothing is played at a table. Where each plays alone the others play on while two are left
        (UEH-mesas has tables of three and two); a stand-in is one of them."""
        missing = self.defaulted(round, table)
        return bool(missing) and (not self.alone or len(table.seats) - len(missing) <= 1)

    def is_settled(self, round: Round, table: Table) -> bool:
        """Whether its result counts: a confirmed slip, or a default."""
        confirmed = table.slip is not None and table.slip.status == "confirmed"
        return confirmed or self.is_default(round, table)


def with_round(state: TournamentState, round: Round) -> TournamentState:
    """The event with this round in place of the one of its number, or as its next."""
    played = list(state.played)
    if round.number > len(played):
        played.append(round)
    else:
        played[round.number - 1] = round
    return replace(state, played=tuple(played))


def with_table(state: TournamentState, round: Round, number: int, table: Table) -> TournamentState:
    """The event with this table in a round."""
    tables = (*round.tables[: number - 1], table, *round.tables[number:])
    return with_round(state, replace(round, tables=tables))
