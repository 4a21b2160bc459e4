"""An article of a rule book: what it says, and what the reader shows beside it. Only its id and its ways bind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Final, Literal

from msgspec import UNSET, Meta, UnsetType

from tantera.rules.basics import ArticleId, InLanguages, Mistake, ShortText, Text, Way, Words
from tantera.rules.bonuses import BONUSES
from tantera.rules.glossary import KEYS
from tantera.words.guesses import one_of

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
    settles: Annotated[tuple[ShortText, ...], Meta(max_length=20)] = ()
    """Which settings its words lay down, like ``options.next_opener``: whoever changes one has to change the words."""
    settles_all: bool = False
    """Its words say nothing beyond that: where one of them changes, nothing of the article is left to be said."""
    offers: Annotated[tuple[ShortText, ...], Meta(max_length=20)] = ()
    """Which other values its words allow: ``options.scoring = opponents``, or the key alone where they allow any."""

    def allows(self, key: str, value: object) -> bool:
        """Whether its words speak of this value of a setting too, beside the one of the book.

        >>> Article("C-1", "1", ("play",), es="…", offers=("options.at_time = stop",)).allows("options.at_time", "stop")
        True
        """
        return key in self.offers or f"{key} = {value}" in self.offers


def article_mistakes(articles: Sequence[Article]) -> Iterator[Mistake]:
    """An article may only speak of settings that there are."""
    for place, article in enumerate(articles):
        for field, keys in (("settles", article.settles), ("offers", article.offers)):
            for step, settled in enumerate(keys):
                key = settled.partition(" = ")[0]
                if key not in SETTLED:
                    yield Mistake(("article", place, field, step), repr(key), one_of(SETTLED, key))


SETTLED: Final = [*KEYS, "bonus", *(f"bonus.{kind}" for kind in BONUSES)]
"""What an article may speak of: every setting by its dotted key, each bonus, and the bonuses as a whole."""
