"""Coming to a table: by its code, by its QR, to one that is public; and how often a code may be guessed."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.web import plain
from tests.web.browsing import Browser
from tests.web.desk.running import director
from tests.web.serving import FREE, Guest, Running, serving

QUICK = {"times": {"entropy": 0}}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    limits = replace(FREE, guesses_a_minute=10**6)
    with serving(tmp_path_factory.mktemp("door") / "data", limits=limits) as running:
        yield running


@pytest.fixture
def browser(server: Running) -> Iterator[Browser]:
    with Browser(server.url) as one:
        yield one


def test_a_code_typed_in_leads_to_the_door_and_through_it(server: Running, browser: Browser):
    opened = Guest(server.url, "Ana").opens("tarragona")
    page = browser.opens(f"/t?code={opened['code'].lower()}")
    assert page.path == f"/t/{opened['code'].lower()}"
    assert page.status == 200
    assert "Tarragona a 300" in page.text
    assert "Ana libre libre libre" in page.text
    assert "3 minutos por jugada; luego juega la mesa por ti" in page.text, "a clock is told before one sits down"
    assert "Pareja de Ana" in page.text
    assert page.text.count("Contra Ana") == 2
    assert page.fields["seat"] == "3", "the seat of the host's partner is offered first"
    page = browser.sends(f"/tables/{opened['table']}/enter", name="Biel", seat="3")
    assert page.path == f"/tables/{opened['table']}"
    assert "3 minutos por jugada" in page.html, "and in the waiting room"
    table = browser.asks("GET", f"/api/tables/{opened['table']}").json()["table"]
    assert table["seat"] == 3
    assert table["seats"][2]["name"] == "Biel"
    assert browser.opens(f"/t/{opened['code']}").path == f"/tables/{opened['table']}", "who is there goes straight in"


def test_any_free_seat_is_one_that_nobody_and_no_bot_has(server: Running, browser: Browser):
    opened = Guest(server.url, "Ana").opens("ueh")
    browser.opens(f"/t/{opened['code']}")
    browser.sends(f"/tables/{opened['table']}/enter", name="Biel", seat="any")
    assert browser.asks("GET", f"/api/tables/{opened['table']}").json()["table"]["seat"] == 2


def test_of_one_seat_that_is_free_there_is_one_choice(server: Running, browser: Browser):
    ana = Guest(server.url, "Ana")
    opened = ana.opens("clasico", options={"players": 2, "play": "alone"})
    page = browser.opens(f"/t/{opened['code']}")
    assert page.html.count('name="seat"') == 2, "that seat, or looking on"
    assert "Cualquier sitio libre" not in page.text
    browser.sends(f"/tables/{opened['table']}/enter", name="Biel", seat=page.fields["seat"])
    assert browser.asks("GET", f"/api/tables/{opened['table']}").json()["table"]["seat"] == 2


def test_who_comes_to_look_on_has_no_seat(server: Running, browser: Browser):
    opened = Guest(server.url, "Ana").opens("ueh")
    browser.opens(f"/t/{opened['code']}")
    browser.sends(f"/tables/{opened['table']}/enter", name="Biel", seat="")
    assert browser.asks("GET", f"/api/tables/{opened['table']}").json()["table"]["seat"] is None


def test_a_name_that_is_taken_is_refused_at_the_door(server: Running, browser: Browser):
    opened = Guest(server.url, "Ana").opens("ueh")
    browser.opens(f"/t/{opened['code']}")
    page = browser.sends(f"/tables/{opened['table']}/enter", name="ANA", seat="2")
    assert page.status == 409
    assert "ya hay alguien que se llama ANA" in page.text
    assert page.fields["name"] == "ANA"
    assert page.fields["seat"] == "2"
    assert page.fields["code"] == opened["code"]


def test_a_wrong_code_says_so(browser: Browser):
    page = browser.opens("/t/ZZZ9")
    assert page.status == 404
    assert "Ninguna mesa abierta tiene el código ZZZ9" in page.text
    assert browser.asks("GET", "/api/codes/ZZZ9").json()["code"] == "wrong_code"
    assert browser.opens("/t").status == 200, "no code at all is only a field to type one in"


def test_a_table_by_code_tells_a_stranger_nothing(server: Running, browser: Browser):
    ana = Guest(server.url, "Ana Secreta")
    opened = ana.opens("tarragona", bots="all", settings=QUICK)
    for path in (f"/tables/{opened['table']}", f"/tables/{opened['table']}/enter"):
        page = browser.opens(path)
        assert "Esta mesa va con código" in page.text
        assert "Ana" not in page.html
        assert "Tarragona" not in page.html
        assert opened["code"] not in page.html
    page = browser.sends(f"/tables/{opened['table']}/enter", _csrf_token=token(browser), code="AAAA", name="Biel")
    assert page.status == 403 or page.status == 400
    assert browser.asks("GET", f"/api/tables/{opened['table']}").status_code == 403
    assert browser.asks("GET", "/api/me").json()["person"] == "", "a wrong code makes nobody known"


def token(browser: Browser) -> str:
    return browser.opens("/me").fields["_csrf_token"]


def test_a_public_table_in_play_is_looked_on_at_without_a_word(server: Running, browser: Browser):
    async def story() -> None:
        ana = Guest(server.url, "Ana")
        opened = ana.opens("clasico", bots="all", settings=QUICK | {"public": True})
        async with ana.at(opened) as player:
            await player.until(lambda: player.shown.get("phase") == "playing")
            page = browser.opens(f"/tables/{opened['table']}")
            assert 'id="table"' in page.html
            assert opened["code"] not in page.html
            page = browser.opens(f"/tables/{opened['table']}/enter")
            assert "La partida ha empezado: miras hasta que quede un sitio" in page.text
            page = browser.sends(f"/tables/{opened['table']}/enter", name="Biel")
            assert page.path == f"/tables/{opened['table']}"

    asyncio.run(story())


def test_a_public_table_that_waits_shows_its_door(server: Running, browser: Browser):
    opened = Guest(server.url, "Ana").opens("clasico", options={"scoring": "opponents"}, settings={"public": True})
    page = browser.opens(f"/tables/{opened['table']}")
    assert "Cualquier sitio libre" in page.text
    assert "Qué se apunta quien gana la mano" in page.text, "what the table set otherwise than the book"


def test_where_nobody_looks_on_a_match_lets_nobody_in(server: Running, browser: Browser):
    settings = QUICK | {"public": True, "watching": "nobody"}
    opened = Guest(server.url, "Ana").opens("clasico", bots="all", settings=settings)
    page = browser.opens(f"/tables/{opened['table']}")
    assert "La partida ha empezado, y en esta mesa no se mira" in page.text


def test_wrong_codes_are_counted_by_every_way_in(tmp_path: Path):
    limits = replace(FREE, guesses_a_minute=3, guess_pause=0.01)
    with serving(tmp_path / "data", limits=limits) as server, Browser(server.url) as browser:
        ana = Guest(server.url, "Ana")
        opened = ana.opens("tarragona")
        assert browser.opens("/t/AAA2").status == 404
        assert browser.asks("GET", "/api/codes/AAA3").status_code == 404
        wrong = {"name": "Biel", "code": "AAA4"}
        refused = browser.asks("POST", f"/api/tables/{opened['table']}/enter", json=wrong)
        assert refused.status_code == 400
        assert "código" in refused.json()["message"]
        assert turns(server) == 0
        assert browser.opens(f"/t/{opened['code']}").status == 200, "the right one is slow, and right"
        right = {"name": "Biel", "code": opened["code"]}
        assert browser.asks("POST", f"/api/tables/{opened['table']}/enter", json=right).status_code in (200, 201, 204)
        assert turns(server) == 1, "the queue of this address"
        assert ana.asks("GET", f"/tables/{opened['table']}").status_code == 200, "who is in stays in"


def test_who_is_known_cannot_guess_more_often(tmp_path: Path):
    async def story(running: Running) -> None:
        url = running.url
        ana = Guest(url, "Ana")
        closed = ana.opens("tarragona")
        biel = Guest(url, "Biel")
        biel.asks("POST", "/api/me", json={"name": "Biel"})
        for n in range(2, 7):
            wrong = {"name": "Biel", "code": f"AA{n}A"}
            answer = biel.asks("POST", f"/api/tables/{closed['table']}/enter", json=wrong)
            assert answer.status_code == 400
            assert turns(running) == (n > 3), "two are answered at once"
        carla = Guest(url, "Carla")
        assert carla.asks("GET", f"/api/codes/{closed['code']}").status_code == 200
        assert turns(running) == 1, "who guesses behind the same router holds up nobody else"

    with serving(tmp_path / "data", limits=replace(FREE, guesses_a_minute=2, guess_pause=0.01)) as server:
        asyncio.run(story(server))


def turns(server: Running) -> int:
    """How many queues of guesses there have been."""
    return len(server.app.state.guesses._next)


def test_many_guesses_at_once_wait_in_a_queue_that_ends(tmp_path: Path):
    async def story(url: str) -> list[int]:
        async with plain.AsyncClient(base_url=url, timeout=30) as client:
            for n in range(2, 5):
                assert (await client.get(f"/api/codes/AAA{n}")).status_code == 404
            answers = await asyncio.gather(*(client.get(f"/api/codes/AB{n:02d}") for n in range(20)))
            return sorted(answer.status_code for answer in answers)

    with serving(tmp_path / "data", limits=replace(FREE, guesses_a_minute=3, guess_pause=0.5)) as server:
        assert asyncio.run(story(server.url)).count(429) >= 10


# --- the name typed once


def test_the_name_typed_once_is_the_name_at_every_door_and_at_every_table(server: Running, browser: Browser):
    by_code, second = (Guest(server.url, "Ana").opens("tarragona") for _ in range(2))
    browser.opens(f"/t/{by_code['code']}")
    browser.sends(f"/tables/{by_code['table']}/enter", name="Marta Vidal", seat="3")
    assert browser.opens(f"/t/{second['code']}").fields["name"] == "Marta Vidal"
    browser.sends(f"/tables/{second['table']}/enter", name="", seat="2")
    assert browser.asks("GET", f"/api/tables/{second['table']}").json()["table"]["seats"][1]["name"] == "Marta Vidal"
    assert browser.opens("/tables/new").fields["name"] == "Marta Vidal"
    own = browser.sends("/tables/new", name="").path
    assert browser.asks("GET", f"/api{own}").json()["table"]["seats"][0]["name"] == "Marta Vidal"
    assert browser.asks("GET", "/api/me").json()["name"] == "Marta Vidal"


def test_who_says_a_name_at_a_door_that_refuses_it_is_known_by_it_all_the_same(server: Running, browser: Browser):
    opened = Guest(server.url, "Ana").opens("ueh")
    browser.opens(f"/t/{opened['code']}")
    assert browser.sends(f"/tables/{opened['table']}/enter", name="Ana", seat="2").status == 409
    assert browser.asks("GET", "/api/me").json()["name"] == "Ana"


def test_who_has_no_name_is_asked_for_it_before_they_sit_down_with_others_and_never_alone(
    server: Running, browser: Browser
):
    opened = Guest(server.url, "Ana").opens("ueh", settings={"public": True})
    door = f"/tables/{opened['table']}/enter"
    browser.opens("/")
    alone = browser.sends("/play").path
    assert alone.startswith("/tables/"), "nobody is asked who plays with bots"
    assert browser.asks("GET", "/api/me").json()["name"].startswith("Invitado ")
    for path in ("/", "/me", "/tables", "/replays", "/books/clasico"):
        assert "Invitado" not in browser.opens(path).text
    browser.opens(door)
    tap = browser.asks("POST", door, data={"seat": "any", "_csrf_token": token(browser)})
    assert (tap.status_code, tap.url.path) == (200, door), "by one tap: the door asks"
    assert 'name="name" type="text" maxlength="24" value=""' in tap.text
    page = browser.sends(door, name=" ", seat="any")
    assert page.status == 409
    assert "lo ven los demás" in page.text
    assert browser.sends(door, name="Marta", seat="any").path == f"/tables/{opened['table']}"
    assert browser.asks("GET", f"/api/tables/{opened['table']}").json()["table"]["seats"][1]["name"] == "Marta"


def test_who_opens_a_table_for_others_or_waits_for_them_says_a_name_and_who_opens_it_for_bots_need_not(
    browser: Browser,
):
    browser.opens("/tables/new")
    page = browser.sends("/tables/new", name="")
    assert (page.status, page.fields["name"]) == (400, "")
    assert "lo ven los demás" in page.text
    assert browser.sends("/tables/new", name="", bots="now").path.startswith("/tables/")
    browser.opens("/tables")
    page = browser.sends("/tables/pair", name="")
    assert page.status == 409
    assert browser.sends("/tables/pair", name="Marta").path.startswith("/tables/")


def test_a_players_card_names_who_has_no_name_and_nobody_else(server: Running):
    desk = director(server).create()
    desk.order("enter", entry="e1", players=[{"id": "p1", "name": "Maria de la Concepció Vilanova i Puig"}])
    card = f"/e/{desk.event}/p/p1/{server.app.state.officers.code(desk.event, 'player', 'p1')}"
    with Browser(server.url) as newcomer, Browser(server.url) as marta:
        newcomer.opens(card)
        newcomer.sends(card)
        assert newcomer.asks("GET", "/api/me").json()["name"] == "Maria de la Concepció"
        newcomer.opens("/")
        assert newcomer.sends("/play").path.startswith("/tables/"), "a name that a table has room for"
        marta.opens("/me")
        marta.sends("/me", name="Marta")
        marta.opens(card)
        marta.sends(card)
        assert marta.asks("GET", "/api/me").json()["name"] == "Marta"
