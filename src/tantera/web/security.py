"""What every answer carries, so that a page can load nothing and be framed by nobody."""

from __future__ import annotations

import re
from typing import Any, Final

from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

_HOST: Final = re.compile(r"[A-Za-z0-9.\-]+(:\d{1,5})?|\[[0-9A-Fa-f:.]+\](:\d{1,5})?")

_HEADERS: Final = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}


def content_security_policy(host: str) -> str:
    """Only our own files, no inline script or style, no other site. Some browsers need the socket named."""
    socket = f" ws://{host} wss://{host}" if _HOST.fullmatch(host) else ""
    return (
        f"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'{socket}; "
        "font-src 'self'; manifest-src 'self'; media-src 'self'; form-action 'self'; base-uri 'none'; "
        "frame-ancestors 'none'"
    )


class SecurityHeaders(ASGIMiddleware):
    scopes = (ScopeType.HTTP,)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        host = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"host"), "")

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers: Any = MutableScopeHeaders.from_message(message)
                headers["content-security-policy"] = content_security_policy(host)
                for name, value in _HEADERS.items():
                    headers[name] = value
                if "cache-control" not in headers:
                    headers["cache-control"] = "no-store"
            await send(message)

        await next_app(scope, receive, with_headers)
