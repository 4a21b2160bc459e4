"""``tantera rules new --ask``: ten questions at the terminal, or from a pipe, and a book at the end.

Nothing that was answered is lost: what is broken off, by Ctrl-C or where a pipe ends, is kept beside the file, and the
same command goes on from there.
"""

from __future__ import annotations

import contextlib
import shutil
import signal
import sys
import textwrap
from pathlib import Path
from typing import Final

import msgspec

from tantera.cli import said as spoken
from tantera.cli.books.rulebooks import id_of, write_book
from tantera.cli.common import check_writable, fail, wrong
from tantera.cli.typed import asked_line
from tantera.rules import BOOKS, RuleBookError
from tantera.rules.questions import (
    QUESTIONS,
    BookQuestion,
    asked,
    book_of_answers,
    expected,
    granted,
    offered,
    understood,
)
from tantera.words import Phrase, Problem, reason_of, translate
from tantera.words.typed import as_typed

BACK: Final = frozenset({"<", "atrás", "atras", "volver", "enrere", "tornar", "voltar", "back"})
MOST_IN_A_LINE: Final = 4096


class BrokenOff(Exception):
    """Somebody pressed Ctrl-C, or the answers ended."""


def ask_for_book(file: Path, book_id: str | None, given: dict[str, str], lang: str) -> None:
    """Ask, write the book, and say what to do with it. `given`: what the command line has answered already."""
    if file.exists():
        fail(RuleBookError(str(file), "", Phrase("a file that is there already"), Phrase("a new name")).told(lang))
    check_writable("FILE", file)
    draft = file.with_name(f"{file.name}.answers")
    talk = Talk(file, given, lang)
    talk.resume(draft)
    # A shell that starts a program in the background has it ignore Ctrl-C; answers are to be kept there as well.
    with contextlib.suppress(ValueError):  # in a thread there are no signals to be had
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        talk.all()
    except (BrokenOff, KeyboardInterrupt):
        _keep(draft, talk, lang)
    try:
        book = write_book(file, book_of_answers(talk.answers, book_id or id_of(file), lang))
    except RuleBookError as error:
        print(error.told(lang), file=sys.stderr)
        _keep(draft, talk, lang)
    draft.unlink(missing_ok=True)
    _what_now(file, len(book.articles), lang)


def _keep(draft: Path, talk: Talk, lang: str) -> None:
    """What was answered, on disk, and the way back to it."""
    print()
    kept = msgspec.json.encode(talk.answers)
    try:
        draft.write_bytes(kept)
    except OSError as error:  # at least they stay on the screen
        fail(Problem(Phrase("{path} ({reason})\n{kept}", path=draft, reason=reason_of(error), kept=kept.decode())))
    sentence = "{done} of {every} answers are kept in {draft}; the same command goes on from there"
    fail(translate(lang, sentence, done=len(talk.answers), every=len(asked(talk.answers)), draft=draft))


def _what_now(file: Path, articles: int, lang: str) -> None:
    name = as_typed(str(file))
    print()
    print(translate(lang, "{file}: your book, {articles} articles, checked.", file=file, articles=articles))
    for what, command in (
        ("Play it", f"tantera play --book {name}"),
        ("Print it for the notice board", f"tantera rules print {name}"),
        ("Read it", f"tantera rules show {name}"),
        ("After you change it", f"tantera rules check {name}"),
    ):
        print(f"   {translate(lang, what)}: {command}")


class Talk:
    """Questions and answers, in order, with a way back."""

    def __init__(self, file: Path, given: dict[str, str], lang: str) -> None:
        self.file, self.lang = file, lang
        self.given = {key: said for key, said in given.items() if self._makes_sense(key, said)}
        self.answers: dict[str, str] = {}

    def _makes_sense(self, key: str, answer: str) -> bool:
        question = next(one for one in QUESTIONS if one.key == key)
        if understood(question, answer) != answer:
            told = expected(question) if key != "extends" else Phrase("one of {listed}", listed=", ".join(BOOKS))
            fail(wrong(f"--{key}", repr(answer), told).told(self.lang))
        return True

    def resume(self, draft: Path) -> None:
        """Take up what was answered before, as far as it still makes sense."""
        try:
            kept = msgspec.json.decode(draft.read_bytes(), type=dict[str, str])
        except (OSError, msgspec.DecodeError):
            return
        for question in asked(kept):
            if question.key in kept and (answer := understood(question, kept[question.key])) is not None:
                self.answers[question.key] = answer
        if self.answers:
            self.say("{done} answers from last time are kept; < goes back over them.", done=len(self.answers))

    def say(self, message: str, **facts: object) -> None:
        self._print(translate(self.lang, message, **facts))

    def _print(self, words: str, before: str = "", whole: bool = True) -> None:
        """Words behind their number, broken between words where the window ends; not `whole`: the line that fits."""
        if not sys.stdout.isatty():
            print(before + words)
            return
        width, indent = shutil.get_terminal_size().columns - 1, " " * len(before)
        if not whole:
            words = textwrap.shorten(words, max(20, width - len(before)), placeholder=" …")
        print(textwrap.fill(words, width, initial_indent=before, subsequent_indent=indent, break_long_words=False))

    def all(self) -> None:
        """Every question that has no answer yet. Going back asks the one before again, with its answer in brackets."""
        self.say("Ten questions, or eleven, and you have your book.")
        self.say("Enter takes what stands in brackets; ? tells more; < goes back; Ctrl-C keeps your answers for later.")
        while (at := self._answered()) < len(asked(self.answers)):
            question = asked(self.answers)[at]
            said = self.ask(at, question)
            if said is not None:
                self.answers[question.key] = said
            else:
                before = asked(self.answers)[at - 1].key
                self.given[before] = self.answers.pop(before)

    def _answered(self) -> int:
        """How many questions in a row have been answered, from the first one on."""
        questions = asked(self.answers)
        return next((at for at, one in enumerate(questions) if one.key not in self.answers), len(questions))

    def ask(self, at: int, question: BookQuestion) -> str | None:
        """One question until it is answered; None: back to the one before."""
        self._put(at, question)
        choices = offered(question)
        self._choices(question, whole=False)
        default = self.given.get(question.key) or granted(question, self.answers) or self.file.stem
        shown = next((str(number) for number, (value, _words) in enumerate(choices, 1) if value == default), default)
        while True:
            line = self._line(f"[{shown}] > ")
            word, rest = spoken.word_and_rest(line)
            if word == "?" or line.casefold() in spoken.HELP:
                self._help(at, question, rest)
                continue
            if line.casefold() in BACK:
                if at:
                    return None
                self.say("This is the first question.")
                continue
            answer = default if not line else understood(question, line)
            if answer is not None:
                return answer
            told = expected(question).told(self.lang)
            self.say("found {found}, expected {expected}", found=repr(line[:60]), expected=told)

    def _put(self, at: int, question: BookQuestion) -> None:
        """The question, and a word on what it is about."""
        print()
        self._print(translate(self.lang, question.asks), f"{at + 1}/{len(asked(self.answers))}  ")
        self._print(translate(self.lang, question.why), "      ")

    def _choices(self, question: BookQuestion, whole: bool, only: str | None = None) -> None:
        """What there is to choose from, a line each: the question above stays in view."""
        for number, (value, words) in enumerate(offered(question), start=1):
            if only in (None, value):
                self._print(words.told(self.lang), f"{number:4}  ", whole)

    def _help(self, at: int, question: BookQuestion, about: str) -> None:
        """Every choice in full, or the one that is named; then what can be answered and the question, in view."""
        print()
        self._choices(question, whole=True, only=understood(question, about) if about and offered(question) else None)
        self._put(at, question)
        told = expected(question).told(self.lang)
        self.say("   An answer is {expected}. Enter: what stands in brackets.", expected=told)
        if question.kind == "book":
            self.say("   ? and its number tells one of them alone.")

    def _line(self, prompt: str) -> str:
        try:
            line = asked_line(prompt, MOST_IN_A_LINE)
        except (OSError, ValueError):  # closed, or no text
            raise BrokenOff from None
        if not line:
            raise BrokenOff
        if not sys.stdin.isatty():
            print(line.strip())
        return line.strip()
