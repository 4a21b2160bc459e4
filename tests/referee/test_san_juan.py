"""San Juan's irregularities: what a referee records, what follows, numbers from the articles."""

import pytest

from tantera.notation import DgnError
from tantera.play.events import TileTakenBack
from tantera.tiles import Tile
from tests.play.invariants import tiles_are_conserved
from tests.referee.papers import BLOCK, followed, hand, match_of, one, paper, told
from tests.referee.tables import RealTable

article = pytest.mark.article
BOOK = "san-juan"


def real() -> RealTable:
    return RealTable(BOOK).deal()


@article("SJ-flujo-1")
def test_a_rearranged_tile_is_shown_to_all_and_nobody_must_play_it():
    table = real().seen("00 >05 <06").infraction("SJ-flujo-1", 4, tile="55")
    assert table.hand.exposed[3] == Tile.parse("55").bit
    table.seen(">54")  # 5-5 fits the 5 too
    assert table.hand.exposed[3] == Tile.parse("55").bit


@article("SJ-flujo-1")
def test_which_tile_was_rearranged_may_stand_in_the_token_before_the_record():
    assert followed(one(BOOK, "00 ^3:33 [SJ-flujo-1 seat=3]")) == [["exposed 3 33"]]
    with pytest.raises(DgnError, match="tile=64"):
        told(one(BOOK, "00 [SJ-flujo-1 seat=3]"))


@article("SJ-tranque-falso")
@pytest.mark.parametrize(
    ("moves", "points"),
    [("00", 168), ("00 >05", 163), ("00 >05 <06 >54 >40", 144), (BLOCK.removesuffix(" >10"), 127)],
)
def test_a_false_block_gives_everything_not_played_to_the_others(moves, points):
    said = told(one(BOOK, f"{moves} [SJ-tranque-falso seat=2] = lost 2+4 +{points} SJ-tranque-falso"))
    assert said["score"] == {"1+3": points, "2+4": 0}
    assert said["hands"][0]["side"] == "1+3"


@article("SJ-tranque-falso", "SJ-siguientes")
def test_after_a_false_block_whoever_placed_the_last_tile_opens():
    said = told(one(BOOK, "00 >05 <06 [SJ-tranque-falso seat=2] = lost 2+4 +157 SJ-tranque-falso"))
    assert said["next_opener"] == 3


@article("SJ-irreg-1")
def test_a_misplaced_tile_lies_on_the_chain_until_it_is_corrected():
    table = real().seen("00 >05 3!>06")
    assert (table.hand.chain.left, table.hand.chain.right) == (0, 6)
    assert table.hand.count(3) == 6
    tiles_are_conserved(table.hand)
    table.infraction("SJ-irreg-1", 3)
    assert (table.hand.chain.left, table.hand.chain.right, table.hand.turn) == (0, 5, 3)
    assert table.hand.count(3) == 7
    tiles_are_conserved(table.hand)


@article("SJ-irreg-1")
def test_a_misplaced_tile_that_fits_the_other_end_must_be_moved_there():
    table = real().seen("00 >05 3!>06").infraction("SJ-irreg-1", 3)
    for other in ("<02", ">51", "-"):
        table.refuses(other)
    table.seen("<06")
    assert (table.hand.chain.left, table.hand.turn) == (6, 4)


@article("SJ-irreg-1")
def test_a_misplaced_tile_that_fits_nowhere_returns_and_any_fitting_one_is_played():
    table = real().seen("00 >05 3!>14").infraction("SJ-irreg-1", 3)
    assert followed(one(BOOK, "00 >05 3!>14 [SJ-irreg-1 seat=3]")) == [["taken_back 3 14"]]
    table.refuses("-")
    table.seen("<02")


@article("SJ-irreg-1")
def test_without_a_fitting_tile_the_player_passes_after_taking_it_back():
    racks = ("66.01.02.03.04.05.00", "11.12.13.14.15.22.23", "24.25.33.34.35.44.45", "16.26.36.46.55.56.06")
    table = RealTable(BOOK).deal(racks).seen("66 2!<12").infraction("SJ-irreg-1", 2)
    table.seen("-")
    assert (table.hand.turn, table.hand.count(2)) == (3, 7)


@article("SJ-irreg-1")
def test_a_last_tile_that_does_not_fit_does_not_end_the_hand_once_it_is_taken_back():
    racks = ("66.22", "11.12", "24.25", "16.26")
    table = RealTable(BOOK, tiles=2).deal(racks).seen("66 - - <61 1!>22")
    assert table.hand.ended == "domino"
    table.infraction("SJ-irreg-1", 1)
    assert (table.hand.ended, table.hand.turn, table.hand.count(1)) == (None, 1, 1)


@article("SJ-irreg-2")
def test_a_misplaced_tile_found_late_costs_a_known_offender_the_hand_and_20():
    said = told(one(BOOK, "00 >05 3!>14 >45 [SJ-irreg-2 seat=3] = lost 1+3 +20 SJ-irreg-2"))
    assert said["score"] == {"1+3": 0, "2+4": 20}
    assert said["next_opener"] == 4


@article("SJ-irreg-2", "SJ-siguientes")
def test_a_misplaced_tile_that_stood_counts_as_the_last_one_placed():
    said = told(one(BOOK, "00 >05 3!>14 4!- [SJ-irreg-2 seat=3] = lost 1+3 +20 SJ-irreg-2"))
    assert said["next_opener"] == 3


@article("SJ-irreg-2")
def test_if_nobody_knows_who_misplaced_it_the_hand_is_void_and_the_same_player_opens():
    said = told(one(BOOK, "00 >05 3!>14 >45 [SJ-irreg-2] = void SJ-irreg-2"))
    assert (said["score"], said["next_opener"]) == ({"1+3": 0, "2+4": 0}, 1)
    assert said["hands"][0]["infractions"][0]["seat"] is None


@article("SJ-irreg-3")
def test_breaking_the_hand_is_a_warning_for_each_player_and_then_20_off_the_pair_every_time():
    text = paper(
        BOOK,
        "#1 o1 0-0 [SJ-irreg-3 seat=2] [SJ-irreg-3 seat=4] [SJ-irreg-3 seat=1] = domino 1 +10",
        "#2 o1 10-0 [SJ-irreg-3 seat=4] [SJ-irreg-3 seat=2] [SJ-irreg-3 seat=3] = domino 1 +10",
        "#3 o1 20--40 [SJ-irreg-3 seat=2] [SJ-irreg-3 seat=1] = domino 1 +10",
    )
    assert followed(text, 0) == [["warning 2"], ["warning 4"], ["warning 1"]]
    assert followed(text, 1) == [["points 2+4 -20"], ["points 2+4 -20"], ["warning 3"]]
    assert followed(text, 2) == [["points 2+4 -20"], ["points 1+3 -20"]]
    assert told(text)["score"] == {"1+3": 10, "2+4": -60}


@article("SJ-irreg-4")
def test_playing_ahead_costs_20_and_the_tile_goes_back_to_the_rack():
    table = real().seen("00 4!>45").infraction("SJ-irreg-4", 4)
    assert table.match.score == (0, -20)
    assert (table.hand.turn, table.hand.count(4)) == (2, 7)
    tiles_are_conserved(table.hand)
    table.seen(">05 <06 >54")


@article("SJ-irreg-4", "SJ-siguientes")
def test_a_tile_played_ahead_and_taken_back_is_not_the_last_tile_placed():
    said = told(one(BOOK, "00 >05 4!>54 [SJ-irreg-4 seat=4] 3!- [SJ-pase seat=3] = lost 1+3 +20 SJ-pase"))
    assert said["next_opener"] == 2


@article("SJ-irreg-5")
def test_the_example_of_the_notation_has_20_off_the_score_and_not_off_the_line():
    said = told(one(BOOK, "00 >05 <06 >54 [SJ-irreg-5 seat=3] >40 <63 >02 <30 >21 >10 = block 1+3 +126 (50-76)"))
    assert said["hands"][0]["points"] == 126
    assert said["score"] == {"1+3": 106, "2+4": 0}
    assert said["hands"][0]["infractions"][0] == {
        "article": "SJ-irreg-5",
        "seat": 3,
        "turn": 4,
        "consequences": [{"kind": "points", "side": "1+3", "points": -20}],
    }


@article("SJ-irreg-5", "SJ-pase")
@pytest.mark.parametrize("records", ["[SJ-irreg-5 seat=2] [SJ-pase seat=3]", "[SJ-pase seat=3] [SJ-irreg-5 seat=2]"])
def test_another_penalty_of_the_same_hand_leaves_what_the_lost_hand_gives_as_it_is(records):
    said = told(one(BOOK, f"00 >05 3!- {records} = lost 1+3 +20 SJ-pase"))
    assert said["hands"][0]["points"] == 20
    assert said["score"] == {"1+3": 0, "2+4": 0}


@article("SJ-irreg-6", "SJ-irreg-5")
def test_a_forfeit_is_written_with_nothing_even_if_the_others_are_fined_after_it():
    said = told(one(BOOK, "00 [SJ-irreg-6 seat=3] [SJ-irreg-5 seat=2] = lost 1+3 +0 SJ-irreg-6"))
    assert (said["score"], said["winner"]) == ({"1+3": 0, "2+4": -20}, "2+4")


@article("SJ-irreg-6", "SJ-irreg-7", "SJ-irreg-8")
@pytest.mark.parametrize("number", ["6", "7", "8"])
def test_expulsion_forfeits_the_match_and_leaves_the_score_as_it_was(number):
    before = "#1 o1 0-0 = domino 1 +90"
    said = told(
        paper(BOOK, before, hand(f"00 [SJ-irreg-{number} seat=1] = lost 1+3 +0 SJ-irreg-{number}", 2, 1, "90-0"))
    )
    assert followed(paper(BOOK, before, hand(f"00 [SJ-irreg-{number} seat=1]", 2, 1, "90-0"))) == [
        ["expulsion 1", "match_lost 1+3"]
    ]
    assert said["score"] == {"1+3": 90, "2+4": 0}
    assert (said["winner"], said["ended_by"], said["next_opener"]) == ("2+4", "forfeit", None)


@article("SJ-pase")
def test_a_false_pass_is_found_three_turns_later():
    said = told(one(BOOK, "00 >05 3!- >54 >40 >01 [SJ-pase seat=3 turn=3] = lost 1+3 +20 SJ-pase"))
    infraction = said["hands"][0]["infractions"][0]
    assert (infraction["turn"], said["score"]) == (3, {"1+3": 0, "2+4": 20})
    assert said["next_opener"] == 2


@article("SJ-pase")
def test_the_option_adds_the_tiles_left_to_the_20():
    moves = "00 >05 3!- [SJ-pase seat=3] = lost 1+3 +183 SJ-pase"
    assert told(one(BOOK, moves, option="false_pass_award=remaining_plus_20"))["score"]["2+4"] == 183
    with pytest.raises(DgnError, match=r"found = lost 1\+3 \+183 SJ-pase, expected = lost 1\+3 \+20 SJ-pase"):
        told(one(BOOK, moves))


@article("SJ-pase", "SJ-final")
def test_a_false_pass_can_end_the_match():
    hands = ("#1 o1 0-0 = domino 2 +148", "#2 o2 0-148 = domino 2 +50")
    said = told(paper(BOOK, *hands, hand("05 3!- [SJ-pase seat=3] = lost 1+3 +20 SJ-pase", 3, 2, "0-198")))
    assert (said["score"]["2+4"], said["winner"], said["ended_by"]) == (218, "2+4", "points")


@article("SJ-jueces")
def test_the_judges_rule_with_text_and_points_for_a_side():
    match = match_of(one(BOOK, '00 [SJ-jueces by="Luis Cordova" text="una ficha en el suelo" points=4:-15] >05'))
    assert match.score == (0, -15)
    assert dict(match.infractions[0].details)["by"] == "Luis Cordova"


@article("SJ-jueces", "SJ-pase")
def test_a_ruling_after_a_lost_hand_does_not_change_its_line():
    ruling = '[SJ-jueces text="se levantó" points=2:+5]'
    said = told(one(BOOK, f"00 >05 3!- [SJ-pase seat=3] {ruling} = lost 1+3 +20 SJ-pase"))
    assert said["score"] == {"1+3": 0, "2+4": 25}


@article("SJ-irreg-6", "SJ-pase")
def test_points_that_followed_from_a_lost_hand_are_on_the_score_of_a_match_forfeited_after_it():
    said = told(one(BOOK, "00 >05 3!- [SJ-pase seat=3] [SJ-irreg-6 seat=3] = lost 1+3 +0 SJ-irreg-6"))
    given = [c["points"] for i in said["hands"][0]["infractions"] for c in i["consequences"] if c["kind"] == "points"]
    assert said["score"]["2+4"] == sum(given)


@article("SJ-irreg-4")
def test_a_tile_played_out_of_turn_goes_back_whoever_has_played_since():
    table = RealTable("san-juan").deal().seen("00 3!<06 >05").infraction("SJ-irreg-4", 3)
    assert [one.tile for one in table.match.consequences if isinstance(one, TileTakenBack)] == [Tile.of(0, 6)]
    assert Tile.of(0, 6) in table.hand.rack(3)
