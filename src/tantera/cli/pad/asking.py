"""Asking for the pad: a question, an answer, and the few words that mean the same at every question."""

from __future__ import annotations

import sys
from collections.abc import Callable
from io import TextIOWrapper
from typing import Final, TypeVar

from rich.text import Text

from tantera.cli.screen import Screen
from tantera.play import Match
from tantera.rules import Refusal, Seat
from tantera.sheet import Pad
from tantera.telling import cards, seat_called, tally

HELP: Final = (
    "  seat or name: went out (3, or with the points: 3 41) · c block · n void hand\n"
    "  i infraction (i and words) · time · u undo · t score sheet\n"
    "  ? the rule just cited, ? TG-9.2 any article · h help · q save and leave"
)
YES: Final = frozenset({"y", "yes", "s", "si", "sí"})
MOST_TEXT: Final = 200
"""Letters of a ruling or a name."""

Answer = TypeVar("Answer")


class Cancelled(Exception):
    """The entry being asked for is dropped: nothing of it is written."""


class Undo(Exception):
    """The last entry on the pad is to be taken back."""


class Questions:
    """One reader of answers, in one language."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self.screen = Screen(lang)
        self.pad: Pad | None = None
        self.cited: str | None = None
        self.ahead: list[str] = []
        """Answers typed before their questions: ``3 41``."""
        self.live = sys.stdin.isatty() and sys.stdout.isatty()
        if isinstance(sys.stdin, TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")  # a stray byte is a wrong answer, not the end

    @property
    def match(self) -> Match:
        assert self.pad is not None
        return self.pad.match

    # --- one answer

    def line(self, question: str, **facts: object) -> str:
        """A line as it was typed. The end of the input is an `EOFError`."""
        self.screen.console.print(Text(self.screen.words(question, **facts), "bold"), end="")
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        typed = "".join(letter for letter in line if letter.isprintable()).strip()
        if not self.live:
            self.screen.console.print(Text(typed))
        return typed

    def ask(self, question: str, undoes: bool = False, **facts: object) -> str:
        """An answer to a question about the hand, once it is none of the words that mean the same everywhere.

        ``u`` drops the entry being asked for, or the one before where the question is the first (`undoes`).
        """
        if self.ahead:
            return self.ahead.pop(0)
        while True:
            typed = self.line(question, **facts)
            match typed.casefold().split():
                case ["u"]:
                    raise Undo if undoes else Cancelled
                case ["q"]:
                    raise EOFError
                case ["t"]:
                    self.show_sheet()
                case ["h"]:
                    self.screen.say(HELP, "dim")
                case ["?", *articles]:
                    self.explain(articles[0] if articles else self.cited)
                case _:
                    return typed

    def until(self, parse: Callable[[str], Answer], question: str, undoes: bool = False, **facts: object) -> Answer:
        """The same question again until the answer can be right."""
        while True:
            try:
                return parse(self.ask(question, undoes, **facts))
            except Refusal as refusal:
                self.refuse(refusal)

    # --- kinds of answers

    def seat(self, question: str, undoes: bool = False, **facts: object) -> Seat:
        return self.until(self.parse_seat, question, undoes, **facts)

    def parse_seat(self, typed: str) -> Seat:
        seat = seat_called(self.match, typed)
        if seat is None and typed and not typed.lstrip("+-").isdecimal():
            raise Refusal(self.match.book.cites.seating, "nobody here is called {name}", name=typed)
        if seat is None:
            raise Refusal(self.match.book.cites.seating, "there is no seat {seat}", seat=typed or "—")
        if seat in self.match.out:
            name = self.match.names[seat - 1]
            raise Refusal(self.match.book.cites.limit, "{name} is out of the match", name=name)
        return seat

    def free(self, question: str) -> str:
        """A text in somebody's own words."""

        def parse(typed: str) -> str:
            if not 0 < len(typed) <= MOST_TEXT:
                article = self.match.book.cites.sheet
                raise Refusal(article, "write it in 1 to {most} letters", most=MOST_TEXT)
            return typed

        self.ahead.clear()
        return self.until(parse, question)

    def yes(self, question: str) -> bool:
        return self.ask(question).casefold() in YES

    # --- showing

    def refuse(self, refusal: Refusal) -> None:
        self.ahead.clear()
        self.cited = refusal.article
        self.screen.refusal(refusal)

    def show_sheet(self) -> None:
        if self.pad is None:
            return
        shown = tally(self.pad.ledger, self.lang)
        self.screen.sheet(shown, cards(self.match, self.lang), self.pad.signed)

    def explain(self, article: str | None) -> None:
        self.screen.article(self.match.book, article)
