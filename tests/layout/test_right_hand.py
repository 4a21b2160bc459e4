"""The end on a player's right when both show the same suit (TG-9.2)."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tantera.layout import right_hand_end
from tantera.tiles import Chain, End, Tile, TileSet, rack_of, tiles_in
from tests.layout.chains import chain_of, chains


def ends_seen_by_all(moves: str) -> str:
    """The end of the opener, of the next player, of the partner and of the last one; = is either."""
    chain = chain_of(moves)
    assert chain.left == chain.right
    return " ".join(right_hand_end(chain, seat_offset) or "=" for seat_offset in range(4))


@pytest.mark.article("TG-9.2")
def test_a_line_that_points_at_a_player_is_played_at_the_nearest_end_and_across_at_the_right():
    #         2
    #         │ >
    #     3  ─66─  1      2 and the opener look along the line: the nearest end is theirs.
    #         │ <         1 has the upper end at the right hand, 3 the lower one.
    #         0
    assert ends_seen_by_all("66") == "< > > <"
    assert ends_seen_by_all("56 <53 >63") == "< > > <"


@pytest.mark.article("TG-9.2")
def test_an_end_about_to_turn_is_where_a_mixed_tile_would_lie_next():
    #        ─66─ >
    #         65 │
    #         54 │
    #         46 │· <     the next tile goes to the right of 46: the line points at nobody any more,
    #                     and of the two ends < lies further to the right for the opener, > for the partner
    assert ends_seen_by_all("66 <65 <54 <46") == "< > > <"


@pytest.mark.article("TG-9.2")
def test_with_both_ends_turned_the_line_points_at_the_other_pair():
    #     > ·│ 60
    #          56 │
    #          25 │
    #          12 │       1 and 3 now look along the line and take the nearest end,
    #          31 │       the opener has < at the right hand and the partner >
    #          43 │
    #          04 │· <
    assert ends_seen_by_all("12 <13 >25 <34 >56 <40 >60") == "< < > >"


@pytest.mark.article("TG-9.2")
def test_an_end_that_has_come_back_past_the_other_is_further_from_the_opener():
    #                    ·  <  2.5 above the centre
    #       · >  1.5      │ 42
    #       │ 12          │ 54
    #       │ 16          │ 35
    #       │ 60          │ 23
    #       │ 02│─26──65──52│
    assert ends_seen_by_all("12 <16 <60 <02 <26 <65 <52 <23 <35 <54 <42") == "> < < >"


@pytest.mark.article("TG-9.2")
def test_ends_that_are_equally_near_or_equally_far_right_leave_the_choice():
    # As above with three tiles in the third line and a double in the centre: both ends lie 1 above it.
    assert ends_seen_by_all("44 <46 <62 <21 <10 <02 <23 <35 <50 <04") == "= = = ="


@pytest.mark.article("TG-9.2")
def test_after_a_double_too_an_end_is_where_a_mixed_tile_would_turn():
    #     > ··│─00─       00 lies across the first line and did not turn it, but the next tile will:
    #          60 │       1 and 3 look along the line as above
    #          56 │
    #          ···
    #          04 │· <
    assert ends_seen_by_all("12 <13 >25 <34 >56 <40 >60 >00") == "< < > >"


@given(st.sampled_from(TileSet).flatmap(lambda tile_set: st.tuples(st.just(tile_set), chains(tile_set))))
def test_different_ends_leave_the_choice_and_partners_with_equal_ends_have_opposite_ones(drawn: tuple[TileSet, Chain]):
    tile_set, chain = drawn
    ends = [right_hand_end(chain, seat_offset, tile_set) for seat_offset in range(4)]
    if chain.left != chain.right:
        assert ends == [None] * 4
    else:
        assert [end and end.other for end in ends] == ends[2:] + ends[:2]


DEAL = "00.04.12.16.25.35.46 01.05.13.22.26.36.55 02.06.14.23.33.44.56 03.11.15.24.34.45.66"

RightHand = Callable[[Chain, int], End | None]


def perft(racks: tuple[int, ...], chain: Chain | None, turn: int, depth: int, right_hand: RightHand) -> int:
    """Lines of exactly `depth` turns, as NOTATION.md defines them; written for this test and used by nothing else."""
    if depth == 0:
        return 1
    if chain and (not all(racks) or not any(rack & chain.fitting for rack in racks)):
        return 0
    if chain is None:
        grown = [(tile, Chain.opened(tile)) for tile in tiles_in(racks[0])]
    else:
        only = right_hand(chain, turn % 4) if chain.left == chain.right else None
        grown = [
            (tile, chain.placed(tile, end))
            for tile in tiles_in(racks[turn % 4] & chain.fitting)
            for end in End
            if tile.has(chain.end(end)) and only in (None, end)
        ]
    if not grown:
        return perft(racks, chain, turn + 1, depth - 1, right_hand)
    return sum(
        perft(tuple(rack & ~tile.bit for rack in racks), longer, turn + 1, depth - 1, right_hand)
        for tile, longer in grown
    )


@pytest.mark.article("TG-9.2")
@pytest.mark.parametrize(
    ("right_hand", "known"),
    [
        pytest.param(right_hand_end, [7, 22, 73, 221, 647, 1731, 4553, 11791], id="tarragona"),
        pytest.param(lambda chain, seat_offset: None, [7, 24, 79, 259, 830, 2406, 6826, 18825], id="san-juan"),
    ],
)
def test_the_lines_of_the_known_deal_are_as_many_as_the_notation_says(right_hand: RightHand, known: list[int]):
    racks = tuple(rack_of(map(Tile.parse, rack.split("."))) for rack in DEAL.split())
    assert [perft(racks, None, 0, depth, right_hand) for depth in range(1, 9)] == known
