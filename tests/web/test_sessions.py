"""Who is who: sessions that outlive the server, devices that are one person's, programs with tokens, administrators."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from tantera.store import open_store
from tantera.web.access.links import GOOD_FOR, Link, Links
from tantera.web.access.visitors import ADMINISTRATORS, LIFETIME, Session, Sessions
from tests.store.stories import WRITTEN
from tests.web.desk.running import director
from tests.web.serving import Guest, Player, serving
from tests.web.visiting import Browser, administrator, sessions_of

QUICK = {"times": {"entropy": 0}}


def bytes_of(folder: Path) -> bytes:
    """Everything that is in the store."""
    with sqlite3.connect(folder / "tantera.sqlite") as database:
        rows = database.execute(f"SELECT stream, event FROM {WRITTEN}").fetchall()
    database.close()
    return b"\n".join(stream.encode() + b" " + event for stream, event in rows)


def test_a_session_outlives_the_server(tmp_path: Path):
    with serving(tmp_path / "data") as server, Browser(server.url) as ana:
        ana.named("Ana")
        me, cookie = ana.me(), ana.cookie
    with serving(tmp_path / "data") as server, Browser(server.url, cookie) as ana:
        assert ana.me() == me
        assert me["name"] == "Ana"


def test_whoever_reads_the_store_finds_no_token(tmp_path: Path):
    with serving(tmp_path / "data") as server:
        with Browser(server.url) as ana:
            ana.named("Ana")
            token = ana.http.post("/api/tokens", json={"name": "Robot"}).json()["token"]
            link = ana.post("/me/link").text.split("/me/on/")[1].split("<")[0]
            secrets = [ana.cookie or "", token, link]
        with administrator(server) as boss:
            secrets.append(boss.cookie or "")
        kept = bytes_of(tmp_path / "data")
        assert all(len(secret) >= 20 for secret in secrets)
        assert [secret for secret in secrets if secret.encode() in kept] == []


def test_somebody_who_only_looks_is_not_kept(tmp_path: Path):
    with serving(tmp_path / "data") as server, Browser(server.url) as passer_by:
        for path in ("/", "/tables", "/watch", "/me", "/t", "/api/tables", "/healthz"):
            assert passer_by.get(path).status_code < 400
        assert passer_by.cookie is None
        assert b"session/" not in bytes_of(tmp_path / "data")


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(tmp_path: Path):
    with serving(tmp_path / "data") as server, Browser(server.url) as ana:
        answer = ana.post("/me", {"name": "Ana"})
        cookie = next(value for value in answer.headers.get_list("set-cookie") if value.startswith("tantera="))
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        assert "Path=/" in cookie
        assert "Secure" not in cookie


def test_no_cookie_that_is_ever_set_is_read_by_a_script_or_sent_by_another_site(tmp_path: Path):
    with serving(tmp_path / "data") as server, Browser(server.url) as ana:
        desk = director(server).create().players(4).round()
        slip = f"/e/{desk.event}/t/1/1/{server.app.state.officers.code(desk.event, 'table', 1, 1)}"
        answers = [ana.get("/"), ana.get("/lang/ca"), ana.post("/play"), ana.post(slip, {"player": "p1"})]
        answers.append(ana.post("/me/leave"))
        cookies = [cookie for answer in answers for cookie in answer.headers.get_list("set-cookie")]
        assert {cookie.split("=")[0] for cookie in cookies} == {"csrf", "lang", "play", "device", "tantera"}
        assert [cookie for cookie in cookies if "httponly" not in cookie.lower()] == []
        assert [cookie for cookie in cookies if "samesite=lax" not in cookie.lower()] == []


def test_behind_https_cookies_are_sent_over_https_only(tmp_path: Path):
    with serving(tmp_path / "data", public_url="https://domino.example") as server, Browser(server.url) as ana:
        first = ana.get("/")
        assert "Secure" in first.headers["set-cookie"]
        assert "max-age" in first.headers["strict-transport-security"]
        csrf = first.headers["set-cookie"].split("csrf=")[1].split(";")[0]
        answer = ana.http.post("/me", data={"name": "Ana", "_csrf_token": csrf}, headers={"cookie": f"csrf={csrf}"})
        assert "Secure" in next(one for one in answer.headers.get_list("set-cookie") if one.startswith("tantera="))


def test_a_cookie_that_nobody_was_given_is_nobodys(tmp_path: Path):
    with serving(tmp_path / "data") as server:
        for made_up in ("", "x", "x" * 32, "x" * 5000, "../../etc/passwd-and-some-more"):
            with Browser(server.url, made_up) as stranger:
                assert stranger.me()["person"] == ""


def test_a_session_ends_by_itself():
    mine = Session(1, "p1", opened=1000)
    assert mine.holds(999 + LIFETIME)
    assert not mine.holds(1000 + LIFETIME)
    admin = Session(1, "p1", administrator=True, opened=1000)
    assert admin.holds(999 + ADMINISTRATORS)
    assert not admin.holds(1000 + ADMINISTRATORS)
    assert not Session().holds(0)


# --- devices


def test_another_device_is_the_same_person_at_the_same_seat(tmp_path: Path):
    async def story(url: str) -> None:
        ana = Guest(url, "Ana")
        opened = ana.opens("san-juan", bots="all", settings=QUICK)
        async with ana.at(opened) as player:
            await player.play(lambda: player.shown.get("phase") == "playing" and len(player.shown["moves"]) > 2)
            with Browser(url, ana.cookie) as laptop, Browser(url, **{"user-agent": "Android 15 Chrome/140"}) as phone:
                link = laptop.post("/me/link").text.split("/me/on/")[1].split("<")[0]
                assert "Ana" in phone.get(f"/me/on/{link}").text
                followed = phone.post(f"/me/on/{link}")
                assert followed.headers["location"] == f"/tables/{opened['table']}"
                assert phone.me() == laptop.me()
                async with Player(url, opened["table"], phone.cookie) as there:
                    assert there.table["seat"] == player.table["seat"]
                    await there.play(lambda: len(there.shown["moves"]) > 8)
                    await player.until(lambda: player.version == there.version)
                    assert player.shown["moves"] == there.shown["moves"]
                    assert player.shown["options"] == there.shown["options"]
                assert "Móvil · Android · Chrome" in laptop.get("/me").text

    with serving(tmp_path / "data") as server:
        asyncio.run(story(server.url))


def test_a_link_to_another_device_works_once(tmp_path: Path):
    with serving(tmp_path / "data") as server, Browser(server.url) as ana:
        ana.named("Ana")
        link = ana.post("/me/link").text.split("/me/on/")[1].split("<")[0]
        with Browser(server.url) as phone, Browser(server.url) as thief:
            assert phone.get(f"/me/on/{link}").status_code == 200  # looking does not use it up
            assert phone.get(f"/me/on/{link}").status_code == 200
            assert phone.post(f"/me/on/{link}").status_code == 303
            refused = thief.post(f"/me/on/{link}")
            assert refused.status_code == 410
            assert "ya no vale" in refused.text
            assert thief.cookie is None
            assert thief.get(f"/me/on/{link}").status_code == 410
            assert thief.get("/me/on/something-that-nobody-made").status_code == 410


def test_a_link_is_good_for_a_few_minutes_and_for_one_purpose(tmp_path: Path):
    made = Link(1, "device", "p1", until=1000)
    assert made.is_good("device", 999)
    assert not made.is_good("device", 1000)
    assert not made.is_good("administrator", 0)
    assert GOOD_FOR == {"device": 5 * 60_000, "administrator": 60 * 60_000, "office": 24 * 60 * 60_000}
    with serving(tmp_path / "data") as server, Browser(server.url) as ana:
        ana.named("Ana")
        link = ana.post("/me/link").text.split("/me/on/")[1].split("<")[0]
        assert ana.post(f"/admin/enter/{link}").status_code == 410
        assert ana.get("/admin").status_code == 403


def test_of_two_who_use_a_link_at_once_one_does(tmp_path: Path):
    async def story() -> None:
        store = open_store(tmp_path / "data")
        try:
            one, other = Links(store), Links(store)
            secret = await one.make("administrator")
            used = await asyncio.gather(*(links.use("administrator", secret) for links in (one, other, one, other)))
            assert sum(link is not None for link in used) == 1
        finally:
            await store.close()

    asyncio.run(story())


def test_whoever_this_browser_was_before_is_forgotten(tmp_path: Path):
    with serving(tmp_path / "data") as server, Browser(server.url) as ana, Browser(server.url) as bea:
        ana.named("Ana")
        bea.named("Bea")
        before = bea.cookie
        link = ana.post("/me/link").text.split("/me/on/")[1].split("<")[0]
        assert "Bea" in bea.get(f"/me/on/{link}").text
        bea.post(f"/me/on/{link}")
        assert bea.me()["name"] == "Ana"
        with Browser(server.url, before) as old:
            assert old.me()["person"] == ""


def test_a_name_is_the_same_on_every_device(tmp_path: Path):
    with serving(tmp_path / "data") as server, Browser(server.url) as laptop, Browser(server.url) as phone:
        laptop.named("Ana")
        phone.post(f"/me/on/{laptop.post('/me/link').text.split('/me/on/')[1].split('<')[0]}")
        phone.named("Ana Maria")
        assert laptop.me()["name"] == "Ana Maria"


def test_a_device_that_is_closed_is_nobody_any_more_and_its_sockets_go(tmp_path: Path):
    async def story(url: str) -> None:
        ana = Guest(url, "Ana")
        opened = ana.opens("san-juan")
        with Browser(url, ana.cookie) as laptop, Browser(url) as phone:
            phone.post(f"/me/on/{laptop.post('/me/link').text.split('/me/on/')[1].split('<')[0]}")
            async with Player(url, opened["table"], phone.cookie) as there, ana.at(opened) as here:
                (phones,) = sessions_of(laptop.get("/me").text)
                assert laptop.post("/me/close", {"session": phones}).status_code == 303
                with pytest.raises(ConnectionError):
                    await there.until(lambda: False, seconds=5)
                assert phone.me()["person"] == ""
                assert laptop.me()["name"] == "Ana"
                await here.order({"order": "sit", "seat": 2})

    with serving(tmp_path / "data") as server:
        asyncio.run(story(server.url))


def test_nobody_closes_what_is_not_theirs(tmp_path: Path):
    with serving(tmp_path / "data") as server, Browser(server.url) as ana, Browser(server.url) as bea:
        ana.named("Ana")
        bea.named("Bea")
        anas = asyncio.run(server.app.state.sessions.find(ana.cookie)).session
        bea.post("/me/close", {"session": anas})
        assert ana.me()["name"] == "Ana"


def test_a_browser_that_forgets_me_has_no_session(tmp_path: Path):
    with serving(tmp_path / "data") as server, Browser(server.url) as ana:
        cookie = ana.named("Ana").cookie
        answer = ana.post("/me/leave")
        assert "Max-Age=0" in answer.headers["set-cookie"]
        with Browser(server.url, cookie) as again:
            assert again.me()["person"] == ""


def test_nobody_has_sessions_without_end(tmp_path: Path):
    async def story() -> None:
        store = open_store(tmp_path / "data")
        try:
            sessions = Sessions(store)
            first, visitor = await sessions.begin(name="Ana")
            tokens = [(await sessions.begin(visitor.person))[0] for _ in range(55)]
            assert await sessions.find(first) is None
            assert await sessions.find(tokens[-1]) is not None
            assert len((await sessions.person(visitor.person)).sessions) == 50
        finally:
            await store.close()

    asyncio.run(story())


# --- programs


async def all_of(socket: ClientConnection) -> None:
    """Read until there is nothing more."""
    async with asyncio.timeout(5):
        while True:
            await socket.recv()


def test_a_program_is_a_person_of_its_own_and_who_made_it_can_take_it_back(tmp_path: Path):
    async def story(url: str) -> None:
        with Browser(url) as ana:
            ana.named("Ana")
            page = ana.post("/me/bots", {"name": "Ficha Roja"})
            token = page.text.split("Bearer ")[1].split("<")[0]
            with Browser(url, authorization=f"Bearer {token}") as program:
                assert program.me()["name"] == "Ficha Roja"
                assert program.me()["person"] != ana.me()["person"]
                mine = ana.get("/me").text
                assert "Ficha Roja" in mine
                assert token not in mine
                opened = program.http.post("/api/tables", json={"name": "Ficha Roja"}).json()
                robot = Player(url, opened["table"], None)
                robot_headers = {"Authorization": f"Bearer {token}"}
                socket = await robot.connected(robot_headers)
                (session,) = sessions_of(mine)
                ana.post("/me/close", {"session": session})
                with pytest.raises(ConnectionClosed):
                    await all_of(socket)
                assert program.me()["person"] == ""
                assert "Ficha Roja" not in ana.get("/me").text

    with serving(tmp_path / "data") as server:
        asyncio.run(story(server.url))


# --- administrators


def test_an_administrator_has_a_new_token_and_the_old_one_is_worth_nothing(tmp_path: Path):
    with serving(tmp_path / "data") as server, Browser(server.url) as ana:
        ana.named("Ana")
        before, me = ana.cookie, ana.me()
        secret = asyncio.run(server.app.state.links.make("administrator"))
        assert ana.get(f"/admin/enter/{secret}").status_code == 200
        assert ana.post(f"/admin/enter/{secret}").headers["location"] == "/admin"
        assert ana.cookie != before
        assert ana.me() == me
        assert ana.get("/admin").status_code == 200
        with Browser(server.url, before) as old:
            assert old.me()["person"] == ""
            assert old.get("/admin").status_code == 403


def test_being_on_the_same_machine_makes_nobody_an_administrator(tmp_path: Path):
    with serving(tmp_path / "data") as server, Browser(server.url) as here:
        assert here.get("/admin").status_code == 403
        assert "--admin-link" in here.get("/admin").text


def test_an_administrators_other_device_is_none(tmp_path: Path):
    with serving(tmp_path / "data") as server, administrator(server) as boss, Browser(server.url) as phone:
        boss.named("Ana")
        phone.post(f"/me/on/{boss.post('/me/link').text.split('/me/on/')[1].split('<')[0]}")
        assert phone.me() == boss.me()
        assert phone.get("/admin").status_code == 403


def test_administrators_are_listed_and_can_be_ended(tmp_path: Path):
    with serving(tmp_path / "data") as server, administrator(server) as one, administrator(server) as other:
        one.named("Ana")
        other.named("Bea")
        page = one.get("/admin").text
        assert "Ana" in page
        assert "Bea" in page
        beas = asyncio.run(server.app.state.sessions.find(other.cookie)).session
        assert beas in sessions_of(page)
        one.post("/admin/sessions/close", {"session": beas})
        assert other.get("/admin").status_code == 403
        assert "Bea" not in one.get("/admin").text


def test_the_server_knows_after_a_restart_that_it_has_an_administrator(tmp_path: Path):
    with serving(tmp_path / "data") as server:
        assert not asyncio.run(server.app.state.sessions.has_had_administrators())
        with administrator(server) as boss:
            cookie = boss.cookie
    with serving(tmp_path / "data") as server, Browser(server.url, cookie) as boss:
        assert asyncio.run(server.app.state.sessions.has_had_administrators())
        assert boss.get("/admin").status_code == 200
