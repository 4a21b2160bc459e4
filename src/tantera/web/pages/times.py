"""Days and hours for people and for programs, in the server's own time."""

from __future__ import annotations

from datetime import datetime


def day(at: int) -> str:
    """The day of a time in milliseconds, as files and programs write it."""
    return datetime.fromtimestamp(at / 1000).date().isoformat()


def when(at: int, lang: str) -> str:
    """The same for people: ``16 nov 2026, 10:54``."""
    from babel.dates import format_datetime  # when somebody looks at such a page: it reads a calendar

    local = datetime.fromtimestamp(at / 1000).astimezone()
    return format_datetime(local, "d MMM y, HH:mm", locale=lang)
