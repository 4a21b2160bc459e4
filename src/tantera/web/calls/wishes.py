"""Who wants to be called, and where: what a browser gave for it, by person. Nobody is called who has not asked."""

from __future__ import annotations

import re
from typing import Annotated, Final
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from tantera.store import Store
from tantera.web.folds import Folded, Folds, Kept

PREFIX: Final = "push/"
MOST: Final = 8
"""Browsers of one person."""

SERVICES: Final = (
    "fcm.googleapis.com",
    "push.services.mozilla.com",
    "push.apple.com",
    "notify.windows.com",
)
"""The push services of the browsers there are. To nobody else is anything sent, whatever a browser says."""


_PLAIN: Final = re.compile(r"[!-\[\]-~]+")
"""Letters of an address: all that ASCII shows but the backslash."""


class Wish(Struct, frozen=True, forbid_unknown_fields=True):
    """A browser that may be called, as it says itself."""

    endpoint: Annotated[str, Meta(min_length=10, max_length=1000)]
    """Where its push service takes messages for it."""
    p256dh: Annotated[str, Meta(min_length=80, max_length=100)]
    """Its public key, in base64url."""
    auth: Annotated[str, Meta(min_length=16, max_length=40)]


class Browser(Struct, frozen=True):
    """A wish, and of which device it is."""

    wish: Wish
    session: str
    lang: str


class Wishes(Folded, frozen=True):
    browsers: tuple[Browser, ...] = ()


class CallWished(Kept, frozen=True, tag="call_wished.1"):
    wish: Wish
    session: str
    lang: str
    at: int


class CallUnwished(Kept, frozen=True, tag="call_unwished.1"):
    endpoint: str
    at: int


class WishErased(Kept, frozen=True, tag="wish_erased.1"):
    """Stands where a wish stood of somebody who is forgotten."""

    at: int


AnyWishEvent = CallWished | CallUnwished | WishErased

_decode: Final = msgspec.json.Decoder(AnyWishEvent).decode


def wishes(store: Store) -> Folds[Wishes, AnyWishEvent]:
    return Folds(store, PREFIX, Wishes(), _evolve, AnyWishEvent)


def _evolve(known: Wishes, event: AnyWishEvent) -> Wishes:
    match event:
        case CallWished(wish=wish, session=session, lang=lang):
            others = [one for one in known.browsers if one.wish.endpoint != wish.endpoint]
            return replace(known, browsers=(*others, Browser(wish, session, lang))[-MOST:])
        case CallUnwished(endpoint=endpoint):
            return replace(known, browsers=tuple(one for one in known.browsers if one.wish.endpoint != endpoint))
        case WishErased():
            return known


def without_browser(line: bytes) -> bytes:
    """An event of somebody who is forgotten: what is left of it."""
    event: AnyWishEvent = _decode(line)
    return msgspec.json.encode(WishErased(event.at))


def is_a_service(endpoint: str, services: tuple[str, ...] = SERVICES) -> bool:
    """Whether this is the address of a push service that we know.

    >>> is_a_service("https://fcm.googleapis.com/fcm/send/x"), is_a_service("https://eu.notify.windows.com/w/?token=x")
    (True, True)
    >>> is_a_service("https://192.168.1.1/"), is_a_service("http://fcm.googleapis.com/"), is_a_service("https://x@[")
    (False, False, False)
    >>> is_a_service("https://10.0.0.1\\\\.fcm.googleapis.com/"), is_a_service("https://10.0.0.1\\t.fcm.googleapis.com/")
    (False, False)
    """
    if not _PLAIN.fullmatch(endpoint):
        return False  # two who read an address may find two hosts in it
    try:
        parts = urlsplit(endpoint)
        host, plain = parts.hostname or "", parts.scheme == "https" and parts.username is None and parts.port is None
    except ValueError:
        return False
    return plain and any(host == service or host.endswith(f".{service}") for service in services)
