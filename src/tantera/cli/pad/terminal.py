"""The pad at the terminal: a new sheet from what the command line or a person says, or one to go on with; then one
question at a time, and every answer on the disk before the next one. Where the disk is full or the folder is not ours,
somebody says where else, and nothing is lost.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import date
from pathlib import Path

from rich.text import Text

from tantera.cli.asking import another_path
from tantera.cli.common import books_beside, called
from tantera.cli.keeping import Keeper, NotOnDisk, Saved, free_name
from tantera.cli.pad.asking import MOST_TEXT, Cancelled, EditAsked, Questions, Redo, UndoAsked, checked_name
from tantera.cli.pad.correcting import ask_correction, cannot_stand
from tantera.cli.pad.entering import ask_entry, ask_signature
from tantera.cli.said import UNDO
from tantera.notation import DgnError
from tantera.notation.books import book_tag, law_tags
from tantera.play import Event, side_name
from tantera.play.events import DecisionAwaited, HandDealt, InfractionRecorded, PointsGiven
from tantera.referee.catalogue import plain
from tantera.rules import BOOKS, Refusal, RuleBookError, law_hash, load_book
from tantera.sheet import Pad
from tantera.sheet.pad import Series, caught_up, next_match, series_of
from tantera.sheet.questions import Nothing, Signature
from tantera.words import Phrase, Problem, reason_of
from tantera.words.typed import as_typed


class PadTerminal:
    """Asks and writes until the sheet is signed or somebody leaves."""

    def __init__(self, pad: Pad, keeper: Keeper, questions: Questions) -> None:
        self.pad, self.keeper, self.questions = pad, keeper, questions
        self.screen = questions.screen
        questions.pad = pad
        self.past: list[Pad] = []
        """The sheet before each thing done in this window, for undo."""
        self.undone: list[Pad] = []
        """What was taken back, for redo."""
        self.signed_off = False
        """Whether it has been asked who wants to sign, where the book asks for nobody's signature."""
        self.done = False

    def run(self) -> None:
        """Until it is over. `NotOnDisk` where somebody leaves although the last entry is not on any disk."""
        self.save()
        self.open()
        entering = False
        try:
            while not self.done:
                entering = True
                self.step()
                entering = False
        except (KeyboardInterrupt, EOFError):
            self.save()
            with suppress(OSError):  # the window may be gone by now
                self.screen.console.print()
                if entering and self.questions.begun:
                    self.screen.say("   nothing written of what you had begun", "dim")
        with suppress(OSError):
            self.screen.say_where("Saved in {path}", "bold", self.keeper.path)
            if not self.done:
                self.screen.say_where("Go on with: {path}", "", f"{called()} sheet {as_typed(str(self.keeper.path))}")

    def open(self) -> None:
        """What somebody sees first."""
        self.screen.heading(self.pad.match, "Tantera")
        series = series_of(self.pad)
        if series is not None:
            self.tell_series(series)
        self.questions.help()
        if self.pad.document.hands:
            self.questions.show_sheet()
        if self.pad.asks() == Nothing() and not (series is not None and series.goes_on):
            self.look_at()

    def save(self) -> None:
        self.keeper = save(self.pad.text, self.keeper, self.questions)

    def step(self) -> None:
        """One entry, whole or not at all."""
        self.questions.begun = False
        try:
            pad = self.entry()
            if pad is not None and pad is not self.pad:
                self.write(pad)
        except UndoAsked:
            self.undo()
        except Redo:
            self.redo()
        except EditAsked as edit:
            self.correct(edit.words)
        except Cancelled:
            self.screen.say("   nothing written", "dim")
        except Refusal as refusal:
            self.questions.refuse(refusal)
        except DgnError as error:
            cannot_stand(self.questions, error)

    def entry(self) -> Pad | None:
        """The next thing the sheet needs, answered; None where nothing more is to be written."""
        asked = self.pad.asks()
        if isinstance(asked, Nothing) or (isinstance(asked, Signature) and self.signed_off):
            self.complete()
            return None
        if not isinstance(asked, Signature):
            return ask_entry(self.questions, self.pad)
        signed = ask_signature(self.questions, self.pad, asked)
        self.signed_off = not asked.required
        self.done = asked.required and signed is None
        return signed

    def correct(self, words: str) -> None:
        try:
            pad = ask_correction(self.questions, self.pad, words)
        except Cancelled:
            self.questions.pad = self.pad
            self.screen.say("   everything is as it was", "dim")
            return
        if pad is self.pad or pad.document == self.pad.document:
            self.screen.say("   everything is as it was", "dim")
            return
        self.change(pad)
        self.signed_off = False
        self.screen.say("   put right; everything after it is worked out anew", "bold")
        self.questions.show_sheet()

    def write(self, pad: Pad) -> None:
        """A new state of the sheet: saved, then told."""
        before = self.pad
        self.change(pad)
        self.tell(before)
        if len(pad.match.lines) != len(before.match.lines) or pad.is_over != before.is_over:
            self.questions.show_sheet()
        elif pad.signed != before.signed:
            self.screen.say("Signed: {names}", "bold", names=", ".join(pad.signed))

    def change(self, pad: Pad) -> None:
        self.past.append(self.pad)
        self.undone.clear()
        self.pad = self.questions.pad = pad
        self.save()

    def undo(self) -> None:
        """Back to the sheet before the last thing done here; of a sheet just opened, without its last entry."""
        try:
            pad = self.past.pop() if self.past else self.pad.undone()
        except Refusal as refusal:
            self.questions.refuse(refusal)
            return
        self.undone.append(self.pad)
        self._show("   undone (r: redo)", pad)

    def redo(self) -> None:
        if not self.undone:
            self.questions.refuse(Refusal(self.pad.book.cites.sheet, "there is nothing to redo"))
            return
        self.past.append(self.pad)
        self._show("   redone", self.undone.pop())

    def _show(self, message: str, pad: Pad) -> None:
        self.signed_off = False
        self.pad = self.questions.pad = pad
        self.save()
        self.screen.say(message, "dim")
        self.questions.show_sheet()

    def tell(self, before: Pad) -> None:
        """What has followed from an entry, in words."""
        for event, was, match in self.pad.ledger.happenings(self.pad.shared(before)):
            if isinstance(event, InfractionRecorded):
                self.questions.cited = event.article
            if not _asked_next(event):
                self.screen.tell(event, was, match)

    # --- the end of a match

    def look_at(self) -> None:
        """A sheet signed before is only opened to look at it, or to put something right."""
        question = "The sheet is signed. Enter: leave; u: undo; e: put something right "
        try:
            self.questions.until(self.nothing, question, True)
            self.done = True
        except UndoAsked:
            self.undo()
        except EditAsked as edit:
            self.correct(edit.words)
        except (Redo, Cancelled):
            self.look_at()
        except (KeyboardInterrupt, EOFError):
            self.done = True

    def nothing(self, typed: str) -> None:
        if typed:
            raise Refusal(self.pad.book.cites.sheet, "{found} is too much: nothing is asked for it", found=typed)

    def complete(self) -> None:
        """Everybody has signed: the next match of the series, if there is one, else the end."""
        series = series_of(self.pad)
        if series is not None:
            self.tell_series(series)
        if series is None or not series.goes_on:
            self.done = True
            return
        question = "Match {number} of the series: Enter begins its sheet, n: not now "
        typed = self.questions.until(self.enter_or_no, question, True, number=series.number + 1)
        if typed:
            self.done = True
            return
        path = self.keeper.path
        following = next_match(self.pad, path.name)
        self.keeper.close()
        base = path.with_name(f"{path.stem.removesuffix(f'-{series.number}')}-{series.number + 1}{path.suffix}")
        self.keeper = Keeper(free_name(base))
        self.pad = self.questions.pad = following
        self.past, self.undone, self.signed_off = [], [], False
        self.save()
        self.screen.say("Saved in {path}", "dim", path=self.keeper.path)
        self.open()

    def enter_or_no(self, typed: str) -> str:
        if typed.casefold() not in ("", "n", "no"):
            raise Refusal(self.pad.book.cites.sheet, "found {found}, expected Enter or n", found=typed)
        return typed

    def tell_series(self, series: Series) -> None:
        won = ", ".join(f"{side_name(side)} {series.won.count(side)}" for side in self.pad.match.sides)
        self.screen.say("Matches won: {won}, best of {best_of}", "bold", won=won, best_of=series.best_of)


def _asked_next(event: Event) -> bool:
    """What the next question says anyway, and the deal of tiles that nobody knows."""
    match event:
        case PointsGiven(points=None) | HandDealt():
            return True
        case DecisionAwaited():
            return event.infraction is not None
        case _:
            return False


def save(text: str, keeper: Keeper, questions: Questions) -> Keeper:
    """The text in its file. The keeper is another one where somebody had to name another path."""
    screen = questions.screen
    while True:
        try:
            saved = keeper.save(text)
        except OSError as error:
            keeper = _elsewhere(text, keeper, error, questions)
            continue
        told = saved.told(keeper.path)
        if told is not None:
            with suppress(OSError):
                style = "bold red" if saved is Saved.CHANGED else "bold yellow"
                screen.say(told.message, style, **told.facts)
        return keeper


def _elsewhere(text: str, keeper: Keeper, error: OSError, questions: Questions) -> Keeper:
    facts = {"path": keeper.path, "reason": reason_of(error).told(questions.lang)}
    try:
        questions.screen.say("   cannot be saved in {path}: {reason}", "bold red", **facts)
        question = "Where else? A path, or Enter: try again (what you entered is kept) "
        path = another_path(questions.line, question, keeper.path.name)
    except (EOFError, KeyboardInterrupt, OSError):
        raise NotOnDisk(text) from None
    return keeper if path is None else keeper.elsewhere(path)


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
