"""Plain forms: what a browser posts, and where it is sent afterwards."""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.datastructures import Cookie
from litestar.params import URLEncodedBody
from litestar.response import Redirect

from tantera.web.access.visitors import session_cookie

Form = URLEncodedBody[dict[str, str]]


def go(request: Request[Any, Any, Any], path: str, token: str | None, *cookies: Cookie) -> Redirect:
    """On to another page after a form; a new visitor gets their session."""
    session = [] if token is None else [session_cookie(token, request.app.state.config.secure)]
    return Redirect(path, status_code=303, cookies=[*session, *cookies])
