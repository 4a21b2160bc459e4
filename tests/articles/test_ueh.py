"""UEH at a table run by the program: how hands are dealt, opened, played and written down."""

import pytest
from msgspec.structs import replace

from tantera.play import SPECTATOR
from tantera.play.events import DealRepeated, HandDealt, PlayerReEntered
from tantera.play.record import SeenDeal, record
from tantera.rules import Refusal
from tantera.tiles import Tile
from tests.builders import SECOND, Dealt, Table, tiles
from tests.golden.hands import (
    BLOCK_AC,
    BLOCK_BD,
    DOMINO_A,
    DRAWING,
    TIED_BLOCK,
    TIED_WITH_MANO,
    TIED_WITHOUT_MANO,
    TWO_DOUBLES,
)

article = pytest.mark.article


@article("UEH-objetivo")
def test_the_limit_is_300_points_and_points_are_bad():
    game = Table("ueh", limit="1h").hands(DOMINO_A)
    assert Table("ueh").book.options.limit.points == 300
    assert game.match.score == (0, 22, 31, 18)
    assert (game.match.winner, game.match.ended_by) == ((1,), "hands")


@article("UEH-objetivo")
def test_everybody_plays_alone():
    assert Table("ueh").match.sides == ((1,), (2,), (3,), (4,))


# --- deal and opening -----------------------------------------------------------------------------------------------


@article("UEH-reparto")
def test_more_than_four_doubles_in_a_rack_and_the_tiles_are_dealt_again():
    game = Table("ueh")
    game.do("deal deal-1676")
    assert [(again.seat, again.doubles) for again in game.told(DealRepeated)] == [(4, 5), (2, 5)]
    assert max(sum(tile.is_double for tile in rack if tile) for rack in game.told(HandDealt)[0].racks) <= 4


@article("UEH-reparto")
def test_no_deal_leaves_anybody_with_five_doubles():
    for seed in range(300):
        game = Table("ueh")
        game.do(f"deal {seed}")
        dealt = game.told(HandDealt)[0]
        assert [len(rack) for rack in dealt.racks] == [7, 7, 7, 7]
        assert all(sum(tile.is_double for tile in rack if tile) <= 4 for rack in dealt.racks)


@article("UEH-reparto")
def test_four_doubles_stand_and_five_cannot_have_been_dealt():
    four = Table("ueh").deal(BLOCK_AC, opener=1)  # 00 66 11 22
    assert four.hand.count(1) == 7
    five = ("00.11.22.33.66.12.13", "05.36.01.16.25.44.56", "06.02.14.15.23.24.04", "45.03.26.34.35.46.55")
    with pytest.raises(Refusal) as refusal:
        record(Table("ueh").match, SeenDeal(1, tuple(map(tiles, five))), 0)
    assert refusal.value.article == "UEH-reparto"


@article("UEH-salida")
def test_the_holder_of_double_six_opens_the_first_hand_with_any_tile():
    game = Table("ueh")
    game.do("deal anything")
    assert game.hand.opener == next(seat for seat in (1, 2, 3, 4) if Tile.of(6, 6) in game.hand.rack(seat))
    assert len(game.may()) == 7


@article("UEH-salida")
def test_nobody_else_opens():
    game = Table("ueh").deal(BLOCK_AC, opener=3)
    assert game.refused("4 05") == "UEH-salida"


@article("UEH-salida")
@pytest.mark.parametrize("hand", [DOMINO_A, BLOCK_BD, TIED_BLOCK])
def test_afterwards_the_opening_moves_to_the_right(hand):
    game = Table("ueh").deal(hand, opener=4).play(hand.moves)
    assert game.match.opener == 1


@article("UEH-salida")
@pytest.mark.parametrize(
    ("racks", "opener"),
    [
        (("55.01", "44.65"), 1),  # the highest double, 6-6 asleep
        (("65.64", "00.01"), 2),  # any double before the highest tile
        (("53.01", "62.02"), 2),  # no doubles: equal sums, and 6-2 has the higher number
        (("63.01", "54.02"), 1),
        (("50.01", "41.42"), 2),  # 6 against 5
    ],
)
def test_with_double_six_asleep_the_highest_double_opens_or_else_the_highest_tile(racks, opener: int):
    game = Table("ueh", players=2, tiles=2)
    wrong = SeenDeal(3 - opener, tuple(map(tiles, racks)))
    with pytest.raises(Refusal) as refusal:
        record(game.match, wrong, 0)
    assert refusal.value.article == "UEH-salida"
    game.fact(SeenDeal(opener, tuple(map(tiles, racks))))
    assert game.hand.opener == opener


@article("UEH-salida")
def test_a_small_table_finds_its_opener_in_every_deal():
    for seed in range(200):
        game = Table("ueh", players=2, tiles=2)
        game.do(f"deal {seed}")
        held = {seat: [tile for tile in game.told(HandDealt)[0].racks[seat - 1] if tile] for seat in (1, 2)}
        best = {seat: max((tile.is_double, tile.pips, tile.high) for tile in held[seat]) for seat in held}
        assert game.hand.opener == max(best, key=lambda seat: best[seat])


# --- turns ----------------------------------------------------------------------------------------------------------


@article("UEH-turno")
def test_to_the_right_on_either_end_or_a_pass():
    game = Table("ueh").deal(DOMINO_A, opener=2).play("06")
    assert game.may() == {"<01", "<04"}
    assert game.turn == 3
    assert game.refused("4 <02") == "UEH-turno"
    assert game.refused("3 >04") == "UEH-turno"
    assert game.refused("3 -") == "UEH-turno"
    game.play("<01 <15 >64 <56 >41 -")


@article("UEH-turno")
def test_with_equal_ends_a_player_chooses_the_side():
    game = Table("ueh").deal(BLOCK_AC, opener=1).play("00")
    assert game.may() == {"<05", ">05", "<01", ">01"}


@article("UEH-robar")
def test_a_player_who_cannot_play_may_draw_one_tile_or_pass():
    game = Table("ueh", players=3).deal(DRAWING, opener=1).play("13 <12 <22 >36")
    assert game.may() == {"+", "-"}
    game.play("+02 <20")
    assert game.sees(1).boneyard == 6


@article("UEH-robar")
def test_a_tile_drawn_that_fits_is_played_and_one_that_does_not_is_kept():
    game = Table("ueh", players=3).deal(DRAWING, opener=1).play("13 <12 <22 >36 + <20 <01 >61")
    game.do("2 +")
    assert game.moves().split()[-2:] == ["+", "-"]
    assert Tile.of(0, 6) in game.sees(2).mine
    assert game.turn == 3


@article("UEH-robar")
def test_nobody_else_sees_the_tile_that_was_drawn():
    game = Table("ueh", players=3).deal(DRAWING, opener=1).play("13 <12 <22 >36 + <20 <01 >61 +06")
    drew = [game.sees(eyes).moves[8] for eyes in (SPECTATOR, 1, 2, 3)]
    assert [getattr(move, "tile", None) for move in drew] == [None, None, Tile.of(0, 6), None]


@article("UEH-robar")
def test_who_can_play_does_not_draw():
    game = Table("ueh", players=3).deal(DRAWING, opener=1)
    assert game.refused("1 +") == "UEH-robar"
    game.play("13")
    assert game.refused("2 +") == "UEH-robar"


@article("UEH-robar")
def test_four_players_have_nothing_to_draw():
    game = Table("ueh").deal(DOMINO_A, opener=1).play("06")
    assert game.refused("2 +") == "UEH-robar"
    game.play("<01 <15 >64 <56 >41 -")  # a pass at once: there is no choice


@article("UEH-robar")
def test_everybody_passing_in_turn_without_drawing_blocks_the_hand():
    game = Table("ueh", players=3).deal(DRAWING, opener=1).play(DRAWING.moves)
    assert (game.line.how, game.line.left) == ("block", (30, 49, 38))
    assert game.match.score == (0, 49, 38)


@article("UEH-robar")
def test_a_draw_in_between_keeps_the_hand_alive():
    game = Table("ueh", players=3).deal(DRAWING, opener=1)
    game.play("13 <12 <22 >36 +02 <20 <01 >61 - - +06 - - -")
    assert not game.match.lines
    game.play("-")
    assert game.line.how == "block"


@article("UEH-robar")
def test_the_hand_is_blocked_at_once_when_no_tile_fits_in_a_rack_or_asleep():
    """Two players lay all seven blanks; both ends are blank and fourteen tiles sleep."""
    hand = Dealt(("00.06.04.02.12.66.55", "05.45.36.03.01.11.22"))
    game = Table("ueh", players=2).deal(hand, opener=1).play("00 >05 <06 >54 >40 <63 >02 <30 >21")
    assert game.match.lines == ()
    game.play(">10")
    assert (game.line.how, game.line.side, game.line.left) == ("block", (2,), (22, 6))


@article("UEH-robar")
def test_the_option_boneyard_none_leaves_sleeping_tiles_alone():
    game = Table("ueh", players=3, boneyard="none").deal(DRAWING, opener=1).play("13 <12 <22 >36")
    assert game.moves().endswith("-")  # nothing to choose: the pass is played at once
    assert game.refused("3 +") == "UEH-robar"


@article("UEH-dobles")
def test_from_the_second_hand_on_the_doubles_of_both_ends_go_in_one_turn():
    game = Table("ueh").deal(TWO_DOUBLES, opener=1).play("45")
    assert game.may() == {"<44", ">55", "<41", ">52"}
    assert game.refused("2 <44&>55") == "UEH-dobles"
    game.finish().agree().deal(TWO_DOUBLES).play("45")
    assert game.may() == {"<44", ">55", "<41", ">52", "<44&>55"}
    game.play("<44&>55")
    chain = game.hand.chain
    assert chain is not None
    assert (game.hand.count(3), game.turn, str(chain)) == (5, 4, "4|4 4|5 5|5")


@article("UEH-dobles")
@pytest.mark.parametrize("wrong", ["<55&>44", "<44&>44", "<44&>66"])
def test_each_double_goes_on_its_own_end(wrong: str):
    game = Table("ueh").hands(BLOCK_AC).agree().deal(TWO_DOUBLES).play("45")
    assert game.refused(f"3 {wrong}") == "UEH-dobles"


@article("UEH-dobles")
def test_equal_ends_take_one_tile_a_turn():
    game = Table("ueh").hands(BLOCK_AC).agree().deal(BLOCK_AC).play("00")
    assert game.refused("3 <00&>00") == "UEH-dobles"


@article("UEH-dobles")
def test_a_player_goes_out_with_two_doubles():
    two = Dealt(("45.66", "44.55", "12.13", "16.26"))
    game = Table("ueh", tiles=2).hands(Dealt(("66.45", "44.55", "12.13", "16.26")))
    game.finish().agree().deal(two).play("45 <44&>55")
    assert (game.line.how, game.line.side, game.line.left) == ("domino", (3,), (15, 12, 0, 7))


@article("UEH-dobles")
def test_a_copy_of_the_book_may_allow_it_from_the_first_hand():
    book = Table("ueh").book
    game = Table(replace(book, customs=replace(book.customs, two_doubles_from_hand=1)))
    game.deal(TWO_DOUBLES, opener=1).play("45 <44&>55")


@article("UEH-obligada")
def test_a_turn_with_one_option_is_played_at_once():
    game = Table("ueh").deal(DOMINO_A, opener=1).play("06 <01", every=7)
    assert game.moves() == "06 <01 <15"
    assert [move.took for move in game.hand.moves] == [7 * SECOND, 7 * SECOND, 0]


@article("UEH-obligada")
def test_to_draw_or_to_pass_is_a_choice_and_waits():
    game = Table("ueh", players=3).deal(DRAWING, opener=1).play("13 <12 <22 >36").wait(60)
    assert game.turn == 2


# --- how a hand is written down -------------------------------------------------------------------------------------


@article("UEH-final", "UEH-anotacion")
@pytest.mark.parametrize(
    ("hand", "how", "winner", "written"),
    [
        (DOMINO_A, "domino", 1, (0, 22, 31, 18)),
        (BLOCK_AC, "block", 1, (0, 33, 28, 43)),
        (BLOCK_BD, "block", 2, (37, 0, 44, 30)),
        (TIED_WITH_MANO, "block", 1, (0, 31, 28, 39)),  # 28 twice: the mano wins, the other writes them
        (TIED_WITHOUT_MANO, "block", 2, (32, 0, 44, 25)),  # 25 twice: the first from the mano on
    ],
)
def test_the_lowest_wins_and_everybody_else_writes_the_own_pips(hand, how, winner: int, written):
    game = Table("ueh").hands(hand)
    assert (game.line.how, game.line.side, game.line.points) == (how, (winner,), sum(written))
    assert game.match.score == written


@article("UEH-final")
@pytest.mark.parametrize(("opener", "winner"), [(1, 2), (2, 3), (3, 4), (4, 1)])
def test_of_two_tied_the_first_from_the_mano_wins_wherever_they_sit(opener: int, winner: int):
    game = Table("ueh").deal(TIED_WITHOUT_MANO, opener=opener).play(TIED_WITHOUT_MANO.moves)
    assert game.line.side == (winner,)


@article("UEH-anotacion")
def test_no_hand_is_dealt_before_all_four_agree_with_the_count():
    game = Table("ueh").hands(DOMINO_A)
    for seat in (1, 2, 3):
        game.do(f"agree {seat}")
        assert game.refused("deal next") == "UEH-anotacion"
    game.do("agree 4", "deal next")
    assert not game.told(PlayerReEntered)
