"""The words of the game: what each of them means, in a sentence or two. `dictionary.toml` has them all."""

from __future__ import annotations

import unicodedata
from functools import cache
from importlib.resources import files

import msgspec
from msgspec import UNSET

from tantera.rules.basics import BookRecord, Identifier, Words


class GameWord(BookRecord, frozen=True):
    """A word of the game."""

    id: Identifier
    word: Words
    about: Words
    also: Words | None = None
    """Other names for it, divided by commas; there may be none in a language."""
    said: Words | None = None
    """How it is said of somebody, *you pass*: a page links it, and no list has it."""

    def names(self, lang: str) -> tuple[str, ...]:
        """What it is called in a language, its own name first; nothing of another language in place of what is not."""
        return self.word.text(lang), *_divided(self.also, lang)

    def forms(self, lang: str) -> tuple[str, ...]:
        """All that it may be called in a sentence."""
        return *self.names(lang), *_divided(self.said, lang)


def _divided(words: Words | None, lang: str) -> tuple[str, ...]:
    own = getattr(words, lang, UNSET) if words is not None else UNSET
    return () if own is UNSET else tuple(name.strip() for name in own.split(","))


class _Dictionary(BookRecord, frozen=True):
    words: tuple[GameWord, ...]


@cache
def dictionary() -> tuple[GameWord, ...]:
    text = (files("tantera.rules") / "dictionary.toml").read_bytes()
    return msgspec.toml.decode(text, type=_Dictionary).words


@cache
def alphabetical(lang: str) -> tuple[GameWord, ...]:
    """All of them, as a reader of this language looks them up.

    >>> [entry.word.text("es") for entry in alphabetical("es")][:4]
    ['ahorcado', 'cachirul', 'capicúa', 'carro']
    """
    return tuple(sorted(dictionary(), key=lambda entry: unicodedata.normalize("NFD", entry.word.text(lang).lower())))


@cache
def terms(lang: str) -> dict[str, str]:
    """By each of its names and forms, in small letters, which word of the dictionary it is; nothing where that is not
    written in the language.

    >>> terms("es")["tranque"], terms("es")["cierre"], terms("es")["pasas"], "block" in terms("es")
    ('tranque', 'tranque', 'paso', False)
    """
    written = (entry for entry in dictionary() if lang in entry.word.languages)
    return {name.lower(): entry.id for entry in written for name in reversed(entry.forms(lang))}
