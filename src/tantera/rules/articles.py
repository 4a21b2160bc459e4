"""An article of a rule book: what it says, and what the reader shows beside it. Only its id and its ways bind."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from tantera.rules.basics import ArticleId, InLanguages, ShortText, Text, Way, Words

FigureKind = Literal["opening_double", "opening_mixed", "carro", "equal_ends", "doubles_across"]
"""Drawings that the reader knows how to make."""


class Article(InLanguages, frozen=True):
    """One rule, in our own words."""

    id: ArticleId
    number: ShortText
    """Where it stands in the source."""
    ways: Annotated[tuple[Way, ...], Meta(min_length=1, max_length=4)]
    es: Text | UnsetType = UNSET
    ca: Text | UnsetType = UNSET
    en: Text | UnsetType = UNSET
    pt: Text | UnsetType = UNSET
    chapter: Words | None = None
    """The chapter that begins with this article."""
    title: Words | None = None
    """What it is about, in a few words."""
    reading: Words | None = None
    """How we read it where the source is silent or can be read two ways."""
    figure: FigureKind | None = None
    check: Annotated[tuple[Words, ...], Meta(max_length=20)] = ()
    """What an organiser ticks off before play begins."""
