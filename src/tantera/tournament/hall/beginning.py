"""Whether a published round is played already, or waits for the clock of the hall."""

from __future__ import annotations

from tantera.tournament.hall.state import HallState
from tantera.tournament.state import Round, TournamentState


def goes_by_clock(tournament: TournamentState, hall: HallState, round: Round) -> bool:
    """Whether a round begins with the hall's clock: the limit has minutes, or the director has set one for it."""
    clock = hall.clock
    return tournament.options.limit.minutes is not None or (clock is not None and clock.round == round.number)


def clock_stands(tournament: TournamentState, hall: HallState, round: Round) -> bool:
    """Whether the clock that a round goes by has still to be started."""
    clock = hall.clock
    started = clock is not None and clock.round == round.number and clock.started is not None
    return goes_by_clock(tournament, hall, round) and not started


def is_to_begin(tournament: TournamentState, hall: HallState, round: Round) -> bool:
    """Whether nobody plays yet: the round is published and its clock stands. A hall that begins without its clock has
    begun once anything comes from a table."""
    return round.stage == "published" and clock_stands(tournament, hall, round) and not _heard_from(hall, round)


def _heard_from(hall: HallState, round: Round) -> bool:
    return (
        any(table.slip is not None for table in round.tables)
        or any(number == round.number for number, _ in hall.hands)
        or any(number == round.number and mark.begun for (number, _), mark in hall.online.items())
    )
