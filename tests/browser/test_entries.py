"""Quién está in a real browser: the search as one types, a row that is tapped, the way back, namesakes."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looking import faults, looks, some_of
from tests.browser.screens import LAPTOP, PHONE, Devices, Screen
from tests.web.serving import Running, serving
from tests.web.visiting import Browser, administrator

ROWS = """\
Íñigo Muñoz\tSol
Ana Pons\tSol
Ana Pons\tLuna
Biel Mas\tLuna
María José Ximénez de la Torre y Castellví\tReus
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with serving(tmp_path_factory.mktemp("entries") / "data") as running:
        yield running


@pytest.fixture
def boss(server: Running) -> Iterator[Browser]:
    with administrator(server) as browser:
        yield browser


def tournament_of(boss: Browser) -> str:
    """A new event with five players and a fee."""
    event = (
        boss.post("/events", {"name": "Open", "book": "competencia-individual", "fee": "10"})
        .headers["location"]
        .split("/")[2]
    )
    data = {"_csrf_token": boss.http.cookies["csrf"], "rows": ROWS, "sure": "yes", "token": "b"}
    assert boss.http.post(f"/e/{event}/desk/paste", data=data, files={"nothing": ("", b"")}).status_code == 303
    return event


def opened(devices: Devices, server: Running, boss: Browser, path: str, **settings: object) -> Page:
    screen = settings.pop("screen", LAPTOP)
    page = devices.page(screen, base_url=server.url, **settings)  # type: ignore[arg-type]
    page.context.add_cookies([{"name": "tantera", "value": boss.cookie or "", "url": server.url}])
    page.goto(path)
    return page


def test_a_search_a_tap_and_the_way_back(devices: Devices, server: Running, boss: Browser):
    event = tournament_of(boss)
    page = opened(devices, server, boss, f"/e/{event}/desk/entries")
    rows = page.locator(".roll > li:visible")
    expect(rows).to_have_count(5)
    page.get_by_role("searchbox").fill("MUNOZ")
    expect(rows).to_have_count(1)
    rows.get_by_role("button", name=re.compile("Muñoz.*falta")).click()
    expect(page.get_by_role("status")).to_contain_text("Íñigo Muñoz está")
    expect(page.get_by_role("link", name="Están 1")).to_be_visible()
    expect(page.get_by_role("searchbox")).to_be_focused()
    page.get_by_role("status").get_by_role("button", name="Deshacer").click()
    expect(page.get_by_role("link", name="Están 0")).to_be_visible()
    page.get_by_role("searchbox").fill("luna")
    expect(page.get_by_role("button", name="Están los 2 de la lista")).to_be_visible()
    page.get_by_role("button", name="Están los 2 de la lista").click()
    expect(page.get_by_role("link", name="Están 2")).to_be_visible()


def test_a_row_that_was_tapped_stays_where_it_is_until_the_filter_changes(
    devices: Devices, server: Running, boss: Browser
):
    event = tournament_of(boss)
    page = opened(devices, server, boss, f"/e/{event}/desk/entries?show=missing", screen=PHONE)
    rows = page.locator(".roll > li:visible")
    first = rows.first.get_by_role("button").first
    place = first.bounding_box()
    first.click()
    expect(page.get_by_role("status")).to_contain_text("está")
    expect(rows).to_have_count(5)
    assert rows.first.get_by_role("link").first.bounding_box() == place
    page.get_by_role("link", name="Faltan 4").click()
    expect(rows).to_have_count(4)


def test_of_namesakes_the_screen_asks_which(devices: Devices, server: Running, boss: Browser):
    event = tournament_of(boss)
    page = opened(devices, server, boss, f"/e/{event}/desk/entries", screen=PHONE)
    page.get_by_role("button", name=re.compile("Ana Pons.*Luna")).click()
    expect(page.get_by_role("heading", name="¿Quién es?")).to_be_visible()
    page.get_by_role("button", name=re.compile("Ana Pons.*Luna")).click()
    expect(page.get_by_role("status")).to_contain_text("Ana Pons (Luna) está")


def test_another_desks_news_arrives_while_one_searches(devices: Devices, server: Running, boss: Browser):
    event = tournament_of(boss)
    page = opened(devices, server, boss, f"/e/{event}/desk/entries")
    page.get_by_role("searchbox").fill("mas")
    boss.post(f"/e/{event}/desk/entries/check-in", {"entry": "e4"})
    expect(page.get_by_role("link", name="Están 1")).to_be_visible()
    expect(page.get_by_role("searchbox")).to_have_value("mas")
    expect(page.locator(".roll > li:visible")).to_have_count(1)


@pytest.mark.parametrize(("screen", "theme"), looks())
def test_nothing_sticks_out_is_too_small_or_hard_to_read(
    devices: Devices, server: Running, boss: Browser, screen: Screen, theme: str
):
    event = tournament_of(boss)
    page = opened(devices, server, boss, "/events", screen=screen, theme=theme)
    own = [f"/e/{event}/desk/{one}" for one in ("entries", "entry/e5", "paste", "apart")]
    for path in some_of(["/events", "/events/new", *own], screen):
        page.goto(path)
        found = [
            one for one in faults(page) if not re.match("too small: (ES|CA|EN) ", one)
        ]  # the languages of every page
        assert found == [], path


@pytest.mark.parametrize("screen", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_somebody_who_asks_for_it_is_erased_after_two_taps(
    devices: Devices, server: Running, boss: Browser, screen: Screen
):
    event = tournament_of(boss)
    code = server.app.state.officers.code(event, "player", "p1")
    with Browser(server.url) as phone:
        assert phone.post(f"/e/{event}/p/p1/{code}").status_code == 303
        assert phone.erase_me().status_code == 303
    page = opened(devices, server, boss, f"/e/{event}/desk/entries", screen=screen)
    assert [one for one in faults(page) if not re.match("too small: (ES|CA|EN) ", one)] == []
    page.get_by_role("link", name="Íñigo Muñoz").first.click()
    expect(page.get_by_text("Íñigo Muñoz pide que se le borre.")).to_be_visible()
    page.get_by_text("Borrar a Íñigo Muñoz").click()
    assert [one for one in faults(page) if not re.match("too small: (ES|CA|EN) ", one)] == []
    page.get_by_role("button", name="Borrar para siempre").click()
    expect(page.get_by_role("heading", name="—")).to_be_visible()
    assert "Muñoz" not in page.content()
