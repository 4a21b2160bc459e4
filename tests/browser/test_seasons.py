"""A season in a real browser: on a phone, at a desk and on the wall; a result of the night comes in by itself."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from playwright.sync_api import expect

from tests.browser.axe import serious_violations
from tests.browser.screens import HALL, LAPTOP, PHONE, Devices, first_page
from tests.browser.screenshots import keep
from tests.web.desk.running import AtDesk, director
from tests.web.serving import Running

GIVEN, SURNAMES = ("Laia", "Biel", "Núria", "Wilfredo"), ("Ferrer Mestres", "Abalaví", "Colón Rivera", "de la Torre")


@dataclass
class Season:
    address: str
    last: AtDesk
    nights: list[str]


@pytest.fixture
def season(server: Running) -> Season:
    """Three nights of sixteen people; the last one is still being played."""
    desk = director(server)
    names = [f"{given} {surname}" for surname in SURNAMES for given in GIVEN]
    nights = []
    for number in range(1, 4):
        desk.create(name=f"Noche {number}")
        nights.append(desk.event)
        for place, name in enumerate(names, 1):
            player = {"id": f"p{place}", "name": name, "key": f"n{place}", "club": ("Reus", "Valls")[place % 2]}
            desk.order("enter", entry=f"e{place}", players=[player])
        desk.order("edit_event", date=f"2026-02-0{number}")
        desk.round([100, 20], [100, 40], [30, 100], *[[60, 100]][: 3 - number])
    form = {"name": "Liga de invierno", "points": "25, 18, 15, 12, 10, 8, 6, 4, 2, 1", "best": "2", "teams": "4"}
    answer = desk.browser.post("/seasons", form | {f"night-{one}": "yes" for one in nights})
    return Season(answer.headers["location"], desk, nights)


def test_the_table_of_a_season_can_be_read_on_a_phone_and_at_a_desk(season: Season, devices: Devices):
    for size in (PHONE, LAPTOP):
        page = devices.page(size, base_url=season.last.server.url)
        page.goto(season.address)
        expect(page.locator("tbody tr")).to_have_count(18)
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), "only the table may scroll"
        assert serious_violations(page) == []
        keep(page, "season", whole=True)
        page.goto("/seasons")
        keep(page, "seasons", whole=True)


def test_a_result_of_the_night_is_on_the_wall_without_anybody_touching_it(season: Season, devices: Devices):
    page = devices.page(HALL, base_url=season.last.server.url)
    page.goto(f"{season.address}/wall")
    expect(page.locator(".page.on")).to_have_count(1)
    before = page.locator("#wall").get_attribute("data-version")
    bottom, top = (
        page.evaluate(f"() => document.querySelector('.on {one}').getBoundingClientRect().{side}")
        for one, side in (("table", "bottom"), ("footer", "top"))
    )
    assert bottom <= top
    keep(page, "season-wall")
    season.last.order("result", round=1, table=4, score=[100, 80])
    expect(page.locator("#wall")).not_to_have_attribute("data-version", before or "")
    expect(page.locator("#sheet-1 td.who").first).to_be_visible()


def test_the_order_of_seeds_and_the_register_are_read_on_a_phone_and_at_a_desk(season: Season, devices: Devices):
    desk = season.last
    desk.create(name="Copa final")
    for place, name in enumerate(("Laia Ferrer Mestres", "Biel Abalaví", "Alguien Nuevo"), 1):
        key = {"key": f"n{1 + 5 * (place - 1)}"} if place < 3 else {}
        desk.order("enter", entry=f"e{place}", players=[{"id": f"p{place}", "name": name, **key}])
    desk.browser.post("/people", {"do": "from", "event": season.nights[0]})
    for size in (PHONE, LAPTOP):
        context = devices.context(size, base_url=desk.server.url)
        context.add_cookies(
            [{"name": "tantera", "value": desk.browser.http.cookies["tantera"], "url": desk.server.url}]
        )
        page = first_page(context)
        for address, name in ((f"/e/{desk.event}/desk/seeds", "seeds"), ("/people", "register")):
            page.goto(address)
            expect(page.locator(".rows li").first).to_be_visible()
            assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
            assert serious_violations(page) == []
            keep(page, name)


def test_the_text_for_the_group_is_copied_by_one_button(season: Season, devices: Devices):
    desk = season.last
    for size in (PHONE, LAPTOP):
        context = devices.context(size, base_url=desk.server.url)
        context.add_cookies(
            [{"name": "tantera", "value": desk.browser.http.cookies["tantera"], "url": desk.server.url}]
        )
        page = first_page(context)
        page.goto(f"/e/{desk.event}/desk/tell")
        page.get_by_role("button", name="Copiar el texto").click()
        expect(page.get_by_role("button", name="Copiado")).to_be_visible()
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        assert serious_violations(page) == []
        keep(page, "tell")


def test_the_calendar_of_a_league_is_read_and_a_match_is_moved_on_a_phone_and_at_a_desk(
    server: Running, devices: Devices
):
    desk = director(server).create("tarragona", format="pairs-round-robin").pairs(5)
    desk.order("edit_event", options={"dates": {"from": "2026-01-08", "every_days": 7}})
    for _ in range(2):
        desk.order("draw")
        desk.order("publish")
    for size, day in ((PHONE, "2026-03-01"), (LAPTOP, "2026-03-02")):
        context = devices.context(size, base_url=server.url)
        context.add_cookies([{"name": "tantera", "value": desk.browser.http.cookies["tantera"], "url": server.url}])
        page = first_page(context)
        page.goto(f"/e/{desk.event}/desk/calendar")
        match = page.locator("#match-1-2")
        match.get_by_text("Otro día").click()
        match.get_by_label("Se juega el").fill(day)
        keep(page, "calendar")
        match.get_by_role("button", name="Aplazarla").click()
        expect(page.locator("#match-1-2 .moved")).to_contain_text("de marzo de 2026")
        assert desk.object()["rounds"][0]["tables"][1]["date"] == day
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        assert serious_violations(page) == []
        keep(page, "calendar-moved", whole=True)


def test_the_hands_of_a_duplicate_round_are_read_on_a_phone_and_at_a_desk(server: Running, devices: Devices):
    desk = director(server).create("clasico", duplicate_score="butler", duplicate_hands="2").pairs(16).round()
    for table in range(1, 9):
        desk.order("result", round=1, table=table, hands=[[3 * table, 0], [0, 40 - table]])
    desk.order("close_round")
    for size in (PHONE, LAPTOP):
        page = devices.page(size, base_url=server.url)
        page.goto(f"/e/{desk.event}")
        page.get_by_role("link", name="Manos de la ronda 1").click()
        expect(page.locator(".racks .tile-text")).to_have_count(56)
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), "only tables may scroll"
        assert serious_violations(page) == []
        keep(page, "hands", whole=True)
