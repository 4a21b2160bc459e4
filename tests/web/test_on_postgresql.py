"""The same server on PostgreSQL: tables outlive it, a database that goes away is a clear state."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator

import httpx
import pytest

from tests.store.servers import OwnServer, fresh_database
from tests.web.serving import Guest, serving
from tests.web.visiting import Browser, administrator

QUICK = {"times": {"entropy": 0}}


@pytest.fixture(scope="module")
def postgresql() -> Iterator[OwnServer]:
    """One of our own, since it is killed here."""
    server = OwnServer()
    yield server
    server.stop()


@pytest.fixture
def database(postgresql: OwnServer) -> Iterator[str]:
    with fresh_database(postgresql.url) as url:
        yield url


def test_a_table_and_its_people_outlive_the_server(database: str):
    async def begins(url: str) -> tuple[dict[str, str], str, int]:
        ana = Guest(url, "Ana")
        opened = ana.opens("san-juan", bots="all", settings=QUICK)
        async with ana.at(opened) as player:
            await player.play(lambda: len(player.shown.get("moves", [])) > 3)
            assert ana.cookie is not None
            return opened, ana.cookie, len(player.shown["moves"])

    async def goes_on(url: str, opened: dict[str, str], cookie: str) -> int:
        async with Guest(url, "Ana", cookie).at(opened) as player:
            await player.until(lambda: player.table["pause"] is None)
            await player.play(lambda: len(player.shown["moves"]) > 5)
            return len(player.shown["moves"])

    with serving(database) as server, administrator(server) as boss:
        opened, cookie, moves = asyncio.run(begins(server.url))
        boss_cookie = boss.cookie
    with serving(database) as server, Browser(server.url, boss_cookie) as boss:
        assert asyncio.run(goes_on(server.url, opened, cookie)) > moves
        page = boss.get("/admin").text
        assert "DATABASE_URL" in page
        assert database.split("@")[-1] not in page  # an address may hold a password


def test_a_database_that_is_away_is_said_and_comes_back_by_itself(postgresql: OwnServer):
    with serving(postgresql.url) as server:
        assert httpx.get(f"{server.url}/healthz").status_code == 200
        postgresql.kill()
        try:
            ill = httpx.get(f"{server.url}/healthz", headers={"accept-language": "es"}, timeout=30)
            assert (ill.status_code, ill.json()["text"]) == (503, "la base de datos no responde")
            refused = httpx.post(f"{server.url}/api/me", json={"name": "Ana"}, timeout=30)
            assert refused.status_code == 503
            assert refused.json()["code"] in ("not_saved", "store")
        finally:
            postgresql.start()
        until = time.monotonic() + 30
        while httpx.get(f"{server.url}/healthz", timeout=30).status_code != 200:
            assert time.monotonic() < until
            time.sleep(0.2)
        assert httpx.post(f"{server.url}/api/me", json={"name": "Ana"}, timeout=30).status_code == 200
