"""Several processes on one PostgreSQL: any of them serves any table, and none is missed."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.store.servers import OwnServer, fresh_database
from tests.web import plain
from tests.web.serving import Guest, Running, serving
from tests.web.visiting import Browser, administrator

QUICK = {"times": {"entropy": 0}}


@pytest.fixture(scope="module")
def postgresql() -> Iterator[OwnServer]:
    server = OwnServer()
    yield server
    server.stop()


@pytest.fixture
def database(postgresql: OwnServer) -> Iterator[str]:
    with fresh_database(postgresql.url) as url:
        yield url


@pytest.fixture
def two(database: str) -> Iterator[tuple[Running, Running]]:
    with serving(database) as one, serving(database) as other:
        yield one, other


def at(guest: Guest, server: Running) -> Guest:
    """The same browser, at another process."""
    return Guest(server.url, guest.name, guest.cookie)


def test_a_table_that_one_process_opened_is_found_and_played_at_by_another(two: tuple[Running, Running]):
    one, other = two

    async def story() -> None:
        ana, bea = Guest(one.url, "Ana"), Guest(other.url, "Bea")
        opened = ana.opens("tarragona", settings=QUICK, limit="60p")
        bea.comes_to(opened)
        async with ana.at(opened) as here, bea.at(opened) as there:
            await there.order({"order": "sit", "seat": 2})
            await here.order({"order": "start"})
            over = lambda: here.shown.get("phase") == "ended"  # noqa: E731
            await asyncio.gather(here.play(over), there.play(lambda: there.shown.get("phase") == "ended"))
            assert there.shown["score"] == here.shown["score"]
            assert there.table["pause"] is None

    asyncio.run(story())


def test_starting_a_second_process_pauses_nobody_and_takes_nobody_for_gone(database: str):
    async def story(one: Running) -> None:
        ana = Guest(one.url, "Ana")
        opened = ana.opens("san-juan", bots="all", settings=QUICK)
        async with ana.at(opened) as player:
            await player.play(lambda: len(player.shown.get("moves", [])) > 3)
            with serving(database) as other:
                seen = len(player.frames)
                assert at(ana, other).asks("GET", f"/tables/{opened['table']}").status_code == 200
                await player.play(lambda: player.shown["number"] > 1)
                told = str(player.frames[seen:])
                assert "person_went_offline" not in told
                assert "clock_paused" not in told

    with serving(database) as one:
        asyncio.run(story(one))


@contextmanager
def both(one: Browser, other: Browser) -> Iterator[None]:
    with one, other:
        yield


def test_a_session_that_one_process_ends_is_ended_in_the_other_within_a_second(two: tuple[Running, Running]):
    one, other = two

    async def story() -> None:
        ana = Guest(one.url, "Ana")
        opened = ana.opens("clasico", settings={"public": True} | QUICK)
        there = at(ana, other)
        assert there.asks("GET", "/api/me").json()["name"] == "Ana"
        async with there.at(opened) as player:
            with Browser(one.url, ana.cookie) as browser:
                browser.post("/me/leave")
            with pytest.raises(ConnectionError):
                await player.until(lambda: False, 5)
        assert there.asks("GET", "/me").url.path != "/me" or there.asks("GET", "/api/me").json().get("name") != "Ana"

    asyncio.run(story())


def test_who_moves_from_one_process_to_another_was_never_away(two: tuple[Running, Running]):
    one, other = two

    async def story() -> None:
        ana, bea = Guest(one.url, "Ana"), Guest(one.url, "Bea")
        opened = ana.opens("clasico", settings={"public": True} | QUICK)
        bea.comes_to(opened)
        async with bea.at(opened) as looks_on:
            async with ana.at(opened):
                pass
            async with at(ana, other).at(opened):
                await asyncio.sleep(4)
            assert "person_went_offline" not in str(looks_on.frames)
            await looks_on.until(lambda: "person_went_offline" in str(looks_on.frames), 10)

    asyncio.run(story())


def test_health_is_apart_from_readiness(two: tuple[Running, Running]):
    for server in two:
        assert plain.get(f"{server.url}/healthz").status_code == 200


def test_an_administrators_link_made_in_one_process_works_once_in_all(two: tuple[Running, Running]):
    one, other = two
    with administrator(one) as boss, Browser(other.url, boss.cookie) as there:
        assert there.get("/admin").status_code == 200
