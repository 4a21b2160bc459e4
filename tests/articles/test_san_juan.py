"""San Juan at a table run by the program. Points are worked out by hand in `tests/golden/hands.py`."""

from typing import Any

import pytest

from tantera.layout import places
from tantera.play import SPECTATOR, Phase, decide
from tantera.play.events import MatchEnded, OpeningDrawn, TilesShuffled, TimeCalled
from tantera.rules import Refusal
from tantera.tiles import Chain, Tile
from tests.builders import MINUTE, SECOND, Table, order
from tests.golden.hands import BLOCK_AC, BLOCK_BD, CAPICU, DOMINO_A, DOMINO_B, TIED_BLOCK

article = pytest.mark.article
FORTY = 40 * MINUTE


def table(opener: int = 1, **options: Any) -> Table:
    return Table("san-juan", opener=opener, **options)


# --- how long a match is --------------------------------------------------------------------------------------------


@article("SJ-estructura")
def test_a_match_is_200_points_or_40_minutes():
    limit = table().book.options.limit
    assert (limit.points, limit.minutes, limit.hands) == (200, 40, None)


@article("SJ-estructura")
def test_a_millisecond_before_40_minutes_the_hand_goes_on():
    game = table().deal(BLOCK_AC).wait((FORTY - 1) / SECOND)
    assert game.match.phase is Phase.PLAYING
    assert game.refused("time") == "SJ-estructura"
    game.do("1 00")
    assert game.turn == 2


@article("SJ-estructura")
def test_at_40_minutes_a_hand_in_progress_does_not_count_and_the_pair_ahead_wins():
    game = table().hands(BLOCK_BD).agree().deal(DOMINO_A).play("06 <01").wait(40 * 60)
    assert game.told(TimeCalled)
    assert game.match.score == (0, 126)
    assert (game.line.how, game.line.side, game.line.points, game.line.written) == ("time", None, 0, (0, 0))
    assert (game.match.winner, game.match.ended_by) == ((2, 4), "time")
    assert game.refused("3 <15") == "SJ-final"


@article("SJ-estructura")
def test_a_move_that_comes_at_40_minutes_comes_too_late():
    game = table().deal(BLOCK_AC)
    with pytest.raises(Refusal) as refusal:
        decide(game.match, order("1 00"), FORTY)
    assert refusal.value.article == "SJ-estructura"


@article("SJ-estructura")
def test_time_between_two_hands_ends_the_match_at_once():
    game = table().hands(BLOCK_AC).wait(40 * 60)
    assert (game.match.winner, game.match.ended_by, game.match.score) == ((1, 3), "time", (126, 0))
    assert len(game.match.lines) == 1


@article("SJ-estructura")
def test_level_at_time_the_match_awaits_the_judges_and_their_word_ends_it():
    game = table().hands(TIED_BLOCK).wait(40 * 60)
    awaiting = game.match.awaiting
    assert awaiting is not None
    assert (game.match.phase, awaiting.who) == (Phase.AWAITING, "judges")
    assert game.refused("deal one-more") == "SJ-inicio-2"
    game.do("ruling 2+4")
    assert (game.match.winner, game.match.ended_by, game.match.phase) == ((2, 4), "ruling", Phase.ENDED)
    assert game.match.score == (0, 0)


@article("SJ-estructura")
def test_nobody_rules_on_a_match_that_goes_on():
    game = table().hands(BLOCK_AC)
    assert game.refused("ruling 1+3") == "SJ-final"


@article("SJ-estructura")
def test_with_the_option_finish_hand_the_hand_in_progress_is_played_out_and_counts():
    game = table(at_time="finish_hand").deal(BLOCK_BD).play("00 >05").wait(40 * 60)
    assert game.match.phase is Phase.PLAYING
    game.play("<06 >54 >40 <63 >02 <30 >21 >10")
    assert (game.match.score, game.match.winner, game.match.ended_by) == ((0, 126), (2, 4), "time")


# --- how it begins --------------------------------------------------------------------------------------------------


@article("SJ-inicio-1")
def test_the_highest_tile_drawn_opens_and_of_equal_sums_the_higher_number():
    game = Table("san-juan")
    game.do("draw draw-390")
    drawn = game.told(OpeningDrawn)[0]
    assert [str(tile) for tile in drawn.tiles] == ["53", "42", "62", "30"]
    assert game.match.opener == 3


@article("SJ-inicio-1")
@pytest.mark.parametrize(("order", "opener"), [("sum", 3), ("number", 1)])
def test_the_option_draw_order_says_whether_the_sum_or_the_number_comes_first(order: str, opener: int):
    game = Table("san-juan", draw_order=order)
    game.do("draw draw-125")
    assert [str(tile) for tile in game.match.drawn] == ["60", "54", "55", "44"]
    assert game.match.opener == opener


@article("SJ-inicio-1")
def test_there_is_one_draw_and_no_deal_before_it():
    game = Table("san-juan")
    assert game.refused("deal too-early") == "SJ-inicio-2"
    game.do("draw once")
    assert game.refused("draw twice") == "SJ-inicio-1"


@article("SJ-inicio-1")
@pytest.mark.parametrize("seed", range(60))
def test_nobody_drew_a_tile_above_the_openers(seed: int):
    game = Table("san-juan")
    game.do(f"draw {seed}")
    opener = game.match.opener
    assert opener is not None
    best = game.match.drawn[opener - 1]
    assert all((best.pips, best.high) >= (tile.pips, tile.high) for tile in game.match.drawn)


@article("SJ-inicio-2")
def test_seven_tiles_each_are_taken_from_the_opener_to_the_right():
    first, third = table(opener=1), table(opener=3)
    for game in (first, third):
        game.do("deal the-same-tiles")
    assert first.hand.taking == (1, 2, 3, 4)
    assert third.hand.taking == (3, 4, 1, 2)
    for game in (first, third):
        assert [game.hand.count(seat) for seat in (1, 2, 3, 4)] == [7, 7, 7, 7]
    # The tiles lie in the same order on the table, so each taker gets the same seven.
    assert [first.hand.rack(seat) for seat in (1, 2, 3, 4)] == [third.hand.rack(seat) for seat in (3, 4, 1, 2)]


@article("SJ-inicio-2")
@pytest.mark.parametrize(("hand", "losers"), [(BLOCK_AC, (2, 4)), (BLOCK_BD, (1, 3)), (DOMINO_B, (1, 3))])
def test_the_pair_that_lost_shuffles_for_the_next_hand(hand, losers):
    game = table().hands(hand).agree()
    game.do("deal next")
    assert game.told(TilesShuffled)[-1].seats == losers


@article("SJ-inicio-2")
def test_not_even_the_partner_sees_a_rack():
    game = table().deal(BLOCK_AC)
    for eyes in (1, 2, 3, 4):
        assert [seat for seat in (1, 2, 3, 4) if game.sees(eyes).racks[seat - 1] is not None] == [eyes]
    assert game.sees(SPECTATOR).racks == (None, None, None, None)


@article("SJ-inicio-3")
def test_an_opening_double_lies_horizontal_in_the_centre():
    place = places(Chain.opened(Tile.of(5, 5)))[0]
    assert (place.x, place.y) == (0, 0)
    assert not place.upright


@article("SJ-inicio-3")
def test_a_mixed_opening_tile_stands_with_its_low_number_towards_the_opener():
    place = places(Chain.opened(Tile.of(6, 2)))[0]
    low, high = place.halves
    assert place.placement.code == "26"
    assert (low.x, high.x) == (0, 0)
    assert low.y < 0 < high.y  # the opener sits below


@article("SJ-inicio-3")
def test_the_opening_tile_goes_to_no_end():
    game = table().deal(BLOCK_AC)
    assert game.refused("1 <00") == "SJ-inicio-3"


# --- how it flows ---------------------------------------------------------------------------------------------------


@article("SJ-flujo-1")
@pytest.mark.parametrize("opener", [1, 2, 3, 4])
def test_the_turn_moves_to_the_right(opener: int):
    game = table(opener).deal(BLOCK_AC).play("00 >05 <06 >54 >40")
    assert [move.seat for move in game.hand.moves] == [(opener + place - 1) % 4 + 1 for place in (0, 1, 2, 3, 4)]


@article("SJ-flujo-1")
def test_nobody_plays_or_passes_ahead_of_turn():
    game = table().deal(BLOCK_AC).play("00")
    for early in ("1 <04", "3 <06", "4 <03", "4 -"):
        assert game.refused(early) == "SJ-flujo-1"


@article("SJ-flujo-1")
def test_an_open_tile_is_shown_to_all_and_its_owner_may_play_another():
    game = table().deal(BLOCK_AC).play("00 >05 <06").expose(4, "35")
    for eyes in (SPECTATOR, 1, 2, 3):
        assert game.sees(eyes).exposed[3] == (Tile.of(3, 5),)
        assert game.sees(eyes).racks[3] is None
    assert game.may() == {">54", "<62", ">53", "<64", ">55"}
    game.play(">54")
    assert game.sees(1).exposed[3] == (Tile.of(3, 5),)


@article("SJ-flujo-2")
def test_a_player_may_play_on_either_end():
    game = table().deal(BLOCK_AC).play("00 >05 <06")
    assert game.may() == {">54", "<62", ">53", "<64", ">55"}


@article("SJ-flujo-2")
def test_with_equal_ends_either_end_will_do():
    game = table().deal(BLOCK_AC).play("00")
    assert game.may() == {"<05", ">05", "<01", ">01"}


@article("SJ-flujo-2")
def test_only_a_player_with_nothing_that_fits_passes():
    game = table().deal(DOMINO_A).play("06")
    assert game.refused("2 -") == "SJ-pase"
    game.play("<01 <15 >64 <56 >41")
    assert game.may() == {"-"}
    game.play("-")
    assert game.turn == 4


@article("SJ-flujo-2")
def test_a_forced_turn_waits_for_its_player_because_thinking_is_free_here():
    game = table().deal(DOMINO_A).play("06 <01 <15 >64 <56 >41").wait(300)
    assert game.turn == 3
    game.play("-")
    assert game.hand.moves[-1].took == 301 * SECOND


@article("SJ-flujo-2")
def test_tiles_are_not_drawn_and_a_turn_holds_one_tile():
    game = table().deal(DOMINO_A).play("06 <01 <15 >64 <56 >41")
    assert game.refused("3 +") == "SJ-flujo-2"
    assert game.refused("3 <66&>11") == "SJ-flujo-2"


@article("SJ-irreg-1")
def test_a_tile_that_does_not_fit_or_is_not_held_is_refused():
    game = table().deal(BLOCK_AC).play("00 >05")
    assert game.refused("3 >02") == "SJ-irreg-1"
    assert game.refused("3 <03") == "SJ-irreg-1"
    assert game.refused("3 06") == "SJ-irreg-1"


# --- how a hand ends ------------------------------------------------------------------------------------------------


@article("SJ-domino")
def test_who_goes_out_wins_all_pips_left_for_the_pair_the_partners_too():
    game = table().hands(DOMINO_A)
    assert game.line.left == (0, 22, 31, 18)
    assert (game.line.how, game.line.side, game.line.points) == ("domino", (1, 3), 22 + 31 + 18)
    assert game.match.score == (71, 0)


@article("SJ-tranque")
@pytest.mark.parametrize(("hand", "side", "score"), [(BLOCK_AC, (1, 3), (126, 0)), (BLOCK_BD, (2, 4), (0, 126))])
def test_a_block_gives_the_lower_pair_the_tiles_of_both(hand, side, score):
    game = table().hands(hand)
    assert (game.line.how, game.line.side, game.match.score) == ("block", side, score)


@article("SJ-tranque")
def test_a_tied_block_in_san_juan_keeps_the_opener():
    game = table(opener=4).hands(TIED_BLOCK)
    assert game.hand.last_placer == 1
    assert (game.line.side, game.line.points, game.match.score) == (None, 0, (0, 0))
    assert game.match.opener == 4


@article("SJ-siguientes")
@pytest.mark.parametrize(
    ("hand", "last"),
    [(DOMINO_A, 2), (DOMINO_B, 3), (BLOCK_AC, 3), (BLOCK_BD, 3)],
    ids=["A", "B", "block", "other block"],
)
def test_who_laid_the_last_tile_opens_the_next_hand(hand, last):
    game = table(opener=2).hands(hand)
    assert game.match.opener == last
    game.agree().do("deal next")
    assert game.hand.opener == last


@article("SJ-siguientes")
def test_nobody_else_opens_the_next_hand():
    game = table().hands(DOMINO_B).agree().deal(BLOCK_AC)
    assert game.refused("1 45") in ("SJ-siguientes", "SJ-flujo-1")


@article("SJ-final")
@pytest.mark.parametrize(("before", "over"), [(73, False), (74, True), (75, True)])
def test_the_first_pair_at_200_or_above_wins(before: int, over: bool):
    game = table().sheet(before, 190, opener=1).hands(BLOCK_AC)
    assert game.match.score == (before + 126, 190)
    assert (game.match.winner == (1, 3)) is over
    assert bool(game.told(MatchEnded)) is over


@article("SJ-final")
def test_a_score_may_be_below_zero():
    game = table().sheet(-40, 0, opener=1).hands(BLOCK_AC)
    assert game.match.score == (86, 0)


@article("SJ-conteo")
def test_after_the_hand_every_rack_lies_open():
    game = table().hands(BLOCK_BD)
    for eyes in (SPECTATOR, 1, 2, 3, 4):
        assert [sum(tile.pips for tile in rack or () if tile) for rack in game.sees(eyes).racks] == [37, 15, 44, 30]


@article("SJ-conteo")
def test_no_hand_is_dealt_before_both_pairs_agree_with_the_count():
    game = table().hands(BLOCK_BD)
    assert game.refused("deal next") == "SJ-conteo"
    game.do("agree 4")
    assert game.refused("deal next") == "SJ-conteo"
    assert game.refused("agree 2") == "SJ-conteo"
    game.do("agree 1", "deal next")
    assert game.match.phase is Phase.PLAYING
    assert game.refused("agree 1") == "SJ-conteo"


@article("SJ-adicionales")
def test_a_capicu_earns_nothing_beyond_the_tiles():
    game = table().hands(CAPICU)
    assert game.hand.chain is not None
    assert {Tile.of(5, 4)} == {game.hand.chain.placements[-1].tile}
    assert game.match.score == (12 + 15 + 15, 0)
