"""The checker that pages run, static/verify.js, outside any browser and against deals of our own engine."""

from __future__ import annotations

import copy
import json
import re
from hashlib import sha256
from typing import Any

import pytest

from tests.web.node import STATIC, run_script
from tests.web.vectors import FILE, ROOT, write

CHECK = 'const { check } = await load("verify.js"); console.log(JSON.stringify(given.map(check)));'


@pytest.fixture(scope="module")
def told() -> dict[str, list[dict[str, Any]]]:
    vectors: dict[str, list[dict[str, Any]]] = json.loads(FILE.read_text("utf-8"))
    return vectors


def test_the_vectors_are_what_the_engine_deals():
    assert FILE.read_text("utf-8") == write()


def test_our_sha_256_is_that_of_everybody():
    texts = ["", "abc", *("á" * length for length in (27, 28, 31, 32, 60, 500))]
    script = """
      const { sha256, hex, utf8 } = await load("sha256.js");
      console.log(JSON.stringify(given.map((one) => hex(sha256(utf8(one))))));
    """
    assert run_script(script, texts) == [sha256(text.encode()).hexdigest() for text in texts]


def test_every_deal_of_the_vectors_is_found_right(told):
    found = run_script(CHECK, told["deals"])
    for deal, checked in zip(told["deals"], found, strict=True):
        assert checked["right"], deal["about"]
        assert checked["sealed"] == deal["commitment"]
        assert (checked["seed"], checked["again"]) == (deal["deal_seed"], deal["again"]), deal["about"]
        assert {str(rack["seat"]): rack["due"] for rack in checked["racks"]} == deal["racks"]
    assert {deal["again"] for deal in told["deals"]} == {0, 1, 2}


def test_a_planted_wrong_tile_is_found_in_every_deal(told):
    planted = copy.deepcopy(told["deals"])
    for deal in planted:  # two players change a tile: every rack is still a rack that could have been dealt
        one, other, *_ = deal["racks"]
        deal["racks"][one][2], deal["racks"][other][3] = deal["racks"][other][3], deal["racks"][one][2]
    for deal, checked in zip(planted, run_script(CHECK, planted), strict=True):
        one, other, *_ = deal["racks"]
        assert checked["kept"]
        assert not checked["right"]
        assert sorted(str(rack["seat"]) for rack in checked["racks"] if not rack["right"]) == sorted((one, other))


def test_two_tiles_in_another_order_are_found_too(told):
    planted = copy.deepcopy(told["deals"])
    for deal in planted:
        rack = deal["racks"]["1"]
        rack[0], rack[1] = rack[1], rack[0]
    assert not any(checked["right"] for checked in run_script(CHECK, planted))


def test_another_seed_and_other_letters_are_found(told):
    sealed, added = copy.deepcopy(told["deals"]), copy.deepcopy([deal for deal in told["deals"] if deal["entropy"]])
    for deal in sealed:
        deal["server"] = deal["server"][::-1]
    assert not any(checked["kept"] for checked in run_script(CHECK, sealed))
    for deal in added:
        deal["entropy"][0][1] += "."
    found = run_script(CHECK, added)
    assert all(checked["kept"] for checked in found)
    assert not any(checked["right"] for checked in found)


def test_unknown_tiles_may_be_any_and_an_untold_order_of_taking_is_tried_out(told):
    partly = copy.deepcopy(told["deals"])
    for deal in partly:
        deal["racks"]["1"][3] = "??"
        taking = deal["takings"][0]
        deal["takings"] = [taking[1:] + taking[:1], taking]
    found = run_script(CHECK, partly)
    assert all(checked["right"] for checked in found)
    assert [checked["taking"] for checked in found] == [deal["takings"][1] for deal in partly]


def test_every_draw_for_the_opening_is_what_its_seed_gives(told):
    script = """
      const { lots } = await load("verify.js");
      console.log(JSON.stringify(given.map((draw) => lots(draw.server, draw.highest, draw.tiles.length))));
    """
    assert run_script(script, told["draws"]) == [draw["tiles"] for draw in told["draws"]]


def test_the_checker_needs_no_page_and_stays_short():
    text = (STATIC / "verify.js").read_text("utf-8")
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith(("//", "/**"))]
    assert len(lines) <= 50
    assert not re.search(r"\b(document|window|fetch|crypto)\b", text)


def test_the_text_that_explains_it_leads_to_the_vectors_and_the_checker():
    text = (ROOT / "docs" / "fair-deals.md").read_text("utf-8")
    for target in re.findall(r"\]\(([^)]+)\)", text):
        assert (ROOT / "docs" / target).resolve().is_file(), target
