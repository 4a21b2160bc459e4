"""A tile, the two sets, racks as bit masks: everything reads back as it was written."""

import copy
import pickle
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tantera.tiles import ALL_TILES, DOUBLES_MASK, SUIT_MASKS, Tile, TileSet, pips_of, rack_of, tiles_in

NUMBERS = range(10)

tiles = st.sampled_from(ALL_TILES)
racks = st.frozensets(tiles)


@pytest.mark.parametrize(("one", "other"), list(product(NUMBERS, NUMBERS)))
def test_every_tile_reads_back_in_either_order(one, other):
    tile = Tile.parse(f"{one}{other}")
    assert tile is Tile.parse(f"{other}{one}") is Tile.of(one, other) is Tile.of(other, one)
    assert tile is Tile.parse(str(tile)) is Tile.parse(tile.code)
    assert (tile.low, tile.high) == (min(one, other), max(one, other))
    assert tile.pips == one + other
    assert tile.is_double == (one == other)


def test_a_tile_is_said_high_first_and_written_low_first():
    tile = Tile.of(4, 6)
    assert (str(tile), tile.code, repr(tile)) == ("64", "46", "Tile(6, 4)")


@pytest.mark.parametrize("tile", ALL_TILES, ids=str)
def test_there_is_one_object_for_each_tile_also_after_copying(tile):
    assert copy.copy(tile) is tile
    assert copy.deepcopy([tile]) == [tile]
    assert pickle.loads(pickle.dumps(tile)) is tile


@pytest.mark.parametrize("text", ["", "6", "664", "6-4", "ab", "6a", " 64", "64 ", "-6", "٦٤", "６４", "²³", "6\x00"])
def test_what_is_no_tile_is_answered_with_what_was_found_and_what_was_expected(text):
    with pytest.raises(ValueError, match="expected a tile of two digits") as error:
        Tile.parse(text)
    assert repr(text) in str(error.value)


@pytest.mark.parametrize(("one", "other"), [(-1, 3), (3, -1), (10, 0), (0, 10)])
def test_a_number_no_set_has_is_refused(one, other):
    with pytest.raises(ValueError, match=rf"found {one}-{other}, expected two numbers from 0 to 9"):
        Tile.of(one, other)


@given(tiles, st.integers(0, 9))
def test_the_other_side_of_a_number_leads_back_to_it(tile, suit):
    if tile.has(suit):
        assert tile.other(tile.other(suit)) == suit
        assert {suit, tile.other(suit)} == {tile.low, tile.high}
    else:
        with pytest.raises(ValueError, match=rf"found {tile}, expected a tile with a {suit}"):
            tile.other(suit)


def test_double_six_has_28_tiles_and_double_nine_55():
    six, nine = TileSet("double-six"), TileSet("double-nine")
    assert (len(six.tiles), six.highest_suit, pips_of(rack_of(six.tiles))) == (28, 6, 168)
    assert (len(nine.tiles), nine.highest_suit, pips_of(rack_of(nine.tiles))) == (55, 9, 495)


def test_the_double_six_set_is_the_beginning_of_the_double_nine_set():
    assert TileSet.DOUBLE_NINE.tiles[:28] == TileSet.DOUBLE_SIX.tiles
    assert [tile.code for tile in TileSet.DOUBLE_SIX.tiles[:7]] == ["00", "01", "11", "02", "12", "22", "03"]


@pytest.mark.parametrize("tile_set", TileSet)
def test_a_set_holds_every_pair_of_its_numbers_once(tile_set):
    pairs = {frozenset((tile.low, tile.high)) for tile in tile_set.tiles}
    numbers = range(tile_set.highest_suit + 1)
    expected = {frozenset(pair) for pair in combinations(numbers, 2)} | {frozenset((n,)) for n in numbers}
    assert pairs == expected
    assert len(tile_set.tiles) == len(expected)


@given(racks)
def test_a_rack_gives_back_its_tiles_and_their_pips(held):
    rack = rack_of(held)
    assert set(tiles_in(rack)) == held
    assert [tile.index for tile in tiles_in(rack)] == sorted(tile.index for tile in held)
    assert rack.bit_count() == len(held)
    assert pips_of(rack) == sum(tile.low + tile.high for tile in held)


@given(racks, st.integers(0, 9))
def test_a_mask_finds_the_tiles_of_a_suit_and_the_doubles(held, suit):
    rack = rack_of(held)
    assert set(tiles_in(rack & SUIT_MASKS[suit])) == {tile for tile in held if suit in (tile.low, tile.high)}
    assert set(tiles_in(rack & DOUBLES_MASK)) == {tile for tile in held if tile.low == tile.high}


def test_nothing_is_an_empty_rack():
    assert rack_of([]) == 0
    assert list(tiles_in(0)) == []
    assert pips_of(0) == 0


def test_a_tile_cannot_be_made_wrong():
    """Then: `Tile(4, 1)` looked like `Tile(1, 4)`, was another one with another bit, and `Tile(7, 99)` was one too."""
    assert Tile(4, 1) is Tile(1, 4) is Tile.of(4, 1)
    assert all(eval(repr(tile)) is tile for tile in ALL_TILES)
    for one, other in ((4, 10), (-1, 3), (7, 99), ("4", 1), (4.0, 1), (None, 1)):
        with pytest.raises(ValueError, match="expected two numbers from 0 to 9"):
            Tile(one, other)  # type: ignore[arg-type]


def test_a_tile_never_changes():
    with pytest.raises(AttributeError, match="expected nobody to change the tile 6-4"):
        Tile(6, 4).low = 3
    with pytest.raises(AttributeError, match="expected nobody to change the tile 6-4"):
        del Tile(6, 4).pips
    assert (Tile(6, 4).low, Tile(6, 4).pips) == (4, 10)
