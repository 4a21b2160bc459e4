"""What somebody asks for when they open a table: the book, options and settings that it means. And alone with bots, at
once: what "play now" means for this visitor, as they last chose it. A cookie keeps it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from msgspec import Meta, Struct
from msgspec.structs import replace

from tantera.rules import Book, Books, with_options
from tantera.tables import Settings, Times
from tantera.web.books.shelf import Shelf, book_clock, game_in_words
from tantera.words import Phrase

COOKIE: Final = "play"
_DAYS: Final = 400

CLOCKS: Final[dict[str, tuple[int, Phrase]]] = {
    "none": (60 * 60, Phrase("no clock")),
    "180": (180, Phrase("{count} minutes a move", count=3)),
    "60": (60, Phrase("{count} seconds a move", count=60)),
    "30": (30, Phrase("{count} seconds a move", count=30)),
    "15": (15, Phrase("{count} seconds a move", count=15)),
}
"""How long a table waits for a move where the book has no clock: seconds, and in words."""

LEVELS_IN_WORDS: Final = {
    1: Phrase("kind"),
    2: Phrase("plays its long suits"),
    3: Phrase("counts the tiles"),
    4: Phrase("remembers every tile"),
    5: Phrase("merciless"),
}
"""What a bot of each level is like, in the words of who plays against it."""

_BOTS: Final = {1: "You and a bot", 2: "You and two bots", 3: "You and three bots"}


class Quick(Struct, frozen=True):
    """What somebody plays when they just want to play."""

    book: str = "tarragona"
    points: int | None = None
    """Where they are not the book's own."""
    level: int = 3
    clock: str = "none"

    def opening(self, name: str, shelf: Shelf) -> Opening:
        """The table that this means. Nobody else comes, so it is not public and nobody looks on."""
        times = Times(move=CLOCKS[self.clock][0] * 1000)
        settings = Settings(bot=f"level-{self.level}", watching="nobody", times=times)
        return Opening(name, self.book, limit=self.limit_at(shelf.find(self.book)), settings=settings, bots="all")

    def limit_at(self, book: Book) -> str | None:
        """The book's limit with these points in it."""
        return None if self.points is None else str(replace(book.options.limit, points=self.points))

    def bots(self, book: Book) -> Phrase:
        return Phrase(_BOTS[book.options.players - 1])

    def game(self, book: Book) -> Phrase:
        """``Tarragona to 300``"""
        limit = book.options.limit
        limit = limit if self.points is None else replace(limit, points=self.points)
        return game_in_words(book, limit)

    def clock_in_words(self, book: Book) -> Phrase:
        return book_clock(book) or CLOCKS[self.clock][1]

    def as_cookie(self) -> Cookie:
        value = f"{self.book}.{self.points or ''}.{self.level}.{self.clock}"
        return Cookie(key=COOKIE, value=value, max_age=_DAYS * 86400, path="/", httponly=True, samesite="lax")


def last_chosen(connection: ASGIConnection[Any, Any, Any, Any], shelf: Shelf) -> Quick:
    """As the cookie has it; what cannot be is as if nobody had chosen anything."""
    kept = re.fullmatch(r"([a-z0-9-]{1,60})\.(\d{0,6})\.([0-9])\.([a-z0-9]{1,5})", connection.cookies.get(COOKIE, ""))
    if kept is None:
        return Quick()
    return chosen({"book": kept[1], "points": kept[2], "level": kept[3], "clock": kept[4]}, shelf)


def chosen(form: Mapping[str, str], shelf: Shelf) -> Quick:
    """What a form says; what it does not say, or cannot be, is as usual."""
    usual = Quick()
    points, level = form.get("points", ""), form.get("level", "")
    return Quick(
        book=form["book"] if shelf.has(form.get("book", "")) else usual.book,
        points=int(points) if re.fullmatch(r"[1-9]\d{0,4}", points, re.ASCII) else None,
        level=int(level) if level.isascii() and level.isdigit() and int(level) in LEVELS_IN_WORDS else usual.level,
        clock=form["clock"] if form.get("clock") in CLOCKS else usual.clock,
    )


Short = Annotated[str, Meta(max_length=80)]


class Opening(Struct, frozen=True, forbid_unknown_fields=True):
    """A table that somebody wants to open."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]
    """The host's."""
    book: Short = "tarragona"
    options: dict[Short, str | int] = {}
    limit: Short | None = None
    """As DGN writes it: ``200p 40m``."""
    settings: Settings = Settings()
    seat: Annotated[int, Meta(ge=0, le=4)] = 1
    """Where the host sits; 0 to look on."""
    bots: Literal["none", "all"] = "none"
    """Whether bots take the other seats at once and the match begins."""

    def the_book(self, books: Books) -> Book:
        """The book with the options on: a `RuleBookError` or a `Refusal` where they cannot be."""
        return with_options(books(self.book), dict(self.options), self.limit or None)
