"""Days and times as a reader of this server's country writes them."""

from __future__ import annotations

from datetime import datetime


def day(at: int) -> str:
    """The day of a time in milliseconds, as files and programs write it, where this server stands."""
    return datetime.fromtimestamp(at / 1000).date().isoformat()


def day_and_time(at: int, lang: str) -> str:
    """The same for people: *15 nov 2026, 18:04*."""
    from babel.dates import format_date, format_time

    when = datetime.fromtimestamp(at / 1000)
    return f"{format_date(when, 'medium', locale=lang)}, {format_time(when, 'H:mm', locale=lang)}"
