"""Parts of what the judge says when a document cannot be right."""

from __future__ import annotations

import re
from typing import Final

from tantera.notation.document import RecordItem
from tantera.notation.errors import Words
from tantera.rules import Seat
from tantera.words import Phrase

_KEYS: Final[dict[str, tuple[str, Words]]] = {
    "tile": (r"\d\d(\.\d\d)*", "64"),
    "touched": (r"yes", "yes"),
    "noticed": (r"own", "own"),
    "chose": (r"[a-z]+", "continue"),
    "by": (r".+", Phrase('"who ruled"')),
    "confirm": (r"yes|no", Phrase("yes or no")),
    "turn": (r"\d{1,3}", Phrase("a number")),
    "text": (r".+", Phrase('"what was ruled"')),
    "points": (r"[1-4]:[+-]\d{1,5}", "2:+20"),
}
"""What a record may tell besides the seat: its shape, and how it looks."""

_OTHER_END: Final = str.maketrans("<>", "><")


def wrong_key(record: RecordItem) -> Phrase | None:
    """What should stand in a record in place of a key that nobody knows, or of a value of another shape."""
    for key, value in record.details:
        if key not in _KEYS:
            return Phrase("no key {key}; known are seat, {known}", key=key, known=", ".join(_KEYS))
        pattern, shape = _KEYS[key]
        if not re.fullmatch(pattern, value, re.ASCII | re.DOTALL):
            return Phrase("{key}={value}", key=key, value=shape)
    return None


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
