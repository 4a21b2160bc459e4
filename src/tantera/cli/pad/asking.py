"""Asking for the pad: a question, an answer, and the few words that mean the same at every question.

An answer is either one of those words, or right for the question, or refused with a sentence. None is taken for
something else, and none ends the program but ``q``.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from io import TextIOWrapper
from typing import Final, Literal, TypeVar

from rich.text import Text

from tantera.cli import said
from tantera.cli.match.screen import Screen
from tantera.cli.streams import ClosedInput
from tantera.play import Match
from tantera.referee.catalogue import plain
from tantera.rules import Refusal, Seat
from tantera.sheet import Pad
from tantera.telling import cards, name_of, seat_called, seats_called, tally

HELP: Final = (
    "  seat or name: went out (3, or with the points: 3 41) · c block · n void hand\n"
    "  i infraction (i and words) · {time}reserve 3 Lluch (comes in) · t score sheet\n"
    "  u undo · r redo · e put something right (e 2: hand 2; e Pons: a name)\n"
    "  ? the rule just cited, ? TG-9.2 any article · h help · q save and leave"
)
YES: Final = frozenset({"y", "yes", "s", "si"})
NO: Final = frozenset({"n", "no", ""})
ANYWHERE: Final = {"u": said.UNDO, "r": said.REDO, "e": said.EDIT, "q": said.LEAVE, "t": said.SHEET, "h": said.HELP}
"""What means the same at every question, by its letter: in short, or as people say it."""
KEYS: Final = frozenset({"c", "b", "i", "n", "x"}).union(*ANYWHERE.values())
"""What means something to the sheet: nobody can be called so."""
MOST_TEXT: Final = 200
"""Letters of a ruling or a name."""

Answer = TypeVar("Answer")
Mode = Literal["entering", "anew", "filling"]


class Cancelled(Exception):
    """The entry being asked for is dropped: nothing of it is written."""


class UndoAsked(Exception):
    """The last entry on the pad is to be taken back."""


class Redo(Exception):
    """What was taken back is to be there again."""


class EditAsked(Exception):
    """An old entry or a name is to be put right; the words say which."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self.words = words


class Remove(Exception):
    """The entry being put right is to go."""


class Before(Exception):
    """Something is to be written before the entry being put right."""


class NoKeyboard(Exception):
    """There is nobody to ask: the input is closed."""


class Questions:
    """One reader of answers, in one language."""

    def __init__(self, lang: str) -> None:
        if sys.stdin is None or isinstance(sys.stdin, ClosedInput):  # before there is a file
            raise NoKeyboard
        self.lang = lang
        self.screen = Screen(lang)
        self.pad: Pad | None = None
        self.cited: str | None = None
        self.ahead: list[str] = []
        """Answers typed before their questions: ``3 41``."""
        self.begun = False
        """Whether an entry has been begun: something of it is typed and not all."""
        self.mode: Mode = "entering"
        """What is being done: new entries, an old one written anew, or what that left open."""
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

    def ask(self, question: str, first: bool = False, **facts: object) -> str:
        """An answer to a question about the hand, once it is none of the words that mean the same everywhere.

        ``u`` drops the entry being asked for, or takes back the one before where the question is the `first` of an
        entry; only there something else can be begun.
        """
        if self.ahead:
            return self.ahead.pop(0)
        while True:
            typed = self.line(question, **facts)
            word, rest = said.word_and_rest(typed)
            match self.key(word), rest:
                case "u", "":
                    raise UndoAsked if first else Cancelled
                case ("r", "") | ("e", _) if first and self.mode != "entering":
                    self.screen.say("   first finish what you are putting right; u: leave everything as it was", "red")
                case "r", "" if first:
                    raise Redo
                case "e", _ if first:
                    raise EditAsked(rest)
                case "x", "" if first and self.mode == "anew":
                    raise Remove
                case "+", "" if first and self.mode == "anew":
                    raise Before
                case "q", "":
                    raise EOFError
                case "t", "":
                    self.show_sheet()
                case "h", "":
                    self.help()
                case "?", _:
                    self.explain(rest or self.cited)
                case _ if word in said.RULE and not rest:
                    self.explain(None)
                case _:
                    self.begun = bool(typed)
                    return typed

    def key(self, word: str) -> str:
        """The letter for what was said, if it is one of the words that mean the same everywhere."""
        if self.is_name(word):
            return word
        return next((letter for letter, words in ANYWHERE.items() if word in words), word)

    def is_name(self, word: str) -> bool:
        """Whether a player is called so: that stays a name, whatever it means to the sheet."""
        return len(word) > 1 and self.pad is not None and plain(word) in map(plain, self.match.names)

    def until(self, parse: Callable[[str], Answer], question: str, first: bool = False, **facts: object) -> Answer:
        """The same question again until the answer can be right."""
        while True:
            try:
                return parse(self.ask(question, first, **facts))
            except Refusal as refusal:
                self.refuse(refusal)

    # --- kinds of answers

    def seat(self, question: str, first: bool = False, **facts: object) -> Seat:
        return self.until(self.parse_seat, question, first, **facts)

    def parse_seat(self, typed: str) -> Seat:
        """Who is meant, of those still in."""
        seat = self.parse_seat_of_all(typed)
        if seat in self.match.out:
            name = self.match.names[seat - 1]
            raise Refusal(self.match.book.cites.limit, "{name} is out of the match", name=name)
        return seat

    def parse_seat_of_all(self, typed: str) -> Seat:
        seat = seat_called(self.match, typed)
        several = seats_called(self.match, typed) if seat is None else ()
        if several:
            names = ", ".join(f"{one} {name_of(one, self.match)}" for one in several)
            raise Refusal(self.match.book.cites.seating, "{name} may be several: {names}", name=typed, names=names)
        if seat is None and typed and not typed.lstrip("+-").isdecimal():
            raise Refusal(self.match.book.cites.seating, "nobody here is called {name}", name=typed)
        if seat is None:
            raise Refusal(self.match.book.cites.seating, "there is no seat {seat}", seat=typed or "—")
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

    def yes(self, question: str, first: bool = False, **facts: object) -> bool:
        """Yes or no; Enter is no. Anything else is asked again: a slip of the finger decides nothing."""
        return self.until(self.parse_yes, question, first, **facts)

    def parse_yes(self, typed: str) -> bool:
        if plain(typed) in YES | NO:
            return plain(typed) in YES
        article = self.match.book.cites.sheet
        raise Refusal(article, "found {found}, expected yes or no: y, n or Enter", found=typed)

    def choose(self, question: str, letters: str, **facts: object) -> str:
        """One of these letters, asked until it is one."""
        while True:
            typed = plain(self.line(question, **facts))
            if len(typed) == 1 and typed in letters:
                return typed
            if typed in said.LEAVE:
                raise EOFError
            known = ", ".join(letters)
            self.screen.say("   found {found}, expected one of {known}", "red", found=typed or "—", known=known)

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

    def help(self) -> None:
        """What can be typed; *tiempo* where the match has a limit of time."""
        timed = self.match.book.options.limit.minutes is not None
        self.screen.say(HELP, "dim", time=self.screen.words("time · ") if timed else "")

    def explain(self, article: str | None) -> None:
        self.screen.article(self.match.book, article)


def checked_name(pad: Pad, typed: str) -> str:
    """A name that can be told from a seat and from a word of the sheet."""
    article = pad.book.cites.seating
    if not 0 < len(typed) <= MOST_TEXT:
        raise Refusal(article, "write it in 1 to {most} letters", most=MOST_TEXT)
    if typed.isdecimal() or typed.casefold() in KEYS:
        raise Refusal(article, "{found} is a key of the sheet: write a name", found=typed)
    return typed.replace(",", " ")
