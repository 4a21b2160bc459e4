"""Alone with bots in a real browser: no clock, advice that stays until it is read, a move taken back."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.at_table import Seat, play, sit
from tests.browser.axe import serious_violations
from tests.browser.looking import faults
from tests.browser.screens import LAPTOP, PHONE, Devices, Screen, Theme
from tests.browser.screenshots import keep
from tests.browser.test_layout import LYING, OVER
from tests.web.serving import Guest, Running

SETTINGS = {"bot": "level-2", "pace": "at_once", "times": {"entropy": 0, "move": None}}


@pytest.mark.parametrize(("screen", "theme"), [(PHONE, "light"), (LYING, "light"), (LAPTOP, "dark")])
def test_advice_is_read_a_move_is_taken_back_and_nothing_counts_down(
    server: Running, devices: Devices, screen: Screen, theme: Theme
):
    ana = Guest(server.url, "Marta Vidal")
    opened = ana.opens("clasico", bots="all", settings=SETTINGS)
    seat = sit(devices.context(screen, theme=theme), ana, opened)
    page, note = seat.page, seat.page.locator(".strip.note:not(.teach)")
    play([seat], lambda: seat.is_my_turn() and page.locator("#rack button.up").count() > 1)
    assert page.locator("#band .time").text_content() == ""
    assert page.locator("time[data-until]").count() == 0

    key = page.locator("#rack kbd").first
    expect(key).to_be_hidden()
    if screen is LAPTOP:
        page.keyboard.press("ArrowLeft")
        expect(key).to_be_visible()

    page.locator("#quick [data-key=hint]").click()
    expect(note).to_contain_text("Yo pondría el")
    assert faults(page) == []
    note.get_by_role("button", name="Entendido").click()
    expect(note).to_have_count(0)
    advised, place = page.locator("#rack .advised"), page.locator(".felt .advised")
    expect(advised).to_have_count(1)
    expect(advised).to_have_accessible_name(re.compile("la que pondría el bot"))
    expect(advised.locator(".advised-sign")).to_be_visible()
    expect(place).to_have_count(1)
    expect(place.locator(".advice-sign")).to_be_visible()
    assert page.evaluate(OVER, ["#quick", "#rack .standing, #band, #score, #news .line, .felt .faces > *"]) == []
    keep(page, "advised")

    while (before := plays_and_is_in_turn_again(seat)) is None:
        pass
    tiles, chain = before
    expect(page.locator(":is(#rack, .felt) .advised")).to_have_count(0)
    page.locator("#quick [data-key=take-back]").click()
    expect(page.locator("#rack button")).to_have_count(len(tiles))
    assert (seat.tiles(), seat.chain(), seat.is_my_turn()) == (tiles, chain, True)
    assert page.locator("#tools [data-key=call]").count() == 0, "there is nobody to call"


def plays_and_is_in_turn_again(seat: Seat) -> tuple[list[str], str] | None:
    """A move of hers, and it is her turn: her tiles and the carro before it. None where the deal has it otherwise: the
    hand has ended by it, or the table has played a forced turn for her meanwhile."""
    page = seat.page
    play([seat], lambda: seat.is_my_turn() and page.locator("#rack button.up").count() > 1)
    tiles, chain, number = seat.tiles(), seat.chain(), seat.hand_number()
    seat.play_something()
    play([seat], lambda: seat.chain() != chain and (seat.is_my_turn() or seat.hand_number() != number))
    forced = len(seat.tiles()) != len(tiles) - 1 or page.locator("#refusal[data-tone=told]:not(:empty)").count()
    return None if forced or seat.hand_number() != number else (tiles, chain)


SAID = """() => {
    window.said = { ".strip.note:not(.teach)": [], "#refusal[data-tone=told]": [] };
    const look = () => Object.entries(window.said).forEach(([where, texts]) => {
        const text = document.querySelector(where)?.textContent;
        if (text && texts.at(-1) !== text) texts.push(text);
    });
    look();
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, attributes: true });
}"""
"""What was to be read, and when: it goes away by the next move, perhaps before anybody looks."""


@pytest.mark.article("TG-14.12")
def test_a_turn_that_the_table_plays_for_me_is_explained_once_and_said_in_a_line_afterwards(
    server: Running, devices: Devices
):
    ana = Guest(server.url, "Marta Vidal")
    opened = ana.opens("tarragona", bots="all", limit="5000p", settings=SETTINGS | {"manner": "home"})
    seat = sit(devices.context(PHONE), ana, opened)
    seat.page.evaluate(SAID)
    heard = (
        "(([notes, lines]) => lines.length && notes.some((one) => one.includes('se juega solo')))(Object.values(said))"
    )
    play([seat], lambda: bool(seat.page.evaluate(heard)))
    notes, lines = seat.page.evaluate("Object.values(window.said)")
    note = next(note for note in notes if "se juega solo" in note)
    line = lines[0]
    assert re.search("(por ti|juega) ?.*el turno se juega solo.*¿por qué?", note)
    assert "la mesa" in line
    assert "se juega solo" not in line


def test_a_word_of_the_game_opens_what_it_means_over_the_table(server: Running, devices: Devices):
    ana = Guest(server.url, "Marta Vidal")
    opened = ana.opens("clasico", bots="all", settings=SETTINGS | {"manner": "home"})
    seat = sit(devices.context(PHONE), ana, opened)
    page = seat.page
    play([seat], lambda: seat.mode() == "count")
    word = page.locator("#panel .panel-head a.term").first
    said = word.inner_text()
    word.click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("heading", level=2)).to_have_text(re.compile(said.rstrip("s"), re.IGNORECASE))
    expect(dialog.locator(".reading-text > p").last).to_be_visible()
    expect(dialog).not_to_contain_text("Artículo")
    assert serious_violations(page) == []
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    assert seat.mode() == "count"


@pytest.mark.parametrize("screen", [PHONE, LYING, LAPTOP])
def test_when_the_match_is_over_the_result_is_read_first_and_the_board_can_be_read(
    server: Running, devices: Devices, screen: Screen
):
    ana = Guest(server.url, "Marta Vidal")
    opened = ana.opens("tarragona", bots="all", limit="1h", settings=SETTINGS | {"manner": "home"})
    seat = sit(devices.context(screen), ana, opened)
    page = seat.page
    play([seat], lambda: seat.mode() == "ended")
    expect(page.locator(".result h2")).to_contain_text(re.compile("(?i:gan|empat|igual)"))
    assert faults(page) == []
    top, cloth = (page.locator(one).bounding_box() for one in (".result", "#cloth"))
    assert top is not None
    assert cloth is not None
    if screen is PHONE:
        assert top["y"] < cloth["y"]
        assert cloth["height"] >= 0.45 * screen.height
    for points in page.locator(".scores strong").all():
        expect(points).to_be_in_viewport(ratio=0.9)


def test_without_a_network_a_tap_is_answered_and_a_tile_that_is_kept_can_be_taken_back(
    server: Running, devices: Devices
):
    ana = Guest(server.url, "Marta Vidal")
    seat = sit(devices.context(PHONE), ana, ana.opens("clasico", bots="all", settings=SETTINGS))
    page = seat.page
    play([seat], lambda: seat.is_my_turn() and page.locator("#rack button.up").count() > 0)
    tiles = seat.tiles()
    page.evaluate("() => { window.heard = WebSocket.prototype.send; WebSocket.prototype.send = () => {}; }")
    seat.play(page.locator("#rack button.up").first)
    expect(page.locator("#band")).to_contain_text("está guardado")
    page.locator("#quick [data-key=take-back]").click()
    expect(page.locator("#band")).to_contain_text("Sin conexión")
    expect(page.locator("#band [data-key=now]")).to_be_enabled()
    page.locator("#quick [data-key=hint]").click()
    expect(page.locator("#refusal")).to_contain_text("Podrás jugar en cuanto vuelva la conexión")
    page.evaluate("() => { WebSocket.prototype.send = window.heard; }")
    page.locator("#band [data-key=now]").click()
    seat.until_current()
    expect(page.locator("#refusal")).to_be_empty()
    assert (sorted(seat.tiles()), seat.is_my_turn()) == (sorted(tiles), True)


INTO = """([words, others]) => {
    const written = (one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        return range.getBoundingClientRect();
    };
    const seen = (which) => [...document.querySelectorAll(which)].filter((one) => one.checkVisibility());
    const touch = (a, b) => a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
    return seen(words).flatMap((one) => seen(others)
        .filter((other) => touch(written(one), other.getBoundingClientRect()))
        .map((other) => `${one.textContent} reaches into ${other.textContent}`));
}"""
"""What is written and reaches into something else."""

LOOKS = ["left", "larger", "larger.left"]
SMALLEST = Screen(320, 640, "finger")
ALL_SMALL = [(screen, look) for screen in (PHONE, SMALLEST, LYING) for look in LOOKS]
SAMPLE = [(PHONE, "left"), (SMALLEST, "larger.left"), (LYING, "larger")]
"""Every screen and every look; the narrowest with all that makes it narrower."""


@pytest.mark.parametrize("seen", [SAMPLE, pytest.param(ALL_SMALL, marks=pytest.mark.prove)], ids=["sample", "all"])
def test_on_every_phone_why_not_can_be_tapped_and_the_second_tap_is_asked_for_beside_its_button(
    server: Running, devices: Devices, seen: list[tuple[Screen, str]]
):
    ana = Guest(server.url, "Marta Vidal")
    context = devices.context(PHONE)
    seat = sit(context, ana, ana.opens("clasico", bots="all", settings=SETTINGS))
    page, rests = seat.page, seat.page.locator("#rack button.rests")
    play([seat], lambda: seat.is_my_turn() and rests.count() > 0 and page.locator("#rack button.up").count() > 0)
    page.evaluate("localStorage.setItem('tantera.table', JSON.stringify({ confirm: true }))")
    wrong = []
    for screen, look in seen:
        page.set_viewport_size({"width": screen.width, "height": screen.height})
        context.add_cookies([{"name": "look", "value": look, "url": server.url}])
        page.reload()
        rests.first.tap()
        expect(page.locator("#refusal")).to_contain_text("no entra")
        keep(page, f"refused-{look}")
        page.locator("#refusal .article").tap(trial=True)
        wrong += [f"{screen} {look}: {fault}" for fault in faults(page)]
        page.locator("#rack button.up").first.tap()
        expect(page.locator("#band button").first).to_be_visible()
        keep(page, f"picked-{look}")
        into = page.evaluate(INTO, ["#band strong, #band .note", "#band button"])
        wrong += [f"{screen} {look}: {fault}" for fault in into]
    assert wrong == []
