"""The table of a season: what each night brought, the best of them added up, and who stands where."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, assert_never

from msgspec import Struct

from tantera.season.form import AnyPoints, ByPlace, ByValues, ByWins, SeasonForm
from tantera.season.night import Night, Row
from tantera.season.people import People, Person, people_of
from tantera.words import Phrase, Problem
from tantera.words.alike import ERASED


class Evening(Struct, frozen=True):
    """What one night brought to one person."""

    event: int
    """Which of the season, from 1."""
    points: float
    place: int
    wins: int
    club: str
    """For which they played that night."""
    counted: bool = True
    """Whether it is among the nights that count."""


class SeasonRow(Struct, frozen=True):
    place: int
    person: Person
    points: float
    wins: int
    """In all nights, those that do not count too."""
    best_place: int
    evenings: tuple[Evening, ...]

    @property
    def counted(self) -> list[int]:
        return [one.event for one in self.evenings if one.counted]

    @property
    def dropped(self) -> list[int]:
        return [one.event for one in self.evenings if not one.counted]

    @property
    def rank(self) -> tuple[float, int, int, int]:
        """More points, more wins in all events, the best single place, more events played; then they are equal."""
        return -self.points, -self.wins, self.best_place, -len(self.evenings)

    def at(self, event: int) -> Evening | None:
        return next((one for one in self.evenings if one.event == event), None)


class ClubRow(Struct, frozen=True):
    place: int
    club: str
    points: float


class SeasonTable(Struct, frozen=True):
    name: str
    nights: tuple[Night, ...]
    standings: tuple[SeasonRow, ...]
    categories: dict[str, tuple[SeasonRow, ...]] = {}
    teams: tuple[ClubRow, ...] | None = None


def season(form: SeasonForm, nights: Sequence[Night]) -> SeasonTable:
    """The table after these nights, which are the form's, in its order."""
    people = people_of(nights)
    evenings: dict[str, list[Evening]] = defaultdict(list)
    for number, night in enumerate(nights, 1):
        for key, evening in _brought(form.points, number, night, people):
            evenings[key].append(evening)
    rows = [_row(people.known[key], _counting(those, form.best)) for key, those in evenings.items()]
    return SeasonTable(
        form.name,
        tuple(nights),
        _placed(rows),
        {name: _placed(row for row in rows if name in row.person.categories) for name in form.categories},
        _clubs(rows, form.teams) if form.teams is not None else None,
    )


def _brought(points: AnyPoints, number: int, night: Night, people: People) -> Iterator[tuple[str, Evening]]:
    played = Counter(player for match in night.matches for side in match.sides for player in side)
    for row in night.rows:
        for player in row.players:
            worth = _worth(points, night, row, played[player])
            evening = Evening(number, worth, row.place, row.wins, night.people[player].club)
            yield people.keys[number - 1][player], evening


def _worth(points: AnyPoints, night: Night, row: Row, played: int) -> float:
    match points:
        case ByPlace(table=table, rest=rest):
            return table[row.place - 1] if row.place <= len(table) else rest
        case ByWins():
            return _plain(points.win * row.wins + points.half * row.halves + points.played * played)
        case ByValues(value=value):
            if value not in row.values:
                say = "{event}: found no value {value}, expected one of {listed}"
                raise Problem(Phrase(say, event=night.name, value=value, listed=", ".join(row.values)))
            return row.values[value]
        case unknown:
            assert_never(unknown)


def _counting(evenings: list[Evening], best: int | None) -> tuple[Evening, ...]:
    """The best nights count; of equal ones the earlier. A night on which one was not there is none."""
    kept = {one.event for one in sorted(evenings, key=lambda one: (-one.points, one.event))[:best]}
    return tuple(
        one if one.event in kept else Evening(one.event, one.points, one.place, one.wins, one.club, counted=False)
        for one in evenings
    )


def _row(person: Person, evenings: tuple[Evening, ...]) -> SeasonRow:
    return SeasonRow(
        0,
        person,
        _plain(sum(one.points for one in evenings if one.counted)),
        sum(one.wins for one in evenings),
        min(one.place for one in evenings),
        evenings,
    )


def _placed(rows: Iterable[SeasonRow]) -> tuple[SeasonRow, ...]:
    """In order; who is equal in everything has the same place, and the next one is skipped."""
    ordered = sorted(rows, key=lambda row: (row.rank, row.person.key))
    placed: list[SeasonRow] = []
    for _, level in groupby(ordered, key=lambda row: row.rank):
        place = len(placed) + 1
        placed += [SeasonRow(place, row.person, row.points, row.wins, row.best_place, row.evenings) for row in level]
    return tuple(placed)


def _clubs(rows: Iterable[SeasonRow], best: int) -> tuple[ClubRow, ...]:
    """What the best of each brought to it: a night counts for the club that somebody played for on it."""
    brought: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    for row in rows:
        for evening in row.evenings:
            if evening.counted and evening.club and row.person.name != ERASED:
                brought[evening.club][row.person.key] += evening.points
    sums = {club: _plain(sum(sorted(of.values(), reverse=True)[:best])) for club, of in brought.items()}
    ordered = sorted(sums, key=lambda club: (-sums[club], club))
    return tuple(ClubRow(1 + sum(other > sums[club] for other in sums.values()), club, sums[club]) for club in ordered)


def _plain(points: float) -> float:
    """
    >>> _plain(12.0), _plain(0.1 + 0.2)
    (12, 0.3)
    """
    rounded = round(points, 6)
    return int(rounded) if rounded == int(rounded) else rounded


def as_object(table: SeasonTable) -> dict[str, Any]:
    """As other programs read it (TOURNAMENT.md)."""
    data: dict[str, Any] = {"name": table.name, "standings": [_written(row) for row in table.standings]}
    if table.categories:
        data["categories"] = {name: [_written(row) for row in rows] for name, rows in table.categories.items()}
    if table.teams is not None:
        data["teams"] = [{"place": row.place, "club": row.club, "points": row.points} for row in table.teams]
    return data


def _written(row: SeasonRow) -> dict[str, Any]:
    return {
        "place": row.place,
        "key": row.person.key,
        "name": row.person.name,
        "points": row.points,
        "counted": row.counted,
        "dropped": row.dropped,
    }
