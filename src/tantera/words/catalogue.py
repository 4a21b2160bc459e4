"""The words: English in the code, Spanish and Catalan in ``locale/LANG/*.po``, read when first used; and the languages.

Portuguese is there for rule books only; what it does not have is said in Spanish."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog


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


_ELSE: Final = {"pt": "es"}
"""Where a language does not have everything: in which one the rest is said."""


def translate(lang: str, message: str, **facts: object) -> str:
    """The message in a language, its gaps filled.

    >>> translate("es", "it is the turn of seat {seat}", seat=2)
    'el turno es del puesto 2'
    """
    sentence = _sentences(lang).get(message, message)
    return sentence.format(**facts) if facts else sentence


def catalogue(lang: str) -> Catalog:
    """Everything that can be said in a language: its files together, one for each part of the program."""
    # Babel's reader, kept: 100 ms once, no build step, and translators edit plain .po files.
    from babel.messages.catalog import Catalog
    from babel.messages.pofile import read_po

    together = Catalog(locale=lang)
    folder = files("tantera.words") / "locale" / lang
    for source in sorted(folder.iterdir(), key=lambda file: file.name) if folder.is_dir() else ():
        if source.name.endswith(".po"):
            with source.open("rb") as po:
                for entry in read_po(po, locale=lang):
                    if entry.id:
                        together[entry.id] = entry
    return together


@cache
def _sentences(lang: str) -> dict[str, str]:
    """By the English of the code. A dictionary, and no gettext around it: nothing here has plural forms or contexts."""
    found = {str(entry.id): str(entry.string) for entry in catalogue(lang) if entry.id and entry.string}
    return _sentences(_ELSE[lang]) | found if lang in _ELSE else found
