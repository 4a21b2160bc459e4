"""What one visitor may use: sockets, messages, tables, and the server's patience with a client that does not read."""

from __future__ import annotations

import asyncio
import gc
import json
import socket
import time
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any

import psutil
import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from tantera.web.config import Limits
from tests.web import plain
from tests.web.serving import FREE, Guest, Player, Running, serving

QUICK = {"times": {"entropy": 0}}


def limits(**tight: Any) -> Limits:
    return Limits(**{name: getattr(FREE, name) for name in FREE.__struct_fields__} | tight)


async def closed_with(connection: ClientConnection) -> int | None:
    """Read until it is closed: the code."""
    return (await last_words(connection))[0]


async def last_words(connection: ClientConnection) -> tuple[int | None, dict[str, Any]]:
    """Read until it is closed: the code, and the last message before it."""
    said: dict[str, Any] = {}
    try:
        async with asyncio.timeout(10):
            while True:
                said = json.loads(await connection.recv())
    except ConnectionClosed:
        return connection.close_code, said


def test_a_person_has_so_many_sockets_at_all_tables_together(tmp_path: Path):
    async def story(server: Running) -> None:
        ana = Guest(server.url, "Ana")
        one, other = ana.opens("san-juan"), ana.opens("ueh")
        async with AsyncExitStack() as held:
            for opened in (one, one, other):
                await held.enter_async_context(ana.at(opened))
            code, said = await last_words(await ana.at(other).connected())
            assert (code, said["code"]) == (1008, "no_room")
            assert said["text"] == "tienes 3 mesas abiertas en ventanas o dispositivos: cierra alguna"
            bea = Guest(server.url, "Bea").comes_to(one)
            await held.enter_async_context(bea.at(one))
        while len(server.app.state.crowd):
            await asyncio.sleep(0.01)
        async with ana.at(other):
            pass

    with serving(tmp_path / "data", limits=limits(sockets_a_person=3)) as server:
        asyncio.run(story(server))


def test_an_address_has_so_many_sockets(tmp_path: Path):
    async def story(url: str) -> None:
        host = Guest(url, "Ana")
        opened = host.opens("san-juan", settings={"public": True})
        async with AsyncExitStack() as held:
            for _ in range(4):
                await held.enter_async_context(Player(url, opened["table"], None))
            code, said = await last_words(await Player(url, opened["table"], None, "en").connected())
            assert (code, said["code"]) == (1008, "no_room")
            assert said["text"] == "4 devices are connected from your network, and there is no room for more"

    with serving(tmp_path / "data", limits=limits(sockets_an_address=4)) as server:
        asyncio.run(story(server.url))


def test_whoever_comes_to_a_full_server_is_told_so_and_has_room_when_somebody_goes(tmp_path: Path):
    async def story(server: Running) -> None:
        opened = Guest(server.url, "Ana").opens("san-juan", settings={"public": True})
        watcher = Player(server.url, opened["table"], None, "ca")
        async with Player(server.url, opened["table"], None), Player(server.url, opened["table"], None):
            code, said = await last_words(await watcher.connected())
            assert (code, said["code"]) == (1008, "no_room")
            assert said["text"].startswith("el servidor està ple: hi ha 2 dispositius")
        while len(server.app.state.crowd):
            await asyncio.sleep(0.01)
        async with watcher:
            pass

    with serving(tmp_path / "data", limits=limits(sockets=2)) as server:
        asyncio.run(story(server))


def test_a_hall_that_comes_back_at_once_from_one_address_is_let_in(tmp_path: Path):
    """As many as may be connected from there, twice over in a minute: more than it may ask for pages."""

    async def story(server: Running) -> None:
        opened = Guest(server.url, "Ana").opens("san-juan", settings={"public": True})
        for _ in range(2):
            async with AsyncExitStack() as held:
                watchers = [Player(server.url, opened["table"], None) for _ in range(40)]
                await asyncio.gather(*(held.enter_async_context(watcher) for watcher in watchers))

    with serving(tmp_path / "data", limits=limits(sockets_an_address=50, requests_a_minute=20)) as server:
        asyncio.run(story(server))


def test_somebody_who_sends_too_much_too_long_or_nonsense_is_let_go(tmp_path: Path):
    async def story(url: str) -> None:
        ana = Guest(url, "Ana")
        opened = ana.opens("san-juan")
        flood = await ana.at(opened).connected()
        for _ in range(12):
            await flood.send('{"type":"again"}')
        assert await closed_with(flood) == 1008
        long = await ana.at(opened).connected()
        await long.send(json.dumps({"type": "order", "id": "x" * 5000, "order": {}}))
        assert await closed_with(long) == 1008
        nonsense = await ana.at(opened).connected()
        for _ in range(3):
            await nonsense.send("{")
        assert await closed_with(nonsense) == 1008
        async with ana.at(opened):
            pass

    with serving(tmp_path / "data", limits=limits(frames_a_second=1, burst=10, errors=3)) as server:
        asyncio.run(story(server.url))


# --- a client that does not read


def deaf(server: Running, table: str, cookie: str | None) -> socket.socket:
    """A client that joins and then reads nothing at all, with as little room for what comes as the system allows."""
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
    raw.settimeout(10)
    raw.connect(("127.0.0.1", server.port))
    cookies = "" if cookie is None else f"Cookie: tantera={cookie}\r\n"
    raw.sendall(
        f"GET /tables/{table}/socket HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        f"{cookies}\r\n".encode()
    )
    return raw


def test_a_client_that_does_not_read_is_let_go_and_nobody_waits_for_it(tmp_path: Path):
    async def story(server: Running) -> None:
        ana = Guest(server.url, "Ana")
        opened = ana.opens("san-juan", bots="all", settings={"public": True, **QUICK})
        crowd, meters = server.app.state.crowd, server.app.state.meters
        ears = [deaf(server, opened["table"], None) for _ in range(10)]
        try:
            async with ana.at(opened) as player:
                while len(crowd) < 11:
                    await asyncio.sleep(0.01)
                steps = 0
                until = time.monotonic() + 60
                while meters.slow_sockets < 10 and time.monotonic() < until:
                    await player.play(lambda: bool(player.options) or player.shown.get("phase") == "ended")
                    begun = time.monotonic()
                    await player.order(
                        player.options[0] if player.options else {"order": "say", "to": "table", "text": "x" * 300}
                    )
                    assert time.monotonic() - begun < 5
                    steps += 1
                assert meters.slow_sockets == 10
                while len(crowd) > 1:  # the connections are gone, not only counted out
                    await asyncio.sleep(0.01)
                connected = [one for one in psutil.Process().net_connections("tcp") if one.laddr.port == server.port]
                assert sum(one.status == "ESTABLISHED" for one in connected) <= 2 + len(ears)
        finally:
            for one in ears:
                one.close()

    with serving(tmp_path / "data", limits=limits(waiting_bytes=8 * 1024)) as server:
        asyncio.run(story(server))


def heard(server: Running) -> int:
    """How many connections the server still has."""
    connected = psutil.Process().net_connections("tcp")
    return sum(one.status == "ESTABLISHED" and one.laddr.port == server.port for one in connected)


def test_what_waits_for_a_deaf_client_has_a_bound_in_bytes(tmp_path: Path):
    """Asking for the whole screen again and again, and reading none of it: the server's memory stays where it was."""

    async def story(server: Running) -> None:
        ana = Guest(server.url, "Ana")
        opened = ana.opens("tarragona", bots="all", settings=QUICK)
        async with ana.at(opened) as player:
            await player.play(lambda: len(player.shown.get("moves", [])) > 4)
        gc.collect()
        before = psutil.Process().memory_info().rss
        again = b'{"type":"again"}'
        frame = bytes([0x81, 0x80 | len(again), 0, 0, 0, 0]) + again
        ears = [deaf(server, opened["table"], ana.cookie) for _ in range(5)]
        try:
            for ear in ears:
                with suppress(OSError):  # reset, or the server does not read on: either way it takes no more
                    for _ in range(20_000):
                        ear.sendall(frame)
            until = time.monotonic() + 60
            while heard(server) and time.monotonic() < until:
                await asyncio.sleep(0.05)
            gc.collect()
            grown = psutil.Process().memory_info().rss - before
            assert grown < 30 * 1024 * 1024, grown
            assert heard(server) == 0  # all are cut off, most of them for being slow
            assert server.app.state.meters.slow_sockets > 0
        finally:
            for one in ears:
                one.close()

    with serving(tmp_path / "data", limits=limits(waiting_bytes=256 * 1024)) as server:
        asyncio.run(story(server))


# --- tables


def test_a_person_has_so_many_open_tables_and_so_has_the_server(tmp_path: Path):
    with serving(tmp_path / "data", limits=limits(tables_a_person=2, tables=3)) as server:
        ana, bea = Guest(server.url, "Ana"), Guest(server.url, "Bea")
        ana.opens()
        ana.opens()
        third = ana.asks("POST", "/api/tables", json={"name": "Ana"}, headers={"accept-language": "es"})
        assert third.status_code == 400
        assert "2" in third.json()["message"]
        bea.opens()
        full = bea.asks("POST", "/api/tables", json={"name": "Bea"})
        assert (full.status_code, full.json()["code"]) == (400, "refused")


def test_a_table_where_nobody_is_closes_and_makes_room(tmp_path: Path):
    with serving(tmp_path / "data", limits=limits(tables=1)) as server:
        ana = Guest(server.url, "Ana")
        opened = ana.opens(settings={"times": {"idle": 1000}})
        assert ana.asks("POST", "/api/tables", json={"name": "Ana"}).status_code == 400
        until = time.monotonic() + 20
        while ana.asks("GET", f"/api/tables/{opened['table']}").status_code != 404:
            assert time.monotonic() < until
            time.sleep(0.1)
        while ana.asks("POST", "/api/tables", json={"name": "Ana"}).status_code != 201:
            assert time.monotonic() < until
            time.sleep(0.1)


def test_bots_do_not_keep_a_table_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("tantera.tables.agenda.BLINK", 500)
    with serving(tmp_path / "data") as server:
        ana = Guest(server.url, "Ana")
        times = {"entropy": 0, "idle": 1000, "grace": 1000, "pause": 1000, "move": 1000, "alone": 1000}
        opened = ana.opens("clasico", bots="all", settings={"times": times})
        until = time.monotonic() + 30
        while ana.asks("GET", f"/api/tables/{opened['table']}").status_code != 404:
            assert time.monotonic() < until
            time.sleep(0.2)


@pytest.mark.parametrize("size", [200, 100_000])
def test_a_file_that_is_too_long_is_told_so(tmp_path: Path, size: int):
    with serving(tmp_path / "data", limits=limits(body=50_000)) as server:
        answer = plain.post(
            f"{server.url}/api/tables", content=b"x" * size, headers={"content-type": "application/json"}
        )
        assert answer.status_code == (413 if size > 50_000 else 400)
