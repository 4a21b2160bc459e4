"""The pad at the terminal: one question at a time, and every answer on the disk before the next one. Where the disk is
full or the folder is not ours, somebody says where else, and nothing is lost."""

from __future__ import annotations

from contextlib import suppress
from shlex import quote

from tantera.cli.asking import another_path
from tantera.cli.common import called
from tantera.cli.keeping import Keeper, NotSaved, Saved, free_name
from tantera.cli.pad.asking import Cancelled, Edit, Questions, Redo, Undo
from tantera.cli.pad.correcting import ask_correction, cannot_stand
from tantera.cli.pad.entering import ask_entry, ask_signature
from tantera.notation import DgnError
from tantera.play import Event, side_name
from tantera.play.events import DecisionAwaited, HandDealt, InfractionRecorded, PointsGiven
from tantera.rules import Refusal
from tantera.sheet import Pad
from tantera.sheet.questions import Nothing, Signature
from tantera.sheet.series import Series, next_match, series_of
from tantera.words import reason_of


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
        """Until it is over. `NotSaved` where somebody leaves although the last entry is not on any disk."""
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
                self.screen.say_where("Go on with: {path}", "", f"{called()} sheet {quote(str(self.keeper.path))}")

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
        except Undo:
            self.undo()
        except Redo:
            self.redo()
        except Edit as edit:
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
        except Undo:
            self.undo()
        except Edit as edit:
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
        raise NotSaved(text) from None
    return keeper if path is None else keeper.elsewhere(path)
