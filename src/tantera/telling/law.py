"""The law of a table in words: what is played to, and what this table does otherwise than the book."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec
from msgspec import Struct

from tantera.rules import Book
from tantera.rules.diff import differences
from tantera.rules.glossary import key_in_words, value_in_words
from tantera.words import Phrase, translate

_USUAL: Final = {"reset": "never", "block": "pair", "closing": "free"}
"""Options that turn a game into another one where they are not this."""

_TOLD: Final = ("options.limit", "options.play", "options.players")
"""What is told anyway."""


class LawInWords(Struct, frozen=True):
    """What people want to know before they sit down."""

    name: str
    limit: str
    """What the match is played to: *300 puntos*."""
    customs: tuple[str, ...]
    """What is worth a word, whatever the table set."""
    own: tuple[str, ...]
    """What this table does otherwise than its book, apart from the limit."""


def law_in_words(book: Book, lang: str) -> LawInWords:
    """
    >>> from tantera.rules import load_book, with_options
    >>> law = law_in_words(with_options(load_book("san-juan"), {"at_time": "finish_hand"}, "100p"), "en")
    >>> law.limit, law.own
    ('100 points', ('when time is up: the hand in play is finished and counts',))
    """
    return LawInWords(
        name=book.name.text(lang),
        limit=_told(value_in_words("options.limit", msgspec.to_builtins(book.options.limit)), lang),
        customs=tuple(phrase.told(lang) for phrase in _customs(book)),
        own=tuple(
            translate(lang, "{what}: {now}", what=difference.what.told(lang), now=_told(difference.now, lang))
            for difference in differences(book.base, book)
            if difference.key not in (*_TOLD, *(f"options.{key}" for key in _unusual(book)))
        ),
    )


def _customs(book: Book) -> Iterator[Phrase]:
    options = book.options
    if options.play == "pairs":
        yield Phrase("in pairs")
    else:
        yield Phrase("{players} players, everybody alone", players=options.players)
    if book.best_of > 1:
        yield Phrase("best of {matches} matches", matches=book.best_of)
    if book.clock is not None:
        yield Phrase("{seconds} s for a move", seconds=book.clock.move_seconds)
    if options.points_hurt:
        yield Phrase("fewest points win")
    for key in _unusual(book):
        value = value_in_words(f"options.{key}", getattr(options, key))
        yield Phrase("{what}: {now}", what=key_in_words(f"options.{key}"), now=value)


def _unusual(book: Book) -> list[str]:
    return [key for key, usual in _USUAL.items() if getattr(book.options, key) != usual]


def _told(value: str | Phrase | None, lang: str) -> str:
    return value.told(lang) if isinstance(value, Phrase) else value or "—"
