"""Names as people write them: one line of text, the surname found in it, alphabetical order."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final, NamedTuple

LONGEST: Final = 120
"""Characters of a name that a paper ever tries to show; the template shrinks and cuts the rest."""

_SECOND_GIVEN_NAMES: Final = frozenset({
    "josé", "jose", "maría", "maria", "luis", "lluís", "carlos", "carles", "antonio", "antoni", "manuel", "miguel",
    "miquel", "javier", "xavier", "jesús", "jesus", "ángel", "àngel", "ramón", "ramon", "alberto", "albert",
    "pablo", "pau", "francisco", "francesc", "teresa", "carmen", "carme", "isabel", "pilar", "dolores", "dolors",
    "rosa", "ignacio", "ignasi", "fernando", "enrique", "enric", "rafael", "andrés", "andreu", "alejandro", "mari",
})  # fmt: skip
"""Given names that often come second: «Juan Carlos», «María José», «Josep Maria»."""

_MARIES: Final = frozenset({"maría", "maria", "mª", "m.ª"})
_OF_MARY: Final = frozenset({
    "ángeles", "àngels", "carmen", "carme", "mar", "pilar", "rosario", "roser", "dolores", "dolors", "mercedes",
    "mercè", "desamparados", "remedios", "remei", "rocío", "socorro", "consuelo", "pino", "camino", "luz", "paz", "pau",
    "concepción", "concepció", "nieves", "neus", "milagros", "montserrat", "soledad", "prado", "henar", "fuensanta",
    "guadalupe", "loreto", "lourdes", "fátima", "sol", "olvido", "amparo", "gracia", "coral", "cinta", "esperanza",
    "encarnación", "asunción", "assumpció", "puig", "tura", "lluc", "sagrario", "llanos", "reyes",
})  # fmt: skip
"""What a María is called by: «María del Carmen», «María de los Ángeles», «Maria del Mar»."""

_PILED_UP: Final = re.compile("([\u0300-\u036f]{2})[\u0300-\u036f]+")
"""More than two accents on a letter are a joke that covers the line above."""


class Listed(NamedTuple):
    """A name as a list in alphabetical order shows it: what it is found by, and the rest."""

    surname: str
    given: str

    @property
    def text(self) -> str:
        return f"{self.surname}, {self.given}" if self.given else self.surname


@lru_cache(maxsize=8192)
def clean(name: str) -> str:
    """One line of text: no control or direction characters, no double spaces.

    >>> clean(" Laia\\n Ferrer\\u202e ")
    'Laia Ferrer'
    """
    visible = "".join(sign if unicodedata.category(sign) not in {"Cc", "Cf", "Cs"} else " " for sign in name)
    line = " ".join(_PILED_UP.sub(r"\1", unicodedata.normalize("NFC", visible)).split())
    if len(line) > LONGEST:
        line = line[: LONGEST - 1].rstrip() + "…"
    return " ".join(word if len(word) <= 30 else _breakable(word) for word in line.split())


def _breakable(word: str) -> str:
    """A word that no column holds may be broken anywhere: a zero-width space after every tenth sign."""
    return "\u200b".join(word[at : at + 10] for at in range(0, len(word), 10))


@lru_cache(maxsize=8192)
def listed(name: str) -> Listed:
    """The surname and the rest. A comma says it; without one the usual Spanish order is read, given names first.

    >>> listed("Ferrer Mestres, Laia").text, listed("Laia Ferrer Mestres").text, listed("Josep Maria Bru").text
    ('Ferrer Mestres, Laia', 'Ferrer Mestres, Laia', 'Bru, Josep Maria')
    >>> listed("Maria del Carme Vilanova").text, listed("María de la Torre Gil").text
    ('Vilanova, Maria del Carme', 'de la Torre Gil, María')
    >>> listed("Ana de la Torre").text, listed("Zico").text, listed("Jugador 12").text
    ('de la Torre, Ana', 'Zico', 'Jugador 12')
    """
    line = clean(name)
    surname, comma, given = line.partition(",")
    if comma and surname.strip() and given.strip():
        return Listed(surname.strip(), given.strip())
    words = line.split()
    if len(words) < 2 or any(sign.isdigit() for sign in line) or not all(word[0].isalpha() for word in words):
        return Listed(line, "")
    first = _given_names(words)
    return Listed(" ".join(words[first:]), " ".join(words[:first]))


def _given_names(words: list[str]) -> int:
    """How many words are given names. A particle begins a surname («Ana de la Torre»), but not after a María whose
    name it is part of («María del Carmen Gil»); something is left for the surname.

    >>> _given_names("María de los Ángeles Gil".split()), _given_names("María del Mar".split())
    (4, 1)
    """
    if len(words) > 2 and words[1].islower():
        after = next((at for at, word in enumerate(words) if at and not word.islower()), len(words))
        of_mary = after + 1 < len(words) and words[after].casefold() in _OF_MARY
        return after + 1 if words[0].casefold() in _MARIES and of_mary else 1
    return 2 if len(words) > 2 and words[1].casefold() in _SECOND_GIVEN_NAMES else 1


def sort_key(text: str) -> tuple[str, str]:
    """Alphabetical order as the three languages have it: accents and capitals do not count, ñ follows n.

    >>> sorted(["Zapata", "Ñíguez", "Núñez", "abad", "Álvarez", "Nadal"], key=sort_key)
    ['abad', 'Álvarez', 'Nadal', 'Núñez', 'Ñíguez', 'Zapata']
    """
    folded = text.casefold().replace("ñ", "n\uffff")
    plain = "".join(sign for sign in unicodedata.normalize("NFD", folded) if not unicodedata.combining(sign))
    return "".join(sign for sign in plain if sign.isalnum() or sign in " \uffff"), text


def initial(text: str) -> str:
    """The letter under which a name is found.

    >>> initial("Álvarez"), initial("ñíguez"), initial("de la Torre")
    ('A', 'Ñ', 'D')
    """
    for sign in text.upper():
        if sign == "Ñ":
            return sign
        if sign.isalnum():
            return unicodedata.normalize("NFD", sign)[0]
    return "–"
