"""Repair of a published round after a correction (CI-2).

By default the table of points changes and never the draw. The director may choose the smallest repair, in which only
tables that have not begun change, or a new draw of the whole round; both can be looked at beforehand.
"""

from __future__ import annotations

from typing import Any, assert_never, cast

from msgspec.structs import replace

from tantera.formats.drawing.field import Seated
from tantera.formats.drawing.roster import NOBODY
from tantera.formats.pairs_knock_out import slots_of
from tantera.tournament import events as e
from tantera.tournament import orders as o
from tantera.tournament.decide_rounds import drawn_by
from tantera.tournament.decided import Decided, a_published_round, cited
from tantera.tournament.evolve import as_seated, drafted
from tantera.tournament.fields import basis_of, field_of
from tantera.tournament.orders import Given
from tantera.tournament.problems import Refused
from tantera.tournament.state import STAND_IN, Round, TournamentState


def repair(tournament: TournamentState, given: Given) -> Decided:
    order = cast(o.Repair, given.order)
    round = a_published_round(tournament, order.round)
    if round.stage != "published":
        raise Refused("not_open", "round {round} is not open", round=order.round)
    drawn = _drawn(tournament, round, order)
    if drawn is None:
        return Decided(None, {"moves": []}, order.preview)
    outcome = e.Repaired(as_seated(round), round.byes, drawn)
    return Decided(outcome, {"moves": moves(round, drafted(drawn))}, order.preview)


def _drawn(tournament: TournamentState, round: Round, order: o.Repair) -> e.Drawn | None:
    before = replace(tournament, played=tournament.played[: round.number - 1])
    basis = basis_of(before, round.number)
    match order.how:
        case "leave":
            return None
        case "redraw":
            if any(table.slip is not None for table in round.tables):
                raise Refused("slip_is_in", "a slip of round {round} is in: it cannot be drawn again",
                              cited(tournament, "slip"), round=round.number)  # fmt: skip
            return drawn_by(tournament, field_of(before, round.number), basis)
        case "swap_unstarted":
            if tournament.kind.by_rank:  # some tables can be drawn by themselves
                return _by_themselves(tournament, before, round, basis)
            return _where_none_has_begun(tournament, before, round, basis)
        case unknown:
            assert_never(unknown)


def _unstarted(tournament: TournamentState, round: Round) -> list[int]:
    """Places of the tables that have not begun: no slip, nobody absent, no seat completed by a stand-in."""
    return [
        place
        for place, table in enumerate(round.tables)
        if table.slip is None
        and not tournament.absent_at(round, table)
        and not any(seat.startswith(STAND_IN) for seat in table.seats)
    ]


def _by_themselves(tournament: TournamentState, before: TournamentState, round: Round, basis: str) -> e.Drawn:
    """The players of tables not yet begun, drawn anew among themselves for the same tables."""
    places = _unstarted(tournament, round)
    seats = [seat for place in places for seat in round.tables[place].seats]
    if not seats:
        return _with(round, {}, basis)
    field = field_of(before, round.number, {tournament.players[seat] for seat in seats})
    drawn = drawn_by(tournament, field, basis)
    return _with(round, dict(zip(places, drawn.tables, strict=True)), basis)


def _where_none_has_begun(tournament: TournamentState, before: TournamentState, round: Round, basis: str) -> e.Drawn:
    """The tables as they would be drawn now, wherever a whole set of tables that exchange players has not begun."""
    drawn = drawn_by(tournament, field_of(before, round.number), basis)
    ideal = drawn.tables
    if len(ideal) != len(round.tables):
        return _with(round, {}, basis)
    resting = {player for entry in set(drawn.byes) ^ set(round.byes) for player in tournament.entries[entry].ids}
    stays = {place for place in range(len(ideal)) if place not in _unstarted(tournament, round)}
    while True:
        taken = resting.union(*({*round.tables[place].seats, *ideal[place].seats} for place in stays))
        more = {
            place
            for place in range(len(ideal))
            if place not in stays and taken & {*round.tables[place].seats, *ideal[place].seats}
        }
        if not more:
            break
        stays |= more
    repaired = _with(round, {place: table for place, table in enumerate(ideal) if place not in stays}, basis)
    return replace(repaired, bracket=_bracket(tournament, round, repaired.tables))


def _bracket(tournament: TournamentState, round: Round, tables: tuple[Seated, ...]) -> tuple[str | None, ...]:
    """The bracket with new tables in the places of the old ones: the winner of a table goes on where it leads."""

    def entries(seats: tuple[str, ...]) -> list[str | None]:
        return [tournament.players.get(seat) for seat in seats[:2]]

    was = {frozenset(entries(old.seats)): entries(new.seats) for old, new in zip(round.tables, tables, strict=True)}
    return tuple(entry for slot in slots_of(round.bracket) for entry in was.get(frozenset(slot), slot))


def _with(round: Round, new: dict[int, Seated], basis: str) -> e.Drawn:
    """The round with some of its tables replaced; where the same players meet, they keep their seats."""
    tables = list(as_seated(round))
    for place, table in new.items():
        if set(table.seats) != set(tables[place].seats):
            tables[place] = table
    return e.Drawn(round.number, tuple(tables), round.byes, round.notes, basis, round.field, bracket=round.bracket)


def moves(was: Round, now: Round) -> list[dict[str, Any]]:
    """Who would move, from which table to which; None: sits out."""
    before = {seat: number for number, table in enumerate(was.tables, 1) for seat in table.seats}
    after = {seat: number for number, table in enumerate(now.tables, 1) for seat in table.seats}
    return [
        {"player": seat, "from": before.get(seat), "to": after.get(seat)}
        for seat in dict.fromkeys((*before, *after))
        if before.get(seat) != after.get(seat) and not seat.startswith((STAND_IN, NOBODY))
    ]
