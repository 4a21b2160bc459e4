"""Times of day on somebody's own pages. They are written as the server's clock has them; `times.js` writes them as the
reader's clock has them, where that is another."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from markupsafe import Markup

from tantera.web.clock import lately, now, when


def moment(at: int, lang: str) -> Markup:
    """``16 nov 2026, 10:54``"""
    return _time(at, "when", when(at, lang))


def recently(at: int, lang: str) -> Markup:
    """``hoy, 10:54``, ``domingo``, ``3 nov``"""
    return _time(at, "lately", lately(at, now(), lang))


def _time(at: int, said: Literal["when", "lately"], words: str) -> Markup:
    here = datetime.fromtimestamp(at / 1000).astimezone()
    time = '<time datetime="{}" data-said="{}">{}</time>'
    return Markup(time).format(here.isoformat(timespec="minutes"), said, words)
