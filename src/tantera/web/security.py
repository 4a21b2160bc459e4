"""Who may talk to this server; and what every answer carries, so that a page loads nothing from elsewhere and is framed
by nobody."""

from __future__ import annotations

import re
import socket
from functools import cache
from ipaddress import ip_address
from typing import Any, Final
from urllib.parse import urlsplit

from litestar.types import Scope

from tantera.web.config import Config

_HOST: Final = re.compile(r"([A-Za-z0-9.\-]+|\[[0-9A-Fa-f:.]+\])(:\d{1,5})?")

HEADERS: Final = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}

_OF_A_HOUSE: Final = ("local", "lan", "home", "home.arpa", "internal", "localdomain", "localhost", "test")
"""Endings of names that a router or this machine gives. On the internet nobody can have a name below them."""


def content_security_policy(host: str) -> str:
    """Only our own files, no inline script or style, no other site. Some browsers need the socket named."""
    socket = f" ws://{host} wss://{host}" if _HOST.fullmatch(host) else ""
    return (
        f"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'{socket}; "
        "font-src 'self'; manifest-src 'self'; media-src 'self'; form-action 'self'; base-uri 'none'; "
        "frame-ancestors 'none'"
    )


def headers_for(host: str, secure: bool) -> dict[str, str]:
    """What an answer carries, whatever it is."""
    headers = {"content-security-policy": content_security_policy(host), **HEADERS}
    if secure:
        headers["strict-transport-security"] = "max-age=31536000"
        headers["cross-origin-opener-policy"] = "same-origin"  # on plain http a browser only complains about it
    return headers


def host_of(scope: Scope | dict[str, Any]) -> str:
    """The name that a browser asked for, with its port; none where somebody asks for several."""
    found = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
    return found[0] if len(found) == 1 else ""


def is_a_host(host: str) -> bool:
    """Whether this can be the name of a server at all.

    >>> [is_a_host(host) for host in ("domino.lan", "[::1]:8000", "domino.lan/x", "domino.lan:80000", "")]
    [True, True, False, False, False]
    """
    found = _HOST.fullmatch(host)
    return found is not None and int((found[2] or ":0")[1:]) <= 65535


def answers_to(host: str, config: Config) -> bool:
    """Whether this is one of our names: any address in figures, this machine's own name, the public one, and those that
    only a house can give.

    A page on the internet may let its own name lead to this machine (DNS rebinding); the browser then takes the two
    for one site. It cannot do so with a name that is not its own.

    >>> [answers_to(host, Config("")) for host in ("192.168.1.7:8000", "[::1]:8000", "localhost", "domino.lan")]
    [True, True, True, True]
    >>> answers_to("192.168.1.7.evil.example:8000", Config(""))
    False
    >>> answers_to("domino.example", Config("", public_url="https://domino.example"))
    True
    """
    match = _HOST.fullmatch(host)
    if match is None:
        return False
    name = match[1].strip("[]").rstrip(".").lower()
    given = name in (_own_name(), "localhost", _public_name(config), config.address)
    return given or _is_an_address(name) or name.endswith(tuple(f".{ending}" for ending in _OF_A_HOUSE))


def is_own_origin(scope: Scope | dict[str, Any], config: Config) -> bool:
    """Whether a request comes from one of our own pages, or from a program: those say nothing."""
    origin = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"origin"), None)
    if origin is None:
        return True
    host = host_of(scope)
    return origin.lower() in (f"http://{host}".lower(), f"https://{host}".lower(), origin_of(config.public_url))


def origin_of(url: str | None) -> str | None:
    """Scheme, name and port of an address, as browsers send them.

    >>> origin_of("https://Club.example:443/"), origin_of("http://10.0.0.2:8000")
    ('https://club.example', 'http://10.0.0.2:8000')
    """
    if url is None:
        return None
    parts = urlsplit(url.lower())
    default = {"http": 80, "https": 443}.get(parts.scheme)
    name = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    return f"{parts.scheme}://{name}" + ("" if parts.port in (None, default) else f":{parts.port}")


def _public_name(config: Config) -> str | None:
    return None if config.public_url is None else urlsplit(config.public_url).hostname


def _is_an_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


@cache
def _own_name() -> str:
    """What this machine calls itself; no name server is asked."""
    return socket.gethostname().lower()
