"""Real servers for tests, in a thread; and players who follow a table over a real socket, as docs/protocol.md says,
without any rules. A server that can be killed is in `processes`."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from typing import Any

import httpx
import structlog
import uvicorn
from litestar.config.csrf import CSRFConfig
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, ConnectionClosedError

from tantera.store import open_store
from tantera.web import app as web
from tantera.web.access.measure import Rate
from tantera.web.app import create_app
from tantera.web.config import Config, Limits
from tantera.web.gate import Application
from tantera.web.health.meters import Meters
from tantera.web.serving import Server
from tests.web import plain

PATIENCE = 60.0
"""Seconds that a test waits for something that should come at once."""
FREE = Limits(
    requests_a_minute=10**9,
    newcomers_a_minute=10**9,
    judged_a_minute=10**9,
    frames_a_second=10**6,
    burst=10**6,
    tables_a_person=10**6,
)
"""No test is a flood unless it means to be one."""


class Running:
    """A server in a thread of its own."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.app: Any = None
        self.port = 0
        self._server: uvicorn.Server | None = None
        self._failed: BaseException | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> Running:
        self._thread.start()
        until = time.monotonic() + PATIENCE
        while self._failed is None and (self._server is None or not self._server.started):
            assert time.monotonic() < until, "the server did not start"
            time.sleep(0.01)
        if self._failed is not None:
            raise self._failed
        return self

    def stop(self) -> None:
        if self._server is not None:
            self._server.should_exit = True
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive(), "the server did not stop"

    def _run(self) -> None:
        try:
            asyncio.run(self._serve())
        except BaseException as failed:
            self._failed = failed

    async def _serve(self) -> None:
        store = open_store(self.config.data, process=token_hex(4))
        try:
            self.app = await create_app(self.config, store)
            server = Server(self.app, self.config)
            serving = asyncio.create_task(server.serve())
            while not server.started and not serving.done():
                await asyncio.sleep(0.01)
            if not serving.done():
                self.port = server.servers[0].sockets[0].getsockname()[1]
            self._server = server
            await serving
            USED.append(self.app)
        finally:
            await store.close()


@contextmanager
def logged() -> Iterator[list[dict[str, Any]]]:
    """What servers in this process log meanwhile. structlog's own `capture_logs` empties the list of processors that
    another thread may be walking through: the line that is on its way then breaks, and its connection with it. Here
    the first of them changes places with one that notes as well, in one step."""
    lines: list[dict[str, Any]] = []
    processors = structlog.get_config()["processors"]
    first = processors[0]

    def noted(logger: Any, level: str, line: Any) -> Any:
        lines.append(dict(line))
        return first(logger, level, line)

    processors[0] = noted
    try:
        yield lines
    finally:
        processors[0] = first


USED: list[Application] = []
"""Applications whose server has stopped."""


def application(config: Config, meters: Meters, **more: Any) -> Application:
    """As `create_app` asks for one. To read a hundred handlers' signatures and build the tree of their routes is most
    of what a start costs, and is the same for all: where a server has stopped, the next one gets its handlers and
    routes, and a state, settings and secret of its own."""
    used = next((app for app in USED if app.request_max_body_size == config.limits.body), None)
    if used is None:
        return Application(config, meters, **more)
    USED.remove(used)
    used.state = more["state"]
    used._settings, used._meters, used._requests = config, meters, Rate(config.limits.requests_a_minute)
    used._sockets = Rate(2 * config.limits.sockets_an_address)
    tokens, own = (_tokens_of(stack) for stack in (used.middleware, more["middleware"]))
    tokens.secret, tokens.cookie_secure = own.secret, own.cookie_secure
    return used


def _tokens_of(stack: Any) -> CSRFConfig:
    found: CSRFConfig = stack[-1].kwargs["config"]
    return found


web.Application = application  # type: ignore[assignment,attr-defined]


@contextmanager
def serving(folder: Path | str, **config: Any) -> Iterator[Running]:
    """A server on this data; bots answer at once, and nobody is limited, unless a test says otherwise."""
    settings: dict[str, Any] = {"bot_pause": (0.0, 0.0), "limits": FREE} | config
    running = Running(Config(folder, "127.0.0.1", 0, **settings)).start()
    try:
        yield running
    finally:
        running.stop()


@contextmanager
def following(url: str, **config: Any) -> Iterator[Running]:
    """A process that keeps no table and passes no socket on: what it tells it has read in the log, which another
    process wrote."""
    with serving(url, **config) as keeper, serving(url, **config) as follower:
        hub, its = keeper.app.state.hub, follower.app.state.hub

        async def not_me(*_: object) -> None:
            return None

        its.company.take = its.keeper_elsewhere = not_me

        async def wake() -> None:
            await hub.directory.load()
            await hub.awake(tuple(hub.directory.open))

        hub.store.hears.append(lambda heads: hub.background.start(wake()))
        for table in hub.directory.open:
            assert plain.get(f"{keeper.url}/tables/{table}").status_code == 200
        yield follower


class Player:
    """Somebody at a table, following it over a socket."""

    def __init__(self, url: str, table: str, cookie: str | None, lang: str = "es", address: str = "") -> None:
        self.url, self.table_id, self.cookie, self.lang, self.address = url, table, cookie, lang, address
        self.shown: dict[str, Any] = {}
        """The match, as this client shows it."""
        self.table: dict[str, Any] = {}
        self.version = 0
        self.frames: list[dict[str, Any]] = []
        self.raw: list[str] = []
        """Every byte that was sent to this client, in order."""
        self._answers: dict[str, dict[str, Any]] = {}
        self._orders = 0
        self._news = asyncio.Event()
        self._socket: ClientConnection | None = None
        self._reading: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Player:
        return await self.join()

    async def __aexit__(self, *exc: object) -> None:
        await self.leave()

    async def connected(self, headers: dict[str, str] | None = None) -> ClientConnection:
        """The socket itself; with other headers than the session's cookie."""
        address = f"{self.url.replace('http', 'ws', 1)}/tables/{self.table_id}/socket?lang={self.lang}"
        if headers is None:
            headers = forwarded(self.address) | ({} if self.cookie is None else {"Cookie": f"tantera={self.cookie}"})
        return await connect(address, additional_headers=headers, compression=None, max_size=None)

    async def join(self) -> Player:
        """Connect, and wait for the whole screen."""
        self._socket = await self.connected()
        seen = len(self.frames)
        self._reading = asyncio.create_task(self._read(self._socket))
        await self.until(lambda: any(frame["type"] == "joined" for frame in self.frames[seen:]))
        return self

    async def leave(self) -> None:
        if self._socket is not None:
            await self._socket.close()
        if self._reading is not None:
            await asyncio.gather(self._reading, return_exceptions=True)

    async def send(self, text: str | bytes) -> None:
        assert self._socket is not None
        await self._socket.send(text)

    async def order(self, order: dict[str, Any], order_id: str | None = None) -> dict[str, Any]:
        """Give an order and wait for the answer: a frame `done` or `refused`."""
        self._orders += 1
        name = order_id or f"t{self._orders}-{id(self):x}"
        self._answers.pop(name, None)
        await self.send(json.dumps({"type": "order", "id": name, "order": order}))
        await self.until(lambda: name in self._answers)
        return self._answers[name]

    async def until(self, condition: Callable[[], bool], seconds: float = PATIENCE) -> None:
        """Wait until something is so; a test fails that waits too long."""
        async with asyncio.timeout(seconds):
            while not condition():
                if self._reading is not None and self._reading.done():
                    raise ConnectionError("the socket is closed") from self._reading.exception()
                self._news.clear()
                await self._news.wait()

    @property
    def options(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.shown.get("options", [])
        return found

    async def play(self, enough: Callable[[], bool], choose: Callable[[list[Any]], Any] = lambda some: some[0]) -> None:
        """Answer every question with one of the options until it is enough."""
        while not enough():
            await self.until(lambda: bool(self.options) or enough())
            if enough():
                return
            at = self.version
            answer = await self.order(choose(self.options))
            if answer["type"] == "refused" and self.version == at and not enough():
                await self.until(lambda at=at: self.version != at or enough())  # type: ignore[misc]

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for text in socket:
                assert isinstance(text, str)
                self.raw.append(text)
                frame = json.loads(text)
                self.frames.append(frame)
                self._take(frame)
                if frame["type"] == "beat":
                    with suppress(ConnectionClosed):  # and what came before the end is read all the same
                        await socket.send(json.dumps({"type": "beat", "n": frame["n"]}))
                self._news.set()
        except ConnectionClosedError:  # the server said why: `until` tells the test
            pass
        finally:
            self._news.set()

    def _take(self, frame: dict[str, Any]) -> None:
        if frame["type"] in ("done", "refused"):
            self._answers[frame["id"]] = frame
        if frame["type"] in ("joined", "step"):
            self.version, self.table = frame["version"], frame.get("table", self.table)
            self.shown = follow(self.shown, frame)


def follow(shown: dict[str, Any], frame: dict[str, Any]) -> dict[str, Any]:
    """All that a client has to do."""
    if "view" in frame:
        return dict(frame["view"])
    after: dict[str, Any] = shown | frame.get("set", {})
    for name, more in frame.get("add", {}).items():
        after[name] = [*after[name], *more]
    after |= frame.get("yours", {})
    return after


def forwarded(address: str) -> dict[str, str]:
    """As a proxy says from where somebody comes; nothing where there is none."""
    return {"X-Forwarded-For": address} if address else {}


class Guest:
    """Somebody with a session, who opens tables and comes to them."""

    def __init__(self, url: str, name: str, cookie: str | None = None, address: str = "") -> None:
        self.url, self.name, self.address = url, name, address
        self.cookies: dict[str, str] = {} if cookie is None else {"tantera": cookie}

    @property
    def cookie(self) -> str | None:
        return self.cookies.get("tantera")

    def asks(self, method: str, path: str, **more: Any) -> httpx.Response:
        """One request, with the cookies kept as a browser keeps them."""
        headers = forwarded(self.address)
        with plain.Client(base_url=self.url, timeout=PATIENCE, cookies=self.cookies, headers=headers) as http:
            answer = http.request(method, path, **more)
            self.cookies = dict(http.cookies.items())
        return answer

    def opens(self, book: str = "san-juan", **opening: Any) -> dict[str, str]:
        """Open a table: its id and its code."""
        answer = self.asks("POST", "/api/tables", json={"name": self.name, "book": book} | opening)
        assert answer.status_code == 201, answer.text
        opened: dict[str, str] = answer.json()
        return opened

    def comes_to(self, opened: dict[str, str]) -> Guest:
        coming = {"name": self.name, "code": opened["code"]}
        answer = self.asks("POST", f"/api/tables/{opened['table']}/enter", json=coming)
        assert answer.status_code == 200, answer.text
        return self

    def at(self, opened: dict[str, str], lang: str = "es") -> Player:
        return Player(self.url, opened["table"], self.cookie, lang, self.address)
