"""Finding an infraction in a book: by its article, or by words, for a referee in a hurry."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Final

from tantera.rules import Book, Infraction, Severity
from tantera.rules.basics import Words
from tantera.words import Phrase

FEW: Final = 3
"""A word that more entries have than this tells none of them apart."""
FREE_RULING = "ruling"
"""The article under which any book takes a free ruling."""


def entry(book: Book, article: str) -> Infraction | None:
    """The entry for an article. Every book has a free ruling, named or not."""
    for infraction in book.catalogue:
        if infraction.article == article:
            return infraction
    return _RULING if article == FREE_RULING else None


def severity(book: Book, key: str) -> Severity:
    """The severity of that name; the schema has made sure that there is one."""
    return next(one for one in book.severities if one.id == key)


def ruling_article(book: Book) -> str:
    """Where the book says who rules on what is not written."""
    return next((infraction.article for infraction in book.catalogue if infraction.ruling), FREE_RULING)


def search(book: Book, words: str, lang: str) -> tuple[Infraction, ...]:
    """The entries in which every word occurs, accents, capitals and endings aside.

    First those called so, by the book or by players; then those whose example says it, the sooner the better, then by
    words in the name. Of equals, those with the words as they were typed come first. After them those that say it in
    other words which players use for the same (``players_words.toml``). Where none has all the words, those with one
    that few entries have: a referee tells what happened, and the book says less.

    >>> from tantera.rules import load_book
    >>> [found.article for found in search(load_book("tarragona"), "movil", "es")][0]
    'TG-14.1'
    >>> [found.article for found in search(load_book("tarragona"), "renuncios", "es")][0]
    'TG-14.11'
    >>> [found.article for found in search(load_book("san-juan"), "golpe", "es")]
    ['SJ-irreg-6']
    >>> [found.article for found in search(load_book("san-juan"), "insultó al árbitro", "es")]
    ['SJ-irreg-6', 'SJ-jueces']
    """
    telling = [word for word in plain(words).split() if word not in _SMALL]
    entries = _search(book, words, lang)
    if entries or len(telling) < 2:
        return entries
    each = [some for word in telling if len(some := _search(book, word, lang)) <= FEW]
    ones = dict.fromkeys(one for some in each for one in some)
    return tuple(sorted(ones, key=lambda one: -sum(one in some for some in each)))


def _search(book: Book, words: str, lang: str) -> tuple[Infraction, ...]:
    """The entries that say all of it."""
    phrase = " ".join(plain(words).split())
    wanted = [(word, stem(word, lang)) for word in phrase.split()]
    ranked = []
    for place, infraction in enumerate(book.catalogue):
        article = book.find(infraction.article)
        name, example = plain(infraction.name.text(lang)), plain(infraction.example.text(lang))
        also = plain(infraction.also.text(lang)) if infraction.also is not None else ""
        law = plain(article.text(lang)) if article is not None else ""
        everything = " ".join((plain(infraction.article), name, also, example, law))
        literally = all(_occurs(word, root, everything, lang) for word, root in wanted)
        if not literally and not _is_meant(wanted, f"{name} {also}", everything, lang):
            continue
        said_at = example.find(phrase)
        in_name = sum(2 * _occurs(word, root, name, lang) + _occurs(word, root, also, lang) for word, root in wanted)
        how = (0, said_at) if said_at >= 0 else (1, -in_name)
        as_typed = all(word in everything for word, _ in wanted)
        so_called = 0 if phrase in name else 1 if phrase in also else 2
        ranked.append((not literally, so_called, how, not as_typed, place, infraction))
    return tuple(infraction for *_, infraction in sorted(ranked, key=lambda row: row[:5]))


def _occurs(word: str, root: str, text: str, lang: str) -> bool:
    return word in text or root in {stem(part, lang) for part in _WORD.findall(text)}


def _is_meant(wanted: list[tuple[str, str]], called: str, everything: str, lang: str) -> bool:
    """Whether players who say these words may mean an entry that is called so."""
    stems = {stem(part, lang) for part in _WORD.findall(called)}
    any_meant = False
    for word, root in wanted:
        means = [roots for words, means in _players_words(lang) if root in words for roots in means]
        meant = any(all(part in stems for part in roots) for roots in means)
        if not meant and word not in _SMALL and not _occurs(word, root, everything, lang):
            return False
        any_meant = any_meant or meant
    return any_meant


@cache
def _players_words(lang: str) -> tuple[tuple[frozenset[str], tuple[tuple[str, ...], ...]], ...]:
    """``players_words.toml``: what is said, and each thing that may be meant by it, in stems; nothing elsewhere."""
    rows = tomllib.loads((files("tantera.referee") / "players_words.toml").read_text("utf-8")).get(lang, ())

    def stems(text: str) -> tuple[str, ...]:
        return tuple(stem(part, lang) for part in _WORD.findall(plain(text)) if part not in _SMALL)

    return tuple(
        (frozenset(part for text in row["said"] for part in stems(text)), tuple(stems(text) for text in row["means"]))
        for row in rows
    )


_SMALL: Final = frozenset(
    "a al amb con d de del el en l la las le lo los n of out se su un una with".split(" ")  # noqa: SIM905
)
"""Words that do not tell one infraction from another."""

_WORD: Final = re.compile(r"[a-z0-9·]+")

_ENDINGS: Final = {
    lang: re.compile(f"({'|'.join(sorted(endings.split(), key=len, reverse=True))})$")
    for lang, endings in {
        "es": """a o e as os es s ar er ir ando iendo ado ada ados adas ido ida idos idas ante aba aban ia ian aron
            ieron amos emos imos aste iste cion ciones mente arse erse irse andose iendose""",
        "ca": """a o e as os es s ar er ir re ant ent int at ada ats ades it ida its ides ava aven ia ien aren em im cio
            cions ment ar-se""",
        "en": "s es ed ing er ers ly",
        "pt": """a o e as os es s ar er ir ando endo indo ado ada ados adas ido ida idos idas ava avam ia iam aram eram
            iram amos emos imos cao coes mente""",
    }.items()
}
"""What words are taken to end with: a light stemmer, enough to find *hablando* by *habló*."""


def stem(word: str, lang: str) -> str:
    """A word, plain already, without its ending; at least three letters stay.

    A stressed vowel that Spanish splits is put back together, so that *piensa* finds *pensó*.

    >>> stem("hablando", "es"), stem("piensa", "es"), stem("tiles", "en"), stem("no", "es")
    ('habl', 'pens', 'til', 'no')
    """
    ending = _ENDINGS[lang].search(word) if len(word) > 3 else None
    while ending is not None and len(word) - len(ending[1]) < 3:
        ending = _ENDINGS[lang].search(word, ending.start() + 1)
    root = word[: ending.start()] if ending is not None else word
    return root.replace("ie", "e").replace("ue", "o") if lang == "es" and len(root) > 3 else root


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


MOST_LETTERS: Final = 2000
"""Of a ruling's text, or of anything else a record says."""

KEYS: Final[dict[str, tuple[str, str | Phrase]]] = {
    "tile": (r"\d\d(\.\d\d)*", "64"),
    "touched": (r"yes", "yes"),
    "noticed": (r"own", "own"),
    "chose": (r"[a-z][a-z0-9_]*", "continue"),
    "by": (r".+", Phrase('"who ruled"')),
    "confirm": (r"yes|no", Phrase("yes or no")),
    "turn": (r"\d{1,3}", Phrase("a number")),
    "text": (r".+", Phrase('"what was ruled"')),
    "points": (r"[1-4]:[+-]\d{1,5}", "2:+20"),
}
"""Every key: the shape of its value, and how that looks."""


def wrong_detail(details: Iterable[tuple[str, str]]) -> Phrase | None:
    """What should stand in place of a key that nobody knows or that stands twice, or of a value of another shape."""
    seen: set[str] = set()
    for key, value in details:
        if key not in KEYS:
            return Phrase("no key {key}; known are seat, {known}", key=key[:40], known=", ".join(KEYS))
        if key in seen:
            return Phrase("{key} once", key=key)
        seen.add(key)
        pattern, shape = KEYS[key]
        if len(value) > MOST_LETTERS or not re.fullmatch(pattern, value, re.ASCII | re.DOTALL):
            return Phrase("{key}={value}", key=key, value=shape)
    return None
