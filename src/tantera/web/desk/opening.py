"""The tournaments of this server, and a new one from a book."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any, Final, cast

from litestar import Request, Response, get, post
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Template
from litestar.types import ControllerRouterHandler

from tantera.formats import FORMATS
from tantera.tournament import structure
from tantera.tournament.agenda import next_thing
from tantera.tournament.presentation import Presentation
from tantera.tournament_file import SUFFIX
from tantera.web.access.forms import Form
from tantera.web.access.roles import ADMINISTRATOR, roles_of
from tantera.web.books.shelf import Shelf
from tantera.web.clock import now
from tantera.web.desk.new_tournament import CARD_SPANS, SETTINGS, Wrong, choices, ordered
from tantera.web.pages.languages import language_of
from tantera.web.pages.rendering import page
from tantera.web.tournaments.folder import Tournaments, tournament_of
from tantera.web.tournaments.offices import Officers
from tantera.web.uploads import FROM_OWN_PAGE, file_sent, place_for_a_file
from tantera.words import Problem, translate

LARGEST_FILE: Final = 2 * 1024**3
"""Bytes of a tournament's file: a photo of every slip of 250 tables in ten rounds is half of it."""


@get("/events", include_in_schema=False)
async def events(request: Request[Any, Any, Any]) -> Template:
    """Every tournament of this server, those first at which the visitor has something to do."""
    return await _list(request)


async def _list(request: Request[Any, Any, Any], problem: str = "") -> Template:
    known: Tournaments = request.app.state.tournaments
    officers: Officers = request.app.state.officers
    lang = language_of(request)
    rows = [
        (
            tournament.id,
            tournament.state,
            tournament.presentation.stage,
            _how_far(tournament.presentation, lang),
            await officers.of(tournament.id, request.user),
        )
        for tournament in reversed(known.all.values())
    ]
    rows.sort(key=lambda row: (row[4].role in ("public", "player"), row[2] == "closed"))
    return page(
        request,
        "desk/events.html",
        status=200 if not problem else 400,
        events=rows,
        may_create=ADMINISTRATOR in roles_of(request),
        unread=[
            (store.file_name, why.told(lang).replace(f"{store.where}: ", ""))
            for _, (store, why) in sorted(known.unread.items())
        ],
        left_behind=known.left_behind(),
        problem=problem,
    )


def _how_far(tournament: Presentation, lang: str) -> str:
    match tournament.stage:
        case "closed":
            return translate(lang, "over")
        case "running":
            number, rounds = tournament.published[-1].number, structure.all_rounds(tournament.state)
            if rounds:
                return translate(lang, "round {round} of {rounds}", round=number, rounds=rounds)
            return translate(lang, "round {round}", round=number)
        case _:
            return translate(lang, "people are entering")


@get("/events/new", include_in_schema=False)
async def new(request: Request[Any, Any, Any]) -> Template:
    return _form(request, {})


def _form(request: Request[Any, Any, Any], given: dict[str, str], problem: Problem | None = None) -> Template:
    lang = language_of(request)
    return page(
        request,
        "desk/new_tournament.html",
        status=200 if problem is None else 400,
        books=choices(request.app.state.shelf.all(), lang),
        formats=FORMATS,
        settings=SETTINGS.values(),
        card_spans=CARD_SPANS,
        problem=None if problem is None else problem.told(lang),
        mistakes=problem.mistakes if isinstance(problem, Wrong) else {},
        given=given,
    )


@post("/events", include_in_schema=False)
async def create(request: Request[Any, Any, Any], data: Form) -> Response[Any]:
    shelf: Shelf = request.app.state.shelf
    wanted = data.get("book", "")
    try:
        order = ordered(
            data, shelf.find(wanted) if shelf.has(wanted) else None, secrets.token_hex(16), language_of(request)
        )
        event = await request.app.state.tournaments.create(order, _administrator(request))
    except Problem as problem:
        return _form(request, data, problem)
    return Redirect(f"/e/{event.id}/desk", status_code=303)


def _administrator(request: Request[Any, Any, Any]) -> str:
    return f"director:{request.user.name.replace(':', ' ') or 'admin'}"


@post("/events/adopt", include_in_schema=False, request_max_body_size=LARGEST_FILE, opt=FROM_OWN_PAGE)
async def adopt(request: Request[Any, Any, Any]) -> Response[Any]:
    """Take over a tournament from another machine's file."""
    lang, known = language_of(request), cast(Tournaments, request.app.state.tournaments)
    async with place_for_a_file(known.folder()) as path:  # other folders may lie in memory
        sent = await file_sent(request, "file", path)
        if not sent:
            return await _list(request, translate(lang, "choose the file of the tournament"))
        name = Path(sent.replace("\\", "/")).name[-80:]
        try:
            tournament = await known.adopt(path, name.removesuffix(SUFFIX))
        except Problem as problem:
            return await _list(request, problem.told(lang).replace(str(path), name))
    return Redirect(f"/e/{tournament.id}/desk", status_code=303)


@get("/e/{tournament_id:str}/desk", include_in_schema=False)
async def desk(
    request: Request[Any, Any, Any], tournament_id: FromPath[str], published: FromQuery[int | None] = None
) -> Redirect:
    """On to the screen with the next thing to do; from there to the printer, where a round was just published."""
    tournament = await tournament_of(request, tournament_id)
    todo = next_thing(tournament.state, tournament.hall, now())
    after = f"?published={published}" if published is not None else ""
    return Redirect(f"/e/{tournament_id}/desk/{todo.screen}{after}", status_code=303)


handlers: list[ControllerRouterHandler] = [events, new, create, adopt, desk]
