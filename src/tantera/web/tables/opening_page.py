"""The page where a table is opened. A plain form: it works without script."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final, get_args, get_type_hints

from litestar import Response, get, post
from litestar.params import FromQuery
from litestar.response import Template
from msgspec import Struct, to_builtins
from msgspec.structs import replace

from tantera.rules import Book, Refusal, RuleBookError
from tantera.rules.basics import Named
from tantera.rules.glossary import VALUES, key_in_words, value_in_words
from tantera.rules.schema import Options
from tantera.tables import Settings, Times
from tantera.tables.people import a_name
from tantera.web.access.visitors import (
    Ask,
    Form,
    NameWanted,
    Sessions,
    Visitor,
    go,
    guest_name,
    is_nameless,
    known_visitor,
    remembered,
)
from tantera.web.books.shelf import Shelf, ShortName, book_clock, book_in_short
from tantera.web.pages.languages import language_of
from tantera.web.pages.rendering import page, upfirst
from tantera.web.tables.api import opened_by
from tantera.web.tables.hub import Hub
from tantera.web.tables.opening import CLOCKS, LEVELS_IN_WORDS, PACES_IN_WORDS, Opening, last_book
from tantera.words import Phrase, Problem
from tantera.words.phrases import Tellable

UNTICKED: Final = {"take_backs": "", "pauses": ""}
"""A box that is not ticked is not sent at all."""


@get("/tables/new", include_in_schema=False)
async def new_table(request: Ask, book: FromQuery[str] = "", invite: FromQuery[str] = "") -> Template:
    """The form; for somebody with whom one has played (`invite`), who comes in without a code."""
    shelf: Shelf = request.app.state.shelf
    asked = shelf.find(book if shelf.has(book) else last_book(request, request.app.state.hub))
    visitor: Visitor | None = request.user
    name = visitor.own_name if visitor is not None else ""
    return await _form(request, asked, Typed(usual_values(asked, name) | {"invite": invite[:64]}, None, {}))


@post("/tables/new", include_in_schema=False)
async def open_it(request: Ask, data: Form) -> Response[Any]:
    """Open the table; or, where another book was pressed, ask again with what that book asks."""
    shelf: Shelf = request.app.state.shelf
    data = UNTICKED | data
    if shelf.has(other := data.get("choose", "")):
        return await _form(request, shelf.find(other), _for_another_book(data, shelf, other), opened="game")
    name = data.get("name", "")
    if not name.strip():
        data = data | {"name": guest_name(language_of(request))}
    typed = read_form(data, shelf)
    if data.get("bots") != "now" and is_nameless(request, name):
        typed = Typed(data | {"name": ""}, None, {"name": NameWanted(), **typed.mistakes})
    book = shelf.find(data["book"]) if shelf.has(data.get("book", "")) else shelf.find("tarragona")
    if typed.opening is None:
        return await _form(request, book, typed)
    hub: Hub = request.app.state.hub
    token = None
    try:
        visitor, token = await known_visitor(request, name)
        opening = replace(typed.opening, name=visitor.name)
        if invited := _played_with(request, data.get("invite", "")):
            opening = replace(opening, settings=replace(opening.settings, invited=(invited,)))
        table = await opened_by(hub, visitor, opening)
    except Problem as problem:
        return remembered(request, await _form(request, book, Typed(data, None, {"form": problem})), token)
    return go(request, f"/tables/{table.id}", token)


def _played_with(request: Ask, person: str) -> str:
    """This person, where the visitor has played with them; else nobody."""
    hub: Hub = request.app.state.hub
    visitor: Visitor | None = request.user
    if visitor is None or person in ("", visitor.person):
        return ""
    return person if any(person in match.people for match in hub.directory.matches_of(visitor.person)) else ""


def _for_another_book(data: dict[str, str], shelf: Shelf, other: str) -> Typed:
    """What was typed stays; what was only the book's own becomes the other book's."""
    before = shelf.find(data["book"]) if shelf.has(data.get("book", "")) else shelf.find(other)
    was, usual = usual_values(before, ""), usual_values(shelf.find(other), "")
    kept = {key: value for key, value in data.items() if key in usual and value != was.get(key)}
    return Typed(usual | kept | {"book": other, "invite": data.get("invite", "")}, None, {})


async def _form(request: Ask, book: Book, typed: Typed, opened: str = "") -> Template:
    """The form, what is usually left as it is folded away; `opened` is the part that somebody is at."""
    shelf: Shelf = request.app.state.shelf
    sessions: Sessions = request.app.state.sessions
    lang, invited = language_of(request), _played_with(request, typed.values.get("invite", ""))
    return page(
        request,
        "opening.html",
        status=400 if typed.mistakes else 200,
        book=book,
        books=shelf.all(),
        opened=opened,
        values=usual_values(book, "") | dict(typed.values),
        invited=invited,
        invited_name=(await sessions.about(invited)).name if invited else "",
        mistakes={field: problem.told(lang) for field, problem in typed.mistakes.items()},
        labels=_labels(book, lang),
        asked=option_fields(book),
        clock=book_clock(book),
        clock_choices=[(key, words.told(lang)) for key, (_, words) in CLOCKS.items()],
        shorts={one.id: book_in_short(one) for one in shelf.all()},
        short_names={one.id: ShortName(one) for one in shelf.all()},
        talk_words=_talk(book),
        levels=LEVELS_IN_WORDS,
        paces=[(pace, words.told(lang)) for pace, words in PACES_IN_WORDS.items()],
        abandonment=Named(book.abandonment.name) if book.abandonment is not None else None,
        abandonment_article=book.abandonment.article if book.abandonment is not None else "",
    )


_LABELS: Final = {
    "book": Phrase("Rule book"),
    "points": Phrase("Points"),
    "minutes": Phrase("Minutes"),
    "hands": Phrase("Hands"),
    "name": Phrase("Your name"),
    "public": Phrase("Who may come"),
    "bots": Phrase("Empty seats"),
    "level": Phrase("Bots"),
    "pace": Phrase("Pace of the bots"),
    "clock": Phrase("Time for a move"),
    "seat": Phrase("You"),
    "watching": Phrase("Those who look on see"),
    "delay": Phrase("How many hands later"),
    "chat": Phrase("Talk"),
    "away": Phrase("If somebody leaves and does not come back"),
    "manner": Phrase("Before and after a hand"),
}
"""What the fields are called above them, for the list of mistakes."""


def _labels(book: Book, lang: str) -> dict[str, str]:
    options = {key: key_in_words(f"options.{key}") for key in book.asks}
    return {field: upfirst(words.told(lang)) for field, words in (options | _LABELS).items()}


def _talk(book: Book) -> Phrase:
    """What the book says of talk, for who opens the table (TG-7.9)."""
    if book.comment_seconds is None and book.cites.silence is None:
        return Phrase("before and after the match; in between only phrases of one tap")
    if book.comment_seconds is None:
        return Phrase("before and after the match")
    return Phrase("partners for {seconds} seconds after a hand, all after the match", seconds=book.comment_seconds)


LIMITS: Final = {"points": (100_000, "p"), "minutes": (1000, "m"), "hands": (1000, "h")}
"""The parts of a limit: the most of each, and how DGN calls it."""

YES: Final = "yes"
REFEREES: Final = "referee"
"""In the place of a seat: the host neither plays nor only looks on."""

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
    """The form before anybody has typed: the book's own values, and a table for friends with a code, who play as at
    home."""
    limit, options, usual = book.options.limit, to_builtins(book.options), Settings()
    return {
        "name": name,
        "book": book.id,
        **{part: str(getattr(limit, part) or "") for part in LIMITS},
        **{key: str(options[key]) if key != "tiles" else "" for key in book.asks},
        "clock": "180",
        "bots": "fill",
        "level": "3",
        "pace": usual.pace,
        "public": "code",
        "seat": "1",
        "watching": usual.watching,
        "delay": str(usual.delay),
        "chat": usual.chat,
        "away": usual.away,
        "manner": "home",
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
        referees = self._form.get("seat") == REFEREES
        opening = Opening(
            name=name,
            book=book.id,
            options=self._options(),
            limit=self._limit(),
            settings=self._settings(fill=bots != "none"),
            seat=0 if referees else self._number("seat", 0, 4, 1),
            referee=referees,
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
        options: dict[str, str | int] = {}
        for key in self._book.asks:
            typed = self._form.get(key, "").strip()
            values = _values(key)
            if key == "tiles":
                if typed:
                    options[key] = self._number(key, 1, 14, 7)
            elif typed and typed not in values:
                self._wrong(key, typed, Phrase("one of {listed}", listed=", ".join(values)))
            elif typed and typed != str(usual[key]):
                options[key] = int(typed) if typed.isdigit() else typed
        return options

    def _settings(self, fill: bool) -> Settings:
        clock = self._one_of("clock", tuple(CLOCKS), "180")
        return Settings(
            public=self._one_of("public", ("code", "public")) == "public",
            watching=self._one_of("watching", ("no_racks", "nobody", "all_racks")),
            delay=self._number("delay", 1, 20, 1),
            chat=self._one_of("chat", ("book", "off", "free")),
            bot=f"level-{self._number('level', 1, len(LEVELS_IN_WORDS), 3)}",
            fill=fill,
            pace=self._one_of("pace", tuple(PACES_IN_WORDS), usual="usual"),
            away=self._one_of("away", ("bot", "book")),
            manner=self._one_of("manner", ("home", "book")),
            take_backs=self._form.get("take_backs") == YES,
            pauses=self._form.get("pauses") == YES,
            times=Times(move=CLOCKS[clock][0]),
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
            sentence = Phrase("found {found}, expected {expected}", found=f"«{typed[:40]}»", expected=expected)
        else:
            sentence = Phrase("this is empty, expected {expected}", expected=expected)
        self.mistakes[field] = sentence


handlers = [new_table, open_it]
