"""Slips: those that cannot be, who enters and who confirms them, what counts."""

from __future__ import annotations

import json

import pytest

from tantera.tournament.check import check
from tests.tournament.hall import Hall, hall, names
from tests.tournament.test_checker import log


def test_a_judge_settles_a_slip_in_dispute_with_a_reason_and_no_other():
    one = hall("competencia-individual", *names(8))
    one("draw")
    one("publish")
    where = {"round": 1, "table": 1, "by": "judge:Mora"}
    assert one.refused("result", **where, score=[100, 62], reason="x") == "not_yours"
    one("result", round=1, table=1, score=[100, 62], status="entered", by="player:p3")
    assert one.refused("result", **where, score=[100, 62], reason="x") == "not_yours"
    one("dispute", round=1, table=1, by="player:p5")
    assert one.refused("result", **where, score=[62, 100]) == "reason_needed"
    assert one.refused("result", **where, score=[62, 100], reason="x", status="entered") == "not_yours"
    one("result", **where, score=[62, 100], reason="contado otra vez en la mesa")
    assert (one.table(1, 1)["score"], one.table(1, 1)["status"]) == ([62, 100], "confirmed")
    assert one.refused("result", **where, score=[100, 62], reason="x") == "not_yours"
    assert check(one.lines).ok


def table(book: str, **fields) -> Hall:
    """One table of four players or two pairs, published."""
    one = hall(book, *names(4 if book in ("competencia-individual", "ueh") else 2), **fields)
    one("draw")
    one("publish")
    return one


@pytest.mark.parametrize(
    ("book", "options", "score", "winner", "code"),
    [
        ("competencia-individual", {}, [100, 100], None, "both_at_limit"),
        ("competencia-individual", {}, [120, 100], "1+3", "both_at_limit"),
        ("competencia-individual", {}, [269, 0], None, "over_the_limit"),  # 100 + 168 is the most
        ("competencia-individual", {}, [60, 60], None, "level_without_winner"),
        ("competencia-individual", {}, [100, 60], "2+4", "winner_against_score"),
        ("competencia-individual", {}, [-5, 100], None, "below_zero"),
        ("competencia-individual", {}, [100, 60, 3], None, "wrong_score"),
        ("competencia-individual", {}, [100, 60], 1, "wrong_winner"),
        ("tarragona", {}, [299, 10], None, "nobody_at_limit"),
        ("tarragona", {"limit": "300p 12h"}, [469, 10], None, "over_the_limit"),
        ("clasico", {"set": "double-nine"}, [596, 10], None, "over_the_limit"),
        ("san-juan", {}, [369, 0], None, "over_the_limit"),
        ("san-juan", {"false_pass_award": "remaining_plus_20"}, [389, 0], None, "over_the_limit"),
        ("jamaica-six-love", {}, [6, 1], None, "not_to_love"),
        ("jamaica-six-love", {"reset": "others"}, [2, 6], None, "not_to_love"),
        ("jamaica-six-love", {"limit": "6p 40m"}, [6, 1], None, "not_to_love"),
    ],
)
def test_slips_that_cannot_be(book, options, score, winner, code):
    assert table(book, options=options).refused("result", round=1, table=1, score=score, winner=winner) == code


@pytest.mark.parametrize(
    ("book", "options", "score", "winner"),
    [
        ("competencia-individual", {}, [268, 0], None),
        ("competencia-individual", {}, [60, 60], "2+4"),
        ("competencia-individual", {}, [61, 60], None),  # after 25 minutes and the extra hands
        ("competencia-individual", {"level_at_end": "half_point"}, [60, 60], None),
        ("tarragona", {}, [300, 299], "1+3"),
        ("tarragona", {"limit": "300p 12h"}, [299, 10], None),
        ("tarragona", {"limit": "12h"}, [4000, 10], None),
        ("clasico", {"set": "double-nine"}, [595, 10], None),
        ("san-juan", {}, [-40, 200], "2+4"),  # SJ takes 20 off
        ("san-juan", {}, [368, 0], None),
        ("san-juan", {"false_pass_award": "remaining_plus_20"}, [388, 0], None),
        ("jamaica-six-love", {}, [0, 7], None),  # after a tied hand
        ("jamaica-six-love", {"reset": "never"}, [6, 5], None),
        ("jamaica-six-love", {"limit": "6p 40m"}, [1, 1], "1+3"),  # at one all time is up
        ("puerto-rico-500", {}, [760, 0], None),  # 440, then a hand of 120 that is the first one won and a capicú
        ("dominicano-200", {}, [400, 10], None),  # passes are paid one by one
        ("brasil-7", {}, [9, 6], None),
    ],
)
def test_slips_that_can_be(book, options, score, winner):
    one = table(book, options=options)
    one("result", round=1, table=1, score=score, winner=winner)
    assert one.table(1, 1)["score"] == score
    assert one.table(1, 1)["status"] == "confirmed"
    assert check(one.lines).ok


def test_the_second_program_knows_six_love_as_well():
    one = table("jamaica-six-love")
    one("result", round=1, table=1, score=[6, 0])
    lines = [json.loads(line.split(b"\n")[0]) for line in one.lines]
    orders = [{**line["order"], "outcome": line["outcome"]} for line in lines]
    orders[-1]["score"] = [6, 1]
    [found] = check(log(*orders)).violations
    assert "the others have points, and would have lost them" in found.told("en")


def test_the_winner_follows_from_the_score():
    one = table("competencia-individual")
    one("result", round=1, table=1, score=[40, 100])
    assert one.table(1, 1)["winner"] == "2+4"


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"score": [310, 320, 305, 299]}, "wrong_winner"),
        ({"score": [310, 320, 305, 299], "winner": "1+3"}, "wrong_winner"),
        ({"score": [310, 320, 305, 301], "winner": 4}, "winner_over_limit"),
        ({"score": [310, 320, 305], "winner": 1}, "wrong_score"),
        ({"score": [310, 320, -305, 299], "winner": 4}, "below_zero"),
        ({"score": [310, 320, 305, 299], "winner": 4, "re_entries": [2, 2]}, "wrong_score"),
    ],
)
def test_slips_of_those_who_play_alone_that_cannot_be(fields, code):
    assert table("ueh").refused("result", round=1, table=1, **fields) == code


def test_a_slip_of_those_who_play_alone_names_the_seat_that_won():
    one = table("ueh")
    one("result", round=1, table=1, score=[310, 320, 305, 300], winner=4, re_entries=[2, 2, 2, 1])
    assert one.table(1, 1)["winner"] == 4
    seats = one.table(1, 1)["seats"]
    assert one.standings() == [(seats[3], 1, 300), (seats[2], 2, 305), (seats[0], 2, 310), (seats[1], 2, 320)]


def test_re_entries_have_no_place_in_pairs():
    assert table("tarragona").refused("result", round=1, table=1, score=[300, 1], re_entries=[0, 0]) == "wrong_score"


def test_a_slip_is_for_a_table_of_a_published_round():
    one = hall("competencia-individual", *names(4))
    slip = {"table": 1, "score": [100, 1]}
    assert one.refused("result", round=1, **slip) == "no_such_round"
    one("draw")
    assert one.refused("result", round=1, **slip) == "not_published"
    one("publish")
    assert one.refused("result", round=1, table=2, score=[100, 1]) == "no_such_table"
    assert one.refused("confirm", round=1, table=1) == "no_slip"
    assert one.refused("dispute", round=1, table=1) == "no_slip"
    one("result", round=1, **slip)
    assert one.refused("confirm", round=1, table=1) == "already_confirmed"


@pytest.mark.parametrize("status", ["entered", "disputed"])
def test_a_slip_that_is_not_confirmed_counts_nothing(status):
    one = table("competencia-individual")
    one("result", round=1, table=1, score=[100, 62], status=status)
    assert one.table(1, 1)["status"] == status
    assert {values[0] for _, *values in one.standings()} == {0}
    one("confirm", round=1, table=1)
    assert one.of(one.table(1, 1)["seats"][0]) == (1, 38, 100)
    one("dispute", round=1, table=1)
    assert {values[0] for _, *values in one.standings()} == {0}


@pytest.mark.article("CI-2")
def test_a_correction_after_the_next_draw_changes_the_table_of_points_and_never_the_draw():
    one = hall("competencia-individual", *names(8))
    one.round((100, 60), (100, 20))
    one("draw")
    one("publish")
    seats = one.seats(2)
    assert one.refused("result", round=1, table=1, score=[60, 100]) == "reason_needed"
    one("result", round=1, table=1, score=[60, 100], reason="columnas cambiadas")
    assert one.seats(2) == seats
    assert one.of("p5") == (1, 40, 100)
    assert one.of("p3") == (0, -40, 60)


# --- players at their own table: seats p3 p2 p1 p4 (lot of seed 1: p3 p1 p2 p4)


def four() -> Hall:
    one = table("competencia-individual")
    assert one.seats(1) == ["p3 p1 p2 p4"]
    return one


def test_a_player_enters_the_slip_and_one_of_the_other_side_confirms_it():
    one = four()
    one("result", round=1, table=1, score=[100, 62], by="player:p3")
    assert one.table(1, 1)["status"] == "entered"
    assert one.refused("confirm", round=1, table=1, by="player:p3") == "not_yours"
    assert one.refused("confirm", round=1, table=1, by="player:p2") == "not_yours"
    one("confirm", round=1, table=1, by="player:p4")
    assert one.table(1, 1)["status"] == "confirmed"
    assert one.of("p3") == (1, 38, 100)


def test_a_player_disputes_the_slip_and_the_desk_settles_it():
    one = four()
    one("result", round=1, table=1, score=[100, 62], by="player:p3")
    one("dispute", round=1, table=1, by="player:p1")
    assert one.table(1, 1)["status"] == "disputed"
    assert one.refused("confirm", round=1, table=1, by="player:p4") == "not_yours"
    assert one.refused("result", round=1, table=1, score=[62, 100], by="player:p1") == "not_yours"
    one("result", round=1, table=1, score=[100, 72], by="desk")
    assert one.table(1, 1)["score"] == [100, 72]


def test_a_player_has_no_say_at_another_table_nor_over_what_is_confirmed():
    one = hall("competencia-individual", *names(8))
    one("draw")
    one("publish")
    slip = {"round": 1, "table": 1, "score": [100, 62]}
    assert one.seats(1)[0] == "p3 p5 p1 p7"
    assert one.refused("result", **slip, by="player:p2") == "not_yours"
    assert one.refused("result", **slip, by="player:nobody") == "not_yours"
    assert one.refused("result", **slip, by="player") == "not_yours"
    assert one.refused("result", **slip, by="player:p3", status="confirmed") == "not_yours"
    assert one.refused("result", **slip, by="player:p3", status="disputed") == "not_yours"
    one("result", **slip, by="player:p3", status="entered")
    one("result", **{**slip, "score": [100, 63]}, by="player:p1")
    assert one.refused("result", **slip, by="player:p5") == "not_yours"
    assert one.refused("confirm", round=1, table=1, by="player:p2") == "not_yours"
    one("confirm", round=1, table=1, by="player:p5")
    assert one.refused("result", **slip, by="player:p3") == "not_yours"
    one.results(1, None, (100, 3))
    one("close_round")
    assert one.refused("dispute", round=1, table=1, by="player:p3") == "not_yours"


def test_those_who_play_alone_confirm_what_another_has_entered():
    one = table("ueh")
    seats = one.seats(1)[0].split()
    one("result", round=1, table=1, score=[310, 320, 305, 100], winner=4, by=f"player:{seats[0]}")
    assert one.refused("confirm", round=1, table=1, by=f"player:{seats[0]}") == "not_yours"
    one("confirm", round=1, table=1, by=f"player:{seats[2]}")
