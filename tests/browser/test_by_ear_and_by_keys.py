"""Without a mouse and without eyes: what is announced, how things are called, where the focus is."""

from __future__ import annotations

import re
from contextlib import closing
from typing import NamedTuple

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.at_table import Seat, play, sit, words_of
from tests.browser.lines import Line
from tests.browser.screens import LAPTOP, PHONE, Devices
from tests.browser.watch import Watch
from tests.web.serving import Guest, Running

QUICK = {"times": {"entropy": 0}}
FAILED = "WebSocket connection to .* failed"


class Heard(NamedTuple):
    """What somebody who listens is told, in their language."""

    lays: str
    turn: str
    tiles: str
    tile: str
    carro: str
    help: str


HEARD = {
    "es-ES": Heard(
        "Núria Roca pone el {tile}",
        r"Te toca\. Puntas: \d y \d\. (Puedes poner TILES|Puedes robar o pasar|Solo puedes (pasar|robar))\.",
        "Tus fichas",
        r"TILE, (entra|no entra|entra por las dos puntas)",
        r"Carro: .* Puntas: \d y \d",
        r"Te toca\. Puntas: \d y \d\. Tus fichas: TILES\. Núria Roca: (\d fichas|1 ficha)\.",
    ),
    "ca-ES": Heard(
        "Núria Roca posa el {tile}",
        r"Et toca\. Puntes: \d i \d\. (Pots posar TILES|Pots robar o passar|Només pots (passar|robar))\.",
        "Les teves fitxes",
        r"TILE, (entra|no entra|entra per les dues puntes)",
        r"Carro: .* Puntes: \d i \d",
        r"Et toca\. Puntes: \d i \d\. Les teves fitxes: TILES\. Núria Roca: (\d fitxes|1 fitxa)\.",
    ),
    "en-GB": Heard(
        "Núria Roca plays {tile}",
        r"Your turn\. Open ends: \d and \d\. (You can play TILES|You can draw or pass|You can only (pass|draw))\.",
        "Your tiles",
        r"TILE, (can be played|does not fit|fits both ends)",
        r"The carro: .* Open ends: \d and \d",
        r"Your turn\. Open ends: \d and \d\. Your tiles: TILES\. Núria Roca: (\d tiles|1 tile)\.",
    ),
}


def words(sentence: str) -> re.Pattern[str]:
    """A sentence with any tiles in it: ``6-1, 5-4 y 3-3``."""
    tiles = r"(\d-\d, )*(\d-\d (y|i|and) )?\d-\d"
    return re.compile(sentence.replace("TILES", tiles).replace("TILE", r"\d-\d"))


def two_at_a_table(
    server: Running, devices: Devices, locale: str = "es-ES", near: str | None = None
) -> tuple[Seat, Seat]:
    """Marta with a keyboard, by a line of her own if she has one; Núria with a finger. Two bots between them would be
    too quick to listen to."""
    marta, nuria = Guest(near or server.url, "Marta Vidal"), Guest(server.url, "Núria Roca")
    opened = marta.opens("clasico", options={"players": 2, "play": "alone"}, settings=QUICK, limit="999p")
    nuria.comes_to(opened)
    one = sit(devices.context(LAPTOP, locale=locale), marta, opened, "keys")
    other = sit(devices.context(PHONE), nuria, opened, "finger")
    other.press(other.page.get_by_role("button", name="Sentarme enfrente"))
    return one, other


def has_a_choice(seat: Seat) -> bool:
    return seat.is_my_turn() and seat.page.locator("#rack button.up").count() > 0


def focused(page: Page) -> Locator:
    return page.locator("*:focus")


def has_focus(page: Page) -> bool:
    """Somewhere, and not only on the page as a whole."""
    return bool(page.evaluate("() => document.hasFocus() && ![null, document.body].includes(document.activeElement)"))


@pytest.mark.parametrize("locale", HEARD)
def test_what_happens_is_announced_once_and_whose_turn_it_is_with_all_one_needs(
    server: Running, devices: Devices, locale: str
):
    heard = HEARD[locale]
    one, other = two_at_a_table(server, devices, locale)
    news, turn = one.page.locator("#news"), one.band.get_by_role("status")
    expect(news).to_have_role("status")
    play([one, other], lambda: other.chain() != "" and has_a_choice(other))
    laid = other.play_something()
    expect(news).to_contain_text(heard.lays.format(tile=laid))
    expect(one.band).to_have_class("mine")
    expect(turn).to_have_text(words(f"^{heard.turn}$"))
    up = [words_of(tile).split(",")[0] for tile in one.page.locator("#rack button.up").all()]
    for tile in up:
        expect(turn).to_contain_text(tile)
    assert one.page.locator("#news, #band .sr").evaluate_all(
        "all => all.every((one) => !one.closest('[aria-hidden=true], [inert], [hidden]'))"
    )


def test_whoever_comes_back_is_not_told_as_the_last_thing_what_was_said_before_they_were_away(
    server: Running, devices: Devices, watch: Watch
):
    watch.expect(FAILED)
    with closing(Line(server.port)) as line:
        one, other = two_at_a_table(server, devices, near=line.url)
        news = one.page.locator("#news .line")
        play([one, other], lambda: other.chain() != "" and has_a_choice(other) and news.inner_text() != "")
        before = news.inner_text()
        with one.page.expect_console_message(lambda message: bool(re.search(FAILED, message.text))):
            line.cut()
        expect(one.page.locator("#news .before")).to_be_visible()  # the last thing heard
        other.play_something()
        line.mend()
        expect(one.band).to_have_class("mine")
        expect(news).not_to_have_text(before)
        expect(one.page.locator("#news .before")).to_be_hidden()


@pytest.mark.parametrize("locale", HEARD)
def test_every_tile_has_a_name_that_says_whether_it_can_be_played_and_help_says_where_the_hand_stands(
    server: Running, devices: Devices, locale: str
):
    heard = HEARD[locale]
    one, other = two_at_a_table(server, devices, locale)
    play([one, other], lambda: one.is_my_turn() and one.chain() != "")
    names = [words_of(tile) for tile in one.rack_tiles.all()]
    assert all(words(heard.tile).fullmatch(name) for name in names), names
    expect(one.page.get_by_role("region", name=heard.tiles)).to_be_visible()
    expect(other.page.get_by_role("article", name="Marta Vidal")).to_be_visible()
    expect(one.page.locator("#cloth").get_by_role("img")).to_have_accessible_name(words(f"^{heard.carro}"))
    one.page.keyboard.press("?")
    expect(one.page.get_by_role("dialog")).to_contain_text(words(heard.help))


def test_the_focus_is_seen_wherever_it_goes_and_is_not_lost_when_a_tile_is_played(server: Running, devices: Devices):
    one, other = two_at_a_table(server, devices)
    play([one, other], lambda: has_a_choice(one))
    page = one.page
    for _ in range(25):
        page.keyboard.press("Tab")
        if not has_focus(page):
            continue  # round the corner: the browser's own bar
        outline = focused(page).evaluate(
            "one => [getComputedStyle(one).outlineStyle, parseFloat(getComputedStyle(one).outlineWidth)]"
        )
        assert outline[0] != "none", focused(page).evaluate("one => one.outerHTML.slice(0, 200)")
        assert outline[1] >= 2
    tile = page.locator("#rack button.up").first
    one.walk_to(tile)
    page.keyboard.press("Enter")
    ends = one.band.locator(".ends.choose button")
    if ends.count():
        one.walk_to(ends.first)
        page.keyboard.press("Enter")
    expect(page.locator("#table")).not_to_have_attribute("data-turn", "mine")
    assert has_focus(page), "on the next tile, or on the rack"
    other.answer_whatever_is_asked()
    assert has_focus(page)


def test_the_focus_goes_on_to_the_table_after_the_count(server: Running, devices: Devices):
    one, other = two_at_a_table(server, devices)
    one.agrees = other.agrees = False
    play([one, other], lambda: one.mode() == other.mode() == "count")
    expect(other.panel.locator("[data-key=conforme]")).to_be_visible()
    other.agree()
    button = one.panel.locator("[data-key=conforme]")
    one.walk_to(button)
    one.page.keyboard.press("Enter")
    expect(one.table).to_have_attribute("data-mode", "play")
    assert has_focus(one.page)


def test_help_says_where_the_hand_stands_and_gives_the_focus_back(server: Running, devices: Devices):
    one, other = two_at_a_table(server, devices)
    play([one, other], lambda: one.is_my_turn() and one.chain() != "")
    tile = one.rack_tiles.last
    one.walk_to(tile)
    one.page.keyboard.press("?")
    dialog = one.page.get_by_role("dialog", name="Teclas y ayuda")
    expect(dialog).to_be_visible()
    expect(dialog).to_contain_text("Te toca.")
    expect(dialog.get_by_role("button", name="Cerrar")).to_be_focused()
    for _ in range(4):
        one.page.keyboard.press("Tab")
        assert not one.page.locator("#rack :focus, #side :focus, #bar :focus").count(), (
            "what is covered is out of reach"
        )
    one.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(tile).to_be_focused()


def tab_to(page: Page, wanted: Locator) -> None:
    """As far as the tabulator goes: what it does not reach is not there for who has only keys."""
    wanted.wait_for()
    for _ in range(80):
        page.keyboard.press("Tab")
        if wanted.evaluate("(one) => one === document.activeElement"):
            return
    raise AssertionError(f"never reached: {wanted}")


def test_playing_now_a_setting_and_a_friends_table_are_reached_by_keys_alone(server: Running, devices: Devices):
    opened = Guest(server.url, "Aina Keys").opens("clasico", settings={"public": True} | QUICK)
    page = devices.page(LAPTOP, base_url=server.url)
    page.goto("/")
    tab_to(page, page.get_by_role("button", name=re.compile("Jugar ahora")))
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/tables/[a-z0-9]{12}$"))
    expect(page.locator("#rack button").first).to_be_visible()

    page.goto("/me")
    tab_to(page, page.get_by_role("link", name="noche", exact=True))
    page.keyboard.press("Enter")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")

    page.goto("/")
    tab_to(page, page.get_by_role("link", name=re.compile("Jugar con alguien")))
    page.keyboard.press("Enter")
    tab_to(page, page.locator("#room-list li", has_text="Aina Keys").get_by_role("button"))
    page.keyboard.press("Enter")
    tab_to(page, page.get_by_label("Tu nombre"))
    page.keyboard.type("Marta")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/tables/{opened['table']}")
    expect(page.locator(".seat.mine")).to_contain_text("Marta")
