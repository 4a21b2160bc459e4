"""The lobby: tables with room first, playing with whoever is there, who is here tonight, tables to look on at.

*Play with somebody* opens an ordinary public table on which bots take the free seats after a minute, or sits down at
one that somebody else has opened so: all that there is about tables carries it, in one process or in several.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final, Literal, get_args

from litestar import Response, get, post
from litestar.response import Redirect, Template
from msgspec import Struct

from tantera.bots import stand_in
from tantera.rules import Law, Refusal, law_of
from tantera.store import StoreError
from tantera.store.company import Company, Present
from tantera.tables import Settings, TableState, Times
from tantera.tables.orders import Leave, Sit, Start
from tantera.tables.settings import SECOND
from tantera.tables.state import Guest
from tantera.web.access.measure import Rate
from tantera.web.access.visitors import (
    Ask,
    Form,
    NameWanted,
    Sessions,
    Visitor,
    go,
    is_nameless,
    known_visitor,
    remembered,
)
from tantera.web.books.shelf import Shelf, ShortName, limit_in_words
from tantera.web.clock import now
from tantera.web.pages.rendering import page
from tantera.web.tables.api import opened_by
from tantera.web.tables.coming import come_to
from tantera.web.tables.home import ON_A_PAGE, PageNumber, a_page, invitations, my_tables
from tantera.web.tables.hub import Hub, shown
from tantera.web.tables.inviting import Inviting, NotHere, has_room
from tantera.web.tables.live import LiveTable
from tantera.web.tables.opening import Opening, last_chosen
from tantera.words import Phrase, Problem

WAITS: Final = 60 * SECOND
"""Until bots take the seats that are still free."""
_TIMES: Final = Times(move=60 * SECOND, grace=60 * SECOND, count=20 * SECOND)
"""Among people who do not know each other nobody is waited for long, with a move or at the count of a hand."""
_LOOKS: Final = 20.0
"""Seconds after which somebody who had the lobby open is not in it any more; its page asks every five."""
_STREAM: Final = "lobby"
"""Under which processes tell each other who is in it; nothing is written there."""
MOST_PEOPLE: Final = 60
ASKS_A_MINUTE: Final = 6
"""Of different people, by one of them."""

Level = Literal["any", "beginners", "club", "strong"]
LEVELS: Final[dict[Level, tuple[Phrase, str]]] = {
    "any": (Phrase("any level"), "level-2"),
    "beginners": (Phrase("beginners"), "level-1"),
    "club": (Phrase("club players"), "level-3"),
    "strong": (Phrase("strong players"), "level-4"),
}
"""Whom somebody would like to play with, in words, and which bots fill up."""


class Tonight(Struct, frozen=True):
    """The tournament of the evening, on the pages that are not its own."""

    name: str
    address: str
    about: Phrase
    """The game and how far it is."""
    count: Phrase
    event: str = ""
    """Its id, while it is being played: then there are slips and cards with codes."""
    seasons: tuple[tuple[str, str], ...] = ()
    """Those that it counts for: what each is called, and its address."""


Evening = Callable[[Ask], Awaitable[Tonight | None]]
"""Who knows tournaments says which one is tonight's."""


class Plate(Struct, frozen=True):
    """A seat of a table with room."""

    name: str
    """Empty where it is free."""
    mine: bool = False


class WithRoom(Struct, frozen=True):
    """A public table at which one may sit down."""

    table: str
    book: Phrase
    limit: Phrase | str
    level: Phrase | None
    seats: tuple[Plate, ...]
    mine: bool
    """Whether the visitor sits there."""
    host: bool
    """Whether they opened it, and may begin."""
    fills_in: int | None
    """Milliseconds until bots take the free seats."""
    share: int
    """Of a hundred: how much of that time is left."""

    @property
    def taken(self) -> int:
        return sum(bool(seat.name) for seat in self.seats)


class Here(Struct, frozen=True):
    """Somebody who is here tonight."""

    name: str
    doing: Literal["free", "waiting", "playing", "watching"]
    where: Phrase | None
    profile: str
    """The address of their page for others; empty where they have none."""
    person: str = ""
    """Whom the visitor may ask to their table; empty where they may not."""
    asked: bool = False
    """Whether the visitor has asked them."""


class Lobby:
    """Who has the lobby open, by whichever process."""

    def __init__(self, company: Company) -> None:
        self._company = company
        self._here: dict[str, asyncio.TimerHandle] = {}
        self.pairing = asyncio.Lock()
        """Two who come at once sit down at one table."""

    def looks(self, person: str) -> None:
        """Somebody has the page open, for a moment more."""
        if (known := self._here.pop(person, None)) is not None:
            known.cancel()
        else:
            self._company.here(Present(_STREAM, person))
        self._here[person] = asyncio.get_running_loop().call_later(_LOOKS, self._gone, person)

    def _gone(self, person: str) -> None:
        self._here.pop(person, None)
        self._company.gone(Present(_STREAM, person))

    async def people(self) -> list[str]:
        try:
            elsewhere = await self._company.elsewhere([_STREAM])
        except StoreError:
            elsewhere = frozenset()
        return sorted({*self._here, *(one.who for one in elsewhere)})


@get("/tables", include_in_schema=False)
async def tables(request: Ask, number: PageNumber = 1) -> Template:
    return await _page(request, number)


async def _page(request: Ask, number: int = 1, problem: Problem | None = None) -> Template:
    hub: Hub = request.app.state.hub
    shelf: Shelf = request.app.state.shelf
    lobby: Lobby = request.app.state.lobby
    evening: Evening = request.app.state.tonight
    visitor: Visitor | None = request.user
    if visitor is not None and not visitor.bot:
        lobby.looks(visitor.person)
    person = "" if visitor is None else visitor.person
    room = [
        table for table in await hub.awake(hub.directory.to_sit_down(ON_A_PAGE)) if shown(table.id, table.state).room
    ]
    told = [with_room(table.id, table.state, person, now()) for table in room]
    return page(
        request,
        "tables/lobby.html",
        status=200 if problem is None else 409,
        problem=problem,
        club=request.app.state.invitation.noted.club,
        tonight=await evening(request),
        invitations=await invitations(request),
        hidden=visitor is not None and (await request.app.state.sessions.about(visitor.person)).hidden,
        waiting=next((one for one in told if one.mine and one.fills_in is not None), None),
        with_room=[one for one in told if not one.mine],
        mine=[one for one in await my_tables(hub, visitor) if one.hand],
        people=await _here(request, person),
        books=[(book.id, ShortName(book)) for book in shelf.all()],
        book=last_chosen(request, hub).book,
        move_seconds=(_TIMES.move or 0) // SECOND,
        levels=[(level, words, stand_in(bot).removeprefix("level-")) for level, (words, bot) in LEVELS.items()],
        **await a_page(hub, number),
    )


def with_room(table_id: str, state: TableState, person: str, at: int) -> WithRoom:
    """A table in the list, as this visitor sees it."""
    after, book = state.settings.fill_after, state.book
    left = None if after is None else max(0, state.since + after - at)
    return WithRoom(
        table=table_id,
        book=ShortName(book),
        limit=limit_in_words(book.options.limit),
        level=LEVELS[state.settings.level][0] if state.settings.level != "any" else None,
        seats=tuple(Plate(chair.name, bool(person) and chair.person == person) for chair in state.chairs),
        mine=bool(person) and state.seat_of(person) is not None,
        host=bool(person) and state.host == person,
        fills_in=left,
        share=0 if left is None or after is None else round(100 * left / after),
    )


# --- who is here


async def _here(request: Ask, person: str) -> list[Here]:
    """Those at public tables, and those who have this page open; whoever is at a table of friends is nobody's business,
    nor is who does not want to be here. Those who are free first."""
    hub: Hub = request.app.state.hub
    lobby: Lobby = request.app.state.lobby
    sessions: Sessions = request.app.state.sessions
    people: dict[str, Here] = {}
    public = [table for table in await hub.awake(hub.directory.public(2 * ON_A_PAGE)) if table.state.settings.public]
    for table in public:
        for guest in table.state.guests:
            if _is_about(table.state, guest) and guest.person not in people:
                known = await sessions.about(guest.person)
                if known.hidden:
                    continue
                address = f"/people/{guest.person}" if known.profile else ""
                people[guest.person] = Here(guest.name, *_doing(table.state, guest.person), address)
    for one in await lobby.people():
        if one not in people:
            known = await sessions.about(one)
            if known.name and not known.erased and not known.hidden:
                asked = await request.app.state.inviting.of(one)
                mine = any(each.by == person for each in asked.open(now()))
                whom = one if person and asked.may_be_asked(person, now()) else ""
                people[one] = Here(known.name, "free", None, f"/people/{one}" if known.profile else "", whom, mine)
    people.pop(person, None)
    order = ("free", "waiting", "playing", "watching")
    return sorted(people.values(), key=lambda one: (order.index(one.doing), one.name))[:MOST_PEOPLE]


def _is_about(state: TableState, guest: Guest) -> bool:
    """Whether somebody is there, or waits for others to come with a seat kept: meanwhile one looks elsewhere."""
    return guest.presence.here or (state.match is None and state.seat_of(guest.person) is not None)


def _doing(state: TableState, person: str) -> tuple[Literal["waiting", "playing", "watching"], Phrase]:
    book = ShortName(state.book)
    if state.seat_of(person) is None:
        return "watching", Phrase("looks on at {book}", book=book)
    if state.in_play is None:
        return "waiting", Phrase("waits at {book}", book=book)
    return "playing", Phrase("{book}, hand {number}", book=book, number=max(1, state.in_play.hand_number))


# --- asking somebody to one's table


@post("/tables/invite", include_in_schema=False)
async def invite(request: Ask, data: Form) -> Response[Any]:
    """Ask somebody who is free to the table at which one waits, or to a new one of what one last played."""
    inviting: Inviting = request.app.state.inviting
    asking: Rate = request.app.state.asking
    visitor: Visitor = request.user
    try:
        if not visitor.own_name:
            raise NameWanted
        free = {one.person: one for one in await _here(request, visitor.person) if one.person}
        person = data.get("person", "")[:64]
        if person not in free or asking.take(visitor.person):
            raise NotHere
        table = await _my_waiting_table(request, visitor)
        await inviting.ask(person, visitor.person, table.id, now())
    except Problem as problem:
        return await _page(request, problem=problem)
    return Redirect(f"/tables/{table.id}?asked={person}", status_code=303)


async def _my_waiting_table(request: Ask, visitor: Visitor) -> LiveTable:
    hub: Hub = request.app.state.hub
    for table in reversed(await hub.tables_of(visitor.person)):
        if has_room(table.state) and table.state.seat_of(visitor.person) is not None and not table.state.reserved:
            return table
    quick, shelf = last_chosen(request, hub), hub.shelf
    settings = Settings(bot=f"level-{quick.level}", manner="home")
    limit = quick.limit_at(shelf.find(quick.book))
    return await opened_by(hub, visitor, Opening(visitor.name, quick.book, limit=limit, settings=settings))


@post("/tables/decline", include_in_schema=False)
async def decline(request: Ask, data: Form) -> Redirect:
    """No, thank you: whoever asked is told nothing, and does not ask again tonight."""
    inviting: Inviting = request.app.state.inviting
    await inviting.decline(request.user.person, data.get("table", "")[:40], now())
    return Redirect("/tables" if data.get("from") == "lobby" else "/", status_code=303)


@post("/tables/seen", include_in_schema=False)
async def be_seen(request: Ask, data: Form) -> Redirect:
    """Whether one is in the list of who is here, where others may ask one to their tables."""
    sessions: Sessions = request.app.state.sessions
    await sessions.hides(request.user, data.get("hidden") == "yes")
    return Redirect("/tables#here-title", status_code=303)


# --- playing with somebody


@post("/tables/pair", include_in_schema=False)
async def play_with_somebody(request: Ask, data: Form) -> Response[Any]:
    """A seat at a table where somebody waits for the same game, or a new one that waits; after a minute bots sit down
    and it begins."""
    hub: Hub = request.app.state.hub
    shelf: Shelf = request.app.state.shelf
    lobby: Lobby = request.app.state.lobby
    chosen, wished = data.get("book", ""), data.get("level", "any")
    level: Level = wished if wished in get_args(Level) else "any"  # type: ignore[assignment]
    book = shelf.find(chosen if shelf.has(chosen) else last_chosen(request, hub).book)
    name, token = data.get("name", ""), None
    try:
        if is_nameless(request, name):
            raise NameWanted
        visitor, token = await known_visitor(request, name)
        async with lobby.pairing:
            table = await _seated(request, visitor, law_of(book), level)
            if table is None:
                settings = Settings(
                    public=True,
                    fill_after=WAITS,
                    level=level,
                    bot=stand_in(LEVELS[level][1]),
                    manner="home",
                    times=_TIMES,
                )
                table = await opened_by(hub, visitor, Opening(visitor.name, book.id, settings=settings))
    except Problem as problem:
        return remembered(request, await _page(request, problem=problem), token)
    return go(request, f"/tables/{table.id}", token)


@post("/tables/pair/begin", include_in_schema=False)
async def begin_now(request: Ask, data: Form) -> Redirect:
    """With bots, at once: whoever opened the table at which they wait need not."""
    table = await _waiting(request, data)
    if table is None:
        return Redirect("/tables", status_code=303)
    with suppress(Refusal):  # it has begun, or somebody else opened it
        await table.order(Start(), request.user.person)
    return Redirect(f"/tables/{table.id}", status_code=303)


@post("/tables/pair/leave", include_in_schema=False)
async def stop_waiting(request: Ask, data: Form) -> Redirect:
    table = await _waiting(request, data)
    if table is not None:
        with suppress(Refusal):
            await table.order(Leave(), request.user.person)
    return Redirect("/tables", status_code=303)


async def _waiting(request: Ask, data: dict[str, str]) -> LiveTable | None:
    """The table at which the visitor waits for somebody, or for bots; None where they wait no longer."""
    hub: Hub = request.app.state.hub
    table = await hub.find_as_it_is(data.get("table", "")[:40])
    if table is None or table.state.seat_of(request.user.person) is None:
        return None
    return table if table.state.settings.fill_after is not None and table.state.match is None else None


async def _seated(request: Ask, visitor: Visitor, law: Law, level: Level) -> LiveTable | None:
    """The table at which they wait already, or one at which they have sat down now: the one with most people."""
    hub: Hub = request.app.state.hub
    await hub.directory.load()
    playing = [
        one for one in await hub.awake(hub.directory.to_sit_down(ON_A_PAGE)) if waits(one.state, law, level, now())
    ]
    for table in playing:
        if table.state.seat_of(visitor.person) is not None:
            return table
    for table in sorted(playing, key=lambda one: (-len(one.state.players), one.state.since)):
        await hub.find_as_it_is(table.id)  # by another process somebody may have sat down just now
        free = [seat for seat, chair in enumerate(table.state.chairs, start=1) if not chair.taken]
        if not free or not waits(table.state, law, level, now()):
            continue
        with suppress(Refusal):  # somebody was quicker, or has the same name
            await come_to(request, table, visitor.person, visitor.name, "")
            await table.order(Sit(free[0]), visitor.person)
            return table
    return None


def waits(state: TableState, law: Law, level: Level, at: int) -> bool:
    """Whether a table waits for whoever wants to play this game with somebody. Whom it is meant for is asked only of
    who asks for it."""
    after = state.settings.fill_after
    open_until = None if after is None or state.match is not None or state.closed is not None else state.since + after
    same = state.law == law and level in ("any", state.settings.level)
    return same and open_until is not None and at < open_until


handlers = [tables, invite, decline, be_seen, play_with_somebody, begin_now, stop_waiting]
