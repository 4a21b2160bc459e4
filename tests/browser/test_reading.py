"""Why, at the table: the article in words over the table, and the way back. The words of the game, filtered."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing

import pytest
from playwright.sync_api import expect

from tests.browser.axe import serious_violations
from tests.browser.crew import Crew
from tests.browser.scenes import refused
from tests.browser.screens import LAPTOP, PHONE, Devices, Screen, Theme, first_page
from tests.browser.screenshots import keep
from tests.web.serving import Running


@pytest.fixture(scope="module")
def crew(server: Running) -> Iterator[Crew]:
    with closing(Crew(server)) as crew:
        yield crew


@pytest.mark.parametrize(("screen", "theme"), [(PHONE, "light"), (LAPTOP, "dark")])
def test_why_a_move_is_refused_is_read_over_the_table_and_escape_leads_back_to_it(
    devices: Devices, crew: Crew, screen: Screen, theme: Theme
):
    scene = refused(crew)
    context = devices.context(screen, theme=theme, base_url=crew.url)
    context.add_cookies([{"name": "tantera", "value": scene.guest.cookie or "", "url": crew.url}])
    page = first_page(context)
    page.goto(scene.path)
    scene.then(page)
    table, dialog = page.url, page.get_by_role("dialog")
    expect(page.locator("#refusal")).not_to_contain_text(re.compile("TG-"))
    page.locator("#refusal").get_by_role("link", name="¿por qué?").click()
    expect(dialog).to_contain_text("Artículo TG-")
    expect(dialog.locator(".law")).to_be_visible()
    assert serious_violations(page) == []
    keep(page, "why")
    page.keyboard.press("1")  # nobody plays while they read
    expect(page.locator("#rack button.chosen")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    assert page.url == table

    if (more := page.locator("[data-key=more]")).is_visible():
        more.click()
    page.locator("#tools").get_by_role("link", name="Cómo se juega").click()
    expect(dialog.get_by_role("heading", level=2).first).to_contain_text("Cómo se juega")
    expect(dialog.locator(".chapters > li").first).to_be_visible()
    keep(page, "how-to-play-over-the-table")
    dialog.locator(".cited a").first.click()
    expect(dialog).to_contain_text("Artículo TG-")
    dialog.get_by_role("button", name="Volver", exact=True).click()
    expect(dialog.locator(".chapters > li").first).to_be_visible()
    page.go_back()  # as a phone's own gesture does
    expect(dialog).to_be_hidden()
    assert page.url == table
    page.locator("#tools").get_by_role("link", name="Cómo se juega").click()
    expect(dialog.locator(".chapters > li").first).to_be_visible()
    dialog.get_by_role("button", name="Volver a la mesa").click()
    expect(dialog).to_be_hidden()
    assert page.url == table
    assert len(context.pages) == 1, "in no other tab"


def test_what_is_typed_leaves_the_words_that_have_it_and_what_no_word_has_is_looked_for_in_the_books(
    devices: Devices, server: Running
):
    page = devices.page(PHONE, base_url=server.url)
    page.goto("/words")
    entries, none, field = page.locator(".dictionary > div"), page.locator(".no-word"), page.locator("#q")
    seen = entries.filter(visible=True)
    every = entries.count()
    expect(none).to_be_hidden()
    for typed, left in (("CAPICUA", ["capicua", "cruzada"]), ("cochína", ["doble"]), ("zzzz", [])):
        field.fill(typed)
        expect(seen).to_have_count(len(left))
        assert seen.evaluate_all("(all) => all.map((one) => one.id)") == left
        expect(none).to_be_visible(visible=not left)
    assert serious_violations(page) == []
    field.fill("renuncio inexistente")
    expect(page.get_by_role("status").filter(visible=True)).to_contain_text("Aquí no está esa palabra.")
    assert serious_violations(page) == []
    keep(page, "words-none")
    page.get_by_role("link", name="Búscala en los reglamentos").click()
    expect(page).to_have_url(re.compile(r"/books\?q=renuncio%20inexistente$"))
    page.go_back()
    expect(field).to_have_value("renuncio inexistente")
    expect(seen).to_have_count(0)
    field.fill("")
    expect(seen).to_have_count(every)
    field.fill("tranque")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/books\?q=tranque$"))
