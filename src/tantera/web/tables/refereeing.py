"""For the referee of a table: finding an infraction in the book, and what would follow before it is written down."""

from __future__ import annotations

from typing import Annotated

from litestar import get
from litestar.params import FromPath, FromQuery, QueryParameter
from msgspec import Struct

from tantera.play import Match
from tantera.play.orders import RecordInfraction
from tantera.referee import entry
from tantera.referee.catalogue import ruling_article
from tantera.rules import Book, Infraction, Refusal, RuleBookError
from tantera.rules.telling import what_follows
from tantera.sheet import look_up, look_up_at, needs
from tantera.sheet.infractions import Offender
from tantera.tables.permission import actor_of
from tantera.tables.state import TableState
from tantera.telling import Corrections, Followed, corrections, foreseen
from tantera.web.access.visitors import Ask, Visitor
from tantera.web.pages.languages import language_of
from tantera.web.problems import NotAllowed, NotFound
from tantera.web.tables.api import table_or_nothing
from tantera.web.tables.hub import Hub

Words = Annotated[str, QueryParameter(max_length=200)]
Short = Annotated[str, QueryParameter(max_length=40)]


class FoundInfraction(Struct, frozen=True):
    """An entry of a book's catalogue, and what has to be asked to record it."""

    article: str
    name: str
    grade: str
    """How grave it is, where the book has grades."""
    example: str
    also: str
    """What players call it."""
    follows: list[str]
    """What the book says that it brings."""
    offender: Offender
    tile: bool
    turn: bool
    touched: bool
    noticed: bool
    ruling: bool
    against: str = ""
    """Why it cannot have happened at the table, where somebody asks at one and it cannot."""


class Choice(Struct, frozen=True):
    text: str
    follows: str


class WouldFollow(Struct, frozen=True):
    """What a record would bring at this table, at this moment."""

    refused: str
    """Why it would be refused; empty where it would not."""
    follows: list[Followed]
    asks: str
    """Who would be asked to decide; empty where nobody is."""
    article: str
    """Behind the refusal, or behind what is asked."""
    choices: list[Choice]


@get("/api/books/{book_id:str}/infractions", tags=["books"])
async def infractions(request: Ask, book_id: FromPath[str], q: Words = "") -> list[FoundInfraction]:
    """What the words may mean in this book's catalogue, the best first; all of it without words."""
    hub: Hub = request.app.state.hub
    lang = language_of(request)
    try:
        book = hub.books(book_id[:80])
    except RuleBookError:
        raise NotFound from None
    if q.strip():
        return [_found_infraction(book, one, lang) for one in look_up(book, q, lang)]
    ruling = entry(book, ruling_article(book))
    rest = [] if ruling is None or ruling in book.catalogue else [ruling]
    return [_found_infraction(book, one, lang) for one in (*book.catalogue, *rest)]


@get("/api/tables/{table_id:str}/infractions", tags=["tables"])
async def infractions_here(
    request: Ask, table_id: FromPath[str], q: Words = "", seat: Annotated[int | None, QueryParameter(ge=1, le=4)] = None
) -> list[FoundInfraction]:
    """The same at a table, what can have happened there first. For its referee alone: racks have a part in it."""
    _, match = await _refereed(request, table_id)
    lang = language_of(request)
    found = look_up_at(match, q, lang, seat if seat in match.seats else None, live=True)
    return [_found_infraction(match.book, one, lang, against and against.named(match.names)) for one, against in found]


async def _refereed(request: Ask, table_id: str) -> tuple[TableState, Match]:
    """A table whose referee asks, and the match there."""
    table, visitor = (await table_or_nothing(request, table_id)).state, request.user
    if visitor is None or visitor.person != table.referee or table.in_play is None:
        raise NotAllowed
    return table, table.in_play


def _found_infraction(book: Book, infraction: Infraction, lang: str, against: Refusal | None = None) -> FoundInfraction:
    ask = needs(book, infraction)
    return FoundInfraction(
        article=infraction.article,
        name=infraction.name.text(lang),
        grade=next((one.name.text(lang) for one in book.severities if one.id == infraction.severity), ""),
        example=infraction.example.text(lang),
        also=infraction.also.text(lang) if infraction.also is not None else "",
        follows=[sentence.told(lang) for sentence in what_follows(book, infraction)],
        offender=ask.offender,
        tile=ask.tile,
        turn=ask.turn,
        touched=infraction.touched is not None,
        noticed=infraction.while_right_waits,
        ruling=ask.ruling,
        against=against.told(lang) if against is not None else "",
    )


@get("/api/tables/{table_id:str}/foresee", tags=["tables"])
async def foresee(
    request: Ask,
    table_id: FromPath[str],
    article: Short,
    seat: Annotated[int | None, QueryParameter(ge=1, le=4)] = None,
    turn: Annotated[int | None, QueryParameter(ge=0, le=999)] = None,
    tile: Short = "",
    touched: FromQuery[bool] = False,
    noticed: FromQuery[bool] = False,
) -> WouldFollow:
    """What would follow if the referee recorded this now. For the table's referee alone: racks have a part in it."""
    table, match = await _refereed(request, table_id)
    details = [("tile", tile)] if tile else []
    details += [("turn", str(turn))] if turn is not None else []
    details += [("touched", "yes")] if touched else []
    details += [("noticed", "own")] if noticed else []
    order = RecordInfraction(article, seat, tuple(details), turn)
    lang = language_of(request)
    try:
        outcome = foreseen(match, order, actor_of(table, match, order, request.user.person), lang)
    except Refusal as refusal:
        return WouldFollow(refusal.named(match.names).told(lang), [], "", refusal.article, [])
    question = outcome.question
    if question is None:
        return WouldFollow("", list(outcome.follows), "", "", [])
    choices = [Choice(one.text, one.follows) for one in question.answers]
    return WouldFollow("", list(outcome.follows), question.text, question.article, choices)


@get("/api/tables/{table_id:str}/corrections", tags=["tables"])
async def what_to_put_right(request: Ask, table_id: FromPath[str]) -> Corrections:
    """What the table's referee may undo or have decided otherwise."""
    table = await table_or_nothing(request, table_id)
    visitor: Visitor | None = request.user
    ledger = table.state.ledger
    if visitor is None or visitor.person != table.state.referee or ledger is None:
        raise NotAllowed
    return corrections(ledger, language_of(request))


handlers = [infractions, infractions_here, foresee, what_to_put_right]
