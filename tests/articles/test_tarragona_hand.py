"""Tarragona from the opening tile to the signatures. Places are worked out by hand: a tile is 1 wide and 2 long."""

from typing import Any

import pytest

from tantera.layout import places, right_hand_end
from tantera.play import Phase
from tantera.tiles import Chain, End, Tile, TileSet
from tests.builders import Dealt, Table
from tests.golden.hands import BLOCK_AC, BLOCK_BD, DOMINO_A, DOMINO_B, TIED_BLOCK

article = pytest.mark.article
EVERY_TILE = [pytest.param(tile, id=tile.code) for tile in TileSet.DOUBLE_SIX.tiles]


def table(opener: int = 1, **options: Any) -> Table:
    return Table("tarragona", opener=opener, **options)


def chain_of(moves: str) -> Chain:
    opening, *rest = moves.split()
    chain = Chain.opened(Tile.parse(opening))
    for move in rest:
        chain = chain.placed(Tile.parse(move[1:]), End(move[0]))
    return chain


def lies(moves: str) -> list[tuple[str, float, float, int]]:
    return [(place.placement.code, place.x, place.y, place.angle) for place in places(chain_of(moves))]


# --- 8.7, 8.10: opening and order -----------------------------------------------------------------------------------


@article("TG-8.7", "TG-14.3", "TG-14.4")
@pytest.mark.parametrize("tile", EVERY_TILE)
def test_every_opening_tile_lies_in_the_centre_as_the_book_says(tile: Tile):
    place = places(Chain.opened(tile))[0]
    touching, other = place.halves
    assert (place.x, place.y) == (0, 0)
    if tile.is_double:
        assert touching.y == other.y == 0  # across the line of the opener, who sits below
    else:
        assert touching.x == other.x == 0
        assert (place.placement.open, other.y) == (tile.high, 0.5)  # the higher number towards the partner


@article("TG-8.7", "TG-14.3")
def test_the_opening_tile_is_laid_on_no_end():
    game = table().deal(BLOCK_AC)
    assert [game.refused("1 <00"), game.refused("1 >00")] == ["TG-8.7", "TG-8.7"]


@article("TG-8.10")
@pytest.mark.parametrize("opener", [1, 2, 3, 4])
def test_three_four_one_and_so_on_follow_in_order(opener: int):
    game = table(opener).hands(BLOCK_AC)
    assert [move.seat for move in game.hand.moves] == [(opener - 1 + turn) % 4 + 1 for turn in range(10)]


@article("TG-8.10")
def test_nobody_plays_out_of_turn():
    game = table().deal(BLOCK_AC).play("00 >05")
    for early in ("4 >54", "1 <04", "2 <01", "4 -"):
        assert game.refused(early) == "TG-8.10"


# --- 9.1: the carro -------------------------------------------------------------------------------------------------


@article("TG-9.1")
def test_three_mixed_tiles_run_straight_both_ways_and_the_fourth_turns_counter_clockwise():
    assert lies("12 <13 <34 <45 <56 >26 >60 >05 >55") == [
        ("12", 0, 0, 90),
        ("13", 0, -2, 270),
        ("34", 0, -4, 270),
        ("45", 0, -6, 270),
        ("56", 1.5, -6.5, 0),  # from down to the right: its short side at 0.5 against the long side of 4-5
        ("26", 0, 2, 90),
        ("60", 0, 4, 90),
        ("05", 0, 6, 90),
        ("55", 0, 7.5, 0),  # a double never turns the line
    ]


@article("TG-9.1")
def test_doubles_do_not_count_and_after_one_the_turning_tile_meets_its_short_side():
    assert lies("66 >61 >11 >12 >22 >23 >33 >34")[1:] == [
        ("61", 0, 1.5, 90),
        ("11", 0, 3, 0),
        ("12", 0, 4.5, 90),
        ("22", 0, 6, 0),
        ("23", 0, 7.5, 90),
        ("33", 0, 9, 0),  # from -1 to 1 across, so its short side is at -1
        ("34", -2, 9, 180),
    ]


@article("TG-9.1")
def test_the_second_turn_begins_a_line_parallel_to_the_first_that_holds_at_least_eight_tiles():
    """Down, right, up: the third line starts at -6 and 13.5 widths reach to the far side."""
    laid = lies("06 <02 <25 <56 <62 <21 <16 <63 <33 <35 <54 <43 <32 <22 <24 <44")
    assert laid[4:8] == [("62", 1.5, -6.5, 0), ("21", 3.5, -6.5, 0), ("16", 5.5, -6.5, 0), ("63", 6, -5, 90)]
    third_line = laid[7:]
    assert {x for _, x, _, _ in third_line} == {6}
    assert [y for _, _, y, _ in third_line] == [-5, -3.5, -2, 0, 2, 4, 5.5, 7, 8.5]
    assert len(third_line) >= 8


# --- 9.2, 9.3: where and whether ------------------------------------------------------------------------------------


@article("TG-9.2")
@pytest.mark.parametrize(
    ("moves", "ends"),
    [
        # The opener sits below, No. 2 on the right, No. 3 above, No. 4 on the left.
        # The line runs up and down: No. 1 and No. 3 have it in sight and take the nearest end; for No. 2, looking
        # left, the right hand is up, for No. 4 it is down.
        ("66", "<>><"),
        ("12 <15 >25", "<>><"),
        # The upper end would turn left, at (-1, 6.5); the lower is at (0, -1.5). Nobody has both in sight.
        # Right hand: of No. 1 the larger x, of No. 2 the larger y, of No. 3 the smaller x, of No. 4 the smaller y.
        ("16 >62 >23 >31", "<>><"),
        # Both would turn: (1, -6.5) to the right and (-1, 6.5) to the left. No. 2 and No. 4 have the line in sight
        # and take the nearest end: the lower one for No. 2, the upper one for No. 4.
        ("12 <13 <34 <45 >26 >60 >05", "<<>>"),
    ],
)
def test_the_end_on_the_right_hand_of_each_seat_or_the_nearest(moves: str, ends: str):
    assert "".join(str(right_hand_end(chain_of(moves), offset)) for offset in range(4)) == ends


BOTH_TURN = Dealt(
    (
        "12.26.00.01.02.03.04",
        "13.06.11.14.16.22.23",
        "34.05.24.33.36.44.46",
        "45.55.15.25.35.56.66",
    ),
    "12 <13 <34 <45 >26 >60 >05",
)
"""Both ends are 5 and both lines would turn when D, on the left, is to play."""


@article("TG-9.2", "TG-14.7")
def test_a_player_whom_the_line_points_at_plays_on_the_nearest_end():
    game = table().deal(BOTH_TURN).play(BOTH_TURN.moves)
    assert game.may() == {">55", ">51", ">52", ">53", ">56"}
    assert game.refused("4 <55") == "TG-9.2"
    game.play(">55")


@article("TG-9.2", "TG-14.7")
@pytest.mark.parametrize("opener", [1, 2, 3, 4])
def test_on_an_opening_double_number_two_must_play_on_the_right(opener: int):
    game = table(opener).deal(BLOCK_AC).play("00")
    assert game.may() == {">05", ">01"}
    assert game.refused(f"{game.turn} <05") == "TG-9.2"


@article("TG-9.2")
def test_with_different_ends_everybody_chooses():
    game = table().deal(BLOCK_AC).play("00 >05")
    assert game.may() == {"<06", "<02", ">51"}


@article("TG-9.2")
@pytest.mark.parametrize("wrong", ["2 <05", "2 <01"], ids=["the open tile", "another tile"])
def test_a_tile_that_lies_open_is_no_excuse_for_the_wrong_end(wrong: str):
    """Here an open tile owes nothing, so what is wrong is the end and not the tile."""
    game = table().deal(BLOCK_AC).play("00").expose(2, "05")
    assert game.may() == {">05", ">01"}
    assert game.refused(wrong) == "TG-9.2"


@article("TG-9.3")
def test_a_player_with_nothing_that_fits_passes_and_the_next_one_plays():
    game = table().deal(DOMINO_A).play("06 <01 <15 >64 <56 >41 -")
    passed = game.hand.moves[6]
    assert (passed.seat, game.turn) == (3, 4)
    assert game.sees(1).moves[6] == passed


@article("TG-9.3", "TG-14.11")
def test_who_can_play_does_not_pass():
    game = table().deal(DOMINO_A)
    assert game.refused("1 -") == "TG-14.11"
    game.play("06")
    assert game.refused("2 -") == "TG-14.11"


@article("TG-9.3")
def test_tiles_are_not_drawn():
    game = table().deal(BLOCK_AC).play("00")
    assert game.refused("2 +") == "TG-9.3"


# --- 10, 11, 12: ends -----------------------------------------------------------------------------------------------


@article("TG-10")
@pytest.mark.parametrize(
    ("hand", "how", "side", "points"),
    [
        (DOMINO_A, "domino", (1, 3), 22 + 31 + 18),
        (DOMINO_B, "domino", (2, 4), 12 + 17 + 3),
        (BLOCK_AC, "block", (1, 3), 126),
        (BLOCK_BD, "block", (2, 4), 126),
        (TIED_BLOCK, "block", None, 0),
    ],
)
def test_all_pips_go_to_who_went_out_or_is_lower_and_a_tie_gives_nothing(hand, how, side, points):
    game = table().hands(hand)
    assert (game.line.how, game.line.side, game.line.points) == (how, side, points)
    assert game.match.score == (points if side == (1, 3) else 0, points if side == (2, 4) else 0)


@article("TG-10")
def test_a_hand_that_is_over_takes_no_more_tiles():
    game = table().hands(TIED_BLOCK)
    assert game.refused("3 <06") == "TG-8.10"


@article("TG-11")
@pytest.mark.parametrize("hand", [DOMINO_A, DOMINO_B, BLOCK_AC, BLOCK_BD, TIED_BLOCK])
@pytest.mark.parametrize("opener", [1, 4])
def test_the_opening_always_moves_one_seat_to_the_right(hand, opener: int):
    game = table(opener).hands(hand)
    assert game.match.opener == opener % 4 + 1


@article("TG-12")
def test_the_match_ends_when_a_pair_reaches_the_limit():
    just_short = table().sheet(173, 0, opener=1).hands(BLOCK_AC)
    assert (just_short.match.score, just_short.match.phase) == ((299, 0), Phase.COUNTING)
    reached = table().sheet(174, 0, opener=1).hands(BLOCK_AC)
    assert (reached.match.winner, reached.match.ended_by, reached.match.phase) == ((1, 3), "points", Phase.ENDED)
    assert reached.refused("deal one-more") == "TG-12"


@article("TG-12")
def test_scorer_and_counter_sign_when_the_match_is_over_and_nobody_else():
    game = Table("tarragona", opener=1)
    game.do("scorer 3", "counter 4")
    game.sheet(174, 0, opener=1)
    assert game.refused("sign 3") == "TG-12"
    game.hands(BLOCK_AC)
    assert game.refused("sign 1") == "TG-12"
    assert game.refused("sign 2") == "TG-12"
    game.do("sign 4", "sign 3")
    assert game.match.signatures == (4, 3)
    assert game.refused("sign 3") == "TG-12"
