"""The first minutes of somebody who has never played, at their own screen."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.looking import faults
from tests.browser.screens import PHONE, Devices
from tests.web.serving import Running

FIRST = "#guide .sentence"


def first_hand(devices: Devices, server: Running) -> Page:
    page = devices.page(PHONE, base_url=server.url)
    page.goto("/")
    page.get_by_role("button", name="¿Primera vez?").tap()
    expect(page.locator("#table")).to_have_attribute("data-turn", "mine")
    expect(page.locator(FIRST)).to_have_text(re.compile("^Tú y .+ contra .+ Quien se queda antes sin fichas"))
    return page


def apart(page: Page, one: Locator, other: Locator) -> bool:
    """Whether neither covers the other."""
    a, b = one.bounding_box(), other.bounding_box()
    assert a is not None
    assert b is not None
    beside = a["x"] >= b["x"] + b["width"] or b["x"] >= a["x"] + a["width"]
    return beside or a["y"] >= b["y"] + b["height"] or b["y"] >= a["y"] + a["height"]


def to_the_tile(page: Page) -> None:
    """Whatever is to be read before it: somebody may have passed in the first round."""
    understood, tile = page.get_by_role("button", name="Entendido"), page.locator("#rack button.chosen")
    while True:
        expect(understood.or_(tile).first).to_be_visible()
        if tile.count():
            return
        understood.tap()


def test_the_bubble_points_at_the_end_and_at_the_tile_and_covers_neither(devices: Devices, server: Running):
    page = first_hand(devices, server)
    understood, bubble = page.get_by_role("button", name="Entendido"), page.locator(".bubble")
    understood.tap()
    expect(page.locator(FIRST)).to_contain_text("Las dos puntas son")
    expect(page.locator(".pointing .over")).to_have_count(2)
    expect(page.locator(".felt .rim .hard")).to_have_count(2)
    to_the_tile(page)
    expect(page.locator(FIRST)).to_contain_text("esta punta pide un")
    expect(page.locator(".pointing .over")).to_have_count(1)
    expect(understood).to_have_count(0)
    tile, end = page.locator("#rack button.chosen .standing"), page.locator(".felt .ghost .dashes")
    assert apart(page, bubble, tile)
    assert apart(page, bubble, end)
    lines = page.locator(FIRST).evaluate("one => one.scrollHeight / parseFloat(getComputedStyle(one).lineHeight)")
    assert lines <= 2.1
    heard = page.locator("#guide [role=status]").all_inner_texts()[0].split("\n")
    assert heard[-1].split(",")[0] in heard[0], "the sentence, then the tile and the end"
    assert faults(page) == []


def test_a_tile_that_does_not_fit_is_answered_in_the_bubble_and_one_that_fits_is_played(
    devices: Devices, server: Running
):
    page = first_hand(devices, server)
    page.locator("#rack button.rests").first.tap()
    expect(page.locator(FIRST)).to_contain_text("no entra: las puntas son")
    page.get_by_role("button", name="Entendido").tap()
    expect(page.locator(FIRST)).to_contain_text("gana para los dos")
    laid = page.locator(".felt .faces > *")
    before = laid.count()
    to_the_tile(page)
    page.locator("#rack button.chosen").tap()
    expect(page.locator("#rack li.gap")).to_have_count(1)
    assert laid.count() > before


def test_who_plays_another_tile_than_the_one_shown_hears_that_it_is_as_good(devices: Devices, server: Running):
    page = first_hand(devices, server)
    to_the_tile(page)
    expect(page.locator(FIRST)).to_contain_text("esta punta pide un")
    page.locator("#rack button.up:not(.chosen)").first.tap()
    if page.locator("#band .choose button:visible").count():
        page.locator("#band .choose button").first.tap()
    expect(page.locator(FIRST)).to_contain_text("también vale")


def test_who_does_not_know_what_to_play_asks_in_a_first_hand_too(devices: Devices, server: Running):
    page = first_hand(devices, server)
    page.locator("#quick [data-key=hint]").tap()
    expect(page.get_by_text("Yo pondría el").first).to_be_visible()
    expect(page.locator(".pointing .over")).to_have_count(0)
    page.locator("#rack button.advised").tap()
    if page.locator("#band .choose button:visible").count():
        page.locator("#band .choose button").first.tap()
    expect(page.locator("#rack li.gap")).to_have_count(1)
    page.locator("#quick [data-key=take-back]").tap()
    expect(page.locator("#rack li.gap")).to_have_count(0)


def test_a_reason_that_was_asked_for_is_read_while_lessons_are_offered_and_the_offer_can_be_put_away(
    devices: Devices, server: Running
):
    page = devices.page(PHONE, base_url=server.url)
    page.goto("/")
    page.get_by_role("button", name="Jugar ahora").tap()
    page.wait_for_url("**/tables/*")
    expect(page.locator("#table")).to_have_attribute("data-turn", "mine")
    offer, reason = page.locator(".strip.teach"), page.get_by_text("Yo pondría el")
    expect(offer).to_be_visible()
    page.locator("#quick [data-key=hint]").tap()
    expect(reason).to_be_visible()
    assert faults(page) == []
    page.get_by_role("button", name="Entendido").tap()
    offer.get_by_role("button", name="Cerrar").tap()
    expect(offer).to_have_count(0)
    page.reload()
    expect(page.locator("#table")).to_have_attribute("data-turn", "mine")
    expect(offer).to_have_count(0)


def test_who_knows_how_to_play_keeps_the_hand_and_loses_the_hints(devices: Devices, server: Running):
    page = first_hand(devices, server)
    page.get_by_role("button", name="Ya sé jugar").tap()
    expect(page.locator("#guide")).to_be_hidden()
    expect(page.locator("#band")).to_contain_text("Te toca")
    page.reload()
    expect(page.locator("#band")).to_contain_text("Te toca")
    expect(page.locator("#guide")).to_be_hidden()


def plays_something(page: Page) -> None:
    """Whatever stands on the screen to be done in one's turn, sentences first."""
    for what in (".bubble .do", "#band .choose button", "#band [data-key=pass]", "#rack button:is(.chosen, .up)"):
        found = page.locator(f"#table[data-turn=mine] {what}:visible")
        if found.count():
            found.first.tap()
            return
    page.wait_for_timeout(20)


def test_a_first_hand_is_played_to_its_end_says_why_and_leads_to_a_match(devices: Devices, server: Running):
    page = first_hand(devices, server)
    while page.locator("#table:not([data-mode=ended])").count():
        plays_something(page)
    ended = page.locator(FIRST)
    expect(ended).to_have_text(re.compile("tranque|Tranque"))
    expect(page.locator(".felt .last")).to_have_count(1)  # the tile that ended it, and nothing counted yet
    expect(page.locator(".sums-in-words")).to_be_hidden()
    page.get_by_role("button", name="Entendido").tap()
    expect(ended).to_have_text(re.compile("^(Puntos que quedan|Gana quien suma menos)"))
    expect(page.locator(".count-table")).to_have_count(0)
    expect(page.get_by_text(re.compile("gana.* la partida", re.IGNORECASE))).to_have_count(0)
    assert faults(page) == []
    page.get_by_role("button", name="Entendido").tap()
    expect(ended).to_have_text(re.compile("^(Ganáis|Ganan ellos|No gana nadie)"))
    if "No gana nadie" not in ended.inner_text():
        expect(page.locator(".sums-in-words")).to_have_text(re.compile("^Fichas sin poner: vosotros .+, ellos .+"))
    page.get_by_role("button", name="Entendido").tap()
    expect(ended).to_contain_text("Era una mano de práctica")
    hand = page.url
    page.get_by_role("button", name="Jugar una partida").tap()
    page.wait_for_url(lambda url: "/tables/" in url and url != hand)
    expect(page.locator("#bar h1")).to_contain_text("Mesa")
    page.goto("/")
    expect(page.get_by_role("link", name="Seguir")).to_be_visible()
    expect(page.get_by_role("button", name="¿Primera vez?")).to_have_count(0)
    page.goto("/learn")
    expect(page.get_by_role("button", name="Tu primera mano")).to_contain_text("hecha")


def test_what_the_big_button_says_is_what_is_chosen_below_it(devices: Devices, server: Running):
    page = devices.page(PHONE, base_url=server.url)
    page.goto("/")
    page.get_by_role("button", name="Jugar ahora").tap()
    page.wait_for_url("**/tables/*")
    page.goto("/")
    expect(page.get_by_role("button", name="Nueva")).to_contain_text("Clásico a 100")
    page.get_by_text("Cambiar").tap()
    button = page.get_by_role("button", name="Jugar así")
    page.get_by_label("Reglamento", exact=True).select_option("tarragona")
    expect(button).to_contain_text("Tarragona a 300")
    page.get_by_role("radio", name="150").check()
    expect(button).to_contain_text("Tarragona a 150")
    button.tap()
    page.wait_for_url("**/tables/*")
    expect(page.locator("#score .limit")).to_contain_text("150")
