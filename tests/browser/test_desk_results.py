"""Results at the desk in a real browser: by keyboard alone, while the hall goes on; every screen looked at."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from tantera.tournament.structure import commitment
from tests.browser.looking import faults, looks, some_of
from tests.browser.screens import LAPTOP, PHONE, Devices, Theme
from tests.browser.screenshots import keep
from tests.browser.watch import Watch
from tests.web.desk.running import AtDesk, director
from tests.web.serving import Running

LONG = "María de los Desamparados Fernández de Córdoba"


class Hall(NamedTuple):
    server: Running
    desk: AtDesk


@pytest.fixture(scope="module")
def hall(server: Running) -> Hall:
    """24 players, round 2 in play after time: a slip missing, one disputed, one to be confirmed."""
    desk = director(server).create(name="Open de Tarragona", rounds="5")
    for n in range(1, 25):
        name = LONG if n == 5 else f"Laia Ferrer {chr(64 + n)}rau"
        player = {"id": f"p{n}", "name": name, "club": "Peña El Doble Seis"}
        desk.order("enter", entry=f"e{n}", players=[player], paid=10)
    desk.round(*([100, 90 - n] for n in range(6))).round()
    desk.hall("set_clock", round=2, minutes=25)
    desk.hall("start_clock")
    desk.hall("call_time")
    desk.hall("give_time", table=6, minutes=30)
    desk.order("result", round=2, table=1, score=[100, 62])
    desk.order("result", round=2, table=2, score=[100, 84], status="entered")
    desk.order("dispute", round=2, table=2, score=[100, 94])
    desk.hall("call_judge", call="c1", round=2, table=2, reason="no cuadra el total")
    desk.order("result", round=2, table=3, score=[70, 100], status="entered")
    return Hall(server, desk)


def at(page: Page, hall: Hall, screen: str = "tables") -> Page:
    assert hall.desk.browser.cookie is not None
    page.context.add_cookies([{"name": "tantera", "value": hall.desk.browser.cookie, "url": hall.server.url}])
    page.goto(f"{hall.server.url}/e/{hall.desk.event}/desk/{screen}")
    return page


SCREENS = ("tables", "standings", "tables/2/2", "tables/1/1", "acts", "standings?show=met", "repair/2")


@pytest.mark.parametrize(("screen", "theme"), looks())
def test_nothing_stands_in_anybodys_way(devices: Devices, hall: Hall, screen, theme: Theme):
    page = devices.page(screen, theme=theme)
    for name in some_of(SCREENS, screen):
        at(page, hall, name)
        assert faults(page) == [], name
        keep(page, f"desk-{name.replace('/', '-').replace('?', '-')}")


@pytest.mark.article("CI-4")
def test_results_are_keyed_in_without_a_mouse(devices: Devices, hall: Hall, watch: Watch):
    watch.expect("status of 400")
    watch.expect("status of 409")
    page = at(devices.page(LAPTOP), hall)
    table, one, other = (page.locator(f"#{name}") for name in ("table", "score1", "score2"))
    expect(table).to_be_focused()
    page.keyboard.type("4")
    names = page.locator("#table-4 .side")
    expect(page.locator('label[for="score1"]')).to_have_text(names.nth(0).inner_text())
    expect(page.locator('label[for="score2"]')).to_have_text(names.nth(1).inner_text())
    page.keyboard.press("Enter")
    page.keyboard.type("100")
    page.keyboard.press("Enter")
    page.keyboard.type("112")
    page.keyboard.press("Enter")
    expect(page.locator("#keys-said")).to_contain_text("Solo uno puede llegar a 100 · CI-4")
    expect(one).to_have_value("100")
    expect(other).to_be_focused()
    keep(page, "desk-refused")
    page.keyboard.press("Control+a")
    page.keyboard.type("61")
    page.keyboard.press("Enter")
    expect(page.locator("#keys-said")).to_contain_text("Mesa 4: 100–61")
    expect(table).to_be_focused()
    expect(table).to_have_value("")
    expect(page.locator("#table-4 .scores")).to_have_text("100–61")
    expect(page.locator("#last li").first).to_contain_text("100–61, tecleado")
    assert hall.desk.table(2, 4)["score"] == [100, 61]
    page.keyboard.type("4")
    page.keyboard.press("Enter")
    page.keyboard.type("100")
    page.keyboard.press("Enter")
    page.keyboard.type("16")
    page.keyboard.press("Enter")
    expect(page.locator("#keys-said")).to_contain_text("La mesa 4 ya tiene 100–61")
    expect(page.locator("#leave")).to_be_focused()  # Enter, pressed blindly, writes over nothing
    page.keyboard.press("Tab")
    expect(page.locator("#sure")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#keys-said")).to_contain_text("Mesa 4: 100–16")
    expect(page.locator("#table-4 .scores")).to_have_text("100–16")
    page.keyboard.type("5")
    page.keyboard.press("Escape")
    expect(table).to_have_value("")


def test_after_the_last_result_the_next_draw_is_the_one_filled_button(devices: Devices, hall: Hall):
    desk = director(hall.server).create().players(4).round()
    desk.hall("set_clock", round=1, minutes=25)
    desk.hall("start_clock")
    page = at(devices.page(LAPTOP), Hall(hall.server, desk))
    expect(page.locator("button.primary")).to_have_text("Anotar")
    for figure in ("1", "100", "62"):
        page.keyboard.type(figure)
        page.keyboard.press("Enter")
    expect(page.locator("#keys-said")).to_contain_text("Mesa 1: 100–62")
    expect(page.locator(".primary")).to_have_text("Sortear la ronda 2")


@pytest.mark.flaky(reruns=1, reason="once Enter after the table was taken for the whole form: not found why yet")
def test_the_tables_follow_the_hall_and_what_is_typed_stays(devices: Devices, hall: Hall):
    page = at(devices.page(LAPTOP), hall)
    expect(page.locator("#table")).to_be_focused()
    page.keyboard.type("5")
    expect(page.locator("#table")).to_have_value("5")
    page.keyboard.press("Enter")
    expect(page.locator("#score1")).to_be_focused()
    page.keyboard.type("88")
    hall.desk.order("result", round=2, table=3, score=[71, 100])
    expect(page.locator("#table-3 .scores")).to_have_text("71–100")
    expect(page.locator("#score1")).to_have_value("88")
    expect(page.locator("#score1")).to_be_focused()
    page.get_by_role("link", name="En disputa 1").click()
    expect(page.locator("#table-1")).to_be_hidden()
    expect(page.locator("#table-2")).to_be_visible()
    hall.desk.order("result", round=2, table=3, score=[72, 100])
    expect(page.locator("#last li").first).to_contain_text("corregida 72–100")
    expect(page.locator("#table-1")).to_be_hidden()


def test_infractions_are_found_while_typing(devices: Devices, hall: Hall):
    page = at(devices.page(PHONE), hall, "tables/2/1")
    page.locator("#q").fill("pase falso")
    expect(page.locator("#infractions")).to_contain_text("CI-10")
    page.locator(".who label").first.click()
    page.get_by_role("button", name="30 puntos menos").click()
    expect(page.locator("ol.history")).to_contain_text("30 puntos menos de diferencia (CI-10)")


def test_a_result_goes_in_without_script(devices: Devices, hall: Hall):
    page = at(devices.page(PHONE, script="off"), hall)
    page.fill("#table", "6")
    page.fill("#score1", "100")
    page.fill("#score2", "20")
    page.get_by_role("button", name="Anotar").click()
    expect(page.locator("#table-6 .scores")).to_have_text("100–20")


@pytest.mark.parametrize("screen", [PHONE, LAPTOP])
def test_after_a_public_lot_its_secret_leaves_room_for_the_way_back(devices: Devices, hall: Hall, screen):
    desk = director(hall.server).create(name="Sorteo público").players(8)
    secret = "7f3a" * 40
    desk.order("commit", hash=commitment(secret))
    desk.order("lot", secret=secret, drawn="5-5 2-2 4-0")
    page = devices.page(screen)
    for name in ("acts", "draw"):
        at(page, Hall(hall.server, desk), name)
        assert faults(page) == [], name
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    at(page, Hall(hall.server, desk), "acts")
    line = page.locator(".log li", has_text=secret[:40])
    button, text = line.locator(".undo button").bounding_box(), line.locator("div").first.bounding_box()
    assert button is not None
    assert text is not None
    assert text["x"] + text["width"] <= button["x"] + 1
    assert line.locator("div").first.evaluate("one => one.scrollWidth <= one.clientWidth")
    keep(page, "acts-after-a-lot")
