"""Events by books that say other things: everybody alone where points are good, fixed prizes, bonuses, raises."""

from __future__ import annotations

from tantera.rules import Book, parse_book
from tests.tournament.hall import Hall, hall, names


def club(says: str, base: str = "tarragona") -> Book:
    return parse_book(f'id = "club"\nextends = "{base}"\n{says}')


def played(book: Book, **fields) -> Hall:
    one = Hall({"club": book}.__getitem__)
    one("create", name="x", book="club", seed="1", **fields)
    one.enter("e1", "e2")
    one("draw")
    one("publish")
    return one


def test_alone_with_good_points_more_is_better_and_the_winner_has_most():
    one = hall("clasico", *names(3), format="alone-one-round")
    one("draw")
    one("publish")
    first, second, third = one.seats(1)[0].split()
    result = {"round": 1, "table": 1}
    assert one.refused("result", **result, score=[100, 40, 30], winner=2) == "winner_against_score"
    assert one.refused("result", **result, score=[100, 140, 30], winner=2) == "both_at_limit"
    assert one.refused("result", **result, score=[300, 40, 30], winner=1) == "over_the_limit"
    assert one.refused("result", **result, score=[100, 4, 3], winner=1, re_entries=[1, 0, 0]) == "wrong_score"
    one("result", **result, score=[40, 120, 30], winner=2)
    assert [(name, values[1]) for name, *values in one.standings()] == [(second, 120), (first, 40), (third, 30)]


def test_the_last_table_of_winners_on_may_have_another_limit():
    one = hall("ueh", *names(4), options={"limit_final": "400p"})
    one("draw")
    one("publish")
    one("result", round=1, table=1, score=[410, 420, 405, 390], winner=4)


def test_a_bonus_raises_what_a_hand_can_bring():
    one = played(club('[[bonus]]\nkind = "capicua"\npoints = 25\n'))
    assert one.refused("result", round=1, table=1, score=[494, 0]) == "over_the_limit"
    one("result", round=1, table=1, score=[493, 0])


def test_a_fixed_prize_is_all_that_a_hand_can_bring():
    fixed = '[options]\nscoring = "fixed"\nlimit = { points = 12 }\n[prize]\ndomino = 2\nblock = 1\ncapicua = 4\n'
    one = played(club(fixed))
    assert one.refused("result", round=1, table=1, score=[17, 3]) == "over_the_limit"
    one("result", round=1, table=1, score=[16, 3])


def test_where_hands_are_raised_there_is_no_most():
    one = played(club("[raises]\nfactor = 2\n"))
    one("result", round=1, table=1, score=[3000, 3])


def test_play_may_be_said_and_then_the_format_follows():
    assert hall("clasico", options={"play": "alone"}).object["format"] == "alone-winners-on"
    one = Hall()
    assert one.refused("create", name="x", book="ueh", options={"play": "pairs"}) == "wrong_option"
    wrong = {"book": "clasico", "format": "pairs-swiss", "options": {"play": "alone"}}
    assert one.refused("create", name="x", **wrong) == "format_not_of_book"
    late = {"grace_minutes": 20}
    assert one.refused("create", name="x", book="competencia-individual", options=late) == "wrong_option"


def test_a_slip_entered_at_the_desk_is_confirmed_by_any_player_of_the_table():
    one = hall("competencia-individual", *names(4))
    one("draw")
    one("publish")
    one("result", round=1, table=1, score=[100, 2], status="entered", by="desk")
    assert one.refused("result", round=1, table=1, score=[100, 3], by="player:p3") == "not_yours"
    one("confirm", round=1, table=1, by="player:p3")
