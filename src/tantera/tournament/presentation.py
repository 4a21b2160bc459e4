"""A tournament as people are told of it: what wall, papers, desk, phones and the exported object read.

It is made once for a state and handed to every reader. Nothing in it is worked out before somebody asks, and nothing
twice: a thousand phones, the wall in three languages and the desk share one table of points.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace

from tantera.formats.drawing.field import Meeting
from tantera.formats.why import Names, Why
from tantera.rules import Book
from tantera.rules.tournament import Award
from tantera.tournament import structure
from tantera.tournament.awards import AwardWon, awarded, vacant
from tantera.tournament.decided import book_of
from tantera.tournament.fields import winners_at
from tantera.tournament.names import Called, called, clean, names_of
from tantera.tournament.orders import HandPoints, Refused
from tantera.tournament.standings import (
    EntryRecord,
    Parting,
    PrizeWon,
    Standing,
    TeamStanding,
    has_left_groups,
    partings,
    placed,
    prizes,
    records,
    teams,
)
from tantera.tournament.state import CardShown, Fine, Round, Table, TournamentState, Winner
from tantera.tournament.sums import NAMES
from tantera.words import Phrase


class TableResult(Struct, frozen=True):
    """A table of a round, with what came of it: what its slip says, or who won because somebody did not come."""

    table: int
    seats: tuple[str, ...]
    score: tuple[int, ...] | None = None
    winner: Winner | None = None
    status: str | None = None
    default: tuple[str, ...] = ()
    """Who did not come."""
    why: tuple[Why, ...] = ()
    meeting: Meeting | None = None
    """Where clubs meet: whose board it is."""
    hands: tuple[HandPoints, ...] = ()
    """Of a duplicate round, one by one."""
    date: str = ""
    """Of a league calendar: to which day it was moved."""

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


class Section(Struct, frozen=True):
    """A part of the table of points."""

    heading: Phrase | None
    rows: tuple[Standing, ...]
    partings: Mapping[str, Parting]
    """By entry: what put it below the one before it here."""


def _grouped(shown: Presentation, heading: str) -> Iterator[Section]:
    for group, members in groupby(shown.standings, key=lambda one: one.group):
        yield Section(Phrase(heading, group=group) if group is not None else None, tuple(members), shown.partings)


class Presentation(Struct, frozen=True, dict=True):
    """All that people are told of a tournament, as it stands or stood after a round."""

    state: TournamentState
    upto: int | None = None
    """The round after which this is how it stood; None: now."""

    def after(self, round: int | None) -> Presentation:
        """As it stood after a round, with nothing later in it; left out: as it is now."""
        if round is None:
            return self
        if not 1 <= round <= len(self.state.played):
            raise Refused("no_such_round", "there is no round {round}", round=round)
        if round not in self._after:
            self._after[round] = Presentation(self.state, round)
        return self._after[round]

    @cached_property
    def _after(self) -> dict[int, Presentation]:
        return {}

    # --- points

    @cached_property
    def records(self) -> dict[str, EntryRecord]:
        return records(self.state, self.upto, None)

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        return tuple(placed(self.state, self.records, self.upto))

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        """The table of points as people read it: each group by itself; once the knock-out has begun the final order,
        and below it the groups as they ended."""
        if self.state.kind.groups is None:
            return (Section(None, self.standings, self.partings),)
        if not has_left_groups(self.state, self.upto):
            return tuple(_grouped(self, "Group {group}"))
        ended = self.after(structure.group_rounds(self.state))
        final = Section(Phrase("Final order"), self.standings, self.partings)
        return (final, *_grouped(ended, "Group {group}, as it ended"))

    @cached_property
    def place_of(self) -> dict[str, int]:
        """By entry."""
        return {standing.entry: standing.place for standing in self.standings}

    @cached_property
    def partings(self) -> dict[str, Parting]:
        return partings(self.state, self.standings, self.records)

    @cached_property
    def teams(self) -> tuple[TeamStanding, ...]:
        return tuple(teams(self.state, self.standings, self.upto))

    @cached_property
    def prizes(self) -> tuple[PrizeWon, ...]:
        return tuple(prizes(self.state, self.standings))

    @cached_property
    def awards(self) -> tuple[AwardWon, ...]:
        return tuple(awarded(self.state, self.standings, self.teams))

    @cached_property
    def vacant_awards(self) -> tuple[Award, ...]:
        """Prizes that nobody is there for, once somebody is ranked."""
        return tuple(vacant(self.state, self.awards)) if self.standings else ()

    @property
    def fund(self) -> int:
        """What was paid in."""
        return sum(entry.paid for entry in self.state.entries.values())

    # --- rounds

    @property
    def rounds(self) -> tuple[Round, ...]:
        """Drafts included."""
        return self.state.played[: self.upto]

    @property
    def published(self) -> tuple[Round, ...]:
        return tuple(round for round in self.rounds if round.stage != "draft")

    def tables(self, round: Round) -> tuple[TableResult, ...]:
        if round.number not in self._tables:
            results = (table_result(self.state, round, number) for number in range(1, len(round.tables) + 1))
            self._tables[round.number] = tuple(results)
        return self._tables[round.number]

    @cached_property
    def _tables(self) -> dict[int, tuple[TableResult, ...]]:
        return {}

    def table_of(self, round: Round, player: str) -> TableResult | None:
        """Where somebody sits in a round."""
        if round.number not in self._seats:
            self._seats[round.number] = {seat: table for table in self.tables(round) for seat in table.seats}
        return self._seats[round.number].get(player)

    @cached_property
    def _seats(self) -> dict[int, dict[str, TableResult]]:
        return {}

    # --- what was recorded against players

    @property
    def fines(self) -> tuple[Fine, ...]:
        return tuple(fine for fine in self.state.fines if self._is_past(fine.round))

    @property
    def cards(self) -> tuple[CardShown, ...]:
        return tuple(card for card in self.state.cards if self._is_past(card.round))

    @property
    def out(self) -> tuple[str, ...]:
        """Players who were expelled."""
        return tuple(player for player, out in self.state.expelled.items() if self._is_past(out.round))

    def _is_past(self, round: int) -> bool:
        return self.upto is None or round <= self.upto

    # --- names that identify people, and the law

    @property
    def stage(self) -> str:
        return "closed" if self.state.closed else "running" if self.state.published else "entries"

    @property
    def book(self) -> Book:
        """As this event plays it: its options are in it."""
        return book_of(self.state)

    @property
    def called(self) -> dict[str, Called]:
        return called(self.state)

    @property
    def names(self) -> Names:
        return names_of(self.state)

    def name(self, player: str) -> str:
        """The whole name, told apart from namesakes; who is no player stays as they are."""
        return self.names.players.get(player, player)

    def entry_name(self, entry: str) -> str:
        """The player, or the two of a pair."""
        return self.names.entries.get(entry, entry)

    def club(self, player: str) -> str:
        """Empty where there is none, and for who is no player."""
        entry = self.state.entries.get(self.state.players.get(player, ""))
        return next((clean(one.club or "") for one in (entry.players if entry else ()) if one.id == player), "")

    def entry_club(self, entry: str) -> str:
        clubs = map(self.club, self.state.entries[entry].ids)
        return " / ".join(dict.fromkeys(filter(None, clubs)))

    def seated(self, round: Round, player: str) -> str:
        """Who plays at a seat: the player, a stand-in who completes the table, or one who sits for the other."""
        stand_in = round.stand_ins.get(player)
        if stand_in is None:
            return self.name(player)
        return f"{clean(stand_in)} ({self.name(player)})" if player in self.state.players else clean(stand_in)


def table_result(tournament: TournamentState, round: Round, number: int) -> TableResult:
    table = round.tables[number - 1]
    missing, slip = tournament.defaulted(round, table), table.slip
    result = TableResult(number, table.seats, default=missing, why=table.why, meeting=table.meeting or None,
                         date=table.date)  # fmt: skip
    if slip is not None:
        return replace(result, score=slip.score, winner=slip.winner, status=slip.status, hands=slip.hands)
    if not missing:
        return result
    status = "confirmed" if tournament.is_default(round, table) else None
    return replace(result, winner=_winner_by_default(tournament, round, table, number), status=status)


def _winner_by_default(tournament: TournamentState, round: Round, table: Table, number: int) -> Winner | None:
    winners = winners_at(tournament, round, number - 1)
    first = next((place for place, seat in enumerate(table.seats) if seat in winners), None)
    if first is None:
        return None
    return first + 1 if tournament.alone else NAMES[first]
