"""The administrator: a club's own books and their editions, tables that are closed."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from tantera.rules import Law, RuleBookError, book_under, law_hash, law_of, load_book, text_hash, with_options
from tantera.store import Store, open_store
from tantera.tables import opened as folded
from tantera.tables import read_event
from tantera.tables.events import TableOpened
from tantera.web.books.shelf import Shelf
from tests.web.serving import Guest, Running, serving
from tests.web.visiting import Browser, administrator

QUICK = {"times": {"entropy": 0}}

CLUB = """\
id = "penya-la-mona"
extends = "tarragona"

[name]
es = "Penya La Mona"
ca = "Penya La Mona"
en = "Penya La Mona"

[about]
es = "Como en Tarragona, a 100."
ca = "Com a Tarragona, a 100."
en = "As in Tarragona, to 100."

[options]
limit = { points = 100 }
"""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    with serving(tmp_path / "data") as running:
        yield running


def upload(boss: Browser, text: str, name: str = "club.toml") -> str:
    """Where the form leads, or the page that says what is wrong."""
    boss.get("/admin/books")
    answer = boss.http.post(
        "/admin/books", data={"_csrf_token": boss.http.cookies["csrf"]}, files={"file": (name, text.encode())}
    )
    return answer.headers.get("location", "") or answer.text


# --- books


def test_a_clubs_own_book_is_uploaded_and_played(server: Running):
    async def plays(table: dict[str, str], ana: Guest) -> None:
        async with ana.at(table) as player:
            await player.play(lambda: len(player.shown.get("moves", [])) > 2)
            assert player.table["law"]["book"] == "penya-la-mona"

    with administrator(server) as boss:
        assert upload(boss, CLUB) == "/admin/books#penya-la-mona"
        assert "Penya La Mona" in boss.get("/admin/books").text
        assert "Penya La Mona" in boss.get("/tables/new").text
        ana = Guest(server.url, "Ana")
        asyncio.run(plays(ana.opens("penya-la-mona", bots="all", settings=QUICK), ana))


def test_every_mistake_is_shown_with_its_line_and_key_in_the_readers_language(server: Running):
    wrong = CLUB.replace("points = 100", "points = -5").replace('[about]\nes = "Como', '[about]\nex = "Como')
    with administrator(server) as boss:
        page = upload(boss, wrong, "mona.toml")
        assert "mona.toml todavía no se puede usar" in page
        for line, key in ((10, "about"), (15, "options.limit")):
            assert f"línea {line}" in page
            assert key in page
        assert "se esperaba" in page
        assert 'class="wrong" id="line-15"' in page
        assert "<i>15</i> limit = { points = -5 }" in page
        english = boss.http.post(
            "/admin/books?lang=en",
            data={"_csrf_token": boss.http.cookies["csrf"]},
            files={"file": ("mona.toml", wrong.encode())},
        )
        assert english.status_code == 400
        assert "line 15" in english.text
        assert server.app.state.shelf.own == {}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "mona.toml"),
        ("id = ", "TOML"),
        (CLUB.replace("penya-la-mona", "tarragona"), "línea 1"),
        (CLUB.replace('"tarragona"', '"/etc/passwd"'), "extends"),
        (CLUB.replace('"tarragona"', '"../secret.toml"'), "extends"),
        ("<script>alert(1)</script>", "&lt;script&gt;"),
    ],
)
def test_what_is_no_book_is_told_and_not_kept(server: Running, text: str, expected: str):
    with administrator(server) as boss:
        page = upload(boss, text, "mona.toml")
        assert expected in page
        assert "<script>alert" not in page
        assert server.app.state.shelf.own == {}


def test_a_file_that_is_no_text_is_told(server: Running):
    with administrator(server) as boss:
        boss.get("/admin/books")
        answer = boss.http.post(
            "/admin/books",
            data={"_csrf_token": boss.http.cookies["csrf"]},
            files={"file": ("peña.toml", b'id = "x"\nname = "\xff"\n')},
        )
        assert answer.status_code == 400
        assert "línea 2" in answer.text


def test_the_five_books_stay_what_they_are(server: Running):
    with administrator(server) as boss:
        upload(boss, CLUB)
        assert server.app.state.shelf.find("tarragona") is load_book("tarragona")


def test_a_table_goes_on_by_the_edition_it_began_with(tmp_path: Path):
    async def begins(url: str) -> tuple[dict[str, str], str]:
        ana = Guest(url, "Ana")
        table = ana.opens("penya-la-mona", bots="all", settings=QUICK)
        async with ana.at(table) as player:
            await player.play(lambda: len(player.shown.get("moves", [])) > 2)
        assert ana.cookie is not None
        return table, ana.cookie

    async def goes_on(url: str, table: dict[str, str], cookie: str) -> str:
        async with Guest(url, "Ana", cookie).at(table) as player:
            await player.until(lambda: player.table["pause"] is None)
            await player.play(lambda: len(player.shown.get("moves", [])) > 4)
            return str(player.table["law"]["hash"])

    with serving(tmp_path / "data") as server, administrator(server) as boss:
        upload(boss, CLUB)
        table, cookie = asyncio.run(begins(server.url))
        upload(boss, CLUB.replace("points = 100", "points = 60"))
        newer = law_hash(server.app.state.shelf.find("penya-la-mona"))
        assert boss.get("/admin/books").text.count("/admin/books/penya-la-mona/") == 3  # two editions, one button
        boss_cookie = boss.cookie
    with serving(tmp_path / "data") as server, Browser(server.url, boss_cookie) as boss:
        older = asyncio.run(goes_on(server.url, table, cookie))
        assert older != newer
        assert law_hash(server.app.state.shelf.find("penya-la-mona")) == newer
        assert boss.get(f"/admin/books/penya-la-mona/{older}").text == CLUB
        bea = Guest(server.url, "Bea")
        assert (
            bea.asks("GET", f"/api/tables/{bea.opens('penya-la-mona')['table']}").json()["table"]["law"]["hash"]
            == newer
        )


def test_a_book_that_is_withdrawn_opens_no_table_and_comes_back(server: Running):
    with administrator(server) as boss:
        upload(boss, CLUB)
        boss.post("/admin/books/penya-la-mona/withdraw")
        ana = Guest(server.url, "Ana")
        refused = ana.asks("POST", "/api/tables", json={"name": "Ana", "book": "penya-la-mona"})
        assert (refused.status_code, refused.json()["code"]) == (400, "rule_book")
        assert "retirado" in boss.get("/admin/books").text
        boss.post("/admin/books/penya-la-mona/offer")
        ana.opens("penya-la-mona")
        assert boss.post("/admin/books/nothing/offer").status_code == 404


def with_store(folder: Path, story) -> None:
    async def go() -> None:
        store = open_store(folder)
        try:
            await story(store)
        finally:
            await store.close()

    asyncio.run(go())


def test_an_edition_of_a_book_that_comes_along_outlives_the_next_one(tmp_path: Path):
    """A newer Tantera may bring another Tarragona: a log of the old one still opens."""

    async def story(store: Store) -> None:
        now = load_book("tarragona")
        older = msgspec.structs.replace(now, comment_seconds=20)
        assert law_hash(older) != law_hash(now)
        await Shelf(store).keep(with_options(older, {}, "50p"))
        shelf = Shelf(store)
        await shelf.load()
        law = law_of(older)
        assert book_under(law, shelf.under(law)) == older
        assert shelf.find("tarragona") is now
        assert book_under(law_of(now), shelf.under(law_of(now))) is now
        assert shelf.of_hash(text_hash(older)) == older
        unknown = Law("tarragona", "0" * 64)
        with pytest.raises(RuleBookError):
            book_under(unknown, shelf.under(unknown))

    with_store(tmp_path / "data", story)


def test_whatever_is_played_is_kept_with_the_table(tmp_path: Path):
    with serving(tmp_path / "data") as server:
        table = Guest(server.url, "Ana").opens("ueh")["table"]

    async def story(store: Store) -> None:
        kept = await store.read("book/ueh")
        assert len(kept) == 1
        shelf = Shelf(store)
        await shelf.load()
        events = [read_event(one.event) for one in await store.read(f"table/{table}")]
        first = events[0]
        assert isinstance(first, TableOpened)
        assert folded(events, shelf.under(first.law)).book.id == "ueh"

    with_store(tmp_path / "data", story)
    with serving(tmp_path / "data") as server:
        Guest(server.url, "Bea").opens("ueh")

    async def once(store: Store) -> None:
        assert len(await store.read("book/ueh")) == 1

    with_store(tmp_path / "data", once)


def test_two_who_upload_at_once_both_have_their_edition(tmp_path: Path):
    async def story(store: Store) -> None:
        one, other = Shelf(store), Shelf(store)
        await asyncio.gather(
            one.upload(CLUB, "p1"),
            other.upload(CLUB.replace("points = 100", "points = 60"), "p2"),
            one.upload(CLUB, "p1"),
        )
        shelf = Shelf(store)
        await shelf.load()
        assert {law for _, law in shelf._editions} >= {upload.law for upload in shelf.own["penya-la-mona"].uploads}
        assert len({upload.law for upload in shelf.own["penya-la-mona"].uploads}) == 2

    with_store(tmp_path / "data", story)


# --- tables


def test_an_administrator_closes_a_table_whatever_goes_on_there(server: Running):
    async def story(boss: Browser) -> None:
        ana = Guest(server.url, "Ana Puig")
        table = ana.opens("san-juan", bots="all", settings=QUICK)
        async with ana.at(table) as player:
            await player.play(lambda: len(player.shown.get("moves", [])) > 2)
            page = boss.get("/admin/tables").text
            assert "Ana Puig" in page
            assert "en juego" in page
            assert boss.post(f"/admin/tables/{table['table']}/close").headers["location"] == "/admin/tables"
            await player.until(lambda: player.table.get("closed") == "director")
            assert any("organización" in said["text"] for frame in player.frames for said in frame.get("said", []))
        assert "Ana Puig" not in boss.get("/admin/tables").text
        assert ana.asks("GET", f"/api/tables/{table['table']}").status_code == 404
        assert boss.post("/admin/tables/nothing/close").status_code == 404

    with administrator(server) as boss:
        asyncio.run(story(boss))


def test_no_player_closes_a_table_in_the_organisers_name(server: Running):
    async def story() -> None:
        ana = Guest(server.url, "Ana")
        table = ana.opens("san-juan", bots="all", settings=QUICK)
        async with ana.at(table) as player:
            answer = await player.order({"order": "close_table", "why": "director"})
            assert answer["type"] == "refused"

    asyncio.run(story())


def test_many_tables_are_shown_page_by_page(server: Running):
    with administrator(server) as boss:
        ana = Guest(server.url, "Ana")
        for _ in range(55):
            ana.opens()
        first, second = boss.get("/admin/tables").text, boss.get("/admin/tables?number=2").text
        assert (first.count("/close"), second.count("/close")) == (50, 5)
        assert "55" in first
        assert boss.get("/admin/tables?number=999").status_code == 200
        assert boss.get("/admin/tables?number=x").status_code == 400


def test_a_book_in_portuguese_alone_is_uploaded_and_read_in_every_language(server: Running):
    text = 'id = "boteco"\nextends = "clasico"\n[name]\npt = "Dominó do boteco"\n[about]\npt = "Duplas até 7."\n'
    text += '[[article]]\nid = "CL-siguientes"\npt = "Sai sempre quem ganhou."\n'
    with administrator(server) as boss:
        assert upload(boss, text, "boteco.toml") == "/admin/books#boteco"
        for lang in ("es", "ca", "en"):
            page = boss.get(f"/books/boteco?lang={lang}").text
            assert "Dominó do boteco" in page
            assert "Sai sempre quem ganhou." in page
