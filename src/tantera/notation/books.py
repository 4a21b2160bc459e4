"""The rule book a document is played by."""

from __future__ import annotations

import os
from pathlib import Path

from tantera.notation.document import Document
from tantera.notation.errors import DgnError
from tantera.rules import BOOKS, Book, RuleBookError, load_book, with_options


def book_of(document: Document, folder: Path | None = None) -> Book:
    """The book a document is played by, with its own limit and options."""
    name = document.tag("Book") or ""
    players = document.tag("Players")
    options: dict[str, str | int] = {} if players is None else {"players": players}
    places = {"players": document.place_of("Players"), "limit": document.place_of("Limit")}
    for where, option in document.placed("Option"):
        key, equals, value = (part.strip() for part in option.partition("="))
        if not equals or not key or not value:
            raise DgnError(where, repr(option), "key=value")
        if key in options:
            raise DgnError(where, repr(option), f"{key} once")
        options[key], places[key] = value, where
    if "limit" in options and document.tag("Limit") is not None:
        raise DgnError(places["limit"], f"Option limit={options['limit']}", "one limit: the tag Limit is there too")
    try:
        book = load_book(str(_beside(folder, name) or name))
    except RuleBookError as error:
        raise DgnError(document.place_of("Book"), f"{name} ({error.found})", error.expected) from None
    try:
        return with_options(book, options, document.tag("Limit"))
    except RuleBookError as error:
        key = "limit" if error.source == "limit" else error.field.removeprefix("options.")
        # Two options may only be wrong together (tiles for so many players): then the last one written is named.
        where = places.get(key) or [places[key] for key in options][-1]
        field = f"{error.field}: " if error.field else ""
        raise DgnError(where, f"{field}{error.found}", error.expected) from None


def book_tag(file: Path, book: str) -> str:
    """How `file` names a book: by its id, or by its path from the folder of the file."""
    return book if book in BOOKS or not Path(book).is_file() else os.path.relpath(book, file.parent)


def _beside(folder: Path | None, name: str) -> Path | None:
    """A rule book of that name in the folder of the file, if there is one."""
    if folder is None or not name.endswith(".toml"):
        return None
    try:
        return folder / name if (folder / name).is_file() else None
    except OSError:  # a name too long for this file system
        return None
