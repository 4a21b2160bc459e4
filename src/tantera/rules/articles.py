"""An article of a rule book: what it says, and what the reader shows beside it. Only its id and its ways bind."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from tantera.rules.basics import ArticleId, Record, ShortText, Text, Way, Words

FigureKind = Literal["opening_double", "opening_mixed", "carro", "equal_ends", "doubles_across"]
"""Drawings that the reader knows how to make."""


class Article(Record, frozen=True):
    """One rule, in our own words."""

    id: ArticleId
    number: ShortText
    """Where it stands in the source."""
    ways: Annotated[tuple[Way, ...], Meta(min_length=1, max_length=4)]
    es: Text
    ca: Text
    en: Text
    chapter: Words | None = None
    """The chapter that begins with this article."""
    title: Words | None = None
    """What it is about, in a few words."""
    reading: Words | None = None
    """How we read it where the source is silent or can be read two ways."""
    figure: FigureKind | None = None
    check: Annotated[tuple[Words, ...], Meta(max_length=20)] = ()
    """What an organiser ticks off before play begins."""

    def text(self, lang: str) -> str:
        return self.es if lang == "es" else self.ca if lang == "ca" else self.en
