"""Connections: who says nothing, or half of something, keeps nobody else out."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.play.tables import proof
from tests.web import plain
from tests.web.processes import free_port
from tests.web.serving import PATIENCE, Running, serving
from tests.web.test_limits import limits

HALF = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Half: "


def line_to(server: Running, said: bytes = HALF) -> socket.socket:
    line = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
    line.sendall(said)
    return line


def is_cut(line: socket.socket) -> bool:
    """Whether the server has let go of it."""
    line.settimeout(0.01)
    try:
        return line.recv(1) == b""
    except TimeoutError:
        return False
    except OSError:
        return True


def until(so: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not so():
        assert time.monotonic() < end
        time.sleep(0.02)


def half_said(server: Running, many: int, most: int) -> None:
    with ExitStack() as held:
        lines = [held.enter_context(line_to(server)) for _ in range(many)]
        until(lambda: sum(map(is_cut, lines)) >= many - most)
        for _ in range(3):
            assert plain.get(f"{server.url}/healthz", timeout=PATIENCE).status_code == 200
        assert sum(map(is_cut, lines[-most // 2 :])) == 0  # the oldest made way


def test_half_said_requests_of_one_address_keep_nobody_out(tmp_path: Path):
    with serving(tmp_path / "data", limits=limits(connections_an_address=20)) as server:
        half_said(server, 60, 20)


@pytest.mark.prove
def test_thousands_of_half_said_requests_keep_nobody_out(tmp_path: Path):
    with serving(tmp_path / "data", limits=limits(connections_an_address=500)) as server:
        half_said(server, proof(1100, 4000), 500)


@pytest.mark.parametrize(
    "said",
    [b"", HALF, b"POST /api/dgn HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\nContent-Type: text/plain\r\n\r\nx"],
)
def test_a_request_that_is_not_said_in_time_is_not_waited_for(tmp_path: Path, said: bytes):
    quick = limits(headers_seconds=0.5, body_seconds=0.5)
    with serving(tmp_path / "data", limits=quick) as server, line_to(server, said) as line:
        until(lambda: is_cut(line))


def test_an_answer_may_take_longer_than_a_question(tmp_path: Path):
    """Who waits for news has said what they want; a body that comes piece by piece is coming."""
    with serving(tmp_path / "data", limits=limits(headers_seconds=1.5, body_seconds=1.5)) as server:
        head = f"POST /api/dgn HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nContent-Length: 8\r\n"
        with line_to(server, f"{head}Content-Type: text/plain\r\n\r\n".encode()) as line:
            for _ in range(8):  # in all longer than 1.5 s, and none of them near it
                time.sleep(0.25)
                line.sendall(b"x")
            line.settimeout(PATIENCE)
            assert line.recv(9) == b"HTTP/1.1 "


def test_connections_are_counted_out_when_they_go(tmp_path: Path):
    with serving(tmp_path / "data", limits=limits(connections_an_address=5)) as server:
        for _ in range(20):
            assert plain.get(f"{server.url}/healthz").status_code == 200
        with ExitStack() as held:
            clients = [held.enter_context(plain.Client(base_url=server.url)) for _ in range(5)]
            assert [client.get("/healthz").status_code for client in clients] == [200] * 5


def test_behind_a_proxy_everybody_comes_from_its_address(tmp_path: Path):
    few = limits(connections_an_address=5)
    with serving(tmp_path / "data", proxy="127.0.0.1", limits=few) as server, ExitStack() as held:
        lines = [held.enter_context(line_to(server)) for _ in range(15)]
        assert plain.get(f"{server.url}/healthz").status_code == 200
        assert not any(map(is_cut, lines))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_the_server_asks_for_as_many_open_files_as_the_system_gives():
    told = """
import resource
from tantera.web.connections import open_files
hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard))
print(open_files(), resource.getrlimit(resource.RLIMIT_NOFILE)[0])
"""
    out = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True).stdout.split()
    assert out[0] == out[1]
    assert int(out[0]) > 256


def test_where_the_system_gives_no_more_files_whoever_asks_is_told_so(tmp_path: Path):
    with serving(tmp_path / "data") as server:
        http: Any = server._server
        lines = http.config.http_protocol_class.lines
        assert plain.get(server.url).status_code == 200
        lines.most_open = 2
        held = [line_to(server) for _ in range(3)]
        until(lambda: plain.get(server.url).status_code == 503)
        answer = plain.get(server.url, headers={"accept-language": "en"})
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")
        assert answer.text == "the server is full for the moment; try again in a little while\n"
        for one in held:
            one.close()
        until(lambda: plain.get(server.url).status_code == 200)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_a_server_with_room_for_few_says_so_when_it_starts(tmp_path: Path):
    words = f"""
import resource, sys
resource.setrlimit(resource.RLIMIT_NOFILE, (600, 600))
from tantera.cli import main
sys.argv = ["tantera", "serve", "--host", "127.0.0.1", "--port", "{free_port()}", "--data", {str(tmp_path)!r}]
main()
"""
    with subprocess.Popen([sys.executable, "-c", words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as server:
        assert server.stdout is not None
        try:
            said = [next(server.stdout).decode() for _ in range(3)]
            assert any("344 dispositivos conectados a la vez" in line for line in said), said
        finally:
            server.kill()
