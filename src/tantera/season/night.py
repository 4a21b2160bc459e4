"""One tournament as a season reads it. Nothing of its rules is worked out here: places, wins and values are those of
the event's own standings, matches those of its confirmed slips.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from tantera.tournament import orders as o
from tantera.tournament.evolve import folded, undone_by
from tantera.tournament.names import clean
from tantera.tournament.presentation import Presentation
from tantera.tournament.state import Round, Table, TournamentState


class Attendant(Struct, frozen=True):
    """Somebody as one tournament knows them."""

    id: str
    """In that tournament."""
    name: str
    key: str | None = None
    club: str = ""
    categories: tuple[str, ...] = ()


class Row(Struct, frozen=True):
    """An entry in the standings of a tournament."""

    place: int
    players: tuple[str, ...]
    wins: int
    halves: int
    """Matches that brought half a point."""
    values: dict[str, float]


class NightMatch(Struct, frozen=True):
    """A table with a confirmed slip."""

    round: int
    table: int
    sides: tuple[tuple[str, ...], ...]
    """Who was there, by side; who had a stand-in was not."""
    score: tuple[int, ...]
    ranks: tuple[int, ...]
    """Of the sides, 1 the best; level sides have the same. Empty where nobody has won it."""
    complete: bool
    """Whether nobody stood in for anybody: only then it says how strong these people are."""

    @property
    def rated(self) -> bool:
        return self.complete and bool(self.ranks)


class Night(Struct, frozen=True):
    name: str
    date: str
    """ISO: the event's own, else when its first round was published."""
    head: str
    stage: str
    """`entries`, `running` or `closed`."""
    people: dict[str, Attendant]
    rows: tuple[Row, ...]
    matches: tuple[NightMatch, ...]

    @property
    def order(self) -> tuple[str, str]:
        """Tournaments stand in the order of their dates, whatever order they are named in."""
        return self.date, self.head


def night_of(event: Presentation) -> Night:
    """What a season reads of this event."""
    state = event.state
    rows = tuple(
        Row(
            standing.place,
            state.entries[standing.entry].ids,
            wins=sum(line.won == 2 for line in event.records[standing.entry].lines),
            halves=sum(line.won == 1 for line in event.records[standing.entry].lines),
            values=standing.values,
        )
        for standing in event.standings
    )
    people = {
        player.id: Attendant(
            player.id,
            clean(player.name),
            player.key,
            clean(player.club or ""),
            player.categories or (),
        )
        for entry in state.entries.values()
        for player in entry.players
    }
    return Night(state.name, date_of(state), state.head, event.stage, people, rows, tuple(_matches(state)))


def night_in(log: Iterable[bytes]) -> Night:
    """What a season reads of the event in this log."""
    return night_of(Presentation(folded(log)))


def date_of(state: TournamentState) -> str:
    """When it was played."""
    history = state.log.history
    without = state.log.gone | undone_by(history)
    published = (one.at for one in history if isinstance(one.order, o.Publish) and one.number not in without)
    return state.about.date or next(published, history[0].at)


def _matches(state: TournamentState) -> Iterator[NightMatch]:
    for round in state.published:
        for number, table in enumerate(round.tables, 1):
            if table.slip is None or table.slip.status != "confirmed" or state.is_default(round, table):
                continue
            seats = [(seat,) for seat in table.seats] if state.alone else [table.seats[0::2], table.seats[1::2]]
            gone = {*round.stand_ins, *state.absent_at(round, table)}
            sides = tuple(tuple(seat for seat in side if seat in state.players and seat not in gone) for side in seats)
            complete = sum(map(len, sides)) == len(table.seats)
            yield NightMatch(round.number, number, sides, table.slip.score, _ranks(state, round, table), complete)


def _ranks(state: TournamentState, round: Round, table: Table) -> tuple[int, ...]:
    slip = table.slip
    assert slip is not None
    if not state.alone:
        if slip.score[0] == slip.score[1]:
            return (1, 1)
        return {"1+3": (1, 2), "2+4": (2, 1)}.get(str(slip.winner), ())
    if not isinstance(slip.winner, int):
        return ()
    sign = 1 if state.options.points_hurt else -1
    worth = [(seat != slip.winner, sign * points) for seat, points in enumerate(slip.score, 1)]
    return tuple(1 + sum(other < own for other in worth) for own in worth)
