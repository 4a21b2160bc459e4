"""Records that the table contradicts are refused with the reason; what nobody knows contradicts nothing."""

from typing import get_args

import pytest

from tantera.notation import DgnError
from tantera.referee.facts import NEEDS
from tantera.rules import BOOKS, load_book
from tantera.rules.sanctions import Need
from tests.referee.papers import BLOCK, followed, one, paper, told

article = pytest.mark.article
TG, SJ, CI = "tarragona", "san-juan", "competencia-individual"


def test_every_need_of_a_book_is_a_question_that_the_referee_can_ask():
    assert set(NEEDS) == set(get_args(Need))
    infractions = [infraction for book in BOOKS for infraction in load_book(book).infractions]
    used = {need for one in infractions for need in one.needs}
    used |= {need for one in infractions for choice in one.choices for need in choice.needs}
    assert used == set(NEEDS)


@article("SJ-pase", "SJ-tranque-falso", "SJ-irreg-1", "SJ-irreg-2", "SJ-irreg-4")
@pytest.mark.parametrize(
    ("moves", "reason"),
    [
        ("00 >05 [SJ-pase seat=2]", "seat 2 has not passed"),
        ("00 >05 3!- [SJ-pase seat=3 turn=2]", "turn 2 was seat 2's"),
        ("00 >05 3!- >54 [SJ-pase seat=4]", "seat 4 has not passed"),
        (f"{BLOCK} [SJ-tranque-falso seat=2]", "the hand is blocked"),
        ("00 >05 3!>06 >64 [SJ-irreg-1 seat=3]", "somebody has played or passed since"),
        ("00 >05 3!>06 4!- [SJ-irreg-1 seat=3]", "somebody has played or passed since"),
        ("00 >05 [SJ-irreg-1 seat=3 tile=06]", "seat 3 has laid no tile"),
        ("00 >05 3!>14 [SJ-irreg-2 seat=3]", "nobody has played or passed since"),
        ("00 >05 3!>14 [SJ-irreg-2]", "nobody has played or passed since"),
        ("00 >05 3!>14 >45 [SJ-irreg-2 seat=3 turn=2]", "turn 2 was seat 2's"),
        ("00 [SJ-irreg-4 seat=2]", "it was the turn of seat 2"),
        ("00 2!>16 [SJ-irreg-4 seat=2]", "it was the turn of seat 2"),
    ],
)
def test_what_san_juans_table_contradicts_is_refused(moves, reason):
    with pytest.raises(DgnError, match=reason):
        told(one(SJ, moves))


@article("TG-14.2", "TG-14.7", "TG-14.10", "TG-14.11", "TG-14.12")
@pytest.mark.parametrize(
    ("moves", "reason"),
    [
        ("00 >05 [TG-14.2 seat=3 tile=06]", "the hand was open already"),
        ("[TG-14.2 seat=1]", "seat 1 opens this hand"),
        ("00 >05 [TG-14.11 seat=2]", "seat 2 has not passed"),
        ("00 [TG-14.12 seat=3]", "seat 3 has had no turn yet"),
        ("00 >05 <06 [TG-14.12 seat=3 turn=2]", "turn 2 was seat 2's"),
        ("00 >05 3!>14 [TG-14.10 seat=3 turn=1]", "turn 1 was seat 1's"),
        ("00 2!<05 [TG-14.7 seat=2 turn=1]", "turn 1 was seat 1's"),
    ],
)
def test_what_tarragonas_table_contradicts_is_refused(moves, reason):
    with pytest.raises(DgnError, match=reason):
        told(one(TG, moves))


@article("CI-9", "CI-10", "CI-11", "CI-13", "CI-14", "CI-15")
@pytest.mark.parametrize(
    ("moves", "reason"),
    [
        ("00 >05 3!- [CI-14 seat=3]", "seat 3 holds 7 tiles"),
        ("00 3!15 [CI-11 seat=3]", "the hand was open already"),
        ("1!00 [CI-11 seat=1]", "the hand was open already|seat 1 opens this hand"),
        ("00 [CI-10 seat=4]", "seat 4 has had no turn yet"),
        ("00 [CI-9 seat=3]", "seat 3 has had no turn yet"),
        ("00 [CI-15 seat=3]", "seat 3 has had no turn yet"),
        ("00 >05 3!>14 [CI-13 seat=3 turn=2]", "turn 2 was seat 2's"),
    ],
)
def test_what_the_table_of_the_individual_contest_contradicts_is_refused(moves, reason):
    with pytest.raises(DgnError, match=reason):
        told(one(CI, moves))


@article("CI-14")
def test_a_last_tile_that_did_not_fit_was_no_false_pass():
    racks = "deal 1:66.22 2:11.12 3:24.25 4:16.26"
    moves = f"#1 o1 0-0 {racks} 66 2!- 3!- >61 - [CI-14 seat=1]"
    with pytest.raises(DgnError, match="seat 1 held no tile that fits"):
        told(paper(CI, moves, option="tiles=2"))


@article("SJ-pase")
def test_a_pass_from_a_rack_that_nobody_has_seen_may_have_been_false():
    assert followed(paper(SJ, "#1 o1 0-0 00 >05 - [SJ-pase seat=3]")) == [["hand_lost 1+3", "points 2+4 20"]]


@article("SJ-pase", "SJ-irreg-2", "TG-14.11", "CI-14")
@pytest.mark.parametrize(
    ("book", "record"), [(SJ, "SJ-pase"), (SJ, "SJ-irreg-2"), (SJ, "SJ-irreg-1"), (TG, "TG-14.11"), (CI, "CI-14")]
)
def test_a_sheet_without_deal_and_moves_contradicts_nothing(book, record):
    assert told(paper(book, f"#1 o1 0-0 [{record} seat=3]"))["hands"][0]["infractions"][0]["seat"] == 3


@article("SJ-irreg-5", "TG-14.8", "CI-7")
@pytest.mark.parametrize(("book", "record"), [(SJ, "SJ-irreg-5"), (TG, "TG-14.8"), (CI, "CI-7")])
@pytest.mark.parametrize("seat", [1, 2, 3, 4])
def test_gestures_may_fall_in_anybodys_turn(book, record, seat):
    assert told(one(book, f"00 >05 [{record} seat={seat} turn=1]"))["hands"][0]["infractions"][0]["turn"] == 1


@article("SJ-pase", "TG-14.11")
@pytest.mark.parametrize(("book", "record"), [(SJ, "SJ-pase"), (TG, "TG-14.11")])
def test_of_two_passes_it_is_enough_that_one_was_false(book, record):
    """Seat 3 had no six at first, and three threes later."""
    racks = "deal 1:66.55.00 2:35.12.22 3:23.34.33 4:56.16.01"
    passes = "66 - - <65 <55 <53 3!-"
    assert told(paper(book, f"#1 o1 0-0 {racks} {passes} [{record} seat=3]", option="tiles=3"))


@article("CI-14")
def test_two_tiles_are_not_the_last_one():
    racks = "deal 1:66.22.33 2:16.12.15 3:24.25.35 4:26.46.56"
    text = f"#1 o1 0-0 {racks} 66 >61 - <62 1!- [CI-14 seat=1]"
    with pytest.raises(DgnError, match="seat 1 holds 2 tiles"):
        told(paper(CI, text, option="tiles=3"))


@article("SJ-irreg-1")
def test_the_tile_laid_last_is_the_one_noticed_at_once():
    """Seat 3 misplaced one before, and others have played since; that one is for SJ-irreg-2."""
    moves = "00 >05 3!>14 >45 1!- 2!- 3!>23 [SJ-irreg-1 seat=3 tile=23]"
    assert told(one(SJ, moves))["hands"][0]["infractions"][0]["article"] == "SJ-irreg-1"


@article("TG-14.2")
def test_a_tile_laid_before_the_opening_may_be_recorded_after_it():
    moves = "2!05 00 >05 [TG-14.2 seat=2 tile=16]"
    assert told(one(TG, moves))["hands"][0]["infractions"][0]["article"] == "TG-14.2"


@article("SJ-pase", "SJ-irreg-1", "TG-14.11")
@pytest.mark.parametrize(("book", "record"), [(SJ, "SJ-pase"), (SJ, "SJ-irreg-1"), (TG, "TG-14.11")])
def test_a_deal_of_which_nobody_has_seen_anything_contradicts_nothing(book, record):
    backs = ".".join(["??"] * 7)
    deal = "deal " + " ".join(f"{seat}:{backs}" for seat in (1, 2, 3, 4))
    assert told(paper(book, f"#1 o1 0-0 {deal} [{record} seat=3 tile=64]"))["hands"][0]["infractions"]


# --- what the articles themselves rule out

FORCED = "deal 1:66.56.06.36.11.13.12 2:33.22.24.01.04.14.35 3:25.44.02.23.15.45.34 4:46.26.55.05.03.00.16"
"""After 06 <01 seat 3 has one tile and one place: <15."""


@article("SJ-irreg-2", "SJ-irreg-1", "TG-14.7", "TG-14.10", "TG-14.12", "TG-15.3", "CI-10", "CI-13")
@pytest.mark.parametrize(
    ("book", "moves", "reason"),
    [
        (SJ, "00 >05 <06 >54 [SJ-irreg-2 seat=3]", "every tile that seat 3 laid fits"),
        (SJ, "00 >05 <06 >54 [SJ-irreg-2]", "every tile on the table fits"),
        (SJ, "00 >05 3!>14 >45 [SJ-irreg-2 seat=2]", "every tile that seat 2 laid fits"),
        (SJ, "00 >05 3!<06 [SJ-irreg-1 seat=3]", "every tile that seat 3 laid fits"),
        (SJ, "00 >05 [SJ-flujo-1 seat=3 tile=66]", "seat 3 does not hold 6-6"),
        (TG, "00 >05 [TG-14.7 seat=2]", "every tile that seat 2 laid lies where it belongs"),
        (TG, "00 >05 [TG-14.10 seat=2]", "every tile that seat 2 laid fits"),
        (TG, "00 2!<05 [TG-14.10 seat=2]", "every tile that seat 2 laid fits"),
        (TG, "00 [TG-14.10 seat=3]", "seat 3 has had no turn yet"),
        (TG, "00 >05 [TG-14.12 seat=2]", "seat 2 had more than one way to play"),
        (TG, "00 [TG-14.12 seat=2]", "seat 2 had more than one way to play"),
        (TG, "[TG-14.12 seat=1]", "seat 1 had more than one way to play"),
        (TG, "00 >05 <06 [TG-15.3 seat=3 tile=66]", "seat 3 does not hold 6-6"),
        (TG, "00 >05 [TG-15.3 seat=3 tile=33]", "3-3 could not be played then, or was"),
        (TG, "00 >05 <06 [TG-15.3 seat=3 tile=06]", "6-0 could not be played then, or was"),
        (TG, "00 >05 <06 >54 [TG-14.3 seat=2]", "seat 2 did not open the hand"),
        (TG, "[TG-14.5 seat=1]", "seat 1 did not open the hand"),
        (TG, "[TG-13.5 seat=1]", "no tile lies on the table yet"),
        (CI, "00 >05 [CI-10 seat=2]", "seat 2 had more than one way to play and did not pass"),
        (CI, "00 >05 [CI-13 seat=2]", "every tile that seat 2 laid fits"),
        (CI, "00 >05{4.1} [CI-9 seat=2]", "seat 2 played in time"),
    ],
)
def test_what_the_article_itself_rules_out_is_refused(book, moves, reason):
    with pytest.raises(DgnError, match=reason):
        told(one(book, moves))


@article("TG-14.12", "TG-18.3")
@pytest.mark.parametrize(
    ("moves", "choices"),
    [
        ("06 <01 [TG-14.12 seat=3]", ["continue", "annul"]),
        ("06 <01 <15 [TG-14.12 seat=3]", ["continue", "annul"]),
        ("06 <01 <15 >64 [TG-14.12 seat=3]", ["continue", "annul", "rebuild"]),
        ("06 <01 <15 >64 <56 [TG-14.12 seat=3 turn=3]", ["continue", "annul", "rebuild"]),
    ],
)
def test_a_hand_is_rebuilt_only_where_tiles_lie_after_the_false_thought(moves, choices):
    assert told(paper(TG, f"#1 o1 0-0 {FORCED} {moves}"))["awaiting"]["choices"] == choices


@article("TG-18.3")
def test_a_rebuilding_that_is_not_offered_is_not_taken_either():
    with pytest.raises(DgnError, match="rebuild is not among the choices: continue / annul"):
        told(paper(TG, f"#1 o1 0-0 {FORCED} 06 <01 [TG-14.12 seat=3 chose=rebuild]"))
    assert told(paper(TG, "#1 o1 0-0 [TG-14.12 seat=3 chose=rebuild]"))["awaiting"] is None, "of which nothing is known"


LAST = "deal 1:66.22 2:16.12 3:24.25 4:26.46"


@article("CI-10", "CI-14")
def test_whoever_passes_with_one_tile_is_not_sanctioned():
    with pytest.raises(DgnError, match="seat 1 passed with the last tile: that is no fault"):
        told(paper(CI, f"#1 o1 0-0 {LAST} 66 >61 - <62 1!- [CI-10 seat=1]", option="tiles=2"))
    said = told(paper(CI, f"#1 o1 0-0 {LAST} 66 >61 - <62 1!- [CI-14 seat=1]", option="tiles=2"))
    assert said["hands"][0]["infractions"][0]["consequences"] == [{"kind": "hand_won", "seat": 1}]


@article("CI-14")
def test_a_false_pass_with_two_tiles_is_not_one_with_the_last():
    """Seat 1 passed with two tiles, and holds one now."""
    with pytest.raises(DgnError, match="seat 1 holds 2 tiles"):
        told(paper(CI, f"#1 o1 0-0 {LAST} 1!- 12 3!- 4!- >22 [CI-14 seat=1]", option="tiles=2"))


@article("CI-10", "CI-15")
def test_nobody_who_plays_alone_is_sanctioned_where_only_the_double_is_missing():
    """Every blank but the double is on the table, both ends are blank, and seat 1 holds 0-0."""
    racks = "1:01.34.06.00.11.13.14 2:12.04.15.16.22.23.24 3:02.05.25.26.33.35.36 4:03.56.44.45.46.55.66"
    hand = f"#1 o1 0-0 deal {racks} 01 >12 >20 <03 <34 <40 >05 >56 >60 - - -"
    with pytest.raises(DgnError, match="only the double is missing and nobody else can play"):
        told(paper(CI, f"{hand} 1!- [CI-10 seat=1]"))
    assert followed(paper(CI, f"{hand} 1!- [CI-15 seat=1]")) == [[]]


@article("CI-9")
def test_the_time_for_a_move_is_longer_where_a_block_is_near_and_none_at_all_with_one_option():
    assert told(one(CI, "00 >05{20.0} [CI-9 seat=2]"))
    assert told(paper(CI, f"#1 o1 0-0 {FORCED} 06 <01 <15{{0.9}} [CI-9 seat=3]"))


@article("TG-14.12", "SJ-irreg-2", "TG-14.10", "CI-10", "TG-15.3", "TG-14.3")
@pytest.mark.parametrize(
    ("book", "record"),
    [
        (SJ, "SJ-irreg-2"),
        (TG, "TG-14.7"),
        (TG, "TG-14.10"),
        (TG, "TG-14.12"),
        (TG, "TG-14.3"),
        (TG, "TG-15.3"),
        (CI, "CI-10"),
        (CI, "CI-13"),
        (CI, "CI-12"),
    ],
)
def test_of_a_hand_without_a_deal_anything_may_be_true(book, record):
    assert told(paper(book, f"#1 o1 0-0 [{record} seat=3]"))["hands"][0]["infractions"][0]["article"] == record


@article("TG-14.12", "CI-10")
@pytest.mark.parametrize(("book", "record"), [(TG, "TG-14.12"), (CI, "CI-10")])
def test_a_thought_over_a_rack_that_nobody_has_seen_may_have_been_false(book, record):
    assert told(paper(book, f"#1 o1 0-0 00 >05 [{record} seat=2]"))["awaiting"] is not None


@article("CI-11", "CI-10")
def test_an_open_tile_that_has_to_be_played_leaves_nothing_to_think_about():
    """Seat 3 could play several tiles, had 0-6 not lain open."""
    assert told(one(CI, "00 >05 ^3:06 [CI-10 seat=3]"))["awaiting"] is not None
    assert told(one(CI, "00 >05 ^3:06 <06 [CI-10 seat=3]"))["awaiting"] is not None


@article("CI-12")
def test_which_tile_it_was_may_be_left_out_where_nobody_has_seen_the_rack():
    assert followed(paper(CI, "#1 o1 0-0 00 >05 [CI-12 seat=3]")) == [[]]
    with pytest.raises(DgnError, match="say which tile"):
        told(one(CI, "00 >05 [CI-12 seat=3]"))


@article("TG-14.9")
def test_a_tile_shown_and_played_since_may_be_recorded_with_its_turn():
    assert followed(one(TG, "00 >05 <06 >54 [TG-14.9 seat=3 tile=06 turn=2]")) == [["card 3 blue"]]
    with pytest.raises(DgnError, match="seat 3 does not hold 6-0"):
        told(one(TG, "00 >05 <06 >54 [TG-14.9 seat=3 tile=06 turn=4]"))


@article("CL-pensada")
def test_false_thinking_is_recorded_in_the_classic_game_where_the_table_forbids_it():
    text = f"#1 o1 0-0 {FORCED} 06 <01 [CL-pensada seat=3]"
    assert followed(paper("clasico", text, option="false_thinking=forbidden")) == [[]]
    with pytest.raises(DgnError, match="the options of this table allow it"):
        told(paper("clasico", text))


@article("TG-14.12", "UEH-obligada", "CI-10")
def test_where_a_table_allows_false_thinking_nobody_is_sanctioned_for_it():
    allowed = "false_thinking=allowed"
    with pytest.raises(DgnError, match="the options of this table allow it"):
        told(paper(TG, f"#1 o1 0-0 {FORCED} 06 <01 [TG-14.12 seat=3]", option=allowed))
    with pytest.raises(DgnError, match="and did not pass"):
        told(paper(CI, f"#1 o1 0-0 {FORCED} 06 <01 [CI-10 seat=3]", option=allowed))
    assert told(paper(CI, f"#1 o1 0-0 {FORCED} 06 <01 3!- [CI-10 seat=3]", option=allowed))
