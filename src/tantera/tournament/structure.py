"""How many rounds a format has, which of them is the final, and who is in which group."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from hashlib import sha256
from math import ceil

from msgspec import UNSET

from tantera.formats.drawing.field import DrawOptions, Entrant, Field, Past
from tantera.formats.format import Groups
from tantera.tournament.state import Round, TournamentState


def lot(seed: str, entry: str) -> str:
    """Where an entry stands in the lot: the hex of ``sha256(seed + "/" + entry)``, the lowest first."""
    return sha256(f"{seed}/{entry}".encode()).hexdigest()


def by_lot(seed: str, entries: Iterable[str]) -> list[str]:
    """
    >>> by_lot("1", ["e1", "e2", "e3"])
    ['e1', 'e3', 'e2']
    """
    return sorted(entries, key=lambda entry: lot(seed, entry))


def by_seed(tournament: TournamentState, entries: Iterable[str]) -> list[str]:
    """In the order of round 1: who was seeded, then the others by lot."""
    wanted = set(entries)
    first = [entry for entry in tournament.seeds if entry in wanted]
    return [*first, *by_lot(tournament.seed, wanted.difference(first))]


def upper_half(tournament: TournamentState) -> frozenset[str]:
    """The better half of those who were seeded."""
    return frozenset(tournament.seeds[: ceil(len(tournament.seeds) / 2)])


def day_of(tournament: TournamentState, number: int) -> str:
    """The day of a round of a league calendar; empty where there is none."""
    dates = tournament.options.dates
    if dates is UNSET:
        return ""
    if isinstance(dates, tuple):
        return dates[number - 1] if number <= len(dates) else ""
    return (date.fromisoformat(dates.since) + timedelta(days=dates.every_days * (number - 1))).isoformat()


def commitment(secret: str) -> str:
    """What is published before somebody in the hall draws."""
    return sha256(secret.encode()).hexdigest()


def public_seed(secret: str, drawn: str) -> str:
    return f"{secret}:{drawn}"


def starters(tournament: TournamentState) -> list[str]:
    """The entries that began, in the order of the lot: brackets, schedules and groups are made of them.

    Before round 1 is drawn, those who could be drawn now.
    """
    if not tournament.played:
        return by_seed(
            tournament, (one.entry for one in tournament.entries.values() if can_be_drawn(tournament, one.entry))
        )
    return by_seed(tournament, in_round(tournament, tournament.played[0]))


def in_round(tournament: TournamentState, round: Round) -> set[str]:
    """The entries that play in a round or sit out in it."""
    seated = (tournament.players[seat] for table in round.tables for seat in table.seats if seat in tournament.players)
    return {*seated, *round.byes}


def can_be_drawn(tournament: TournamentState, entry: str) -> bool:
    entered = tournament.entries[entry]
    return tournament.is_active(entered) and (entered.checked_in or not tournament.anybody_checked_in)


def draw_options(tournament: TournamentState) -> DrawOptions:
    """The options that a draw obeys."""
    options = tournament.options
    return DrawOptions(**{key: getattr(options, key) for key in DrawOptions.__struct_fields__})


def groups(tournament: TournamentState) -> Groups:
    """Who is in which group, as round 1 sat, or before it is drawn as it would be; none where there are no groups."""
    known: Groups | None = tournament.__dict__.get("groups")
    if known is None:
        dealt = tournament.kind.groups
        known = tournament.__dict__["groups"] = dealt(_seated(tournament)) if dealt is not None else ()
    return known


def _seated(tournament: TournamentState) -> Field:
    """Who sat where so far, or would be drawn now: what groups are made of."""
    options = draw_options(tournament)
    if not tournament.played:
        began = tuple(_entrant(tournament, entry) for entry in starters(tournament))
        return Field(tournament.format, 1, 1, tournament.seed, began, options=options)
    past = tuple(
        Past(round.number, place, table.seats)
        for round in tournament.played
        for place, table in enumerate(round.tables, 1)
    )
    byes = tuple((round.number, round.byes) for round in tournament.played)
    everybody = tuple(_entrant(tournament, entry) for entry in by_lot(tournament.seed, tournament.entries))
    return Field(
        tournament.format, 2, 1, tournament.seed, (), everybody=everybody, past=past, byes=byes, options=options
    )


def _entrant(tournament: TournamentState, entry: str) -> Entrant:
    return Entrant(entry, tournament.entries[entry].ids)


def group_rounds(tournament: TournamentState) -> int:
    """How many rounds are played in groups before the knock-out."""
    count = tournament.kind.group_rounds
    return count(groups(tournament), tournament.options.legs) if count is not None else 0


class _Course:
    """How far an event has come, as its format asks."""

    def __init__(self, tournament: TournamentState) -> None:
        self._tournament = tournament
        self.options = draw_options(tournament)

    @property
    def starters(self) -> int:
        return len(starters(self._tournament))

    @property
    def groups(self) -> Groups:
        return groups(self._tournament)

    @property
    def teams(self) -> int:
        return len({self._tournament.club_of(entry) for entry in starters(self._tournament)})

    @property
    def decided_in(self) -> int | None:
        last = self._tournament.published[-1] if self._tournament.published else None
        return last.number if last is not None and len(last.tables) <= 1 else None


def all_rounds(tournament: TournamentState) -> int | None:
    """How many rounds there can be at most; None: as many as the director draws."""
    rounds = tournament.kind.rounds
    natural = rounds(_Course(tournament)) if rounds is not None and tournament.entries else None
    limits = [number for number in (natural, tournament.rounds) if number is not None]
    return min(limits, default=None)


def knocks_out(tournament: TournamentState, round: int) -> bool:
    """Whether who loses in this round is out of the running."""
    when = tournament.kind.knock_out
    return when == "always" or (when == "after_groups" and round > group_rounds(tournament))


def byes_are_worth(tournament: TournamentState, round: int) -> bool:
    """In a round robin a bye is worth nothing at all."""
    worth = tournament.kind.bye
    return worth == "won" or (worth == "won_in_knock_out" and knocks_out(tournament, round))


def is_final(tournament: TournamentState, round: Round, table: int) -> bool:
    """The table, counted from 1, that decides the event."""
    if tournament.alone:
        return knocks_out(tournament, round.number) and len(round.tables) == 1
    places = round.bracket
    return len(places) == 2 and tournament.players.get(round.tables[table - 1].seats[0]) in places
