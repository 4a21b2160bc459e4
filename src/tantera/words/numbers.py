"""Numbers and amounts as a language writes them."""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache
from typing import Final

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


def with_error(value: float, error: float | None, lang: str, places: int, sign: bool = False, unit: str = "") -> str:
    """A figure and its standard error; a dash where one deal says nothing about the next.

    >>> with_error(1.5, 0.25, "en", 2, sign=True), with_error(50, None, "es", 1, unit=" %")
    ('+1.50 ± 0.25', '50,0 % ± –')
    """
    margin = NOTHING if error is None else number(error, lang, places)
    return f"{number(value, lang, places, sign)}{unit} ± {margin}"
