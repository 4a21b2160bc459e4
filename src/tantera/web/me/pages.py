"""Who I am here: a name that others read, and where I am known."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, get, post
from litestar.params import JSONBody
from litestar.response import Template
from msgspec import Struct

from tantera.web.access.forms import Form, go
from tantera.web.access.newcomers import API, Name, known_visitor, with_session
from tantera.web.access.visitors import Sessions, Visitor
from tantera.web.pages.languages import language_of
from tantera.web.pages.rendering import page
from tantera.web.pages.times import when
from tantera.words import Problem


class Me(Struct, frozen=True):
    """The visitor, as the server knows them."""

    person: str
    """An opaque id; empty before the server knows somebody."""
    name: str
    lang: str


class NewName(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name


def _me(request: Request[Any, Any, Any], visitor: Visitor | None) -> Me:
    known = visitor if visitor is not None else Visitor("")
    return Me(known.person, known.name, language_of(request))


@get("/api/me", tags=["visitors"], summary="Who I am")
async def who_am_i(request: Request[Any, Any, Any]) -> Me:
    """The visitor of this session or token."""
    return _me(request, request.user)


@post("/api/me", status_code=200, summary="Take a name", **API | {"tags": ["visitors"]})
async def take_name(request: Request[Any, Any, Any], data: JSONBody[NewName]) -> Response[Me]:
    """Take a name; somebody new gets a session. Tables where one is already keep the name one had."""
    visitor, token = await known_visitor(request, data.name)
    return with_session(request, _me(request, visitor), token)


@get("/me", include_in_schema=False)
async def my_page(request: Request[Any, Any, Any]) -> Template:
    visitor: Visitor | None = request.user
    return await _page(request, visitor.name if visitor is not None else "")


@post("/me", include_in_schema=False)
async def my_name(request: Request[Any, Any, Any], data: Form) -> Response[Any]:
    name = data.get("name", "")
    try:
        _, token = await known_visitor(request, name)
    except Problem as problem:
        return await _page(request, name, problem)
    return go(request, "/", token)


async def _page(request: Request[Any, Any, Any], name: str, problem: Problem | None = None) -> Template:
    sessions: Sessions = request.app.state.sessions
    visitor: Visitor | None = request.user
    lang = language_of(request)
    mistakes = {} if problem is None else {"name": problem.told(lang)}
    listed = () if visitor is None else (await sessions.person(visitor.person)).sessions
    shown = [(one.kind, one.session, one.label, when(one.since, lang)) for one in listed]
    return page(
        request,
        "me.html",
        status=400 if mistakes else 200,
        name=name,
        mistakes=mistakes,
        devices=[rest for kind, *rest in shown if kind == "device"],
        bots=[rest for kind, *rest in shown if kind == "bot"],
    )


handlers = [who_am_i, take_name, my_page, my_name]
