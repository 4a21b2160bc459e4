"""Running the server: the port, the store, the application, uvicorn; stopping it so that nobody loses anything."""

from __future__ import annotations

import asyncio
import errno
import gc
import os
import signal
import socket
import sys
import threading
from collections import deque
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from multiprocessing import active_children
from secrets import token_hex
from types import FrameType
from typing import Any, ClassVar, Final, cast
from weakref import WeakKeyDictionary

import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]
from websockets.protocol import State
from websockets.streams import StreamReader

from tantera.store import open_store
from tantera.web.app import create_app, stop_tables
from tantera.web.background import for_ever
from tantera.web.config import Config
from tantera.web.connections import Bounded, bounded
from tantera.web.crew import CrewPlace, inherited
from tantera.web.gate import Application
from tantera.web.passing import Passing
from tantera.web.single import only_server
from tantera.web.tables.hub import Hub
from tantera.web.tables.socket import STOPPING, WIRE
from tantera.words import Phrase, Problem, reason_of

_FAREWELL: Final = 1.0
"""Seconds that sockets have to take their last message."""
_NEIGHBOURS: Final = 0.1
"""Seconds between two looks at whether the other processes of this machine live: a look is a few microseconds each."""
_NEARBY: Final = 50
"""Ports that are looked at for a free one."""
_YOUNG: Final = 5_000
"""Objects made and kept before the garbage collector looks at the young ones. A move makes hundreds and keeps few, all
of which go by themselves: with Python's 700 the collector took a tenth of the time of a busy server."""
_NEVER: Final = 10**9
_TIDY: Final = 300.0
"""Seconds between two looks at whether it is quiet enough for a walk over everything."""
_QUIET: Final = 20
_FEW_TABLES: Final = 1000
"""Sockets, and tables in memory: where there are no more the walk is short. Tables that nobody is at leave soon."""
_WAITING: Final = 4096
"""Connections that nobody has taken yet: a hall whose Wi-Fi comes back. The system may give fewer."""


class CannotListen(Problem):
    """The port or the address cannot be had."""

    code = "cannot_listen"


Ready = Callable[[Application], Awaitable[None]]
"""Told the application once it listens."""


def serve(config: Config, ready: Ready) -> None:
    """Serve until somebody stops it; in a crew, on the socket that all of it share."""
    place = inherited()
    listening = place.listening if place is not None else bind(config.host, config.port)
    if place is not None:
        ready = _in_a_crew(place, ready)
    try:
        with only_server(config), asyncio.Runner(loop_factory=_loop()) as runner:
            runner.run(_serve(config, listening, ready))
    finally:
        listening.close()


def _in_a_crew(place: CrewPlace, ready: Ready) -> Ready:
    """One of them greets; each says when it is ready, and leaves when whoever started it has gone."""
    started_by = os.getppid()

    async def look() -> None:
        if os.getppid() != started_by:
            os.kill(os.getpid(), signal.SIGTERM)

    async def listens(app: Application) -> None:
        app.state.watching.start(for_ever("crew", 1, look))
        if place.greets:
            await ready(app)
        place.ready()

    return listens


async def _serve(config: Config, listening: socket.socket, ready: Ready) -> None:
    async def listens(app: Application) -> None:
        _collect_less()
        gc.callbacks.append(app.state.meters.on_collection)
        app.state.watching.start(for_ever("garbage", _TIDY, lambda: _tidy(app)))
        await ready(app)

    store = open_store(config.data, process=token_hex(4))
    try:
        app = await create_app(config, store)
        await Server(app, config, listens).serve(sockets=[listening])
    finally:
        await store.close()


def _collect_less() -> None:
    """What has been loaded stays: the collector need not walk over it, while everybody waits, to find that out. Nor
    does it walk over all that came later: with ten thousand tables it did so for up to two seconds. What people leave
    behind goes by itself, sockets and tables too; for the rest there is `_tidy`.

    Only for a process that serves: what is alive now is never collected.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG, 2, _NEVER)


async def _tidy(app: Application) -> None:
    """Look for garbage everywhere, when hardly anybody is there to wait for it."""
    if len(app.state.crowd) < _QUIET and len(app.state.hub.tables) < _FEW_TABLES:
        gc.collect()


def _loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """uvloop where there is one; it does not exist for Windows."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


def bind(host: str, port: int) -> socket.socket:
    """A socket that holds the port before anything else is done: a `CannotListen` says what to try instead."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        if os.name == "posix":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # on Windows it would mean to share
        listening.bind((host, port))
        return listening
    except OSError as error:
        listening.close()
        raise _why_not(error, host, port) from None


def _why_not(error: OSError, host: str, port: int) -> CannotListen:
    if error.errno == errno.EADDRINUSE:
        free = _free_port(host, port)
        if free is None:
            return CannotListen(Phrase("port {port} is in use by another program", port=port))
        return CannotListen(
            Phrase("port {port} is in use by another program; {free} is free: --port {free}", port=port, free=free)
        )
    if error.errno in (errno.EACCES, errno.EPERM):
        return CannotListen(Phrase("port {port} is not for this user; one above 1023 is: --port 8000", port=port))
    return CannotListen(
        Phrase("found {host} ({reason}), expected an address of this machine", host=host, reason=reason_of(error))
    )


def _free_port(host: str, port: int) -> int | None:
    for other in range(port + 1, min(port + _NEARBY, 65536)):
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
            try:
                probe.bind((host, other))
            except OSError:
                continue
            return other
    return None


class Server(uvicorn.Server):
    """uvicorn, told how: it says when it listens, and lets tables come to rest before it closes their sockets."""

    def __init__(self, app: Application, config: Config, ready: Ready | None = None) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                host=config.host,
                port=config.port,
                loop="none",
                backlog=_WAITING,
                http=bounded(config),
                ws=Sockets,
                ws_max_size=config.limits.frame * 4,
                ws_per_message_deflate=False,
                ws_ping_interval=60,
                ws_ping_timeout=60,
                access_log=False,
                log_config=None,
                server_header=False,
                date_header=False,
                proxy_headers=config.proxy is not None,
                forwarded_allow_ips=config.proxy,
                timeout_graceful_shutdown=2,
            )
        )
        self._app, self._ready = app, ready
        self._passing: Passing | None = None

    async def startup(self, sockets: list[Any] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._begin_passing()
        if self.started and self._ready is not None:
            await self._ready(self._app)

    def _begin_passing(self) -> None:
        """Between the processes of a machine; the bare `Server` of one process has nobody to pass a socket to."""
        hub: Hub = self._app.state.hub
        if not hub.company.process or not hasattr(socket, "send_fds"):
            return
        passing = self._passing = Passing(str(hub.config.data), hub.company.process)
        loop = asyncio.get_running_loop()

        def protocol() -> Bounded:
            made: Bounded = http(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)
            made.passed_on = True
            return made

        async def taken(connection: socket.socket, request: bytes) -> None:
            _, line = await loop.connect_accepted_socket(protocol, connection)
            line.data_received(request)

        def take(connection: socket.socket, request: bytes) -> None:
            hub.background.start(taken(connection, request))

        async def lead(table: str, connection: socket.socket, request: bytes) -> bool:
            keeper = await hub.keeper_elsewhere(table)
            return keeper is not None and passing.give(keeper, connection, request)

        async def look() -> None:
            """Whoever was killed on this machine is seen to be dead before its lease runs out. Who sees it goes on in
            its place at once; no two do, for a stream has one keeper and a version one event."""
            dead = passing.dead()
            for process in dead:
                await hub.company.is_dead(process)
            if dead:
                await hub.beat()

        http: Any = self.config.http_protocol_class
        http.lines.lead = lead
        passing.begin(take)
        hub.background.start(for_ever("neighbours", _NEIGHBOURS, look))

    async def shutdown(self, sockets: list[Any] | None = None) -> None:
        """Nobody new comes in; clocks stand still; everybody is told; then the sockets are closed."""
        for server in self.servers:
            server.close()
        if self._passing is not None:
            self._passing.end()
        await stop_tables(self._app)
        crowd = self._app.state.crowd
        crowd.close_all(STOPPING)
        until = asyncio.get_running_loop().time() + _FAREWELL
        while len(crowd) and asyncio.get_running_loop().time() < until:
            await asyncio.sleep(0.01)
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """As uvicorn does, but a server that was asked to stop and did has done nothing wrong: no signal is raised
        again. Whoever asks a second time does not want to wait."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        signals = [signal.SIGINT, signal.SIGTERM]
        if sys.platform == "win32":
            signals.append(signal.SIGBREAK)
        before = {one: signal.signal(one, self.handle_exit) for one in signals}
        try:
            yield
        finally:
            for one, handler in before.items():
                signal.signal(one, handler)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if self.should_exit:
            for child in active_children():
                child.kill()
            os._exit(128 + sig)  # everything that was acknowledged is on the disk
        self.should_exit = True


_UNREAD: Final = 4
"""Messages of one client that may wait before no more is read of its line."""
_AT_ONCE: Final = 16
"""Messages to one client that wait for the end of a moment."""


class Inbox:
    """What a client has said and nobody has read yet: of `asyncio.Queue` all that a protocol with one reader asks for,
    in two calls a message where that one takes ten."""

    def __init__(self) -> None:
        self._messages: deque[Any] = deque()
        self._reader: asyncio.Future[None] | None = None

    def put_nowait(self, message: Any) -> None:
        self._messages.append(message)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    async def get(self) -> Any:
        while not self._messages:
            self._reader = asyncio.get_running_loop().create_future()
            await self._reader
        return self._messages.popleft()

    def empty(self) -> bool:
        return not self._messages

    def qsize(self) -> int:
        return len(self._messages)


class Sockets(WebSocketsSansIOProtocol):
    """WebSockets that a table writes to by itself, in one call, and can let go of.

    A message goes to five sockets at every move: as an ASGI event each would pass six functions and a task of its own
    on the way. Only texts go this way, and they are one unmasked, uncompressed frame (RFC 6455, 5.2).

    What is sent in one moment goes out at its end, in one system call a socket: a step, and the word that it was one's
    own order. All sockets of an event loop have that end in common: one callback for hundreds of them.
    """

    _filled: ClassVar[WeakKeyDictionary[asyncio.AbstractEventLoop, list[Sockets]]] = WeakKeyDictionary()
    """The sockets that have something unsent."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.queue = cast(Any, Inbox())
        self._read_to_the_end = False

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        self._unsent: list[bytes] = []
        self._others = self._filled.setdefault(self.loop, [])
        if hasattr(self, "scope"):
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[WIRE] = self

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._let_go()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        super().on_task_complete(task)
        self._read_to_the_end = True
        self._let_go()

    def _let_go(self) -> None:
        """Once its client has gone and nobody reads any more, nothing of it holds itself: a hundred objects would wait
        for the garbage collector, whose walk over everything everybody else would wait for."""
        if self.disconnected and self._read_to_the_end:
            self.conn.parser.close()
            cast(Any, self.scope).clear()

    def push(self, text: bytes) -> int:
        """Send a text with everything else of this moment."""
        size = len(text)
        if size < 126:
            head = bytes((0x81, size))
        elif size < 1 << 16:
            head = b"\x81\x7e" + size.to_bytes(2, "big")
        else:
            head = b"\x81\x7f" + size.to_bytes(8, "big")
        if not self._unsent:
            if not self._others:
                self.loop.call_soon(_send_what_is_unsent, self._others)
            self._others.append(self)
        self._unsent.append(head + text)
        if len(self._unsent) > _AT_ONCE:
            self.send_what_is_unsent()  # whoever asks on and on is answered before anybody else's turn
        waiting: int = self.transport.get_write_buffer_size()
        return waiting

    def send_what_is_unsent(self) -> None:
        unsent, self._unsent = self._unsent, []
        if unsent and not (self.disconnected or self.close_sent or self.transport.is_closing()):
            self.transport.write(unsent[0] if len(unsent) == 1 else b"".join(unsent))

    def data_received(self, data: bytes) -> None:
        """As uvicorn does. What is one whole text, and nearly everything is, need not pass a parser that is made for
        every piece of anything (RFC 6455, 5.2): that one takes thirty calls for it."""
        if (masked := _whole_text(data)) and len(data) <= self.config.ws_max_size and self._between_messages():
            self.curr_msg_data_type, self.frames = "text", [apply_mask(data[masked:], data[masked - 4 : masked])]
            self.send_receive_event_to_app()
        else:
            super().data_received(data)

    def _between_messages(self) -> bool:
        """Whether the parser has read everything to the end of a message, and waits for the next one."""
        waits: Any = self.conn.parser
        while waits.gi_yieldfrom is not None:
            waits = waits.gi_yieldfrom
        whole = self.conn.current_size is None and waits.gi_code is StreamReader.at_eof.__code__
        return whole and self.conn.state is State.OPEN

    def send_receive_event_to_app(self) -> None:
        """As uvicorn does, but reading goes on while only a few messages wait: to stop it and begin again at each is
        two system calls more."""
        reading = not self.read_paused
        self.read_paused = True
        super().send_receive_event_to_app()
        self.read_paused = not reading
        if reading and self.queue.qsize() > _UNREAD:
            self.read_paused = True
            self.transport.pause_reading()

    def abort(self) -> None:
        self.transport.abort()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()


def _whole_text(data: bytes) -> int:
    """Where the text begins in one masked frame and nothing else; 0 where it is something else."""
    size = len(data)
    if size < 7 or data[0] != 0x81:
        return 0
    if data[1] == 0x80 + size - 6 < 0xFE:
        return 6
    return 8 if data[1] == 0xFE and size - 8 == int.from_bytes(data[2:4], "big") >= 126 else 0


def _send_what_is_unsent(sockets: list[Sockets]) -> None:
    moment = tuple(sockets)
    sockets.clear()
    for one in moment:
        try:
            one.send_what_is_unsent()
        except (OSError, RuntimeError):  # a line that breaks in this moment must not keep the others from theirs
            one.abort()
