"""What somebody asks for when they open a table: the book, options and settings that it means. And alone with bots, at
once: what "play now" means for this visitor, as they last chose it. A cookie keeps it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Final, Literal

from litestar.datastructures import Cookie
from msgspec import Meta, Struct
from msgspec.structs import replace

from tantera.bots import CHARACTERS, levels_here
from tantera.rules import Book, Books, with_options
from tantera.tables import Settings, Times
from tantera.tables.settings import Pace
from tantera.web.access.visitors import Ask, Visitor
from tantera.web.books.shelf import Shelf, book_clock, game_in_words
from tantera.web.tables.directory import MatchPlayed
from tantera.web.tables.hub import Hub
from tantera.words import Phrase

COOKIE: Final = "play"
_DAYS: Final = 400

CLOCKS: Final[dict[str, tuple[int | None, Phrase]]] = {
    "none": (None, Phrase("no clock")),
    "180": (180_000, Phrase("{count} minutes a move", count=3)),
    "60": (60_000, Phrase("{count} seconds a move", count=60)),
    "30": (30_000, Phrase("{count} seconds a move", count=30)),
    "15": (15_000, Phrase("{count} seconds a move", count=15)),
}
"""How long a table waits for a move where the book has no clock: milliseconds, and in words."""


def own_clock(book: Book, move: int | None) -> Phrase | None:
    """The table's own time for a move, of so many milliseconds, and what follows: it is told to whoever comes. None
    where there is none, and where the book's counts instead.

    >>> from tantera.rules import load_book
    >>> own_clock(load_book("clasico"), 90_000).told("en")
    '90 seconds a move; then the table plays for you'
    """
    if move is None or book.clock is not None:
        return None
    known = dict(CLOCKS.values())
    return Phrase(
        "{clock}; then the table plays for you",
        clock=known.get(move) or Phrase("{count} seconds a move", count=move // 1000),
    )


_ROUND: Final = (3, 5, 7, 10, 15, 25, 50, 75, 100, 150, 200, 300, 500)
"""Points to which people play."""

_LEVELS: Final = {
    1: Phrase("kind"),
    2: Phrase("plays its long suits"),
    3: Phrase("counts the tiles"),
    4: Phrase("remembers every tile"),
    5: Phrase("merciless"),
}

LEVELS_IN_WORDS: Final = {
    level: Phrase(
        "{about} ({names})", about=about, names=", ".join(one.name for one in CHARACTERS.values() if one.level == level)
    )
    for level, about in _LEVELS.items()
    if level in levels_here()
}
"""What a bot of each level that plays here is like, in the words of who plays against it."""

PACES_IN_WORDS: Final[dict[Pace, Phrase]] = {
    "slow": Phrase("slow"),
    "usual": Phrase("usual"),
    "quick": Phrase("quick"),
    "at_once": Phrase("at once"),
}
"""How long bots take for a move."""

_BOTS: Final = {1: "You and a bot", 2: "You and two bots", 3: "You and three bots"}


class Quick(Struct, frozen=True):
    """What somebody plays when they just want to play: at first the game as it is played at home, with kind bots."""

    book: str = "clasico"
    points: int | None = None
    """Where they are not the book's own."""
    level: int = 1
    clock: str = "none"

    def opening(self, name: str, shelf: Shelf) -> Opening:
        """The table that this means. Nobody else comes, so it is not public and nobody looks on; nor is anybody asked
        for the book's ceremony, which the form of a table is for."""
        times = Times(move=CLOCKS[self.clock][0])
        settings = Settings(bot=f"level-{self.level}", watching="nobody", manner="home", times=times)
        return Opening(name, self.book, limit=self.limit_at(shelf.find(self.book)), settings=settings, bots="all")

    def limit_at(self, book: Book) -> str | None:
        """The book's limit with these points in it."""
        return None if self.points is None else str(replace(book.options.limit, points=self.points))

    def points_to_choose(self, book: Book) -> list[int]:
        """The book's own points with round ones beside them, and those that are chosen; none where it has none.

        >>> from tantera.rules import load_book
        >>> [Quick().points_to_choose(load_book(book)) for book in ("clasico", "jamaica-six-love", "puerto-rico-500")]
        [[50, 75, 100, 150], [3, 5, 6, 7], [200, 300, 500]]
        """
        usual = book.options.limit.points
        if usual is None:
            return []
        less = [points for points in _ROUND if points < usual][-2:]
        more = [points for points in _ROUND if points > usual][:1]
        return sorted({*less, usual, *more, self.points or usual})

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


def last_chosen(request: Ask, hub: Hub) -> Quick:
    """As the cookie of this device has it; on one that has none, what they last played alone with bots. What cannot be
    is as if nobody had chosen anything."""
    kept = re.fullmatch(r"([a-z0-9-]{1,60})\.(\d{0,6})\.([0-9])\.([a-z0-9]{1,5})", request.cookies.get(COOKIE, ""))
    if kept is not None:
        return chosen({"book": kept[1], "points": kept[2], "level": kept[3], "clock": kept[4]}, hub.shelf)
    visitor: Visitor | None = request.user
    matches = [] if visitor is None else hub.directory.matches_of(visitor.person)
    return next((_as_played(match, hub.shelf) for match in matches if len(match.people) == 1), Quick())


def last_book(request: Ask, hub: Hub) -> str:
    """The book that somebody played last, in whatever company: on the table of theirs that is the newest, else in their
    last match, else as they last chose it."""
    visitor: Visitor | None = request.user
    if visitor is not None:
        tables = (hub.tables.get(one) for one in reversed(hub.directory.tables_of(visitor.person)))
        books = [one.state.book.id for one in tables if one is not None and one.state.seat_of(visitor.person)]
        books += [match.book for match in hub.directory.matches_of(visitor.person)[:1]]
        if known := next(filter(hub.shelf.has, books), ""):
            return known
    return last_chosen(request, hub).book


def _as_played(match: MatchPlayed, shelf: Shelf) -> Quick:
    """The book, its points, and the level of the bots that have a face."""
    levels = [one.level for one in CHARACTERS.values() if one.name in match.names]
    points = re.search(r"\b(\d+)p\b", match.limit)
    asked = {"book": match.book, "points": points[1] if points is not None else ""}
    return chosen(asked | {"level": str(max(levels, default=1))}, shelf)


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
    referee: bool = False
    """Whether the host referees: nobody who comes later need agree to it, for they find a referee there."""
    bots: Literal["none", "all"] = "none"
    """Whether bots take the other seats at once and the match begins."""

    def the_book(self, books: Books) -> Book:
        """The book with the options on: a `RuleBookError` or a `Refusal` where they cannot be."""
        return with_options(books(self.book), dict(self.options), self.limit or None)


def first_hand(name: str) -> Opening:
    """The table of somebody who plays for the first time: one hand as it is played at home, with kind bots whose moves
    can be followed, and all the time there is."""
    times = Times(move=CLOCKS["none"][0])
    settings = Settings(bot="level-1", watching="nobody", pace="slow", manner="first_hand", times=times)
    return Opening(name, "clasico", limit="1h", settings=settings, bots="all")
