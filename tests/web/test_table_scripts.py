"""The geometry of the table's page: the same as the room `layout` has, in the scripts that a browser runs."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tantera.layout import places
from tantera.rules import Seat
from tantera.tiles import Chain, End, TileSet
from tests.web.node import run_script

PAGE = "globalThis.document = { getElementById: () => null };\n"
"""The scripts ask for the page's words when they are loaded."""
PHONE, SMALL, LAPTOP = ((390, 400), (360, 360), (880, 506))


def chains(tile_set: TileSet, count: int, seed: int) -> list[Chain]:
    """Chains as random play leaves them, at every length."""
    random, found = Random(seed), []
    for _ in range(count):
        tiles = list(tile_set.tiles)
        random.shuffle(tiles)
        chain = Chain.opened(tiles.pop())
        while fitting := [(tile, end) for tile in tiles for end in End if tile.has(chain.end(end))]:
            found.append(chain)
            tile, end = random.choice(fitting)
            tiles.remove(tile)
            chain = chain.placed(tile, end)
        found.append(chain)
    return found


def laid(chain: Chain, tile_set: TileSet, quarters: int = 0) -> list[dict[str, Any]]:
    """As the wire has it."""
    return [
        {"tile": one.placement.code, "end": one.placement.end, "x": one.x, "y": one.y, "angle": one.angle}
        for one in (place.seen_from(quarters) for place in places(chain, tile_set))
    ]


def test_the_table_is_turned_as_layout_turns_it():
    some = Random(1).sample(chains(TileSet.DOUBLE_SIX, 4, 3), 12)
    given = [laid(chain, TileSet.DOUBLE_SIX) for chain in some]
    script = PAGE + (
        'const { turned } = await load("table/seats.js");\n'
        "const all = given.map((chain) => [0, 1, 2, 3].map((by) => chain.map((place) => turned(place, by))));\n"
        "console.log(JSON.stringify(all));"
    )
    for chain, by_quarters in zip(some, run_script(script, given), strict=True):
        for quarters, turned in enumerate(by_quarters):
            meant = laid(chain, TileSet.DOUBLE_SIX, quarters)
            assert [(one["x"], -one["y"], one["angle"]) for one in turned] == [
                (one["x"], one["y"], one["angle"]) for one in meant
            ]


@pytest.mark.parametrize(
    ("players", "below", "sides"),
    [
        (4, 1, {1: "below", 2: "right", 3: "above", 4: "left"}),
        (4, 3, {3: "below", 4: "right", 1: "above", 2: "left"}),
        (3, 2, {2: "below", 3: "right", 1: "left"}),
        (2, 2, {2: "below", 1: "above"}),
    ],
)
def test_the_next_player_sits_on_the_right(players: int, below: Seat, sides: dict[Seat, str]):
    script = PAGE + (
        'const { sides } = await load("table/seats.js");\n'
        "console.log(JSON.stringify(sides(given.below, given.players)));"
    )
    found = run_script(script, {"below": below, "players": players})
    assert {int(seat): side for seat, side in found.items()} == sides


def test_where_play_goes_clockwise_the_next_player_sits_on_the_left():
    facts = '{"clockwise": true}'
    script = f"globalThis.document = {{ getElementById: () => ({{ textContent: {facts!r} }}) }};\n" + (
        'const { sides, quarters } = await load("table/seats.js");\n'
        "console.log(JSON.stringify([sides(1, 4), sides(2, 3), quarters(2, 1)]));"
    )
    four, three, turned = run_script(script, {})
    assert four == {"1": "below", "2": "left", "3": "above", "4": "right"}
    assert three == {"1": "right", "2": "below", "3": "left"}
    assert turned == 3


FIT = (
    PAGE
    + """
const { fitted, LEAST } = await load("table/fit.js");
const { boxOf, openHalf } = await load("table/tiles.js");
const told = given.chains.map((chain) => {
  const ends = ["<", ">"].map((end) => openHalf(chain.findLast((one) => one.end === end) ?? chain[0], end));
  const view = fitted(chain.map(boxOf), ends, { left: 0, top: 0, right: given.wide, bottom: given.high }, null);
  const inside = ({ left, top, right, bottom }) =>
    Math.abs(left - view.x) * view.scale <= given.wide / 2 + 0.01 &&
    Math.abs(right - view.x) * view.scale <= given.wide / 2 + 0.01 &&
    Math.abs(top - view.y) * view.scale <= given.high / 2 + 0.01 &&
    Math.abs(bottom - view.y) * view.scale <= given.high / 2 + 0.01;
  return { scale: view.scale, whole: view.whole, all: chain.map(boxOf).every(inside), last: inside(ends[1]) };
});
console.log(JSON.stringify({ least: LEAST, told }));
"""
)


@pytest.mark.parametrize("area", [PHONE, SMALL, LAPTOP], ids=["phone", "small", "laptop"])
@pytest.mark.parametrize("tile_set", list(TileSet), ids=lambda one: one.value)
def test_the_carro_is_shown_whole_or_its_end_is_readable(tile_set: TileSet, area: tuple[int, int]):
    """Every chain of random play: all of it at a size that can be read, or else the end last played at one."""
    wide, high = area
    drawn = [laid(chain, tile_set) for chain in chains(tile_set, 25, 7)]
    for one in (place for chain in drawn for place in chain):
        one["y"] = -one["y"]  # the screen's way; what angle means stays as it is
    found = run_script(FIT, {"chains": drawn, "wide": wide, "high": high})
    for told in found["told"]:
        assert told["scale"] >= found["least"]
        assert told["all"] if told["whole"] else told["last"]
    if tile_set is TileSet.DOUBLE_SIX and area is LAPTOP:
        assert all(told["whole"] for told in found["told"])


SLOTS = (
    PAGE
    + """
const { Slots } = await load("table/slots.js");
const slots = new Slots();
const shown = given.map(({ number, rack, count, lifted }) => {
  const places = slots.update({ number, racks: [rack], counts: [count ?? rack.length] }, 1, lifted);
  return places.map(({ tile, held }) => (held ? (tile ?? "?") : "-")).join(" ");
});
console.log(JSON.stringify(shown));
"""
)


@pytest.mark.article("TG-13.2")
def test_a_rack_keeps_its_gaps_and_takes_a_tile_back_to_its_place():
    steps = [
        {"number": 1, "rack": None, "count": 3},
        {"number": 1, "rack": ["14", "01", "66"]},
        {"number": 1, "rack": ["14", "66"]},
        {"number": 1, "rack": ["14"]},
        {"number": 1, "rack": ["14", "66"]},
        {"number": 1, "rack": ["14", "66", "25"]},
        {"number": 2, "rack": ["66", "25", "01"]},
    ]
    shown = ["? ? ?", "14 01 66", "14 - 66", "14 - -", "14 - 66", "14 - 66 25", "66 25 01"]
    assert run_script(SLOTS, steps) == shown


@pytest.mark.article("TG-13.2")
def test_a_page_that_is_loaded_again_shows_the_same_gaps():
    again = {"number": 4, "rack": ["14", "66"], "lifted": ["01", "14", "22", "66"]}
    later = {"number": 4, "rack": ["66"]}
    next_hand = {"number": 5, "rack": ["14", "33"]}
    assert run_script(SLOTS, [again, later, next_hand]) == ["- 14 - 66", "- - - 66", "14 33"]
