"""What somebody sends: who they are is asked before it is read, and nobody's is read without an end."""

from __future__ import annotations

import asyncio
import re
import socket
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from litestar.routes import HTTPRoute

from tantera.store import open_store
from tantera.web.access.roles import ACTIONS, ALLOWED, Role
from tantera.web.app import create_app
from tantera.web.config import Config
from tantera.web.gate import Application
from tantera.web.pages.compressing import unmasked
from tantera.web.problems import MOST_FIELDS
from tests.web import plain
from tests.web.serving import FREE, Running, serving
from tests.web.visiting import administrator

MB = 1024 * 1024
PIECE = 64 * 1024
"""What a server hands on at a time."""
KINDS = {
    "form": ("application/x-www-form-urlencoded", b"a=1&"),
    "multipart": ("multipart/form-data; boundary=x", b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'),
    "json": ("application/json", b'["a", '),
    "nonsense": ("nonsense", b"\xff\x00"),
}


class Outcome(NamedTuple):
    status: int
    read: int
    """Bytes that were asked for."""


class Outsider:
    """Somebody without a session who sends a hundred megabytes, straight to the application."""

    def __init__(self, app: Application, announced: bool) -> None:
        self._app, self._announced = app, announced

    async def sends(self, method: str, path: str, kind: str) -> Outcome:
        content_type, piece = KINDS[kind]
        body = piece * (PIECE // len(piece))
        headers = [(b"host", b"127.0.0.1:8000"), (b"content-type", content_type.encode())]
        headers += [(b"content-length", str(100 * MB).encode())] if self._announced else []
        read = status = 0

        async def receive() -> dict[str, Any]:
            nonlocal read
            read += len(body)
            return {"type": "http.request", "body": body, "more_body": read < 100 * MB}

        async def send(message: dict[str, Any]) -> None:
            nonlocal status
            status = message.get("status", status)

        scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method, "scheme": "http",
            "path": path, "raw_path": path.encode(), "query_string": b"", "root_path": "", "headers": headers,
            "server": ("127.0.0.1", 8000), "client": ("192.0.2.1", 5000), "state": {}, "extensions": {},
        }  # fmt: skip
        await self._app(scope, receive, send)
        return Outcome(status, read)


@asynccontextmanager
async def application(folder: Path) -> AsyncIterator[Application]:
    store = open_store(folder)
    try:
        yield await create_app(Config(folder, limits=FREE), store)
    finally:
        await store.close()


def routes_with_a_body(app: Application) -> list[tuple[str, str]]:
    found = []
    for route in app.routes:
        if isinstance(route, HTTPRoute):
            found += [(str(method), route.path_format) for method in route.methods if method not in ("GET", "OPTIONS")]
    return sorted(found)


def filled(path: str) -> str:
    """An address of this route: rounds and tables are numbers."""
    return re.sub(r"\{(\w+)\}", lambda name: "1" if name[1] in ("round", "table") else "x", path)


@pytest.mark.parametrize("announced", [True, False])
def test_an_outsiders_hundred_megabytes_are_not_read_on_any_route(tmp_path: Path, announced: bool):
    async def story() -> None:
        async with application(tmp_path / "data") as app:
            outsider, routes = Outsider(app, announced), routes_with_a_body(app)
            assert len(routes) > 50
            wrong = []
            for method, path in routes:
                everybodys = Role.NOBODY in ALLOWED[ACTIONS[f"{method} {path}"]]
                streams = path in ("/events/adopt", "/e/{tournament_id}/t/{round}/{table}/photo")
                most = 0 if announced or streams or not everybodys else FREE.body + PIECE
                for kind in KINDS:
                    outcome = await outsider.sends(method, filled(path), kind)
                    if outcome.read > most or not 400 <= outcome.status < 500:
                        wrong.append((method, path, kind, outcome, most))
            assert wrong == []

    asyncio.run(story())


def test_a_form_with_thousands_of_fields_is_not_taken_apart(tmp_path: Path):
    with serving(tmp_path / "data") as server:
        many = "&".join(["a=1"] * (MOST_FIELDS + 1))
        headers = {"content-type": "application/x-www-form-urlencoded"}
        assert plain.post(f"{server.url}/me", content=many, headers=headers).status_code == 413
        assert plain.post(f"{server.url}/me", content="a=1&b=2", headers=headers).status_code == 403


def test_a_file_is_taken_from_a_form_that_carries_files_and_from_our_own_pages_only(tmp_path: Path):
    with serving(tmp_path / "data") as server, administrator(server) as boss:
        there, file = f"{server.url}/events/adopt", {"file": ("x.tantera", b"x")}
        own = {"origin": server.url}
        del boss.http.headers["origin"]
        assert boss.http.post(there, files=file).status_code == 403
        assert boss.http.post(there, files=file, headers={"origin": "http://elsewhere.example"}).status_code == 403
        assert boss.http.post(there, data={"file": "x"}, headers=own).status_code == 415
        assert boss.http.post(there, content=b"--y", headers=own | _multipart("x")).status_code == 400
        assert boss.http.post(there, content=b"", headers=own | _multipart("")).status_code in (400, 415)
        answer = boss.http.post(there, files=file, headers=own)
        assert answer.status_code == 400
        assert "X.tantera" in answer.text
        token = re.search(r'name="_csrf_token" value="([^"]+)"', answer.text)
        assert token is not None
        assert unmasked(token[1]) == boss.http.cookies["csrf"]
        assert not list(server.config.events.iterdir())


def test_a_file_comes_with_few_fields_beside_it_or_not_at_all(tmp_path: Path):
    with serving(tmp_path / "data") as server, administrator(server) as boss:

        def told(path: str, parts: int) -> tuple[int, bool]:
            """The file and the token of the form are parts, too."""
            fields = {f"f{n}": "1" for n in range(parts - 2)}
            answer = boss.post(path, fields, files={"file": ("Copa", b"x")})
            return answer.status_code, "Copa" in answer.text

        for path, most in (("/events/adopt", 20), ("/admin/books", 50)):
            assert told(path, most) == (400, True), "it was looked into"
            assert told(path, most + 1) == (400, False), path


def _multipart(boundary: str) -> dict[str, str]:
    return {"content-type": f"multipart/form-data; boundary={boundary}"}


def test_who_was_refused_and_sends_on_is_cut_off(tmp_path: Path):
    """The answer is there at once; the rest of a hundred megabytes is not waited for."""

    def sent_on(server: Running) -> int:
        head = f"POST /events/adopt HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nContent-Length: {100 * MB}\r\n\r\n"
        with socket.create_connection(("127.0.0.1", server.port), timeout=30) as line:
            line.sendall(head.encode())
            assert line.recv(12) == b"HTTP/1.1 403"
            sent = 0
            try:
                while sent < 100 * MB:
                    sent += line.send(b"x" * MB)
            except OSError:
                pass
            return sent

    with serving(tmp_path / "data") as server:
        assert sent_on(server) < 50 * MB
        began = time.monotonic()
        assert plain.get(f"{server.url}/healthz").status_code == 200
        assert time.monotonic() - began < 10


def test_who_hangs_up_in_the_middle_is_no_failure_of_ours(tmp_path: Path):
    with serving(tmp_path / "data") as server:
        for path in ("/api/dgn", "/replays"):
            with socket.create_connection(("127.0.0.1", server.port), timeout=30) as line:
                line.sendall(
                    f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nContent-Length: 100\r\n"
                    "Content-Type: application/json\r\n\r\nabc".encode()
                )
        until = time.monotonic() + 30
        while sum(server.app.state.meters.requests.values()) < 2:
            assert time.monotonic() < until
            time.sleep(0.02)
        assert server.app.state.meters.requests["500"] == 0
