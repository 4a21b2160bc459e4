"""The home page, playing at once, and the tables to look on at. The list of all tables is in `lobby.py`."""

from __future__ import annotations

from hashlib import sha256
from typing import Annotated, Any, Final

from litestar import Response, get, post
from litestar.params import QueryParameter
from litestar.response import Redirect, Template
from msgspec import Struct
from msgspec.structs import replace

from tantera.play import AskRedeal, Match, options
from tantera.rules import Seat
from tantera.tables.agreements import missing
from tantera.tables.settings import Pace
from tantera.tables.state import LEFT, TableState
from tantera.web.access.visitors import Ask, Form, Visitor, go, known_visitor
from tantera.web.books.shelf import Shelf, ShortName, book_in_short, game_in_words, limit_in_words
from tantera.web.clock import now
from tantera.web.pages.languages import language_of
from tantera.web.pages.rendering import page, rendered
from tantera.web.tables.api import opened_by
from tantera.web.tables.hub import Hub, shown
from tantera.web.tables.inviting import Inviting, has_room
from tantera.web.tables.live import LiveTable
from tantera.web.tables.opening import CLOCKS, COOKIE, LEVELS_IN_WORDS, Quick, chosen, first_hand, last_chosen
from tantera.web.tables.pictures import TableInList, in_list, picture
from tantera.words import Phrase, Problem

ON_HOME: Final = 3
"""How many tables the home page shows."""
ON_A_PAGE: Final = 24
FIRST_HAND: Final = "first_hand"
"""The cookie that says that somebody has played a first hand to its end here (`table/guide.js`)."""

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
    game: Phrase
    score: str
    """How it stands, the visitor's side first; nothing before the first line."""
    alone: bool
    """Whether it is a match with bots and nobody else."""
    first_hand: bool
    """Whether it is the hand of somebody who plays for the first time."""
    timed: bool
    """Whether somebody's time runs there."""


async def my_tables(hub: Hub, visitor: Visitor | None) -> list[MyTable]:
    """Where a match of the visitor's goes on, or they wait for one; those that wait for them first, where
    their time runs before the others, the newest first.
    A match that is over and a table to which they said goodbye ask nothing of anybody."""
    if visitor is None:
        return []
    theirs = [table for table in await hub.tables_of(visitor.person) if _asks(table.state, visitor.person)]
    told = [_my_table(hub, table, visitor.person) for table in reversed(theirs)]
    return sorted(told, key=lambda one: (not one.mine, not one.timed, not one.hand))


def _asks(state: TableState, person: str) -> bool:
    """Whether somebody who has a seat here, or opened it, may still have something to do."""
    guest = state.guest(person)
    theirs = state.seat_of(person) is not None or state.host == person
    stayed = guest is not None and guest.presence.where is not LEFT
    return theirs and stayed and (state.match is None or state.in_play is not None)


async def left_behind(hub: Hub, visitor: Visitor | None, just_left: str) -> list[MyTable]:
    """Tables that the visitor left in the middle of a match which others play on, where their seat is theirs; of those
    where nobody else plays only the one they have just left."""
    if visitor is None:
        return []
    person = visitor.person
    return [
        _my_table(hub, table, person)
        for table in await hub.tables_of(person)
        if table.state.in_play is not None
        and not table.state.reserved
        and table.state.seat_of(person) is not None
        and (guest := table.state.guest(person)) is not None
        and guest.presence.where is LEFT
        and (table.state.players != (person,) or table.id == just_left)
    ]


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
        doing = Phrase("waiting for players")
    elif state.pause is not None and state.pause.why in ("away", "restart") and person in state.waits_for:
        doing, mine = (Phrase("your turn") if turn in (None, seat) else Phrase("it waits for you")), True
    elif state.pause is not None:
        doing = Phrase("paused")
    elif mine:
        doing = Phrase("your turn")
    elif turn is not None and turn != seat:
        doing = Phrase("{name} plays", name=match.names[turn - 1])
    else:
        doing = Phrase("in play")
    if match is not None and seat is not None and state.chairs[seat - 1].bot is not None:
        doing, mine = Phrase("a bot plays for you until you are back"), False
    return MyTable(
        id=table.id,
        code=hub.code_of(table.id),
        book=ShortName(state.book),
        doing=doing,
        hand=0 if match is None else match.hand_number,
        mine=mine,
        game=game_in_words(state.book, state.book.options.limit),
        score=_score(match, seat),
        alone=match is not None and state.players == (person,),
        first_hand=state.settings.first_hand,
        timed=match is not None and state.has_clock and state.pause is None,
    )


def _score(match: Match | None, seat: Seat | None) -> str:
    if match is None or not match.lines:
        return ""
    mine_first = sorted(zip(match.sides, match.score, strict=True), key=lambda one: seat not in one[0])
    return "–".join(str(points) for _, points in mine_first)


class WaitingTable(Struct, frozen=True):
    """A table that waits for the visitor: somebody with whom they have played asked them, or who saw them here; or
    where they have a seat, and another match is proposed."""

    table: str
    host: str
    game: Phrase
    seated: bool = False
    """Whether they have a seat there: then `host` is who proposes another match."""


async def invitations(request: Ask) -> list[WaitingTable]:
    """Where one sits down by one tap, or says no; the newest first. Before them where another match is proposed."""
    hub: Hub = request.app.state.hub
    inviting: Inviting = request.app.state.inviting
    visitor: Visitor | None = request.user
    if visitor is None:
        return []
    known = await inviting.of(visitor.person)
    inviters = {one.table: one.by for one in reversed(known.open(now()))}
    theirs = await hub.awake(hub.directory.inviting(visitor.person))
    waiting = {
        table.id: (table, table.state.host)
        for table in theirs
        if visitor.person in shown(table.id, table.state).invited and table.id not in known.declined
    }
    for table in await hub.awake(inviters):
        if has_room(table.state) and table.state.guest(visitor.person) is None:
            waiting[table.id] = table, inviters[table.id]
    hosts = [(table, table.state.guest(host)) for table, host in waiting.values()]
    return _asked_again(hub, visitor.person) + [
        WaitingTable(table.id, host.name, game_in_words(table.state.book, table.state.book.options.limit))
        for table, host in hosts
        if host is not None
    ]


def _asked_again(hub: Hub, person: str) -> list[WaitingTable]:
    """Where a rematch waits for somebody's word. It waits for less than a minute: no table is woken for it."""
    awake = [table for one in hub.directory.tables_of(person) if (table := hub.tables.get(one)) is not None]
    return [
        WaitingTable(table.id, by.name, game_in_words(table.state.book, table.state.book.options.limit), seated=True)
        for table in awake
        for proposal in table.state.proposals
        if proposal.what in ("rematch", "partners")
        and any(person in group for group in missing(table.state, proposal))
        and (by := table.state.guest(proposal.person)) is not None
    ]


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


async def _at_home(request: Ask) -> tuple[list[Watched], int, int]:
    """The tables to look on at that home shows, how many there are and how many have room: of others. Nobody looks on
    at a table where they sit."""
    hub: Hub = request.app.state.hub
    visitor: Visitor | None = request.user
    known = [] if visitor is None else await hub.tables_of(visitor.person)
    mine = [shown(one.id, one.state) for one in known if visitor and one.state.seat_of(visitor.person) is not None]
    found = await _to_watch(hub, 0, ON_HOME + len(mine))
    others = [one for one in found if one.glance.table not in {own.table for own in mine}]
    count = hub.directory.watched - sum(one.watched for one in mine)
    return others[:ON_HOME], max(0, count), max(0, hub.directory.with_room - sum(one.room for one in mine))


# --- home


@get("/", include_in_schema=False)
async def home(request: Ask) -> Template:
    """The home page; with what is being chosen in the address, for a page that shows at once what its button starts."""
    hub: Hub = request.app.state.hub
    asked = dict(request.query_params)
    return await _home(request, chosen(asked, hub.shelf) if "book" in asked else last_chosen(request, hub))


async def _home(request: Ask, quick: Quick, problem: Problem | None = None) -> Template:
    hub: Hub = request.app.state.hub
    shelf: Shelf = request.app.state.shelf
    lang = language_of(request)
    mine = await my_tables(hub, request.user)
    go_on = next((one for one in mine if one.alone), None)
    others = [one for one in mine if one is not go_on]
    watched, count, with_room = await _at_home(request)
    return page(
        request,
        "home.html",
        status=200 if problem is None else 409,
        problem=problem,
        recovered=request.user is not None and "recovered" in request.query_params,
        newcomer=not mine and _is_newcomer(request, hub),
        go_on=go_on,
        others=others,
        left_behind=await left_behind(hub, request.user, request.query_params.get("left", "")),
        my_turn=any(one.mine for one in mine),
        first_time=_is_first_time(request, hub, mine),
        learned=await request.app.state.learned(request),
        invitations=await invitations(request),
        tonight=await request.app.state.tonight(request),
        quick=quick,
        quick_book=shelf.find(quick.book),
        books=shelf.all(),
        levels=LEVELS_IN_WORDS,
        clock_choices=[(key, words.told(lang)) for key, (_, words) in CLOCKS.items()],
        shorts={book.id: book_in_short(book) for book in shelf.all()},
        short_names={book.id: ShortName(book) for book in shelf.all()},
        watched=watched,
        last=None if watched else hub.directory.last_public(),
        count=count,
        with_room=with_room,
    )


def _is_newcomer(request: Ask, hub: Hub) -> bool:
    """Whether nothing has been played or chosen on this device: its home asks whether one knows how to."""
    visitor: Visitor | None = request.user
    if COOKIE in request.cookies or "book" in request.query_params:
        return False
    return visitor is None or not hub.directory.matches_of(visitor.person)


def _is_first_time(request: Ask, hub: Hub, mine: list[MyTable]) -> bool:
    """Whether neither a first hand nor a match has been played to its end: until then home offers to teach it, but for
    the first hand that is there to go on with."""
    return is_new(request, hub) and not any(one.first_hand for one in mine)


def is_new(request: Ask, hub: Hub) -> bool:
    """Whether neither a first hand nor a match has been played to its end."""
    visitor: Visitor | None = request.user
    if FIRST_HAND in request.cookies:
        return False
    return visitor is None or not hub.directory.matches_of(visitor.person)


@get(["/play", "/first-hand"], include_in_schema=False)
async def back_home() -> Redirect:
    """Where the page that refuses a match leads when its language is changed."""
    return Redirect("/", status_code=303)


@post("/play", include_in_schema=False)
async def play_now(request: Ask, data: Form) -> Response[Any]:
    """Alone with bots, at once, as last chosen."""
    hub: Hub = request.app.state.hub
    shelf: Shelf = request.app.state.shelf
    quick = chosen(data, shelf) if "book" in data else last_chosen(request, hub)
    pace: Pace = "slow" if is_new(request, hub) else "usual"  # whoever learns follows with their eyes
    try:
        visitor, token = await known_visitor(request, data.get("name", ""))
        opening = quick.opening(visitor.name, shelf)
        table = await opened_by(hub, visitor, replace(opening, settings=replace(opening.settings, pace=pace)))
    except Problem as problem:
        return await _home(request, quick, problem)
    return go(request, f"/tables/{table.id}", token, quick.as_cookie())


@post("/first-hand", include_in_schema=False)
async def play_first_hand(request: Ask, data: Form) -> Response[Any]:
    """A hand that teaches; who has left one goes on with it."""
    hub: Hub = request.app.state.hub
    known: Visitor | None = request.user
    for left in await hub.tables_of(known.person) if known is not None else ():
        if left.state.settings.first_hand and left.state.in_play is not None:
            return go(request, f"/tables/{left.id}", None)
    try:
        visitor, token = await known_visitor(request, data.get("name", ""))
        table = await opened_by(hub, visitor, first_hand(visitor.name))
    except Problem as problem:
        return await _home(request, last_chosen(request, hub), problem)
    return go(request, f"/tables/{table.id}", token)


# --- the tables to look on at


@get("/watch", include_in_schema=False)
async def watch() -> Redirect:
    return Redirect("/tables", status_code=303)


async def a_page(hub: Hub, number: int) -> dict[str, Any]:
    """One page of the tables to look on at."""
    count = hub.directory.watched
    pages = max(1, -(-count // ON_A_PAGE))
    number = min(max(1, number), pages)
    return {
        "watched": await _to_watch(hub, (number - 1) * ON_A_PAGE, number * ON_A_PAGE),
        "count": count,
        "page_number": number,
        "pages": pages,
    }


@get("/tables/mine", include_in_schema=False)
async def mine(request: Ask) -> Response[str]:
    """How the visitor's own tables stand and to which they are asked, in so few words that a page in another tab can
    ask every few seconds."""
    hub: Hub = request.app.state.hub
    lang, told = language_of(request), await my_tables(hub, request.user)
    lines = [f"{one.id} {one.hand} {one.doing.told(lang)}" for one in told]
    return _part(request, "\n".join([*lines, *(one.table for one in await invitations(request))]))


@get("/tables/invited", include_in_schema=False)
async def invited(request: Ask) -> Response[str]:
    """To which tables the visitor is asked, for a page that keeps itself current."""
    return _part(request, rendered(request, "parts/invited.html", invitations=await invitations(request)))


@get("/tables/live", include_in_schema=False)
async def live(request: Ask, number: PageNumber = 0) -> Response[str]:
    """The pictures alone, for a page that keeps itself current; nothing where nothing has changed since."""
    hub: Hub = request.app.state.hub
    found = (await a_page(hub, number))["watched"] if number else (await _at_home(request))[0]
    return _part(request, rendered(request, "parts/watched.html", watched=found))


def _part(request: Ask, text: str) -> Response[str]:
    tag = f'"{sha256(text.encode()).hexdigest()[:24]}"'
    if request.headers.get("if-none-match") == tag:
        return Response("", status_code=304, headers={"etag": tag})
    return Response(text, media_type="text/html", headers={"etag": tag, "cache-control": "no-cache"})


handlers = [home, back_home, play_now, play_first_hand, watch, mine, invited, live]
