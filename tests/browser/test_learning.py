"""Lessons in a real browser: by finger, by keys, without script; and the page on how a book is played."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tantera.lessons import lessons
from tests.browser.axe import serious_violations
from tests.browser.screens import LAPTOP, PHONE, Devices, Screen, Theme, first_page
from tests.browser.screenshots import keep
from tests.web.serving import Running

SIDEWAYS = Screen(740, 360, "finger")
MIDDLE = """(all) => {
    const { x, y, width, height } = all.at(-1).getBoundingClientRect();
    return [x + width / 2, y + height / 2];
}"""
"""Of the last one."""


def at(server: Running, devices: Devices, path: str, screen: Screen = PHONE, theme: Theme = "light") -> Page:
    page = first_page(devices.context(screen, theme=theme, base_url=server.url))
    page.goto(path)
    return page


def test_a_lesson_is_done_by_finger_on_the_tables_own_tiles(server: Running, devices: Devices):
    page = at(server, devices, "/learn")
    page.get_by_role("link", name="Empezar").tap()
    page.locator('#rack button[data-tile="24"]').tap()  # it does not fit, and the book says so
    expect(page.get_by_role("alert")).to_contain_text("las puntas son 5 y 6 ver la regla")
    page.locator('#rack button[data-tile="05"]').tap()
    expect(page.get_by_role("heading", name="Bien")).to_be_focused()
    expect(page.locator('#cloth .faces [data-tile="50"]')).to_be_visible()  # it lies on the table
    page.get_by_role("link", name="Seguir").tap()
    page.locator('#rack button[data-tile="55"]').tap()
    page.get_by_role("link", name="Seguir").tap()
    page.locator('#rack button[data-tile="02"]').tap()  # it fits both ends: the second tap says which
    expect(page.locator("#cloth .ghost")).to_have_count(2)
    x, y = page.locator("#cloth .ghost").evaluate_all(MIDDLE)  # in one look: they are drawn anew when the cloth is
    page.touchscreen.tap(x, y)
    expect(page.locator("#question.right, #question.wrong")).to_be_visible()
    page.goto("/learn")
    assert page.locator(".places .place.begun, .places .place.done").count() == 1


def test_a_lesson_is_done_by_keys_alone(server: Running, devices: Devices):
    page = at(server, devices, "/learn/counting-out/3", LAPTOP)
    page.locator("#rack button").first.wait_for()
    key = page.locator('#rack button[data-tile="12"]').get_attribute("data-key") or ""
    page.keyboard.press(key)
    expect(page.locator("#cloth .ghost")).to_have_count(2)
    for arrow in ("ArrowLeft", "ArrowRight"):
        page.keyboard.press(arrow)
        page.keyboard.press("Enter")
        heading = page.locator("#question.right, #question.wrong")
        heading.wait_for()
        if "right" in (heading.get_attribute("class") or ""):
            return
        page.get_by_role("link", name="Otra vez").press("Enter")
        page.locator("#rack button").first.wait_for()
        page.keyboard.press(key)
    pytest.fail("neither end was right")


@pytest.mark.parametrize(("screen", "theme"), [(PHONE, "light"), (LAPTOP, "dark"), (SIDEWAYS, "light")], ids=str)
def test_every_page_can_be_read_by_everybody_and_hides_nothing(
    server: Running, devices: Devices, screen: Screen, theme: Theme
):
    page = at(server, devices, "/learn", screen, theme)
    assert serious_violations(page) == []
    for lesson in lessons()[2:7:2]:
        page.goto(f"/learn/{lesson.id}/1")
        page.locator("#cloth .faces > g").first.wait_for()
        assert serious_violations(page) == []
        question, rack, cloth = (page.locator(one).bounding_box() for one in ("#question", "#rack", "#cloth"))
        assert question is not None
        assert cloth is not None
        assert question["y"] + question["height"] <= screen.height
        assert cloth["height"] >= 90
        if rack is not None and rack["height"]:
            assert question["y"] + question["height"] <= rack["y"] + 1 or question["x"] >= rack["width"] - 1
        keep(page, f"lesson-{lesson.id}")
    page.goto("/books/tarragona/play")
    assert serious_violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_without_script_a_task_is_a_form(server: Running, devices: Devices):
    page = first_page(devices.context(PHONE, script="off", base_url=server.url))
    page.goto("/learn/placing/1")
    page.locator('button[name="answer"][value="50"]').tap()
    expect(page.get_by_role("heading", name="Bien")).to_be_visible()
