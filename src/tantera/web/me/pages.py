"""Who I am here: a name that others read, and where I am known."""

from __future__ import annotations

from typing import Any

from litestar import Response, get, post
from litestar.params import FromPath, JSONBody
from litestar.response import Redirect, Template
from msgspec import Struct

from tantera.tables.people import a_name
from tantera.web.access.links import Links
from tantera.web.access.measure import Crowd
from tantera.web.access.visitors import (
    API,
    Ask,
    Form,
    Name,
    Sessions,
    Visitor,
    device_of,
    go,
    known_visitor,
    no_session,
    one_more,
    with_session,
)
from tantera.web.clock import when
from tantera.web.me.erasing import erase
from tantera.web.network.codes import picture
from tantera.web.network.invitation import address_for_others
from tantera.web.pages.languages import language_of
from tantera.web.pages.rendering import page
from tantera.web.tables.hub import Hub
from tantera.web.tables.socket import NOT_ALLOWED
from tantera.words import Phrase, Problem, translate


class Me(Struct, frozen=True):
    """The visitor, as the server knows them."""

    person: str
    """An opaque id; empty before the server knows somebody."""
    name: str
    lang: str


class NewName(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name


def _me(request: Ask, visitor: Visitor | None) -> Me:
    known = visitor if visitor is not None else Visitor("")
    return Me(known.person, known.name, language_of(request))


@get("/api/me", tags=["visitors"], summary="Who I am")
async def who_am_i(request: Ask) -> Me:
    """The visitor of this session or token."""
    return _me(request, request.user)


@post("/api/me", status_code=200, summary="Take a name", **API | {"tags": ["visitors"]})
async def take_name(request: Ask, data: JSONBody[NewName]) -> Response[Me]:
    """Take a name; somebody new gets a session. Tables where one is already keep the name one had."""
    visitor, token = await known_visitor(request, data.name)
    return with_session(request, _me(request, visitor), token)


@get("/me", include_in_schema=False)
async def my_page(request: Ask) -> Template:
    visitor: Visitor | None = request.user
    return await _page(request, visitor.name if visitor is not None else "")


@post("/me", include_in_schema=False)
async def my_name(request: Ask, data: Form) -> Response[Any]:
    name = data.get("name", "")
    try:
        _, token = await known_visitor(request, name)
    except Problem as problem:
        return await _page(request, name, problem)
    return go(request, "/", token)


async def _page(request: Ask, name: str, problem: Problem | None = None) -> Template:
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


class LinkGone(Problem):
    code = "link_gone"
    sentence = Phrase("this link is good no longer: it works once, and not for long")


# --- another device


@post("/me/link", status_code=200, include_in_schema=False)
async def make_link(request: Ask) -> Template:
    """A link that brings me to another device, as a QR code and as text."""
    links: Links = request.app.state.links
    visitor: Visitor = request.user
    secret = await links.make("device", visitor.person)
    url = f"{address_for_others(request)}/me/on/{secret}"
    words = translate(language_of(request), "QR code that brings you to another device")
    return page(request, "device_link.html", url=url, qr=picture(url, words))


@get("/me/on/{secret:str}", include_in_schema=False)
async def see_link(request: Ask, secret: FromPath[str]) -> Template:
    links: Links = request.app.state.links
    sessions: Sessions = request.app.state.sessions
    link = await links.find("device", secret)
    if link is None or (await sessions.person(link.person)).erased:
        raise LinkGone
    visitor: Visitor | None = request.user
    name = (await sessions.person(link.person)).name
    same = visitor is not None and visitor.person == link.person
    return page(request, "device_enter.html", name=name, same=same, secret=secret)


@post("/me/on/{secret:str}", include_in_schema=False)
async def follow_link(request: Ask, secret: FromPath[str]) -> Redirect:
    """Be the same person here; whoever this browser was before has gone."""
    links: Links = request.app.state.links
    sessions: Sessions = request.app.state.sessions
    link = await links.use("device", secret)
    if link is None or (await sessions.person(link.person)).erased:
        raise LinkGone
    before: Visitor | None = request.user
    if before is not None and not before.administrator:
        await _close(request, before.person, before.session)
    token, visitor = await sessions.begin(link.person, label=device_of(request))
    return go(request, await _where(request.app.state.hub, visitor.person), token)


async def _where(hub: Hub, person: str) -> str:
    """The table where somebody has a seat and a match is on, else the home page."""
    playing = [table for table in await hub.tables_of(person) if table.state.in_play and table.state.seat_of(person)]
    return f"/tables/{playing[0].id}" if playing else "/"


# --- closing


@post("/me/close", include_in_schema=False)
async def close_session(request: Ask, data: Form) -> Redirect:
    """Close one of my devices, or take a program's token back."""
    visitor: Visitor = request.user
    await _close(request, visitor.person, data.get("session", ""))
    return Redirect("/me", status_code=303)


@post("/me/leave", include_in_schema=False)
async def leave(request: Ask) -> Redirect:
    """Be forgotten by this browser."""
    visitor: Visitor = request.user
    await _close(request, visitor.person, visitor.session)
    return Redirect("/", status_code=303, cookies=[no_session(request.app.state.config.secure)])


@post("/me/erase", include_in_schema=False)
async def erase_me(request: Ask) -> Redirect:
    """Be forgotten by the server: the page has asked before."""
    visitor: Visitor = request.user
    await erase(request.app.state, visitor.person)
    return Redirect("/", status_code=303, cookies=[no_session(request.app.state.config.secure)])


async def _close(request: Ask, person: str, session: str) -> None:
    sessions: Sessions = request.app.state.sessions
    crowd: Crowd = request.app.state.crowd
    if await sessions.close(person, session[:60]):
        crowd.close_all(NOT_ALLOWED, session)


# --- programs


@post("/me/bots", status_code=200, include_in_schema=False)
async def make_bot(request: Ask, data: Form) -> Template:
    """A token for a program, shown once."""
    sessions: Sessions = request.app.state.sessions
    name = a_name(data.get("name", ""))
    one_more(request)
    token, _ = await sessions.bot_of(request.user, name)
    return page(request, "bot_token.html", name=name, token=token)


# --- administrators


@get("/admin/enter/{secret:str}", include_in_schema=False)
async def see_administrator_link(request: Ask, secret: FromPath[str]) -> Template:
    links: Links = request.app.state.links
    if await links.find("administrator", secret) is None:
        raise LinkGone
    return page(request, "admin/enter.html", secret=secret)


@post("/admin/enter/{secret:str}", include_in_schema=False)
async def become_administrator(request: Ask, secret: FromPath[str]) -> Response[Any]:
    links: Links = request.app.state.links
    sessions: Sessions = request.app.state.sessions
    if await links.use("administrator", secret) is None:
        raise LinkGone
    token, _ = await sessions.made_administrator(request.user, device_of(request))
    return go(request, "/admin", token)


handlers = [
    who_am_i,
    take_name,
    my_page,
    my_name,
    make_link,
    see_link,
    follow_link,
    close_session,
    leave,
    erase_me,
    make_bot,
    see_administrator_link,
    become_administrator,
]
