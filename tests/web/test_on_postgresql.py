"""The same server on PostgreSQL: tables outlive it, a database that goes away is a clear state."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator

import psycopg
import pytest

from tests.store.servers import OwnServer, fresh_database
from tests.web import plain
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
        assert plain.get(f"{server.url}/ready").status_code == 200
        postgresql.kill()
        try:
            ill = plain.get(f"{server.url}/ready", headers={"accept-language": "es"}, timeout=30)
            assert (ill.status_code, ill.json()["text"]) == (503, "la base de datos no responde")
            refused = plain.post(f"{server.url}/api/me", json={"name": "Ana"}, timeout=30)
            assert refused.status_code == 503
            assert refused.json()["code"] in ("not_saved", "store")
        finally:
            postgresql.start()
        until = time.monotonic() + 30
        while plain.get(f"{server.url}/ready", timeout=30).status_code != 200:
            assert time.monotonic() < until
            time.sleep(0.2)
        assert plain.post(f"{server.url}/api/me", json={"name": "Ana"}, timeout=30).status_code == 200


def test_a_whole_match_is_played_and_looked_back_at(database: str):
    async def story(url: str) -> None:
        ana, bea, eva = (Guest(url, name) for name in ("Ana", "Bea", "Eva"))
        opened = ana.opens("tarragona", settings=QUICK, limit="60p")
        for guest in (bea, eva):
            guest.comes_to(opened)
        async with ana.at(opened) as one, bea.at(opened) as other, eva.at(opened) as watcher:
            await other.order({"order": "sit", "seat": 2})
            await one.order({"order": "start"})
            over = lambda: one.shown.get("phase") == "ended"  # noqa: E731
            await asyncio.gather(one.play(over), other.play(over))
            await watcher.until(lambda: watcher.shown.get("phase") == "ended")
            assert watcher.shown["score"] == one.shown["score"]
        document = ana.asks("GET", f"/api/matches/{opened['table']}/1")
        assert document.status_code == 200
        assert document.json()["match"]
        assert bea.asks("GET", f"/replays/{opened['table']}/1").status_code == 200

    with serving(database) as server:
        asyncio.run(story(server.url))
    with psycopg.connect(database) as connection:
        rows = connection.execute("SELECT version FROM event WHERE stream LIKE 'table/%' ORDER BY version").fetchall()
    assert [version for (version,) in rows] == list(range(1, len(rows) + 1))
