"""Drawings: well-formed, whole, and telling nothing that they should not."""

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tantera.layout import Theme, draw_rack, draw_table, places, sprite
from tantera.layout.artwork import PIPS
from tantera.tiles import Chain, Tile, TileSet
from tests.layout.chains import chain_of, chains

SVG = "{http://www.w3.org/2000/svg}"


def read(drawing: str) -> ElementTree.Element:
    return ElementTree.fromstring(drawing)


def by_class(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [element for element in root.iter() if element.get("class") == name]


def view_box(root: ElementTree.Element) -> tuple[float, ...]:
    return tuple(map(float, root.attrib["viewBox"].split()))


@pytest.mark.parametrize("number", range(10))
def test_a_number_has_as_many_pips(number: int):
    assert PIPS[number].count("o") == number
    assert PIPS[number] == PIPS[number][::-1]  # the same from either side of the table


@given(chains(TileSet.DOUBLE_NINE), st.integers(0, 3), st.sampled_from(Theme))
def test_every_tile_is_drawn_inside_the_view_from_every_seat(chain: Chain, seat_offset: int, theme: Theme):
    root = read(draw_table(places(chain, TileSet.DOUBLE_NINE), "", seat_offset=seat_offset, theme=theme))
    left, top, width, height = view_box(root)
    assert [tile.get("data-tile") for tile in by_class(root, "dm-tile")] == [p.code for p in chain.placements]
    for use in root.iter(f"{SVG}use"):
        assert left + 20 <= float(use.attrib["x"]) <= left + width - 20
        assert top + 20 <= float(use.attrib["y"]) <= top + height - 20


@given(chains(TileSet.DOUBLE_NINE))
def test_whatever_is_used_is_defined_and_no_number_is_defined_in_vain(chain: Chain):
    root = read(draw_table(places(chain, TileSet.DOUBLE_NINE), ""))
    defined = {element.attrib["id"] for element in root.iter() if "id" in element.attrib}
    assert {use.attrib["href"][1:] for use in root.iter(f"{SVG}use")} <= defined
    numbers = {number for placement in chain.placements for number in (placement.touching, placement.open)}
    assert {name for name in defined if name[3:].isdigit()} == {f"dm-{number}" for number in numbers}


@pytest.mark.parametrize(
    ("moves", "rims"),
    [
        ("56", [("<", 0, 10), (">", 0, -10)]),  # both halves of the opening tile, the lower one below
        ("66", [("<", 0, 0), (">", 0, 0)]),  # a double is open as a whole
        ("56 <54", [("<", 0, 50), (">", 0, -10)]),
        ("56 <54 >66", [("<", 0, 50), (">", 0, -30)]),
    ],
)
def test_the_two_open_ends_have_a_rim_of_light(moves: str, rims: list[tuple[str, float, float]]):
    found = []
    for rim in by_class(read(draw_table(places(chain_of(moves)), "")), "dm-open"):
        x, y, width, height = (float(rim[-1].attrib[name]) for name in ("x", "y", "width", "height"))
        found.append((rim.get("data-end"), x + width / 2, y + height / 2))
    assert found == rims


@pytest.mark.parametrize(("seat_offset", "x", "y"), [(0, 0, 40), (1, -40, 0), (2, 0, -40), (3, 40, 0)])
def test_any_seat_can_be_at_the_bottom(seat_offset: int, x: float, y: float):
    # 54 lies towards the opener, who sits on the left of the next player, across from the partner, and so on.
    *_, tile = by_class(read(draw_table(places(chain_of("56 <54")), "", seat_offset=seat_offset)), "dm-tile")
    face = tile[0].attrib
    assert (float(face["x"]), float(face["y"])) == (x, y)


def test_a_drawing_is_read_aloud_as_its_title_and_the_chain_in_line():
    root = read(draw_table(places(chain_of("56 <54 >66")), 'Mesa 3 <b> & "ocho"'))
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == 'Mesa 3 <b> & "ocho"'
    assert root.findtext(f"{SVG}desc") == "4|5 5|6 6|6"


def test_the_whole_table_is_drawn_on_demand_and_when_nothing_lies_on_it():
    assert view_box(read(draw_table([], ""))) == (-280, -280, 560, 560)
    assert view_box(read(draw_table(places(chain_of("66")), "", whole=TileSet.DOUBLE_SIX))) == (-280, -280, 560, 560)
    assert view_box(read(draw_table(places(chain_of("66")), "", whole=TileSet.DOUBLE_NINE))) == (-320, -320, 640, 640)


def test_day_needs_no_style_sheet_night_has_one_and_auto_asks_the_device():
    assert "<style>" not in sprite(Theme.LIGHT)
    assert "prefers-color-scheme" not in sprite(Theme.DARK)
    assert "@media(prefers-color-scheme:dark){.dm-lit" in sprite(Theme.AUTO)


def test_a_page_of_many_drawings_defines_the_pieces_once():
    table = draw_table(places(chain_of("66 <65")), "", theme=None)
    assert "<defs>" not in table
    assert "<style>" not in table
    page = read(
        f'<div xmlns="http://www.w3.org/2000/svg">{sprite(Theme.AUTO)}{table}{draw_rack([Tile.of(9, 8)], "")}</div>'
    )
    defined = {element.get("id") for element in page.iter()}
    assert {use.attrib["href"][1:] for use in page.iter(f"{SVG}use")} <= defined


def test_a_tile_seen_from_behind_tells_nothing():
    one, other = draw_rack([Tile.of(6, 4), None], ""), draw_rack([None, None], "")
    assert "data-tile" in one
    assert "data-tile" not in other
    assert not {element.get("id") for element in read(other).iter()} & {f"dm-{number}" for number in range(10)}


def test_a_rack_stands_in_the_order_given_with_the_higher_number_above():
    root = read(draw_rack([Tile.of(1, 6), None, Tile.of(5, 5)], "Pons"))
    six_one, five_five = by_class(root, "dm-tile")
    assert [(use.attrib["href"], use.attrib["y"]) for use in six_one[1:]] == [("#dm-1", "10"), ("#dm-6", "-10")]
    assert float(six_one[0].attrib["x"]) < float(five_five[0].attrib["x"])
    assert view_box(read(draw_rack([], ""))) == (-12, -22, 24, 46)


def test_a_full_table_is_a_small_file_without_script():
    moves = "00 <05 >06 <54 <40 >63 <02 >30 <21 <10"
    drawing = draw_table(places(chain_of(moves)), "")
    assert len(drawing) < 10_000
    assert "script" not in drawing
