"""The pad and its file: a new sheet from what the command line or a person says, one to go on with, and saving it."""

from __future__ import annotations

import os
from datetime import date
from pathlib import Path

from rich.text import Text

from tantera.cli.common import books_beside
from tantera.cli.pad.asking import MOST_TEXT, Questions
from tantera.notation import DgnError
from tantera.notation.books import book_tag, law_tag
from tantera.rules import BOOKS, load_book
from tantera.sheet import Pad
from tantera.words import Phrase, Problem


class PadError(Problem):
    """A sheet that cannot begin or go on: one sentence."""

    code = "sheet"


def start(
    path: Path | None, book: str | None, limit: str | None, options: list[str], names: str | None, questions: Questions
) -> tuple[Pad, Path]:
    """The pad and its file."""
    if path is not None and path.exists():
        return _again(path, book, limit, options, names), path
    if path is not None and not path.parent.is_dir():
        message = "{path}: found no folder {folder}, expected one that exists"
        raise PadError(Phrase(message, path=path, folder=path.parent))
    name = book or _ask_book(questions)
    path = path or _free_path(Path(name).stem)
    tags = _tags(path, name, limit, options)
    empty = _begun(tags, path)
    law = law_tag(empty.book)
    tags += [("Law", law)] if law is not None else []
    seats = _names(names, len(empty.match.names)) or _ask_names(questions, len(empty.match.names))
    tags += [(f"Seat{seat}", player) for seat, player in enumerate(seats, start=1) if player]
    tags += [("Date", date.today().isoformat())]
    tags += [("Limit", str(empty.book.options.limit))] if limit is None and not _sets_limit(options) else []
    return _begun(tags, path), path


def save(pad: Pad, path: Path) -> None:
    """The sheet in its file, whole or not at all: a pulled plug leaves the one before."""
    draft = path.with_name(path.name + ".part")
    with draft.open("w", encoding="utf-8") as file:
        file.write(pad.text)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)


def _begun(tags: list[tuple[str, str]], path: Path) -> Pad:
    try:
        return Pad.begun(tags, books_beside(path.parent))
    except DgnError as error:
        found, expected = error.reasons
        raise PadError(Phrase("found {found}, expected {expected}", found=found, expected=expected)) from None


def _tags(path: Path, book: str, limit: str | None, options: list[str]) -> list[tuple[str, str]]:
    """What the command line says, as tags."""
    tags = [("Book", book_tag(path, book))]
    tags += [("Limit", limit)] if limit is not None else []
    for option in options:
        key, _, value = (part.strip() for part in option.partition("="))
        tags.append(("Players", value) if key == "players" and value else ("Option", option.strip()))
    return tags


def _sets_limit(options: list[str]) -> bool:
    return any(option.partition("=")[0].strip() == "limit" for option in options)


def _names(text: str | None, players: int) -> list[str]:
    """``Pons,Vidal,Mas,Roca`` in the order of the seats."""
    if text is None:
        return []
    names = [name.strip() for name in text.split(",")]
    if len(names) != players or not all(names) or any(len(name) > MOST_TEXT for name in names):
        message = "--names: found {found}, expected {players} names with commas between them"
        raise PadError(Phrase(message, found=repr(text), players=players))
    if len(set(names)) != len(names):
        raise PadError(Phrase("--names: found {found}, expected names that differ", found=repr(text)))
    return names


def _again(path: Path, book: str | None, limit: str | None, options: list[str], names: str | None) -> Pad:
    """A file to go on with. What the command line says must be what the file says: else it is another match."""
    try:
        pad = Pad.read(path.read_bytes().decode("utf-8"), books_beside(path.parent))
    except DgnError as error:
        raise PadError(error.in_file(str(path))) from None
    except UnicodeDecodeError as error:
        byte = f"{error.object[error.start]:#04x}"
        raise PadError(Phrase("{path}: found the byte {byte}, expected UTF-8", path=path, byte=byte)) from None
    except OSError as error:
        message = "{path}: found no readable file ({reason}), expected a score sheet"
        raise PadError(Phrase(message, path=path, reason=error.strerror)) from None
    said = _tags(path, book, limit, options) if book is not None else _tags(path, "", limit, options)[1:]
    said += [(f"Seat{seat}", name) for seat, name in enumerate(_names(names, len(pad.match.names)), start=1)]
    for tag, value in said:
        if value not in pad.document.all_tags(tag):
            there = pad.document.tag(tag)
            found, message = (
                repr(there or "unset"),
                "{path}: found {tag} {found} in the sheet, expected {value}: another match?",
            )
            raise PadError(Phrase(message, path=path, tag=tag, found=found, value=repr(value)))
    return pad


def _free_path(stem: str) -> Path:
    """A name in this folder that no file has."""
    day = date.today().isoformat()
    names = (Path(f"{stem}-{day}{tail}.dgn") for tail in ("", *(f"-{n}" for n in range(2, 10_000))))
    return next(path for path in names if not path.exists())


def _ask_book(questions: Questions) -> str:
    for number, book in enumerate(BOOKS, start=1):
        about = load_book(book).about.text(questions.lang)
        questions.screen.console.print(Text(f"   {number}  ").append(book, "bold").append(f"  {about}"))
    while True:
        answer = questions.line("Which rule book? 1 to {last}, or a file: ", last=len(BOOKS))
        if answer.isdecimal() and 1 <= int(answer) <= len(BOOKS):
            return BOOKS[int(answer) - 1]
        if answer:
            return answer


def _ask_names(questions: Questions, players: int) -> list[str]:
    names: list[str] = []
    while len(names) < players:
        name = questions.line("Who sits at seat {seat}? ", seat=len(names) + 1)[:MOST_TEXT].replace(",", " ")
        if name and name in names:
            questions.screen.say("   there is a {name} already", "red", name=name)
        else:
            names.append(name)
    return names
