"""A hall that two tournaments share, in a real browser: one wall, all clocks, the plan, one queue."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import serious_violations
from tests.browser.looking import faults
from tests.browser.screens import HALL, LAPTOP, PHONE, Devices, first_page
from tests.browser.screenshots import keep
from tests.web.desk.phones import four
from tests.web.desk.running import AtDesk, director
from tests.web.serving import Running
from tests.web.visiting import administrator

NAMES = ("Campeonat de Catalunya per parelles", "Open de la Festa Major")


class House:
    def __init__(self, server: Running) -> None:
        self.server = server
        self.cup = director(server).create(name=NAMES[0]).players(24).round([100, 20], [100, 40])
        self.open = AtDesk(server, administrator(server)).create(name=NAMES[1]).players(16).round()
        rows = "1-4 B1-2 / 5-6 B3-4 / 7-8"
        form = {"name": "Casal", "rows": rows} | {f"event-{one.event}": "yes" for one in (self.cup, self.open)}
        self.address = self.cup.browser.post("/halls", form).headers["location"]

    def call(self) -> None:
        player = four(self.open, 1, 2)[0]
        assert player.orders("call_judge", call="c-1", round=1, table=2, reason="rules").status_code == 200


@pytest.fixture
def house(server: Running) -> House:
    return House(server)


def on_the_wall(page: Page) -> str:
    found = page.locator(".page.on")
    expect(found).to_have_count(1)
    return found.get_attribute("id") or ""


def turned_through(page: Page, most: int) -> list[str]:
    """The pages of a wall, in the order in which they turn up: each is hurried on."""
    seen = []
    for _ in range(most):
        seen.append(on_the_wall(page))
        page.clock.fast_forward(12_100)
        page.wait_for_function("id => document.querySelector('.page.on')?.id !== id", arg=seen[-1])
    return seen


def test_one_wall_turns_through_both_tournaments_and_every_page_says_whose_it_is(house: House, devices: Devices):
    page = first_page(devices.context(HALL, base_url=house.server.url))
    page.clock.install()
    page.goto(f"{house.address}/wall")
    seen = turned_through(page, 12)
    assert {"clocks", "plan-1"} <= {*seen}
    of = [house.cup.event, house.open.event]
    assert {event for event in of for one in seen if one.startswith(f"{event}-names")} == {*of}
    for number, name in enumerate(NAMES):
        letters = page.locator(f'.board[data-event="{of[number]}"] .page header')
        for head in letters.all_text_contents():
            assert name in head
    page.goto(f"{house.address}/wall?only=plan")
    expect(page.locator("#plan-1 li.done")).to_have_count(2)
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert serious_violations(page) == []
    keep(page, "shared-hall-plan")


def test_one_screen_has_both_clocks_and_is_there_between_any_two_pages_in_the_last_minutes_of_one(
    house: House, devices: Devices
):
    house.cup.hall("set_clock", round=1, minutes=4)
    house.cup.hall("start_clock")
    house.open.hall("set_clock", round=1, minutes=40)
    house.open.hall("start_clock")
    page = first_page(devices.context(HALL, base_url=house.server.url))
    page.goto(f"{house.address}/wall?only=clocks")
    for event, minutes in ((house.cup.event, "0[23]"), (house.open.event, "39")):
        expect(page.locator(f'[data-of="{event}"] [data-figures]')).to_have_text(re.compile(rf"{minutes}:\d\d"))
    expect(page.locator(f'[data-of="{house.cup.event}"]').get_by_text("Últimos 5 minutos")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert serious_violations(page) == []
    keep(page, "shared-hall-clocks")
    house.cup.hall("call_time")
    expect(page.locator(f'[data-of="{house.cup.event}"] [data-figures]')).to_have_text("TIEMPO")
    expect(page.locator(f'[data-of="{house.open.event}"] [data-figures]')).to_have_text(re.compile(r"39:\d\d"))
    house.open.hall("pause_clock")
    expect(page.locator(f'[data-of="{house.open.event}"]').get_by_text("Reloj en pausa")).to_be_visible()
    page.clock.install()
    page.goto(f"{house.address}/wall")
    expect(page.locator("#clocks")).to_be_visible()
    seen = turned_through(page, 8)
    assert seen[0::2] == ["clocks"] * 4
    assert "clocks" not in seen[1::2]
    assert len({*seen[1::2]}) == 4, "the others go on turning"


def test_news_in_the_last_minutes_of_one_do_not_begin_the_turn_of_the_pages_anew(house: House, devices: Devices):
    house.cup.hall("set_clock", round=1, minutes=4)
    house.cup.hall("start_clock")
    page = first_page(devices.context(HALL, base_url=house.server.url))
    page.clock.install()
    page.goto(f"{house.address}/wall")
    expect(page.locator("#clocks")).to_be_visible()
    _, first, _, second, _ = turned_through(page, 5)
    third = on_the_wall(page)
    house.open.hall("announce", text="Comida a las dos")
    page.wait_for_function("() => document.querySelector('.page.on')?.id === 'clocks'")
    page.clock.fast_forward(12_100)
    page.wait_for_function("() => document.querySelector('.page.on')?.id !== 'clocks'")
    assert on_the_wall(page) not in (first, second, third)


def test_the_plan_and_one_queue_come_by_themselves_onto_a_judges_phone(house: House, devices: Devices):
    judge = house.open.as_("judge", "Mora")
    for size in (PHONE, LAPTOP):
        page = first_page(devices.context(size, base_url=house.server.url))
        page.goto(house.address)
        expect(page.locator(".hall-plan li")).to_have_count(12)
        assert serious_violations(page) == []
        assert faults(page) == []
        keep(page, "shared-hall")
    context = devices.context(PHONE, base_url=house.server.url)
    context.add_cookies([{"name": "tantera", "value": judge.browser.cookie or "", "url": house.server.url}])
    phone = first_page(context)
    phone.goto(f"{house.address}/judges")
    expect(phone.get_by_text("Nadie espera al juez")).to_be_visible()
    house.call()
    expect(phone.locator(".calls .among")).to_have_text(f"B {NAMES[1]}")
    expect(phone.locator(".hall-plan li.calls")).to_contain_text("B2")
    expect(page.locator(".hall-plan li.calls")).to_contain_text("B2")
    assert serious_violations(phone) == []
    assert faults(phone) == []
    keep(phone, "shared-hall-judges")
    phone.get_by_role("button", name="Voy").click()
    expect(phone.locator(".calls li.taken")).to_be_visible()
    assert phone.url.endswith(f"{house.address}/judges")
    phone.get_by_role("button", name="Atendido").click()
    expect(phone.get_by_text("Nadie espera al juez")).to_be_visible()
