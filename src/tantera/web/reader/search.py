"""Words found in articles as the referee's catalogue finds them: accents, capitals and endings aside."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from markupsafe import Markup, escape

from tantera.referee.catalogue import plain, stem

MOST_LETTERS: Final = 80
_WORD: Final = re.compile(r"[\w·]+", re.UNICODE)
_TYPED: Final = re.compile(r"[\w·.-]+", re.UNICODE)
_WHOLE: Final = 3
"""Shorter words are found as whole words only."""

_CITED: Final = re.compile(
    r"(?P<option>\b(?:[a-z]+(?:_[a-z]+)+|[a-z]+(?= = ))(?: = [\w+-]+)?)|"
    r"(?P<before>\b(?:art[íi]culos?|articles?|según|segons|as in|under)\s+)"
    r"(?P<numbers>\d{1,2}(?:\.\d{1,2})?(?:(?:,\s*|\s+(?:y|i|and)\s+)\d{1,2}(?:\.\d{1,2})?)*)",
    re.IGNORECASE,
)
_NUMBER: Final = re.compile(r"\d{1,2}(?:\.\d{1,2})?")


@lru_cache(maxsize=20_000)
def _reduced(written: str, lang: str) -> tuple[str, str]:
    """A word without accents and capitals, and its stem: books use few words, and often."""
    word = plain(written)
    return word, stem(word, lang)


class Searchable(NamedTuple):
    """A text read once, so that it can be searched often."""

    plain: str
    words: frozenset[str]
    stems: frozenset[str]

    @staticmethod
    def of(texts: Iterable[str], lang: str) -> Searchable:
        text = plain(" ".join(texts))
        stems = frozenset(stem(word, lang) for word in _WORD.findall(text))
        return Searchable(text, frozenset(_TYPED.findall(text)), stems)


class Wanted:
    """What somebody searches for, in a language. Nothing wanted is found nowhere and marked nowhere.

    >>> text = Searchable.of(["El turno va hacia la derecha."], "es")
    >>> Wanted("Derechas", "es").found_in(text), Wanted("derecha puntas", "es").found_in(text)
    (True, False)
    """

    def __init__(self, typed: str, lang: str) -> None:
        self._lang = lang
        words = [word.strip(".-") for word in _TYPED.findall(plain(typed[:MOST_LETTERS]))]
        self._words = [(word, stem(word, lang)) for word in words if word]

    def __bool__(self) -> bool:
        return bool(self._words)

    def __len__(self) -> int:
        """How many words."""
        return len(self._words)

    def found_in(self, text: Searchable) -> bool:
        """Whether every word occurs in a text that has been read before."""
        return bool(self) and all(
            (word in text.plain if len(word) >= _WHOLE else word in text.words) or root in text.stems
            for word, root in self._words
        )

    def mentions(self, text: Searchable) -> bool:
        """Whether one of the words, if it is long enough to mean something, is one of the text."""
        return any(len(word) > _WHOLE and (word in text.words or root in text.stems) for word, root in self._words)

    def is_word(self, written: str) -> bool:
        """Whether this word of a text is one that was searched for."""
        word, root = _reduced(written, self._lang)
        return any(
            wanted == word or root == wanted_root or (len(wanted) >= _WHOLE and wanted in word)
            for wanted, wanted_root in self._words
        )

    def marked(self, text: str, addresses: Mapping[str, str] | None = None) -> Markup:
        """The text for a page: words that were searched for marked, articles it cites by number linked, options by the
        names that files and programs know them by set apart.

        >>> print(Wanted("mano", "es").marked("Las manos & el artículo 9.2", {"9.2": "#TG-9.2"}))
        Las <mark>manos</mark> &amp; el artículo <a href="#TG-9.2">9.2</a>
        """
        done, at = Markup(""), 0
        for cited in _CITED.finditer(text) if addresses is not None else ():
            kind = "option" if cited["option"] else "numbers"
            done += self._words_marked(text[at : cited.start(kind)])
            if cited["option"]:
                done += Markup("<code>{}</code>").format(cited["option"])
            else:
                done += self._numbers_linked(cited["numbers"], addresses or {})
            at = cited.end()
        return done + self._words_marked(text[at:])

    def snippet(self, text: str, letters: int = 160) -> Markup:
        """A piece of the text round the first word that was searched for, on whole words.

        >>> print(Wanted("derecha", "es").snippet("Uno dos tres cuatro cinco a la derecha y sigue el turno", 24))
        … cinco a la <mark>derecha</mark> y …
        """
        first = next((word.start() for word in _WORD.finditer(text) if self.is_word(word[0])), 0)
        start = max(0, min(first - letters // 2, len(text) - letters))
        piece = text[start : start + letters]
        if start:
            piece = "… " + piece.partition(" ")[2]
        if start + letters < len(text):
            piece = piece.rpartition(" ")[0] + " …"
        return self._words_marked(piece)

    def _words_marked(self, text: str) -> Markup:
        if not self:
            return escape(text)
        done, at = Markup(""), 0
        for word in _WORD.finditer(text):
            if self.is_word(word[0]):
                done += escape(text[at : word.start()]) + Markup("<mark>{}</mark>").format(word[0])
                at = word.end()
        return done + escape(text[at:])

    def _numbers_linked(self, numbers: str, addresses: Mapping[str, str]) -> Markup:
        done, at = Markup(""), 0
        for number in _NUMBER.finditer(numbers):
            done += self._words_marked(numbers[at : number.start()])
            address = addresses.get(number[0])
            shown = escape(number[0])
            done += shown if address is None else Markup('<a href="{}">{}</a>').format(address, number[0])
            at = number.end()
        return done + escape(numbers[at:])
