"""The words: English in the code, Spanish and Catalan in ``locale/LANG/*.po``, read when first used.

Portuguese is there for rule books only; what it does not have is said in Spanish."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

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
