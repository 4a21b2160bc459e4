"""Days and hours for people."""

from __future__ import annotations

from datetime import datetime


def when(at: int, lang: str) -> str:
    """A moment in the server's own time: ``16 nov 2026, 10:54``."""
    from babel.dates import format_datetime  # when somebody looks at such a page: it reads a calendar

    local = datetime.fromtimestamp(at / 1000).astimezone()
    return format_datetime(local, "d MMM y, HH:mm", locale=lang)
