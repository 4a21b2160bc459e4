"""Somebody is forgotten: no byte of the data has the name, what they played stays and still verifies."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import psycopg
import pytest
from websockets.exceptions import ConnectionClosed

from tantera.store import open_store
from tantera.web.access.visitors import Sessions
from tantera.web.tournaments.offices import Office
from tests.store.servers import OwnServer, fresh_database, given_url
from tests.web.desk.phones import by_card
from tests.web.desk.running import director
from tests.web.matches import begun, played
from tests.web.processes import run
from tests.web.serving import Guest, Running, serving
from tests.web.visiting import Browser, administrator

NAME = "Hermenegilda P"
QUICK = {"times": {"entropy": 0}}


def every_byte(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())


def unpacked(file: Path) -> bytes:
    data = file.read_bytes()
    return gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data


Browsing = Callable[..., Browser]


@pytest.fixture
def browsing() -> Iterator[Browsing]:
    """Browsers that are closed when the test is over."""
    with ExitStack() as all_of_them:
        yield lambda server, *cookie, **headers: all_of_them.enter_context(Browser(server.url, *cookie, **headers))


def erases(server: Running, guest: Guest) -> None:
    with Browser(server.url, guest.cookie) as browser:
        assert "Borrarme" in browser.get("/me").text
        answer = browser.erase_me()
        assert (answer.status_code, answer.headers["location"]) == (303, "/"), answer.text


def test_no_byte_of_the_data_has_the_name_of_somebody_who_was_erased(tmp_path: Path, browsing: Browsing):
    folder = tmp_path / "data"
    with serving(folder) as server:
        ana, opened = played(server.url, "tarragona", settings={"public": True}, name=NAME, entropy="sal y pimienta")
        hers = browsing(server, ana.cookie)
        assert hers.post("/me/bots", {"name": f"{NAME} bot"}).status_code == 200
        assert NAME in ZipFile(BytesIO(hers.get("/me/everything.zip").content)).read("me.json").decode()
        assert NAME.encode() in every_byte(folder)
        before = Guest(server.url, "Zoe").asks("GET", f"/api/matches/{opened['table']}/1").json()
        erases(server, ana)
        assert NAME.encode() not in every_byte(folder)
        zoe = Guest(server.url, "Zoe")
        after = zoe.asks("GET", f"/api/matches/{opened['table']}/1").json()
        assert json.dumps(after, ensure_ascii=False) == json.dumps(before, ensure_ascii=False).replace(NAME, "Alguien")
        for path in (f"/replays/{opened['table']}/1", "/replays", "/api/matches", "/tables", "/"):
            assert NAME not in zoe.asks("GET", path).text, path
    assert NAME.encode() not in every_byte(folder)
    backup = tmp_path / "afterwards.backup"
    assert run("backup", str(backup), "--data", str(folder)).returncode == 0
    assert NAME.encode() not in unpacked(backup)
    assert opened["table"].encode() in unpacked(backup), "what was played is in it"
    with serving(folder) as server:
        again = Guest(server.url, "Zoe").asks("GET", f"/api/matches/{opened['table']}/1").json()
        assert again == after


# --- PostgreSQL


@pytest.fixture
def database() -> Iterator[str]:
    """A database of its own, on the server that DATABASE_URL names or on one that we start."""
    own = OwnServer() if given_url() is None else None
    with fresh_database(own.url if own is not None else given_url() or "") as url:
        yield url
    if own is not None:
        own.stop()


def every_row(url: str) -> bytes:
    """What the tables of a database have, and their files too where they lie on this machine: what was there before is
    in no free space of them."""
    with psycopg.connect(url, autocommit=True) as connection:
        rows = connection.execute("SELECT stream, order_id, event FROM event ORDER BY stream, version").fetchall()
        connection.execute("CHECKPOINT")
        found = connection.execute("SELECT current_setting('data_directory'), pg_relation_filepath('event')").fetchone()
    assert found is not None
    file = Path(found[0]) / found[1]
    kept = b"".join(f"{stream} {order}".encode() + bytes(event) for stream, order, event in rows)
    return kept + (file.read_bytes() if given_url() is None else b"")


def test_on_postgresql_nothing_has_the_name_of_somebody_who_was_erased_and_everything_goes_on(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))  # where nothing is to be written
    with serving(database) as server:
        ana, opened = played(server.url, "tarragona", settings={"public": True}, name=NAME, entropy="sal y pimienta")
        assert NAME.encode() in every_row(database)
        path = f"/api/matches/{opened['table']}/1"
        before = Guest(server.url, "Zoe").asks("GET", path).json()
        erases(server, ana)
        assert NAME.encode() not in every_row(database)
        zoe = Guest(server.url, "Zoe")
        after = zoe.asks("GET", path).json()
        assert json.dumps(after, ensure_ascii=False) == json.dumps(before, ensure_ascii=False).replace(NAME, "Alguien")
        zoe.opens("san-juan", settings=QUICK | {"public": True})
        desk = director(server).create()
        desk.order("enter", entry="e1", players=[{"id": "p1", "name": NAME}])
        by_card(desk, "p1")
        assert NAME.encode() in every_row(database)
        assert desk.post("entry/e1/erase", player="p1").status_code == 303
        assert NAME.encode() not in every_row(database) + every_byte(tmp_path)
    with serving(database) as server:
        assert Guest(server.url, "Zoe").asks("GET", path).json() == after


def test_the_download_says_somebody_and_its_deals_still_verify(tmp_path: Path):
    with serving(tmp_path / "data") as server:
        ana, opened = played(server.url, "tarragona", settings={"public": True}, name=NAME, entropy="sal")
        path = f"/api/matches/{opened['table']}/1/match.dgn"
        before = ana.asks("GET", path).text
        erases(server, ana)
        after = Guest(server.url, "Zoe").asks("GET", path).text
        assert after == before.replace(NAME, "Alguien") != before
        file = tmp_path / "match.dgn"
        file.write_text(after, encoding="utf-8")
        checked = run("verify", str(file))
        assert checked.returncode == 0, checked.stdout + checked.stderr


def test_sessions_devices_tokens_and_links_of_somebody_erased_are_good_no_longer(tmp_path: Path, browsing: Browsing):
    with serving(tmp_path / "data") as server:
        ana = Guest(server.url, NAME)
        ana.opens("san-juan", settings=QUICK)
        browser = browsing(server, ana.cookie)
        token = browser.http.post("/api/tokens", json={"name": "Robot"}).json()["token"]
        link, other = (browser.post("/me/link").text.split("/me/on/")[1].split("<")[0] for _ in range(2))
        phone = browsing(server)
        assert phone.post(f"/me/on/{link}").status_code == 303
        assert phone.me()["name"] == NAME
        erases(server, ana)
        assert phone.me()["person"] == ""
        assert browsing(server, ana.cookie).me()["person"] == ""
        assert browsing(server, None, authorization=f"Bearer {token}").me()["person"] == ""
        assert phone.get(f"/me/on/{other}").status_code == 410
        assert phone.post(f"/me/on/{other}").status_code == 410


def test_a_session_that_was_being_opened_while_somebody_was_erased_is_nobodys(tmp_path: Path):
    """It is in no list yet, so that nobody closes it; who it says that they are is erased."""

    async def story() -> None:
        store = open_store(tmp_path / "data")
        try:
            sessions = Sessions(store)
            token, ana = await sessions.begin(name=NAME)
            assert await sessions.find(token) == ana
            await sessions.erased([ana.person])
            assert await sessions.find(token) is None
            assert await Sessions(store).find(token) is None
        finally:
            await store.close()

    asyncio.run(story())


def test_what_others_wrote_loses_the_name_and_keeps_the_rest(tmp_path: Path):
    async def story(server: Running) -> None:
        ana, bea = Guest(server.url, NAME), Guest(server.url, "Bea")
        opened = ana.opens("san-juan", settings=QUICK | {"public": True, "chat": "free"})
        bea.comes_to(opened)
        async with bea.at(opened) as player:
            await player.order({"order": "sit", "seat": 2})
            await player.order({"order": "say", "to": "table", "text": f"buenas, {NAME.upper()}: soy Bea"})
            assert NAME.upper().encode() in every_byte(tmp_path / "data")
            await asyncio.to_thread(erases, server, ana)
        kept = every_byte(tmp_path / "data")
        assert NAME.upper().encode() not in kept
        assert "buenas, —: soy Bea".encode() in kept

    with serving(tmp_path / "data") as server:
        asyncio.run(story(server))


def test_nobody_is_erased_by_a_slip_of_the_finger(tmp_path: Path, browsing: Browsing):
    with serving(tmp_path / "data") as server:
        ana = browsing(server).named(NAME)
        for typed in ("", "Hermenegilda", "Bea"):
            answer = ana.post("/me/erase", {"name": typed})
            assert answer.status_code == 400
            assert f"como está arriba: {NAME}" in answer.text
        assert ana.me()["name"] == NAME
        assert ana.post("/me/erase", {"name": f"  {NAME.lower()} "}).status_code == 303


def test_who_is_erased_leaves_a_match_with_bots_and_it_closes(tmp_path: Path, browsing: Browsing):
    with serving(tmp_path / "data") as server:
        ana, opened = begun(server.url, name=NAME)
        browser = browsing(server, ana.cookie)
        assert f"Antes dejas tus mesas ({opened['code']})" in browser.get("/me").text
        assert browser.erase_me().status_code == 303
        assert opened["table"] not in server.app.state.hub.tables
        assert NAME.encode() not in every_byte(tmp_path / "data")


def test_who_is_erased_in_a_match_with_others_leaves_a_bot_in_their_place(tmp_path: Path):
    async def story(server: Running) -> None:
        ana, bea = Guest(server.url, NAME), Guest(server.url, "Bea")
        opened = ana.opens("san-juan", settings=QUICK)
        bea.comes_to(opened)
        async with bea.at(opened) as player:
            await player.order({"order": "sit", "seat": 2})
            async with ana.at(opened) as her:
                await her.order({"order": "start"})
            await asyncio.to_thread(erases, server, ana)
            state = server.app.state.hub.tables[opened["table"]].state
            assert (state.closed, state.chairs[0].name, state.chairs[0].bot) == (None, "—", state.settings.bot)
            assert state.in_play is not None
        assert NAME.encode() not in every_byte(tmp_path / "data")

    with serving(tmp_path / "data") as server:
        asyncio.run(story(server))


def test_those_who_look_at_an_open_table_see_the_dash_at_once_and_play_on(tmp_path: Path):
    async def story(server: Running) -> None:
        ana, bea = Guest(server.url, NAME), Guest(server.url, "Bea")
        opened = ana.opens("san-juan", settings=QUICK | {"public": True})
        bea.comes_to(opened)
        async with ana.at(opened) as her, bea.at(opened) as player:
            await her.order({"order": "say", "to": "table", "text": "soy la Hermene"})
            assert any(NAME in raw for raw in player.raw)
            seen = len(player.raw)
            await asyncio.to_thread(erases, server, ana)
            await player.until(lambda: any(frame["type"] == "joined" for frame in player.frames[seen:]))
            whole = next(
                raw
                for raw, frame in zip(player.raw[seen:], player.frames[seen:], strict=True)
                if frame["type"] == "joined"
            )
            assert NAME not in whole
            assert "Hermene" not in whole
            with pytest.raises((ConnectionError, ConnectionClosed)):
                await her.until(lambda: False, 5)
            assert (await player.order({"order": "sit", "seat": 2}))["type"] == "done"

    with serving(tmp_path / "data") as server:
        asyncio.run(story(server))


def test_an_administrator_finds_somebody_by_name_and_erases_them_after_a_question(tmp_path: Path):
    with serving(tmp_path / "data") as server, administrator(server) as boss:
        Guest(server.url, NAME).opens("san-juan", settings=QUICK)
        Guest(server.url, "Zoe").opens("san-juan", settings=QUICK)
        page = boss.get("/admin/people", params={"name": "hermene"}).text
        assert NAME in page
        assert "Zoe" not in page
        assert "Nadie puede deshacerlo" in page
        person = page.split('name="person" value="')[1].split('"')[0]
        assert boss.post("/admin/people/erase", {"person": person}).status_code == 303
        assert NAME not in boss.get("/admin/people", params={"name": "hermene"}).text.split("</form>", 1)[1]
        assert NAME.encode() not in every_byte(tmp_path / "data")
        assert "Zoe" in boss.get("/admin/people", params={"name": "zoe"}).text
        assert boss.post("/admin/people/erase", {"person": "nobody"}).status_code == 404


def test_only_an_administrator_erases_others(tmp_path: Path, browsing: Browsing):
    with serving(tmp_path / "data") as server, Browser(server.url) as eve:
        eve.named("Eva")
        ana = browsing(server).named("Ana")
        assert eve.get("/admin/people?name=Ana").status_code == 403
        assert eve.post("/admin/people/erase", {"person": ana.me()["person"]}).status_code == 403
        assert ana.me()["name"] == "Ana"


def test_a_judge_who_is_erased_has_neither_office_nor_name(tmp_path: Path):
    with serving(tmp_path / "data") as server, Browser(server.url) as mora:
        mora.named(NAME)
        me = mora.me()["person"]
        officers = server.app.state.officers
        asyncio.run(officers.give("copa", me, Office("judge", NAME), f"director:{NAME}"))
        assert mora.erase_me().status_code == 303
        assert asyncio.run(officers.all("copa")) == {}
        assert NAME.encode() not in every_byte(tmp_path / "data")
