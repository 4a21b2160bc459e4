"""Finding an infraction in a book: by its article, or by words, for a referee in a hurry."""

from __future__ import annotations

import unicodedata

from tantera.rules import Book, Infraction, Severity
from tantera.rules.basics import Words

FREE_RULING = "ruling"
"""The article under which any book takes a free ruling."""


def entry(book: Book, article: str) -> Infraction | None:
    """The entry for an article. Every book has a free ruling, named or not."""
    for infraction in book.infractions:
        if infraction.article == article:
            return infraction
    return _RULING if article == FREE_RULING else None


def severity(book: Book, key: str) -> Severity:
    """The severity of that name; the schema has made sure that there is one."""
    return next(one for one in book.severities if one.id == key)


def ruling_article(book: Book) -> str:
    """Where the book says who rules on what is not written."""
    return next((infraction.article for infraction in book.infractions if infraction.ruling), FREE_RULING)


def search(book: Book, words: str, lang: str) -> tuple[Infraction, ...]:
    """The entries in which every word occurs, accents and capitals aside.

    First those called so, then those whose example says it, the sooner the better, then by words in the name.

    >>> from tantera.rules import load_book
    >>> [found.article for found in search(load_book("tarragona"), "movil", "es")][0]
    'TG-14.1'
    """
    phrase = " ".join(plain(words).split())
    ranked = []
    for place, infraction in enumerate(book.infractions):
        article = book.find(infraction.article)
        name, example = plain(infraction.name.text(lang)), plain(infraction.example.text(lang))
        law = plain(article.text(lang)) if article is not None else ""
        everything = " ".join((plain(infraction.article), name, example, law))
        if all(word in everything for word in phrase.split()):
            said_at = example.find(phrase)
            in_name = sum(word in name for word in phrase.split())
            how = (0, said_at) if said_at >= 0 else (1, -in_name)
            ranked.append((phrase not in name, how, place, infraction))
    return tuple(infraction for *_, infraction in sorted(ranked, key=lambda row: row[:3]))


def plain(text: str) -> str:
    """Without accents and capitals.

    >>> plain("Móvil, sí")
    'movil, si'
    """
    letters = unicodedata.normalize("NFD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


_RULING = Infraction(
    article=FREE_RULING,
    name=Words(es="Decisión de los jueces", ca="Decisió dels jutges", en="A ruling"),
    example=Words(
        es="Lo que el reglamento no dice.", ca="El que el reglament no diu.", en="What the book does not say."
    ),
    ruling=True,
)
