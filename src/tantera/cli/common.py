"""What the commands share: their options, and how they answer."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from tantera.cli.language import spoken
from tantera.words import Phrase, Problem, reason_of
from tantera.words.catalogue import LANGS, OF_BOOKS

if TYPE_CHECKING:
    from tantera.rules import Book, Books
    from tantera.words.phrases import Tellable

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")]


def _one_of(langs: tuple[str, ...], expected: Phrase) -> Callable[..., str]:
    """What somebody asked for, else what the machine is set to (LANG), else Spanish."""

    def chosen(context: typer.Context, lang: str) -> str:
        asked = context.get_parameter_source("lang")
        if asked is None or asked.name == "DEFAULT":
            return spoken()
        return lang if lang in langs else fail_wrong("--lang", repr(lang), expected)

    return chosen


_OURS = _one_of(LANGS, Phrase("es, ca or en"))
_OF_BOOKS = _one_of(OF_BOOKS, Phrase("es, ca, en or pt"))

Language = Annotated[str, typer.Option("--lang", envvar="TANTERA_LANG", callback=_OURS, help="es, ca or en.")]
BookLanguage = Annotated[
    str, typer.Option("--lang", envvar="TANTERA_LANG", callback=_OF_BOOKS, help="es, ca, en or pt.")
]
"""Where a rule book is made, read or compared: Portuguese is one of them."""
TileNames = Annotated[
    str | None,
    typer.Option("--tile-names", help="Say tiles in the words of a region: es, es-pito, es-sena, ca, en…"),
]
Options = Annotated[list[str] | None, typer.Option("--option", help="key=value; repeatable.")]
LimitText = Annotated[str | None, typer.Option("--limit", help="200p points, 12h hands, 40m minutes, or several.")]
BookName = Annotated[str, typer.Option("--book", help="A book's id, or the path of a rule-book file.")]


def fail(message: object, lang: str = "") -> NoReturn:
    """One line on standard error, a problem's in this language or in that of the command line, and status 2."""
    from tantera.cli.bare import bare

    told = message.cited(lang or spoken()) if isinstance(message, Problem) else str(message)
    print(bare(told), file=sys.stderr)
    raise typer.Exit(2)


def fail_wrong(where: str, found: object, expected: Tellable | str) -> NoReturn:
    """``--svg: found …, expected …`` on standard error, and status 2."""
    fail(Problem(wrong(where, found, expected)))


def cannot(path: object, error: OSError) -> Phrase:
    """A path and why the system does not give it."""
    return Phrase("{path} ({reason})", path=path, reason=reason_of(error))


def cannot_be_written(error: OSError) -> Phrase:
    """A file, or standard output, that the system does not take."""
    message = "{place}: found no way to write it ({reason}), expected room for it"
    return Phrase(message, place=error.filename or Phrase("standard output"), reason=reason_of(error))


def unreadable(path: object, error: OSError, expected: Phrase) -> Phrase:
    """A file that the system does not give."""
    message = "{path}: found no way to read it ({reason}), expected {expected}"
    return Phrase(message, path=path, reason=reason_of(error), expected=expected)


def wrong(where: str, found: object, expected: Tellable | str) -> Phrase:
    """``--save: found x, expected a file``, in any language."""
    message = "{where}: {field}found {found}, expected {expected}"
    return Phrase(message, where=where, field="", found=found, expected=expected)


def print_json(data: Any) -> None:
    """Letters as they are where the output can have them: a ``?`` in their place would be another text."""
    encoding = (getattr(sys.stdout, "encoding", None) or "utf-8").lower().replace("-", "")
    print(json.dumps(data, ensure_ascii=not encoding.startswith("utf")))


def book_of(name: str, options: list[str] | None = None, limit: str | None = None) -> Book:
    """The book with the options of the command line, or a `Problem`."""
    from tantera.rules import load_book, with_options

    return with_options(load_book(name), option_pairs(options or []), limit)


def books_beside(folder: Path) -> Books:
    """The books that a document on this machine may name: those that come along, and files.

    A ``.toml`` is looked for in the folder of the document first; any other path is taken as it stands.
    """
    from tantera.rules import BOOKS, load_book

    def find(name: str) -> Book:
        if name in BOOKS or not name.endswith(".toml"):
            return load_book(name)
        try:
            beside = (folder / name).is_file()
        except OSError:  # a name too long for this file system
            beside = False
        return load_book(str(folder / name) if beside else name)

    return find


def called() -> str:
    """How this program is called at this computer: as somebody has just done, so that what is said can be typed."""
    return os.environ.get("TANTERA_CALLED") or "tantera"


def check_writable(option: str, file: Path) -> None:
    """Before anything long begins: could the file be written when it is over, a picture if there is one already?"""
    from tantera.cli.keeping import check_kind

    if file.is_dir() or not file.parent.is_dir():
        fail_wrong(option, file, Phrase("a file in a folder that exists"))
    if not os.access(file if file.exists() else file.parent, os.W_OK):
        fail_wrong(option, cannot(file, PermissionError(13, "Permission denied")), Phrase("a file to write"))
    try:
        check_kind(file, b"<svg")
    except OSError as error:
        fail_wrong(option, cannot(file, error), Phrase("a file to write"))


def write_drawing(file: Path, drawing: str) -> None:
    """What ``--svg`` asks for."""
    from tantera.cli.keeping import write_output

    try:
        write_output(file, drawing.encode())
    except OSError as error:
        fail_wrong("--svg", cannot(file, error), Phrase("a file to write"))


def option_pairs(options: list[str]) -> dict[str, str | int]:
    """What ``--option key=value`` says, each time it is given. Anything else is a `Problem`."""
    pairs: dict[str, str | int] = {}
    for option in options:
        key, equals, value = option.partition("=")
        if not equals:
            raise Problem(wrong("--option", repr(option), Phrase("key=value")))
        pairs[key.strip()] = value.strip()
    return pairs


def check_tile_names(region: str | None) -> None:
    from tantera.tiles import SUIT_NAMES

    if region is not None and region not in SUIT_NAMES:
        fail_wrong("--tile-names", repr(region), Phrase("one of {listed}", listed=", ".join(SUIT_NAMES)))


def is_bare(context: typer.Context) -> bool:
    """Whether somebody typed the command alone: then it asks. A name, a language and where to save say nothing yet."""
    told = (
        context.get_parameter_source(name)
        for name in context.params
        if name not in ("lang", "name", "save", "tile_names")
    )
    return all(source is None or source.name == "DEFAULT" for source in told)


def nobody_reads(path: Path | None) -> Phrase:
    """What is said where the output was closed in the middle of a match."""
    if path is None:
        return Phrase("standard output: found nobody who reads it, expected a terminal; the match could not be saved")
    return Phrase("standard output: found nobody who reads it, expected a terminal; the match is in {path}", path=path)
