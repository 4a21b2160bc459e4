"""The pad and its file: a new sheet from what the command line or a person says, or one to go on with."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from rich.text import Text

from tantera.cli.common import books_beside
from tantera.cli.keeping import Keeper, free_name
from tantera.cli.pad.asking import MOST_TEXT, Questions, checked_name
from tantera.cli.said import UNDO
from tantera.notation import DgnError
from tantera.notation.books import book_tag, law_tags
from tantera.referee.catalogue import plain
from tantera.rules import BOOKS, Refusal, RuleBookError, law_hash, load_book
from tantera.sheet import Pad
from tantera.sheet.series import caught_up, series_of
from tantera.words import Phrase, Problem, reason_of


class PadError(Problem):
    """A sheet that cannot begin or go on: one sentence."""

    code = "sheet"


def start(
    path: Path | None, book: str | None, limit: str | None, options: list[str], names: str | None, questions: Questions
) -> tuple[Pad, Keeper]:
    """The pad and its file."""
    if path is not None and path.exists():
        pad, keeper = _again(path, book, limit, options, names)
        counted = _counted_up(pad, path)
        if counted is not pad:
            questions.screen.say(
                "   the sheet of the match before was put right: the matches won are counted anew", "yellow"
            )
        if _changed(pad, path):
            message = "   {book} says something else by now: this sheet goes on by what it said when it was begun"
            questions.screen.say(message, "yellow", book=pad.document.tag("Book"))
        return counted, keeper
    if path is not None and not path.parent.is_dir():
        message = "{path}: found no folder {folder}, expected one that exists"
        raise PadError(Phrase(message, path=path, folder=path.parent))
    name = book or _ask_book(questions)
    path = path or free_name(Path(f"{Path(name).stem}-{date.today().isoformat()}.dgn"))
    tags = _tags(path, name, limit, options)
    empty = _begun(tags, path)
    tags += law_tags(empty.book)
    seats = _names(names, len(empty.match.names)) or _ask_names(questions, empty)
    tags += [(f"Seat{seat}", player) for seat, player in enumerate(seats, start=1) if player]
    tags += [("Date", date.today().isoformat())]
    tags += [("Limit", str(empty.book.options.limit))] if limit is None and not _sets_limit(options) else []
    return _begun(tags, path), Keeper(path)


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
    if not all(name.isprintable() for name in names):
        raise PadError(Phrase("--names: found {found}, expected names in letters", found=repr(text)))
    if len(set(map(plain, names))) != len(names):
        raise PadError(Phrase("--names: found {found}, expected names that differ", found=repr(text)))
    return names


def _again(
    path: Path, book: str | None, limit: str | None, options: list[str], names: str | None
) -> tuple[Pad, Keeper]:
    """A file to go on with. What the command line says must be what the file says: else it is another match."""
    try:
        keeper, data = Keeper.opened(path)
        pad = Pad.read(data.decode("utf-8"), books_beside(path.parent))
    except DgnError as error:
        raise PadError(error.in_file(str(path))) from None
    except UnicodeDecodeError as error:
        byte = f"{error.object[error.start]:#04x}"
        raise PadError(Phrase("{path}: found the byte {byte}, expected UTF-8", path=path, byte=byte)) from None
    except OSError as error:
        message = "{path}: found no readable file ({reason}), expected a score sheet"
        raise PadError(Phrase(message, path=path, reason=reason_of(error))) from None
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
    return pad, keeper


def _changed(pad: Pad, path: Path) -> bool:
    """Whether the book's own file is there and says something else than the sheet carries."""
    try:
        found = books_beside(path.parent)(pad.document.tag("Book") or "")
    except RuleBookError:
        return False
    return law_hash(found) != law_hash(pad.book.base) and pad.document.tag("LawText") is not None


def _counted_up(pad: Pad, path: Path) -> Pad:
    """The sheet of a later match of a series, with the matches won as the sheets before it say now. They are only
    read; what cannot be read changes nothing."""
    name, series = pad.document.tag("After"), series_of(pad)
    if not name or Path(name).name != name or series is None or series.number < 2:
        return pad
    before = path.with_name(name)
    try:
        earlier = Pad.read(before.read_text("utf-8"), books_beside(path.parent))
    except (OSError, UnicodeDecodeError, DgnError):
        return pad
    told = series_of(earlier)
    in_order = told is not None and told.number < series.number
    return caught_up(pad, _counted_up(earlier, before)) if in_order else pad


def _ask_book(questions: Questions) -> str:
    """One of the books that come along, by its number or its name, or a file; asked until there is such a book."""
    by_name: dict[str, str] = {}
    for number, id_ in enumerate(BOOKS, start=1):
        book = load_book(id_)
        name, about = book.name.text(questions.lang), book.about.text(questions.lang)
        by_name[plain(name)] = id_
        questions.screen.console.print(Text(f"   {number}  ").append(name, "bold").append(f"  {about}"))
    while True:
        answer = _line(questions, "Which rule book? 1 to {last}, or a file: ", last=len(BOOKS))
        if answer.isdecimal():
            if 1 <= int(answer) <= len(BOOKS):
                return BOOKS[int(answer) - 1]
            message = "   found {found}, expected a number from 1 to {last}"
            questions.screen.say(message, "red", found=answer, last=len(BOOKS))
        elif answer:
            try:
                load_book(by_name.get(plain(answer), answer))
                return by_name.get(plain(answer), answer)
            except RuleBookError as error:
                questions.screen.say("   {reason}", "red", reason=error.told(questions.lang))


def _ask_names(questions: Questions, empty: Pad) -> list[str]:
    """Who sits where; ``u`` goes back to the name before. Nobody has to have one."""
    names: list[str] = []
    while len(names) < len(empty.match.names):
        name = _line(questions, "Who sits at seat {seat}? ", seat=len(names) + 1)
        if name.casefold() in UNDO:
            del names[-1:]
            continue
        try:
            checked = checked_name(empty, name) if name else ""
        except Refusal as refusal:
            questions.screen.refusal(refusal)
            continue
        if checked and plain(checked) in map(plain, names):
            questions.screen.say("   there is a {name} already", "red", name=checked)
        else:
            names.append(checked)
    return names


def _line(questions: Questions, question: str, **facts: object) -> str:
    """An answer before there is a sheet: ``q`` leaves, ``h`` helps."""
    while True:
        typed = questions.line(question, **facts)
        match questions.key(typed.casefold()):
            case "q":
                raise EOFError
            case "h" | "?":
                questions.screen.say("   answer and press Enter; u: back to the name before; q: leave", "dim")
            case _:
                return typed
