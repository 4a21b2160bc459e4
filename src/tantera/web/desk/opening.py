"""The events of this server, and a new one from a book."""

from __future__ import annotations

import secrets
from typing import Any, get_args

from litestar import Request, get, post
from litestar.params import FromPath
from litestar.response import Redirect, Template
from litestar.types import ControllerRouterHandler

from tantera.rules.tournament import Format
from tantera.tournament.agenda import next_thing
from tantera.tournament.export import stage
from tantera.tournament.orders import Create
from tantera.web.access.roles import ADMINISTRATOR, roles_of
from tantera.web.clock import now
from tantera.web.desk.events import Events
from tantera.web.desk.offices import PUBLIC, Officers
from tantera.web.desk.shell import FORMATS, event_of
from tantera.web.pages.languages import language_of
from tantera.web.pages.rendering import page
from tantera.web.problems import NotAdministrator
from tantera.web.tables.forms import Form
from tantera.words import Problem, translate


@get("/events", include_in_schema=False)
async def events(request: Request[Any, Any, Any]) -> Template:
    """Every event of this server, and for the administrator a form for a new one."""
    return await _page(request)


async def _page(request: Request[Any, Any, Any], problem: Problem | None = None, **given: str) -> Template:
    known: Events = request.app.state.events
    officers: Officers = request.app.state.officers
    lang = language_of(request)
    rows = [
        (event.id, event.state, stage(event.state), (await officers.of(event.id, request.user)) != PUBLIC)
        for event in reversed(known.all.values())
    ]
    books = [(book.id, book.name.text(lang), book.tournament) for book in request.app.state.shelf.all()]
    return page(
        request,
        "desk/events.html",
        status=200 if problem is None else 400,
        events=rows,
        books=books,
        formats=FORMATS,
        may_create=ADMINISTRATOR in roles_of(request),
        problem=None if problem is None else problem.told(lang),
        given=given,
    )


@post("/events", include_in_schema=False)
async def create(request: Request[Any, Any, Any], data: Form) -> Any:
    if ADMINISTRATOR not in roles_of(request):
        raise NotAdministrator
    wanted = data.get("format", "")
    rounds = data.get("rounds", "").strip()
    try:
        order = Create(
            name=" ".join(data.get("name", "").split())[:200],
            book=data.get("book", ""),
            format=wanted if wanted in get_args(Format) else None,  # type: ignore[arg-type]
            rounds=int(rounds) if rounds.isdecimal() and 1 <= int(rounds) <= 100 else None,
            seed=secrets.token_hex(16),
        )
        if not order.name:
            return await _page(request, _NoName(), **data)
        event = await request.app.state.events.create(order, f"director:{request.user.name or 'admin'}")
    except Problem as problem:
        return await _page(request, problem, **data)
    return Redirect(f"/e/{event.id}/desk", status_code=303)


class _NoName(Problem):
    code = "no_name"

    def told(self, lang: str) -> str:
        return translate(lang, "give the tournament a name")


@get("/e/{event_id:str}/desk", include_in_schema=False)
async def desk(request: Request[Any, Any, Any], event_id: FromPath[str]) -> Redirect:
    """On to the screen with the next thing to do."""
    event = event_of(request, event_id)
    todo = next_thing(event.state, event.hall, now())
    return Redirect(f"/e/{event_id}/desk/{todo.screen}", status_code=303)


handlers: list[ControllerRouterHandler] = [events, create, desk]
