"""What two books do differently, in words: for the club secretary who asks what the new version changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

import msgspec

from tantera.rules.articles import Article
from tantera.rules.basics import SPOKEN, Named, Words
from tantera.rules.glossary import KEYS, bonus_points, in_a_row, key_in_words, value_in_words
from tantera.rules.schema import Book
from tantera.rules.telling import card_in_words, severity_in_words, what_follows
from tantera.words import Phrase

TABLES: Final = ("options", "table", "clock", "prize", "points_in_play", "raises", "re_entry", "sheet", "tournament")
NUMBERS: Final = ("comment_seconds", "extra_hands", "warn_minutes", "best_of")


def settings_of(book: Book) -> dict[str, Any]:
    """What the book sets, as a file would say it; the tiles are those that everybody takes.

    >>> from tantera.rules import load_book
    >>> settings_of(load_book("clasico"))["options.next_opener"]
    'right'
    """
    data: dict[str, Any] = msgspec.to_builtins(book)
    data["options"]["tiles"] = book.options.tiles_each
    inside = {f"{table}.{key}": value for table in TABLES for key, value in (data[table] or {}).items()}
    return {key: value for key, value in inside.items() if key in KEYS} | {key: data[key] for key in NUMBERS}


Entries = dict[str, tuple[Phrase, Phrase]]
"""Entries by id: their name, and what they say."""


class Difference(NamedTuple):
    """One thing that is not the same."""

    part: str
    """Which part of the book: options, table, card, infraction…"""
    key: str
    what: Phrase
    was: str | Phrase | None
    """None: it was not there."""
    now: str | Phrase | None

    def told(self, lang: str) -> str:
        """One line for people."""
        if self.was is None:
            return Phrase("new: {what}: {now}", what=self.what, now=self.now).told(lang)
        if self.now is None:
            return Phrase("gone: {what}", what=self.what).told(lang)
        return Phrase("{what}: {was} → {now}", what=self.what, was=self.was, now=self.now).told(lang)


def differences(one: Book, other: Book) -> Iterator[Difference]:
    """Everything the other book does differently from the one, part by part.

    >>> from tantera.rules import load_book, with_options
    >>> home = load_book("clasico")
    >>> [different.told("en") for different in differences(home, with_options(home, {}, "150p 40m"))]
    ['limit: 100 points → 150 points or 40 minutes']
    """
    yield from _settings(one, other)
    yield from _compare("bonus", bonuses_in_words(one), bonuses_in_words(other))
    yield from _compare("card", _cards(one), _cards(other))
    yield from _compare("severity", _severities(one), _severities(other))
    yield from _compare("infraction", _infractions(one), _infractions(other))
    yield from _compare("article", _articles(one), _articles(other))


def _settings(one: Book, other: Book) -> Iterator[Difference]:
    was, now = settings_of(one), settings_of(other)
    for key in [*was, *(key for key in now if key not in was)]:
        if was.get(key) != now.get(key):
            words = value_in_words(key, was.get(key)), value_in_words(key, now.get(key))
            yield Difference(key.partition(".")[0], key, key_in_words(key), *words)


def bonuses_in_words(book: Book) -> Entries:
    """Every bonus of a book by its kind: what it is for, and what it brings."""
    return {bonus.kind: (bonus.rule.explained, bonus_points(bonus)) for bonus in book.bonuses}


def _cards(book: Book) -> Entries:
    return {card.id: (Phrase("card {id}", id=card.id), card_in_words(book, card)) for card in book.cards}


def _severities(book: Book) -> Entries:
    return {level.id: (Named(level.name), _listed(severity_in_words(book, level))) for level in book.severities}


def _infractions(book: Book) -> Entries:
    return {
        infraction.article: (
            Phrase("{article} {name}", article=infraction.article, name=Named(infraction.name)),
            _listed(what_follows(book, infraction)),
        )
        for infraction in book.infractions
    }


def _articles(book: Book) -> Entries:
    return {article.id: (Phrase("article {id}", id=article.id), Named(_whole(article))) for article in book.articles}


def _whole(article: Article) -> Words:
    """What an article says, with our reading of it."""
    read = article.reading
    if read is None:
        return Words(**{lang: article.text(lang) for lang in article.languages})
    both = dict.fromkeys((*article.languages, *read.languages))
    return Words(**{lang: f"{article.text(lang)} {read.text(lang)}" for lang in both})


def _listed(sentences: Iterable[Phrase]) -> Phrase:
    return in_a_row(list(sentences) or [Phrase("nothing")], "{one}; {other}")


def _compare(part: str, was: Entries, now: Entries) -> Iterator[Difference]:
    for key in [*was, *(key for key in now if key not in was)]:
        if key not in was:
            yield Difference(part, key, now[key][0], None, now[key][1])
        elif key not in now:
            yield Difference(part, key, was[key][0], was[key][1], None)
        else:
            (old_name, old), (new_name, new) = was[key], now[key]
            if _differ(old_name, new_name):
                yield Difference(part, key, Phrase("name"), old_name, new_name)
            if _differ(old, new):
                yield Difference(part, key, new_name, old, new)


def _differ(one: Phrase, other: Phrase) -> bool:
    return any(one.told(lang) != other.told(lang) for lang in SPOKEN)
