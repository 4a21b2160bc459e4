"""Tables for programs: everything the pages do, as JSON."""

from __future__ import annotations

from typing import Annotated, Final

from litestar import Response, get, post
from litestar.enums import RequestEncodingType
from litestar.openapi.spec import Example
from litestar.params import BodyKwarg, FromPath
from msgspec import Meta, Struct

from tantera.bots.characters import cast
from tantera.play.actors import SPECTATOR
from tantera.tables import joined
from tantera.tables.orders import Propose, SeatBot, Sit, Start
from tantera.tables.people import a_name
from tantera.tables.seen import eyes_on_the_match
from tantera.web.access.visitors import API, Ask, Name, Sessions, Visitor, known_visitor, one_more, with_session
from tantera.web.problems import NotAllowed, NotFound
from tantera.web.tables.coming import check_code, come_to, table_by_code
from tantera.web.tables.hub import Hub
from tantera.web.tables.live import LiveTable
from tantera.web.tables.opening import Opening
from tantera.web.tables.pictures import TableInList, in_list
from tantera.words.alike import sounds_alike

_LISTED: Final = 200
"""Public tables in the list."""


class Opened(Struct, frozen=True):
    """A table that is open, or that somebody has come to."""

    table: str
    code: str
    """What lets others in."""


class Coming(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody comes to a table."""

    name: Name
    code: Annotated[str, Meta(max_length=40)] = ""


class Token(Struct, frozen=True):
    token: str
    """Shown once. Send it as ``Authorization: Bearer …``."""
    person: str


_OPENINGS: Final = [
    Example("Alone with bots", value={"name": "Ana", "book": "tarragona", "bots": "all"}),
    Example(
        "For friends, by code",
        value={
            "name": "Ana",
            "book": "clasico",
            "options": {"players": 3, "set": "double-nine"},
            "limit": "150p 40m",
            "settings": {"watching": "no_racks", "chat": "book", "bot": "level-2"},
        },
    ),
]
AnOpening = Annotated[Opening, BodyKwarg(media_type=RequestEncodingType.JSON, examples=_OPENINGS)]
_COMINGS: Final = [Example("By code", value={"name": "Biel", "code": "K7QM"})]
AComing = Annotated[Coming, BodyKwarg(media_type=RequestEncodingType.JSON, examples=_COMINGS)]


async def opened_by(hub: Hub, visitor: Visitor, opening: Opening) -> LiveTable:
    """Open a table, sit down at it and, with bots, begin."""
    table = await hub.open(opening.the_book(hub.books), visitor.person, opening.name, opening.settings)
    if opening.referee:
        await table.order(Propose("referee"), visitor.person)
    elif opening.seat:
        await table.order(Sit(min(opening.seat, len(table.state.chairs))), visitor.person)
    if opening.bots == "all":
        for order in _other_bots(hub, table, visitor.person):
            await table.order(order, visitor.person)
        await table.order(Start(), visitor.person)
    return table


def _other_bots(hub: Hub, table: LiveTable, person: str) -> list[SeatBot]:
    """Who sits down where a bot that usually does is called as somebody with whom this person has played: another one,
    or where there is none, that one by a name that says what it is. The table keeps who sat down, and not why."""
    company = {
        called
        for match in hub.directory.matches_of(person)
        for player, name in zip(match.players, match.names, strict=True)
        if player not in ("", person)
        for called in (name, name.split()[0])
    }
    state = table.state
    free = [seat for seat, chair in enumerate(state.chairs, start=1) if not chair.taken]
    people = [guest.name for guest in state.guests]
    usual = cast(state.settings.bot, state.host, len(free), people)
    called = {sounds_alike(name) for name in company}
    if not any(sounds_alike(one.name) in called for one in usual):
        return []
    others = cast(state.settings.bot, state.host, len(free), [*people, *company])
    return [
        SeatBot(seat, one.id, f"{one.name} bot" if sounds_alike(one.name) in called else "")
        for seat, one in zip(free, others, strict=True)
    ]


@post("/api/tables", status_code=201, summary="Open a table", **API)
async def open_table(request: Ask, data: AnOpening) -> Response[Opened]:
    """Open a table and sit down at it; with bots at once, the match begins. Somebody new gets a session."""
    hub: Hub = request.app.state.hub
    opening_book = data.the_book(hub.books)
    data.settings.check(opening_book)
    visitor, token = await known_visitor(request, a_name(data.name))
    table = await opened_by(hub, visitor, data)
    return with_session(request, Opened(table.id, hub.code_of(table.id)), token, 201)


@get("/api/tables", tags=["tables"], summary="Public tables")
async def public_tables(request: Ask) -> list[TableInList]:
    """The tables that anybody may look at."""
    hub: Hub = request.app.state.hub
    return [in_list(table) for table in await hub.awake(hub.directory.public(_LISTED))]


@get("/api/codes/{code:str}", tags=["tables"], summary="The table of a code")
async def table_of_code(request: Ask, code: FromPath[str]) -> Opened:
    """The table that a code lets into. Wrong ones are counted, and slow down whoever guesses."""
    hub: Hub = request.app.state.hub
    table = await table_by_code(request, code)
    return Opened(table.id, hub.code_of(table.id))


@post("/api/tables/{table_id:str}/enter", status_code=200, summary="Come to a table", **API)
async def enter(request: Ask, table_id: FromPath[str], data: AComing) -> Response[Opened]:
    """Come to a table, to look on until one sits down."""
    table = await table_or_nothing(request, table_id)
    known: Visitor | None = request.user
    await check_code(request, table.state, known.person if known is not None else None, data.code)
    visitor, token = await known_visitor(request, a_name(data.name))
    await come_to(request, table, visitor.person, visitor.name, data.code)
    return with_session(request, Opened(table.id, request.app.state.hub.code_of(table.id)), token)


@get("/api/tables/{table_id:str}", tags=["tables"], summary="A table as you may see it")
async def look(request: Ask, table_id: FromPath[str]) -> Response[bytes]:
    """The whole screen, as the socket's first message has it."""
    table = await table_or_nothing(request, table_id)
    visitor: Visitor | None = request.user
    known = visitor is not None and table.state.guest(visitor.person) is not None
    if not known and eyes_on_the_match(table.state, SPECTATOR) is None:
        raise NotAllowed
    reader = visitor.person if visitor is not None and known else SPECTATOR
    return Response(joined(table.state, reader), media_type="application/json")


@post("/api/tokens", status_code=201, summary="A token for a program", **API)
async def bot_token(request: Ask, data: AComing) -> Token:
    """A token for a program: it is a person of its own. Who has a session finds it on `/me`, and can take it back."""
    sessions: Sessions = request.app.state.sessions
    name = a_name(data.name)
    one_more(request)
    token, visitor = await sessions.bot_of(request.user, name)
    return Token(token, visitor.person)


async def table_or_nothing(request: Ask, table_id: str) -> LiveTable:
    hub: Hub = request.app.state.hub
    table = await hub.find_as_it_is(table_id[:40])
    if table is None:
        raise NotFound
    return table


handlers = [open_table, public_tables, table_of_code, enter, look, bot_token]
