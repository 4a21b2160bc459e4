"""What a win, a bye and a default are worth, and who stands before whom."""

from __future__ import annotations

import pytest

from tantera.tournament.check import check, second_object
from tantera.tournament.standings import prizes, standings
from tests.tournament.hall import Hall, hall, names


@pytest.mark.article("CI-4")
def test_points_over_the_limit_do_not_count_for_the_difference():
    one = hall("competencia-individual", *names(8))  # p3 p5 p1 p7 · p2 p6 p8 p4
    one.round((100, 62), (130, 70))
    assert (one.of("p3"), one.of("p5")) == ((1, 38, 100), (0, -38, 62))
    assert (one.of("p2"), one.of("p6")) == ((1, 30, 130), (0, -30, 70))


@pytest.mark.article("CI-4")
def test_the_cap_is_the_limit_that_the_event_was_given():
    one = hall("competencia-individual", *names(4), options={"limit": "150p 40m"})
    one.round((170, 90))
    assert one.of("p3") == (1, 60, 170)


@pytest.mark.article("CI-4")
def test_without_a_limit_in_points_the_books_own_cap_holds():
    one = hall("competencia-individual", *names(4), options={"limit": "30m"})
    one.round((170, 90))
    assert one.of("p3") == (1, 10, 170)


def test_where_the_book_does_not_cap_every_point_counts():
    one = hall("tarragona", "e1", "e2")  # lot: e1 e2
    one.round((368, 200))
    assert (one.of("e1"), one.of("e2")) == ((1, 168, 368), (0, -168, 200))


@pytest.mark.article("CI-4")
def test_a_level_score_is_half_a_point_each_where_the_event_says_so():
    one = hall("competencia-individual", *names(4), options={"level_at_end": "half_point"})
    one.round((60, 60))
    assert {tuple(values) for _, *values in one.standings()} == {(0.5, 0, 60)}
    assert one.table(1, 1)["winner"] is None
    one.round((80, 80))
    assert {tuple(values) for _, *values in one.standings()} == {(1, 0, 140)}


@pytest.mark.article("SJ-estructura")
def test_a_level_score_is_won_by_whom_the_judges_say():
    one = hall("san-juan", "e1", "e2")
    one("draw")
    one("publish")
    assert one.refused("result", round=1, table=1, score=[90, 90]) == "level_without_winner"
    one("result", round=1, table=1, score=[90, 90], winner="2+4")
    assert (one.of("e2"), one.of("e1")) == ((1, 0, 90), (0, 0, 90))


@pytest.mark.article("CI-8")
def test_a_bye_is_written_100_to_70_once_its_round_is_closed():
    one = hall("competencia-individual", *names(5))  # p4 sits out
    one.round((100, 50))
    assert one.of("p4") == (0, 0, 0)
    one("close_round")
    assert one.of("p4") == (1, 30, 100)


@pytest.mark.parametrize("book", ["san-juan", "tarragona", "clasico"])
def test_in_other_books_a_bye_is_a_win_with_nothing(book):
    one = hall(book, *names(3, "e"))  # lot: e1 e3 e2
    limit = one.tournament.options.limit.points or 0
    one.round((limit, 10), close=True)
    assert (one.byes(1), one.of("e2")) == (["e2"], (1, 0, 0))


def test_in_a_round_robin_a_bye_is_nothing_at_all():
    one = hall("tarragona", *names(3, "e"), format="pairs-round-robin")
    one.round((300, 10), close=True)
    assert (one.byes(1), one.of("e2")) == (["e2"], (0, 0, 0))


def test_an_event_says_what_a_bye_is_written_as():
    one = hall("tarragona", *names(3, "e"), options={"bye": [300, 200]})
    one.round((300, 10), close=True)
    assert one.of("e2") == (1, 100, 300)


def test_the_lot_parts_those_who_are_level_and_places_are_different():
    one = hall("competencia-individual", *names(8))
    one("draw")
    assert one.standings() == []
    one("publish")
    assert [name for name, *_ in one.standings()] == ["p3", "p5", "p1", "p7", "p2", "p6", "p8", "p4"]
    one.results(1, (100, 50), (100, 50))
    assert [name for name, *_ in one.standings()] == ["p3", "p1", "p2", "p8", "p5", "p7", "p6", "p4"]


def test_who_never_had_a_table_or_a_bye_is_not_ranked():
    """Somebody with nothing won and −146 stands before nobody who did not come."""
    one = hall("competencia-individual", *names(11), options={"teams": 2, "prizes": [50]})
    one("check_in", entries=names(9))
    one.round((100, 20), (100, 30), close=True)
    one("withdraw", entries=["p9", "p10"])
    one.round((100, 20), (100, 30), close=True)
    ranked = [name for name, *_ in one.standings()]
    assert sorted(ranked) == sorted(names(9))  # who rested or withdrew after the first round stays
    assert [entry["entry"] for entry in one.object["entries"]] == names(11)
    one("check_in", entries=["p11"])
    one("draw")
    assert "p11" not in [name for name, *_ in one.standings()]
    one("publish")
    assert "p11" in [name for name, *_ in one.standings()]
    assert "p11" not in [name for name, *_ in one.standings(2)]
    report, lines = check(one.lines), one.lines
    assert report.ok
    assert second_object(lines)["standings"] == one.object["standings"]


def test_who_has_withdrawn_stays_in_the_standings():
    one = hall("competencia-individual", *names(4))
    one.round((100, 50), close=True)
    one("withdraw", entries=["p3"])
    assert one.standings()[0] == ("p3", 1, 50, 100)


def test_the_standings_after_a_round_have_nothing_later():
    one = hall("competencia-individual", *names(4))
    one.round((100, 50))
    one.round((100, 40))
    one("penalty", player="p3", round=2, article="CI-10", points=30)
    assert one.of("p3", 1) == (1, 50, 100)
    assert one.of("p3")[1] == one.of("p3", 2)[1] != 50


@pytest.mark.article("SJ-estructura")
def test_the_final_may_have_another_limit():
    one = hall("tarragona", "e1", "e2", format="pairs-knock-out", options={"limit_final": "400p"})
    one("draw")
    one("publish")
    assert one.refused("result", round=1, table=1, score=[300, 10]) == "nobody_at_limit"
    one("result", round=1, table=1, score=[400, 390])


# --- tie-breaks: four pairs in a round robin to 40. Lot of seed 1: e1 e4 e3 e2


def league(*ranked_by: str) -> Hall:
    """e1, e4 and e3 have won two matches each, e2 none.

    Round 1: e1 40-30 e4, e3 40-0 e2. Round 2: e1 10-40 e3, e4 40-20 e2. Round 3: e1 40-35 e2, e4 40-38 e3.
    Differences: e1 +10 −30 +5 = −15, e4 −10 +20 +2 = +12, e3 +40 +30 −2 = +68, e2 −40 −20 −5 = −65.
    Points for: e1 90, e4 110, e3 118, e2 55.
    """
    one = hall("tarragona", *names(4, "e"), format="pairs-round-robin",
               options={"limit": "40p", "ranked_by": list(ranked_by)})  # fmt: skip
    wins = {"e1e4": (40, 30), "e3e2": (40, 0), "e1e3": (10, 40), "e4e2": (40, 20), "e1e2": (40, 35), "e4e3": (40, 38)}
    for number in (1, 2, 3):
        one("draw")
        one("publish")
        for table in one.object["rounds"][number - 1]["tables"]:
            home, guest = table["seats"][0][:2], table["seats"][1][:2]
            score = wins.get(home + guest) or tuple(reversed(wins[guest + home]))
            one("result", round=number, table=table["table"], score=list(score))
    return one


def test_points_won_difference_points_for():
    assert league("points_won", "difference", "points_for").standings() == [
        ("e3", 2, 68, 118), ("e4", 2, 12, 110), ("e1", 2, -15, 90), ("e2", 0, -65, 55),
    ]  # fmt: skip


def test_head_to_head_is_the_points_won_among_those_still_level():
    # e1 beat e4, e4 beat e3, e3 beat e1: one each, so the next in the list decides among the three
    one = league("points_won", "head_to_head", "points_for")
    assert [(name, values[3]) for name, *values in one.standings()] == [("e3", 1), ("e4", 1), ("e1", 1), ("e2", 0)]


def test_points_among_tied_are_the_points_scored_in_matches_among_them():
    # e1 40 + 10 = 50, e4 30 + 40 = 70, e3 40 + 38 = 78; e2 is level with nobody
    one = league("points_won", "points_among_tied")
    assert [(name, values[3]) for name, *values in one.standings()] == [("e3", 78), ("e4", 70), ("e1", 50), ("e2", 0)]


def test_head_to_head_of_two_is_their_own_match():
    # by points for e3 118, e4 110, e1 90; with wins first all three are level; efectividad is the difference
    one = league("wins", "efectividad")
    assert [(name, values[3:]) for name, *values in one.standings()] == [
        ("e3", [2, 68]), ("e4", [2, 12]), ("e1", [2, -15]), ("e2", [0, -65]),
    ]  # fmt: skip


def test_after_the_list_the_lot_decides_and_a_lot_in_the_list_ends_it():
    assert [name for name, *_ in league("points_won").standings()] == ["e1", "e4", "e3", "e2"]
    assert [name for name, *_ in league("points_won", "lot", "difference").standings()] == ["e1", "e4", "e3", "e2"]
    assert [name for name, *_ in league("lot").standings()] == ["e1", "e4", "e3", "e2"]


def test_head_to_head_parts_two_who_are_level():
    one = hall("tarragona", *names(4, "e"), format="pairs-round-robin",
               options={"limit": "40p", "ranked_by": ["points_won", "head_to_head", "difference"]})  # fmt: skip
    # e1 and e4 win two each, and e4 beat e1 though e1 has the better difference
    wins = {"e4e1": (40, 39), "e1e3": (40, 0), "e1e2": (40, 0), "e4e2": (40, 39), "e3e4": (40, 0), "e2e3": (40, 0)}
    for number in (1, 2, 3):
        one("draw")
        one("publish")
        for table in one.object["rounds"][number - 1]["tables"]:
            home, guest = table["seats"][0][:2], table["seats"][1][:2]
            score = wins.get(home + guest) or tuple(reversed(wins[guest + home]))
            one("result", round=number, table=table["table"], score=list(score))
    assert [(name, values[0], values[3]) for name, *values in one.standings()] == [
        ("e4", 2, 1), ("e1", 2, 0), ("e2", 1, 1), ("e3", 1, 0),
    ]  # fmt: skip


# --- teams and prizes


def test_teams_are_the_sums_of_each_clubs_best():
    one = Hall()
    one("create", name="x", book="competencia-individual", seed="1", options={"teams": 2})
    clubs = {
        "p1": "Norte",
        "p2": "Norte",
        "p3": "Sur",
        "p4": "Sur",
        "p5": "Norte",
        "p6": "Sur",
        "p7": None,
        "p8": "Este",
    }
    for name, club in clubs.items():
        one("enter", entry=name, players=[{"id": name, "name": name, "club": club}])
    one.round((100, 50), (100, 80))  # p3 p1 won by 50, p2 p8 by 20; p5 p7 lost by 50, p6 p4 by 20
    assert one.object["teams"] == [
        {"place": 1, "club": "Norte", "values": {"points_won": 2, "difference": 70, "points_for": 200}},
        {"place": 2, "club": "Sur", "values": {"points_won": 1, "difference": 30, "points_for": 180}},
        {"place": 3, "club": "Este", "values": {"points_won": 1, "difference": 20, "points_for": 100}},
    ]
    one("expel", player="p3", round=1, article="CI-19")
    assert [team["club"] for team in one.object["teams"]] == ["Norte", "Este", "Sur"]


def test_a_pair_of_two_clubs_counts_for_neither():
    one = hall("tarragona", options={"teams": 1})
    for entry, clubs in {"e1": ("A", "A"), "e2": ("A", "B")}.items():
        one("enter", entry=entry, players=[{"id": f"{entry}{n}", "name": "x", "club": c} for n, c in enumerate(clubs)])
    one.round((300, 10))
    assert [(team["club"], team["values"]["points_won"]) for team in one.object["teams"]] == [("A", 1)]


def test_without_the_option_there_are_no_teams():
    assert hall("tarragona", "e1", "e2").object["teams"] == []


def test_prizes_are_percentages_of_what_was_paid():
    one = hall("tarragona", options={"prizes": [45, 27, 18, 10]})
    one.enter("e1", "e2", "e3", "e4", paid=25)
    one.round((300, 10), (300, 20))
    assert [(prize.place, prize.amount) for prize in prizes(one.tournament, standings(one.tournament))] == [
        (1, 45), (2, 27), (3, 18), (4, 10),
    ]  # fmt: skip
