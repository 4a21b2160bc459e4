"""The club's evening: which tournament is tonight's, for the pages that are not the tournament's own."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

from msgspec.structs import replace

from tantera.tournament.structure import all_rounds
from tantera.web.access.visitors import Ask
from tantera.web.books.shelf import ShortName
from tantera.web.tables.lobby import Tonight
from tantera.web.tournaments.folder import Tournaments
from tantera.web.tournaments.live import LiveTournament, machine_time
from tantera.web.tournaments.seasons import Seasons
from tantera.words import Phrase

_LATELY: Final = timedelta(hours=24)
"""A tournament in which nothing has happened for so long is not tonight's."""


async def tonight(request: Ask) -> Tonight | None:
    """The one that is being played, else the one that people are entering; of several, the one where something happened
    last. None: then nothing is said of it."""
    known: Tournaments = request.app.state.tournaments
    open_ones = [one for one in known.all.values() if _may_be(one)]
    tournament = max(open_ones, key=lambda one: (bool(one.state.published), _last(one)), default=None)
    if tournament is None:
        return None
    seasons: Seasons = request.app.state.seasons
    counts_for = tuple((one.form.name, f"/season/{one.id}") for one in await seasons.of(tournament.id))
    return replace(_told(tournament), seasons=counts_for)


def _may_be(tournament: LiveTournament) -> bool:
    return not tournament.state.closed and not tournament.hall.archived and _is_current(tournament)


def _last(tournament: LiveTournament) -> str:
    return tournament.state.log.history[-1].at if tournament.state.log.history else ""


def _is_current(tournament: LiveTournament) -> bool:
    try:
        last = datetime.fromisoformat(_last(tournament))
    except ValueError:
        return False
    return machine_time() - last.astimezone(UTC) < _LATELY


def _told(tournament: LiveTournament) -> Tonight:
    state, rounds = tournament.state, all_rounds(tournament.state)
    book = ShortName(tournament.presentation.book)
    if state.published:
        number = state.published[-1].number
        about = (
            Phrase("{book} · round {round} of {rounds}", book=book, round=number, rounds=rounds)
            if rounds
            else Phrase("{book} · round {round}", book=book, round=number)
        )
    else:
        about = Phrase("{book} · {rounds} rounds", book=book, rounds=rounds) if rounds else book
    entered = len(state.entries)
    count = Phrase("{count} pairs", count=entered) if state.pairs else Phrase("{count} players", count=entered)
    return Tonight(state.name, f"/e/{tournament.id}", about, count, tournament.id if state.published else "")
