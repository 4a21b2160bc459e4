"""A table of a round online in a real browser: the director's button, a phone that sits down, the result that comes by
itself; every screen looked at."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from tantera.tables import Times
from tantera.web.tournaments import online as desk_online
from tests.browser.looking import faults
from tests.browser.screens import LAPTOP, PHONE, Devices
from tests.browser.screenshots import keep
from tests.web.desk.online import all_play, over, sits
from tests.web.desk.phones import by_card
from tests.web.desk.running import AtDesk, director
from tests.web.serving import Player, Running, serving

NAMES = (
    "Laia Ferrer Mestres", "María de los Desamparados Fernández de Córdoba", "Jordi Soler", "Pau Bosch Amat",
    "Núria Camps", "Ramon Llull", "Ana de la Torre Gil", "Pere Riba",
)  # fmt: skip


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    quick = Times(entropy=0, wish=0, count=1000, seat=1000)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(desk_online, "SETTINGS", replace(desk_online.SETTINGS, times=quick))
        with serving(tmp_path_factory.mktemp("online") / "data") as running:
            yield running


@pytest.fixture
def desk(server: Running) -> AtDesk:
    desk = director(server).create(name="Open de Tarragona", rounds="4", points="40")
    for n, name in enumerate(NAMES, 1):
        desk.order("enter", entry=f"e{n}", players=[{"id": f"p{n}", "name": name}])
    return desk.round()


def looked_at(page: Page, name: str) -> None:
    keep(page, f"online-{name}", whole=True)
    assert faults(page) == [], name


def test_from_the_directors_button_to_the_result(devices: Devices, desk: AtDesk):
    laptop, url = devices.page(LAPTOP, base_url=desk.server.url), desk.server.url
    laptop.context.add_cookies([{"name": "tantera", "value": desk.browser.cookie or "", "url": url}])
    laptop.goto(f"/e/{desk.event}/desk/tables")
    looked_at(laptop, "desk-before")
    laptop.locator("#table-1 a").click()
    laptop.get_by_role("button", name="Jugar la mesa 1 en línea").click()
    expect(laptop.locator("#online")).to_contain_text("La mesa 1 se juega en línea · 0 de 4 en la mesa")
    looked_at(laptop, "desk-table")

    seats = desk.table(1, 1)["seats"]
    phone = devices.page(PHONE, base_url=url)
    code = desk.server.app.state.officers.code(desk.event, "player", seats[0])
    phone.goto(f"/e/{desk.event}/p/{seats[0]}/{code}")
    phone.get_by_role("button").first.click()
    expect(phone.get_by_role("button", name="Sentarme a jugar")).to_be_visible()
    looked_at(phone, "phone-me")
    phone.goto(f"/e/{desk.event}/t/1/1")
    looked_at(phone, "phone-table")
    phone.get_by_role("button", name="Sentarme a jugar").click()
    expect(phone.get_by_text("Ronda 1 · mesa 1")).to_be_visible()
    expect(phone.get_by_text("Empieza cuando estéis todos")).to_be_visible()
    looked_at(phone, "phone-lobby")

    table = phone.url.split("/")[-1]
    cookie = next(one["value"] for one in phone.context.cookies() if one["name"] == "tantera")
    players = [Player(url, table, cookie), *(sits(by_card(desk, seat)) for seat in seats[1:])]
    stop = threading.Event()

    def some_play(player: Player) -> bool:
        return over(player) or (stop.is_set() is False and len(player.shown.get("chain", ())) > 5)

    with ThreadPoolExecutor(1) as thread:

        def play(enough: object) -> None:
            thread.submit(lambda: asyncio.run(all_play(players, enough))).result()  # type: ignore[arg-type]

        desk.post("clock", do="start", minutes="20")
        play(some_play)
        expect(phone.locator("#rack")).to_be_visible()
        keep(phone, "online-phone-playing")
        laptop.goto(f"/e/{desk.event}/desk/tables")
        expect(laptop.locator("#table-1").get_by_text("mano")).to_be_visible()
        looked_at(laptop, "desk-playing")
        laptop.locator("#table-1 a").click()
        laptop.get_by_role("button", name="Seguirla como árbitro").click()
        expect(laptop.get_by_role("heading", name="Mesa 1")).to_be_visible()
        expect(laptop.locator("#cloth")).to_be_visible()
        keep(laptop, "online-desk-referee")
        stop.set()
        players = [Player(player.url, player.table_id, player.cookie) for player in players]
        play(over)
    expect(phone.get_by_text("El resultado ya lo tiene la organización")).to_be_visible()
    looked_at(phone, "phone-over")
    phone.get_by_text("Volver al torneo").click()
    expect(phone.get_by_role("heading", name="Confirmado")).to_be_visible()
    looked_at(phone, "phone-confirmed")
    laptop.goto(f"/e/{desk.event}/desk/tables")
    expect(laptop.locator("#table-1 .cell.verified")).to_be_visible()
    looked_at(laptop, "desk-after")


def test_a_duplicate_round_is_played_on_a_phone(devices: Devices, server: Running):
    desk = director(server).create(name="Duplicado", duplicate_score="butler", duplicate_hands="2").players(4).round()
    desk.post("tables/online", do="online", round="1", table="1")
    seats = desk.table(1, 1)["seats"]
    phone = devices.page(PHONE, base_url=server.url)
    phone.goto(f"/e/{desk.event}/p/{seats[0]}/{server.app.state.officers.code(desk.event, 'player', seats[0])}")
    phone.get_by_role("button").first.click()
    expect(phone.get_by_role("button", name="Sentarme a jugar")).to_be_visible()
    phone.goto(f"/e/{desk.event}/t/1/1")
    phone.get_by_role("button", name="Sentarme a jugar").click()
    expect(phone.get_by_text("Ronda 1 · mesa 1")).to_be_visible()
    table = phone.url.split("/")[-1]
    cookie = next(one["value"] for one in phone.context.cookies() if one["name"] == "tantera")
    cards = [(seat, by_card(desk, seat)) for seat in seats[1:]]
    places = [(table, cookie), *((sits(card).table_id, card.browser.cookie) for _, card in cards)]

    def play(enough: object) -> None:
        players = [Player(server.url, *place) for place in places]
        with ThreadPoolExecutor(1) as thread:
            thread.submit(lambda: asyncio.run(all_play(players, enough))).result()  # type: ignore[arg-type]

    play(lambda player: over(player) or len(player.shown.get("chain", ())) > 3)
    expect(phone.locator("#rack")).to_be_visible()
    looked_at(phone, "duplicate-playing")
    play(over)
    expect(phone.get_by_text("El resultado ya lo tiene la organización")).to_be_visible()
    assert len(desk.table(1, 1)["score"]) == 2
