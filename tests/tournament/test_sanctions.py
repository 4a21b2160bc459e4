"""Lateness, defaults, stand-ins, penalties, cards, expulsions: what they cost and whom."""

from __future__ import annotations

import pytest

from tantera.tournament.check import check
from tantera.tournament.decide_entries import cards_brought
from tests.tournament.hall import Hall, hall, names


def eight(**fields) -> Hall:
    """Round 1 published: p3 p5 p1 p7 and p2 p6 p8 p4."""
    one = hall("competencia-individual", *names(8), **fields)
    one("draw")
    one("publish")
    assert one.seats(1) == ["p3 p5 p1 p7", "p2 p6 p8 p4"]
    return one


def pairs(book: str = "tarragona", **fields) -> Hall:
    """Round 1 published: e1 v e4, e3 v e2."""
    one = hall(book, *names(4, "e"), **fields)
    one("draw")
    one("publish")
    assert one.seats(1) == ["e1a e4a e1b e4b", "e3a e2a e3b e2b"]
    return one


# --- lateness


@pytest.mark.article("CI-8")
@pytest.mark.parametrize(("minutes", "points"), [(0, 0), (4, 0), (5, 25), (9, 25)])
def test_every_full_five_minutes_cost_25_of_ones_own_difference(minutes, points):
    one = eight()
    one("late", round=1, player="p1", minutes=minutes)
    one.results(1, (100, 60), (100, 90))
    assert (one.of("p1"), one.of("p3")) == ((1, 40 - points, 100), (1, 40, 100))
    listed = [{"player": "p1", "round": 1, "article": "CI-8", "difference": -points}] if points else []
    assert one.object["penalties"] == listed


@pytest.mark.article("CI-8")
def test_minutes_that_were_written_down_wrong_are_those_that_were_written_last_for_both_programs():
    one = eight()
    one("late", round=1, player="p1", minutes=10)
    one("late", round=1, player="p1", minutes=5)
    assert one.object["rounds"][0]["tables"][0]["default"] == []
    one.results(1, (100, 60), (100, 90))
    assert one.of("p1") == (1, 15, 100)
    assert check(one.lines).ok


@pytest.mark.article("CI-8")
def test_ten_minutes_are_the_default_of_the_table_and_no_25s():
    one = eight()
    one("late", round=1, player="p1", minutes=10)
    assert one.object["penalties"] == []
    assert one.table(1, 1)["default"] == ["p1"]
    assert one.table(1, 1)["winner"] == "2+4"
    assert [one.of(player) for player in ("p5", "p7", "p3", "p1")] == [(1, 30, 100)] * 2 + [(0, -100, 0)] * 2


def test_a_later_word_about_lateness_replaces_the_earlier_one():
    one = eight()
    one("late", round=1, player="p1", minutes=5)
    one("late", round=1, player="p1", minutes=12)
    assert (one.object["penalties"], one.table(1, 1)["default"]) == ([], ["p1"])
    one("late", round=1, player="p1", minutes=7)
    assert ([fine["difference"] for fine in one.object["penalties"]], one.table(1, 1)["default"]) == ([-25], [])


def test_minutes_of_grace_cost_nothing():
    one = eight(options={"grace_minutes": 5})
    one("late", round=1, player="p1", minutes=5)
    assert one.object["penalties"] == []
    one("late", round=1, player="p1", minutes=6)
    assert [fine["difference"] for fine in one.object["penalties"]] == [-25]


def test_lateness_is_of_a_player_who_sits_there_in_a_published_round():
    one = hall("competencia-individual", *names(5))
    assert one.refused("late", round=1, player="p1", minutes=5) == "no_such_round"
    one("draw")
    assert one.refused("late", round=1, player="p1", minutes=5) == "not_published"
    one("publish")
    assert one.refused("late", round=1, player="p9", minutes=5) == "unknown_player"
    assert one.refused("late", round=1, player="p4", minutes=5) == "not_seated"
    one.results(1, (100, 1))
    assert one.refused("late", round=1, player="p1", minutes=10) == "slip_is_in"
    assert pairs().refused("late", round=1, player="e1a", minutes=5) == "no_such_rule"


def test_in_pairs_lateness_costs_the_pair():
    late = {"late": {"points": 10, "every_minutes": 5, "default_minutes": 15}}
    one = pairs(options=late)
    one("late", round=1, player="e1b", minutes=14)
    one.results(1, (300, 200), (300, 100))
    assert one.of("e1") == (1, 80, 300)


# --- defaults


@pytest.mark.article("CI-8")
def test_a_default_is_100_to_70_for_those_present_and_0_to_100_for_both_who_should_have_been_there():
    one = eight()
    one("default", round=1, table=1, absent=["p5"])
    assert one.table(1, 1) | {"why": ""} == {
        "table": 1, "seats": ["p3", "p5", "p1", "p7"], "score": None, "winner": "1+3", "status": "confirmed",
        "default": ["p5"], "why": "",
    }  # fmt: skip
    assert [one.of(player) for player in ("p3", "p1", "p5", "p7")] == [(1, 30, 100)] * 2 + [(0, -100, 0)] * 2
    assert one.refused("result", round=1, table=1, score=[100, 20]) == "defaulted"


@pytest.mark.article("CI-8")
def test_where_both_sides_are_absent_both_have_lost():
    one = eight()
    one("default", round=1, table=1, absent=["p5"])
    one("default", round=1, table=1, absent=["p1"])
    assert (one.table(1, 1)["winner"], one.table(1, 1)["status"]) == (None, "confirmed")
    assert {one.of(player) for player in ("p3", "p1", "p5", "p7")} == {(0, -100, 0)}
    one.results(1, None, (100, 2))
    one("close_round")


@pytest.mark.parametrize(("book", "limit"), [("tarragona", 300), ("san-juan", 200), ("clasico", 100)])
def test_in_other_books_a_default_is_the_limit_and_nothing(book, limit):
    one = pairs(book)
    one("default", round=1, table=2, absent=["e2a"])
    assert (one.of("e3"), one.of("e2")) == ((1, limit, limit), (0, -limit, 0))


def test_an_event_says_what_a_default_is_written_as():
    one = pairs(options={"default_score": [50, 10, 5, 60]})
    one("default", round=1, table=2, absent=["e2a", "e2b"])
    assert (one.of("e3"), one.of("e2")) == ((1, 40, 50), (0, -55, 5))


def test_a_default_names_players_of_that_table_before_its_slip_is_in():
    one = eight()
    assert one.refused("default", round=1, table=1, absent=["p2"]) == "not_seated"
    assert one.refused("default", round=1, table=1, absent=["p3", "p3"]) == "wrong_value"
    one("result", round=1, table=1, score=[100, 30], status="entered")
    assert one.refused("default", round=1, table=1, absent=["p3"]) == "slip_is_in"


def test_alone_the_others_play_on_while_two_are_there():
    one = hall("ueh", *names(4))
    one("draw")
    one("publish")
    first, second, third, fourth = one.seats(1)[0].split()
    one("default", round=1, table=1, absent=[first])
    assert (one.table(1, 1)["status"], one.table(1, 1)["default"]) == (None, [first])
    assert one.refused("close_round") == "slips_missing"
    assert one.refused("result", round=1, table=1, score=[0, 310, 320, 90], winner=1) == "winner_against_score"
    one("result", round=1, table=1, score=[0, 310, 320, 90], winner=4, re_entries=[0, 2, 2, 1])
    assert [one.of(player) for player in (first, second, third, fourth)] == [(2, 300), (2, 310), (2, 320), (1, 90)]


def test_alone_the_last_one_there_has_won():
    one = hall("ueh", *names(3))
    one("draw")
    one("publish")
    first, second, third = one.seats(1)[0].split()
    one("default", round=1, table=1, absent=[first, third])
    assert (one.table(1, 1)["winner"], one.table(1, 1)["status"]) == (2, "confirmed")
    assert one.standings()[0][0] == second


# --- stand-ins


@pytest.mark.article("CI-8")
def test_a_stand_in_lifts_the_default_and_the_slip_counts_for_all_but_the_absent_player():
    one = eight()
    one("default", round=1, table=1, absent=["p5"])
    one("stand_in", round=1, player="p5", name="Comodín")
    assert (one.table(1, 1)["default"], one.table(1, 1)["status"]) == ([], None)
    assert one.table(1, 1)["seats"] == ["p3", "p5", "p1", "p7"]
    assert one.object["rounds"][0]["stand_ins"] == {"p5": "Comodín"}
    one.results(1, (40, 100))
    assert [one.of(player) for player in ("p3", "p1", "p7", "p5")] == [(0, -60, 40)] * 2 + [(1, 60, 100), (0, -100, 0)]


@pytest.mark.article("CI-8")
def test_it_takes_a_stand_in_for_every_absent_player():
    one = eight()
    one("default", round=1, table=1, absent=["p5", "p3"])
    one("stand_in", round=1, player="p5", name="Comodín")
    assert one.table(1, 1)["default"] == ["p3"]
    assert one.table(1, 1)["winner"] == "2+4"
    assert one.of("p7") == (1, 30, 100)
    one("stand_in", round=1, player="p3", name="Otro")
    one.results(1, (100, 30))
    assert [one.of(player) for player in ("p1", "p7", "p3", "p5")] == [(1, 70, 100), (0, -70, 30)] + [(0, -100, 0)] * 2


def test_a_stand_in_needs_no_default_first_and_comes_before_the_slip():
    one = eight()
    one("stand_in", round=1, player="p5", name="Comodín")
    one.results(1, (40, 100))
    assert one.of("p5") == (0, -100, 0)
    assert one.refused("stand_in", round=1, player="p3", name="X") == "slip_is_in"
    assert one.refused("stand_in", round=1, player="p9", name="X") == "unknown_player"


def test_a_pair_with_one_stand_in_has_its_slip_and_with_two_the_default():
    one = pairs()
    one("stand_in", round=1, player="e1a", name="X")
    one("stand_in", round=1, player="e3a", name="Y")
    one("stand_in", round=1, player="e3b", name="Z")
    one.results(1, (300, 200), (300, 100))
    assert (one.of("e1"), one.of("e3"), one.of("e2")) == ((1, 100, 300), (0, -300, 0), (0, -200, 100))


# --- penalties and cards


@pytest.mark.article("CI-10")
def test_a_penalty_comes_off_ones_own_difference_and_no_partners():
    one = eight()
    one.results(1, (100, 62), (100, 90))
    one("penalty", player="p3", round=1, article="CI-10", points=30)
    assert (one.of("p3"), one.of("p1")) == ((1, 8, 100), (1, 38, 100))
    assert one.object["penalties"] == [{"player": "p3", "round": 1, "article": "CI-10", "difference": -30}]


def test_in_pairs_a_penalty_comes_off_the_pair():
    one = pairs()
    one.results(1, (300, 200), (300, 100))
    one("penalty", player="e1b", round=1, article="TG-14.1", points=30)
    assert one.of("e1") == (1, 70, 300)


@pytest.mark.parametrize(
    ("order", "fields", "code"),
    [
        ("penalty", {"player": "p9", "round": 1, "article": "CI-10", "points": 1}, "unknown_player"),
        ("penalty", {"player": "p1", "round": 2, "article": "CI-10", "points": 1}, "no_such_round"),
        ("penalty", {"player": "p1", "round": 1, "article": "CI-99", "points": 1}, "unknown_article"),
        ("card", {"player": "p1", "round": 1, "article": "TG-14.1", "card": "green"}, "unknown_card"),
        ("card", {"player": "p1", "round": 1, "article": "XX-1", "card": "blue"}, "unknown_article"),
        ("expel", {"player": "p9", "round": 1, "article": "CI-19"}, "unknown_player"),
        ("expel", {"player": "p1", "round": 3, "article": "CI-19"}, "no_such_round"),
        ("expel", {"player": "p1", "round": 1, "article": "CI-191"}, "unknown_article"),
    ],
)
def test_sanctions_name_who_when_and_by_what(order, fields, code):
    assert eight().refused(order, **fields) == code


@pytest.mark.article("TG-18.4")
def test_cards_are_counted_and_the_second_blue_of_a_match_brings_a_yellow():
    one = pairs()
    blue = {"player": "e1a", "article": "TG-14.1", "card": "blue"}
    assert "brings" not in one("card", round=1, **blue)
    assert one("card", round=1, **blue)["brings"] == ["yellow"]
    one("card", round=1, **{**blue, "card": "yellow", "article": "TG-18.4"})
    assert one.object["cards"] == {"e1a": {"blue": 2, "yellow": 1}}
    assert cards_brought(one.tournament, "e1a") == {}


@pytest.mark.article("TG-18.4")
@pytest.mark.parametrize(("span", "brings"), [("match", None), ("tournament", ["yellow"])])
def test_cards_travel_where_they_last_for_the_tournament(span, brings):
    one = pairs(options={"card_span": span})
    blue = {"player": "e1a", "article": "TG-14.1", "card": "blue"}
    one("card", round=1, **blue)
    one.results(1, (300, 1), (300, 2))
    one.round()
    assert one("card", round=2, **blue).get("brings") == brings
    assert cards_brought(one.tournament, "e1a") == ({"blue": 2} if brings else {})


# --- expulsions


@pytest.mark.article("SJ-irreg-6")
def test_an_expelled_player_leaves_the_standings_and_cannot_return():
    one = eight()
    one.results(1, (100, 62), (100, 90))
    one("expel", player="p3", round=1, article="CI-19")
    assert one.object["out"] == ["p3"]
    assert [entry["active"] for entry in one.object["entries"]] == [True, True, False, True, True, True, True, True]
    assert "p3" not in [name for name, *_ in one.standings()]
    assert one.of("p1") == (1, 38, 100)
    for order in ("return", "withdraw", "check_in"):
        assert one.refused(order, entries=["p3"]) == "is_out"
    assert one.refused("expel", player="p3", round=1, article="CI-19") == "is_out"
    one("draw")
    assert "p3" not in " ".join(one.seats(2)).split()


@pytest.mark.article("CI-19")
def test_a_match_from_which_somebody_was_expelled_is_won_by_the_other_side_with_the_score_as_it_stood():
    one = eight()
    one("expel", player="p3", round=1, article="CI-19")
    assert one.refused("result", round=1, table=1, score=[20, 60], winner="1+3") == "winner_against_score"
    one("result", round=1, table=1, score=[20, 60])
    assert one.table(1, 1)["winner"] == "2+4"
    assert (one.of("p5"), one.of("p1")) == ((1, 40, 60), (0, -40, 20))


@pytest.mark.article("SJ-irreg-6")
def test_where_the_winners_were_behind_the_difference_is_nothing_for_both():
    one = eight()
    one("expel", player="p3", round=1, article="CI-19")
    one("result", round=1, table=1, score=[60, 20], winner="2+4")
    assert (one.of("p5"), one.of("p7"), one.of("p1")) == ((1, 0, 20), (1, 0, 20), (0, 0, 60))


def test_a_slip_already_entered_is_turned_to_the_other_side():
    one = eight()
    one("result", round=1, table=1, score=[100, 20], status="entered")
    one("expel", player="p3", round=1, article="CI-19")
    one("confirm", round=1, table=1)
    assert one.table(1, 1)["winner"] == "2+4"
    assert one.of("p5") == (1, 0, 20)


@pytest.mark.article("SJ-irreg-6")
def test_in_pairs_the_pair_is_out_unless_a_stand_in_takes_the_place():
    one = pairs("san-juan")
    one("expel", player="e1a", round=1, article="SJ-irreg-6")
    one.results(1, (150, 80), (200, 90))
    assert one.table(1, 1)["winner"] == "2+4"
    assert (one.of("e4"), [name for name, *_ in one.standings()]) == ((1, 0, 80), ["e3", "e4", "e2"])
    one("stand_in", round=1, player="e1a", name="Suplente")
    assert [name for name, *_ in one.standings()] == ["e3", "e4", "e1", "e2"]
    assert one.of("e1") == (0, 0, 150)
    assert one.object["out"] == ["e1a"]
    one("draw")
    one("publish")
    assert one.object["rounds"][1]["stand_ins"] == {"e1a": "Suplente"}
    assert [table["default"] for table in one.object["rounds"][1]["tables"]] == [[], []]


@pytest.mark.article("CI-19")
def test_a_match_in_play_is_lost_though_it_was_for_an_earlier_round_that_somebody_is_expelled():
    one = eight()
    one.results(1, (100, 62), (100, 90))
    one("close_round")
    one("draw")
    one("publish")
    number = next(n for n, seats in enumerate(one.seats(2), 1) if "p3" in seats.split())
    own = "1+3" if one.seats(2)[number - 1].split().index("p3") % 2 == 0 else "2+4"
    one("expel", player="p3", round=1, article="CI-19")
    assert one.refused("result", round=2, table=number, score=[20, 20], winner=own) == "winner_against_score"
    one("result", round=2, table=number, score=[30, 20])
    assert one.table(2, number)["winner"] != own
    assert check(one.lines).ok


@pytest.mark.article("CI-19")
@pytest.mark.parametrize("expelled_first", [True, False])
def test_a_stand_in_who_lifts_a_default_does_not_lift_the_loss_of_who_was_expelled(expelled_first: bool):
    one = eight()
    first, other = one.seats(1)[0].split()[:2]
    steps: list[tuple[str, dict[str, object]]] = [
        ("expel", {"player": other, "article": "CI-19"}),
        ("default", {"table": 1, "absent": [first]}),
    ]
    for order, fields in steps if expelled_first else reversed(steps):
        one(order, round=1, **fields)
    one("stand_in", round=1, player=first, name="Suplente")
    one("result", round=1, table=1, score=[20, 60])
    assert one.table(1, 1)["winner"] == "1+3"
    assert check(one.lines).ok


@pytest.mark.article("SJ-irreg-6")
def test_a_pair_has_left_with_the_second_of_them_where_a_stand_in_took_the_place_of_the_first():
    one = pairs("san-juan")
    one.results(1, (150, 80), (200, 90))
    one("expel", player="e1a", round=1, article="SJ-irreg-6")
    one("stand_in", round=1, player="e1a", name="Suplente")
    one("close_round")
    one("draw")
    one("publish")
    one("expel", player="e1b", round=2, article="SJ-irreg-6")
    assert "e1" in [name for name, *_ in one.standings(1)]
    assert "e1" not in [name for name, *_ in one.standings(2)]


def test_where_nobody_has_a_partner_for_good_nobody_stands_in_after_the_slip():
    one = eight()
    one.results(1, (100, 62), (100, 90))
    one("expel", player="p3", round=1, article="CI-19")
    assert one.refused("stand_in", round=1, player="p3", name="Suplente") == "slip_is_in"


@pytest.mark.parametrize("grace", [0, 10])
def test_grace_and_then_the_default_without_a_fine(grace: int):
    one = hall("tarragona", *names(4, "e"), options={"late": {"default_minutes": 15}, "grace_minutes": grace})
    one("draw")
    one("publish")
    late = one.seats(1)[0].split()[0]
    one("late", round=1, player=late, minutes=14)
    assert (one.object["penalties"], one.table(1, 1)["default"]) == ([], [])
    one("late", round=1, player=late, minutes=15)
    assert (one.object["penalties"], one.table(1, 1)["default"]) == ([], [late])
    assert check(one.lines).ok


@pytest.mark.parametrize(
    "late", [{"default_minutes": 15, "points": 5}, {"default_minutes": 15, "every_minutes": 5}, {}]
)
def test_a_fine_has_points_and_minutes_or_neither(late: dict[str, int]):
    assert Hall().refused("create", name="x", book="tarragona", options={"late": late}) == "wrong_option"


def test_somebody_expelled_who_sits_in_a_draft_is_a_default_once_it_is_published():
    one = eight()
    one.results(1, (100, 62), (100, 90))
    one("draw")
    one("expel", player="p3", round=1, article="CI-19")
    one("publish", override="la sala espera")
    assert [table["default"] for table in one.object["rounds"][1]["tables"] if "p3" in table["seats"]] == [["p3"]]


def test_the_standings_after_an_earlier_round_still_have_who_was_expelled_later():
    one = eight()
    one.results(1, (100, 62), (100, 90))
    one.round((100, 62), (100, 90))
    one("expel", player="p3", round=2, article="CI-19")
    assert "p3" in [name for name, *_ in one.standings(1)]
    assert "p3" not in [name for name, *_ in one.standings(2)]
