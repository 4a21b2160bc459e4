"""The rule book a document is played by.

A document comes from anywhere and names its book. Which books there are is the caller's to say, by a function; unless
it says otherwise they are the ones that come along, so nothing a stranger sends can make a server open a path.
"""

from __future__ import annotations

import binascii
import os
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

import msgspec

from tantera.notation.document import Document
from tantera.notation.errors import DgnError, Where
from tantera.rules import (
    BOOKS,
    Book,
    Books,
    RuleBookError,
    built_in_books,
    built_in_edition,
    former_editions,
    law_hash,
    law_names,
    load_book,
    with_options,
)
from tantera.rules.articles import Article
from tantera.rules.loader import MOST_BYTES, book_of_data
from tantera.words import Phrase

LAW_LETTERS: Final = 16
"""How much of a law's hash a document writes down."""


def book_of(document: Document, books: Books = built_in_books) -> Book:
    """The book a document is played by, with its own limit and options."""
    options, places = _options(document)
    book = _named(document, books)
    try:
        return with_options(book, options, document.tag("Limit"))
    except RuleBookError as error:
        key = "limit" if error.source == "limit" else error.field.removeprefix("options.")
        # Two options may only be wrong together (tiles for so many players): then the last one written is named.
        where = places.get(key) or [places[key] for key in options if key in places][-1]
        found, expected = error.reasons
        if error.field:
            found = Phrase("{field}: {reason}", field=error.field, reason=found)
        raise DgnError(where, found, expected) from None


def _named(document: Document, books: Books) -> Book:
    """The book that is named, where it is found and says what it said then; else the one that the document carries."""
    law, carries = document.tag("Law"), document.tag("LawText")
    try:
        return _found(document, books)
    except DgnError:
        if law is None or carries is None:
            raise
    try:
        book = book_carried(carries)
    except RuleBookError as error:
        raise DgnError(document.place_of("LawText"), *error.reasons) from None
    if not _is_law(book, law):
        found = Phrase("the law {law}", law=law_hash(book)[:LAW_LETTERS])
        raise DgnError(document.place_of("LawText"), found, Phrase("the law {law}", law=law))
    return book


def _found(document: Document, books: Books) -> Book:
    name = document.tag("Book") or ""
    try:
        book = books(name)
    except RuleBookError as error:
        found, expected = error.reasons
        if error.field:
            found = Phrase("{field}: {reason}", field=error.field, reason=found)
        place = name if error.line is None else Phrase("{source}, line {line}", source=name, line=error.line)
        unknown = Phrase("{name}: {reason}", name=place, reason=found)
        raise DgnError(document.place_of("Book"), unknown, expected) from None
    law = document.tag("Law")
    if law is not None and len(law) >= LAW_LETTERS and (book.id in BOOKS and book is load_book(book.id)):
        book = built_in_edition(book.id, law) or book
    if law is not None and not _is_law(book, law):
        found = Phrase("the law {law}", law=law)
        expected = Phrase("{law}, the law of {book}: was it changed?", law=law_hash(book)[:LAW_LETTERS], book=name)
        raise DgnError(document.place_of("Law"), found, expected)
    return book


def _is_law(book: Book, law: str) -> bool:
    return len(law) >= LAW_LETTERS and any(name.startswith(law) for name in law_names(book))


def _options(document: Document) -> tuple[dict[str, str | int], dict[str, Where]]:
    """What the tags change in the book, and where each says so."""
    players = document.tag("Players")
    options: dict[str, str | int] = {} if players is None else {"players": players}
    places = {"players": document.place_of("Players"), "limit": document.place_of("Limit")}
    for where, option in document.placed("Option"):
        key, equals, value = (part.strip() for part in option.partition("="))
        if not equals or not key or not value:
            raise DgnError(where, repr(option), Phrase("key=value"))
        if key in options:
            raise DgnError(where, repr(option), Phrase("{key} once", key=key))
        options[key], places[key] = value, where
    if "limit" in options and document.tag("Limit") is not None:
        found = Phrase("Option limit={limit}", limit=options["limit"])
        raise DgnError(places["limit"], found, Phrase("one limit: the tag Limit is there too"))
    return options, places


def editions_of(document: Document, books: Books = built_in_books) -> Iterator[Books]:
    """The books by which a document may have been played: those that the caller has and, where it does not say by which
    law, what a built-in book said before one of its rules changed."""
    yield books
    name = document.tag("Book") or ""
    if document.tag("Law") is None and name in BOOKS:
        for former in former_editions(name):
            yield {name: former}.__getitem__


def is_own(book: Book) -> bool:
    """Whether this is a book of somebody's own, or one that comes along, today's or an earlier edition of it."""
    return built_in_edition(book.base.id, law_hash(book.base)) is None


def law_tags(book: Book) -> tuple[tuple[str, str], ...]:
    """How a document says by which law it was played, where the name of the book is not enough.

    A file of a club's own may be changed later, or be another one of that name, or lie on another machine, and some
    books that come along said something else once: the start of the law's hash tells, and a book of somebody's own is
    carried along.
    """
    base, is_the_clubs = book.base, is_own(book)
    law = (("Law", law_hash(base)[:LAW_LETTERS]),) if is_the_clubs or former_editions(base.id) else ()
    return (*law, ("LawText", carried(base))) if is_the_clubs else law


def book_tag(file: Path, book: str) -> str:
    """How `file` names a book: by its id, or by its path from the folder of the file."""
    return book if book in BOOKS or not Path(book).is_file() else os.path.relpath(book, file.parent)


# --- a club's own book, carried in a text that is read where nobody has the book's own file ------------------------
#
# It is the whole book, not what it changes in another one: the law holds wherever it is read, by whatever version. Only
# articles that stand word for word in a book that comes along are named instead of copied: they are most of a book.


def carried(book: Book) -> str:
    """The book in letters, figures, ``+``, ``/`` and ``=``; the options that a table set are no part of it.

    >>> book_carried(carried(load_book("ueh"))) == load_book("ueh")
    True
    """
    book = book.base
    known: str | None = book.__dict__.get("carried")
    if known is None:
        data = msgspec.to_builtins(book)
        data["article"] = [
            _place(article) or whole for article, whole in zip(book.articles, data["article"], strict=True)
        ]
        known = b64encode(zlib.compress(msgspec.json.encode(data), 9)).decode("ascii")
        book.__dict__["carried"] = known
    return known


@lru_cache(maxsize=16)
def book_carried(text: str) -> Book:
    """The book of such a text, checked like any other; a `RuleBookError` where there is none in it."""
    try:
        unpacked = zlib.decompressobj()
        raw = unpacked.decompress(b64decode(text, validate=True), MOST_BYTES)
        data = msgspec.json.decode(raw)
        if not unpacked.eof or not isinstance(data, dict) or not isinstance(data.get("article"), list):
            raise ValueError
        data["article"] = [_article(article) if isinstance(article, str) else article for article in data["article"]]
    except (ValueError, LookupError, RecursionError, binascii.Error, zlib.error, msgspec.DecodeError):
        raise RuleBookError("book", "", shortened(text), Phrase("a rule book")) from None
    return book_of_data(data, "book")


def shortened(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:39] + "…")


def _place(article: Article) -> str | None:
    """``tarragona TG-9.2``: where everybody has the same words."""
    return _places().get(msgspec.json.encode(article))


def _article(place: str) -> Any:
    name, _, article = place.partition(" ")
    known = load_book(name).find(article) if name in BOOKS else None
    if known is None:
        raise LookupError(place)
    return msgspec.to_builtins(known)


@cache
def _places() -> dict[bytes, str]:
    return {
        msgspec.json.encode(one): f"{name} {one.id}" for name in reversed(BOOKS) for one in load_book(name).articles
    }
