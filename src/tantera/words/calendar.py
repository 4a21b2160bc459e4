"""Days, months and hours as people write them in each language: what CLDR says of the four that we speak."""

from __future__ import annotations

from datetime import date, datetime
from typing import Final, NamedTuple


class _Calendar(NamedTuple):
    days: tuple[str, ...]
    """From Monday on."""
    months: tuple[str, ...]
    """In a whole date, with what leads to them: *de novembre*, *d'octubre*."""
    short: tuple[str, ...]
    """The same in a list."""
    alone: tuple[str, ...]
    """In a list, without a day before them."""
    whole: str
    month_and_year: str


def _several(text: str, between: str = " ") -> tuple[str, ...]:
    return tuple(text.split(between))


_CALENDARS: Final = {
    "es": _Calendar(
        days=_several("lunes martes miércoles jueves viernes sábado domingo"),
        months=_several("enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"),
        short=_several("ene feb mar abr may jun jul ago sept oct nov dic"),
        alone=_several("ene feb mar abr may jun jul ago sept oct nov dic"),
        whole="{day} de {month} de {year}",
        month_and_year="{month} {year}",
    ),
    "ca": _Calendar(
        days=_several("dilluns dimarts dimecres dijous divendres dissabte diumenge"),
        months=_several(
            "de gener|de febrer|de març|d’abril|de maig|de juny|de juliol|d’agost|de setembre|d’octubre|de novembre"
            "|de desembre",
            "|",
        ),
        short=_several(
            "de gen.|de febr.|de març|d’abr.|de maig|de juny|de jul.|d’ag.|de set.|d’oct.|de nov.|de des.", "|"
        ),
        alone=_several("gen. febr. març abr. maig juny jul. ag. set. oct. nov. des."),
        whole="{day} {month} del {year}",
        month_and_year="{month} del {year}",
    ),
    "en": _Calendar(
        days=_several("Monday Tuesday Wednesday Thursday Friday Saturday Sunday"),
        months=_several("January February March April May June July August September October November December"),
        short=_several("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec"),
        alone=_several("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec"),
        whole="{month} {day}, {year}",
        month_and_year="{month} {year}",
    ),
    "pt": _Calendar(
        days=_several("segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado domingo"),
        months=_several("janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro"),
        short=_several("jan. fev. mar. abr. mai. jun. jul. ago. set. out. nov. dez."),
        alone=_several("jan. fev. mar. abr. mai. jun. jul. ago. set. out. nov. dez."),
        whole="{day} de {month} de {year}",
        month_and_year="{month} de {year}",
    ),
}


def clock(at: datetime) -> str:
    """``10:54``"""
    return f"{at.hour:02}:{at.minute:02}"


def weekday(at: date, lang: str) -> str:
    return _CALENDARS[lang].days[at.weekday()]


def day_and_month(at: date, lang: str) -> str:
    """
    >>> day_and_month(date(2026, 4, 5), "es"), day_and_month(date(2026, 4, 5), "ca")
    ('5 abr', '5 d’abr.')
    """
    return f"{at.day} {_CALENDARS[lang].short[at.month - 1]}"


def short_date(at: date, lang: str) -> str:
    return f"{day_and_month(at, lang)} {at.year}"


def long_date(at: date, lang: str) -> str:
    """
    >>> long_date(date(2026, 11, 16), "ca"), long_date(date(2026, 11, 16), "en")
    ('16 de novembre del 2026', 'November 16, 2026')
    """
    calendar = _CALENDARS[lang]
    return calendar.whole.format(day=at.day, month=calendar.months[at.month - 1], year=at.year)


def full_date(at: date, lang: str) -> str:
    """
    >>> full_date(date(2026, 11, 16), "es")
    'lunes, 16 de noviembre de 2026'
    """
    return f"{weekday(at, lang)}, {long_date(at, lang)}"


def month_and_year(at: date, lang: str) -> str:
    calendar = _CALENDARS[lang]
    return calendar.month_and_year.format(month=calendar.alone[at.month - 1], year=at.year)
