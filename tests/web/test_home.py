"""The home page and the list of tables, read without script."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.browsing import Browser, ids_twice, styles_inline
from tests.web.serving import Guest, Running, serving

BOOKS = ("san-juan", "tarragona", "ueh", "competencia-individual", "clasico")
QUICK = {"times": {"entropy": 0}}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with serving(tmp_path_factory.mktemp("home") / "data") as running:
        yield running


@pytest.fixture
def browser(server: Running) -> Iterator[Browser]:
    with Browser(server.url) as one:
        yield one


def test_somebody_new_plays_after_one_form(browser: Browser):
    browser.opens("/")
    page = browser.sends("/play", name="Marta Vidal")
    assert page.path.startswith("/tables/")
    assert 'id="table"' in page.html
    assert "Marta Vidal" in browser.opens("/").html
    assert browser.asks("GET", "/api/me").json()["name"] == "Marta Vidal"


def test_who_gives_no_name_gets_one(browser: Browser):
    browser.opens("/")
    assert browser.sends("/play", name="  ").path.startswith("/tables/")
    assert browser.asks("GET", "/api/me").json()["name"].startswith("Invitado ")


def test_what_was_chosen_is_what_is_played_next_time(browser: Browser):
    browser.opens("/")
    browser.sends("/play", name="Marta", book="ueh", points="150", level="2", clock="30")
    page = browser.opens("/")
    assert "Tú y tres bots · UEH a 150" in page.text
    assert "Nivel 2, 30 segundos por jugada" in page.text
    table = browser.sends("/play").path.removeprefix("/tables/")
    settings = browser.asks("GET", f"/api/tables/{table}").json()["table"]
    assert settings["law"]["book"] == "ueh"
    assert settings["law"]["limit"] == "150p"
    assert settings["settings"]["bot"] == "level-2"
    assert settings["settings"]["times"]["move"] == 30_000


@pytest.mark.parametrize("cookie", ["", "x", "no-such-book..9.zz", "tarragona.999999999.3.none", "ueh.0.1.15", "\x00"])
def test_a_cookie_that_somebody_has_touched_is_as_good_as_none(server: Running, cookie: str):
    with Browser(server.url) as browser:
        answer = browser.asks("GET", "/", headers={"cookie": f'play="{cookie}"'.replace("\x00", "%00")})
        assert answer.status_code == 200


def test_a_name_that_nobody_can_read_is_refused_on_the_home_page(browser: Browser):
    browser.opens("/")
    page = browser.sends("/play", name="x" * 30)
    assert (page.status, page.path) == (409, "/play")
    assert "Un nombre tiene de 1 a 24 letras" in page.text
    assert browser.opens("/lang/ca?to=/play").path == "/"


def test_the_match_somebody_left_comes_first(browser: Browser):
    browser.opens("/")
    table = browser.sends("/play", name="Marta").path
    page = browser.opens("/")
    first = page.html.index('class="left-match"')
    assert first < page.html.index("Jugar ahora")
    assert page.links["Volver"] == table


def test_a_public_table_is_shown_with_its_carro_and_without_anybodys_tiles(server: Running, browser: Browser):
    async def story() -> None:
        ana = Guest(server.url, "Ana Puig i Cadafalch")
        opened = ana.opens("tarragona", bots="all", settings=QUICK | {"public": True})
        async with ana.at(opened) as player:
            # A choice of hers: the table waits for it, and plays no forced tile while the pages are read.
            await player.play(lambda: len(player.shown.get("chain", [])) > 3 and len(player.options) > 1)
            mine = [tile for tile in player.shown["racks"][player.table["seat"] - 1] if tile]
            laid = {"".join(sorted(one["tile"])) for one in player.shown["chain"]}
            for path in ("/", "/tables", "/tables/live", "/tables/live?page=1", "/api/tables"):
                page = browser.opens(path)
                assert "Ana Puig i Cadafalch" in page.html
                for tile in mine:
                    assert f'data-tile="{tile}"' not in page.html
                    assert f'data-tile="{tile[::-1]}"' not in page.html
            drawn = browser.opens("/").html
            assert all(f'data-tile="{tile}"' in drawn or f'data-tile="{tile[::-1]}"' in drawn for tile in laid)
            assert opened["code"] not in drawn

    asyncio.run(story())


def test_a_table_by_code_is_in_no_list(server: Running, browser: Browser):
    guest = Guest(server.url, "Secretaria")
    table = guest.opens("clasico", bots="all")["table"]
    for path in ("/", "/tables", "/tables/live", "/api/tables"):
        assert table not in browser.opens(path).html


def test_a_public_table_where_nobody_looks_on_has_no_picture(server: Running, browser: Browser):
    guest = Guest(server.url, "Reservada")
    table = guest.opens("clasico", bots="all", settings=QUICK | {"public": True, "watching": "nobody"})["table"]
    assert table not in browser.opens("/tables").html
    listed = next(one for one in browser.asks("GET", "/api/tables").json() if one["table"] == table)
    assert listed["score"] == []
    assert listed["hand"] == 0
    assert listed["turn"] == ""
    assert not listed["watching"]


def test_pictures_that_have_not_changed_are_not_sent_again(tmp_path: Path):
    with serving(tmp_path / "data") as quiet, Browser(quiet.url) as browser:
        first = browser.asks("GET", "/tables/live")
        assert first.status_code == 200
        assert first.headers["etag"]
        again = browser.asks("GET", "/tables/live", headers={"if-none-match": first.headers["etag"]})
        assert (again.status_code, again.text) == (304, "")


def test_a_list_of_many_tables_turns_its_pages(tmp_path: Path):
    with serving(tmp_path / "data") as server, Browser(server.url) as browser:
        assert "no hay ninguna partida pública" in browser.opens("/tables").text
        ana = Guest(server.url, "Ana")
        settings = QUICK | {"public": True}
        for _ in range(26):
            ana.opens("san-juan", bots="all", settings=settings)
        page = browser.opens("/tables")
        assert page.html.count('class="watched"') == 24
        assert "página 1 de 2" in page.text
        assert browser.follows("Más").html.count('class="watched"') == 2
        assert browser.opens("/tables?page=999").html.count('class="watched"') == 2
        assert browser.opens("/tables?page=-3").status == 400
        assert "26 mesas en juego" in browser.opens("/").text


def test_a_table_that_waits_for_players_is_offered_to_anybody(tmp_path: Path):
    with serving(tmp_path / "data") as server, Browser(server.url) as browser:
        Guest(server.url, "Ana").opens("clasico", options={"players": 3}, settings={"public": True})
        assert "una mesa pública con sitio" in browser.opens("/").text
        page = browser.opens("/tables")
        assert "Clásico · 100 puntos · 2 sitios libres" in page.text


@pytest.mark.parametrize("path", ["/", "/tables", "/tables/new", "/t", "/me", "/nothing", "/books"])
@pytest.mark.parametrize("lang", ["es", "ca", "en"])
def test_every_page_is_in_the_language_asked_for_and_keeps_to_the_policy(server: Running, path: str, lang: str):
    with Browser(server.url, lang) as browser:
        page = browser.opens(path)
        assert f'<html lang="{lang}">' in page.html
        assert ids_twice(page.html) == []
        assert styles_inline(page.html) == []
        assert page.html.count("<h1") == 1
        assert 'id="main"' in page.html


def test_the_switch_of_languages_comes_back_to_the_same_page_and_is_remembered(browser: Browser):
    browser.opens("/tables?page=2&lang=en")
    page = browser.follows("CA")
    assert page.path == "/tables"
    assert '<html lang="ca">' in page.html
    assert '<html lang="ca">' in browser.opens("/").html


@pytest.mark.parametrize(
    "to", ["//evil.example", "https://evil.example", "/\\evil.example", "javascript:alert(1)", "/ x"]
)
def test_the_switch_of_languages_leads_to_no_other_site(browser: Browser, to: str):
    answer = browser.asks("GET", "/lang/es", params={"to": to}, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/")


def test_what_is_not_there_is_said_in_a_page_and_to_programs_as_an_object(browser: Browser):
    page = browser.opens("/tables/nothere")
    assert page.status == 404
    assert "No se encuentra" in page.text
    answer = browser.asks("GET", "/api/tables/nothere")
    assert answer.json() == json.loads(
        '{"status": 404, "code": "not_found", "article": null, "message": "aquí no hay nada con ese nombre"}'
    )


def test_somebody_takes_another_name(browser: Browser):
    browser.opens("/me")
    assert browser.sends("/me", name="Quim").path == "/"
    page = browser.opens("/me")
    assert 'id="name" name="name" type="text" value="Quim"' in page.html
    assert ids_twice(page.html) == []
    page = browser.sends("/me", name=" ")
    assert page.status == 400
    assert "Un nombre tiene de 1 a 24 letras" in page.text
    assert browser.asks("POST", "/api/me", json={"name": "Marta"}).json()["name"] == "Marta"
