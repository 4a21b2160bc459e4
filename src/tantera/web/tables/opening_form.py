"""The form that opens a table: what it asks for a book, and what somebody typed read as an `Opening`.

Whatever is wrong is told beside its field, with what was found and what was expected; what was typed stays.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final, get_args, get_type_hints

from msgspec import Struct, to_builtins

from tantera.rules import Book, Refusal, RuleBookError
from tantera.rules.glossary import VALUES, key_in_words, value_in_words
from tantera.rules.schema import Options
from tantera.tables import Settings, Times
from tantera.tables.people import a_name
from tantera.web.books.shelf import Shelf
from tantera.web.tables.opening import Opening
from tantera.web.tables.quick import CLOCKS, LEVELS_IN_WORDS
from tantera.words import Phrase
from tantera.words.phrases import Tellable

LIMITS: Final = {"points": (100_000, "p"), "minutes": (1000, "m"), "hands": (1000, "h")}
"""The parts of a limit: the most of each, and how DGN calls it."""

YES: Final = "yes"

NUMBERS: Final = {"players": ["2", "3", "4"], "tiles": []}
"""Options that are numbers: what may be chosen; none where one is typed."""


class OptionField(Struct, frozen=True):
    """An option of the book that the form asks about."""

    key: str
    words: Phrase
    usual: Phrase | str
    """What the book says."""
    choices: list[tuple[str, Phrase | str]]
    """Values and what they mean; none where a number is typed."""
    least: int = 0
    most: int = 0


def option_fields(book: Book) -> list[OptionField]:
    """The options that the book leaves to the table, in its own order."""
    now = to_builtins(book.options)
    return [_field(key, now[key] if key != "tiles" else "") for key in book.asks]


def _field(key: str, usual: Any) -> OptionField:
    name, words = f"options.{key}", key_in_words(f"options.{key}")
    values = _values(key)
    if values:
        choices = [(value, value_in_words(name, value)) for value in values]
        return OptionField(key, words, value_in_words(name, usual), choices)
    return OptionField(key, words, Phrase("as the set has it"), [], least=1, most=14)


def _values(key: str) -> list[str]:
    """What an option may be, as a form sends it."""
    if key in NUMBERS:
        return NUMBERS[key]
    kind = get_type_hints(Options)[key]
    return [str(value) for value in get_args(kind)] or list(VALUES.get(f"options.{key}", ()))


class Typed(Struct, frozen=True):
    """What somebody typed: the table it means, or what is wrong with it."""

    values: Mapping[str, str]
    opening: Opening | None
    mistakes: Mapping[str, Tellable]


def usual_values(book: Book, name: str) -> dict[str, str]:
    """The form before anybody has typed: the book's own values, and a table for friends with a code."""
    limit, options, usual = book.options.limit, to_builtins(book.options), Settings()
    return {
        "name": name,
        "book": book.id,
        **{part: str(getattr(limit, part) or "") for part in LIMITS},
        **{key: str(options[key]) if key != "tiles" else "" for key in book.asks},
        "clock": "180",
        "bots": "fill",
        "level": "3",
        "public": "code",
        "seat": "1",
        "watching": usual.watching,
        "delay": str(usual.delay),
        "chat": usual.chat,
        "away": usual.away,
        "take_backs": YES,
        "pauses": YES,
    }


def read_form(form: Mapping[str, str], shelf: Shelf) -> Typed:
    """What was typed, read field by field."""
    reader = _Reader(form, shelf)
    return Typed(form, reader.opening(), reader.mistakes)


class _Reader:
    def __init__(self, form: Mapping[str, str], shelf: Shelf) -> None:
        self._form, self._shelf = form, shelf
        self.mistakes: dict[str, Tellable] = {}
        self._book = shelf.find(form["book"]) if shelf.has(form.get("book", "")) else shelf.all()[0]

    def opening(self) -> Opening | None:
        book = self._book
        try:
            name = a_name(self._form.get("name", ""))
        except Refusal as refusal:
            self.mistakes["name"], name = refusal, "-"
        bots = self._one_of("bots", ("fill", "now", "none"))
        opening = Opening(
            name=name,
            book=book.id,
            options=self._options(),
            limit=self._limit(),
            settings=self._settings(fill=bots != "none"),
            seat=self._number("seat", 0, 4, 1),
            bots="all" if bots == "now" else "none",
        )
        if opening.seat == 0 and opening.bots == "all":
            self.mistakes["bots"] = Phrase("bots play with somebody: sit down, or let people come")
        if not self.mistakes:
            self._goes_together(opening)
        return opening if not self.mistakes else None

    def _goes_together(self, opening: Opening) -> None:
        try:
            opening.settings.check(opening.the_book(self._shelf.find))
        except RuleBookError as error:
            for one in error.all:
                found, expected = one.reasons
                field = one.field.removeprefix("options.").partition(".")[0]
                shown = field if field in self._book.asks else "points" if "limit" in one.source + field else "form"
                self.mistakes[shown] = Phrase("found {found}, expected {expected}", found=found, expected=expected)
        except Refusal as refusal:
            self.mistakes["away" if self._form.get("away") == "book" else "form"] = refusal

    def _limit(self) -> str | None:
        parts = []
        for part, (most, letter) in LIMITS.items():
            if self._form.get(part, "").strip():
                parts.append((self._number(part, 1, most, 1), letter))
        if not parts:
            self.mistakes["points"] = Phrase("this is empty: points, minutes or hands were expected")
            return None
        order = {"p": 0, "h": 1, "m": 2}
        written = " ".join(f"{number}{letter}" for number, letter in sorted(parts, key=lambda part: order[part[1]]))
        return written if written != str(self._book.options.limit) else None

    def _options(self) -> dict[str, str | int]:
        """Those that are not as the book has them."""
        usual: dict[str, Any] = to_builtins(self._book.options)
        found: dict[str, str | int] = {}
        for key in self._book.asks:
            typed = self._form.get(key, "").strip()
            values = _values(key)
            if key == "tiles":
                if typed:
                    found[key] = self._number(key, 1, 14, 7)
            elif typed and typed not in values:
                self._wrong(key, typed, Phrase("one of {listed}", listed=", ".join(values)))
            elif typed and typed != str(usual[key]):
                found[key] = int(typed) if typed.isdigit() else typed
        return found

    def _settings(self, fill: bool) -> Settings:
        clock = self._one_of("clock", tuple(CLOCKS), "180")
        return Settings(
            public=self._one_of("public", ("code", "public")) == "public",
            watching=self._one_of("watching", ("no_racks", "nobody", "all_racks")),
            delay=self._number("delay", 1, 20, 1),
            chat=self._one_of("chat", ("book", "off", "free")),
            bot=f"level-{self._number('level', 1, len(LEVELS_IN_WORDS), 3)}",
            fill=fill,
            away=self._one_of("away", ("bot", "book")),
            take_backs=self._form.get("take_backs") == YES,
            pauses=self._form.get("pauses") == YES,
            times=Times(move=CLOCKS[clock][0] * 1000),
        )

    def _one_of(self, field: str, values: tuple[Any, ...], usual: str | None = None) -> Any:
        typed = self._form.get(field, usual if usual is not None else values[0])
        if typed in values:
            return typed
        self._wrong(field, typed, Phrase("one of {listed}", listed=", ".join(values)))
        return values[0]

    def _number(self, field: str, least: int, most: int, usual: int) -> int:
        typed = self._form.get(field, str(usual)).strip()
        if re.fullmatch(r"\d{1,9}", typed, re.ASCII) and least <= int(typed) <= most:
            return int(typed)
        self._wrong(field, typed, Phrase("a number from {least} to {most}", least=least, most=most))
        return usual

    def _wrong(self, field: str, typed: str, expected: Phrase) -> None:
        if typed:
            said = Phrase("found {found}, expected {expected}", found=f"«{typed[:40]}»", expected=expected)
        else:
            said = Phrase("this is empty, expected {expected}", expected=expected)
        self.mistakes[field] = said
