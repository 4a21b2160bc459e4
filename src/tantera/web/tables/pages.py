"""The page of a table, and the door to it: what table this is, who are you, would you sit or look on? And what lets
others in: the law in words, a link and its QR code."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from typing import Any, Final
from urllib.parse import quote

import segno
from litestar import Response, get, post
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Template
from msgspec import Struct, to_builtins

from tantera.bots import CHARACTERS, Character, levels_here, plays_here
from tantera.bots.roster import thinks
from tantera.play.actors import SPECTATOR
from tantera.rules import Book, Refusal, Seat
from tantera.rules.dictionary import terms
from tantera.rules.glossary import key_in_words, value_in_words
from tantera.solver.unknown import unknown_in_words
from tantera.tables import TableState
from tantera.tables.orders import Sit
from tantera.tables.seen import eyes_on_the_match
from tantera.telling import LawInWords, law_in_words
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
from tantera.web.books.shelf import book_clock, game_in_words
from tantera.web.clock import now
from tantera.web.network.invitation import address_for_others
from tantera.web.pages.languages import language_of
from tantera.web.pages.rendering import how_to_play_url, page, upfirst
from tantera.web.problems import STATUS, NotAllowed
from tantera.web.tables.api import table_or_nothing
from tantera.web.tables.closed import what_became
from tantera.web.tables.coming import check_code, come_to, comes_without_code, table_by_code
from tantera.web.tables.home import is_new
from tantera.web.tables.hub import Hub
from tantera.web.tables.inviting import Inviting
from tantera.web.tables.live import LiveTable
from tantera.web.tables.opening import own_clock
from tantera.web.tables.pictures import in_list
from tantera.words import Phrase, Problem, translate

BOT_LEVELS: Final = {1: "kind", 2: "a beginner", 3: "a club player", 4: "strong", 5: "merciless"}
"""What a bot of a level is called."""


class FaceFacts(Struct, frozen=True):
    """A bot with a face, as people are told of it."""

    id: str
    name: str
    level: int
    manner: str
    good_at: str


class TableFacts(Struct, frozen=True):
    """What the page of a table shows and no message repeats."""

    law: LawInWords
    link: str
    """Where others come in, by the address that this visitor uses; empty for who may not let anybody in."""
    cites: dict[str, str | None]
    """The articles behind what the table asks, by subject."""
    bots: dict[str, str]
    """The levels of bots, in a word or two."""
    characters: tuple[FaceFacts, ...]
    """The bots that have a name of their own."""
    round: RoundFacts | None = None
    """Of a table of a tournament."""
    clockwise: bool = False
    """Whether the next player sits on the left."""
    how_to_play: str = ""
    """The page that says how this table plays, its own options included."""
    bots_without: str = ""
    """Which rules of the book bots that look ahead reckon without."""
    simple_bots: tuple[str, ...] = ()
    """The bots that do not look ahead, by level and by name: that sentence is not about them."""
    asked: str = ""
    """Whom this visitor has just asked to the table, by name."""
    terms: dict[str, str] = {}
    """The words of the game, each with its place on the page of words: read over the table by a tap."""
    clock: str = ""
    """The table's own time for a move, in words, where it has one."""


class RoundFacts(Struct, frozen=True):
    """Which table of a tournament this is, and where its page is."""

    title: str
    table: int
    link: str


def table_facts(request: Ask, table: LiveTable, code: str, asked: str = "") -> TableFacts:
    lang, book = language_of(request), table.state.book
    clock = own_clock(book, table.state.settings.times.move)
    return TableFacts(
        law=law_in_words(book, lang),
        link=_link(request, code) if code else "",
        cites=to_builtins(book.cites),
        bots={f"level-{level}": translate(lang, told) for level, told in BOT_LEVELS.items() if level in levels_here()},
        characters=tuple(_face(one, lang) for one in CHARACTERS.values() if plays_here(one.id)),
        round=_round(request, table, lang),
        clockwise=book.options.turns == "to_the_left",
        how_to_play=how_to_play_url(table.state.law),
        bots_without=_without(book, lang),
        simple_bots=tuple(bot for bot in (*map("level-{}".format, BOT_LEVELS), *CHARACTERS) if not thinks(bot)),
        asked=asked,
        terms=terms(lang),
        clock="" if clock is None else clock.told(lang),
    )


def _face(one: Character, lang: str) -> FaceFacts:
    return FaceFacts(one.id, one.name, one.level, upfirst(one.manner.told(lang)), upfirst(one.good_at.told(lang)))


def _without(book: Book, lang: str) -> str:
    told = unknown_in_words(book, Phrase("the bots"))
    sentence = "" if told is None else told.told(lang)
    return sentence[:1].upper() + sentence[1:]


def _round(request: Ask, table: LiveTable, lang: str) -> RoundFacts | None:
    hub: Hub = request.app.state.hub
    place = hub.places.get(table.id)
    if place is None:
        return None
    title = translate(lang, "Round {round} · table {table}", round=place.round, table=place.table)
    return RoundFacts(title, place.table, place.address)


@get("/tables/{table_id:str}/qr.svg", include_in_schema=False)
async def table_qr(request: Ask, table_id: FromPath[str]) -> Response[bytes]:
    """The link that lets others in, for those who are in already."""
    table = await table_or_nothing(request, table_id)
    visitor: Visitor | None = request.user
    if visitor is None or table.state.guest(visitor.person) is None or table.state.reserved:
        raise NotAllowed
    hub: Hub = request.app.state.hub
    return Response(_qr(_link(request, hub.code_of(table.id))), media_type="image/svg+xml")


def _link(request: Ask, code: str) -> str:
    return f"{address_for_others(request)}/t/{code}"


@lru_cache(maxsize=1000)
def _qr(text: str) -> bytes:
    """Black on white in either theme: phones read nothing else for sure."""
    drawn = BytesIO()
    code = segno.make(text, error="m", micro=False)
    code.save(drawn, kind="svg", border=2, light="#fff", xmldecl=False, omitsize=True)
    return drawn.getvalue()


class Door(Struct, frozen=True):
    """What is told at the door of a table, to somebody who may come in."""

    game: Phrase
    clock: Phrase | None
    options: list[tuple[Phrase, Phrase | str]]
    """What the table set otherwise than the book."""
    seats: list[tuple[int, str, bool, Phrase]]
    """Number, who sits there, whether one may, and with whom one would play there."""
    playing: bool
    watching: str
    may_sit: bool
    may_watch: bool


def door_of(state: TableState) -> Door:
    options, book = state.book.options, state.book
    between = state.in_play is None and not state.series_open
    seats = [
        (seat, chair.name, between and chair.person is None, _company(state, seat))
        for seat, chair in enumerate(state.chairs, start=1)
    ]
    changed = [
        (key_in_words(f"options.{key}"), value_in_words(f"options.{key}", value)) for key, value in state.law.options
    ]
    return Door(
        game=game_in_words(book, options.limit),
        clock=book_clock(book) or own_clock(book, state.settings.times.move),
        options=changed,
        seats=seats,
        playing=state.in_play is not None,
        watching=state.settings.watching,
        may_sit=any(free for _, _, free, _ in seats),
        may_watch=state.settings.watching != "nobody",
    )


def _company(state: TableState, seat: Seat) -> Phrase:
    """With whom somebody would play at this seat, as far as it is known: nobody knows what number it has."""
    partner = state.across(seat)
    if partner is not None and (name := state.chairs[partner - 1].name):
        return Phrase("partner of {name}", name=name)
    others = {
        place: chair.name
        for place, chair in enumerate(state.chairs, start=1)
        if place not in (seat, partner) and chair.name
    }
    players = len(state.chairs)
    if len(others) == 1 and players > 2:  # else two seats would read alike
        ((place, name),) = others.items()
        offset = (seat - place) * (1 if state.book.options.turns == "to_the_right" else -1) % players
        if offset == 1:
            return Phrase("against {name}, on their right", name=name)
        if offset == players - 1:
            return Phrase("against {name}, on their left", name=name)
    return Phrase("against {names}", names=", ".join(others.values())) if others else Phrase("a seat that is free")


# --- by a code


@get("/t", include_in_schema=False)
async def type_code(request: Ask, code: FromQuery[str] = "") -> Response[Any]:
    """The field for a code, as a plain form sends it."""
    typed = "".join(code.split())[:40]
    return Redirect(f"/t/{quote(typed, safe='')}", status_code=303) if typed else await _ask_code(request)


@get("/t/{code:str}", include_in_schema=False)
async def by_code(request: Ask, code: FromPath[str]) -> Response[Any]:
    """Where a QR code leads."""
    try:
        table = await table_by_code(request, code)
    except Problem as problem:
        return await _ask_code(request, code, problem)
    visitor: Visitor | None = request.user
    if visitor is not None and table.state.guest(visitor.person) is not None:
        return Redirect(f"/tables/{table.id}", status_code=303)
    return _door(request, table, code=code[:40])


async def _ask_code(request: Ask, code: str = "", problem: Problem | None = None) -> Template:
    status = 200 if problem is None else STATUS[problem.code]
    tonight = await request.app.state.tonight(request)
    return page(request, "code.html", status=status, code=code[:10], problem=problem, table=None, tonight=tonight)


# --- the table and its door


@get("/tables/{table_id:str}", include_in_schema=False)
async def table_page(request: Ask, table_id: FromPath[str], asked: FromQuery[str] = "") -> Response[Any]:
    """The table, for those who are at it and those who may look on; a door for others. Once it is closed, what became
    of it."""
    hub: Hub = request.app.state.hub
    table = await hub.find_as_it_is(table_id[:40])
    if table is None:
        return await what_became(request, table_id[:40])
    visitor: Visitor | None = request.user
    known = visitor is not None and table.state.guest(visitor.person) is not None
    passing = eyes_on_the_match(table.state, SPECTATOR) is not None and table.state.match is not None
    if not known and not passing:
        place = hub.places.get(table.id)
        return _door(request, table) if place is None else Redirect(place.address, status_code=303)
    code = hub.code_of(table.id) if known and not table.state.reserved else ""
    facts = table_facts(request, table, code, await _whom_they_asked(request, table, asked[:64]))
    teaches = known and table.state.settings.manner == "home" and len(table.state.players) == 1 and is_new(request, hub)
    return page(request, "table.html", table=table, code=code, book=table.state.book, facts=facts, teaches=teaches)


@get("/tables/{table_id:str}/enter", include_in_schema=False)
async def door(request: Ask, table_id: FromPath[str]) -> Response[Any]:
    hub: Hub = request.app.state.hub
    table = await hub.find_as_it_is(table_id[:40])
    if table is None:
        return await what_became(request, table_id[:40])
    visitor: Visitor | None = request.user
    if visitor is not None and table.state.guest(visitor.person) is not None:
        return Redirect(f"/tables/{table.id}", status_code=303)
    return _door(request, table)


@post("/tables/{table_id:str}/enter", include_in_schema=False)
async def come_in(request: Ask, table_id: FromPath[str], data: Form) -> Response[Any]:
    """Come in under a name, and sit down where one wishes to. Who has none yet and came by one tap is asked for it at
    the door."""
    table = await table_or_nothing(request, table_id)
    known: Visitor | None = request.user
    code, name, seat, token = data.get("code", ""), data.get("name", ""), data.get("seat", ""), None
    if known is not None and not code and await _is_asked(request, table, known.person):
        code = request.app.state.hub.code_of(table.id)  # who asked them has it, and gave it with the invitation
    try:
        await check_code(request, table.state, known.person if known is not None else None, code)
    except Problem as problem:
        if table.state.settings.public or not code:
            raise
        return page(
            request, "code.html", status=STATUS.get(problem.code, 403), code=code[:10], problem=problem, table=table
        )
    if is_nameless(request, name):
        return _door(request, table, code=code[:40], seat=seat, problem=NameWanted() if "name" in data else None)
    try:
        visitor, token = await known_visitor(request, name)
        await come_to(request, table, visitor.person, visitor.name, code)
    except Problem as problem:
        again = _door(request, table, code=code[:40], name=name, seat=seat, problem=problem)
        return remembered(request, again, token)
    await _sit(table, visitor.person, seat)
    return go(request, f"/tables/{table.id}", token)


async def _is_asked(request: Ask, table: LiveTable, person: str) -> bool:
    inviting: Inviting = request.app.state.inviting
    return any(one.table == table.id for one in (await inviting.of(person)).open(now()))


async def _whom_they_asked(request: Ask, table: LiveTable, person: str) -> str:
    """The name of somebody whom the visitor has asked here, and of nobody else."""
    inviting: Inviting = request.app.state.inviting
    sessions: Sessions = request.app.state.sessions
    visitor: Visitor | None = request.user
    if not person or visitor is None:
        return ""
    open_ones = (await inviting.of(person)).open(now())
    asked = any(one.table == table.id and one.by == visitor.person for one in open_ones)
    asked = asked or (visitor.person == table.state.host and person in table.state.settings.invited)
    return (await sessions.about(person)).name if asked else ""


async def _sit(table: LiveTable, person: str, wish: str) -> None:
    """Where they wish, or as the host's partner, or at the first seat that is free. Who comes too late looks on: the
    table says so itself."""
    free = [seat for seat, _, may, _ in door_of(table.state).seats if may]
    if wish == "any":
        empty = [seat for seat in free if not table.state.chairs[seat - 1].taken]
        partner = beside_the_host(table.state)
        wish = str(partner if partner in empty else next(iter(empty or free), ""))
    if wish in map(str, free):
        try:
            await table.order(Sit(int(wish)), person)
        except Refusal:
            return


def beside_the_host(state: TableState) -> Seat | None:
    """The empty seat of the host's partner, which a friend is offered first."""
    host = state.seat_of(state.host)
    partner = None if host is None else state.across(host)
    return partner if partner is not None and not state.chairs[partner - 1].taken else None


def _door(
    request: Ask,
    table: LiveTable,
    code: str = "",
    name: str = "",
    seat: str | None = None,
    problem: Problem | None = None,
) -> Template:
    """What table this is: told to who has its code, or to anybody where it is public."""
    visitor: Visitor | None = request.user
    asked = visitor is not None and comes_without_code(table.state, visitor.person)
    if not code and not table.state.settings.public and not asked:
        return page(request, "code.html", code="", problem=None, table=table)
    first = beside_the_host(table.state)
    return page(
        request,
        "door.html",
        status=200 if problem is None else STATUS.get(problem.code, 409),
        table=table,
        glance=in_list(table),
        book=table.state.book,
        door=door_of(table.state),
        code=code,
        name=name or (visitor.own_name if visitor is not None else ""),
        seat=seat if seat is not None else str(first or "any"),
        first=first,
        problem=problem,
    )


handlers = [type_code, by_code, table_page, table_qr, door, come_in]
