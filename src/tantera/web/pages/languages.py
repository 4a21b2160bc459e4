"""Which language a visitor reads: the one they chose, or the first their browser asks for that we speak."""

from __future__ import annotations

import re
from typing import Any, Final

from litestar.connection import ASGIConnection

from tantera.words import LANGS

COOKIE: Final = "lang"


def language_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    for chosen in (connection.query_params.get("lang"), connection.cookies.get(COOKIE)):
        if chosen in LANGS:
            return str(chosen)
    return accepted(connection.headers.get("accept-language", ""))


def accepted(header: str) -> str:
    """The language that an ``Accept-Language`` asks for first, of those we speak; Spanish if none.

    >>> accepted("de-DE,ca;q=0.7,en;q=0.8"), accepted("gl"), accepted("ca-ES")
    ('en', 'es', 'ca')
    """
    wanted: list[tuple[float, str]] = []
    for part in header[:500].split(","):
        found = re.fullmatch(r"\s*([A-Za-z]{2,3})(?:-[\w-]*)?\s*(?:;\s*q=([01](?:\.\d{0,3})?))?\s*", part)
        if found:
            wanted.append((-float(found[2] or 1), found[1].lower()))
    return next((lang for _, lang in sorted(wanted, key=lambda one: one[0]) if lang in LANGS), LANGS[0])
