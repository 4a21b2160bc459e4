"""A reason that is kept in the log and told in any language."""

from __future__ import annotations

from msgspec import Struct

from tantera.words import Phrase


class Why(Struct, frozen=True):
    """A sentence with gaps, in English as the catalogue has it, and what fills the gaps.

    >>> Why("ranks {ranks}", {"ranks": "1-4"}).phrase.told("en")
    'ranks 1-4'
    """

    say: str
    facts: dict[str, str | int] = {}

    @property
    def phrase(self) -> Phrase:
        return Phrase(self.say, **self.facts)
