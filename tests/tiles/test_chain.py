"""The chain, its two ends, and the doubles nobody can play any more."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tantera.tiles import Chain, End, Tile, TileSet, rack_of, tiles_in
from tests.layout.chains import chain_of, chains

chains_of_a_set = st.sampled_from(TileSet).flatmap(lambda tile_set: st.tuples(st.just(tile_set), chains(tile_set)))


def test_the_left_end_is_the_low_number_of_the_opening_tile():
    chain = Chain.opened(Tile.of(6, 5))
    assert (chain.left, chain.right) == (5, 6)
    assert (chain.end(End.LEFT), chain.end(End.RIGHT)) == (5, 6)
    assert chain.opening is Tile.of(6, 5)
    assert (End.LEFT.other, End.RIGHT.other) == (End.RIGHT, End.LEFT)


def test_a_double_opens_two_equal_ends():
    chain = Chain.opened(Tile.of(6, 6))
    assert (chain.left, chain.right) == (6, 6)


def test_a_tile_leaves_its_other_number_open():
    chain = chain_of("56 <54 >63")
    assert (chain.left, chain.right) == (4, 3)
    assert [placement.code for placement in chain.placements] == ["56", "54", "63"]
    assert [placement.end for placement in chain.placements] == [None, End.LEFT, End.RIGHT]


def test_placing_a_tile_gives_a_new_chain_and_leaves_the_old_one():
    before = Chain.opened(Tile.of(6, 5))
    after = before.placed(Tile.of(6, 6), End.RIGHT)
    assert len(before.placements) == 1
    assert len(after.placements) == 2


@pytest.mark.parametrize("end", End)
def test_a_tile_that_does_not_fit_is_an_error_that_names_both(end):
    with pytest.raises(ValueError, match=rf"found 10, expected a tile with a {5 if end is End.LEFT else 6}"):
        Chain.opened(Tile.of(6, 5)).placed(Tile.of(1, 0), end)


@pytest.mark.parametrize(("end", "ends"), [(End.LEFT, (0, 6)), (End.RIGHT, (5, 0))])
def test_a_misplaced_tile_lies_there_and_its_other_number_is_open(end, ends):
    chain = Chain.opened(Tile.of(6, 5)).forced(Tile.of(1, 0), end, 1)
    assert (chain.left, chain.right) == ends
    assert (chain.placements[-1].touching, chain.placements[-1].open) == (1, 0)


@given(chains_of_a_set)
def test_in_line_every_number_touches_its_equal(drawn):
    _, chain = drawn
    line = chain.in_line()
    assert all(one[1] == other[0] for one, other in pairwise(line))
    assert (line[0][0], line[-1][1]) == (chain.left, chain.right)
    assert rack_of(Tile.of(*pair) for pair in line) == chain.tiles
    assert str(chain) == " ".join(f"{one}|{other}" for one, other in line)


@given(chains_of_a_set)
def test_the_arms_and_the_opening_tile_are_the_whole_chain(drawn):
    _, chain = drawn
    arms = chain.arm(End.LEFT) + chain.arm(End.RIGHT)
    assert {chain.placements[0], *arms} == set(chain.placements)
    assert len(arms) == len(chain.placements) - 1


@given(chains_of_a_set)
def test_an_arm_tells_where_its_doubles_lie(drawn):
    _, chain = drawn
    for end, arm in ((End.LEFT, chain.left_arm), (End.RIGHT, chain.right_arm)):
        tiles = [chain.opening, *(placement.tile for placement in chain.arm(end))]
        assert f"{arm:b}" == "1" + "".join("1" if tile.is_double else "0" for tile in tiles)


@given(chains_of_a_set)
def test_a_tile_fits_when_it_shows_an_open_number(drawn):
    tile_set, chain = drawn
    for tile in tile_set.tiles:
        shows = chain.left in (tile.low, tile.high) or chain.right in (tile.low, tile.high)
        assert bool(tile.bit & chain.fitting) == shows


@given(chains_of_a_set)
def test_a_double_is_killed_when_its_suit_is_used_up_and_covered(drawn):
    tile_set, chain = drawn
    line = chain.in_line()
    shown = {frozenset(pair) for pair in line}
    expected = []
    for suit in range(tile_set.highest_suit + 1):
        others_lie = all(frozenset((suit, n)) in shown for n in range(tile_set.highest_suit + 1) if n != suit)
        if others_lie and frozenset((suit,)) not in shown and suit not in (line[0][0], line[-1][1]):
            expected.append(Tile.of(suit, suit))
    assert list(chain.killed_doubles(tile_set.highest_suit)) == expected


@pytest.mark.article("CL-matar")
@given(chains_of_a_set)
def test_a_tile_kills_the_double_of_the_number_it_touches_or_none(drawn):
    tile_set, whole = drawn
    opening, *later = whole.placements
    chain = Chain.opened(opening.tile)
    for tile, end, touching, _ in later:
        before = chain.killed_doubles(tile_set.highest_suit)
        chain = chain.placed(tile, end)
        killed = set(chain.killed_doubles(tile_set.highest_suit)) - set(before)
        assert killed == ({Tile.of(touching, touching)} if chain.has_killed(touching, tile_set.highest_suit) else set())


@pytest.mark.article("CL-matar")
def test_the_table_shows_a_double_that_was_hanged():
    # Every six but the double lies, and no end is a six.
    chain = chain_of("06 >64 <05 <56 <61 >43 >36 >62")
    assert (chain.left, chain.right) == (1, 2)
    assert list(chain.killed_doubles(6)) == [Tile.of(6, 6)]
    assert chain.killed_doubles(9) == (), "with the large set 6-7, 6-8 and 6-9 are still to come"


@pytest.mark.article("CL-matar")
def test_a_double_whose_suit_is_still_open_is_not_killed():
    chain = chain_of("16 >62 >20 >06 >63 >34 >46 <15 <56")
    assert (chain.left, chain.right) == (6, 6)
    assert chain.killed_doubles(6) == ()


def test_the_rack_of_a_chain_is_every_tile_on_the_table():
    assert [tile.code for tile in tiles_in(chain_of("56 <54 >63").tiles)] == ["45", "36", "56"]
