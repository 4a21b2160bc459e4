"""The judges' phones: who waits for a judge and how long, the oldest first; and slips in dispute."""

from __future__ import annotations

from collections.abc import Callable

from litestar import get, post
from litestar.response import Redirect, Template
from msgspec import Struct

from tantera.tournament.hall.orders import CloseCall, TakeCall
from tantera.tournament.hall.state import Call
from tantera.tournament.state import Round, Slip, TournamentState, Version
from tantera.tournament.telling import name_by
from tantera.web.access.visitors import Ask, Form
from tantera.web.desk.shell import AtDesk, Desk, at_desk
from tantera.web.hall.phones import ClockFace, OneSide, clock_face, moment, phone_page, short_at, sides_at
from tantera.web.problems import NotFound
from tantera.web.tournaments.halls import SharedHalls
from tantera.web.tournaments.live import LiveTournament
from tantera.web.tournaments.offices import PAGES, Office
from tantera.words import Problem


class Disputed(Struct, frozen=True):
    """A slip on which the sides do not agree."""

    round: int
    table: int
    slip: Slip
    other: Version | None
    photos: tuple[str, ...]
    since: int | None
    """Milliseconds."""


class Queue(Struct, frozen=True):
    """A judge's phone: who calls at a tournament, and where the sides do not agree."""

    event: str
    office: Office
    by: Callable[[str], str]
    """Who gave an order, by name; and in few letters."""
    short_by: Callable[[str], str]
    calls: list[Call]
    disputed: list[Disputed]
    alone: bool
    duplicate: bool
    at_table: Callable[[int, int], list[str]]
    sides: Callable[[int, int], list[OneSide]]
    clock: ClockFace | None


@get("/e/{tournament_id:str}/desk/judges", **at_desk("judges"))
async def judges(request: Ask, desk: AtDesk) -> Template:
    return await _page(request, desk)


async def _page(request: Ask, desk: Desk, problem: Problem | None = None) -> Template:
    halls: SharedHalls = request.app.state.halls
    return phone_page(
        request,
        desk.tournament,
        "hall/judges.html",
        "judges",
        shown := queue(desk.tournament, desk.office),
        queue=shown,
        halls=[(one.id, one.form.name) for one in await halls.of(desk.tournament.id)],
        may_ask=desk.office.role in PAGES["partners"] and bool(desk.tournament.hall.online),
        problem=problem,
    )


def queue(tournament: LiveTournament, office: Office) -> Queue:
    """Who waits at a tournament, for somebody who may know it."""
    state = tournament.state
    return Queue(
        event=tournament.id,
        office=office,
        by=lambda by: name_by(state, by),
        short_by=lambda by: name_by(state, by, short=True),
        calls=sorted(tournament.hall.calls, key=lambda call: call.since),
        disputed=_disputed(tournament),
        alone=state.alone,
        duplicate=bool(state.options.duplicate),
        at_table=lambda round, table: _names(state, round, table),
        sides=lambda round, table: sides_at(state, state.played[round - 1], table, None),
        clock=clock_face(tournament, state.open, None),
    )


def _names(state: TournamentState, round: int, table: int) -> list[str]:
    found: Round = state.played[round - 1]
    return list(short_at(state, found, table).values())


def _disputed(tournament: LiveTournament) -> list[Disputed]:
    state, hall = tournament.state, tournament.hall
    return [
        Disputed(
            round.number,
            number,
            table.slip,
            hall.version_at(round, number),
            hall.photos.get((round.number, number), ()),
            moment(state, table.slip.event),
        )
        for round in state.published
        for number, table in enumerate(round.tables, 1)
        if table.slip is not None and table.slip.status == "disputed"
    ]


@post("/e/{tournament_id:str}/desk/judges", **at_desk("judges"))
async def answer_call(request: Ask, desk: AtDesk, data: Form) -> Template | Redirect:
    """ "I am going", "seen to"."""
    try:
        await answered(desk.tournament, desk.office, data)
    except Problem as problem:
        if problem.code == NotFound.code:
            raise
        return await _page(request, desk, problem)
    return Redirect(f"/e/{desk.tournament.id}/desk/judges", status_code=303)


async def answered(tournament: LiveTournament, office: Office, data: dict[str, str]) -> None:
    call = data.get("call", "")
    order = {"take": TakeCall(call), "close": CloseCall(call)}.get(data.get("do", ""))
    if order is None:
        raise NotFound
    try:
        await tournament.in_the_hall(order, office.by)
    except Problem as problem:
        if problem.code != "no_such_call":  # another judge was quicker
            raise


handlers = [judges, answer_call]
