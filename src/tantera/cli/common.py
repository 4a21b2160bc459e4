"""What the commands share: their options, and how they answer."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

if TYPE_CHECKING:
    from tantera.rules import Book, Books

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")]
Language = Annotated[str, typer.Option("--lang", envvar="TANTERA_LANG", help="es, ca or en.")]
TileNames = Annotated[
    str | None,
    typer.Option("--tile-names", help="Say tiles in the words of a region: es, es-pito, es-sena, ca, en…"),
]
Options = Annotated[list[str] | None, typer.Option("--option", help="key=value; repeatable.")]
LimitText = Annotated[str | None, typer.Option("--limit", help="200p points, 12h hands, 40m minutes, or several.")]
BookName = Annotated[str, typer.Option("--book", help="A book's id, or the path of a rule-book file.")]


def fail(message: object) -> NoReturn:
    """One line on standard error, and status 2."""
    print(message, file=sys.stderr)
    raise typer.Exit(2)


def print_json(data: Any) -> None:
    """Letters as they are where the output can have them: a ``?`` in their place would be another text."""
    encoding = (getattr(sys.stdout, "encoding", None) or "utf-8").lower().replace("-", "")
    print(json.dumps(data, ensure_ascii=not encoding.startswith("utf")))


def book_of(name: str, options: list[str] | None = None, limit: str | None = None) -> Book:
    """The book with the options of the command line, or one sentence and status 2."""
    from tantera.rules import RuleBookError, load_book, with_options

    try:
        return with_options(load_book(name), option_pairs(options or []), limit)
    except (RuleBookError, ValueError) as error:
        fail(error)


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


def check_writable(option: str, file: Path) -> None:
    """Before anything long begins: could the file be written when it is over?"""
    if file.is_dir() or not file.parent.is_dir():
        fail(f"{option}: found {file}, expected a file in a folder that exists")
    if not os.access(file if file.exists() else file.parent, os.W_OK):
        fail(f"{option}: found {file} (Permission denied), expected a file to write")


def option_pairs(options: list[str]) -> dict[str, str | int]:
    """What ``--option key=value`` says, each time it is given. Raises `ValueError` with a sentence."""
    pairs: dict[str, str | int] = {}
    for option in options:
        key, equals, value = option.partition("=")
        if not equals:
            raise ValueError(f"--option: found {option!r}, expected key=value")
        pairs[key.strip()] = value.strip()
    return pairs


def check_tile_names(region: str | None) -> None:
    from tantera.tiles import SUIT_NAMES

    if region is not None and region not in SUIT_NAMES:
        fail(f"--tile-names: found {region!r}, expected one of {', '.join(SUIT_NAMES)}")


def errors_in(context: typer.Context, lang: str) -> str:
    """The language for errors: the one that somebody asked for by ``--lang`` or its variable, else English."""
    asked = context.get_parameter_source("lang")
    return "en" if asked is None or asked.name == "DEFAULT" else lang


def check_lang(lang: str) -> None:
    if lang not in ("es", "ca", "en"):
        fail(f"--lang: found {lang!r}, expected es, ca or en")
