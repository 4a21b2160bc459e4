"""Help at the terminal that speaks of the book in play: its keys, its customs, its articles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from tantera.rules import Book
from tantera.rules.glossary import bonus_points, key_in_words, value_in_words
from tantera.telling import law_in_words
from tantera.words import Phrase, translate

TOLD: Final = ("scoring", "next_opener", "tied_block", "boneyard")
"""The options that a player wants to know at the table."""
UNUSUAL: Final = {
    "block": "pair",
    "block_points": "as_won",
    "reset": "never",
    "turns": "to_the_right",
    "choose_opener": "before_dealing",
    "tied_worth": 1,
    "tied_worth_until": 0,
    "reserve": 0,
}
"""Those that a player wants to know where they are not as nearly everywhere."""


def keys_in_words(book: Book, lang: str) -> Iterator[str]:
    """What can be typed. A key that this book has no use for is not named."""

    def t(message: str) -> str:
        return translate(lang, message)

    yield t("  a number: plays the tile above it; with < or > you say the end (2>); 6-4 works too")
    keys = [t("p pass")]
    if may_draw(book):
        keys.append(t("r draw"))
    if book.customs.two_doubles_from_hand is not None:
        keys.append(t("d both doubles"))
    yield "  " + " · ".join(keys)
    yield t("  ▮ a tile you do not see · ● opened the hand · ◂ ▸ on which end a tile went")
    yield t("  hint: what the bots would play · u take back your last move")
    yield t("  t score sheet · ? rules · h help · q save and leave")


def may_draw(book: Book) -> bool:
    return book.options.boneyard != "none" or book.options.players < 4


def book_in_words(book: Book, lang: str) -> Iterator[str]:
    """The law of this table in a few lines: what it is played to, what a hand brings, bonuses."""
    law = law_in_words(book, lang)
    yield translate(lang, "{book}: to {limit}", book=law.name, limit=law.limit)
    for custom in law.customs:
        yield f"  {custom}"
    options = msgspec.to_builtins(book.options)
    for name in (*TOLD, *(one for one, usual in UNUSUAL.items() if options.get(one, usual) != usual)):
        value = value_in_words(f"options.{name}", options.get(name))
        told = value.told(lang) if isinstance(value, Phrase) else str(value)
        yield f"  {key_in_words(f'options.{name}').told(lang)}: {told}"
    for kind, points in msgspec.to_builtins(book.prize or {}).items():
        if points is not None:
            yield f"  {key_in_words(f'prize.{kind}').told(lang)}: {points}"
    for key, value in msgspec.to_builtins(book.points_in_play or {}).items():
        if value:
            said = value_in_words(f"points_in_play.{key}", value)
            told = said.told(lang) if isinstance(said, Phrase) else str(said)
            yield f"  {key_in_words(f'points_in_play.{key}').told(lang)}: {told}" + _cited(book.cites.in_play)
    for bonus in book.bonuses:
        yield f"  {bonus.rule.called.told(lang)}: {bonus_points(bonus).told(lang)}" + _cited(bonus.article)
    if book.options.false_thinking == "forbidden":
        forced = translate(lang, "  a turn with one thing to do only is played at once (forced)")
        yield forced + _cited(book.cites.clock)
    if book.comment_seconds is not None and book.cites.talk is not None:
        told = translate(lang, "   partners may comment for {seconds} s", seconds=book.comment_seconds)
        yield f"  {told.strip()}" + _cited(book.cites.talk)


def articles_in_words(book: Book, lang: str) -> Iterator[str]:
    """Every article of the book that is about the table, by its id and its title or its first words."""
    for article in book.articles:
        if "play" in article.ways:
            title = article.title.text(lang) if article.title is not None else _first_words(article.text(lang))
            yield f"  {article.id}  {title}"


def _first_words(text: str) -> str:
    sentence = text.split(". ")[0]
    return sentence if len(sentence) <= 60 else sentence[:57].rsplit(" ", 1)[0] + "…"


def _cited(article: str | None) -> str:
    return f" ({article})" if article else ""
