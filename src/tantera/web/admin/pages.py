"""How the server is doing, its tables, and who administers it."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any, Final

from litestar import get, post
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Template

import tantera
from tantera.play.actors import DIRECTOR
from tantera.store import Unwritable
from tantera.store.engines import data_folder
from tantera.tables.orders import CloseTable
from tantera.tables.people import MOST_NAME
from tantera.web.access.measure import Crowd
from tantera.web.access.visitors import Ask, Form, Sessions, Visitor
from tantera.web.clock import when
from tantera.web.config import Config
from tantera.web.me.erasing import erase
from tantera.web.network.invitation import Invitation
from tantera.web.network.reachable import to_type
from tantera.web.pages.languages import language_of
from tantera.web.pages.rendering import page
from tantera.web.problems import NotFound
from tantera.web.tables.api import table_or_nothing
from tantera.web.tables.hub import Hub
from tantera.web.tables.live import LiveTable
from tantera.web.tables.socket import NOT_ALLOWED

_A_PAGE: Final = 50
"""Tables on one page."""


@get("/admin", include_in_schema=False)
async def overview(request: Ask) -> Template:
    hub: Hub = request.app.state.hub
    sessions: Sessions = request.app.state.sessions
    invitation: Invitation = request.app.state.invitation
    visitor: Visitor = request.user
    state, lang = hub.store.state, language_of(request)
    administrators = [
        (one.session, name, one.label, when(one.since, lang), one.session == visitor.session)
        for one, _, name in await sessions.administrators()
    ]
    return page(
        request,
        "admin/overview.html",
        version=tantera.__version__,
        unwritable=state.reason.told(lang) if isinstance(state, Unwritable) else "",
        data=_where(request.app.state.config),
        backup=backup_command(request.app.state.config),
        warnings=[warning.told(lang) for warning in invitation.warnings],
        to_type=to_type(invitation.url),
        tables=len(hub.directory.open),
        playing=hub.directory.playing,
        sockets=len(request.app.state.crowd),
        books=len(hub.shelf.own),
        administrators=administrators,
    )


def _where(config: Config) -> str:
    """The data folder; of a database only that it is one: its address may hold a password."""
    return str(config.data) if isinstance(config.data, Path) else "DATABASE_URL"


def backup_command(config: Config) -> str:
    """What to type on the server's machine."""
    told = f" --data {shlex.quote(str(config.data))}" if _has_own_folder(config) else ""
    return f"tantera backup tantera.jsonl.gz{told}"


def _has_own_folder(config: Config) -> bool:
    return isinstance(config.data, Path) and config.data != data_folder()


@post("/admin/sessions/close", include_in_schema=False)
async def close_administrator(request: Ask, data: Form) -> Redirect:
    """Somebody is no administrator any more."""
    sessions: Sessions = request.app.state.sessions
    crowd: Crowd = request.app.state.crowd
    wanted = data.get("session", "")
    for one, person, _ in await sessions.administrators():
        if one.session == wanted:
            await sessions.close(person, one.session)
            crowd.close_all(NOT_ALLOWED, one.session)
    own = wanted == request.user.session
    return Redirect("/" if own else "/admin", status_code=303)


# --- tables


@get("/admin/tables", include_in_schema=False)
async def tables(request: Ask, number: FromQuery[int] = 1) -> Template:
    hub: Hub = request.app.state.hub
    lang = language_of(request)
    found = list(reversed(hub.directory.open))
    pages = max(1, -(-len(found) // _A_PAGE))
    number = min(max(1, number), pages)
    shown = await hub.awake(found[(number - 1) * _A_PAGE : number * _A_PAGE])
    return page(
        request,
        "admin/tables.html",
        tables=[_row(hub, table, lang) for table in shown],
        many=len(found),
        number=number,
        pages=pages,
    )


def _row(hub: Hub, table: LiveTable, lang: str) -> dict[str, Any]:
    """What an administrator is told of a table: who and what, no tile and no code."""
    state = table.state
    host = state.guest(state.host)
    return {
        "id": table.id,
        "book": state.book.name.text(lang),
        "players": [chair.name for chair in state.chairs if chair.taken],
        "host": host.name if host is not None else "",
        "playing": state.in_play is not None,
        "score": "–".join(map(str, state.match.score)) if state.match is not None else "",
        "public": state.settings.public,
        "here": sum(guest.presence.here for guest in state.guests),
        "since": when(hub.directory.open.get(table.id, state.at), lang),
    }


@post("/admin/tables/{table_id:str}/close", include_in_schema=False)
async def close_table(request: Ask, table_id: FromPath[str]) -> Redirect:
    """Close a table, whatever is going on there. What was played until now stays."""
    table = await table_or_nothing(request, table_id)
    await table.order(CloseTable("director"), DIRECTOR)
    return Redirect("/admin/tables", status_code=303)


# --- people


@get("/admin/people", include_in_schema=False)
async def people(request: Ask, name: FromQuery[str] = "") -> Template:
    """Those whose name has this in it, to erase somebody who asks for it."""
    sessions: Sessions = request.app.state.sessions
    lang, wanted = language_of(request), " ".join(name.split())[:MOST_NAME]
    found = await sessions.called(wanted) if wanted else []
    shown = [
        {"id": person, "name": known.name, "since": when(known.since, lang), "devices": len(known.sessions)}
        for person, known in found[:_A_PAGE]
    ]
    return page(request, "admin/people.html", name=wanted, people=shown, many=len(found))


@post("/admin/people/erase", include_in_schema=False)
async def erase_person(request: Ask, data: Form) -> Redirect:
    """Somebody asked to be forgotten."""
    sessions: Sessions = request.app.state.sessions
    person = data.get("person", "")[:64]
    if not (await sessions.person(person)).version:
        raise NotFound
    await erase(request.app.state, person)
    return Redirect("/" if person == request.user.person else "/admin/people", status_code=303)


handlers = [overview, close_administrator, tables, close_table, people, erase_person]
