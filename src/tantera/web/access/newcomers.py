"""Whoever comes: what a browser posts, a visitor under a name, and a session for somebody new."""

from __future__ import annotations

import secrets
from typing import Annotated, Any

from litestar import Request, Response
from litestar.datastructures import Cookie
from litestar.exceptions import TooManyRequestsException
from litestar.params import URLEncodedBody
from litestar.response import Redirect
from msgspec import Meta

from tantera.tables.people import a_name
from tantera.web.access.measure import Rate, address_of
from tantera.web.access.visitors import Sessions, Visitor, device_of, session_cookie
from tantera.words import translate

Name = Annotated[str, Meta(min_length=1, max_length=60)]


API: dict[str, Any] = {"opt": {"by_token": True}, "tags": ["tables"]}
"""For orders that come as JSON: their origin is checked at the gate, and they need no token of a form."""


async def known_visitor(request: Ask, name: str) -> tuple[Visitor, str | None]:
    """The visitor, under this name; a new one gets a session, and its token."""
    sessions: Sessions = request.app.state.sessions
    name = a_name(name)
    visitor: Visitor | None = request.user
    token = None
    if visitor is None:
        one_more(request)
        token, visitor = await sessions.begin(name=name, label=device_of(request))
    return await sessions.named(visitor, name), token


def one_more(request: Ask) -> None:
    """Somebody new is about to be kept: an address brings so many a minute and no more."""
    newcomers: Rate = request.app.state.newcomers
    if wait := newcomers.take(address_of(request.scope)):
        raise TooManyRequestsException(headers={"retry-after": str(int(wait) + 1)})


def with_session(request: Ask, content: Any, token: str | None, status: int = 200) -> Response[Any]:
    cookies = [] if token is None else [session_cookie(token, request.app.state.config.secure)]
    return Response(content, cookies=cookies, status_code=status)


def guest_name(lang: str) -> str:
    """A name that is hardly another guest's."""
    return f"{translate(lang, 'Guest')} {secrets.randbelow(900) + 100}"


Ask = Request[Any, Any, Any]
"""What a handler is asked with."""
Form = URLEncodedBody[dict[str, str]]


def go(request: Ask, path: str, token: str | None, *cookies: Cookie) -> Redirect:
    """On to another page after a form; a new visitor gets their session."""
    session = [] if token is None else [session_cookie(token, request.app.state.config.secure)]
    return Redirect(path, status_code=303, cookies=[*session, *cookies])
