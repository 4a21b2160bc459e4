"""Reading rule books: the five that come along, a club's own file, and a table's options on top."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import msgspec

from tantera.rules.check import RuleBookError, explain
from tantera.rules.schema import Book, Limit

BOOKS: Final = ("san-juan", "tarragona", "ueh", "competencia-individual", "clasico")
"""The books that come along, by id."""

MOST_BYTES: Final = 1_000_000
"""A longer file is no rule book."""


def load_book(name: str) -> Book:
    """A built-in book by its id, or a file by its path.

    >>> load_book("san-juan").options.limit
    Limit(points=200, hands=None, minutes=40)
    """
    if name in BOOKS:
        return _built_in(name)
    return read_book(Path(name))


@cache
def _built_in(book_id: str) -> Book:
    text = (files("tantera.rules") / "books" / f"{book_id}.toml").read_text("utf-8")
    return parse_book(text, f"{book_id}.toml")


def read_book(path: Path) -> Book:
    """A rule book from a file."""
    expected = f"one of {', '.join(BOOKS)}, or the path of a rule-book file"
    try:
        if path.exists() and not path.is_file():  # a pipe or a device might never end
            raise RuleBookError(str(path), "", "no such book (not a file)", expected)
        with path.open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a path that no file system has
        reason = error.strerror if isinstance(error, OSError) else "not a path"
        raise RuleBookError(str(path), "", f"no such book ({reason})", expected) from None
    if len(raw) > MOST_BYTES:
        raise RuleBookError(str(path), "", f"more than {MOST_BYTES} bytes", "a rule book")
    try:
        return parse_book(raw.decode("utf-8-sig"), str(path))
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise RuleBookError(str(path), "", f"the byte {raw[error.start]:#x}", "a text in UTF-8", line) from None


def parse_book(text: str, source: str = "book") -> Book:
    """A rule book from TOML text; `source` names it in errors."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        where = re.search(r"\(at line (\d+), column \d+\)", str(error))
        wrong = str(error).split(" (at ")[0]
        line = int(where[1]) if where else text.count("\n") + 1
        raise RuleBookError(source, "", f"broken TOML ({wrong})", "key = value, or a [table]", line) from None
    except (RecursionError, ValueError) as error:
        found = "a number of too many digits" if isinstance(error, ValueError) else "values nested too deep"
        raise RuleBookError(source, "", found, "a rule book", 1) from None
    return _convert(data, source, text)


def with_options(book: Book, options: Mapping[str, str | int], limit: str | None = None) -> Book:
    """The book with a table's own options, as DGN's ``Option`` and ``Limit`` tags give them.

    >>> with_options(load_book("san-juan"), {"at_time": "finish_hand"}, "100p").options.at_time
    'finish_hand'
    """
    if not options and limit is None:
        return book
    data = msgspec.to_builtins(book)
    for key, value in options.items():
        if key == "limit":
            limit = str(value)
        elif isinstance(value, str) and re.fullmatch(r"\d{1,9}", value, re.ASCII):
            data["options"][key] = int(value)
        else:
            data["options"][key] = value
    if limit is not None:
        data["options"]["limit"] = msgspec.to_builtins(parse_limit(limit))
    return _convert(data, book.id, "")


def parse_limit(text: str) -> Limit:
    """A limit as DGN writes it: ``200p`` points, ``12h`` hands, ``40m`` minutes, or several.

    >>> parse_limit("200p 40m")
    Limit(points=200, hands=None, minutes=40)
    """
    found: dict[str, int] = {}
    for part in text.split():
        match = re.fullmatch(r"([1-9]\d{0,5})([phm])", part, re.ASCII)
        key = {"p": "points", "h": "hands", "m": "minutes"}[match[2]] if match else ""
        if match is None or key in found:
            raise RuleBookError("limit", "", repr(text), "200p, 12h, 40m, or several of them")
        found[key] = int(match[1])
    try:
        return msgspec.convert(found, Limit)
    except msgspec.ValidationError:
        raise RuleBookError("limit", "", repr(text), "200p, 12h, 40m, or several of them") from None


def _convert(data: dict[str, Any], source: str, text: str) -> Book:
    try:
        return msgspec.convert(data, Book)
    except msgspec.ValidationError as error:
        raise explain(source, text, data, str(error)) from None


def json_schema() -> dict[str, Any]:
    """The JSON Schema of a rule book, for editors that complete and check TOML."""
    return msgspec.json.schema(Book)
