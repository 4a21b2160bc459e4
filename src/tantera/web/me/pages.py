"""Who I am here: a name that others read, where I am known, and how I am forgotten. The page itself is in `home.py`."""

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
from tantera.web.me.erasing import SeatAtTournament, erase
from tantera.web.me.home import own_page
from tantera.web.me.looks import keep_look, look_of_person
from tantera.web.network.codes import picture
from tantera.web.network.invitation import address_for_others
from tantera.web.pages.languages import language_of
from tantera.web.pages.look import look_of
from tantera.web.pages.rendering import page
from tantera.web.tables.hub import Hub
from tantera.web.tables.socket import NOT_ALLOWED
from tantera.words import Phrase, Problem, translate
from tantera.words.alike import alike


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
    visitor, token = await known_visitor(request, a_name(data.name))
    return with_session(request, _me(request, visitor), token)


@get("/me/name", include_in_schema=False)
async def name_page(request: Ask) -> Template:
    visitor: Visitor | None = request.user
    return page(request, "me/name.html", name=visitor.own_name if visitor else "", mistakes={}, first=visitor is None)


@post("/me", include_in_schema=False)
async def my_name(request: Ask, data: Form) -> Response[Any]:
    """Take a name; who is new here goes on to the tables."""
    name, first = data.get("name", ""), request.user is None
    try:
        _, token = await known_visitor(request, a_name(name))
    except Problem as problem:
        mistakes = {"name": problem.told(language_of(request))}
        return page(request, "me/name.html", status=400, name=name, mistakes=mistakes, first=first)
    return go(request, "/" if first else "/me", token)


class LinkGone(Problem):
    code = "link_gone"
    sentence = Phrase("this link is good no longer: it works once, and not for long")


# --- another device


@post("/me/link", status_code=200, include_in_schema=False)
async def make_link(request: Ask) -> Template:
    """A link that brings me to another device, as a QR code and as text."""
    links: Links = request.app.state.links
    visitor: Visitor = request.user
    await keep_look(request, look_of(request))
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
    await close_here(request)
    token, visitor = await sessions.begin(link.person, label=device_of(request))
    look = await look_of_person(sessions, link.person)
    return go(request, await where_they_play(request.app.state.hub, visitor.person), token, *look)


async def close_here(request: Ask) -> None:
    """Whoever this browser was goes; an administrator's session stays good elsewhere."""
    before: Visitor | None = request.user
    if before is not None and not before.administrator:
        await _close(request, before.person, before.session)


async def where_they_play(hub: Hub, person: str) -> str:
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
async def erase_me(request: Ask, data: Form) -> Response[Any]:
    """Be forgotten by the server: who types their name means it, or who has none, that they want to be."""
    visitor: Visitor = request.user
    lang = language_of(request)
    asked = visitor.own_name or translate(lang, "erase me")
    if alike(" ".join(data.get("name", "").split())) not in (alike(asked), alike(visitor.name)):
        wrong = translate(lang, "type your name as it stands above: {name}", name=asked)
        return await own_page(request, {"erase": wrong})
    try:
        await erase(request.app.state, visitor.person)
    except SeatAtTournament as problem:
        return await own_page(request, {"erase": problem.told(lang)})
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
    name_page,
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
