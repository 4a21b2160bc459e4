"""What people see before they sit down: the law in words, and the link and the QR code that let others in."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from typing import Final

import segno
from litestar import Response, get
from litestar.params import FromPath
from msgspec import Struct, to_builtins

from tantera.bots.roster import thinks
from tantera.rules import Book
from tantera.solver.unknown import unknown_in_words
from tantera.telling import LawInWords, law_in_words
from tantera.web.access.newcomers import Ask
from tantera.web.access.visitors import Visitor
from tantera.web.network.invitation import address_for_others
from tantera.web.pages.languages import language_of
from tantera.web.problems import NotAllowed
from tantera.web.tables.api import table_or_nothing
from tantera.web.tables.hub import Hub
from tantera.web.tables.live import LiveTable
from tantera.words import Phrase, translate

BOT_LEVELS: Final = {1: "kind", 2: "a beginner", 3: "a club player", 4: "strong", 5: "merciless"}
"""What a bot of a level is called."""


class TableFacts(Struct, frozen=True):
    """What the page of a table shows and no message repeats."""

    law: LawInWords
    link: str
    """Where others come in, by the address that this visitor uses; empty for who may not let anybody in."""
    cites: dict[str, str | None]
    """The articles behind what the table asks, by subject."""
    bots: dict[str, str]
    """The levels of bots, in a word or two."""
    round: RoundFacts | None = None
    """Of a table of a tournament."""
    clockwise: bool = False
    """Whether the next player sits on the left."""
    bots_without: str = ""
    """Which rules of the book bots that look ahead reckon without."""
    simple_bots: tuple[str, ...] = ()
    """The levels that do not look ahead: that sentence is not about them."""


class RoundFacts(Struct, frozen=True):
    """Which table of a tournament this is, and where its page is."""

    title: str
    table: int
    link: str


def table_facts(request: Ask, table: LiveTable, code: str) -> TableFacts:
    lang, book = language_of(request), table.state.book
    return TableFacts(
        law=law_in_words(book, lang),
        link=_link(request, code) if code else "",
        cites=to_builtins(book.cites),
        bots={f"level-{level}": translate(lang, told) for level, told in BOT_LEVELS.items()},
        round=_round(request, table, lang),
        clockwise=book.options.turns == "to_the_left",
        bots_without=_without(book, lang),
        simple_bots=tuple(level for level in map("level-{}".format, BOT_LEVELS) if not thinks(level)),
    )


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
