"""The lobby: playing with whoever is there, tables with room first, who is here, and the club's evening."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from msgspec.structs import replace

from tantera.rules import law_of, load_book
from tantera.tables import Settings
from tantera.web.tables.inviting import AGAIN, AT_ONCE, LASTS, NO_HOLDS, Invitation, Invitations
from tantera.web.tables.lobby import WAITS, waits, with_room
from tantera.web.tables.pages import door_of
from tests.tables.rooms import Room
from tests.web.browsing import ids_twice, styles_inline
from tests.web.desk.running import director
from tests.web.serving import Guest, Player, Running, serving
from tests.web.visiting import Browser, administrator


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    with serving(tmp_path / "data") as running:
        yield running


def pairs(browser: Browser, book: str = "clasico", level: str = "any") -> str:
    answer = browser.post("/tables/pair", {"book": book, "level": level})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def test_two_who_want_the_same_game_sit_at_one_table_and_another_game_is_another_table(server: Running):
    with Browser(server.url) as ana, Browser(server.url) as bea, Browser(server.url) as cai:
        table = pairs(ana.named("Ana"))
        assert pairs(bea.named("Bea")) == table
        assert pairs(cai.named("Cai"), "tarragona") != table
        assert pairs(ana) == table, "who waits already goes on waiting"
        shown = ana.get("/api" + table).json()["table"]
        assert [seat["name"] for seat in shown["seats"]] == ["Ana", "Bea", "", ""]
        assert shown["settings"]["public"]
        assert shown["settings"]["fill_after"] == WAITS == 60_000
        assert shown["settings"]["manner"] == "home", "nobody is asked who keeps the sheet"
        page = ana.get("/tables").text
        assert "Sois 2 de 4" in page
        assert "Ana (tú)" in page
        assert ids_twice(page) == styles_inline(page) == []


def test_who_waits_begins_at_once_with_bots_or_waits_no_longer(server: Running):
    with Browser(server.url) as ana, Browser(server.url) as bea:
        table = pairs(ana.named("Ana"))
        waiting = {"table": table.removeprefix("/tables/")}
        pairs(bea.named("Bea"))
        assert "Empezar ya con bots" in ana.get("/tables").text
        assert "Empezar ya con bots" not in bea.get("/tables").text, "that is for who opened it"
        assert bea.post("/tables/pair/leave", waiting).headers["location"] == "/tables"
        assert [seat["name"] for seat in ana.get("/api" + table).json()["table"]["seats"]][:2] == ["Ana", ""]
        assert ana.post("/tables/pair/begin", waiting).headers["location"] == table
        assert ana.get("/api" + table).json()["table"]["matches"] == 1
        assert bea.post("/tables/pair/begin", waiting).headers["location"] == "/tables", "nobody waits any more"


def test_a_match_begins_with_bots_by_itself_when_the_time_has_come(server: Running):
    async def story() -> None:
        ana = Guest(server.url, "Ana")
        opened = ana.opens("clasico", settings={"public": True, "fill_after": 1000, "times": {"entropy": 0}})
        async with ana.at(opened) as player:
            assert player.table["fills_at"] is not None
            await player.until(lambda: bool(player.shown.get("chain")) or bool(player.options))
            assert [bool(seat["bot"]) for seat in player.table["seats"]].count(True) == 3

    asyncio.run(story())


def test_a_level_is_kept_to_by_who_asks_for_one():
    clasico = load_book("clasico")
    law = law_of(clasico)
    beginners = Room(clasico, people=1, settings=Settings(public=True, fill_after=WAITS, level="beginners")).table
    assert waits(beginners, law, "beginners", 0)
    assert waits(beginners, law, "any", 0)
    assert not waits(beginners, law, "strong", 0)
    assert not waits(beginners, law_of(load_book("ueh")), "any", 0)
    assert not waits(beginners, law, "any", WAITS), "the time is over"
    assert not waits(Room(clasico, people=1).table, law, "any", 0), "nobody waits there for bots"


def test_a_table_in_the_list_says_who_sits_there_and_how_long_it_waits():
    state = Room("clasico", people=2, settings=Settings(public=True, fill_after=WAITS)).table
    shown = with_room("t", state, "bea", 45_000)
    assert [(seat.name, seat.mine) for seat in shown.seats] == [
        ("Ana", False), ("Bea", True), ("", False), ("", False)
    ]  # fmt: skip
    assert (shown.fills_in, shown.share, shown.taken, shown.mine) == (15_000, 25, 2, True)


def test_two_seats_against_the_same_player_are_told_apart_by_their_sides():
    told = [company.told("es") for _, _, _, company in door_of(Room("clasico", people=1).table).seats]
    assert told[1:] == ["contra Ana, a su derecha", "pareja de Ana", "contra Ana, a su izquierda"]
    alone = door_of(Room("clasico", people=1, play="alone").table)
    assert alone.seats[2][3].told("es") == "contra Ana", "across is neither"


def test_a_friends_public_table_is_two_taps_from_home(server: Running):
    table = Guest(server.url, "Ana").opens("clasico", settings={"public": True})["table"]
    with Browser(server.url) as bea:
        assert 'href="/tables"' in bea.named("Bea").get("/").text, "the first"
        page = bea.get("/tables").text
        assert f'action="/tables/{table}/enter"' in page
        assert bea.post(f"/tables/{table}/enter", {"seat": "any"}).headers["location"] == f"/tables/{table}", "and two"
        assert bea.get(f"/api/tables/{table}").json()["table"]["seat"] == 3, "across from her"


def test_who_is_here_are_those_at_public_tables_and_in_the_lobby_and_nobody_at_a_table_of_friends(server: Running):
    async def story() -> None:
        ana, secret = Guest(server.url, "Ana Puig"), Guest(server.url, "Secretaria")
        opened = ana.opens("clasico", settings={"public": True})
        hidden = secret.opens("clasico")
        async with ana.at(opened), Player(server.url, hidden["table"], secret.cookie):
            with Browser(server.url) as bea, Browser(server.url) as cai:
                Guest(server.url, "Dan Sentado").opens("clasico", settings={"public": True})
                bea.named("Bea Libre").get("/tables")
                page = cai.get("/tables").text.split('id="here"')[1]
                assert "Ana Puig" in page
                assert "espera en Clásico" in page
                assert "Dan Sentado" in page, "a seat is kept for him while he looks elsewhere"
                assert "Bea Libre" in page
                assert "Secretaria" not in page
                mine = bea.get("/tables").text.split('id="here"')[1].split("</section>")[0]
                assert "Bea Libre" not in mine, "oneself is not news"

    asyncio.run(story())


def asks(browser: Browser, name: str) -> str:
    """One tap beside a name: where it leads, or nothing where nobody of that name can be asked."""
    rows = browser.get("/tables").text.split('id="here"')[1].split("</ul>")[0].split("<li>")
    row = next((one for one in rows if name in one), "")
    whom = re.search(r'name="person" value="([^"]+)"', row)
    if whom is None:
        return ""
    answer = browser.post("/tables/invite", {"person": whom[1]})
    assert answer.status_code == 303, answer.text
    leads = str(answer.headers["location"])
    assert f'"asked":"{name}"' in browser.get(leads).text, "the table says that they have it"
    return leads.partition("?")[0]


def test_one_tap_asks_who_is_here_to_ones_table_and_they_sit_down_by_another_without_a_code(server: Running):
    with Browser(server.url) as ana, Browser(server.url) as bea, Browser(server.url) as cai:
        bea.named("Bea").get("/tables")
        table = asks(ana.named("Ana"), "Bea")
        shown = ana.get("/api" + table).json()["table"]
        assert (shown["settings"]["public"], shown["settings"]["manner"]) == (False, "home")
        for path in ("/tables", "/", "/tables/invited", "/me"):
            assert "Ana te invita" in bea.get(path).text, path
            assert "te invita" not in cai.named("Cai").get(path).text, path
        assert 'name="from" value="lobby"' in bea.get("/tables").text, "who says no there stays there"
        assert bea.post(f"{table}/enter", {"seat": "any"}).headers["location"] == table
        assert bea.get("/api" + table).json()["table"]["seat"] == 3, "across from her"
        assert cai.post(f"{table}/enter", {"seat": "any"}).status_code == 400, "who was not asked needs the code"
        assert asks(ana, "Cai") == table, "the table that waits already"


def test_who_says_no_is_not_asked_again_tonight_and_nobody_is_asked_by_everybody_at_once(server: Running):
    with ExitStack() as stack:
        bea, *others = (stack.enter_context(Browser(server.url)) for _ in range(AT_ONCE + 2))
        bea.named("Bea").get("/tables")
        names = ["Ana", "Cai", "Dan", "Eva"]
        tables = [asks(one.named(name), "Bea") for one, name in zip(others, names, strict=True)]
        assert [bool(one) for one in tables] == [True] * AT_ONCE + [False], "three at a time, whoever they are"
        assert asks(others[0], "Bea") == "", "nor the same one twice"
        no = {"table": tables[0].removeprefix("/tables/"), "from": "lobby"}
        assert bea.post("/tables/decline", no).headers["location"] == "/tables"
        assert "Ana te invita" not in bea.get("/tables").text
        assert "Cai te invita" in bea.get("/tables").text
        assert asks(others[0], "Bea") == "", "a no is one for the evening"
        assert asks(others[3], "Bea") != ""


def test_a_no_holds_for_the_evening_and_an_invitation_for_ten_minutes():
    asked = Invitation("ana", "t", at=0)
    known = Invitations(asked=(asked,))
    assert not known.may_be_asked("ana", AGAIN - 1)
    assert known.may_be_asked("ana", AGAIN)
    assert known.may_be_asked("cai", 1)
    assert known.open(LASTS - 1)
    assert not known.open(LASTS)
    said_no = Invitations(asked=(replace(asked, declined=True),))
    assert not said_no.open(1)
    assert not said_no.may_be_asked("ana", NO_HOLDS - 1)
    assert said_no.may_be_asked("ana", NO_HOLDS)
    assert said_no.may_be_asked("cai", 1)


def test_who_does_not_want_to_be_seen_is_in_no_list_and_whoever_asks_them_learns_nothing(server: Running):
    with Browser(server.url) as ana, Browser(server.url) as bea:
        ana.named("Ana")
        person = bea.named("Bea").me()["person"]
        assert "Los demás ven que estás aquí" in bea.get("/tables").text
        bea.post("/tables/seen", {"hidden": "yes"})
        assert "No sales en ninguna lista" in bea.get("/tables").text
        assert "Bea" not in ana.get("/tables").text
        hidden, nobody = (ana.post("/tables/invite", {"person": one}) for one in (person, "nobody-at-all"))
        assert (hidden.status_code, nobody.status_code) == (409, 409)
        alert = re.compile(r'role="alert">([^<]+)<')
        assert alert.findall(hidden.text) == alert.findall(nobody.text) == ["Ya no está, o no tiene tiempo"]
        assert "Ana te invita" not in bea.get("/tables").text
        bea.post("/tables/seen", {"hidden": "no"})
        bea.get("/tables")
        assert asks(ana, "Bea") != ""


def test_tonights_tournament_and_the_clubs_name_are_in_the_lobby_and_a_closed_one_is_not(server: Running):
    with administrator(server) as boss, Browser(server.url) as ana:
        assert "Hoy en el club" not in ana.get("/tables").text
        boss.post("/admin/club", {"club": "Club Dominó Reus"})
        desk = director(server).create().players(4)
        for path in ("/tables", "/"):
            page = ana.get(path).text
            assert "Hoy en el club" in page, path
            assert f'href="/e/{desk.event}"' in page
        assert "Club Dominó Reus" in ana.get("/tables").text
