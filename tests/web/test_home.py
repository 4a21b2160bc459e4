"""The home page and the list of tables, read without script."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.web.browsing import Browser, ids_twice, styles_inline
from tests.web.matches import played
from tests.web.serving import PATIENCE, Guest, Running, serving
from tests.web.visiting import Browser as Visitor

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


def test_who_comes_for_the_first_time_is_asked_nothing_and_plays_the_game_of_the_house_with_kind_bots(browser: Browser):
    page = browser.opens("/")
    assert "Clásico, con tres bots amables" in page.text
    assert "¿Primera vez?" in page.text
    assert "Cambiar" not in page.text
    assert 'name="name"' not in page.html
    table = browser.sends("/play").path.removeprefix("/tables/")
    shown = browser.asks("GET", f"/api/tables/{table}").json()["table"]
    assert shown["law"]["book"] == "clasico"
    assert (shown["settings"]["bot"], shown["settings"]["manner"]) == ("level-1", "home")
    assert shown["settings"]["times"]["move"] is None, "no clock"
    assert shown["settings"]["pace"] == "slow", "who has finished nothing yet follows with their eyes"
    assert [seat["name"] != "" for seat in shown["seats"]] == [True] * 4
    assert 'id="teach"' in browser.opens(f"/tables/{table}").html, "at the table it is offered to be taught"
    again = browser.opens("/")
    assert "¿Primera vez?" in again.text, "one tap teaches nobody"
    assert "Cambiar" in again.text


def test_a_first_hand_is_gone_on_with_and_is_no_match_of_anybodys(server: Running, browser: Browser):
    async def to_its_end() -> None:
        ana = Guest(server.url, "Ana")
        settings = QUICK | {"manner": "first_hand", "watching": "nobody", "bot": "level-1"}
        async with ana.at(ana.opens("clasico", limit="1h", bots="all", settings=settings)) as player:
            await player.play(lambda: player.shown.get("phase") == "ended")
            assert ana.asks("GET", "/api/matches").json() == []

    browser.opens("/")
    table = browser.sends("/first-hand").path
    assert "¿Primera vez?" not in browser.opens("/").text, "it is there to go on with"
    assert _ways_back(browser.page.links) == [table]
    assert 'id="teach"' not in browser.opens(table).html
    shown = browser.asks("GET", f"/api{table}").json()["table"]
    assert (shown["law"]["book"], shown["law"]["limit"], shown["settings"]["manner"]) == ("clasico", "1h", "first_hand")
    asyncio.run(to_its_end())


def test_what_is_being_chosen_is_told_before_it_is_played(browser: Browser):
    browser.opens("/")
    browser.sends("/play")
    page = browser.opens("/?book=tarragona&points=150&level=4&clock=30")
    assert "Nueva Tarragona a 150" in page.text
    assert "Nivel 4, 30 segundos por jugada" in page.text
    assert "Clásico a 100" in browser.opens("/").text, "nothing was played, so nothing is remembered"


def test_who_has_no_name_gets_from_home_to_the_size_of_the_text_and_has_it_at_once(browser: Browser):
    assert 'href="/me#screen"' in browser.opens("/").html
    screen = browser.opens("/me").html
    assert 'id="screen"' in screen
    assert "/look/larger?to=/me%23screen" in screen
    assert browser.opens("/look/larger?to=/me%23screen").status == 200
    assert 'data-text="larger"' in browser.opens("/").html


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


def test_on_another_device_play_now_is_what_was_last_played_with_bots_and_with_the_same_ones(server: Running):
    marta, _ = played(server.url, "clasico", limit="40p", settings={"bot": "level-2"})
    with Visitor(server.url, marta.cookie) as phone:
        assert "Clásico a 40" in phone.get("/").text
        again = phone.get("/api" + phone.post("/play").headers["location"]).json()["table"]
    assert (again["law"]["book"], again["law"]["limit"], again["settings"]["bot"]) == ("clasico", "40p", "level-2")
    assert {seat["name"] for seat in again["seats"][1:]} == {"Carmen", "Paco", "Juani"}


def test_what_was_chosen_is_what_is_played_next_time(browser: Browser):
    browser.opens("/")
    browser.sends("/play", name="Marta", book="ueh", points="150", level="2", clock="30")
    page = browser.opens("/")
    assert "Nueva UEH a 150" in page.text
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


def _ways_back(links: dict[str, str]) -> list[str]:
    return [path for words, path in links.items() if words.endswith("Volver") or words.startswith("Seguir")]


def test_a_match_alone_with_bots_is_gone_on_with_by_the_big_button_and_a_new_one_is_beside_it(browser: Browser):
    browser.opens("/")
    table = browser.sends("/play", name="Marta").path
    page = browser.opens("/")
    assert _ways_back(page.links) == [table]
    assert page.html.index("Seguir") < page.html.index("Nueva")
    assert "Jugar ahora" not in page.text
    assert 'class="left-match' not in page.html, "it is said once"


def test_home_has_a_way_back_to_two_tables_and_says_how_many_more_there_are(browser: Browser):
    browser.opens("/tables/new?book=tarragona")
    tables = [browser.sends("/tables/new", name="Marta", bots="fill").path]
    for _ in range(2):
        browser.opens("/tables/new?book=tarragona")
        tables.append(browser.sends("/tables/new", bots="fill").path)
    page = browser.opens("/")
    assert page.html.count('class="left-match') == 2
    assert "1 más" in page.links
    assert "Jugar ahora" in page.text
    assert "Clásico a 100 " in page.text, "what is played alone is as it was"
    mine = browser.opens("/me")
    assert all(f'href="{table}"' in mine.html for table in tables)
    left = tables[-1].removeprefix("/tables/")
    assert "La mesa queda cerrada" in browser.sends("/me/abandon", table=left).text
    assert " más" not in " ".join(browser.opens("/").links)
    assert f'href="/tables/{left}"' not in browser.opens("/me").html


def test_a_match_is_left_from_afar_by_one_tap_and_another_one_undoes_it(browser: Browser):
    browser.opens("/")
    table = browser.sends("/play").path
    browser.opens("/me")
    said = browser.sends("/me/abandon", table=table.removeprefix("/tables/"))
    assert "Has dejado la mesa" in said.text
    assert "Seguir" not in browser.opens("/").text
    browser.opens(f"/me?left={table.removeprefix('/tables/')}")
    assert browser.follows("Deshacer: volver a la mesa").path == table


def test_who_leaves_a_table_alone_with_bots_has_the_way_back_at_once_and_no_reminder(browser: Browser):
    browser.opens("/")
    table = browser.sends("/play").path.removeprefix("/tables/")
    browser.opens("/me")
    browser.sends("/me/abandon", table=table)
    assert "te espera" in browser.opens(f"/?left={table}").text
    assert "te espera" not in browser.opens("/").text


def test_nobody_is_told_the_code_of_a_table_where_they_never_were(server: Running, browser: Browser):
    opened = Guest(server.url, "Ana").opens("tarragona")
    browser.opens("/me")
    browser.sends("/me", name="Eva")
    assert opened["code"] not in browser.opens(f"/me?left={opened['table']}").html


def test_a_match_that_is_over_does_not_ask_for_anybody(server: Running):
    marta, _ = played(server.url, "clasico", limit="40p", settings={"bot": "level-2"})
    with Visitor(server.url, marta.cookie) as phone:
        assert "left-match" not in phone.get("/").text
        assert "Seguir" not in phone.get("/").text


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


@pytest.mark.parametrize(
    ("lang", "one", "two"),
    [("es", "1 mirando", "2 mirando"), ("ca", "1 mirant", "2 mirant"), ("en", "1 looking on", "2 looking on")],
)
def test_how_many_look_on_at_a_public_table_is_said_of_one_and_of_several(
    server: Running, lang: str, one: str, two: str
):
    async def story() -> None:
        ana = Guest(server.url, "Ana")
        opened = ana.opens("clasico", bots="all", settings=QUICK | {"public": True})
        zoe, eva = (Guest(server.url, name).comes_to(opened) for name in ("Zoe", "Eva"))
        with Browser(server.url, lang) as browser:

            def told() -> str:
                lists = browser.opens("/tables/live").html
                _, _, mine = lists.partition(opened["table"])
                return " ".join(mine.partition("</li>")[0].split())

            async with ana.at(opened) as player, zoe.at(opened):
                await player.until(lambda: player.shown.get("phase") == "playing")
                await _until(lambda: f"{one}<" in told())
                async with eva.at(opened):
                    await _until(lambda: f"{two}<" in told())

    asyncio.run(story())


async def _until(condition: Callable[[], bool]) -> None:
    """Lists are told of what happens at tables a moment later."""
    async with asyncio.timeout(PATIENCE):
        while not await asyncio.to_thread(condition):
            await asyncio.sleep(0.02)


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


def test_a_tab_behind_another_and_the_lobby_know_how_ones_own_tables_stand(server: Running):
    ana = Guest(server.url, "Anita")
    nothing = ana.asks("GET", "/tables/mine")
    assert nothing.text == ""
    table = ana.opens("clasico", bots="all", settings=QUICK)["table"]
    stand = ana.asks("GET", "/tables/mine", headers={"if-none-match": nothing.headers["etag"]})
    assert (stand.status_code, stand.text.split()[0]) == (200, table)
    assert f'class="left-match" href="/tables/{table}"' in ana.asks("GET", "/tables").text
    assert "Jugar con alguien" in Guest(server.url, "Nueva").asks("GET", "/").text


def test_ones_own_public_table_is_not_among_those_to_look_on_at(server: Running, browser: Browser):
    ana = Guest(server.url, "Anabel")
    opened = ana.opens("clasico", bots="all", settings=QUICK | {"public": True})
    table = f"/tables/{opened['table']}"

    async def while_it_is_played() -> None:
        async with ana.at(opened) as player:
            await player.until(lambda: player.shown.get("phase") == "playing")
            async with asyncio.timeout(PATIENCE):  # lists are told a moment later that somebody is there
                while table not in (await asyncio.to_thread(browser.asks, "GET", "/tables/live")).text:
                    await asyncio.sleep(0.02)
            assert table not in (await asyncio.to_thread(ana.asks, "GET", "/tables/live")).text

    asyncio.run(while_it_is_played())


def test_a_list_of_many_tables_turns_its_pages(tmp_path: Path):
    with serving(tmp_path / "data") as server, Browser(server.url) as browser:
        assert "no hay ninguna partida pública" in browser.opens("/tables").text
        ana = Guest(server.url, "Ana")
        settings = QUICK | {"public": True}
        for _ in range(26):
            ana.opens("san-juan", bots="all", settings=settings)
        until = time.monotonic() + PATIENCE
        while "26 mesas en juego" not in browser.opens("/").text:  # lists are told of a match a moment later
            assert time.monotonic() < until
        page = browser.opens("/tables")
        assert page.html.count('class="watched"') == 24
        assert "página 1 de 2" in page.text
        assert browser.follows("Más").html.count('class="watched"') == 2
        assert browser.opens("/tables?page=999").html.count('class="watched"') == 2
        assert browser.opens("/tables?page=-3").status == 400


def test_a_table_that_waits_for_players_is_offered_to_anybody(tmp_path: Path):
    with serving(tmp_path / "data") as server, Browser(server.url) as browser:
        Guest(server.url, "Ana").opens("clasico", options={"players": 3}, settings={"public": True})
        assert "una mesa pública con sitio" in browser.opens("/").text
        assert "Ahora no juega nadie: una mesa pública espera jugadores" in browser.page.text
        page = browser.opens("/tables")
        assert "Clásico 100 puntos Ana libre libre" in page.text
        assert "no hay ninguna partida pública" not in page.text


@pytest.mark.parametrize("path", ["/", "/tables", "/tables/new", "/t", "/me", "/nothing", "/books"])
@pytest.mark.parametrize("lang", ["es", "ca", "en"])
def test_every_page_is_in_the_language_asked_for_and_keeps_to_the_policy(server: Running, path: str, lang: str):
    with Browser(server.url, lang) as browser:
        page = browser.opens(path)
        assert f'<html lang="{lang}"' in page.html
        assert ids_twice(page.html) == []
        assert styles_inline(page.html) == []
        assert page.html.count("<h1") == 1
        assert 'id="main"' in page.html


def test_the_switch_of_languages_comes_back_to_the_same_page_and_is_remembered(browser: Browser):
    browser.opens("/tables?page=2&lang=en")
    page = browser.follows("CA")
    assert page.path == "/tables"
    assert '<html lang="ca"' in page.html
    assert '<html lang="ca"' in browser.opens("/").html


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
    page = browser.opens("/me/name")
    assert 'id="name" name="name" type="text" value="Quim"' in page.html
    assert ids_twice(page.html) == []
    page = browser.sends("/me", name=" ")
    assert page.status == 400
    assert "Un nombre tiene de 1 a 24 letras" in page.text
    assert browser.asks("POST", "/api/me", json={"name": "Marta"}).json()["name"] == "Marta"
