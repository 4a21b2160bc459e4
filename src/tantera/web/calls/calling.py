"""Whoever is away when it is their turn is called once, on the browsers that they switched it on for."""

from __future__ import annotations

import asyncio
import os
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from http.client import HTTPException as NoAnswer
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.error import HTTPError, URLError
from urllib.request import HTTPRedirectHandler, Request, build_opener

import msgspec
from litestar import get, post
from litestar.params import JSONBody
from msgspec import Struct

from tantera.play.events import Event
from tantera.play.match import PLAYING
from tantera.web.access.visitors import API, Ask, Sessions, Visitor
from tantera.web.background import Background
from tantera.web.calls.wishes import CallUnwished, CallWished, Wish, is_a_service, wishes
from tantera.web.clock import now
from tantera.web.pages.languages import language_of
from tantera.web.tables.hub import Hub
from tantera.web.tables.live import LiveTable
from tantera.words import Phrase, Problem, translate
from tantera.words.extras import has, needs

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

_PATIENCE: Final = 10.0
"""Seconds for a push service to answer."""
_AT_ONCE: Final = 2
"""Push services that are waited for at a time. Each wait has a thread of those that everything else shares: in a hall
without the internet all of them would wait for nothing."""
_LIVES: Final = 600
"""Seconds for which a push service keeps a call for a phone that is switched off: later it would be no news."""
_REMEMBERED: Final = 10_000
_GONE: Final = (404, 410)
"""What a push service says of a browser that does not want to be called any more."""

Send = Callable[[str, bytes, dict[str, str]], Awaitable[int]]
"""An address, a body and headers: what came of it, as HTTP says it."""


class NoService(Problem):
    code = "no_service"
    sentence = Phrase("this is not the push service of a browser that is known here")


class Said(NamedTuple):
    """What a phone shows of a call."""

    title: str
    body: str


class Caller:
    """Calls people to their tables."""

    def __init__(self, hub: Hub, sessions: Sessions, secret: bytes, contact: str, send: Send | None = None) -> None:
        self._sessions, self._contact, self._send = sessions, contact, send or sent
        self._secret = secret
        self._called: OrderedDict[str, tuple[int, int]] = OrderedDict()
        """By table, the hand and the turn that somebody was called for last."""
        self._background = Background("calls")
        self._sending = asyncio.Semaphore(_AT_ONCE)
        self.wishes = wishes(hub.store)
        hub.followers.append(self.happened)

    def happened(self, table: LiveTable, event: Event) -> None:
        """At every event of every table: who is in turn and not there is called."""
        match = table.state.in_play
        if not table.keeps or match is None or match.phase is not PLAYING or match.hand is None:
            return
        chair = table.state.chairs[match.hand.turn - 1]
        if (
            chair.person is None
            or table.state.here(chair.person)
            or chair.bot is not None
            or table.state.pause is not None
        ):
            return
        if not any(other.person not in (None, chair.person) for other in table.state.chairs):
            return  # bots wait as long as one likes
        turn = match.hand_number, match.hand.turns
        if table.state.guest(chair.person) is None or self._called.get(table.id) == turn:
            return
        self._called[table.id] = turn
        self._called.move_to_end(table.id)
        if len(self._called) > _REMEMBERED:
            self._called.popitem(last=False)
        self._background.start(self.call(chair.person, table.id, match.book.name.text))

    async def call(self, person: str, table: str, book: Callable[[str], str]) -> None:
        """To their table, where it is their turn."""
        await self.tell(person, table, f"/tables/{table}", lambda lang: Said(translate(lang, "Your turn"), book(lang)))

    async def tell(self, person: str, topic: str, url: str, say: Callable[[str], Said | None]) -> None:
        """On every browser of theirs that wants it, and that they are still known on. `say` has it in a language; None:
        nothing is said."""
        browsers = (await self.wishes.get(person)).browsers
        if not browsers or not has("push"):
            return
        known = {one.session for one in (await self._sessions.person(person)).sessions}
        for browser in browsers:
            if browser.session not in known:
                await self.unwish(person, browser.wish.endpoint)
                continue
            message = say(browser.lang)
            if message is None:
                return
            payload = {"title": message.title, "body": message.body, "url": url}
            if await self.push(browser.wish, msgspec.json.encode(payload), topic) in _GONE:
                await self.unwish(person, browser.wish.endpoint)

    async def push(self, wish: Wish, text: bytes, topic: str) -> int:
        from tantera.web.calls import encrypting  # a large library, for who is called

        chance = os.urandom(48)
        body = encrypting.encrypted(
            text,
            encrypting.from_base64url(wish.p256dh),
            encrypting.from_base64url(wish.auth),
            encrypting.key_of(chance[16:], b"message"),
            chance[:16],
        )
        signature = encrypting.signed(wish.endpoint, self.key, self._contact, now() // 1000)
        headers = {
            "Authorization": signature,
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(_LIVES),
            "Urgency": "high",
            "Topic": topic[:32],
        }
        async with self._sending:
            return await self._send(wish.endpoint, body, headers)

    @property
    def key(self) -> EllipticCurvePrivateKey:
        from tantera.web.calls.encrypting import key_of

        return key_of(self._secret)

    async def wish(self, visitor: Visitor, wish: Wish, lang: str) -> None:
        at = now()
        await self.wishes.add(visitor.person, lambda _: [CallWished(wish, visitor.session, lang, at)])

    async def unwish(self, person: str, endpoint: str) -> None:
        at = now()
        await self.wishes.add(
            person,
            lambda known: [
                CallUnwished(one.wish.endpoint, at) for one in known.browsers if one.wish.endpoint == endpoint
            ],
        )


class _NowhereElse(HTTPRedirectHandler):
    def redirect_request(self, *args: Any, **more: Any) -> None:
        """A push service that sends us elsewhere is none."""


async def sent(address: str, body: bytes, headers: dict[str, str]) -> int:
    """Over the network, to the push service; 0 where it does not answer."""
    return await asyncio.to_thread(_sent, address, body, headers)


def _sent(address: str, body: bytes, headers: dict[str, str]) -> int:
    request = Request(address, body, headers, method="POST")
    try:
        with build_opener(_NowhereElse).open(request, timeout=_PATIENCE) as answer:
            return int(answer.status)
    except HTTPError as error:
        return error.code
    except (URLError, OSError, NoAnswer):
        return 0


# --- what our own pages ask for a browser


class Key(Struct, frozen=True):
    key: str
    """With which a browser lets this server call it, and no other."""


class Gone(Struct, frozen=True, forbid_unknown_fields=True):
    endpoint: str


@get("/api/calls", include_in_schema=False)
async def call_key(request: Ask) -> Key:
    """The public key of this server's pushes."""
    needs("push")
    from tantera.web.calls import encrypting

    caller: Caller = request.app.state.caller
    return Key(encrypting.base64url(encrypting.public(caller.key)))


@post("/api/calls", status_code=204, include_in_schema=False, **API)
async def wish_call(request: Ask, data: JSONBody[Wish]) -> None:
    """Call this browser by its own push service when it is my turn and I am away."""
    needs("push")
    from tantera.web.calls import encrypting

    if not is_a_service(data.endpoint):
        raise NoService
    caller: Caller = request.app.state.caller
    try:
        key, auth = map(encrypting.from_base64url, (data.p256dh, data.auth))
        encrypting.encrypted(b"", key, auth, encrypting.key_of(b"", b"trial"), bytes(16))
    except ValueError:
        raise NoService from None
    await caller.wish(request.user, data, language_of(request))


@post("/api/calls/none", status_code=204, include_in_schema=False, **API)
async def unwish_call(request: Ask, data: JSONBody[Gone]) -> None:
    """Call this browser no longer."""
    caller: Caller = request.app.state.caller
    await caller.unwish(request.user.person, data.endpoint)


handlers = [call_key, wish_call, unwish_call]
