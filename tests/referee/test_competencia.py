"""The individual competition at a real table: penalties on the own difference, open tiles, what the director rules."""

import pytest

from tantera.notation import DgnError
from tantera.play.events import DecisionTaken
from tantera.tiles import Tile
from tests.golden.hands import DOMINO_A
from tests.play.invariants import tiles_are_conserved
from tests.referee.papers import followed, hand, one, paper, told
from tests.referee.tables import RealTable

article = pytest.mark.article
BOOK = "competencia-individual"
TO_THE_LAST = DOMINO_A.moves.removesuffix(" >13")
ALL_PASS = "00 2!- 3!- 4!- 1!-"
"""Everybody passes with a blank in hand."""
DEALT = "#1 o1 0-0 deal " + " ".join(f"{seat}:{rack}" for seat, rack in enumerate(DOMINO_A.racks, start=1))


def real() -> RealTable:
    return RealTable(BOOK).deal()


@article("CI-6", "CI-7", "CI-15")
@pytest.mark.parametrize("recorded", ["CI-6", "CI-7", "CI-15"])
def test_what_has_no_written_consequence_is_recorded_and_play_goes_on(recorded):
    said = told(one(BOOK, f"00 [{recorded} seat=2] >05"))
    assert said["hands"][0]["infractions"] == [{"article": recorded, "seat": 2, "turn": 1, "consequences": []}]
    assert (said["awaiting"], said["difference_penalties"]) == (None, {})


@article("CI-9")
def test_exceeding_the_time_of_a_move_is_recorded_under_its_article_and_the_director_may_rule():
    assert followed(one(BOOK, '00 >05{41} [CI-9 seat=2] [CI-18 seat=2 text="41 s" points=2:-5]'))[1] == [
        "points 2+4 -5"
    ]


@article("CI-10")
@pytest.mark.parametrize(("seat", "side"), [(1, "2+4"), (2, "1+3"), (3, "2+4"), (4, "1+3")])
def test_the_offended_pair_chooses(seat, side):
    awaiting = told(one(BOOK, f"{ALL_PASS} [CI-10 seat={seat}]"))["awaiting"]
    assert awaiting == {"who": side, "article": "CI-10", "choices": ["accept", "opening", "rebuild"]}


@article("CI-10")
def test_thirty_come_off_the_offenders_own_difference_and_add_up():
    text = one(
        BOOK, "00 >05 3!- [CI-10 seat=3 chose=accept] 4!- [CI-10 seat=4 chose=accept] [CI-10 seat=3 chose=accept]"
    )
    said = told(text)
    assert said["difference_penalties"] == {"3": -60, "4": -30}
    assert said["score"] == {"1+3": 0, "2+4": 0}


@article("CI-10")
def test_the_penalty_leaves_the_difference_of_the_pair_as_it_is():
    said = told(paper(BOOK, "#1 o1 0-0 [CI-10 seat=3 chose=accept] = domino 1 +62", "#2 o2 62-0 = domino 2 +130"))
    assert said["difference"] == {"1+3": -38, "2+4": 38}
    assert said["difference_penalties"] == {"3": -30}


@article("CI-10")
@pytest.mark.parametrize(("seat", "opener", "right"), [(3, 1, 4), (4, 1, 1), (1, 1, 2), (2, 1, 3)])
def test_for_the_opening_the_hand_is_void_without_the_30_and_the_right_of_the_offender_opens(seat, opener, right):
    said = told(one(BOOK, f"{ALL_PASS} [CI-10 seat={seat} chose=opening] = void CI-10"))
    assert (said["next_opener"], said["difference_penalties"]) == (right, {})


@article("CI-10")
def test_the_opening_moves_on_from_whoever_got_it():
    void = hand("00 >05 3!- [CI-10 seat=3 chose=opening] = void CI-10")
    assert told(paper(BOOK, void, "#2 o4 0-0 = domino 4 +12"))["next_opener"] == 1


@article("CI-10")
def test_rebuilding_puts_the_hand_back_to_the_false_pass():
    table = real().seen("00 >05")
    before = table.stands()
    table.seen("3!- >54 >40").infraction("CI-10", 3, turn=3)
    assert table.awaits == ("2+4", "CI-10", ("accept", "opening", "rebuild"))
    table.refuses("<01")
    table.decides("rebuild")
    assert table.stands() == before
    assert table.match.difference_penalties == {}
    tiles_are_conserved(table.hand)


@article("CI-10")
def test_a_false_pass_without_its_turn_is_the_last_one_of_the_offender():
    table = real().seen("00 >05")
    before = table.stands()
    table.seen("3!- >54 >40").infraction("CI-10", 3, chose="rebuild")
    assert table.stands() == before


@article("CI-11")
@pytest.mark.parametrize(("seat", "right", "tile"), [(2, 3, "56"), (3, 4, "15"), (4, 1, "55")])
def test_an_opening_out_of_turn_stays_open_and_the_player_on_the_right_decides(seat, right, tile):
    table = real().seen(f"{seat}!{tile}").infraction("CI-11", seat)
    assert table.awaits == (str(right), "CI-11", ("continue", "annul"))
    assert table.hand.exposed[seat - 1] == Tile.parse(tile).bit
    assert (table.hand.chain, table.hand.count(seat)) == (None, 7)
    table.refuses("00")


@article("CI-11")
def test_going_on_the_right_player_opens_and_the_open_tile_must_be_played_as_soon_as_it_fits():
    table = real().seen("3!15").infraction("CI-11", 3, chose="continue").seen("12 >25")
    for wrong in ("<15", ">52", "<14", "-"):
        table.refuses(wrong)
    table.seen(">51")
    assert table.hand.exposed[2] == 0


@article("CI-11")
def test_a_new_sopa_voids_the_hand_and_the_same_player_opens():
    said = told(one(BOOK, "3!15 [CI-11 seat=3 chose=annul] = void CI-11"))
    assert (said["next_opener"], said["hands"][0]["how"]) == (1, "void")


@article("CI-12")
def test_the_first_tile_touched_must_be_played_if_it_fits():
    table = real().seen("00 >05").infraction("CI-12", 3, tile="15")
    for wrong in ("<06", "<02", "-"):
        table.refuses(wrong)
    table.seen(">51 <03")


@article("CI-12")
def test_where_the_tile_touched_fits_both_ends_either_will_do():
    # Only a tile that lies open goes on the higher number (CI-11): this one is played at once.
    table = real().seen("12 >25").infraction("CI-12", 3, tile="15")
    table.seen("<15")


@article("CI-12")
def test_a_tile_touched_that_does_not_fit_stays_open_and_is_played_as_soon_as_it_does():
    table = real().seen("00 >05 <06").infraction("CI-12", 4, tile="34")
    assert followed(one(BOOK, "00 >05 <06 [CI-12 seat=4 tile=34]")) == [["exposed 4 34"]]
    table.seen(">54 >40 <63 >02")  # 3 on the left
    table.refuses("<30")
    table.seen("<34")


@article("CI-12")
def test_the_piano_of_the_opener_binds_the_opening_tile():
    table = real().infraction("CI-12", 1, tile="13")
    table.refuses("00")
    table.seen("13")


@article("CI-13")
def test_a_cachirul_is_withdrawn_while_the_player_on_the_right_has_not_played():
    table = real().seen("00 >05")
    before = table.stands()
    table.seen("3!>14").infraction("CI-13", 3)
    assert table.stands() == before
    assert table.hand.exposed[2] == Tile.parse("14").bit
    assert table.awaits is None
    table.seen(">51 <03 >12")  # ends 3:2: 1-4 fits nowhere and stays open
    assert table.hand.exposed[2] == Tile.parse("14").bit


@article("CI-13", "CI-18")
def test_a_cachirul_found_later_is_for_the_director():
    table = real().seen("00 >05 3!>14 >45").infraction("CI-13", 3)
    assert table.awaits == ("director", "CI-18", ())
    table.refuses("<04")
    table.infraction("CI-18", 3, text="it stands", by="Director")
    assert table.awaits is None
    table.seen("<04")
    tiles_are_conserved(table.hand)


@article("CI-14")
@pytest.mark.parametrize(("later", "points"), [("", 71), (" <42", 65), (" <42 <25", 58)])
def test_a_pass_with_the_last_tile_wins_the_hand_and_later_moves_stand(later, points):
    text = paper(BOOK, f"{DEALT} {TO_THE_LAST} 1!-{later} [CI-14 seat=1] = domino 1 +{points}")
    said = told(text)
    assert (said["hands"][0]["how"], said["hands"][0]["side"], said["next_opener"]) == ("domino", "1+3", 2)
    assert said["score"] == {"1+3": points, "2+4": 0}
    assert said["difference_penalties"] == {}


@article("CI-14")
def test_the_last_tile_passed_with_counts_as_played_in_what_is_left():
    said = told(paper(BOOK, f"{DEALT} {TO_THE_LAST} 1!- [CI-14 seat=1] = domino 1 +71"))
    assert said["hands"][0]["left"] == {"1": 0, "2": 22, "3": 31, "4": 18}


@article("CI-14")
def test_the_own_tile_is_not_counted():
    with pytest.raises(DgnError, match=r"expected = domino 1 \+71"):
        told(paper(BOOK, f"{DEALT} {TO_THE_LAST} 1!- [CI-14 seat=1] = domino 1 +75"))


@article("CI-14", "CI-4")
def test_a_hand_won_so_can_win_the_match():
    said = told(paper(BOOK, f"{DEALT} {TO_THE_LAST} 1!- [CI-14 seat=1] = domino 1 +71", limit="70p"))
    assert (said["winner"], said["ended_by"]) == ("1+3", "points")


@article("CI-17", "CI-18")
def test_the_director_rules_freely_with_points_for_a_side():
    said = told(one(BOOK, '00 [CI-18 by="Director" text="lámpara caída" points=3:+10] >05'))
    assert said["score"] == {"1+3": 10, "2+4": 0}
    assert (said["awaiting"], said["hands"][0]["infractions"][0]["article"]) == (None, "CI-18")


@article("CI-17")
def test_a_sanction_keeps_the_name_of_the_judge():
    table = real().seen("1!-").infraction("CI-10", 1, by="juez 2", chose="accept")
    assert [event.by for event in table.events if isinstance(event, DecisionTaken)] == ["juez 2"]


@article("CI-19")
def test_a_suspended_player_is_out_of_the_tournament():
    assert followed(one(BOOK, "00 [CI-19 seat=3]")) == [["expulsion 3"]]
