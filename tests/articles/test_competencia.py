"""Competencia individual at a table run by the program: time, points, clocks, open tiles."""

from typing import Any

import pytest

from tantera.play import SPECTATOR, Phase, decide
from tantera.play.events import MatchEnded, TilesShuffled, TimeCalled
from tantera.rules import Refusal
from tantera.tiles import Tile
from tests.builders import MINUTE, SECOND, Dealt, Table, order, tiles
from tests.golden.competencia import OPEN_TILES
from tests.golden.hands import BLOCK_AC, BLOCK_BD, CAPICU, DOMINO_A, DOMINO_B, TIED_BLOCK

article = pytest.mark.article
BOOK = "competencia-individual"
END = 25 * 60


def table(opener: int = 1, **options: Any) -> Table:
    return Table(BOOK, opener=opener, **options)


# --- 3: time --------------------------------------------------------------------------------------------------------


@article("CI-3")
def test_time_called_with_the_tiles_lifted_leaves_that_hand_and_one_more():
    game = table().wait(END - 2).deal(TIED_BLOCK).play("00 >05")
    assert game.told(TimeCalled)
    assert game.match.hands_left == 2
    game.play("<06 >54 >40 <63 >02 <30 >21 >10").agree()
    assert game.match.hands_left == 1
    game.hands(DOMINO_B)  # opened by seat 2: seat 3 goes out, 32
    assert (game.match.score, game.match.winner, game.match.ended_by) == ((32, 0), (1, 3), "time")


@article("CI-3")
@pytest.mark.parametrize("agreed", [True, False], ids=["before the deal", "during the count"])
def test_time_called_before_the_tiles_are_lifted_leaves_two_hands(agreed: bool):
    game = table().hands(TIED_BLOCK)
    if agreed:
        game.agree()
    game.wait(END)
    assert game.match.hands_left == 2
    if not agreed:
        game.agree()
    game.hands(DOMINO_A)  # opened by seat 2: 71 for 2+4
    assert not game.told(MatchEnded)
    game.agree().hands(CAPICU)  # opened by seat 3: 42 for 1+3
    assert (game.match.score, game.match.winner, game.match.ended_by) == ((42, 71), (2, 4), "time")
    assert len(game.match.lines) == 3


@article("CI-3")
def test_time_before_the_first_hand_leaves_two_hands():
    game = table().wait(END).hands(DOMINO_A, TIED_BLOCK)
    assert (game.match.winner, game.match.ended_by, len(game.match.lines)) == ((1, 3), "time", 2)


@article("CI-3")
def test_a_hundred_points_in_an_extra_hand_end_the_match_at_once():
    game = table().wait(END).hands(BLOCK_AC)
    assert (game.match.winner, game.match.ended_by, len(game.match.lines)) == ((1, 3), "points", 1)


@article("CI-3")
def test_time_is_called_at_25_minutes_and_not_before():
    game = table().wait(END - 0.001)
    assert not game.told(TimeCalled)
    assert game.refused("time") == "CI-3"
    game.wait(0.001)
    assert [called.at for called in game.told(TimeCalled)] == [25 * MINUTE]


@article("CI-3")
def test_all_four_sign_the_slip_when_the_match_is_over():
    game = table()
    assert game.refused("sign 1") == "CI-3"
    game.hands(BLOCK_AC)
    game.do("sign 2", "sign 4", "sign 1")
    assert game.refused("sign 2") == "CI-3"
    game.do("sign 3")
    assert set(game.match.signatures) == {1, 2, 3, 4}


# --- 4: points ------------------------------------------------------------------------------------------------------


@article("CI-4")
def test_a_hundred_points_win_and_what_is_above_does_not_count_for_the_difference():
    game = table().sheet(0, 62, opener=1).hands(BLOCK_AC)
    assert (game.match.score, game.match.winner, game.match.ended_by) == ((126, 62), (1, 3), "points")
    assert game.match.difference == (38, -38)


@article("CI-4")
@pytest.mark.parametrize(("limit", "difference"), [("110p", 48), ("120p 25m", 58), ("1h", 38), ("100p", 38)])
def test_the_matchs_own_limit_in_points_is_what_counts_for_the_difference(limit: str, difference: int):
    game = table(limit=limit).sheet(0, 62, opener=1).hands(BLOCK_AC)
    assert game.match.score == (126, 62)
    assert game.match.difference == (difference, -difference)


@article("CI-4")
@pytest.mark.parametrize(("before", "over"), [(28, False), (29, True)])
def test_99_are_not_enough(before: int, over: bool):
    game = table().sheet(before, 0, opener=1).hands(DOMINO_A)
    assert (game.match.phase is Phase.ENDED) is over


@article("CI-4")
def test_after_the_extra_hands_the_pair_ahead_wins_the_point():
    game = table().wait(END).hands(TIED_BLOCK, DOMINO_B)
    assert (game.match.score, game.match.winner) == ((32, 0), (1, 3))
    assert game.match.difference == (32, -32)


@article("CI-4")
def test_level_after_the_extra_hands_one_more_is_played_and_again_until_somebody_is_ahead():
    game = table().wait(END).hands(TIED_BLOCK, TIED_BLOCK)
    assert game.match.phase is Phase.COUNTING
    game.agree().hands(TIED_BLOCK)
    assert game.match.phase is Phase.COUNTING
    game.agree().hands(DOMINO_A)  # opened by seat 4
    assert (game.match.winner, game.match.ended_by, game.match.score) == ((2, 4), "time", (0, 71))


@article("CI-4")
def test_with_the_option_half_point_a_level_match_is_over_and_nobody_wins():
    game = table(level_at_end="half_point").wait(END).hands(TIED_BLOCK, TIED_BLOCK)
    assert (game.match.phase, game.match.winner, game.match.ended_by) == (Phase.ENDED, None, "time")
    assert game.match.difference == (0, 0)


@article("CI-mano")
@pytest.mark.parametrize(
    ("hand", "side", "points"), [(DOMINO_A, (1, 3), 71), (DOMINO_B, (2, 4), 32), (BLOCK_AC, (1, 3), 126)]
)
def test_a_hand_scores_all_pips_left(hand, side, points):
    game = table().hands(hand)
    assert (game.line.side, game.line.points) == (side, points)


@article("CI-mano")
def test_turns_go_to_the_right_and_no_hand_is_dealt_before_the_count_is_agreed():
    game = table().deal(DOMINO_A).play("06")
    assert game.refused("3 <15") == "CI-mano"
    game.finish()
    assert game.refused("deal next") == "CI-mano"


# --- 5: opening -----------------------------------------------------------------------------------------------------


@article("CI-5")
def test_the_highest_tile_drawn_opens():
    game = Table(BOOK)
    game.do("draw draw-390")  # 53 42 62 30
    assert game.match.opener == 3


@article("CI-5")
def test_the_opening_rotates():
    game = table(opener=3).hands(TIED_BLOCK, TIED_BLOCK, TIED_BLOCK, TIED_BLOCK)
    game.agree().do("deal fifth")
    assert [line.next_opener for line in game.match.lines] == [4, 1, 2, 3]


@article("CI-5")
@pytest.mark.parametrize(("opener", "left"), [(1, 4), (2, 1), (3, 2), (4, 3)])
def test_the_player_on_the_left_makes_the_sopa_and_the_opener_takes_first(opener: int, left: int):
    game = table(opener)
    game.do("deal once")
    assert game.told(TilesShuffled)[0].seats == (left,)
    assert game.hand.taking == tuple((opener - 1 + place) % 4 + 1 for place in range(4))


@article("CI-5")
def test_an_opener_who_shuffles_again_takes_last():
    game = table(opener=2)
    game.do(f"again {game.match.opener}", "deal once")
    assert game.told(TilesShuffled)[0].seats == (1, 2)
    assert game.hand.taking == (3, 4, 1, 2)


# --- 9: clocks ------------------------------------------------------------------------------------------------------


@article("CI-9")
def test_a_move_has_twenty_seconds_and_then_the_first_tile_lifted_is_played():
    game = table().deal(BLOCK_AC)
    assert game.sees(SPECTATOR).deadline == 20 * SECOND
    game.wait(19.999)
    assert game.moves() == ""
    game.wait(0.001)
    assert game.moves() == "00"
    assert game.hand.moves[0].took == 20 * SECOND
    assert game.sees(SPECTATOR).deadline == 40 * SECOND


@article("CI-9")
def test_the_first_legal_tile_in_the_order_lifted_is_not_the_first_tile():
    game = table().deal(BLOCK_AC).play("00 >05 <06 >54").wait(20)
    # Seat 1 has 04 12 66 11 13 22 and the ends are 6 and 4: 04 comes before 66.
    assert game.moves() == "00 >05 <06 >54 >40"


@article("CI-9")
def test_a_player_who_comes_after_the_time_may_only_play_that_tile():
    game = table().deal(BLOCK_AC)
    with pytest.raises(Refusal) as refusal:
        decide(game.match, order("1 66"), 20 * SECOND)
    assert refusal.value.article == "CI-9"
    assert decide(game.match, order("1 00"), 20 * SECOND).events


@article("CI-9")
def test_sixty_seconds_where_some_tile_would_close_the_hand():
    game = table().deal(BLOCK_AC).play("00 >05 <06 >54 >40 <63 >02 <30")
    began = game.now
    assert game.sees(1).deadline == began + 20 * SECOND
    game.play(">21")  # six blanks lie; 0-1 on the 1 would close the hand
    began = game.now
    assert {game.sees(eyes).deadline for eyes in (SPECTATOR, 1, 2, 3, 4)} == {began + 60 * SECOND}
    game.wait(59.999)
    assert game.turn == 2
    game.wait(0.001)
    assert game.moves().split()[-1] == "<01"


@article("CI-9")
def test_the_clock_does_not_tell_who_holds_the_tile_that_closes():
    """The same chain with 0-1 in another rack: the player in turn cannot close the hand, and has the minute too."""
    racks = ("00.04.12.66.11.13.22", "05.36.16.25.44.56.14", "06.02.34.15.23.24.33", "45.03.26.01.35.46.55")
    game = table().deal(Dealt(racks)).play("00 >05 <06 >54 >40 <63 >02 <30 >21")
    assert game.may() == {">16", ">14"}
    assert game.sees(SPECTATOR).deadline == game.now + 60 * SECOND


@article("CI-9")
def test_with_one_option_or_none_the_turn_is_played_at_once():
    game = table().deal(DOMINO_A).play("06 <01", every=7)
    assert game.moves() == "06 <01 <15"
    game.play("<15 >64", every=7)
    assert [move.took for move in game.hand.moves[:5]] == [7000, 7000, 0, 7000, 0]


# --- 11, 12, 16: open tiles, tied blocks ----------------------------------------------------------------------------


@article("CI-11")
def test_nobody_opens_out_of_turn():
    game = table(opener=2).deal(BLOCK_AC)
    assert game.refused("3 05") in ("CI-11", "CI-5")


@article("CI-11")
def test_an_open_tile_is_played_as_soon_as_it_fits():
    game = table().deal(BLOCK_AC).expose(4, "35").expose(4, "26").play("00 >05 <06")
    assert game.may() == {">53", "<62"}
    assert game.refused("4 >54") == "CI-11"
    assert game.refused("4 <64") == "CI-11"
    game.play("<62")


@article("CI-11")
def test_until_it_fits_its_owner_plays_what_fits():
    game = table().deal(BLOCK_AC).expose(3, "33").play("00 >05")
    assert game.may() == {"<06", "<02", ">51"}
    assert game.sees(1).exposed[2] == (Tile.of(3, 3),)


@article("CI-11")
def test_where_it_fits_both_ends_it_goes_on_the_higher_number():
    game = table().deal(OPEN_TILES).expose(4, "56").expose(4, "26").play("00 >05 <06")
    assert game.may() == {"<65", "<62"}  # the ends are 6 and 5
    assert game.refused("4 >56") == "CI-11"


@article("CI-11")
def test_the_only_way_to_play_an_open_tile_is_played_at_once():
    game = table().deal(OPEN_TILES).expose(4, "56").play("00 >05 <06")
    assert game.moves() == "00 >05 <06 <65 -"  # seat 1 has no 5


@article("CI-11")
def test_once_played_it_owes_nothing_more():
    game = table().deal(BLOCK_AC).expose(4, "35").play("00 >05 <06 >53")
    assert game.sees(1).exposed == ((), (), (), ())
    game.play("<66")
    assert game.turn == 2


@article("CI-12")
def test_the_tile_touched_first_is_played_where_it_fits():
    game = table().deal(BLOCK_AC).play("00 >05").expose(3, "15")
    assert game.moves() == "00 >05 >51 <03"


@article("CI-12")
def test_the_tile_touched_first_is_the_opening_tile_if_the_opener_touched_it():
    """Any tile fits an empty table, so the opener's *piano* leaves no choice."""
    game = table().deal(BLOCK_AC).expose(1, "13")
    assert game.moves() == "13"


@article("CI-12")
def test_a_tile_touched_that_does_not_fit_stays_open_and_is_played_once_it_fits():
    game = table().deal(BLOCK_AC).play("00 >05 >51").expose(4, "34")  # 0 and 1: only 0-3 fitted
    game.play("<03 >12 >25")
    assert game.sees(2).exposed[3] == (Tile.of(3, 4),)
    game.play("<33")
    assert game.moves().startswith("00 >05 >51 <03 >12 >25 <33 <34")


@article("CI-16")
def test_a_tied_block_gives_nothing_to_anybody_and_the_opening_moves_on():
    game = table(opener=4).hands(TIED_BLOCK)
    assert (game.line.side, game.match.score, game.match.opener) == (None, (0, 0), 1)
    game.agree().deal(BLOCK_BD)
    assert game.sees(1).mine == tiles(BLOCK_BD.racks[0])
