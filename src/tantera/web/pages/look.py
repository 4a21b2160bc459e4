"""How pages look on one device: day or night, the design of the tiles, the size of the text, which hand plays. A cookie
of that browser says it, and nothing else, so a page comes as it is wished and never blinks. What somebody chose last
goes with them to a new device (`tantera.web.me.looks`)."""

from __future__ import annotations

from typing import Any, Final

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from markupsafe import Markup

COOKIE: Final = "look"
_DAYS: Final = 400

LOOKS: Final[dict[str, tuple[str, ...]]] = {
    "theme": ("auto", "light", "dark"),
    "tiles": ("ivory", "ebony", "colours", "numerals"),
    "text": ("usual", "large", "larger"),
    "hand": ("right", "left"),
}
"""What may be chosen, the usual first. No word stands in two of them: a cookie is some of these words, with a dot
between them."""

USUAL: Final = {part: choices[0] for part, choices in LOOKS.items()}


def look_of(connection: ASGIConnection[Any, Any, Any, Any]) -> dict[str, str]:
    """What this device has chosen; what it has not, and what nobody can choose, is the usual."""
    return look_in(connection.cookies.get(COOKIE, ""))


def look_in(text: str) -> dict[str, str]:
    """What a cookie says.

    >>> look_in("dark.left")
    {'theme': 'dark', 'tiles': 'ivory', 'text': 'usual', 'hand': 'left'}
    """
    words = text[:100].split(".")
    return {part: next((word for word in words if word in choices), choices[0]) for part, choices in LOOKS.items()}


def attributes(look: dict[str, str]) -> Markup:
    """The same for the element around a page, where style sheets find it.

    >>> attributes({"theme": "dark", "tiles": "ivory", "text": "usual", "hand": "right"})
    Markup(' data-theme="dark" data-tiles="ivory" data-text="usual" data-hand="right"')
    """
    return Markup("").join(Markup(' data-{}="{}"').format(part, word) for part, word in look.items())


def chosen(look: dict[str, str], word: str) -> dict[str, str] | None:
    """The look with this word in it; None where nobody can choose it."""
    part = next((part for part, choices in LOOKS.items() if word in choices), None)
    return None if part is None else look | {part: word}


def written(look: dict[str, str]) -> str:
    return ".".join(look.values())


def look_cookie(look: dict[str, str]) -> Cookie:
    """Scripts write it too (`look.js`)."""
    return Cookie(key=COOKIE, value=written(look), max_age=_DAYS * 86400, path="/", samesite="lax")
