"""Puzzles in a real browser: on the table's own tiles, at phone size, and without script."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tantera.puzzles import Puzzle, shipped
from tantera.puzzles.solving import move_of
from tests.browser.axe import serious_violations
from tests.browser.looking import faults
from tests.browser.screens import LAPTOP, PHONE, Devices, Screen, Theme, first_page
from tests.browser.screenshots import keep
from tests.web.serving import Running

NARROW = Screen(360, 740, "finger")


def at(server: Running, devices: Devices, path: str, screen: Screen = PHONE, theme: Theme = "light") -> Page:
    page = first_page(devices.context(screen, theme=theme, base_url=server.url))
    page.goto(path)
    return page


def one_end(theme: str) -> Puzzle:
    """Whose right tile fits one end only: a single tap lays it."""
    return next(one for one in shipped() if one.theme == theme and one.right[0] not in "<>" and len(one.options) > 2)


def test_a_puzzle_is_solved_by_finger_and_explained(server: Running, devices: Devices):
    puzzle = one_end("pass")
    wrong = next(one for one in puzzle.options[1:] if one.move[0] not in "<>")
    page = at(server, devices, f"/puzzles/{puzzle.id}")
    keep(page, "puzzle")
    for worth, heading in ((wrong, "No es esa"), (puzzle.options[0], "Bien")):
        tile = move_of(puzzle, worth).tile
        page.locator(f'#rack button[data-tile="{tile.low}{tile.high}"], #rack button[data-tile="{tile}"]').tap()
        expect(page.get_by_role("heading", name=heading)).to_be_focused()
        expect(page.locator("#asking")).to_contain_text("puntos más que")
        keep(page, f"puzzle-{'right' if worth is puzzle.options[0] else 'wrong'}")
        if heading != "Bien":
            page.get_by_role("link", name="Otra vez").tap()
    page.get_by_text("Todo el detalle").tap()
    expect(
        page.get_by_text("la troben", exact=False).or_(page.get_by_text("la encuentran", exact=False))
    ).to_be_visible()
    keep(page, "puzzle-details")
    page.get_by_role("link", name="Otro").tap()
    expect(page.locator("#question")).to_contain_text("¿Qué ficha")


def test_after_an_answer_every_tile_lies_where_it_lay_and_as_large(server: Running, devices: Devices):
    """Of many tiles: there the cloth would be lower, and the carro would bend elsewhere."""
    asked = [one for one in shipped() if len(one.moves) > 12 and one.options[1].move[0] not in "<>"]
    puzzle = max(asked, key=lambda one: len(one.moves))
    page = at(server, devices, f"/puzzles/{puzzle.id}")
    page.locator("#cloth .faces > g").first.wait_for()
    before = page.evaluate(LYING)
    tile = move_of(puzzle, puzzle.options[1]).tile
    page.locator(f'#rack button[data-tile="{tile.low}{tile.high}"], #rack button[data-tile="{tile}"]').tap()
    expect(page.get_by_role("heading", name="No es esa")).to_be_focused()
    after = page.evaluate(LYING)
    assert len(after["places"]) == len(before["places"]) + 1
    assert set(before["places"]) <= set(after["places"]), "none is turned"
    assert after["size"] >= 0.84 * before["size"]
    expect(page.get_by_role("link", name="Otra vez")).to_be_in_viewport(ratio=1)
    assert faults(page) == []
    keep(page, "puzzle-kept")


LYING = """() => ({
  places: [...document.querySelectorAll("#cloth .faces > g")].map((one) => one.outerHTML),
  size: Math.min(...[...document.querySelectorAll("#cloth .faces > g")].map((one) => {
    const { width, height } = one.getBoundingClientRect();
    return Math.min(width, height);
  })),
})"""
"""How each tile lies on the table, and how many px the smallest is across."""


def test_the_puzzle_of_the_day_is_two_taps_from_home(server: Running, devices: Devices):
    page = at(server, devices, "/learn")
    page.get_by_role("link", name="Problemas").tap()
    expect(page.get_by_role("heading", name="El problema del día")).to_be_visible()
    keep(page, "puzzles", whole=True)
    page.get_by_role("link", name="Resolverlo").tap()
    expect(page.locator("#bar")).to_contain_text("El problema del día")
    page.locator("#cloth .faces > g").first.wait_for()


@pytest.mark.parametrize(("screen", "theme"), [(NARROW, "light"), (NARROW, "dark"), (LAPTOP, "dark")], ids=str)
def test_every_page_can_be_read_by_everybody_and_hides_nothing(
    server: Running, devices: Devices, screen: Screen, theme: Theme
):
    page = at(server, devices, "/puzzles", screen, theme)
    assert serious_violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    puzzle = max(shipped(), key=lambda one: len(one.moves))
    page.goto(f"/puzzles/{puzzle.id}")
    page.locator("#cloth .faces > g").first.wait_for()
    assert serious_violations(page) == []
    keep(page, "puzzle-long")
    order = move_of(puzzle, puzzle.options[1])
    page.goto(f"/puzzles/{puzzle.id}?answer={order.end or ''}{order.tile}")
    page.get_by_text("Todo el detalle").click()
    assert serious_violations(page) == []
    keep(page, "puzzle-long-answered")
    for name in ("#cloth", "#question", "#asking .actions"):
        box = page.locator(name).bounding_box()
        assert box is not None
        assert box["height"] >= (90 if name == "#cloth" else 20), name


def test_without_script_a_puzzle_is_a_form(server: Running, devices: Devices):
    puzzle = one_end("count")
    page = first_page(devices.context(PHONE, script="off", base_url=server.url))
    page.goto(f"/puzzles/{puzzle.id}")
    page.locator(f'button[name="answer"][value="{puzzle.right}"]').tap()
    expect(page.get_by_role("heading", name="Bien")).to_be_visible()
