"""Names that the eye takes for one another, and letters that it does not see."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

ERASED: Final = "—"
"""In place of the name of somebody who was erased. Several at one table may be called so."""
_BLANK: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Letters, marks and signs that show nothing: Unicode counts them as visible."""
_MOST_MARKS: Final = 2
"""More accents on one letter cover the lines around it."""


_MOST_WRITTEN: Final = 8
"""Accents in a row, before they are put together with their letter: no language has half as many."""


def unseen(text: str) -> bool:
    """Whether a text has letters that nobody sees, or hides some under accents.

    >>> [unseen(text) for text in ("Núria Peña", "Ana\\u200b", "Ana\\u3164", "A" + 20 * "\\u0301")]
    [False, True, True, True]
    """
    if text.isascii():
        return not text.isprintable()
    marks = 0
    for letter in text:  # to put a thousand accents of one letter in order takes the square of it
        marks = marks + 1 if unicodedata.combining(letter) else 0
        if marks > _MOST_WRITTEN:
            return True
    marks = 0
    for letter in unicodedata.normalize("NFC", text):
        category = unicodedata.category(letter)
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if category[0] == "C" or marks > _MOST_MARKS or _BLANK.match(letter):
            return True
    return False


@lru_cache(maxsize=16384)
def alike(name: str) -> str:
    """The same for names that look the same: whatever their capitals and their alphabets.

    >>> alike("Ana") == alike("ANA") == alike("А\\u043d\\u0430".replace("\\u043d", "n"))
    True
    >>> alike("José") == alike("Jose")
    False
    """
    letters = unicodedata.normalize("NFKC", name)
    return unicodedata.normalize("NFC", "".join(map(_latin, letters)).casefold())


def sounds_alike(name: str) -> str:
    """The same for names that are called across a table in one way: accents aside too.

    >>> sounds_alike("Ramón") == sounds_alike("RAMON")
    True
    """
    letters = unicodedata.normalize("NFD", alike(name))
    return "".join(letter for letter in letters if unicodedata.category(letter) != "Mn")


@lru_cache(maxsize=4096)
def _latin(letter: str) -> str:
    """The plain letter that this one of another alphabet is taken for (Unicode's list of confusables); else itself."""
    if letter.isascii() or "LATIN" in unicodedata.name(letter, ""):
        return letter
    # Read when the first such letter comes: it is a large list, and most evenings need none of it.
    from confusable_homoglyphs.confusables import confusables_data

    look = (twin["c"] for twin in confusables_data.get(letter, ()))
    return next((twin for twin in look if len(twin) == 1 and twin.isascii() and twin.isalpha()), letter)
