"""Reading rule books: the five that come along, a club's own file, and a table's options on top."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import islice
from pathlib import Path
from typing import Any, Final

import msgspec

from tantera.rules.basics import Mistake, Mistakes
from tantera.rules.broken import why_broken
from tantera.rules.check import RuleBookError, shown
from tantera.rules.extend import MOST_MISTAKES, Layer, changed, in_its_file, raised
from tantera.rules.mistakes import mistakes_in
from tantera.rules.runnable import points_without_points, tournament_mistakes
from tantera.rules.schema import Book, Options
from tantera.rules.tournament import Limit
from tantera.words import Phrase
from tantera.words.guesses import close_to

SOURCE_BOOKS: Final = ("san-juan", "tarragona", "ueh", "competencia-individual", "clasico")
"""The books whose sources are federations and clubs, article by article."""

FAMILY_BOOKS: Final = (
    "puerto-rico-500",
    "dominicano-200",
    "jamaica-six-love",
    "brasil-7",
    "cuba-doble-nueve",
    "venezuela-75",
    "fives-and-threes",
)
"""The books of other families: what is publicly known of how a country plays, told in our own words."""

BOOKS: Final = (*SOURCE_BOOKS, *FAMILY_BOOKS)
"""The books that come along, by id."""

MOST_BYTES: Final = 1_000_000
"""A longer file is no rule book."""

MOST_FILES: Final = 5
"""How many books may stand on each other's shoulders."""

_STUDIED: Final = msgspec.json.Decoder(Book)
"""Made for this alone: msgspec studies a type when it first meets it, and two threads that do so at once crash it."""


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
    return _whole(_built_in_layer(book_id), None)


@cache
def _built_in_layer(book_id: str) -> Layer:
    text = (files("tantera.rules") / "books" / f"{book_id}.toml").read_text("utf-8")
    return Layer(f"{book_id}.toml", text, _data(text, f"{book_id}.toml"), built_in=True)


@cache
def former_editions(book_id: str) -> tuple[Book, ...]:
    """What a built-in book said before a rule of it changed, the latest first: logs of those days name that law.

    Each is a file in ``books/before`` that says what was different.

    >>> [book.options.tied_block for book in former_editions("cuba-doble-nueve")]
    ['mano_wins']
    """
    folder = files("tantera.rules") / "books" / "before"
    paths = sorted(folder.iterdir(), key=lambda path: path.name, reverse=True)
    texts = [(path.name, path.read_text("utf-8")) for path in paths if path.name.startswith(f"{book_id}.")]
    return tuple(_whole(Layer(name, text, _data(text, name), built_in=True), None) for name, text in texts)


def read_book(path: Path) -> Book:
    """A rule book from a file. What it extends may lie in the same folder or below it."""
    return _whole(_layer(path), path)


def parse_book(text: str, source: str = "book") -> Book:
    """A rule book from TOML text; `source` names it in errors. Having no folder, it may extend built-in books only."""
    return _whole(Layer(source, text, _data(text, source)), None)


def book_of_data(data: dict[str, Any], source: str) -> Book:
    """A whole book as somebody kept it, checked like one in a file."""
    return _convert(data, [Layer(source, "", data)])


def read_layers(name: str) -> tuple[Book, list[Layer]]:
    """A book by its id or its path, and the files it is made of: the book's own stands first."""
    path = None if name in BOOKS else Path(name)
    layers = _chain(_built_in_layer(name) if path is None else _layer(path), path)
    return load_book(name), layers


def read_text(text: str, source: str) -> tuple[Book, list[Layer]]:
    """The same of a text that stands in no file yet."""
    layers = _chain(Layer(source, text, _data(text, source)), None)
    return _whole(layers[0], None), layers


def _layer(path: Path) -> Layer:
    expected = Phrase("one of {books}, or the path of a rule-book file", books=", ".join(BOOKS))
    try:
        if path.exists() and not path.is_file():  # a pipe or a device might never end
            raise RuleBookError(str(path), "", Phrase("no such book ({reason})", reason=Phrase("not a file")), expected)
        with path.open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a path that no file system has
        reason = _REASONS.get(type(error), Phrase("not a path"))
        raise RuleBookError(str(path), "", Phrase("no such book ({reason})", reason=reason), expected) from None
    if len(raw) > MOST_BYTES:
        found = Phrase("more than {most} bytes", most=MOST_BYTES)
        raise RuleBookError(str(path), "", found, Phrase("a rule book"))
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        found = Phrase("the byte {byte}", byte=f"{raw[error.start]:#x}")
        raise RuleBookError(str(path), "", found, Phrase("a text in UTF-8"), line) from None
    return Layer(str(path), text, _data(text, str(path)))


_REASONS: Final[dict[type[Exception], Phrase]] = {
    FileNotFoundError: Phrase("there is no such file"),
    PermissionError: Phrase("the file may not be read"),
    IsADirectoryError: Phrase("not a file"),
}


_DEEP_KEY: Final = re.compile(
    r"""(?: (?: (?<![\w-])[\w-]++ | (?<!\\)"(?:[^"\\\n]|\\.)*+" | '[^'\n]*+' ) [ \t]*+ \. [ \t]*+ ){16}""", re.VERBOSE
)
"""Names joined by dots, more than any book has: `tomllib` takes time and memory by the square of their number."""


def _data(text: str, source: str) -> dict[str, Any]:
    if deep := _DEEP_KEY.search(text):
        line = text.count("\n", 0, deep.start()) + 1
        raise RuleBookError(source, "", Phrase("values nested too deep"), Phrase("a rule book"), line)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        why = why_broken(text, str(error))
        raise RuleBookError(source, "", why.found, why.expected, why.line) from None
    except (RecursionError, ValueError) as error:
        digits = isinstance(error, ValueError)
        found = Phrase("a number of too many digits") if digits else Phrase("values nested too deep")
        raise RuleBookError(source, "", found, Phrase("a rule book"), 1) from None


# --- a book that changes another one


def _whole(layer: Layer, path: Path | None) -> Book:
    """The book of a file, with everything it extends."""
    layers = _chain(layer, path)
    data = layers[-1].data
    if len(layers) == 1:
        if "without" in data:
            found, expected = Phrase("something to leave out"), Phrase("extends, the book to leave it out of")
            raise layer.error(Mistake(("without",), found, expected))
        return _convert(data, layers)
    for one in reversed(layers[:-1]):
        data = changed(data, one)
    return _convert(data, layers)


def _chain(layer: Layer, path: Path | None) -> list[Layer]:
    """The file, the one it extends, and so on."""
    layers, seen = [layer], [path.resolve()] if path is not None else []
    folder = path.parent.resolve() if path is not None else None
    while "extends" in layers[-1].data:
        last, name = layers[-1], layers[-1].data["extends"]
        if name in BOOKS:
            layers.append(_built_in_layer(name))
            continue
        base = _base(last, name, path, folder)
        if base.resolve() in seen:
            found = Phrase("{name}, which leads back to itself", name=repr(name))
            raise last.error(Mistake(("extends",), found, Phrase("a book that does not extend this one")))
        if len(layers) == MOST_FILES:
            found = Phrase("a chain of more than {most} books", most=MOST_FILES)
            raise last.error(Mistake(("extends",), found, Phrase("a shorter chain")))
        path = base
        seen.append(base.resolve())
        layers.append(_layer(base))
    return layers


def _base(layer: Layer, name: object, path: Path | None, folder: Path | None) -> Path:
    """The file that `extends` names. It may not leave the folder: a book is somebody else's file, and must not be a
    way to look at the files of the machine that reads it."""

    def wrong(found: str | Phrase) -> RuleBookError:
        books = ", ".join(BOOKS)
        close = close_to(name, BOOKS)
        expected = Phrase("one of {books}, or a .toml file in the folder of this one", books=books)
        if close is not None:
            expected = Phrase("{close} perhaps, or {others}", close=close, others=expected)
        return layer.error(Mistake(("extends",), found, expected))

    if not isinstance(name, str) or not name.endswith(".toml") or len(name) > 200 or "\0" in name:
        raise wrong(shown(name))
    if path is None or folder is None:
        raise wrong(Phrase("{name}, but this text stands in no folder", name=shown(name)))
    base = path.parent / name
    if Path(name).is_absolute() or "\\" in name or not base.resolve().is_relative_to(folder):
        raise wrong(Phrase("{name}, outside the folder", name=shown(name)))
    if not base.is_file():
        raise wrong(Phrase("{name}, which is no file", name=shown(name)))
    return base


def with_options(book: Book, options: Mapping[str, str | int], limit: str | None = None) -> Book:
    """The book with a table's own options, as DGN's ``Option`` and ``Limit`` tags give them: the same object for the
    same options, and no part of the book copied.

    >>> with_options(load_book("san-juan"), {"at_time": "finish_hand"}, "100p").options.at_time
    'finish_hand'
    """
    if not options and limit is None:
        return book
    data: dict[str, Any] = msgspec.to_builtins(book.options)
    for key, value in options.items():
        if key == "limit":
            limit = str(value)
        elif isinstance(value, str) and re.fullmatch(r"\d{1,9}", value, re.ASCII):
            data[key] = int(value)
        else:
            data[key] = value
    if limit is not None:
        data["limit"] = msgspec.to_builtins(parse_limit(limit))
    if book.customs.fewer_play_alone and "play" not in options and data["players"] in (2, 3):
        data["play"] = "alone"  # CL-jugadores
    try:
        return book.under(msgspec.convert(data, Options))
    except (msgspec.ValidationError, UnicodeEncodeError, Mistakes):
        whole = {**msgspec.to_builtins(book), "options": data}
        raise _refused(whole, [Layer(book.id, "", whole)]) from None


_A_LIMIT: Final = Phrase("200p, 12h, 40m, or several of them, each from 1 to 999999")


def parse_limit(text: str) -> Limit:
    """A limit as DGN writes it: ``200p`` points, ``12h`` hands, ``40m`` minutes, or several.

    >>> parse_limit("200p 40m")
    Limit(points=200, hands=None, minutes=40)
    """
    parts: dict[str, int] = {}
    for part in text.split():
        match = re.fullmatch(r"([1-9]\d{0,5})([phm])", part, re.ASCII)
        key = {"p": "points", "h": "hands", "m": "minutes"}[match[2]] if match else ""
        if match is None or key in parts:
            raise RuleBookError("limit", "", repr(text), _A_LIMIT)
        parts[key] = int(match[1])
    try:
        return msgspec.convert(parts, Limit)
    except msgspec.ValidationError:
        raise RuleBookError("limit", "", repr(text), _A_LIMIT) from None


def _convert(data: dict[str, Any], layers: Sequence[Layer]) -> Book:
    try:
        book = msgspec.convert(data, Book)
    except (msgspec.ValidationError, UnicodeEncodeError):
        raise _refused(data, layers) from None
    # A table may set its options otherwise, and then no tournament is meant: only the book itself must be able to run.
    mistakes = (*points_without_points(book), *tournament_mistakes(book))
    if mistakes:
        raise raised([in_its_file(mistake, data, layers) for mistake in mistakes])
    return book


def _refused(data: dict[str, Any], layers: Sequence[Layer]) -> RuleBookError:
    mistakes = islice(mistakes_in(data), MOST_MISTAKES)
    return raised([in_its_file(mistake, data, layers) for mistake in mistakes])
