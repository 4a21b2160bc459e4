"""The words: English in the code, Spanish and Catalan in ``locale/LANG/*.po``, read when first used; and the languages.

Portuguese is there for rule books only; what it does not have is said in Spanish."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final, Literal

from tantera.words.po import read_po

Lang = Literal["es", "ca", "en"]
"""A language of the program."""

LANGUAGES: Final[dict[str, str]] = {"es": "español", "ca": "català", "en": "English"}
"""What each of them calls itself. Spanish first."""

LANGS: Final = tuple(LANGUAGES)
"""The languages of the program, Spanish first."""

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

    >>> translate("es", "it is the turn of {player}", player="Vidal")
    'juega Vidal'
    """
    sentence = _sentences(lang).get(message, message)
    return sentence.format(**facts) if facts else sentence


def catalogue(lang: str) -> dict[str, str]:
    """Everything that can be said in a language, by the English of the code: its files together, one for each part of
    the program. No build step: translators edit plain .po files."""
    together: dict[str, str] = {}
    folder = files("tantera.words") / "locale" / lang
    for source in sorted(folder.iterdir(), key=lambda file: file.name) if folder.is_dir() else ():
        if source.name.endswith(".po"):
            together |= read_po(source.read_text("utf-8").splitlines())
    return together


@cache
def _sentences(lang: str) -> dict[str, str]:
    """A dictionary, and no gettext around it: nothing here has plural forms or contexts."""
    sentences = {sentence: words for sentence, words in catalogue(lang).items() if words}
    return _sentences(_ELSE[lang]) | sentences if lang in _ELSE else sentences
