"""Numbers and amounts as a language writes them."""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache
from typing import Final, NamedTuple

from tantera.words.catalogue import translate

NOTHING: Final = "–"
"""Where there is no figure."""
_AS_IN_SPAIN: Final = str.maketrans(",.", ".,")
"""And in Brazil: points between thousands, and a comma."""


def number(value: float, lang: str, places: int = 0, sign: bool = False) -> str:
    """
    >>> number(1234.5, "es", 2), number(1234.5, "en", 2), number(3, "en", sign=True)
    ('1.234,50', '1,234.50', '+3')
    """
    exact = Decimal(str(value)).quantize(Decimal(1).scaleb(-places))
    figure = f"{exact:+,f}" if sign else f"{exact:,f}"
    return figure if lang == "en" else figure.translate(_AS_IN_SPAIN)


def seconds(milliseconds: int, lang: str) -> str:
    """A time to the tenth of a second. Every move at a live table says one, so it is said once.

    >>> seconds(12_345, "es"), seconds(250, "en"), seconds(3_600_000, "ca")
    ('12,3', '0.2', '3.600,0')
    """
    return _tenths(round(milliseconds / 100), lang)


@lru_cache(maxsize=4096)
def _tenths(tenths: int, lang: str) -> str:
    return number(tenths / 10, lang, 1)


def counted(lang: str, count: int, one: str, many: str, **facts: object) -> str:
    """A sentence about one thing or about many, `{count}` of them. Both are translated.

    >>> counted("en", 1, "1 deal", "{count} deals"), counted("en", 1200, "1 deal", "{count} deals")
    ('1 deal', '1,200 deals')
    """
    if count == 1:
        return translate(lang, one, **facts)
    return translate(lang, many, count=number(count, lang), **facts)


_IN_CATALAN: Final = {1: "r", 2: "n", 3: "r", 4: "t"}
_IN_ENGLISH: Final = {1: "st", 2: "nd", 3: "rd"}


class Ordinal(NamedTuple):
    """A place in a row, as it stands before a noun.

    >>> [Ordinal(place).told("es") for place in (1, 2, 3, 11, 21)], [Ordinal(place).told("ca") for place in (1, 4, 5)]
    (['1.er', '2.º', '3.er', '11.º', '21.er'], ['1r', '4t', '5è'])
    >>> [Ordinal(place).told("en") for place in (1, 2, 3, 4, 11, 22)]
    ['1st', '2nd', '3rd', '4th', '11th', '22nd']
    """

    place: int

    def told(self, lang: str) -> str:
        last, teens = self.place % 10, self.place % 100
        match lang:
            case "es":
                return f"{self.place}.er" if last in (1, 3) and teens != 11 else f"{self.place}.º"
            case "ca":
                return f"{self.place}{_IN_CATALAN.get(self.place, 'è')}"
            case "en":
                return f"{self.place}{'th' if 11 <= teens <= 13 else _IN_ENGLISH.get(last, 'th')}"
            case _:
                return f"{self.place}.º"


def with_error(value: float, error: float | None, lang: str, places: int, sign: bool = False, unit: str = "") -> str:
    """A figure and its standard error; a dash where one deal says nothing about the next.

    >>> with_error(1.5, 0.25, "en", 2, sign=True), with_error(50, None, "es", 1, unit=" %")
    ('+1.50 ± 0.25', '50,0 % ± –')
    """
    margin = NOTHING if error is None else number(error, lang, places)
    return f"{number(value, lang, places, sign)}{unit} ± {margin}"
