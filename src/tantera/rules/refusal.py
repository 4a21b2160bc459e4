"""What the table says when an order is against the book."""

from __future__ import annotations

from tantera.tiles import Tile
from tantera.words import Phrase, Problem, translate


class Refusal(Problem):
    """An order that the book forbids, with the article that forbids it.

    The message is the English sentence with its gaps; `told` gives it in another language. The article stays,
    or is empty where the table has a rule of its own that no book speaks of.

    >>> str(Refusal("TG-9.2", "both ends are {suit}: play on your right", suit=6))
    'TG-9.2: both ends are 6: play on your right'
    """

    code = "refused"

    def __init__(self, article: str, message: str, **facts: object) -> None:
        super().__init__(article, message)
        self.article = article
        self.message = message
        self.facts = facts

    def told(self, lang: str) -> str:
        """The sentence in that language, without the article; tiles as they are said, 6-4."""
        facts = {name: _said(fact, lang) for name, fact in self.facts.items()}
        return translate(lang, self.message, **facts)

    def __str__(self) -> str:
        return f"{self.article}: {self.told('en')}" if self.article else self.told("en")


def _said(fact: object, lang: str) -> object:
    return fact.spoken if isinstance(fact, Tile) else fact.told(lang) if isinstance(fact, Phrase) else fact
