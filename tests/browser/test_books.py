"""Every book in a browser: somebody with bots plays a match to its end by what stands on the page."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import expect

from tests.browser.at_table import Hand, Seat, ask, play, sit
from tests.browser.screens import LAPTOP, PHONE, PHONE_TALL, Devices, Screen, Theme
from tests.browser.screenshots import keep
from tests.web.serving import Guest, Running, serving

QUICK = {"times": {"entropy": 0, "wish": 15000, "consent": 1000}}


class Game(NamedTuple):
    book: str
    limit: str
    options: dict[str, Any]
    screen: Screen
    hand: Hand
    theme: Theme = "light"
    locale: str = "es-ES"


TWO = {"players": 2, "play": "alone", "boneyard": "one"}
UNTIL = {"boneyard": "until_fits", "reserve": 2, "level_at_end": "half_point"}
NINE = {"set": "double-nine"}
GAMES = {
    "san-juan": Game("san-juan", "999p 1h", {}, PHONE, "finger"),
    "competencia-individual": Game("competencia-individual", "999p 1h", {}, LAPTOP, "keys", "dark"),
    "clasico": Game("clasico", "999p 1h", {"false_thinking": "allowed"}, LAPTOP, "mouse", "light", "en-GB"),
    "clasico, two with sleeping tiles": Game("clasico", "999p 1h", TWO, PHONE_TALL, "finger", "dark", "ca-ES"),
    "clasico, double nine": Game("clasico", "999p 1h", NINE, PHONE, "finger", "dark"),
    "clasico, drawing until it fits": Game("clasico", "999p 1h", TWO | UNTIL, PHONE, "finger"),
    "fives-and-threes": Game("fives-and-threes", "999p 1h", {"level_at_end": "half_point"}, LAPTOP, "mouse"),
}
EVERY_MECHANISM = (
    "competencia-individual",
    "clasico, two with sleeping tiles",
    "clasico, drawing until it fits",
    "fives-and-threes",
)
"""Partners by keys, boneyards, points as they are made; what else there is, is shown by whole matches, too."""
SAMPLE = [name if name in EVERY_MECHANISM else pytest.param(name, marks=pytest.mark.prove) for name in GAMES]
WHOLE = {
    "san-juan": Game("san-juan", "100p", {}, PHONE, "finger"),
    "competencia-individual": Game("competencia-individual", "60p", {}, LAPTOP, "drag", "dark"),
    "clasico": Game("clasico", "100p", {}, LAPTOP, "keys"),
    "clasico, three with sleeping tiles": Game("clasico", "60p", TWO | {"players": 3}, PHONE, "finger", "dark"),
    "clasico, double nine, keys": Game("clasico", "100p", NINE, LAPTOP, "keys"),
    "fives-and-threes": Game("fives-and-threes", "61p", {}, PHONE, "finger"),
    "ueh, three": Game("ueh", "60p", {"players": 3}, LAPTOP, "drag"),
}


def a_match(server: Running, devices: Devices, game: Game) -> Seat:
    marta = Guest(server.url, "Marta Vidal")
    opened = marta.opens(game.book, options=game.options, limit=game.limit, bots="all", settings=QUICK)
    context = devices.context(game.screen, theme=game.theme, locale=game.locale)
    seat = sit(context, marta, opened, game.hand)
    play([seat], lambda: seat.mode() == "ended")
    return seat


@pytest.mark.parametrize("name", SAMPLE)
def test_a_short_match_of_every_book(server: Running, devices: Devices, name: str):
    seat = a_match(server, devices, GAMES[name])
    *before, last = [row for row in seat.sheet().rows if row.number]
    assert int(last.number) == len(before) + 1
    assert all(len(set(row.points.values())) == 1 for row in before), "only whoever is level plays another hand"
    expect(seat.page.locator(".result h2")).to_be_visible()


@pytest.mark.prove
@pytest.mark.parametrize("name", WHOLE)
def test_a_whole_match_of_every_book(server: Running, devices: Devices, name: str):
    seat = a_match(server, devices, WHOLE[name])
    kept = ask(seat.page.context, f"{server.url}/api/tables/{seat.table_id}")["view"]
    assert sorted(seat.sheet().totals.values()) == sorted(kept["score"])


AT_ONE_MOMENT = """() => [[...document.querySelectorAll("#score .points")].map((one) => one.innerText),
    document.querySelector("#moves").innerText]"""


@pytest.mark.article("FT-puntas", "FT-tablero")
def test_the_points_of_a_tile_are_on_the_page_as_they_are_made(server: Running, devices: Devices):
    """In the moves and the news by name, and on the score while the hand goes on."""
    marta = Guest(server.url, "Marta Vidal")
    opened = marta.opens("fives-and-threes", limit="61p", bots="all", settings=QUICK)
    seat = sit(devices.context(LAPTOP), marta, opened, "mouse")
    seat.agrees = False
    moves = seat.page.locator("#moves")

    def made(text: str = "") -> list[int]:
        return [int(points) for points in re.findall(r"\d-\d \+(\d+)", text or moves.inner_text())]

    play([seat], lambda: bool(made()) or seat.mode() != "play")
    expect(moves).to_contain_text(re.compile(r"\d-\d \+\d"))
    scores, told = seat.page.evaluate(AT_ONE_MOMENT)  # the bots play on
    assert sum(map(int, scores)) == sum(made(told))
    play([seat], lambda: seat.mode() != "play")
    assert sum(seat.sheet().totals.values()) == sum(made())


def at_once(folder: Path, devices: Devices) -> float:
    """One button, no name, bots that take their time, as somebody finds it who has just scanned the code: the seconds
    to the first thing to do."""
    with serving(folder / "data", bot_pause=(0.7, 1.4)) as server:
        page = devices.page(PHONE, base_url=server.url)
        began = time.monotonic()
        page.goto("/")
        page.get_by_role("button", name="Jugar ahora").tap()
        seat = Seat(page, "Invitado", "finger")
        while not seat.is_asked():
            page.wait_for_timeout(50)
        took = time.monotonic() - began
        keep(page, "first-thing-to-do")
        assert seat.is_my_turn(), "a tile or a pass, and nothing before it"
        assert seat.answer_whatever_is_asked()
    return took


def test_from_the_first_page_one_button_leads_to_the_first_thing_to_do(tmp_path: Path, devices: Devices):
    at_once(tmp_path, devices)


@pytest.mark.prove
@pytest.mark.timed
def test_from_the_first_page_to_the_first_thing_to_do_is_less_than_ten_seconds(tmp_path: Path, devices: Devices):
    assert at_once(tmp_path, devices) < 10
