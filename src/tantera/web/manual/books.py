"""The rule books as pages of the site, article by article, and the words of the game: as Markdown, like all pages."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from tantera.rules import Article, Book, Infraction, built_in_books
from tantera.rules.dictionary import alphabetical
from tantera.rules.how_to_play import how_to_play
from tantera.rules.loader import BOOKS
from tantera.rules.telling import what_follows
from tantera.web.manual.markdown import escaped
from tantera.web.pages.rendering import upfirst
from tantera.web.reader.articles import WAYS, title_of
from tantera.words import translate

OWN_WORDS: Final = (
    "The texts are our own words. Where a source is silent or can be read two ways, the article says how we read it."
)


@cache
def books() -> dict[str, Book]:
    """Those that come along; a club's own are read in the program itself."""
    return {name: built_in_books(name) for name in BOOKS}


def book_page(book: Book, lang: str) -> str:
    return "\n\n".join((*_beginning(book, lang), *_playing(book, lang), *_articles(book, lang))) + "\n"


def list_page(lang: str) -> str:
    """All of them."""
    listed = (
        f"- [**{escaped(book.name.text(lang))}**](book-{name}.html) {escaped(book.about.text(lang))} "
        + translate(lang, "{count} articles", count=len(book.articles))
        for name, book in books().items()
    )
    return "\n\n".join((f"# {translate(lang, 'Rule books')}", "\n".join(listed), translate(lang, OWN_WORDS))) + "\n"


def words_page(lang: str) -> str:
    parts = [f"# {translate(lang, 'The words of the game')}"]
    for entry in alphabetical(lang):
        word, *others = entry.names(lang)
        parts.append(f"## {escaped(upfirst(word))} {{#{entry.id}}}")
        if others:
            parts.append(f"*{escaped(translate(lang, 'also: {names}', names=', '.join(others)))}*")
        parts.append(escaped(entry.about.text(lang)))
    return "\n\n".join(parts) + "\n"


def _beginning(book: Book, lang: str) -> Iterator[str]:
    yield f"# {escaped(book.name.text(lang))} {{#{book.id}}}"
    yield escaped(book.about.text(lang))


def _playing(book: Book, lang: str) -> Iterator[str]:
    yield f"## {translate(lang, 'How to play, in two minutes')} {{#how-to-play}}"
    for chapter in how_to_play(book):
        yield f"### {escaped(chapter.title.told(lang))} {{#play-{chapter.subject}}}"
        articles = dict.fromkeys(one.article for one in chapter.statements)
        cited = ", ".join(f"[{one}](#{one})" for one in articles if book.find(one) is not None)
        yield " ".join(escaped(one.words.told(lang)) for one in chapter.statements) + (f" ({cited})" if cited else "")


def _articles(book: Book, lang: str) -> Iterator[str]:
    yield f"## {translate(lang, 'The articles')} {{#articles}}"
    for article in book.articles:
        if article.chapter is not None:
            yield f"## {escaped(article.chapter.text(lang))}"
        title = title_of(book, article, lang)
        yield f"### {article.id}{' · ' if title else ''}{escaped(title)} {{#{article.id}}}"
        yield escaped(article.text(lang))
        yield from _beside(book, article, lang)


def _beside(book: Book, article: Article, lang: str) -> Iterator[str]:
    if article.reading is not None:
        yield f"**{translate(lang, 'How we read it')}.** {escaped(article.reading.text(lang))}"
    infraction = next((one for one in book.catalogue if one.article == article.id), None)
    if infraction is not None:
        yield escaped(infraction.example.text(lang))
        if infraction.also is not None:
            yield f"*{escaped(translate(lang, 'also: {names}', names=infraction.also.text(lang)))}*"
        yield "\n".join(_followed(book, infraction, lang))
    broken = [one.article for one in book.catalogue if article.id in one.breaks and one.article != article.id]
    if broken:
        listed = ", ".join(f"[{one}](#{one})" for one in broken)
        yield f"{translate(lang, 'Broken by')}: {listed}"
    yield f"*{escaped(' · '.join(translate(lang, WAYS[way]) for way in article.ways))}*"


def _followed(book: Book, infraction: Infraction, lang: str) -> Iterator[str]:
    severity = next((one.name.text(lang) for one in book.severities if one.id == infraction.severity), "")
    yield f"**{translate(lang, 'What follows')}**" + (f" ({escaped(severity)})" if severity else "") + "\n"
    yield from (f"- {escaped(one.told(lang))}" for one in what_follows(book, infraction))
