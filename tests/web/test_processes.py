"""Several processes on one PostgreSQL: any of them serves any table, and none is missed."""

from __future__ import annotations

import asyncio
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import httpx
import psutil
import psycopg
import pytest

from tantera.store import company
from tantera.store.company import Company, Present, company_on
from tantera.web.passing import Passing
from tantera.web.tables import hub
from tests.play.tables import proof
from tests.store.servers import own_server
from tests.web import plain
from tests.web.desk.running import director
from tests.web.killing import Evening, at_most, holds, log_of, milliseconds, spread
from tests.web.processes import Served, free_port, run, served
from tests.web.serving import PATIENCE, Guest, Running, serving
from tests.web.visiting import Browser, administrator, sessions_of

QUICK = {"times": {"entropy": 0}}
Ending = tuple[Callable[[], object], Callable[[], bool]]
"""What ends somebody's role, and whether the other process refuses them."""


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


def test_those_who_want_to_play_with_somebody_meet_whatever_process_they_come_by(two: tuple[Running, Running]):
    one, other = two
    with Browser(one.url) as ana, Browser(other.url) as bea, Browser(other.url) as eva:
        ana.named("Ana Puig").get("/tables")
        table = ana.post("/tables/pair", {"book": "clasico"}).headers["location"]
        assert bea.named("Bea").post("/tables/pair", {"book": "clasico"}).headers["location"] == table
        assert [seat["name"] for seat in ana.get("/api" + table).json()["table"]["seats"]][:2] == ["Ana Puig", "Bea"]
        until = time.monotonic() + PATIENCE
        while "Ana Puig" not in eva.get("/tables").text.split('id="here"')[1]:
            assert time.monotonic() < until, "who has the lobby open by another process is here too"
            time.sleep(0.1)


def test_a_process_is_told_of_what_the_other_writes_and_not_of_what_it_writes_itself(two: tuple[Running, Running]):
    one, other = two
    heard: dict[Running, set[str]] = {one: set(), other: set()}
    for server, streams in heard.items():
        server.app.state.hub.store.hears.append(
            lambda heads, streams=streams: streams.update(head.stream for head in heads or ())
        )
    table = Guest(one.url, "Ana").opens("clasico")["table"]
    event = director(one).create().event
    there = Guest(other.url, "Bea").opens("clasico")["table"]
    until = time.monotonic() + PATIENCE
    while not (f"table/{there}" in heard[one] and f"table/{table}" in heard[other]):
        assert time.monotonic() < until, heard
        time.sleep(0.01)
    about_ours = {stream for stream in heard[one] if table in stream or event in stream}
    assert not about_ours
    assert any(event in stream for stream in heard[other])


def test_who_comes_to_another_process_finds_the_table_as_it_is_before_that_one_has_heard_of_it(
    two: tuple[Running, Running],
):
    one, other = two

    async def deaf(version: int) -> None:
        """No notice has come yet."""

    async def story() -> None:
        opened = Guest(one.url, "Ana").opens("clasico", settings={"watching": "nobody"})
        one.app.state.hub.tables[opened["table"]].catch_up = deaf
        bea = Guest(other.url, "Bea").comes_to(opened)
        assert at(bea, one).asks("GET", f"/api/tables/{opened['table']}").status_code == 200
        cai = Guest(other.url, "Cai").comes_to(opened)
        async with at(cai, one).at(opened) as player:
            assert [*player.frames[0]["table"]["people"].values()] == ["Ana", "Bea", "Cai"]

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


def test_an_administrators_link_made_in_one_process_works_once_in_all(two: tuple[Running, Running]):
    one, other = two
    with administrator(one) as boss, Browser(other.url, boss.cookie) as there:
        assert there.get("/admin").status_code == 200


# --- whoever may no more --------------------------------------------------------------------------------------------


def asked(server: Running, path: str, cookie: str | None) -> httpx.Response:
    return plain.get(f"{server.url}{path}", headers={"cookie": f"tantera={cookie}", "accept": "text/html"})


@contextmanager
def leaves(one: Running, other: Running) -> Iterator[Ending]:
    """Somebody ends their own session."""
    with Browser(one.url) as ana:
        cookie = ana.named("Ana").cookie
        assert asked(other, "/api/me", cookie).json()["name"] == "Ana"
        yield lambda: ana.post("/me/leave"), lambda: not asked(other, "/api/me", cookie).json()["person"]


@contextmanager
def is_no_administrator(one: Running, other: Running) -> Iterator[Ending]:
    """One administrator ends another's session."""
    with administrator(one) as boss:
        before = set(sessions_of(boss.get("/admin").text))
        with administrator(one) as second:
            cookie = second.cookie
        (session,) = set(sessions_of(boss.get("/admin").text)) - before
        assert asked(other, "/admin", cookie).status_code == 200
        end = {"session": session}
        yield lambda: boss.post("/admin/sessions/close", end), lambda: asked(other, "/admin", cookie).status_code > 399


@contextmanager
def has_no_office(one: Running, other: Running) -> Iterator[Ending]:
    """A judge is sent home."""
    desk = director(one).create().players(4)
    judge = desk.as_("judge")
    with desk.browser, judge.browser:
        cookie, person = judge.browser.cookie, judge.browser.me()["person"]
        page, officers = f"/e/{desk.event}/desk/tables", one.app.state.officers
        assert asked(other, page, cookie).status_code == 200
        end = lambda: asyncio.run(officers.end(desk.event, person, "director"))  # noqa: E731
        yield end, lambda: asked(other, page, cookie).status_code == 403


ENDINGS = (leaves, is_no_administrator, has_no_office)


def refused_after(ending: AbstractContextManager[Ending]) -> float:
    """Seconds."""
    with ending as (end, is_refused):
        end()
        begun = time.monotonic()
        while not is_refused():
            assert time.monotonic() < begun + PATIENCE
        return time.monotonic() - begun


@pytest.mark.parametrize("ends", ENDINGS)
def test_a_role_or_a_session_that_one_process_ends_is_refused_by_the_other(
    ends: Callable[[Running, Running], AbstractContextManager[Ending]],
    two: tuple[Running, Running],
    monkeypatch: pytest.MonkeyPatch,
):
    """It hears of it: nothing else would tell it so soon."""
    monkeypatch.setattr(company, "POLL", 1e6)
    refused_after(ends(*two))
    refused_after(ends(*reversed(two)))


@pytest.mark.prove
@pytest.mark.timed
def test_roles_and_sessions_that_one_of_two_processes_ends_are_refused_by_the_other_within_a_second(
    two: tuple[Running, Running],
):
    took = [refused_after(ends(*two)) for _ in range(proof(20, 20)) for ends in ENDINGS]
    print(f"refused elsewhere, {spread(took)}")
    assert max(took) <= 1


# --- killing them ---------------------------------------------------------------------------------------------------

FAULTS = {
    "UPDATE event SET order_id = NULL WHERE order_id = %(order)s": "lost",
    "DELETE FROM event WHERE stream = %(stream)s AND version > 9": "heard of|lost",
    "UPDATE event SET event = %(gone)s WHERE stream = %(stream)s AND version = 3": "nobody was away",
    "UPDATE event SET event = %(first)s WHERE stream = %(stream)s AND version IN (%(at)s, %(next)s)": "twice",
}


def test_a_process_that_is_killed_takes_no_table_with_it_and_the_proof_would_see_it(tmp_path: Path, database: str):
    evening = Evening(tmp_path, database)
    asyncio.run(evening.goes_by(2, tables=3))
    assert evening.waits
    log = log_of(database)
    holds(log, evening.clients)
    last = next(client.acknowledged[-1] for client in evening.clients if client.acknowledged)
    moves = [(stream, version, event) for stream, version, _, event in log if b"tile_placed" in event]
    stream, version, first = next(move for move in moves if move[0] == last.stream)
    following = next(at for name, at, _ in moves if name == stream and at > version)
    facts = last._asdict() | {"gone": b'{"event":"person_went_offline.1"}', "first": first, "at": version}
    for fault, found in FAULTS.items():
        with psycopg.connect(database) as connection:
            connection.execute(fault.encode(), facts | {"next": following})
            planted = connection.execute("SELECT stream, version, order_id, event FROM event ORDER BY stream, version")
            with pytest.raises(AssertionError, match=found):
                holds(planted.fetchall(), evening.clients)
            connection.rollback()


@pytest.mark.prove
@pytest.mark.timed
def test_processes_killed_two_hundred_times_lose_nothing_and_nobody(tmp_path: Path):
    """And the database twenty times."""
    with own_server() as postgresql:
        evening, kills = Evening(tmp_path, postgresql.url), proof(200, 200)
        asyncio.run(evening.goes_by(kills, 12, postgresql.restart))
        print(f"{kills} kills, {kills // 10} of the database: {evening.shows()}")
        holds(log_of(postgresql.url), evening.clients)
    assert at_most(evening.waits, 0.99) <= 3


# --- behind one port ------------------------------------------------------------------------------------------------


def rolls_on(folder: Path, database: str, tables: int, pause: tuple[float, float]) -> list[float]:
    """A crew of two is replaced one by one, while people play at so many tables: how long their orders took."""
    evening = Evening(folder, database)

    async def story(server: Served) -> None:
        evening.servers = {server.port: server}
        seated = await evening.sit_down(server.url, tables, 2, pause)
        before, since = children(server), time.monotonic()
        for client in seated:
            client.waits.clear()
            client.refused.clear()
        server.process.send_signal(signal.SIGHUP)
        await evening.until(lambda: not before & children(server), 4 * PATIENCE)  # each of them starts from cold
        print(f"{tables} tables, replaced in {time.monotonic() - since:.1f} s")
        await evening.playable(time.monotonic(), milliseconds())
        await evening.ends()

    words = "--processes", "2", "--no-qr", "--proxy", "127.0.0.1"
    with served(folder / "crew", *words, DATABASE_URL=database) as server:
        asyncio.run(story(server))
        log = log_of(database)  # before the end of all of them, at which tables do stand still
        assert server.stop()[0] == 0
    waits = [wait for client in evening.clients for wait in client.waits]
    refused = sum((client.refused for client in evening.clients), Counter[str]())
    print(f"orders meanwhile, {spread(waits)}; refused: {dict(refused)}")
    holds(log, evening.clients)
    assert not any(b"clock_paused" in event for *_, event in log)
    assert set(refused) <= {"refused"}, f"{refused}: not by the book alone"
    return waits


@pytest.mark.flaky(reruns=1, reason="where others want the processor too, somebody may be taken for away")
def test_a_crew_is_replaced_one_by_one_while_people_play_and_no_order_is_refused_for_it(tmp_path: Path, database: str):
    rolls_on(tmp_path, database, 4, (0.0, 0.1))


@pytest.mark.prove
@pytest.mark.timed
def test_processes_are_replaced_while_two_hundred_tables_play_and_nobody_waits_long(tmp_path: Path, database: str):
    assert max(rolls_on(tmp_path, database, min(200, proof(200, 200)), (1.0, 4.0))) <= 3


def children(server: Served) -> set[int]:
    serving_ones = psutil.Process(server.process.pid).children()
    return {child.pid for child in serving_ones if child.is_running() and child.status() != psutil.STATUS_ZOMBIE}


def test_several_processes_on_sqlite_are_refused_with_a_sentence(tmp_path: Path):
    refused = run("serve", "--processes", "2", "--data", str(tmp_path / "data"), "--port", str(free_port()))
    assert refused.returncode == 2
    assert "PostgreSQL" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_whoever_sees_that_a_neighbour_was_killed_takes_its_tables_and_waits_for_no_beat(
    database: str, monkeypatch: pytest.MonkeyPatch
):
    lived = 1.0
    monkeypatch.setattr(company, "monotonic", lambda: lived)
    monkeypatch.setattr(company, "LEASE", 100.0)
    monkeypatch.setattr(hub, "BEAT", 1e6)
    with serving(database) as one:
        ours: Company = one.app.state.hub.company

        async def story() -> None:
            nonlocal lived
            dead, place = company_on(database, "dead"), Passing(database, "dead")
            place.begin(lambda connection, request: None)
            while lived < 120:  # both have lived for a while
                lived += 60
                await asyncio.gather(ours.beat(), dead.beat())
            assert await dead.take("table/1") is not None
            dead.here(Present("table/1", "ana"))
            await dead.beat()
            assert await ours.keeper("table/1") == "dead"
            assert place._socket is not None
            asyncio.get_running_loop().remove_reader(place._socket.fileno())
            place._socket.close()  # as a kill does: its name stays
            async with asyncio.timeout(PATIENCE):
                while await ours.keeper("table/1") != ours.process:
                    await asyncio.sleep(0.01)
            await dead.end()

        asyncio.run(story())


def test_a_socket_is_passed_to_the_process_that_keeps_its_table(two: tuple[Running, Running]):
    one, other = two

    async def story() -> None:
        ana = Guest(one.url, "Ana")
        opened = ana.opens("san-juan", bots="all", settings=QUICK)
        async with at(ana, other).at(opened) as player:  # asked for at one process, served by the other
            await player.play(lambda: len(player.shown.get("moves", [])) > 3)
            keeper, follower = one, other
            if not one.app.state.hub.tables[opened["table"]].keeps:  # it stood still for so long that it was given up
                keeper, follower = other, one
            assert (len(keeper.app.state.crowd), len(follower.app.state.crowd)) == (1, 0)

    asyncio.run(story())
