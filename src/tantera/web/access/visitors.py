"""Who is visiting: a session in a cookie, kept on the server, or the token of a bot."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from hashlib import sha256
from typing import Any, Final

import msgspec
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.middleware.authentication import AbstractAuthenticationMiddleware, AuthenticationResult
from msgspec import Struct

from tantera.store import Conflict, Store
from tantera.web.clock import now

COOKIE: Final = "tantera"
_REMEMBERED: Final = 20_000
_DAYS: Final = 400


class Visitor(Struct, frozen=True):
    """Somebody the server knows again."""

    person: str
    """An opaque id that others may see."""
    name: str = ""
    """What they called themselves last."""
    administrator: bool = False
    bot: bool = False
    """A program with a token of its own."""
    key: str = ""
    """The stream of the session; nobody is shown it."""
    version: int = 0


class SessionEvent(Struct, frozen=True, tag_field="event"):
    """Something that a session keeps."""


class SessionOpened(SessionEvent, frozen=True, tag="session_opened.1"):
    person: str
    at: int
    bot: bool = False


class NameTaken(SessionEvent, frozen=True, tag="name_taken.1"):
    name: str
    at: int


class AdministratorMade(SessionEvent, frozen=True, tag="administrator_made.1"):
    at: int


class SessionClosed(SessionEvent, frozen=True, tag="session_closed.1"):
    at: int


_Kept = SessionOpened | NameTaken | AdministratorMade | SessionClosed
_decoder: Final = msgspec.json.Decoder(_Kept)


class Sessions:
    """Sessions by the hash of their token: who reads the store cannot take anybody's place."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[str, Visitor | None] = OrderedDict()

    async def begin(self, person: str | None = None, bot: bool = False) -> tuple[str, Visitor]:
        """A new session, of a new person or of one that is known: its token, and who it is."""
        token = secrets.token_urlsafe(24)
        visitor = Visitor(person or secrets.token_hex(8), bot=bot, key=_stream(token))
        return token, await self._keep(visitor, SessionOpened(visitor.person, now(), bot))

    async def find(self, token: str) -> Visitor | None:
        if not 20 <= len(token) <= 60:
            return None
        key = _stream(token)
        if key not in self._known:
            self._remember(key, _folded(key, [_decoder.decode(one.event) for one in await self._store.read(key)]))
        return self._known[key]

    async def named(self, visitor: Visitor, name: str) -> Visitor:
        return visitor if visitor.name == name else await self._keep(visitor, NameTaken(name, now()))

    async def made_administrator(self, visitor: Visitor) -> Visitor:
        return await self._keep(visitor, AdministratorMade(now()))

    async def close(self, visitor: Visitor) -> None:
        await self._keep(visitor, SessionClosed(now()))

    async def _keep(self, visitor: Visitor, event: _Kept) -> Visitor:
        while True:
            try:
                await self._store.append(visitor.key, visitor.version, [msgspec.json.encode(event)])
            except Conflict:
                events = [_decoder.decode(one.event) for one in await self._store.read(visitor.key)]
                visitor = _folded(visitor.key, events) or visitor
                continue
            after = _evolve(visitor, event)
            self._remember(visitor.key, after)
            return after or visitor

    def _remember(self, key: str, visitor: Visitor | None) -> None:
        self._known[key] = visitor
        self._known.move_to_end(key)
        if len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)


def _folded(key: str, events: list[_Kept]) -> Visitor | None:
    visitor: Visitor | None = Visitor("", key=key)
    for event in events:
        visitor = None if visitor is None else _evolve(visitor, event)
    return visitor if events else None


def _evolve(visitor: Visitor, event: _Kept) -> Visitor | None:
    visitor = msgspec.structs.replace(visitor, version=visitor.version + 1)
    match event:
        case SessionOpened(person=person, bot=bot):
            return msgspec.structs.replace(visitor, person=person, bot=bot)
        case NameTaken(name=name):
            return msgspec.structs.replace(visitor, name=name)
        case AdministratorMade():
            return msgspec.structs.replace(visitor, administrator=True)
        case SessionClosed():
            return None


def _stream(token: str) -> str:
    return f"session/{sha256(token.encode()).hexdigest()[:40]}"


def session_cookie(token: str, secure: bool) -> Cookie:
    return Cookie(
        key=COOKIE, value=token, max_age=_DAYS * 86400, path="/", httponly=True, samesite="lax", secure=secure
    )


class WhoIsIt(AbstractAuthenticationMiddleware):
    """Puts the visitor, or None, where handlers and sockets find it: `request.user`."""

    async def authenticate_request(self, connection: ASGIConnection[Any, Any, Any, Any]) -> AuthenticationResult:
        sessions: Sessions = connection.app.state.sessions
        bearer = connection.headers.get("authorization", "")
        if bearer.lower().startswith("bearer "):
            return AuthenticationResult(await sessions.find(bearer[7:].strip()), "token")
        token = connection.cookies.get(COOKIE)
        return AuthenticationResult(None if token is None else await sessions.find(token), "cookie")
