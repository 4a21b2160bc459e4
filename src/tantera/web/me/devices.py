"""One's own devices and programs: going on with another phone, closing a session, tokens for bots. And the two links
that work once. A link is shown first and used by a button: programs that look into links use none up."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect, Template
from litestar.types import ControllerRouterHandler

from tantera.tables.people import a_name
from tantera.web.access.forms import Form, go
from tantera.web.access.links import Links
from tantera.web.access.measure import Crowd
from tantera.web.access.newcomers import one_more
from tantera.web.access.visitors import Sessions, Visitor, device_of, no_session
from tantera.web.me.erasing import erase
from tantera.web.network.codes import picture
from tantera.web.network.invitation import address_for_others
from tantera.web.pages.languages import language_of
from tantera.web.pages.rendering import page
from tantera.web.tables.hub import Hub
from tantera.web.tables.socket import NOT_ALLOWED
from tantera.words import Problem, translate


class LinkGone(Problem):
    code = "link_gone"

    def told(self, lang: str) -> str:
        return translate(lang, "this link is good no longer: it works once, and not for long")


# --- another device


@post("/me/link", status_code=200, include_in_schema=False)
async def make_link(request: Request[Any, Any, Any]) -> Template:
    """A link that brings me to another device, as a QR code and as text."""
    links: Links = request.app.state.links
    visitor: Visitor = request.user
    secret = await links.make("device", visitor.person)
    url = f"{address_for_others(request)}/me/on/{secret}"
    words = translate(language_of(request), "QR code that brings you to another device")
    return page(request, "device_link.html", url=url, qr=picture(url, words))


@get("/me/on/{secret:str}", include_in_schema=False)
async def see_link(request: Request[Any, Any, Any], secret: FromPath[str]) -> Template:
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
async def follow_link(request: Request[Any, Any, Any], secret: FromPath[str]) -> Redirect:
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
async def close_session(request: Request[Any, Any, Any], data: Form) -> Redirect:
    """Close one of my devices, or take a program's token back."""
    visitor: Visitor = request.user
    await _close(request, visitor.person, data.get("session", ""))
    return Redirect("/me", status_code=303)


@post("/me/leave", include_in_schema=False)
async def leave(request: Request[Any, Any, Any]) -> Redirect:
    """Be forgotten by this browser."""
    visitor: Visitor = request.user
    await _close(request, visitor.person, visitor.session)
    return Redirect("/", status_code=303, cookies=[no_session(request.app.state.config.secure)])


@post("/me/erase", include_in_schema=False)
async def erase_me(request: Request[Any, Any, Any]) -> Redirect:
    """Be forgotten by the server: the page has asked before."""
    visitor: Visitor = request.user
    await erase(request.app.state, visitor.person)
    return Redirect("/", status_code=303, cookies=[no_session(request.app.state.config.secure)])


async def _close(request: Request[Any, Any, Any], person: str, session: str) -> None:
    sessions: Sessions = request.app.state.sessions
    crowd: Crowd = request.app.state.crowd
    if await sessions.close(person, session[:60]):
        crowd.close_all(NOT_ALLOWED, session)


# --- programs


@post("/me/bots", status_code=200, include_in_schema=False)
async def make_bot(request: Request[Any, Any, Any], data: Form) -> Template:
    """A token for a program, shown once."""
    sessions: Sessions = request.app.state.sessions
    name = a_name(data.get("name", ""))
    one_more(request)
    token, _ = await sessions.bot_of(request.user, name)
    return page(request, "bot_token.html", name=name, token=token)


# --- administrators


@get("/admin/enter/{secret:str}", include_in_schema=False)
async def see_administrator_link(request: Request[Any, Any, Any], secret: FromPath[str]) -> Template:
    links: Links = request.app.state.links
    if await links.find("administrator", secret) is None:
        raise LinkGone
    return page(request, "admin/enter.html", secret=secret)


@post("/admin/enter/{secret:str}", include_in_schema=False)
async def become_administrator(request: Request[Any, Any, Any], secret: FromPath[str]) -> Response[Any]:
    links: Links = request.app.state.links
    sessions: Sessions = request.app.state.sessions
    if await links.use("administrator", secret) is None:
        raise LinkGone
    token, _ = await sessions.made_administrator(request.user, device_of(request))
    return go(request, "/admin", token)


handlers: list[ControllerRouterHandler] = [
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
