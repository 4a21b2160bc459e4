"""The page of a table in every state it can be in: axe finds nothing grave; nothing sticks out, is covered or too
small. The pictures are kept to be looked at."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from typing import get_args

import pytest
from playwright.sync_api import Page, expect

from tests.browser.crew import Crew
from tests.browser.lines import Line
from tests.browser.looking import faults, written_again
from tests.browser.scenes import TABLE, Scene
from tests.browser.screens import HALL, LAPTOP, PHONE, PHONE_TALL, Devices, Screen, Theme, first_page
from tests.browser.screenshots import keep
from tests.browser.watch import Watch
from tests.web.serving import Running

Look = tuple[Screen, Theme, str]
FAILED = "WebSocket connection to .* failed"
IN_TURN: list[Look] = [
    (PHONE, "light", "es-ES"),
    (LAPTOP, "dark", "es-ES"),
    (PHONE, "dark", "es-ES"),
    (LAPTOP, "light", "es-ES"),
]
ALL: list[Look] = [
    *((screen, theme, "es-ES") for screen in (PHONE, PHONE_TALL, LAPTOP, HALL) for theme in get_args(Theme)),
    *((screen, "light", locale) for screen in (PHONE, LAPTOP) for locale in ("ca-ES", "en-GB")),
]


@pytest.fixture(scope="module")
def crew(server: Running) -> Iterator[Crew]:
    with closing(Crew(server)) as crew:
        yield crew


def come(devices: Devices, crew: Crew, scene: Scene, screen: Screen, theme: Theme, locale: str) -> Page:
    """Somebody's screen, in the state that it is looked at in."""
    line = Line(crew.server.port) if scene.offline else None
    url = crew.url if line is None else line.url
    context = devices.context(screen, theme=theme, locale=locale, base_url=url)
    assert scene.guest.cookie is not None
    context.add_cookies([{"name": "tantera", "value": scene.guest.cookie, "url": url}])
    page = first_page(context)
    page.goto(scene.path)
    expect(page.locator("#table")).to_have_attribute("data-current", "true")
    scene.then(page)
    if line is not None:
        with page.expect_console_message(lambda message: bool(re.search(FAILED, message.text))):
            line.cut()
        expect(page.locator("#table")).to_have_attribute("data-current", "false")
    return page


def look(devices: Devices, watch: Watch, crew: Crew, name: str, looks: list[Look]) -> list[str]:
    scene = TABLE[name](crew)
    if scene.offline:
        watch.expect(FAILED)
    found = []
    for screen, theme, locale in looks:
        page = come(devices, crew, scene, screen, theme, locale)
        found += [f"{screen} {theme} {locale}: {fault}" for fault in faults(page)]
        keep(page, f"table-{name}" + ("" if locale == "es-ES" else f"-{locale[:2]}"))
        page.goto("about:blank")  # nobody has twelve sockets
    return found


@pytest.mark.parametrize("at", range(len(TABLE)), ids=list(TABLE))
def test_nothing_stands_in_anybodys_way(devices: Devices, watch: Watch, crew: Crew, at: int):
    """On one device each, in turn; `prove` looks at all of them on all devices."""
    assert look(devices, watch, crew, list(TABLE)[at], [IN_TURN[at % len(IN_TURN)]]) == []


@pytest.mark.prove
@pytest.mark.parametrize("name", TABLE)
def test_nothing_stands_in_anybodys_way_on_any_screen_in_any_language(
    devices: Devices, watch: Watch, crew: Crew, name: str
):
    assert look(devices, watch, crew, name, ALL) == []


PLANTED = {
    "axe: color-contrast": "document.querySelector('#band strong').style.color = '#2a6a50'",
    "axe: button-name": "document.querySelector('#rack button').removeAttribute('aria-label')",
    "outside the screen: ": "document.querySelector('#score .points').style.marginLeft = '-60px'",
    "cut off: ": "document.querySelector('#band .second').style.cssText = 'text-overflow: clip; width: 9px'",
    "too small: ": "document.querySelector('#bar .more').style.cssText = 'width: 20px; height: 20px'",
    "covered by ": "document.querySelector('#plates').style.cssText = 'position: fixed; inset: 0; z-index: 9'",
}


def test_what_is_planted_is_found_by_the_same_check(devices: Devices, crew: Crew):
    page = come(devices, crew, TABLE["mine"](crew), PHONE, "light", "es-ES")
    assert faults(page) == []
    for fault, planting in PLANTED.items():
        page.evaluate(f"() => {{ {planting} }}")
        assert any(one.startswith(fault) for one in faults(page)), fault


LINES = """head => head.insertAdjacentHTML("beforeend", `<p class="why">
    x <a class="term" href="/words#hand">mano</a><br>x <a class="term" href="/words#domino">dominó</a><br>
    x <a class="term" href="/words#hand">mano</a></p>`)"""
"""As a hand may end: which words stand above each other, the deal decides."""


@pytest.mark.parametrize("screen", [PHONE, LAPTOP], ids=str)
def test_words_of_the_game_on_lines_above_each_other_are_tapped_one_by_one(
    devices: Devices, crew: Crew, screen: Screen
):
    page = come(devices, crew, TABLE["count"](crew), screen, "light", "es-ES")
    page.locator(".panel-head").evaluate(LINES)
    assert [fault for fault in faults(page) if "covered" in fault] == []


def test_a_table_that_waits_writes_nothing_that_stands_there_already(devices: Devices, crew: Crew):
    page = come(devices, crew, TABLE["mine"](crew), PHONE, "light", "es-ES")
    assert written_again(page) == []
    page.evaluate("() => setInterval(() => { document.querySelector('h1 b').textContent += '' }, 100)")
    assert written_again(page) != []
