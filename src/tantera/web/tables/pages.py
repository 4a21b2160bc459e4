"""The pages of tables: home, opening one, coming to one by its code, the table itself. They work without script too,
up to the table."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, get, post
from litestar.params import FromPath, URLEncodedBody
from litestar.response import Redirect, Template

from tantera.play.actors import SPECTATOR
from tantera.rules import BOOKS
from tantera.tables.orders import Enter
from tantera.tables.seen import eyes_on_the_match
from tantera.web.access.visitors import Visitor, session_cookie
from tantera.web.pages.rendering import page
from tantera.web.tables.api import known_visitor, opened_by, table_or_nothing
from tantera.web.tables.hub import Hub
from tantera.web.tables.opening import Opening

Form = URLEncodedBody[dict[str, str]]


def _go(request: Request[Any, Any, Any], path: str, token: str | None) -> Redirect:
    cookies = [] if token is None else [session_cookie(token, request.app.state.config.secure)]
    return Redirect(path, status_code=303, cookies=cookies)


@get("/", include_in_schema=False)
async def home(request: Request[Any, Any, Any]) -> Template:
    hub: Hub = request.app.state.hub
    visitor: Visitor | None = request.user
    mine = [] if visitor is None else hub.tables_of(visitor.person)
    return page(request, "home.html", mine=mine, public=hub.public_tables()[:6], books=BOOKS, code_of=hub.code_of)


@post("/play", include_in_schema=False)
async def play_now(request: Request[Any, Any, Any], data: Form) -> Redirect:
    """Alone with bots, at once."""
    hub: Hub = request.app.state.hub
    visitor, token = await known_visitor(request, data.get("name") or (request.user and request.user.name) or "Tú")
    table = await opened_by(hub, visitor, Opening(visitor.name, data.get("book", "tarragona"), bots="all"))
    return _go(request, f"/tables/{table.id}", token)


@get("/t/{code:str}", include_in_schema=False)
async def door(request: Request[Any, Any, Any], code: FromPath[str]) -> Response[Any]:
    """Where a QR code leads: who are you?"""
    hub: Hub = request.app.state.hub
    table = await hub.find_by_code(code[:40])
    visitor: Visitor | None = request.user
    if table is not None and visitor is not None and table.state.guest(visitor.person) is not None:
        return Redirect(f"/tables/{table.id}", status_code=303)
    return page(request, "door.html", table=table, code=code[:10])


@post("/t/{code:str}", include_in_schema=False)
async def come_in(request: Request[Any, Any, Any], code: FromPath[str], data: Form) -> Redirect:
    hub: Hub = request.app.state.hub
    table = await hub.find_by_code(code[:40])
    if table is None:
        return Redirect(f"/t/{code[:10]}", status_code=303)
    visitor, token = await known_visitor(request, data.get("name", ""))
    if table.state.guest(visitor.person) is None:
        await table.order(Enter(visitor.name, code), visitor.person)
    return _go(request, f"/tables/{table.id}", token)


@get("/tables/{table_id:str}", include_in_schema=False)
async def table_page(request: Request[Any, Any, Any], table_id: FromPath[str]) -> Response[Any]:
    table = await table_or_nothing(request, table_id)
    hub: Hub = request.app.state.hub
    visitor: Visitor | None = request.user
    known = visitor is not None and table.state.guest(visitor.person) is not None
    if not known and eyes_on_the_match(table.state, SPECTATOR) is None:
        return page(request, "door.html", table=table, code="")
    code = hub.code_of(table.id) if known else ""
    return page(request, "table.html", table=table, code=code, book=table.state.book)


handlers = [home, play_now, door, come_in, table_page]
