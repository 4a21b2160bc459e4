"""Connections that are no sockets of a table: how many an address may hold, how long a request may take to be said, and
how much of it is listened to. uvicorn has no bound for any of these."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Any, ClassVar, Final

import structlog
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from tantera.web.access.measure import address_of
from tantera.web.background import Background
from tantera.web.config import Config
from tantera.web.pages.languages import accepted
from tantera.web.passing import table_of
from tantera.words import translate

log = structlog.get_logger()

_SENT_ON: Final = 16 * 1024 * 1024
"""Bytes of a body that are thrown away after its answer, before the line is cut: a browser shows an answer only once
it has sent all it wanted to."""
_MOST_FILES: Final = 65_536
_SPARE: Final = 128
"""Files that no connection takes: the store, the log, workers. As many again are kept for pages, of which one is told
that there is no room rather than nothing."""


def open_files() -> int:
    """How many files and connections this process may have open, once it has asked for what the system gives."""
    try:
        import resource
    except ImportError:  # Windows counts otherwise
        return _MOST_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = resource.RLIM_INFINITY
    if soft == unlimited:
        return _MOST_FILES
    wanted = _MOST_FILES if hard == unlimited else min(hard, _MOST_FILES)
    if soft < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        except (OSError, ValueError):  # a system that promises more than it gives
            return soft
    return max(soft, wanted)


def room_for_sockets() -> int:
    """How many sockets leave files for everything else: the store, the log, workers, and whoever asks for a page."""
    return max(1, open_files() - 2 * _SPARE)


Lead = Callable[[str, socket.socket, bytes], Awaitable[bool]]
"""Takes a socket of a table, with its request, to another process; False where it stays here."""


class AddressLines:
    """The connections of each address, in the order they came."""

    def __init__(self, most: int, most_open: int, is_proxy: Callable[[str], bool]) -> None:
        """`most` of an address; `most_open` of all together, sockets included."""
        self.most, self.most_open, self.is_proxy = most, most_open, is_proxy
        self.lead: Lead | None = None
        """Where there are other processes."""
        self.leading = Background("sockets")
        self._by_address: dict[str, dict[Bounded, None]] = {}

    def __len__(self) -> int:
        return sum(map(len, self._by_address.values()))

    def add(self, line: Bounded, address: str) -> None:
        """One more. Where an address has too many, the oldest that has not said what it wants is let go of; where all
        have, the newest is."""
        lines = self._by_address.setdefault(address, {})
        lines[line] = None
        if len(lines) > self.most:
            unwanted = next((one for one in lines if one.silent), line)
            self.remove(unwanted, address)
            unwanted.transport.abort()

    def remove(self, line: Bounded, address: str) -> None:
        lines = self._by_address.get(address, {})
        lines.pop(line, None)
        if not lines:
            self._by_address.pop(address, None)


class Bounded(HttpToolsProtocol):
    """HTTP whose address and headers have an end, in bytes and in time, and whose body comes or does not.

    One timer a connection: until the headers are there, then from one piece of the body to the next. While the server
    works on its answer none runs; between two requests uvicorn's own does.
    """

    settings: ClassVar[Config]
    lines: ClassVar[AddressLines]
    silent = True
    """It has not said what it wants: a request is on its way and not there."""
    passed_on = False
    """It comes from another process, which knew better."""
    _so_far = 0
    _sent_on = 0
    _patience: asyncio.TimerHandle | None = None
    _address: str | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > self.lines.most_open:
            self.app = no_room
        self._wait(self.settings.limits.headers_seconds)
        if self.client is not None and not self.lines.is_proxy(self.client[0]):  # a proxy comes for everybody
            self._address = address_of({"client": self.client})
            self.lines.add(self, self._address)

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        self._leave()  # sockets are counted where they join a table
        lead, table = self.lines.lead, table_of(self.url)
        if lead is None or table is None or self.passed_on:
            self._become_a_socket()
            return
        self.transport.pause_reading()
        self.lines.leading.start(self._be_led(lead, table))

    async def _be_led(self, lead: Lead, table: str) -> None:
        """To the process that keeps the table, or in here."""
        headers = b"".join(b"%s: %s\r\n" % header for header in self.scope["headers"])
        request = b"%s %s HTTP/1.1\r\n%s\r\n" % (self.scope["method"].encode(), self.url, headers)
        if await lead(table, self.transport.get_extra_info("socket"), request):
            self.transport.abort()  # the connection goes on elsewhere
        elif not self.transport.is_closing():
            self.transport.resume_reading()
            self._become_a_socket()

    def _become_a_socket(self) -> None:
        super().handle_websocket_upgrade()
        self.loop.call_soon(self._hold_nothing)  # whoever reads for us is still at it

    def _hold_nothing(self) -> None:
        """A parser and its protocol hold each other, as long as the socket lives and until the garbage collector finds
        them."""
        self.parser = None  # type: ignore[assignment]

    def on_message_begin(self) -> None:
        self._so_far = self._sent_on = 0
        self.silent = True
        self._wait(self.settings.limits.headers_seconds)
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        self._count(url)
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._count(name, value)
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._wait(self.settings.limits.body_seconds)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._wait(self.settings.limits.body_seconds)
        if self.cycle is not None and self.cycle.response_complete:
            self._sent_on += len(body)
            if self._sent_on > _SENT_ON:
                self.transport.abort()
        super().on_body(body)

    def on_message_complete(self) -> None:
        self.silent = False
        self._wait(None)
        super().on_message_complete()

    def _count(self, *parts: bytes) -> None:
        self._so_far += sum(map(len, parts))
        if self._so_far > self.settings.limits.headers:
            raise ValueError("too long")  # httptools makes a bad request of it

    def _wait(self, seconds: float | None) -> None:
        if self._patience is not None:
            self._patience.cancel()
        self._patience = None if seconds is None else self.loop.call_later(seconds, self.transport.abort)

    def _leave(self) -> None:
        self._wait(None)
        if self._address is not None:
            self.lines.remove(self, self._address)
            self._address = None


def bounded(config: Config) -> type[Bounded]:
    """HTTP as this server speaks it. One address never has more than half of what the process may open."""
    files = open_files()
    most = min(config.limits.connections_an_address, files // 2)

    class Own(Bounded):
        settings, lines = config, AddressLines(most, max(1, files - _SPARE), among(config.proxy))

    return Own


async def no_room(scope: Any, receive: Any, send: Any) -> None:
    """The answer to everything while the system gives no more connections."""
    log.warning("no_room")
    said = "the server is full for the moment; try again in a little while"
    text = translate(accepted(dict(scope["headers"]).get(b"accept-language", b"").decode("latin-1")), said)
    kind, again = (b"content-type", b"text/plain; charset=utf-8"), (b"retry-after", b"5")
    await send({"type": "http.response.start", "status": 503, "headers": [kind, again, (b"connection", b"close")]})
    await send({"type": "http.response.body", "body": text.encode() + b"\n"})


def among(proxies: str | None) -> Callable[[str], bool]:
    """Whether an address is one of these, as ``--proxy`` has them: addresses or networks, with commas; ``*`` for all.

    >>> [among("10.0.0.2, 192.168.0.0/24")(one) for one in ("10.0.0.2", "10.0.0.3", "192.168.0.9", "::1")]
    [True, False, True, False]
    """
    named = [one.strip() for one in (proxies or "").split(",") if one.strip()]
    if "*" in named:
        return lambda address: True
    networks = [found for one in named if (found := _network(one)) is not None]

    def is_one(address: str) -> bool:
        try:
            found = ip_address(address)
        except ValueError:
            return address in named
        return any(found in network for network in networks)

    return is_one


def _network(text: str) -> IPv4Network | IPv6Network | None:
    try:
        return ip_network(text, strict=False)
    except ValueError:
        return None
