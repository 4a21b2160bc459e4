"""The home page, playing at once, and the tables to look on at."""

from __future__ import annotations

from hashlib import sha256
from typing import Annotated, Any, Final

from litestar import Response, get, post
from litestar.params import QueryParameter
from litestar.response import Redirect, Template
from msgspec import Struct

from tantera.play import AskRedeal, options
from tantera.web.access.visitors import Ask, Form, Visitor, go, guest_name, known_visitor
from tantera.web.books.shelf import Shelf, ShortName, book_in_short, limit_in_words
from tantera.web.pages.languages import language_of
from tantera.web.pages.rendering import page, rendered
from tantera.web.tables.api import opened_by
from tantera.web.tables.hub import Hub, shown
from tantera.web.tables.live import LiveTable
from tantera.web.tables.opening import CLOCKS, LEVELS_IN_WORDS, chosen, last_chosen
from tantera.web.tables.pictures import TableInList, in_list, picture
from tantera.words import Phrase, Problem

ON_HOME: Final = 3
"""How many tables the home page shows."""
ON_A_PAGE: Final = 24

PageNumber = Annotated[int, QueryParameter(name="page", ge=0, le=100_000)]


class MyTable(Struct, frozen=True):
    """A table where the visitor has a seat, or which they opened."""

    id: str
    code: str
    book: Phrase
    doing: Phrase
    """What it waits for."""
    hand: int
    """Which hand is being played; 0 for none."""
    mine: bool
    """Whether it waits for the visitor."""


async def my_tables(hub: Hub, visitor: Visitor | None) -> list[MyTable]:
    """Where the visitor left a match or waits for one; those that wait for them first, the newest first."""
    if visitor is None:
        return []
    theirs = [
        table
        for table in await hub.tables_of(visitor.person)
        if table.state.seat_of(visitor.person) is not None or table.state.host == visitor.person
    ]
    told = [_my_table(hub, table, visitor.person) for table in reversed(theirs)]
    return sorted(told, key=lambda one: (not one.mine, not one.hand))


def _my_table(hub: Hub, table: LiveTable, person: str) -> MyTable:
    state, seat = table.state, table.state.seat_of(person)
    match = state.in_play
    mine = (
        match is not None
        and seat is not None
        and state.pause is None
        and any(not isinstance(one, AskRedeal) for one in options(match, seat))  # nobody waits for that
    )
    turn = match.hand.turn if match is not None and match.hand is not None else None
    if match is None:
        doing = Phrase("waiting for players") if state.match is None else Phrase("the match is over")
    elif state.pause is not None:
        doing = Phrase("paused")
    elif mine:
        doing = Phrase("your turn")
    elif turn is not None and turn != seat:
        doing = Phrase("{name} plays", name=match.names[turn - 1])
    else:
        doing = Phrase("in play")
    hand = 0 if match is None else match.hand_number
    return MyTable(table.id, hub.code_of(table.id), ShortName(state.book), doing, hand, mine)


class Watched(Struct, frozen=True):
    """A public table in a list."""

    glance: TableInList
    book: Phrase
    limit: Phrase | str
    picture: str | None


def _watched(table: LiveTable) -> Watched:
    book = table.state.book
    return Watched(in_list(table), ShortName(book), limit_in_words(book.options.limit), picture(table))


async def _to_watch(hub: Hub, first: int, last: int) -> list[Watched]:
    """Some of the public tables with a match that anybody may look on at; those that nobody has left first."""
    found = await hub.awake(hub.directory.to_watch(first, last))
    return [_watched(table) for table in found if shown(table.id, table.state).watched]


# --- home


@get("/", include_in_schema=False)
async def home(request: Ask) -> Template:
    return await _home(request)


async def _home(request: Ask, problem: Problem | None = None) -> Template:
    hub: Hub = request.app.state.hub
    shelf: Shelf = request.app.state.shelf
    lang = language_of(request)
    quick = last_chosen(request, shelf)
    return page(
        request,
        "home.html",
        status=200 if problem is None else 409,
        problem=problem,
        mine=await my_tables(hub, request.user),
        quick=quick,
        quick_book=shelf.find(quick.book),
        books=shelf.all(),
        levels=LEVELS_IN_WORDS,
        clock_choices=[(key, words.told(lang)) for key, (_, words) in CLOCKS.items()],
        shorts={book.id: book_in_short(book) for book in shelf.all()},
        short_names={book.id: ShortName(book) for book in shelf.all()},
        guest=guest_name(lang),
        watched=await _to_watch(hub, 0, ON_HOME),
        count=hub.directory.watched,
        with_room=hub.directory.with_room,
    )


@get("/play", include_in_schema=False)
async def back_home() -> Redirect:
    """Where the page that refuses a match leads when its language is changed."""
    return Redirect("/", status_code=303)


@post("/play", include_in_schema=False)
async def play_now(request: Ask, data: Form) -> Response[Any]:
    """Alone with bots, at once, as last chosen."""
    hub: Hub = request.app.state.hub
    shelf: Shelf = request.app.state.shelf
    quick = chosen(data, shelf) if "book" in data else last_chosen(request, shelf)
    known: Visitor | None = request.user
    name = data.get("name", "").strip() or (known.name if known is not None else "") or guest_name(language_of(request))
    try:
        visitor, token = await known_visitor(request, name)
        table = await opened_by(hub, visitor, quick.opening(visitor.name, shelf))
    except Problem as problem:
        return await _home(request, problem)
    return go(request, f"/tables/{table.id}", token, quick.as_cookie())


# --- the tables to look on at


@get("/watch", include_in_schema=False)
async def watch() -> Redirect:
    return Redirect("/tables", status_code=303)


@get("/tables", include_in_schema=False)
async def tables(request: Ask, number: PageNumber = 1) -> Template:
    return page(request, "tables.html", **await _a_page(request.app.state.hub, number))


async def _a_page(hub: Hub, number: int) -> dict[str, Any]:
    count = hub.directory.watched
    pages = max(1, -(-count // ON_A_PAGE))
    number = min(max(1, number), pages)
    room = await hub.awake(hub.directory.to_sit_down(ON_A_PAGE))
    return {
        "watched": await _to_watch(hub, (number - 1) * ON_A_PAGE, number * ON_A_PAGE),
        "with_room": [_watched(table) for table in room if shown(table.id, table.state).room],
        "count": count,
        "page_number": number,
        "pages": pages,
    }


@get("/tables/live", include_in_schema=False)
async def live(request: Ask, number: PageNumber = 0) -> Response[str]:
    """The pictures alone, for a page that keeps itself current; nothing where nothing has changed since."""
    hub: Hub = request.app.state.hub
    found = (await _a_page(hub, number))["watched"] if number else await _to_watch(hub, 0, ON_HOME)
    text = rendered(request, "parts/watched.html", watched=found)
    tag = f'"{sha256(text.encode()).hexdigest()[:24]}"'
    if request.headers.get("if-none-match") == tag:
        return Response("", status_code=304, headers={"etag": tag})
    return Response(text, media_type="text/html", headers={"etag": tag, "cache-control": "no-cache"})


handlers = [home, back_home, play_now, watch, tables, live]
