"""The one place where the server asks what time it is; and days and hours in its own time, for people and programs."""

from __future__ import annotations

import time
from datetime import datetime


def now() -> int:
    """Milliseconds since 1970, as events have them."""
    return time.time_ns() // 1_000_000


def day(at: int) -> str:
    """The day of a time in milliseconds, as files and programs write it."""
    return datetime.fromtimestamp(at / 1000).date().isoformat()


def when(at: int, lang: str) -> str:
    """The same for people: ``16 nov 2026, 10:54``."""
    from babel.dates import format_datetime  # when somebody looks at such a page: it reads a calendar

    local = datetime.fromtimestamp(at / 1000).astimezone()
    return format_datetime(local, "d MMM y, HH:mm", locale=lang)
