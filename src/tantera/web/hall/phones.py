"""What every page on a player's or a judge's phone has around it: where it is, the clock, what it waits for."""

from __future__ import annotations

import re
import secrets
from typing import Any, Final

from litestar.response import Template
from msgspec import Struct

from tantera.paper.saying import COMPASS, HOME_AND_AWAY, SIDES
from tantera.tournament.hall.state import Phase
from tantera.tournament.state import Round, TournamentState
from tantera.tournament.sums import NAMES
from tantera.tournament.sums import SIDES as PLACES
from tantera.tournament.telling import name_by, score_told, seat_name, seats_are_drawn
from tantera.web.access.visitors import Ask
from tantera.web.clock import now
from tantera.web.pages.languages import language_of
from tantera.web.pages.rendering import page
from tantera.web.tournaments.clock_view import clock_time, minutes, moment_of
from tantera.web.tournaments.live import LiveTournament
from tantera.web.tournaments.stamps import stamp
from tantera.words import Problem

_AN_ID: Final = re.compile(r"[\w.\-]{8,60}")


class OneSide(Struct, frozen=True):
    """Those who play together at a table, as one of its players reads it."""

    players: tuple[str, ...]
    names: tuple[str, ...]
    """Short; the reader's own is empty."""
    word: str
    """Where they sit: a pair's two sides of the table, a player's one."""
    brief: str
    """The same above a column."""
    own: bool


class ClockFace(Struct, frozen=True):
    phase: Phase
    left: str
    ends: int | None
    """When, by the server's time, while it runs."""


def phone_page(
    request: Ask,
    tournament: LiveTournament,
    template: str,
    about: str,
    content: Struct,
    *,
    problem: Problem | None = None,
    **context: Any,
) -> Template:
    """A page of a phone. `about` is what it shows of the tournament: it loads itself again when that has changed.
    `content` is the record of what is on it: its fields are what the template calls them."""
    lang, state = language_of(request), tournament.state
    return page(
        request,
        template,
        content,
        status=200 if problem is None else 400,
        tournament=tournament,
        state=state,
        hall=tournament.hall,
        about=about,
        stamp=stamp(state, tournament.hall, about),
        by=lambda by: name_by(state, by),
        short_by=lambda by: name_by(state, by, short=True),
        score_told=score_told,
        now=now(),
        new_id=new_id,
        problem=None if problem is None else (problem.told(lang), problem.article),
        **context,
    )


def new_id() -> str:
    """What a form is sent under: sent twice it counts once."""
    return secrets.token_hex(12)


def id_of(form: dict[str, str]) -> str | None:
    """The id that a form was sent under."""
    found = form.get("id", "")
    return found if _AN_ID.fullmatch(found) else None


def clock_face(tournament: LiveTournament, round: Round | None, table: int | None) -> ClockFace | None:
    clock = tournament.hall.clock
    if clock is None or round is None or clock.round != round.number:
        return None
    at = now()
    return ClockFace(clock.phase(at, table), minutes(clock.left(at, table)), clock.ends(table))


def hour(state: TournamentState, number: int) -> str:
    """When a record was made, in the server's own time."""
    return clock_time(state.log.history[number - 1].at)


def moment(state: TournamentState, number: int) -> int | None:
    """When a record was made, in milliseconds; None where it does not say, or not in which time zone."""
    at = moment_of(state.log.history[number - 1].at)
    return int(at.timestamp() * 1000) if at is not None and at.tzinfo is not None else None


def seat_word(state: TournamentState, seat: int) -> str:
    """Where somebody sits, for `t`."""
    return HOME_AND_AWAY[NAMES[(seat - 1) % 2]] if seats_are_drawn(state) else COMPASS[seat - 1]


def short_at(state: TournamentState, round: Round, number: int) -> dict[str, str]:
    """Short names of those at a table, as everywhere in the tournament; stand-ins by their own."""
    return {seat: seat_name(state, round, seat) for seat in round.tables[number - 1].seats}


def sides_at(state: TournamentState, round: Round, number: int, player: str | None) -> list[OneSide]:
    """The two sides of a table, or everybody at it."""
    seats, short = round.tables[number - 1].seats, short_at(state, round, number)
    if state.alone:
        return [
            OneSide((seat,), ("" if seat == player else short[seat],), COMPASS[place], str(place + 1), seat == player)
            for place, seat in enumerate(seats)
        ]
    drawn = seats_are_drawn(state)
    sides = []
    for name, places in zip(NAMES, PLACES, strict=True):
        players = sorted((seats[place] for place in places), key=lambda one: one != player)
        names = tuple("" if one == player else short[one] for one in players)
        word = (HOME_AND_AWAY if drawn else SIDES)[name]
        brief = word if drawn else {"1+3": "N–S", "2+4": "E–W"}[name]
        sides.append(OneSide(tuple(players), names, word, brief, player in players))
    return sides
