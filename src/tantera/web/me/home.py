"""One's own page: the match that was left, the matches that were played and what they come to, devices, what is kept,
and how to take it along or have it erased."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated, Final

from litestar import Response, get, post
from litestar.exceptions import TooManyRequestsException
from litestar.params import QueryParameter
from litestar.response import Redirect, Template
from markupsafe import Markup
from msgspec import Struct

from tantera.play.match import Match
from tantera.rules import Refusal
from tantera.tables.orders import Leave
from tantera.web.access.measure import Rate
from tantera.web.access.recovery import Recoveries
from tantera.web.access.visitors import Ask, Form, Sessions, Visitor
from tantera.web.clock import day, month, now
from tantera.web.me.events import MyEvent, events_of
from tantera.web.me.everything import everything_about
from tantera.web.me.figures import figures
from tantera.web.me.friends import ToldFriend, told_friends
from tantera.web.me.told import MyMatch, ToldFigures, matches_of, points, told_figures, told_match
from tantera.web.pages.languages import language_of
from tantera.web.pages.rendering import page
from tantera.web.pages.times import moment
from tantera.web.tables.home import invitations, my_tables
from tantera.web.tables.hub import Hub
from tantera.web.tables.pictures import picture_for
from tantera.words import Phrase

LAST: Final = 3
"""Matches on the page itself."""
ON_A_PAGE: Final = 50

PageNumber = Annotated[int, QueryParameter(name="page", ge=1, le=100_000)]


class LeftMatch(Struct, frozen=True):
    """A match that somebody can go on with, or a table of theirs that waits for one."""

    table: str
    code: str
    doing: Phrase
    score: str = ""
    """Their own side's points first; nothing where no match has begun."""
    picture: Markup | None = None


class Device(Struct, frozen=True):
    session: str
    label: str
    since: str
    this: bool
    kind: Phrase | None = None
    """What it is to whoever holds it, where that is known."""


class MyPage(Struct, frozen=True):
    """What the page shows of somebody."""

    left: tuple[LeftMatch, ...]
    events: tuple[MyEvent, ...]
    """Tournaments at which they are a player."""
    friends: tuple[ToldFriend, ...]
    profile: bool
    """Whether others may read a page of theirs."""
    matches: tuple[MyMatch, ...]
    count: int
    figures: ToldFigures
    devices: tuple[Device, ...]
    bots: tuple[Device, ...]
    code_since: str
    """When their code on paper was made; empty where they have none."""


@get("/me", include_in_schema=False)
async def my_page(request: Ask) -> Template:
    return await own_page(request)


async def own_page(request: Ask, mistakes: dict[str, str] | None = None) -> Template:
    """The page; with `mistakes` where something on it could not be done."""
    visitor: Visitor | None = request.user
    if visitor is None:
        return page(request, "me/name.html", name="", mistakes={}, first=True)
    return page(
        request,
        "me/home.html",
        status=400 if mistakes else 200,
        me=await _mine(request, visitor),
        just_left=await _just_left(request, visitor),
        just_closed="closed" in request.query_params,
        invitations=await invitations(request),
        mistakes=mistakes or {},
    )


async def _mine(request: Ask, visitor: Visitor) -> MyPage:
    hub: Hub = request.app.state.hub
    sessions: Sessions = request.app.state.sessions
    recoveries: Recoveries = request.app.state.recoveries
    lang = language_of(request)
    played = await matches_of(hub, visitor.person)
    known = await sessions.person(visitor.person)
    since = await recoveries.since(visitor.person)
    devices = [
        (
            one.kind,
            Device(
                session=one.session,
                label=one.label,
                since=moment(one.since, lang),
                this=one.session == visitor.session,
                kind=_kind(one.label),
            ),
        )
        for one in known.sessions
    ]
    return MyPage(
        left=await _left(hub, visitor),
        events=await events_of(request, visitor.person, lang),
        friends=await told_friends(sessions, hub.shelf, played, visitor.person, lang),
        profile=known.profile,
        matches=tuple(told_match(match, visitor.person, hub.books, lang) for match in played[:LAST]),
        count=len(played),
        figures=told_figures(figures(played, visitor.person, month), hub.books, lang),
        devices=tuple(one for kind, one in devices if kind == "device"),
        bots=tuple(one for kind, one in devices if kind == "bot"),
        code_since="" if since is None else moment(since, lang),
    )


def _kind(label: str) -> Phrase | None:
    """A telephone or a computer, by what a device's label begins with."""
    system = label.partition(" · ")[0]
    if system in ("iPhone", "Android"):
        return Phrase("Mobile phone")
    return Phrase("Computer") if system in ("Windows", "Mac", "Linux", "Chromebook") else None


async def _left(hub: Hub, visitor: Visitor) -> tuple[LeftMatch, ...]:
    """Matches that wait for them first."""
    matches = []
    for one in await my_tables(hub, visitor):
        table = await hub.find(one.id)
        match = None if table is None else table.state.in_play
        seat = None if table is None else table.state.seat_of(visitor.person)
        if match is not None and seat is not None:
            matches.append(LeftMatch(one.id, one.code, one.doing, _score_of(match, seat), picture_for(match, seat)))
        else:
            matches.append(LeftMatch(one.id, one.code, one.doing))
    return tuple(matches)


@post("/me/abandon", include_in_schema=False)
async def abandon(request: Ask, data: Form) -> Redirect:
    """Say goodbye to a table from afar; the page then has a way back, by which everything is as before."""
    hub: Hub = request.app.state.hub
    table = await hub.find_as_it_is(data.get("table", "")[:40])
    person = request.user.person
    if table is None or table.state.guest(person) is None:
        return Redirect("/me", status_code=303)
    with suppress(Refusal):  # it was closed meanwhile
        await table.order(Leave(), person)
    said = f"left={table.id}" if table.state.closed is None else "closed"
    return Redirect(f"/me?{said}", status_code=303)


async def _just_left(request: Ask, visitor: Visitor) -> str:
    """The code of the table to which they have just said goodbye, where they had a seat or opened it; else nothing."""
    hub: Hub = request.app.state.hub
    table = await hub.find(request.query_params.get("left", "")[:40])
    if table is None or table.state.reserved or visitor.person not in (table.state.host, *table.state.sat):
        return ""
    return hub.code_of(table.id)


def _score_of(match: Match, seat: int) -> str:
    return points([(seat in side, points) for side, points in zip(match.sides, match.score, strict=True)])


# --- all of them, and to take along


@get("/me/matches", include_in_schema=False)
async def my_matches(request: Ask, number: PageNumber = 1) -> Template:
    hub: Hub = request.app.state.hub
    person, lang = request.user.person, language_of(request)
    played = await matches_of(hub, person)
    pages = max(1, -(-len(played) // ON_A_PAGE))
    number = min(number, pages)
    shown = played[(number - 1) * ON_A_PAGE : number * ON_A_PAGE]
    told = tuple(told_match(match, person, hub.books, lang) for match in shown)
    return page(request, "me/matches.html", matches=told, count=len(played), page_number=number, pages=pages)


@get("/me/everything.zip", include_in_schema=False)
async def everything(request: Ask) -> Response[bytes]:
    """All that the server keeps of somebody: their matches as DGN, and the rest as JSON."""
    visitor: Visitor = request.user
    downloads: Rate = request.app.state.downloads
    if wait := downloads.take(visitor.person):
        raise TooManyRequestsException(headers={"retry-after": str(int(wait) + 1)})
    hub: Hub = request.app.state.hub
    played = await matches_of(hub, visitor.person)
    data = await everything_about(request.app.state, visitor, played, language_of(request))
    headers = {
        "content-disposition": f'attachment; filename="tantera-{day(now())}.zip"',
        "cache-control": "no-store",
    }
    return Response(data, media_type="application/zip", headers=headers)


handlers = [my_page, abandon, my_matches, everything]
