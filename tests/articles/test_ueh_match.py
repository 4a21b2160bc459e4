"""UEH over a whole match: re-entries, factors, elimination, the last one in.

BLOCK_AC leaves 22 33 28 43 from the opener on, and the opener wins: the others write 33, 28 and 43. BLOCK_BD leaves
37 15 44 30, and the player on the opener's right wins.
"""

import pytest

from tantera.play import Phase, RecordInfraction
from tantera.play.events import PlayerEliminated, PlayerReEntered
from tests.builders import Table
from tests.golden.hands import BLOCK_AC, BLOCK_BD, DRAWING

article = pytest.mark.article


def after_one_hand(*sheet: int, opener: int = 1) -> Table:
    return Table("ueh").sheet(*sheet, opener=opener).deal(BLOCK_AC, opener=opener).play(BLOCK_AC.moves)


@article("UEH-reenganche")
def test_over_300_a_player_re_enters_with_the_highest_score_that_is_not():
    game = after_one_hand(100, 268, 260, 250)  # 100, 301, 288, 293
    assert game.told(PlayerReEntered)[0].score == 293
    assert game.match.score == (100, 293, 288, 293)
    assert game.match.re_entries == (0, 1, 0, 0)


@article("UEH-reenganche")
def test_exactly_300_is_not_over():
    game = after_one_hand(0, 267, 0, 0)
    assert (game.match.score, game.match.re_entries) == ((0, 300, 28, 43), (0, 0, 0, 0))


@article("UEH-reenganche")
def test_a_player_at_300_is_the_highest_still_in():
    game = after_one_hand(0, 267, 0, 290)  # 0, 300, 28, 333
    assert game.match.score == (0, 300, 28, 300)


@article("UEH-reenganche")
def test_the_winner_of_the_hand_may_be_the_highest():
    game = after_one_hand(299, 268, 10, 10)
    assert game.match.score == (299, 299, 38, 53)


@article("UEH-reenganche")
def test_several_over_in_one_hand_all_take_the_same_score():
    game = after_one_hand(100, 290, 295, 200)  # 100, 323, 323, 243
    assert game.match.score == (100, 243, 243, 243)
    assert game.match.re_entries == (0, 1, 1, 0)


@article("UEH-reenganche")
def test_points_count_double_after_the_first_re_entry_and_fourfold_after_the_second():
    game = Table("ueh", limit="100p").sheet(0, 0, 0, 90, opener=1).deal(BLOCK_AC, opener=1).play(BLOCK_AC.moves)
    assert game.match.score == (0, 33, 28, 33)  # 133 is over: back to 33
    game.agree().hands(BLOCK_AC)  # seat 2 opens and wins; 3 writes 33, 4 writes 28 twice, 1 writes 43
    assert (game.line.left, game.line.written) == ((43, 22, 33, 28), (43, 0, 33, 56))
    assert game.match.score == (43, 33, 61, 89)
    game.agree().hands(BLOCK_AC)  # seat 3 opens; 4 writes 33 twice: 155 is over, and 76 the highest that is not
    assert game.line.written == (28, 43, 0, 66)
    assert game.match.score == (71, 76, 61, 76)
    assert game.match.re_entries == (0, 0, 0, 2)
    game.agree().hands(BLOCK_BD)  # seat 4 opens, seat 1 wins; 4 writes 37 four times
    assert (game.line.left, game.line.written) == ((15, 44, 30, 37), (0, 44, 30, 148))
    assert game.match.score == (71, 91, 91, 224)  # 4 is out; 2 was over with 120 and takes the 91 of seat 3
    assert game.match.out == (4,)


@article("UEH-reenganche")
def test_over_the_limit_after_two_re_entries_a_player_is_out_and_keeps_that_score():
    game = Table("ueh", limit="20p").hands(BLOCK_AC, BLOCK_AC, BLOCK_AC)
    # Hand 1: 2, 3, 4 are over and back at 0. Hand 2: 1 writes 43, 3 writes 66, 4 writes 56. Hand 3, opened by 3:
    # 4 writes 33 four times and is out; 1 writes 28 twice, 2 writes 43 twice, both for the second re-entry.
    assert game.match.lines[1].written == (43, 0, 66, 56)
    assert game.match.lines[2].written == (56, 86, 0, 132)
    assert [event.seat for event in game.told(PlayerEliminated)] == [4]
    assert (game.match.score, game.match.out) == ((0, 0, 0, 132), (4,))
    assert game.match.re_entries == (2, 2, 2, 2)


@article("UEH-ganador")
def test_the_seat_of_a_player_who_is_out_is_skipped():
    game = Table("ueh", limit="20p").hands(BLOCK_AC, BLOCK_AC, BLOCK_AC)
    assert game.match.opener == 1  # seat 3 opened, seat 4 is out
    assert game.refused("agree 4") == "UEH-anotacion"
    game.agree().do("deal three-left")
    assert game.hand.seats == (1, 2, 3)
    assert [game.hand.count(seat) for seat in (1, 2, 3, 4)] == [7, 7, 7, 0]
    assert game.sees(4).mine == ()
    first = game.sees(1).mine[0]
    assert first is not None
    game.do(f"1 {first}")
    assert game.refused("4 -") == "UEH-turno"


def ruled_out(game: Table, seat: int) -> Table:
    """The referee writes points down for a player who has used up both re-entries: more than the limit."""
    game.give(RecordInfraction("ruling", None, (("text", "miscounted"), ("points", f"{seat}:+21"))))
    assert game.match.out[-1] == seat
    return game


@article("UEH-ganador", "UEH-anotacion")
def test_nobody_waits_for_the_agreement_of_a_player_whom_a_ruling_put_out_during_the_count():
    game = Table("ueh", limit="20p").hands(BLOCK_AC, BLOCK_AC, BLOCK_AC)  # 4 is out, the others have re-entered twice
    game.do("agree 1", "agree 2")
    ruled_out(game, 3)
    assert game.match.phase is Phase.DEALING
    game.do("deal two-left")
    assert game.hand.seats == (1, 2)


@article("UEH-ganador", "UEH-anotacion")
def test_players_still_in_agree_with_the_count_after_a_ruling_put_another_one_out():
    game = Table("ueh", limit="20p").hands(BLOCK_AC, BLOCK_AC, BLOCK_AC)
    game.do("agree 1")
    ruled_out(game, 3)
    assert game.refused("deal too-soon") == "UEH-anotacion"
    game.do("agree 2", "deal two-left")
    assert game.hand.seats == (1, 2)


@article("UEH-ganador", "UEH-robar")
def test_with_three_left_a_tile_may_be_drawn():
    game = Table("ueh", limit="20p").hands(BLOCK_AC, BLOCK_AC, BLOCK_AC).agree()
    game.deal(DRAWING).play("13 <12 <22 >36")
    assert game.sees(1).boneyard == 7
    assert game.may() == {"+", "-"}


@article("UEH-ganador")
def test_the_last_player_not_out_wins():
    game = Table("ueh", limit="20p").hands(BLOCK_AC, BLOCK_AC, BLOCK_AC)
    while game.match.winner is None:
        game.agree().do(f"deal {len(game.match.seats)}-left")
        game.finish()
    assert game.match.ended_by == "elimination"
    assert game.match.winner == game.match.seats
    assert sorted((*game.match.out, *game.match.winner)) == [1, 2, 3, 4]
    assert game.refused("deal one-more") == "UEH-ganador"


@article("UEH-ganador")
def test_with_two_players_the_other_wins():
    game = Table("ueh", players=2, limit="1p")
    while game.match.winner is None:
        game.do(f"deal {len(game.match.lines)}")
        game.finish()
        if game.match.winner is None:
            game.agree()
    loser = game.match.out[0]
    assert game.match.winner == (3 - loser,)
    assert game.match.re_entries[loser - 1] == 2


@article("UEH-ganador")
def test_when_everybody_left_goes_over_at_once_whoever_is_ahead_is_the_last():
    """The winner of a hand writes nothing, but a ruling may have put them over before."""
    game = after_one_hand(301, 290, 300, 299)  # 301, 323, 328, 342
    assert (game.match.winner, game.match.ended_by) == ((1,), "elimination")
    assert game.match.out == (2, 3, 4)
