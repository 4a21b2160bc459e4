"""One socket of a table: reads what its client orders, writes what its eyes may see."""

from __future__ import annotations

import asyncio
from collections import deque
from time import monotonic
from typing import Any, Final, Protocol, cast

import msgspec
from litestar import WebSocket, websocket
from litestar.connection.base import empty_receive, empty_send
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from tantera.rules import Refusal
from tantera.tables.orders import Connect, Disconnect, Enter
from tantera.web.access.measure import Crowd, address_of
from tantera.web.access.visitors import Visitor
from tantera.web.background import Background
from tantera.web.clock import now
from tantera.web.config import Limits
from tantera.web.health.lines import log_failure
from tantera.web.health.meters import Meters
from tantera.web.pages.languages import language_of
from tantera.web.problems import Stranger
from tantera.web.tables import frames
from tantera.web.tables.hub import Hub
from tantera.web.tables.live import LiveTable
from tantera.web.tables.screens import lets_in
from tantera.words import Problem, translate

BEAT: Final = 5
"""Seconds between two heartbeats."""
AGAIN: Final = 2
"""The same, where the one before was not answered: the others at the table are waiting."""
_UNHEARD: Final = 3
"""So many heartbeats without a word from a client, and its line is dead: nobody else tells, in a tunnel."""
_SEEN: Final = (Connect, Disconnect)
"""Orders that nobody gives: who is connected the server sees for itself."""
MOST_LAG: Final = 1000
"""Milliseconds of a slow line that are taken off somebody's thinking time."""

_FAREWELL: Final = 2
"""Seconds that a client has to take the last messages."""

NOT_ALLOWED, GONE, TOO_MUCH, STOPPING = 4403, 4404, 1008, 1012
_SILENT: Final = 1006
"""Nobody is sent this (RFC 6455, 7.4.1): there is nobody who would hear it."""

WIRE: Final = "tantera.wire"
"""The extension by which our server hands a socket its connection; see `serving.py`."""


_farewells: Final = Background("farewell")


class Wire(Protocol):
    """A connection, as a socket sees it."""

    def push(self, text: bytes) -> int:
        """Send this now; how many bytes wait for a client that is slow to read."""

    def abort(self) -> None:
        """Let go of it without waiting for the other side."""


def to_wait(unheard: int) -> float:
    """Seconds after a heartbeat until the next, or until the line is dead; so many were not answered, this one too."""
    return BEAT if unheard == 1 else AGAIN


class Socket:
    """A client that is connected."""

    def __init__(self, socket: WebSocket[Any, Any, Any], table: LiveTable, lang: str, limits: Limits) -> None:
        visitor: Visitor | None = socket.user
        self.person = None if visitor is None else visitor.person
        self.session = None if visitor is None else visitor.session
        self.lang, self.lag = lang, 0
        self._socket, self._table, self._limits = socket, table, limits
        self._meters: Meters = socket.app.state.meters
        self._wire: Wire = cast(Any, socket.scope)["extensions"][WIRE]
        self._next_beat: asyncio.TimerHandle | None = None
        self._beats: dict[int, int] = {}
        self._unheard = 0
        self._round_trips: deque[int] = deque(maxlen=5)
        self._tokens, self._refilled = float(limits.burst), monotonic()
        self._errors = 0
        self._is_ordering = self._is_let_go = False
        self.closing: int | None = None

    # --- out

    def push(self, data: bytes) -> None:
        """Send this. A client that does not read is let go of: one that is well comes back at once and gets the whole
        screen."""
        if self.closing is None and self._wire.push(data) > self._limits.waiting_bytes:
            self._meters.slow_sockets += 1
            self.closing = TOO_MUCH
            self._wire.abort()  # a close frame would only wait behind the rest

    def close(self, code: int) -> None:
        """Close, after what has been sent; `read` ends then."""
        if self.closing is None:
            self.closing = code
            _farewells.start(self._say_goodbye(code))

    async def _say_goodbye(self, code: int) -> None:
        try:
            async with asyncio.timeout(_FAREWELL):
                await self._socket.close(code)
        except (TimeoutError, OSError, WebSocketDisconnect):
            self._wire.abort()

    def let_go(self) -> None:
        self._is_let_go = True
        if not self._is_ordering:
            self.close(NOT_ALLOWED)

    def send_on(self) -> None:
        self.close(STOPPING)

    def beat(self, n: int = 1) -> None:
        """Say which version the table is at, and measure the way there and back; and again, and again."""
        if self._unheard == _UNHEARD:
            self.closing = _SILENT
            self._wire.abort()
            return
        at = now()
        self._unheard += 1
        self._beats = {n: at}
        self.push(frames.encode(type="beat", now=at, version=self._table.state.version, n=n))
        self._next_beat = asyncio.get_running_loop().call_later(to_wait(self._unheard), self.beat, n + 1)

    def rest(self) -> None:
        """No more heartbeats."""
        if self._next_beat is not None:
            self._next_beat.cancel()

    # --- in

    async def read(self) -> None:
        """Take what the client says, until it goes or says too much."""
        while True:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            self._unheard = 0
            if self.closing is not None:
                continue
            if message["type"] != "websocket.receive":
                continue
            text = message.get("text") or message.get("bytes") or ""
            if len(text) > self._limits.frame or not self._in_measure():
                self.push(frames.error("too_much", translate(self.lang, "too many messages, or too long")))
                self.close(TOO_MUCH)
                continue
            await self._take(text)

    def _in_measure(self) -> bool:
        """Token bucket: so many messages at once, then so many a second."""
        at = monotonic()
        self._tokens += (at - self._refilled) * self._limits.frames_a_second
        self._tokens, self._refilled = min(self._tokens, float(self._limits.burst)) - 1, at
        return self._tokens >= 0

    async def _take(self, text: str | bytes) -> None:
        try:
            frame = frames.read(text)
        except (msgspec.DecodeError, UnicodeDecodeError, ValueError, RecursionError) as error:
            self._errors += 1
            said = translate(self.lang, "this message cannot be read: {reason}", reason=_printable(str(error)))
            self.push(frames.error("unreadable", said))
            if self._errors >= self._limits.errors:
                self.close(TOO_MUCH)
            return
        match frame:
            case frames.Order():
                self._is_ordering = True
                try:
                    await self._order(frame)
                finally:
                    self._is_ordering = False
                if self._is_let_go:  # whoever says goodbye is answered first
                    self.close(NOT_ALLOWED)
            case frames.Again():
                self.push(self._table.joined(self))
            case frames.Beat(n=n):
                sent = self._beats.pop(n, None)
                if sent is not None:
                    self._round_trips.append(max(0, now() - sent))
                    self.lag = min(*self._round_trips, MOST_LAG)

    async def _order(self, frame: frames.Order) -> None:
        if self.person is None:
            self.push(frames.refused(frame.id, Stranger(), self.lang))
            return
        try:
            if isinstance(frame.order, _SEEN):
                raise Refusal("", "that is not for you to order at this table")
            version = await self._table.order(frame.order, self.person, frame.id, self.lag)
        except Problem as problem:
            self._meters.orders[problem.code] += 1
            self.push(frames.refused(frame.id, problem, self.lang))
            return
        self._meters.orders["done"] += 1
        if isinstance(frame.order, Enter):
            await self._table.is_here(self)
            self.push(self._table.joined(self))
        self.push(frames.encode(type="done", id=frame.id, version=version))


@websocket("/tables/{table_id:str}/socket")
async def table_socket(socket: WebSocket[Any, Any, Any], table_id: FromPath[str]) -> None:
    try:
        await _at_table(socket, table_id)
    finally:
        socket.receive, socket.send = empty_receive, empty_send  # its own hold it, and only a collector would find it


async def _at_table(socket: WebSocket[Any, Any, Any], table_id: str) -> None:
    hub: Hub = socket.app.state.hub
    crowd: Crowd = socket.app.state.crowd
    limits = hub.config.limits
    address, lang = address_of(socket.scope), language_of(socket)
    table = await hub.find_as_it_is(table_id)
    await socket.accept()
    if table is None:
        await socket.close(GONE)
        return
    listener = Socket(socket, table, lang, limits)
    if not lets_in(table.state, listener.person):
        await socket.close(NOT_ALLOWED)
        return
    if (why := crowd.why_no_room(address, listener.person)) is not None:
        listener.push(frames.error("no_room", why.told(lang)))
        await asyncio.sleep(0)  # until it has gone out
        await socket.close(TOO_MUCH)
        return
    with crowd.joined_by(listener, address, listener.person):
        try:
            try:
                await table.connect(listener)
            except Problem as problem:
                listener.push(frames.error(problem.code, problem.told(lang)))
            listener.beat()
            await asyncio.create_task(
                listener.read()
            )  # of its own: no message passes a dozen middlewares on its way up
        except WebSocketDisconnect:
            pass
        except Exception as error:
            log_failure("socket", error)
        finally:
            listener.rest()
            table.disconnect(listener)


def _printable(text: str) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in text[:200])
