"""The words: English in the code, Spanish and Catalan in ``locale/*.po``, compiled in memory when first asked for."""

from __future__ import annotations

from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from io import BytesIO
from typing import Final, Literal, get_args

Lang = Literal["es", "ca", "en"]

LANGS: Final[tuple[str, ...]] = get_args(Lang)
"""Spanish first."""


def translate(lang: str, message: str, **facts: object) -> str:
    """The message in a language, its gaps filled.

    >>> translate("es", "it is the turn of seat {seat}", seat=2)
    'el turno es del puesto 2'
    """
    sentence = _catalogue(lang).gettext(message)
    return sentence.format(**facts) if facts else sentence


@cache
def _catalogue(lang: str) -> NullTranslations:
    source = files("tantera.words") / "locale" / f"{lang}.po"
    if not source.is_file():
        return NullTranslations()
    # Babel's reader and writer, kept: 40 ms once, no build step, and translators edit plain .po files.
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    compiled = BytesIO()
    with source.open("rb") as po:
        write_mo(compiled, read_po(po, locale=lang))
    compiled.seek(0)
    return GNUTranslations(compiled)
