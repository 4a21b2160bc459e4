"""What a record may tell besides the article and the seat: the keys, and the shape of what they say."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from tantera.words import Phrase

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
