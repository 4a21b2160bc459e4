"""Where tiles lie (TG-9.1), by hand and at random. The whole proof that chains fit is in test_every_pattern.py."""

from itertools import combinations
from math import dist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tantera.layout import Place, places
from tantera.layout.arm import reach_of
from tantera.tiles import Chain, End, TileSet
from tests.layout.chains import chain_of, chains

chains_of_any_set = st.sampled_from(TileSet).flatmap(lambda tile_set: st.tuples(st.just(tile_set), chains(tile_set)))


def laid(moves: str) -> list[tuple[str, float, float, int]]:
    return [(place.placement.code, place.x, place.y, place.angle) for place in places(chain_of(moves))]


@pytest.mark.article("SJ-inicio-3", "TG-8.7")
def test_a_mixed_opening_tile_is_in_line_with_its_higher_number_towards_the_partner():
    (place,) = places(chain_of("65"))
    assert (place.x, place.y, place.angle) == (0, 0, 90)
    (low_x, low_y), (high_x, high_y) = place.halves
    assert (place.placement.touching, low_x, low_y) == (5, 0, -0.5)
    assert (place.placement.open, high_x, high_y) == (6, 0, 0.5)


@pytest.mark.article("SJ-inicio-3", "TG-8.7")
def test_a_double_opens_across_the_openers_line():
    assert laid("66") == [("66", 0, 0, 0)]


def test_the_example_of_the_notation_lies_where_the_notation_says():
    assert laid("56 <54") == [("56", 0, 0, 90), ("54", 0, -2, 270)]


@pytest.mark.article("TG-9.1")
def test_three_tiles_run_straight_and_the_fourth_turns_counter_clockwise():
    #         30 │
    #         63 │
    #         06 │
    #         ─00─
    #         05 │
    #         54 │
    #         40 │02──21──10──   the fourth tile, beside the outer half of the third
    assert laid("00 <05 >06 <54 <40 >63 <02 >30 <21 <10") == [
        ("00", 0, 0, 0),
        ("05", 0, -1.5, 270),
        ("06", 0, 1.5, 90),
        ("54", 0, -3.5, 270),
        ("40", 0, -5.5, 270),
        ("63", 0, 3.5, 90),
        ("02", 1.5, -6, 0),
        ("30", 0, 5.5, 90),
        ("21", 3.5, -6, 0),
        ("10", 5.5, -6, 0),
    ]


@pytest.mark.article("TG-9.1")
def test_doubles_lie_across_and_do_not_count_among_the_three():
    #  ──24│ 45
    #        53 │
    #       ─33─
    #        31 │
    #       ─11─
    #        10 │
    assert laid("01 >11 >13 >33 >35 >54 >42")[1:] == [
        ("11", 0, 1.5, 0),
        ("13", 0, 3, 90),
        ("33", 0, 4.5, 0),
        ("35", 0, 6, 90),
        ("54", 0, 8, 90),
        ("42", -1.5, 8.5, 180),
    ]


@pytest.mark.article("TG-9.1")
def test_a_double_never_turns_the_line_and_the_turning_tile_meets_its_short_side():
    #   ──25│─55─
    #         54 │
    assert laid("01 >13 >34 >45 >55 >52")[-2:] == [("55", 0, 7.5, 0), ("52", -2, 7.5, 180)]


@pytest.mark.article("TG-9.1")
def test_a_double_in_the_second_line_stands_upright():
    #   55
    #   ││54──43──
    assert laid("01 >12 >23 >34 >45 >55")[-1] == ("55", -3, 6.5, 90)


@pytest.mark.article("TG-9.1")
def test_after_three_tiles_the_second_line_turns_counter_clockwise_too():
    #   │31──15──54──│43
    #   36            32 │
    #   64            21 │
    assert laid("01 >12 >23 >34 >45 >51 >13 >36 >64")[-5:] == [
        ("45", -1.5, 6.5, 180),
        ("51", -3.5, 6.5, 180),
        ("13", -5.5, 6.5, 180),
        ("36", -6, 5, 270),
        ("64", -6, 3, 270),
    ]


@pytest.mark.article("TG-9.1")
def test_the_third_line_holds_its_eight_and_runs_to_the_edge_of_the_table_before_it_turns_clockwise():
    # Its ninth tile ends 12 below the centre; a tile and a double more would end at 15, past 13.5.
    third_line = ">36 >64 >42 >26 >65 >53 >30 >06 >61"
    *_, last, turning = laid(f"01 >12 >23 >34 >45 >51 >13 {third_line} >14")
    assert last == ("61", -6, -11, 270)
    assert turning == ("14", -7.5, -11.5, 180)


@pytest.mark.article("TG-9.1")
def test_the_left_arm_is_the_right_arm_turned_half_round():
    moves = "33 >31 >11 >12 >26 >66 >60 >04 >44 >45"
    right, left = laid(moves), laid(moves.replace(">", "<"))
    assert [(code, -x, -y) for code, x, y, _ in right] == [(code, x, y) for code, x, y, _ in left]


@given(chains_of_any_set)
def test_a_tile_once_laid_never_moves(drawn: tuple[TileSet, Chain]):
    tile_set, chain = drawn
    opening, *later = chain.placements[:-1] or chain.placements
    before = Chain.opened(opening.tile)
    for placement in later:
        assert placement.end is not None
        before = before.placed(placement.tile, placement.end)
    assert places(chain, tile_set)[: len(before.placements)] == places(before, tile_set)


@pytest.mark.article("TG-9.1")
@given(chains_of_any_set)
def test_every_tile_touches_the_one_before_it_with_the_same_number(drawn: tuple[TileSet, Chain]):
    tile_set, chain = drawn
    ends = dict.fromkeys(End, places(chain, tile_set)[0])
    for place in places(chain, tile_set)[1:]:
        end = place.placement.end
        assert end is not None
        before = ends[end]
        inner_left = end is End.LEFT and before.placement.end is None
        opened = before.placement.touching if inner_left else before.placement.open
        assert place.placement.touching == opened
        outer = squares(before, first=inner_left)
        assert min(dist(one, other) for one in outer for other in squares(place, first=True)) == 1
        assert not before.box.overlaps(place.box)
        ends[end] = place


def squares(place: Place, *, first: bool) -> list[tuple[float, float]]:
    """The centres at which a neighbour may touch: one half, or of a double either half and the middle."""
    if place.placement.tile.is_double:
        return [*place.halves, (place.x, place.y)]
    return [place.halves[0 if first else 1]]


@pytest.mark.article("TG-9.1")
@given(chains_of_any_set)
def test_no_chain_crosses_itself_or_leaves_the_table(drawn: tuple[TileSet, Chain]):
    tile_set, chain = drawn
    boxes = [place.box for place in places(chain, tile_set)]
    assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))
    assert max(abs(side) for box in boxes for side in box) <= reach_of(tile_set) + 0.5


@given(chains(TileSet.DOUBLE_SIX), st.integers(0, 3))
def test_the_table_seen_from_another_seat_is_the_same_table(chain: Chain, seat_offset: int):
    for place in places(chain):
        seen = place.seen_from(seat_offset)
        assert seen.seen_from(4 - seat_offset) == place
        assert dist((seen.x, seen.y), (0, 0)) == dist((place.x, place.y), (0, 0))
        assert "-0.0" not in f"{seen.x} {seen.y}"
