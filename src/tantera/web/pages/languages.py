"""Which language a visitor reads: the one they chose, or the first their browser asks for that we speak."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final
from urllib.parse import parse_qsl, quote, urlencode

from litestar import Request, get
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from tantera.rules import Book
from tantera.words import LANGS
from tantera.words.catalogue import in_place_of

COOKIE: Final = "lang"
_DAYS: Final = 400


def language_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    for chosen in (connection.query_params.get("lang"), connection.cookies.get(COOKIE)):
        if chosen in LANGS:
            return str(chosen)
    return accepted(connection.headers.get("accept-language", ""))


def language_of_book(connection: ASGIConnection[Any, Any, Any, Any], book: Book) -> str:
    """In which language somebody reads a book: their own, where all of it is written in it, Portuguese too."""
    written = set.intersection(*(set(article.languages) for article in book.articles))
    langs = (*LANGS, *sorted(written - set(LANGS)))
    for chosen in (connection.query_params.get("lang"), connection.cookies.get(COOKIE)):
        if chosen in langs:
            return str(chosen)
    return accepted(connection.headers.get("accept-language", ""), langs)


def accepted(header: str, langs: Sequence[str] = LANGS) -> str:
    """The language that an ``Accept-Language`` asks for first, of those we speak; Spanish if it asks for none,
    English if it asks for others, unless who speaks them reads Spanish.

    >>> accepted("de-DE,ca;q=0.7,en;q=0.8"), accepted("gl"), accepted("ca-ES"), accepted("de"), accepted("")
    ('en', 'es', 'ca', 'en', 'es')
    """
    wanted: list[tuple[float, str]] = []
    for part in header[:500].split(","):
        found = re.fullmatch(r"\s*([A-Za-z]{2,3})(?:-[\w-]*)?\s*(?:;\s*q=([01](?:\.\d{0,3})?))?\s*", part)
        if found:
            wanted.append((-float(found[2] or 1), found[1].lower()))
    asked = [lang for _, lang in sorted(wanted, key=lambda one: one[0])]
    spoken = next((lang for lang in asked if lang in langs), None)
    return spoken or (in_place_of(asked[0]) if asked else LANGS[0])


def this_page(request: Request[Any, Any, Any]) -> str:
    """The address of a page without its ``lang``: where the switch of languages comes back to."""
    query = [(name, value) for name, value in parse_qsl(request.url.query[:2000]) if name != "lang"]
    path = quote(request.url.path)
    return f"{path}?{urlencode(query)}" if query else path


def own_path(text: str) -> str:
    """An address of our own, or the home page: nobody is led to another site.

    >>> own_path("/books/ueh?q=doble"), own_path("//other.site"), own_path("https://other.site")
    ('/books/ueh?q=doble', '/', '/')
    """
    safe = re.fullmatch(r"/(?![/\\])[\x21-\x5b\x5d-\x7e]*", text, re.ASCII) is not None and len(text) <= 2000
    return text if safe else "/"


@get("/lang/{lang:str}", include_in_schema=False)
async def choose_language(lang: FromPath[str], to: FromQuery[str] = "/") -> Redirect:
    """Remember a language and go back to where one was."""
    if lang not in LANGS:
        raise NotFoundException
    chosen = Cookie(key=COOKIE, value=lang, max_age=_DAYS * 86400, path="/", httponly=True, samesite="lax")
    return Redirect(own_path(to), status_code=303, cookies=[chosen])
