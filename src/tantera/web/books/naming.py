"""What books, limits and clocks are called in lists and on buttons."""

from __future__ import annotations

from msgspec import to_builtins

from tantera.rules import Book, Limit
from tantera.rules.glossary import value_in_words
from tantera.words import Phrase


def game_in_words(book: Book, limit: Limit) -> Phrase:
    """A book and its limit, as players say it."""
    name = ShortName(book)
    if limit.points is not None and limit.minutes is None and limit.hands is None:
        return Phrase("{book} to {points}", book=name, points=limit.points)
    return Phrase("{book}, {limit}", book=name, limit=limit_in_words(limit))


def limit_in_words(limit: Limit) -> Phrase | str:
    return value_in_words("options.limit", to_builtins(limit))


class ShortName(Phrase):
    """What a book is called where there is little room: the first words of its name.

    >>> from tantera.rules import load_book
    >>> ShortName(load_book("ueh")).told("es")
    'UEH'
    """

    def __init__(self, book: Book) -> None:
        super().__init__(book.name.text("en"))
        self._name = book.name

    def told(self, lang: str) -> str:
        return self._name.text(lang).partition(",")[0]


def book_in_short(book: Book) -> Phrase:
    """A book in a line of a list: who plays with whom, to how many points."""
    play = value_in_words("options.play", book.options.play)
    return Phrase("{play}, {limit}", play=play, limit=limit_in_words(book.options.limit))


def book_clock(book: Book) -> Phrase | None:
    """The book's own clock, where it has one (CI-9)."""
    clock = book.clock
    if clock is None:
        return None
    seconds = {"move": clock.move_seconds, "block": clock.block_seconds}
    return Phrase("{move} seconds a move, {block} where it may close", **seconds)
