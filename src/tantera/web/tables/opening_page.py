"""The page where a table is opened. A plain form: it works without script."""

from __future__ import annotations

from typing import Any, Final

from litestar import Request, Response, get, post
from litestar.params import FromQuery
from litestar.response import Template

from tantera.rules import Book
from tantera.rules.basics import Named
from tantera.rules.glossary import key_in_words
from tantera.web.access.forms import Form, go
from tantera.web.access.names import guest_name
from tantera.web.access.newcomers import known_visitor
from tantera.web.access.visitors import Visitor
from tantera.web.books.naming import ShortName, book_clock, book_in_short
from tantera.web.books.shelf import Shelf
from tantera.web.pages.languages import language_of
from tantera.web.pages.rendering import page, upfirst
from tantera.web.tables.api import opened_by
from tantera.web.tables.hub import Hub
from tantera.web.tables.opening_form import Typed, option_fields, read_form, usual_values
from tantera.web.tables.quick import CLOCKS, LEVELS_IN_WORDS
from tantera.words import Phrase, Problem

UNTICKED: Final = {"take_backs": "", "pauses": ""}
"""A box that is not ticked is not sent at all."""


@get("/tables/new", include_in_schema=False)
async def new_table(request: Request[Any, Any, Any], book: FromQuery[str] = "") -> Template:
    shelf: Shelf = request.app.state.shelf
    chosen = shelf.find(book) if shelf.has(book) else shelf.find("tarragona")
    visitor: Visitor | None = request.user
    return _form(request, chosen, Typed(usual_values(chosen, visitor.name if visitor is not None else ""), None, {}))


@post("/tables/new", include_in_schema=False)
async def open_it(request: Request[Any, Any, Any], data: Form) -> Response[Any]:
    """Open the table; or, where another book was pressed, ask again with what that book asks."""
    shelf: Shelf = request.app.state.shelf
    data = UNTICKED | data
    if shelf.has(other := data.get("choose", "")):
        return _form(request, shelf.find(other), _for_another_book(data, shelf, other))
    if not data.get("name", "").strip():
        data = data | {"name": guest_name(language_of(request))}
    typed = read_form(data, shelf)
    book = shelf.find(data["book"]) if shelf.has(data.get("book", "")) else shelf.find("tarragona")
    if typed.opening is None:
        return _form(request, book, typed)
    hub: Hub = request.app.state.hub
    try:
        visitor, token = await known_visitor(request, typed.opening.name)
        table = await opened_by(hub, visitor, typed.opening)
    except Problem as problem:
        return _form(request, book, Typed(data, None, {"form": problem}))
    return go(request, f"/tables/{table.id}", token)


def _for_another_book(data: dict[str, str], shelf: Shelf, other: str) -> Typed:
    """What was typed stays; what was only the book's own becomes the other book's."""
    before = shelf.find(data["book"]) if shelf.has(data.get("book", "")) else shelf.find(other)
    was, usual = usual_values(before, ""), usual_values(shelf.find(other), "")
    kept = {key: value for key, value in data.items() if key in usual and value != was.get(key)}
    return Typed(usual | kept | {"book": other}, None, {})


def _form(request: Request[Any, Any, Any], book: Book, typed: Typed) -> Template:
    shelf: Shelf = request.app.state.shelf
    lang = language_of(request)
    return page(
        request,
        "opening.html",
        status=400 if typed.mistakes else 200,
        book=book,
        books=shelf.all(),
        values=usual_values(book, "") | dict(typed.values),
        mistakes={field: problem.told(lang) for field, problem in typed.mistakes.items()},
        labels=_labels(book, lang),
        asked=option_fields(book),
        clock=book_clock(book),
        clock_choices=[(key, words.told(lang)) for key, (_, words) in CLOCKS.items()],
        shorts={one.id: book_in_short(one) for one in shelf.all()},
        short_names={one.id: ShortName(one) for one in shelf.all()},
        talk_words=_talk(book),
        levels=LEVELS_IN_WORDS,
        abandonment=Named(book.abandonment.name) if book.abandonment is not None else None,
        abandonment_article=book.abandonment.article if book.abandonment is not None else "",
        guest=guest_name(lang),
    )


_LABELS: Final = {
    "book": Phrase("Rule book"),
    "points": Phrase("Points"),
    "minutes": Phrase("Minutes"),
    "hands": Phrase("Hands"),
    "name": Phrase("Your name"),
    "public": Phrase("Who may come"),
    "bots": Phrase("Empty seats"),
    "level": Phrase("Bots"),
    "clock": Phrase("Time for a move"),
    "seat": Phrase("You"),
    "watching": Phrase("Those who look on see"),
    "delay": Phrase("How many hands later"),
    "chat": Phrase("Talk"),
    "away": Phrase("If somebody leaves and does not come back"),
}
"""What the fields are called above them, for the list of mistakes."""


def _labels(book: Book, lang: str) -> dict[str, str]:
    options = {key: key_in_words(f"options.{key}") for key in book.asks}
    return {field: upfirst(words.told(lang)) for field, words in (options | _LABELS).items()}


def _talk(book: Book) -> Phrase:
    """What the book says of talk, for who opens the table (TG-7.9)."""
    if book.comment_seconds is None:
        return Phrase("before and after the match")
    return Phrase("partners for {seconds} seconds after a hand, all after the match", seconds=book.comment_seconds)


handlers = [new_table, open_it]
