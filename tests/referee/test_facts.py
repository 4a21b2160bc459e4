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
