"""A position that somebody sets on a page, plays on from, and keeps as a problem."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import httpx
import pytest

from tantera.lessons.setting import Draft, from_the_turn
from tests.web.browsing import ids_twice, styles_inline
from tests.web.serving import Guest, Running, serving
from tests.web.visiting import Browser

EMPTY = "/position"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with serving(tmp_path_factory.mktemp("position") / "data") as running:
        yield running


def touched(page: httpx.Response, words: str) -> str:
    """Where a tile, or what is written on a button, leads."""
    links = re.findall(r'<a [^>]*href="([^"]+)"([^>]*)>(.*?)</a>', page.text, re.DOTALL)
    return next(
        unescape(to)
        for to, more, text in links
        if f'aria-label="{words}"' in more or words in re.sub("<[^>]+>", "", text)
    )


def at(draft: Draft, path: str = EMPTY) -> str:
    return f"{path}?racks={draft.as_text}&opener={draft.opener}&moves={' '.join(draft.moves)}"


def after(moves: int) -> Draft:
    draft = Draft().filled(b"a hand for tests")
    for _ in range(moves):
        draft = draft.laid(draft.may_play[0])
    return draft


def test_tiles_are_given_by_touching_them_and_the_rest_by_chance(server: Running):
    with Browser(server.url) as browser:
        page = browser.get(EMPTY)
        assert ids_twice(page.text) == styles_inline(page.text) == []
        for tile in ("6-6", "6-5", "6-4", "6-3", "6-2", "6-1", "6-0"):
            page = browser.get(touched(page, tile))
        page = browser.get(touched(page, "5-5"))
        dealt = browser.get(touched(page, "El resto al azar"))
        racks = httpx.URL(dealt.headers["location"]).params["racks"].split("_")
    assert racks[0] == "66.65.64.63.62.61.60"
    assert racks[1].startswith("55.")
    assert sorted(tile for rack in racks for tile in rack.split(".")) == sorted(
        tile for rack in after(0).as_text.split("_") for tile in rack.split(".")
    )


def test_a_tile_that_is_touched_in_a_rack_goes_back(server: Running):
    with Browser(server.url) as browser:
        given = browser.get(touched(browser.get(EMPTY), "6-6"))
        back = touched(given, "6-6")
    assert httpx.URL(back).params["racks"] == "___"


def test_tiles_are_laid_until_the_hand_is_over_and_taken_back(server: Running):
    with Browser(server.url) as browser:
        page = browser.get(at(after(3)))
        assert "¿Qué se pone después?" in page.text
        back = touched(page, "Retirar la última ficha")
        assert httpx.URL(back).params["moves"] == " ".join(after(2).moves)
        draft = after(3)
        while draft.may_play:
            draft = draft.laid(draft.may_play[0])
        over = browser.get(at(draft))
    assert "La mano se acaba aquí" in over.text
    assert "Jugar desde aquí" not in over.text


def test_whoever_plays_on_sits_at_a_table_that_stands_as_it_was_set(server: Running):
    draft = after(4)
    with Browser(server.url) as browser:
        form = {"racks": draft.as_text, "opener": "1", "moves": " ".join(draft.moves)}
        table = browser.post(EMPTY, form).headers["location"]
        seen = browser.get(f"/api{table}", headers={"accept": "application/json"}).json()
    hand = draft.position.match.hand
    assert hand is not None
    assert seen["view"]["racks"] == [[tile.code for tile in hand.rack(1) if tile], None, None, None]
    assert "hand" not in seen["table"]["settings"], "which would be everybody's tiles"


def test_a_problem_shows_ones_own_tiles_only_and_tells_afterwards_what_each_move_is_worth(server: Running):
    draft = from_the_turn(after(12))
    assert len(draft.may_play) > 1
    with Browser(server.url) as browser:
        page = browser.get(at(draft, "/position/problem"))
        assert "¿Qué ficha da más puntos a tu pareja?" in page.text
        assert "Con las fichas de todos a la vista" not in page.text
        verdicts = []
        for move in draft.may_play:
            answer = browser.post(at(draft, "/position/problem"), {"answer": move})
            while (told := browser.get(answer.headers["location"])).status_code != 200:
                assert "calculando" in told.text, "only the compiler may take its time"
            verdicts.append(told.text)
    assert all("Con las fichas de todos a la vista" in page for page in verdicts)
    assert any("Bien" in re.findall("<title>(.*?)</title>", page)[0] for page in verdicts)


@pytest.mark.parametrize(
    "address",
    [
        "/position/problem",
        "/position/problem?racks=66",
        f"{at(after(4), '/position/problem')}&answer=99",
        "/position?opener=x",
    ],
)
def test_an_address_that_is_no_problem_finds_none(server: Running, address: str):
    with Browser(server.url) as browser:
        assert browser.get(address).status_code in (400, 404)


def test_whatever_an_address_says_the_page_makes_the_best_of_it(server: Running):
    with Browser(server.url) as browser:
        for address in (
            "?racks=66.66_<b>_&opener=77&seat=-9",
            "?racks=" + "9" * 5000,
            f"?racks={after(0).as_text}&moves=66 66 66",
        ):
            assert browser.get(EMPTY + address).status_code == 200


def test_a_program_opens_a_table_with_a_hand_of_its_own_as_the_protocol_says_and_is_not_sent_it(server: Running):
    protocol = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text("utf-8")
    (asked,) = map(json.loads, re.findall(r"```json\n(.*?)```", protocol, re.DOTALL))
    guest = Guest(server.url, asked["name"])
    seen = guest.asks("GET", f"/api/tables/{guest.opens(**asked)['table']}").json()
    assert seen["view"]["racks"] == [["56", "46", "36", "26", "16"], None, None, None]
    assert "hand" not in seen["table"]["settings"]
    assert asked["settings"]["hand"]["racks"][1] not in json.dumps(seen)
