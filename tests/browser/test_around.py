"""Around the hand in a real browser: seats and bots, the count, a rematch, the referee and who decides; axe at each."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import serious_violations
from tests.browser.crew import Crew
from tests.browser.looking import faults
from tests.browser.screens import LAPTOP, PHONE, PHONE_TALL, Devices, Screen, Theme, first_page
from tests.browser.screenshots import keep
from tests.web.serving import Guest, Player, Running

QUICK = {"times": {"entropy": 0}}


def at_table(devices: Devices, guest: Guest, opened: dict[str, str], screen: Screen, theme: Theme = "light") -> Page:
    """Somebody's screen, on a device that has their session."""
    context = devices.context(screen, theme=theme)
    assert guest.cookie is not None
    context.add_cookies([{"name": "tantera", "value": guest.cookie, "url": guest.url}])
    page = first_page(context)
    page.goto(f"{guest.url}/tables/{opened['table']}")
    return page


@contextmanager
def played_elsewhere(guest: Guest, opened: dict[str, str], enough: Callable[[Player], bool]) -> Iterator[Future[None]]:
    """The same person on another device, who answers everything with the first option until it is enough."""

    async def play() -> None:
        async with guest.at(opened) as player:
            await player.play(lambda: enough(player))

    with ThreadPoolExecutor(1) as pool:
        yield pool.submit(asyncio.run, play())


def counted(player: Player) -> bool:
    return player.shown.get("phase") == "counting"


def over(player: Player) -> bool:
    return player.shown.get("phase") == "ended"


def test_a_host_seats_bots_and_starts(server: Running, devices: Devices):
    ana = Guest(server.url, "Marta Vidal")
    opened = ana.opens("san-juan", settings=QUICK, seat=0)
    page = at_table(devices, ana, opened, PHONE)
    expect(page.get_by_text("a 200 puntos o 40 minutos")).to_be_visible()
    expect(page.get_by_role("img", name="Código QR")).to_be_visible()
    expect(page.get_by_role("button", name="Empezar")).to_be_disabled()
    page.get_by_role("button", name="Sentarme a este lado").click()
    page.get_by_label("Un bot enfrente").select_option("Nico")
    expect(page.get_by_label("El bot Nico")).to_be_visible()
    page.get_by_label("El bot Nico").select_option("Rosa")
    expect(page.locator(".seat strong", has_text="Rosa")).to_be_visible()
    expect(page.get_by_role("button", name="Empezar con 2 bots")).to_be_enabled()
    assert serious_violations(page) == []
    keep(page, "lobby")
    page.get_by_role("button", name="Empezar con 2 bots").click()
    expect(page.locator("#table")).to_have_attribute("data-mode", "play")


@pytest.mark.parametrize(("screen", "theme"), [(PHONE, "dark"), (PHONE_TALL, "light"), (LAPTOP, "dark")])
def test_a_hand_is_counted_and_agreed_on(server: Running, devices: Devices, screen: Screen, theme: Theme):
    ana = Guest(server.url, "Marta Vidal")
    opened = ana.opens("tarragona", bots="all", settings=QUICK)
    page = at_table(devices, ana, opened, screen, theme)
    with played_elsewhere(ana, opened, counted) as done:
        done.result(30)
    expect(page.locator("#table")).to_have_attribute("data-mode", "count")
    expect(page.locator(".count-table")).to_contain_text("Mano 1")
    expect(page.get_by_text("faltas tú")).to_be_visible()
    assert serious_violations(page) == []
    keep(page, "count")
    page.get_by_role("button", name="Conforme").click()
    expect(page.locator("#table")).to_have_attribute("data-mode", "play")


@pytest.mark.parametrize(("screen", "theme"), [(PHONE, "light"), (LAPTOP, "light")])
def test_a_match_ends_with_its_sheet_and_a_rematch_begins(
    server: Running, devices: Devices, screen: Screen, theme: Theme
):
    ana = Guest(server.url, "Marta Vidal")
    opened = ana.opens("san-juan", bots="all", settings=QUICK, limit="20p")
    page = at_table(devices, ana, opened, screen, theme)
    with played_elsewhere(ana, opened, over) as done:
        done.result(40)
    expect(page.locator("#table")).to_have_attribute("data-mode", "ended")
    expect(page.get_by_role("link", name="Ver la repetición")).to_have_attribute(
        "href", f"/replays/{opened['table']}/1"
    )
    assert serious_violations(page) == []
    keep(page, "ended")
    page.get_by_role("button", name="Revancha").click()
    expect(page.locator("#table")).not_to_have_attribute("data-mode", "ended")


def test_the_referee_records_and_the_right_player_decides_on_their_own_screen(server: Running, devices: Devices):
    names = ("Marta Vidal", "Núria Roca", "Jordi Pons", "Albert Mas", "Pere Llull")
    guests = [Guest(server.url, name) for name in names]
    opened = guests[0].opens("tarragona", settings=QUICK)
    for guest in guests[1:]:
        guest.comes_to(opened)

    async def up_to_the_fifth_move() -> dict[int, str]:
        """Who sits where, once a few tiles are on the table and Pere is the referee."""
        players = [await guest.at(opened).join() for guest in guests]
        for seat, player in enumerate(players[1:4], start=2):
            await player.order({"order": "sit", "seat": seat})
        first = players[0]
        await asyncio.gather(*(one.play(lambda: len(first.shown.get("moves", ())) > 4) for one in players[:4]))
        await players[4].order({"order": "propose", "what": "referee"})
        for player in players[:4]:
            await player.order({"order": "agree", "what": "referee"})
        seats = {player.table["seat"]: name for player, name in zip(players, names, strict=True)}
        for player in players:
            await player.leave()
        return seats

    with ThreadPoolExecutor(1) as pool:
        seats: dict[Any, str] = pool.submit(asyncio.run, up_to_the_fifth_move()).result(40)
    referee = at_table(devices, guests[4], opened, PHONE_TALL)
    pages = {
        name: at_table(devices, guests[names.index(name)], opened, PHONE) for name in seats.values() if name != names[4]
    }

    referee.get_by_role("button", name="Anotar una falta").click()
    referee.locator(".person", has_text=seats[2]).click()
    referee.get_by_role("searchbox").fill("no casa")
    misplaced = referee.locator(".entry", has_text="Ficha que no entra")
    expect(misplaced.locator(".against")).to_contain_text(seats[2])
    assert serious_violations(referee) == []
    referee.get_by_role("searchbox").fill("whatsapp")
    referee.get_by_role("radio", name="Llamada al móvil").check()
    expect(referee.get_by_text("Tarjeta azul a")).to_be_visible()
    expect(referee.locator(".follows")).to_contain_text("Anular la mano")
    assert serious_violations(referee) == []
    keep(referee, "referee")
    referee.get_by_role("button", name="Registrar y preguntar").click()

    decider = pages.pop(seats[3])
    expect(decider.get_by_role("heading", name="Decides tú")).to_be_visible()
    assert serious_violations(decider) == []
    keep(decider, "decision")
    for page in pages.values():
        expect(page.get_by_role("heading", name=f"Decide {seats[3]}")).to_be_visible()
        expect(page.locator(".answer")).to_have_count(0)
    decider.get_by_role("button", name="Anular la mano").click()
    for page in (*pages.values(), decider):
        expect(page.get_by_role("heading", name="Mano anulada")).to_be_visible()


def test_the_referee_puts_a_reserve_in_who_sits_there_on_their_own_screen(server: Running, devices: Devices):
    names, referee, reserve = ("Marta Vidal", "Núria Roca", "Jordi Pons", "Albert Mas"), "Pere Llull", "Fina Lluch"
    with closing(Crew(server)) as crew:
        party = crew.gather("clasico", [*names, referee, reserve])
        party.until(lambda shown: shown.get("phase") == "counting")
        party.orders(referee, order="propose", what="referee")
        for name in names:
            party.orders(name, order="agree", what="referee")
        page = at_table(devices, party.guests[referee], party.opened, PHONE)
        theirs = at_table(devices, party.guests[reserve], party.opened, PHONE_TALL)
        gone = at_table(devices, party.guests["Jordi Pons"], party.opened, PHONE)
        expect(gone.get_by_role("button", name="Conforme")).to_be_visible()
        page.get_by_role("button", name="Reserva…").click()
        expect(page.get_by_role("button", name="Entra el reserva")).to_be_disabled()
        page.locator(".person", has_text="Jordi Pons").click()
        assert faults(page) == []
        keep(page, "reserve")
        page.get_by_role("button", name="Entra el reserva").click()
        for one in (page, theirs, gone):
            expect(one.locator("#side").get_by_text("Entra Fina Lluch por Jordi Pons")).to_have_count(1)
        expect(page.get_by_role("button", name="Anotar una falta")).to_be_visible()
        expect(theirs.get_by_role("button", name="Conforme")).to_be_visible()
        expect(theirs.get_by_text("Después sale Jordi Pons")).to_have_count(0)
        expect(gone.get_by_role("button", name="Conforme")).to_have_count(0)
        keep(gone, "reserve-gone")
        keep(theirs, "reserve-seated")
        keep(page, "reserve-after")


def test_a_call_a_pause_and_somebody_away_are_lines_and_no_dialogs(server: Running, devices: Devices):
    ana, bea = Guest(server.url, "Marta Vidal"), Guest(server.url, "Núria Roca")
    opened = ana.opens("clasico", settings=QUICK, options={"players": 2, "play": "alone"})
    bea.comes_to(opened)
    mine, hers = at_table(devices, ana, opened, LAPTOP), at_table(devices, bea, opened, PHONE)
    hers.get_by_role("button", name="Sentarme").click()
    expect(mine.locator("#table")).to_have_attribute("data-mode", "play")
    mine.get_by_role("button", name="Llamar al juez").click()
    mine.get_by_role("button", name="una duda de reglamento").click()
    expect(mine.locator("#panel").get_by_text("Has llamado al juez")).to_be_visible()
    expect(hers.locator("#panel").get_by_text("Marta Vidal ha llamado al juez")).to_be_visible()
    mine.get_by_role("button", name="Proponer una pausa").click()
    hers.get_by_role("button", name="Sí").click()
    expect(mine.locator("#panel").get_by_text("Pausa")).to_be_visible()
    hers.get_by_role("button", name="Seguir").click()
    mine.get_by_role("button", name="Sí").click()
    hers.close()
    expect(mine.locator("#panel").get_by_text("Roca se ha quedado sin conexión")).to_be_visible()
    keep(mine, "away")
    assert serious_violations(mine) == []
    mine.get_by_role("button", name="No esperar más").click()
    expect(mine.locator(".strip.amber")).to_have_text(re.compile("juega un bot hasta que vuelva"))
