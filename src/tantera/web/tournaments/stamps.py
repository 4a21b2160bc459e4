"""What one phone shows of a tournament, in a few letters: while they stay the same there is nothing new on it."""

from __future__ import annotations

from hashlib import sha256
from typing import Any, Final

from tantera.tournament.hall.state import HallState, is_to_begin
from tantera.tournament.own import sanctions
from tantera.tournament.state import Round, TournamentState

MOST_FIGURES: Final = 20
"""Of a round and a table."""


def subject(state: TournamentState, about: str) -> str:
    """What somebody may wait for, written as we write it: ``table/ROUND/TABLE``, ``player/ID`` or ``judges``. Whatever
    is none of this tournament is nothing, and all who wait for nothing wait together."""
    kind, _, rest = about.partition("/")
    if kind == "table":
        round, _, table = rest.partition("/")
        if round.isdecimal() and table.isdecimal() and len(rest) <= MOST_FIGURES:
            found = next((one for one in state.published if one.number == int(round)), None)
            if found is not None and 1 <= int(table) <= len(found.tables):
                return f"table/{int(round)}/{int(table)}"
    known = about == "judges" or (kind == "player" and rest in state.players)
    return about if known else ""


def stamp(state: TournamentState, hall: HallState, about: str) -> str:
    """Of a `subject` of the tournament."""
    kind, _, rest = subject(state, about).partition("/")
    if kind == "table":
        round, _, table = rest.partition("/")
        return _short(_table(state, hall, int(round), int(table)))
    if kind == "player":
        return _short(_player(state, hall, rest))
    return _short((hall.calls, _disputed(state), hall.versions) if kind == "judges" else ())


def _table(state: TournamentState, hall: HallState, round: int, table: int) -> Any:
    drawn = next(one for one in state.published if one.number == round)
    where = (round, table)
    calls = [one for one in hall.calls if (one.round, one.table) == where]
    return (
        drawn.stage, drawn.tables[table - 1], drawn.absent, drawn.late, drawn.stand_ins, drawn.forfeits,
        hall.hands.get(where), hall.versions.get(where), calls, hall.photos.get(where), hall.clock, hall.announcement,
        state.closed, hall.online.get(where),
    )  # fmt: skip


def _player(state: TournamentState, hall: HallState, player: str) -> Any:
    entry = state.entries.get(state.players.get(player, ""))
    rounds = [_seat(state, hall, round, player) for round in state.published]
    objections = [objection for objection in hall.objections if objection.by == f"player:{player}"]
    return (
        entry, rounds, objections, sanctions(state, player), hall.clock, hall.announcement, hall.window_closed,
        state.anybody_checked_in, state.closed,
    )  # fmt: skip


def _seat(state: TournamentState, hall: HallState, round: Round, player: str) -> Any:
    number = round.seat_of(player)
    table = None if number is None else round.tables[number - 1]
    online = hall.online.get((round.number, number or 0))
    return round.number, round.stage, is_to_begin(state, hall, round), number, table, online


def _disputed(state: TournamentState) -> Any:
    return [
        (round.number, number, table.slip)
        for round in state.published
        for number, table in enumerate(round.tables, 1)
        if table.slip is not None and table.slip.status == "disputed"
    ]


def _short(value: Any) -> str:
    return sha256(repr(value).encode()).hexdigest()[:16]
