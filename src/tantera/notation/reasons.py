"""Parts of what the judge says when a document cannot be right."""

from __future__ import annotations

from typing import Final

from tantera.notation.errors import Words
from tantera.rules import Seat
from tantera.words import Phrase

_OTHER_END: Final = str.maketrans("<>", "><")


def an_opener_among(seats: tuple[Seat, ...]) -> Phrase:
    """The only seat that may open the hand, or all that may."""
    if len(seats) == 1:
        return Phrase("o{seat}: that seat opens", seat=seats[0])
    return Phrase("an opener among seats {seats}", seats=" ".join(map(str, seats)))


def one_of(tokens: list[str]) -> Words:
    """``<01 or >01 or <05`` in the reader's language."""
    *others, last = tokens
    listed: Words = last
    for token in reversed(others):
        listed = Phrase("{one} or {other}", one=token, other=listed)
    return listed


def with_other_ends(words: Words) -> Words:
    """Words in which the left end is the right one."""
    if isinstance(words, str):
        return words.translate(_OTHER_END)
    if not isinstance(words, Phrase):
        return words  # a refusal speaks of tiles and numbers, never of < and >
    facts = {
        name: with_other_ends(fact) if isinstance(fact, str | Phrase) else fact for name, fact in words.facts.items()
    }
    return Phrase(words.message, **facts)
