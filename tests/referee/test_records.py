"""What a record may say in a file, and what it may not."""

from pathlib import Path

import pytest

from tantera.notation import DgnError, read, write
from tests.golden.hands import CAPICU
from tests.referee.papers import followed, hand, match_of, one, paper, told

TG, SJ, CI = "tarragona", "san-juan", "competencia-individual"


@pytest.mark.parametrize(
    ("book", "record"),
    [
        (SJ, "[SJ-irreg-5 seat=3 why=loud]"),
        (SJ, "[SJ-irreg-5 seat=3 chose=continue]"),
        (SJ, "[SJ-irreg-5 seat=3 confirm=yes]"),
        (SJ, "[SJ-irreg-5]"),
        (SJ, "[SJ-irreg-5 seat=3 turn=9]"),
        (SJ, "[SJ-irreg-5 seat=3 points=2:+20]"),
        (SJ, "[SJ-conteo seat=3]"),
        (SJ, "[CI-18 seat=3]"),
        (SJ, "[SJ-jueces chose=annul]"),
        (SJ, "[SJ-jueces confirm=yes]"),
        (TG, "[TG-14.8 seat=3 chose=rebuild]"),
        (TG, "[TG-14.8 seat=3 chose=accept]"),
        (TG, "[TG-14.8 chose=continue]"),
        (TG, "[TG-14.8 seat=3 chose=continue confirm=yes]"),
        (TG, "[TG-15.4 seat=3 confirm=maybe]"),
        (TG, "[TG-13.2 seat=3 chose=continue]"),
        (TG, "[TG-18.2 seat=3]"),
        (CI, "[CI-10 seat=3 chose=continue]"),
        (CI, "[CI-11 seat=3 chose=accept]"),
        (CI, "[CI-12 seat=3]"),
        (CI, "[CI-12 seat=3 tile=97]"),
    ],
)
def test_a_record_that_cannot_be_right_is_refused(book, record):
    with pytest.raises(DgnError) as refusal:
        told(one(book, f"00 >05 {record}"))
    assert refusal.value.found == write(read(one(book, f"00 >05 {record}"))).rsplit("\n", 2)[1].removeprefix("00 >05 ")


@pytest.mark.article("CI-13")
def test_a_choice_that_nobody_has_is_refused_where_the_director_has_to_rule_too():
    with pytest.raises(DgnError):
        told(one(CI, "00 >05 3!>14 >45 [CI-13 seat=3 chose=continue]"))


@pytest.mark.parametrize(("book", "tile"), [(SJ, "[SJ-flujo-1 seat=3 tile=66]"), (CI, "[CI-12 seat=3 tile=66]")])
def test_a_tile_that_the_offender_does_not_hold_is_refused(book, tile):
    with pytest.raises(DgnError):
        told(one(book, f"00 >05 {tile}"))


def test_a_record_before_the_opening_has_turn_0_and_a_later_one_the_turns_completed():
    text = one(SJ, "[SJ-irreg-5 seat=1] 00 >05 [SJ-irreg-5 seat=1] 3!- [SJ-irreg-5 seat=1] [SJ-irreg-5 seat=1 turn=2]")
    assert [infraction["turn"] for infraction in told(text)["hands"][0]["infractions"]] == [0, 2, 3, 2]


def test_another_record_waits_until_an_open_decision_is_taken():
    with pytest.raises(DgnError, match="continue / annul"):
        told(one(TG, "00 [TG-14.8 seat=2] [TG-13.2 seat=3]"))


def test_a_deal_does_not_close_an_open_decision():
    with pytest.raises(DgnError):
        told(paper(TG, "#1 o1 0-0 [TG-14.8 seat=2]", "#2 o1 0-0 = domino 1 +10"))


@pytest.mark.parametrize(
    ("book", "result"),
    [(SJ, "= lost 1+3 +20 SJ-pase"), (SJ, "= void SJ-irreg-2"), (TG, "= void TG-14.8"), (CI, "= void CI-10")],
)
def test_moves_that_no_record_ends_contradict_a_hand_ended_by_an_infraction(book, result):
    with pytest.raises(DgnError):
        told(one(book, f"00 >05 {result}"))


@pytest.mark.parametrize("earlier", ["", "[SJ-irreg-5 seat=2]"])
def test_a_hand_without_moves_is_lost_by_a_record_of_its_own_not_of_an_earlier_hand(earlier):
    score = "10--20" if earlier else "10-0"
    first, lost = f"#1 o1 0-0 {earlier} = domino 1 +10", "= lost 1+3 +20 SJ-pase"
    said = told(paper(SJ, first, f"#2 o1 {score} [SJ-pase seat=1] {lost}"))
    assert said["hands"][1]["points"] == 20
    with pytest.raises(DgnError, match="expected a record of SJ-pase that ends the hand so"):
        told(paper(SJ, first, f"#2 o1 {score} {lost}"))


@pytest.mark.parametrize(
    ("record", "result", "score"),
    [
        ("[SJ-pase seat=3]", "= lost 1+3 +20 SJ-pase", [0, 20]),
        ("[SJ-irreg-2]", "= void SJ-irreg-2", [0, 0]),
        ("[SJ-irreg-5 seat=2]", "= domino 1 +41", [41, -20]),
        ("[SJ-tranque-falso seat=2]", "= lost 2+4 +77 SJ-tranque-falso", [77, 0]),
        ("[SJ-irreg-7 seat=2]", "= lost 2+4 +0 SJ-irreg-7", [0, 0]),
    ],
)
def test_a_hand_of_which_only_the_result_is_known_may_have_records(record, result, score):
    said = told(paper(SJ, f"#1 o1 0-0 {record} {result}"))
    assert list(said["score"].values()) == score


def test_a_result_only_hand_disagrees_with_its_record_and_is_refused_naming_both():
    with pytest.raises(DgnError, match=r"found = lost 1\+3 \+30 SJ-pase, expected = lost 1\+3 \+20 SJ-pase"):
        told(paper(SJ, "#1 o1 0-0 [SJ-pase seat=3] = lost 1+3 +30 SJ-pase"))
    with pytest.raises(DgnError, match=r"found = lost 1\+3 \+20 SJ-pase, expected = lost 2\+4 \+20 SJ-pase"):
        told(paper(SJ, "#1 o1 0-0 [SJ-pase seat=2] = lost 1+3 +20 SJ-pase"))


def test_a_score_that_disagrees_with_what_followed_is_refused_naming_both():
    with pytest.raises(DgnError, match="found #2 o1 41-0, expected the score 21-0"):
        told(paper(SJ, "#1 o1 0-0 [SJ-irreg-5 seat=1] = domino 1 +41", "#2 o1 41-0 = time"))


def test_unknown_racks_take_records_too():
    text = paper(SJ, "#1 o1 0-0 00 >05 3!>14 >45 [SJ-irreg-2 seat=3] = lost 1+3 +20 SJ-irreg-2")
    assert told(text)["score"] == {"1+3": 0, "2+4": 20}


@pytest.mark.article("CI-12")
def test_a_tile_that_lies_open_from_an_unknown_rack_is_known_from_there_on():
    match = match_of(paper(CI, "#1 o1 0-0 00 >05 <06 [CI-12 seat=4 tile=34]"))
    assert match.hand is not None
    assert match.hand.exposed[3] != 0
    assert match.hand.hidden[3] == 6


@pytest.mark.article("CI-12")
def test_a_piano_noticed_before_the_turn_binds_the_turn():
    assert followed(one(CI, "00 [CI-12 seat=3 tile=15] >05 >51"))[0][0].split()[0] in ("must_play", "exposed")
    with pytest.raises(DgnError):
        told(one(CI, "00 [CI-12 seat=3 tile=15] >05 <06"))


@pytest.mark.article("TG-6.1")
def test_time_called_while_a_decision_is_open_is_time_called_in_the_hand():
    first = "#1 o1 0-0 = domino 1 +10"
    match = match_of(paper(TG, first, hand("05 [TG-14.8 seat=3] [at_time]", 2, 2, "10-0"), limit="300p 40m"))
    assert (match.hands_left, match.ended_by) == (1, None)
    assert match.awaiting is not None


@pytest.mark.article("CI-3")
def test_time_called_while_a_pair_chooses_leaves_that_hand_and_one_more():
    match = match_of(one(CI, "00 >05 3!- [CI-10 seat=3] [CI-3]"))
    assert match.hands_left == 2


def test_a_hand_with_a_bonus_is_judged_from_a_file_too():
    book = Path(__file__).parents[2] / "examples" / "books" / "cafe-del-sol.toml"
    racks = " ".join(f"{seat}:{rack}" for seat, rack in enumerate(CAPICU.racks, start=1))
    said = told(f'[Book "{book}"] #1 o1 0/0/0/0 deal {racks} {CAPICU.moves} = domino 1 +42')
    assert said["score"] == {"1": 42 + 25, "2": 0, "3": 0, "4": 0}  # capicúa


@pytest.mark.article("SJ-jueces", "SJ-pase")
def test_only_a_ruling_recorded_after_it_ends_a_lost_hand_otherwise():
    lost = "00 >05 3!- [SJ-pase seat=3]"
    with pytest.raises(DgnError, match=r"expected = lost 1\+3 \+20 SJ-pase"):
        told(one(SJ, f'{lost} = ruling "no fault"'))
    said = told(one(SJ, f'{lost} [SJ-jueces text="no fault"] = ruling "no fault"'))
    assert (said["hands"][0]["how"], said["score"]) == ("ruling", {"1+3": 0, "2+4": 0})


@pytest.mark.article("SJ-irreg-6")
def test_no_ruling_gives_a_forfeited_match_back():
    with pytest.raises(DgnError, match=r"expected = lost 1\+3 \+0 SJ-irreg-6"):
        told(one(SJ, '00 [SJ-irreg-6 seat=3] [SJ-jueces text="mercy"] = ruling "mercy"'))
