"""The words of the game as a page; found by the search, and linked where they are read first."""

from __future__ import annotations

import re
from functools import lru_cache

from litestar import get
from litestar.response import Template
from markupsafe import Markup, escape
from msgspec import Struct

from tantera.rules.dictionary import GameWord, alphabetical, dictionary
from tantera.web.access.visitors import Ask
from tantera.web.pages.languages import language_of
from tantera.web.pages.rendering import page
from tantera.web.reader.search import Searchable, Wanted
from tantera.web.tables.way_back import way_back


class WordOnPage(Struct, frozen=True):
    id: str
    word: str
    also: str
    """Its other names, one after the other."""
    about: str


@get("/words", include_in_schema=False)
async def words(request: Ask) -> Template:
    """Every word on one page: an address with its name leads to it."""
    lang = language_of(request)
    return page(request, "words.html", listed=[_told(one, lang) for one in alphabetical(lang)], back=way_back(request))


def _told(entry: GameWord, lang: str) -> WordOnPage:
    word, *also = entry.names(lang)
    return WordOnPage(entry.id, word, ", ".join(also), entry.about.text(lang))


def words_found(wanted: Wanted, lang: str) -> list[WordOnPage]:
    """The words that somebody searches for, by any of their names."""
    return [_told(entry, lang) for entry, names in _searchable(lang) if wanted.found_in(names)] if wanted else []


def words_mentioned(wanted: Wanted, lang: str) -> list[WordOnPage]:
    """The words of the game in a whole phrase that somebody has typed."""
    return [_told(entry, lang) for entry, names in _searchable(lang) if wanted.mentions(names)]


@lru_cache(maxsize=8)
def _searchable(lang: str) -> tuple[tuple[GameWord, Searchable], ...]:
    return tuple((entry, Searchable.of(entry.names(lang), lang)) for entry in alphabetical(lang))


class Linked:
    """Sentences of one page with the words of the dictionary linked, each where it is read first.

    >>> linked = Linked("es")
    >>> print(linked("Es un tranque & no hay más tranques."))
    Es un <a class="term" href="/words#tranque">tranque</a> &amp; no hay más tranques.
    >>> print(linked("Otro tranque."))
    Otro tranque.
    """

    def __init__(self, lang: str) -> None:
        self._names, self._pattern = _terms(lang)
        self._done: set[str] = set()

    def __call__(self, sentence: str) -> Markup:
        text, at = Markup(""), 0
        for match in self._pattern.finditer(sentence):
            entry = self._names[match[1].lower()]
            if entry not in self._done:
                self._done.add(entry)
                link = Markup('<a class="term" href="/words#{}">{}</a>').format(entry, match[0])
                text, at = text + escape(sentence[at : match.start()]) + link, match.end()
        return text + escape(sentence[at:])


@lru_cache(maxsize=8)
def _terms(lang: str) -> tuple[dict[str, str], re.Pattern[str]]:
    """The words of a language with their entries, and what finds them in a text, also where there are several of
    something. The longest first; none where the dictionary is not written in that language."""
    names = {entry.word.text(lang).lower(): entry.id for entry in dictionary() if lang in entry.word.languages}
    longest = sorted(names, key=len, reverse=True)
    either = "|".join(map(re.escape, longest)) or "(?!)"
    return names, re.compile(rf"(?<![\w-])({either})(?:e?s)?(?![\w-])", re.IGNORECASE)


handlers = [words]
