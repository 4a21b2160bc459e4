"""The one place where the server asks what time it is; and days and hours in its own time, for people and programs."""

from __future__ import annotations

import time
from datetime import date, datetime

from tantera.words import translate
from tantera.words.calendar import clock, day_and_month, long_date, month_and_year, short_date, weekday


def now() -> int:
    """Milliseconds since 1970, as events have them."""
    return time.time_ns() // 1_000_000


def day(at: int) -> str:
    """The day of a time in milliseconds, as files and programs write it."""
    return datetime.fromtimestamp(at / 1000).date().isoformat()


def today() -> date:
    """Of the server."""
    return datetime.fromtimestamp(now() / 1000).date()


def when(at: int, lang: str) -> str:
    """The same for people: ``16 nov 2026, 10:54``."""
    local = datetime.fromtimestamp(at / 1000)
    return f"{short_date(local, lang)}, {clock(local)}"


def day_in_words(at: int, lang: str) -> str:
    """The day alone, on paper: ``16 de noviembre de 2026``."""
    return long_date(datetime.fromtimestamp(at / 1000), lang)


def lately(at: int, present: int, lang: str) -> str:
    """The same for a list of what happened, as people say it: *today, 18:40*, *Sunday*, *3 Nov*, *3 Nov 2025*."""
    local, today = (datetime.fromtimestamp(one / 1000) for one in (at, present))
    ago = (today.date() - local.date()).days
    if ago == 0:
        return translate(lang, "today, {time}", time=clock(local))
    if 0 < ago < 7:
        return weekday(local, lang)
    return day_and_month(local, lang) if local.year == today.year else short_date(local, lang)


def month(at: int) -> str:
    """The month of a time, as it is counted: ``2026-11``."""
    return day(at)[:7]


def month_in_words(counted: str, lang: str) -> str:
    """``nov 2026``"""
    return month_and_year(datetime.strptime(counted, "%Y-%m"), lang)
