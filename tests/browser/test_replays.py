"""Replays in a real browser: stepping, playing by itself, whose tiles are seen, the check of a deal, the looks."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.axe import serious_violations
from tests.browser.looking import looks, some_of
from tests.browser.screens import LAN, LAPTOP, PHONE, PHONE_TALL, Devices, Screen, first_page
from tests.browser.screenshots import keep
from tests.web.matches import begun, played
from tests.web.serving import PATIENCE, Running, serving

ROOT = Path(__file__).parent.parent.parent


class Played(NamedTuple):
    server: Running
    cookie: str
    tarragona: str
    """The address of its replay."""
    ueh: str
    running: str
    """The id of a table where a hand is over and another is being played."""


@pytest.fixture(scope="module")
def matches(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    with serving(tmp_path_factory.mktemp("browser") / "data") as server, ThreadPoolExecutor(1) as thread:
        ana, first = thread.submit(played, server.url, "tarragona", "3h", name="Maria Àngels Puig").result()
        cookie = ana.cookie
        assert cookie is not None
        _, second = thread.submit(played, server.url, "ueh", "40p", settings={"public": True}).result()
        _, third = thread.submit(begun, server.url, "san-juan", 1, settings={"public": True}).result()
        yield Played(server, cookie, f"/replays/{first['table']}/1", f"/replays/{second['table']}/1", third["table"])


def signed_in(devices: Devices, matches: Played, screen: Screen = LAPTOP, **settings: Any) -> Page:
    context: BrowserContext = devices.context(screen, base_url=matches.server.url, **settings)
    context.add_cookies([{"name": "tantera", "value": matches.cookie, "url": matches.server.url}])
    return first_page(context)


def opened(page: Page, address: str) -> Page:
    """With its script at work."""
    page.goto(address)
    page.wait_for_selector("html.scripted")
    return page


SEEN = """() => ({
  laid: [...document.querySelectorAll("#carro .face > g:not(.off) [data-tile]")].map((one) => one.dataset.tile),
  last: [...document.querySelectorAll("#carro .laid-last > g:not(.off)")].map((one) => one.dataset.n),
  box: document.getElementById("carro").getAttribute("viewBox"),
  racks: [...document.querySelectorAll("#racks .seat")].map((seat) => [
    seat.dataset.seat, seat.dataset.side, seat.classList.contains("up"), seat.classList.contains("in-turn"),
    seat.querySelector(".rack").getAttribute("aria-label"), seat.querySelector(".plate").dataset.left ?? null,
    [...seat.querySelectorAll(".slot")].map((slot) => slot.dataset.state).join(""),
  ]),
  told: [...document.querySelectorAll("#told p")].map((line) => line.textContent.replace(/\\s+/g, " ").trim()),
  score: document.getElementById("score").textContent,
  now: document.querySelector(".moves [aria-current]")?.dataset.step,
})"""


def test_stepping_by_script_shows_what_the_server_shows_without(devices, matches):
    scripted = opened(signed_in(devices, matches), matches.tarragona)
    before = 1
    for hand, move, view in ((1, 0, 0), (1, 1, 3), (1, 7, 2), (2, 4, 0), (2, 999, 4), (1, 999, 0), (1, 3, 1)):
        address = f"{matches.tarragona}?hand={hand}&move={move}&view={view}"
        plain = signed_in(devices, matches)
        plain.route("**/*.js", lambda route: route.fulfill(body="", content_type="text/javascript"))
        plain.goto(address)
        due = plain.evaluate(SEEN)
        plain.close()
        for one in range(before + 1, hand + 1):
            scripted.click("#hand-after")
            expect(scripted.locator("#which-hand")).to_have_text(f"Mano {one}")
        for one in range(before - 1, hand - 1, -1):
            scripted.click("#hand-before")
            expect(scripted.locator("#which-hand")).to_have_text(f"Mano {one}")
        before = hand
        scripted.select_option("#view", str(view))
        scripted.keyboard.press("Escape")
        scripted.locator("h2").first.click()
        scripted.keyboard.press("End" if move == 999 else "Home")
        for _ in range(0 if move == 999 else move):
            scripted.keyboard.press("ArrowRight")
        until = time.monotonic() + PATIENCE
        while (seen := scripted.evaluate(SEEN)) != due and time.monotonic() < until:
            scripted.wait_for_timeout(20)
        assert seen == due, (hand, move, view)


def test_keys_slider_moves_and_sheet_lead_everywhere(devices, matches):
    page = opened(signed_in(devices, matches), matches.tarragona)
    where = "() => location.search.match(/hand=(\\d+)&move=(\\d+)/).slice(1).map(Number)"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".moves [aria-current]")).to_have_attribute("data-step", "2")
    page.keyboard.press("ArrowLeft")
    assert page.evaluate(where) == [1, 1]
    page.keyboard.press("End")
    last = page.evaluate(where)[1]
    page.keyboard.press("ArrowRight")  # over the end, into the next hand
    expect(page.locator("#which-hand")).to_have_text("Mano 2")
    assert page.evaluate(where) == [2, 0]
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#which-hand")).to_have_text("Mano 1")
    assert page.evaluate(where) == [1, last]
    page.locator("#slider").fill("4")
    assert page.evaluate(where) == [1, 4]
    page.locator(".moves [data-step='6']").click()
    assert page.evaluate(where) == [1, 6]
    page.locator(".tally tbody[data-hand='2'] .hand a").first.click()
    expect(page.locator("#which-hand")).to_have_text("Mano 2")
    page.keyboard.press("PageUp")
    expect(page.locator("#which-hand")).to_have_text("Mano 1")
    page.reload()  # the address is where one is
    page.wait_for_selector("html.scripted")
    assert page.evaluate(where) == [1, 0]


def test_it_plays_by_itself_and_stops_when_somebody_steps(devices, matches):
    page = opened(signed_in(devices, matches), matches.tarragona)
    page.get_by_role("button", name="Reproducir").click()
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".moves [aria-current]")).to_have_attribute("data-step", "2")
    page.keyboard.press("Home")
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "false")
    page.wait_for_timeout(1500)
    expect(page.locator(".moves [aria-current]")).to_have_attribute("data-step", "0")


def test_on_a_phone_the_table_fits_and_the_buttons_stay_under_the_thumb_however_much_is_told(devices, matches):
    page = opened(signed_in(devices, matches, PHONE), f"{matches.tarragona}?hand=1&move=0")
    stepper, told = page.locator(".stepper"), page.locator("#told")
    lines, places = set(), set()
    for key in ("Home", "ArrowRight", "End"):
        page.keyboard.press(key)
        lines.add(told.locator("p").count())
        places.add(stepper.evaluate("(one) => one.getBoundingClientRect().y"))
        expect(page.locator("#view")).to_be_in_viewport(ratio=1)
    assert len(lines) > 1
    assert max(places) - min(places) < 20, "less than half a button"
    assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") == 0


def test_a_deal_is_checked_in_the_page_on_a_network_without_encryption(devices, matches):
    context = devices.context(PHONE, base_url=f"http://{LAN}:{matches.server.port}")
    page = opened(context.new_page(), matches.ueh)
    assert not page.evaluate("() => isSecureContext")
    page.get_by_role("button", name="Comprobar este reparto").click()
    lines = page.locator(".checked li")
    expect(lines.last).to_have_text("Este reparto es el que se selló.")
    assert page.locator(".checked .wrong").count() == 0
    assert page.locator(".checked .right").count() == 6
    page.goto(f"/tables/{matches.running}/deals/1")
    page.get_by_role("button", name="Comprobar este reparto").click()
    expect(page.locator(".checked li").last).to_have_text("Este reparto es el que se selló.")


@pytest.mark.prove
def test_what_each_move_was_worth_comes_when_asked_for(devices, matches):
    """Its solver is compiled first, which takes longer than everything else here."""
    page = opened(signed_in(devices, matches), f"{matches.tarragona}?hand=1&move=1")
    assert page.locator(".worth").count() == 0
    page.get_by_role("link", name="Qué valía cada jugada").click()
    page.wait_for_selector(".sums", timeout=120_000)
    assert page.locator(".moves .worth").count() > 3
    expect(page.locator(".options .chosen")).to_contain_text("jugada")
    page.locator("h2").first.click()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("PageDown")
    expect(page.locator("#ask-worth")).to_be_visible()
    page.goto(f"{matches.tarragona}?hand=1&move=1&worth=1")
    page.wait_for_selector("html.scripted")
    expect(page.locator(".options .chosen")).to_contain_text("jugada")
    assert page.locator(".moves .worth").count() > 3
    page.keyboard.press("ArrowRight")
    page.reload()
    expect(page.locator(".options .chosen")).to_be_visible()


def test_a_file_is_looked_at_and_a_broken_one_comes_back(devices, matches, tmp_path, watch):
    page = devices.page(PHONE, base_url=matches.server.url)
    broken = tmp_path / "rota.dgn"
    broken.write_text((ROOT / "examples" / "liga.dgn").read_text("utf-8").replace(">63", ">64", 1), "utf-8")
    watch.expect("status of 400")
    page.goto("/replays")
    page.set_input_files("#file", broken)
    page.get_by_role("button", name="Verlo").click()
    expect(page.get_by_role("alert")).to_contain_text("rota.dgn:15:30: se encontró >64")
    page.set_input_files("#file", ROOT / "examples" / "liga.dgn")
    page.get_by_role("button", name="Verlo").click()
    page.wait_for_selector("html.scripted")
    expect(page.locator("h1")).to_contain_text("Repetición")


def the_list(page, matches):
    page.goto("/replays")


def a_move(page, matches):
    opened(page, f"{matches.tarragona}?hand=1&move=12")


def everybody_alone(page, matches):
    opened(page, f"{matches.ueh}?hand=1&move=9")


def the_last_move_through_one_seats_eyes(page, matches):
    a_move(page, matches)
    page.select_option("#view", "2")
    page.locator("#last").click()
    page.locator("[data-check]").click()


def a_deal(page, matches):
    page.goto(f"/tables/{matches.running}/deals/1")
    page.locator("[data-check]").click()


STATES = (the_list, a_move, everybody_alone, the_last_move_through_one_seats_eyes, a_deal)


@pytest.mark.parametrize(("screen", "theme"), looks(PHONE_TALL))
def test_the_pages_look_right_and_axe_finds_no_fault(devices, matches, screen, theme):
    page = signed_in(devices, matches, screen, theme=theme)
    for state in some_of(STATES, screen):
        state(page, matches)
        assert serious_violations(page) == [], state.__name__
        keep(page, f"replay-{state.__name__.replace('_', '-')}", whole=True)
        wide = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, "nothing to scroll sideways"
