"""The languages that Tantera speaks: all of it, or of rule books only."""

from __future__ import annotations

from typing import Final, Literal

Lang = Literal["es", "ca", "en"]

LANGUAGES: Final[dict[str, str]] = {"es": "español", "ca": "català", "en": "English"}
"""What each of them calls itself. Spanish first."""

LANGS: Final = tuple(LANGUAGES)

OF_BOOKS: Final = (*LANGS, "pt")
"""What rule books speak: a club's book is made and read in the club's own language."""

_READ_SPANISH: Final = frozenset({"an", "ast", "eu", "ext", "gl", "gn", "oc", "qu"})
"""Languages that we lack and that are spoken where everybody reads Spanish."""


def in_place_of(lang: str) -> str:
    """What is spoken to somebody whose language we lack.

    >>> in_place_of("de"), in_place_of("gl")
    ('en', 'es')
    """
    return "es" if lang in _READ_SPANISH else "en"
