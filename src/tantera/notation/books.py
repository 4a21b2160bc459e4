"""The rule book a document is played by.

A document comes from anywhere and names its book. Which books there are is the caller's to say, by a function; unless
it says otherwise they are the ones that come along, so nothing a stranger sends can make a server open a path.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from tantera.notation.document import Document
from tantera.notation.errors import DgnError, Where
from tantera.rules import (
    BOOKS,
    Book,
    Books,
    RuleBookError,
    built_in_books,
    law_hash,
    law_names,
    load_book,
    with_options,
)
from tantera.words import Phrase

LAW_LETTERS: Final = 16
"""How much of a law's hash a document writes down."""


def book_of(document: Document, books: Books = built_in_books) -> Book:
    """The book a document is played by, with its own limit and options."""
    name = document.tag("Book") or ""
    options, places = _options(document)
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
    if law is not None and (len(law) < LAW_LETTERS or not any(name.startswith(law) for name in law_names(book))):
        found = Phrase("the law {law}", law=law)
        expected = Phrase("{law}, the law of {book}: was it changed?", law=law_hash(book)[:LAW_LETTERS], book=name)
        raise DgnError(document.place_of("Law"), found, expected)
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


def law_tag(book: Book) -> str | None:
    """How a document says by which law it was played, where the name of the book is not enough; None where it is.

    A file of a club's own may be changed later, or be another one of that name: the start of the law's hash tells.
    """
    base = book.base
    if base.id in BOOKS and law_hash(base) == law_hash(load_book(base.id)):
        return None
    return law_hash(base)[:LAW_LETTERS]


def book_tag(file: Path, book: str) -> str:
    """How `file` names a book: by its id, or by its path from the folder of the file."""
    return book if book in BOOKS or not Path(book).is_file() else os.path.relpath(book, file.parent)
