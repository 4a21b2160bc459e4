"""The articles marked *tournament*, each shown by its golden event; what must come of it is worked out by hand here."""

from __future__ import annotations

from typing import Any

import pytest

from tests.golden import event_scenes as scenes
from tests.tournament.story import Story

article = pytest.mark.article
SUMS = ("points_won", "difference", "points_for")


def paid(story: Story) -> dict[str, int]:
    return {entry.entry: entry.paid for entry in story.state.entries.values()}


@article("SJ-registro")
def test_pairs_register_from_half_past_ten_to_eleven_and_what_they_pay_adds_up():
    story = scenes.registration()
    assert paid(story) == {"e1": 40, "e2": 15 + 25, "e3": 0}
    assert story.state.options.fee == 40
    assert story.refused == ["registration_closed", "registration_closed"]


@article("SJ-registro")
def test_nobody_gets_back_more_than_was_paid():
    story = scenes.registration()
    story.give("pay", entry="e1", amount=-40, at="2026-05-31T10:59")
    story.refuse("less_than_nothing", "pay", entry="e1", amount=-1, at="2026-05-31T10:59")
    assert paid(story)["e1"] == 0


@article("SJ-jugadores")
def test_a_player_is_a_member_of_one_of_the_clubs_or_the_guest_of_a_member():
    story = scenes.members()
    assert list(story.state.entries) == ["e1", "e2", "e3"]
    assert story.refused == [
        "not_a_member", "not_a_member", "not_a_member", "unknown_player", "wrong_number_of_players", "already_entered",
    ]  # fmt: skip


@article("SJ-jugadores")
def test_in_san_juan_somebody_who_is_said_to_be_no_member_needs_a_host():
    story = Story("san-juan")
    players: list[dict[str, Any]] = [
        {"id": "a", "name": "A", "member": True},
        {"id": "b", "name": "B", "member": False},
    ]
    story.refuse("not_a_member", "enter", entry="e1", players=players)
    players[1] = {"id": "b", "name": "B", "guest_of": "a"}
    story.give("enter", entry="e1", players=players)


@article("SJ-estructura")
def test_a_match_ends_at_200_points_or_after_40_minutes_and_the_judges_rule_where_it_is_level():
    story = scenes.forty_minutes()
    assert story.values(*SUMS) == {
        "e3": (1, 96 + 20, 96),
        "e1": (1, 212 - 150, 212),
        "e6": (1, 0, 110),
        "e5": (0, 0, 110),
        "e2": (0, 150 - 212, 150),
        "e4": (0, -20 - 96, -20),
    }


@article("SJ-irreg-6")
def test_who_is_expelled_in_mid_match_loses_it_as_it_stood_and_the_pair_is_out():
    story = scenes.expelled_in_a_match()
    # 120-80 when a1 was expelled: e2 wins and was behind, so the difference is 0. e1 leaves the standings.
    assert story.values(*SUMS) == {"e3": (1, 70, 200), "e2": (1, 0, 80), "e4": (0, -70, 130)}
    assert story.seats(2) == [["a3", "a2", "b3", "b2"]]
    assert story.state.played[1].byes == ("e4",)


@article("SJ-irreg-7")
def test_a_stand_in_goes_on_with_the_partner_of_who_was_expelled():
    story = scenes.expelled_and_a_stand_in()
    # The winners were ahead, 60-40: the difference stays.
    assert story.values(*SUMS)["e1"] == (1, 20, 60)
    assert story.values(*SUMS)["e2"] == (0, -20, 40)
    assert story.seats(2)[1] == ["a2", "a4", "b2", "b4"]
    assert story.object()["rounds"][1]["stand_ins"] == {"b2": "Suplente"}
    assert story.object()["out"] == ["b2"]


@article("SJ-irreg-8")
def test_who_is_expelled_after_the_match_takes_nothing_from_the_others():
    story = scenes.expelled_after_the_match()
    assert story.values(*SUMS) == {"e3": (1, 70, 200), "e4": (0, -70, 130), "e2": (0, -111, 90)}


@article("SJ-irreg-6", "SJ-irreg-7", "SJ-irreg-8")
@pytest.mark.parametrize("cited", ["SJ-irreg-6", "SJ-irreg-7", "SJ-irreg-8"])
def test_only_the_director_expels_by_these_articles(cited):
    story = Story("san-juan")
    story.enter(4)
    story.begin_round()
    for by in ("judge", "desk", "organiser", "player:a1"):
        story.refuse("not_yours", "expel", player="a2", round=1, article=cited, by=by)
    story.give("expel", player="a2", round=1, article=cited)
    assert story.object()["out"] == ["a2"]


@article("TG-6.2")
def test_the_home_pair_sits_at_1_and_3_and_is_the_first_in_the_lot_then_the_better_ranked():
    story = scenes.home_pair()
    assert story.seats(1) == [["a1", "a2", "b1", "b2"], ["a3", "a4", "b3", "b4"]]
    # e2 +150, e3 +110, e4 -110, e1 -150: 1 v 2 and 3 v 4.
    assert story.standing(1) == ["e2", "e3", "e4", "e1"]
    assert story.seats(2) == [["a2", "a3", "b2", "b3"], ["a4", "a1", "b4", "b1"]]


@article("TG-12")
def test_without_minutes_a_slip_reaches_the_limit_and_the_other_side_confirms_it():
    story = scenes.to_the_limit()
    assert story.refused == ["nobody_at_limit", "below_zero", "not_yours", "not_yours", "slips_missing"]
    # The disputed slip of table 2 counts nothing yet.
    assert story.values(*SUMS) == {"e1": (1, 55, 305), "e3": (0, 0, 0), "e4": (0, 0, 0), "e2": (0, -55, 250)}


@article("UEH-mesas")
@pytest.mark.parametrize(
    ("players", "tables"),
    [(3, [3]), (4, [4]), (5, [3, 2]), (6, [3, 3]), (7, [4, 3]), (8, [4, 4]), (9, [3, 3, 3]), (10, [4, 3, 3])],
)
def test_tables_are_of_four_and_as_few_as_possible_of_three(players, tables):
    story = Story("ueh")
    story.enter(players)
    story.begin_round()
    assert [len(seats) for seats in story.seats(1)] == tables


@article("UEH-mesas")
def test_the_golden_events_have_the_same_tables():
    assert [len(seats) for seats in scenes.tables_of_three().seats(1)] == [4, 3, 3]
    assert [len(seats) for seats in scenes.a_table_of_two().seats(1)] == [3, 2]


@article("UEH-campeonato")
def test_winners_go_on_until_one_table_decides():
    story = scenes.winners_on()
    assert story.seats(2) == [["p1", "p8"]]
    # e8 won the final, e1 lost it; of those who lost in round 1 everybody used two re-entries: fewer points first,
    # and the lot between e2 and e7, who are level.
    assert story.standing() == ["e8", "e1", "e4", "e2", "e7", "e6", "e5", "e3"]
    assert story.values("re_entries", "points_for")["e8"] == (1, 250 + 120)


@article("UEH-campeonato")
def test_the_option_one_round_ranks_by_re_entries_then_points():
    story = scenes.one_round()
    assert story.object()["format"] == "alone-one-round"
    assert story.values("re_entries", "points_for") == {
        "e7": (1, 250), "e1": (1, 290), "e4": (2, 305), "e2": (2, 310), "e6": (2, 310), "e5": (2, 330), "e3": (2, 402),
    }  # fmt: skip


@article("CI-1")
def test_round_1_is_by_lot_and_round_2_by_ranking_with_1_and_4_against_2_and_3():
    story = scenes.by_ranking()
    assert story.seats(1) == [["p1", "p2", "p3", "p4"], ["p5", "p6", "p7", "p8"]]
    # 6 and 8 won by 60, 1 and 3 by 38; the lot parts partners.
    assert story.standing(1) == ["e6", "e8", "e1", "e3", "e2", "e4", "e5", "e7"]
    assert story.seats(2) == [["p6", "p8", "p3", "p1"], ["p2", "p4", "p7", "p5"]]


@article("CI-1")
def test_with_1_and_3_against_2_and_4_a_partner_of_the_last_two_rounds_is_avoided_inside_the_table():
    story = scenes.another_partner()
    # Round 1: 1+3 v 2+4. Ranks 1, 3, 2, 4 → 1+2 v 3+4. Ranks again 1 (+58), 3 (+18), 2 (-18), 4 (-58): 1+2 were
    # partners, so the other pairing, 1+4 v 2+3.
    assert story.seats(2) == [["p1", "p3", "p2", "p4"]]
    assert story.standing(2) == ["e1", "e3", "e2", "e4"]
    assert story.seats(3) == [["p1", "p3", "p4", "p2"]]
    assert story.object("en")["rounds"][2]["tables"][0]["why"] == (
        "1 and 4 against 2 and 3; 1 and 3 were partners in round 2"
    )


@article("CI-2")
def test_an_error_found_after_the_next_draw_changes_the_points_and_never_the_tables():
    story, before = scenes.an_error_found_late(), scenes.by_ranking()
    assert story.seats(2) == before.seats(2)
    assert story.standing(1) == ["e6", "e8", "e2", "e4", "e1", "e3", "e5", "e7"]
    assert story.values(*SUMS)["e1"] == (0, 62 - 100, 62)
    assert story.give("repair", round=2, how="redraw", preview=True)["moves"]
    assert story.seats(2) == before.seats(2)


@article("CI-3")
def test_after_25_minutes_the_pair_ahead_wins_and_only_a_confirmed_slip_counts():
    story = scenes.the_signed_slip()
    assert story.values(*SUMS)["e1"] == (1, 88 - 71, 88)
    assert story.values(*SUMS)["e6"] == (0, 0, 0)  # accepted as missing: nothing until it is confirmed
    story.give("confirm", round=1, table=2, by="desk")
    assert story.values(*SUMS)["e6"] == (1, 20, 90)


@article("CI-4")
def test_points_over_100_count_for_the_points_and_not_for_the_difference():
    story = scenes.over_a_hundred()
    assert story.values(*SUMS)["e1"] == (1, 100 - 62, 130)
    assert story.values(*SUMS)["e2"] == (0, 62 - 100, 62)


@article("CI-4")
def test_the_cap_is_the_limit_of_the_event_where_it_has_another():
    story = Story("competencia-individual", options={"limit": "150p 40m"})
    story.enter(4)
    story.play((170, 120))
    assert story.values(*SUMS)["e1"] == (1, 150 - 120, 170)


@article("CI-4")
def test_a_level_match_is_half_a_point_each_where_the_event_says_so():
    assert set(scenes.half_a_point().values(*SUMS).values()) == {(0.5, 0, 80)}


@article("CI-4")
def test_where_losers_are_out_a_level_match_needs_a_winner_though_halves_are_given():
    story = Story("san-juan", format="pairs-knock-out", options={"level_at_end": "half_point"})
    story.enter(4)
    story.begin_round()
    story.refuse("level_without_winner", "result", round=1, table=1, score=[120, 120])
    story.give("result", round=1, table=1, score=[120, 120], winner="2+4")
    story.give("result", round=1, table=2, score=[200, 10])
    story.begin_round()
    assert {story.state.players[seat] for seat in story.seats(2)[0]} == {
        story.state.players[story.seats(1)[0][1]], story.state.players[story.seats(1)[1][0]],
    }  # fmt: skip


@article("CI-8")
def test_lateness_costs_25_for_five_full_minutes_and_the_match_from_ten_on():
    story = scenes.late_and_absent()
    assert story.values(*SUMS) == {
        "e1": (1, 38, 100),
        "e6": (1, 30, 100),  # 100-70 by default
        "e8": (1, 30, 100),
        "e9": (1, 30, 100),  # the bye, 100-70
        "e3": (1, 38 - 25, 100),  # nine minutes late; the partner e1 loses nothing
        "e2": (0, -38, 62),  # four minutes late
        "e4": (0, -38, 62),
        "e5": (0, -100, 0),  # ten minutes: 0-100
        "e7": (0, -100, 0),  # and for the partner
    }
    assert story.object()["penalties"] == [{"player": "p3", "round": 1, "article": "CI-8", "difference": -25}]


@article("CI-8")
def test_a_stand_in_saves_the_match_for_the_partner_and_not_for_the_absent_player():
    story = scenes.stand_in()
    assert story.values(*SUMS) == {"e3": (1, 55, 100), "e2": (0, -55, 45), "e4": (0, -55, 45), "e1": (0, -100, 0)}


@article("CI-8")
def test_both_sides_absent_lose_0_to_100():
    story = Story("competencia-individual")
    story.enter(4)
    story.begin_round()
    story.give("default", round=1, table=1, absent=["p1", "p4"])
    assert set(story.values(*SUMS).values()) == {(0, -100, 0)}


@article("CI-17")
def test_only_judges_and_the_director_sanction():
    story = scenes.only_judges()
    assert story.refused == ["not_yours"] * 3
    assert story.values(*SUMS)["e2"] == (0, -38 - 30, 62)
    problem = story.refuse("not_yours", "card", player="p1", round=1, article="TG-14.1", card="blue", by="organiser")
    assert problem.article == "CI-17"


@article("CI-18")
def test_what_is_not_written_the_director_decides_and_the_reason_stays_in_the_log():
    story = scenes.the_director_decides()
    round = story.state.played[0]
    assert round.overridden == "el director: solo hay una mesa"
    assert [(edit.a, edit.b, edit.reason) for edit in round.edited] == [("p2", "p3", "lo pide el juez")]
    assert story.values(*SUMS)["e4"] == (0, -38 - 10, 62)


@article("CI-19")
def test_the_organisers_suspend_a_player_who_loses_all_rights():
    story = scenes.suspended()
    assert "e1" not in story.standing()
    assert story.object()["out"] == ["p1"]
    assert story.seats(2) == [["p3", "p5", "p4", "p2"]]
    for order in ("return", "check_in", "withdraw"):
        story.refuse("is_out", order, entries=["e1"])


# --- options that a book may set and that did nothing before there were tournaments


@article("TG-18.4")
def test_cards_travel_with_the_player_where_the_event_says_so():
    brought = []
    for span in ("match", "tournament"):
        story = Story("tarragona", options={"card_span": span})
        story.enter(4)
        story.play((300, 100), (300, 200))
        story.give("card", player="a1", round=1, article="TG-14.1", card="blue")
        story.begin_round()
        answer = story.give("card", player="a1", round=2, article="TG-14.5", card="blue")
        brought.append(answer.get("brings"))
        assert story.object()["cards"] == {"a1": {"blue": 2}}
    assert brought == [None, ["yellow"]]  # two blue are one yellow: in one match, or in the whole tournament


@article("CI-1")
@pytest.mark.parametrize(
    ("options", "seats"),
    [
        ({}, ["p1", "p3", "p4", "p2"]),  # 1+4 v 2+3
        ({"table_seating": "1+3v2+4"}, ["p1", "p3", "p2", "p4"]),
    ],
)
def test_table_seating_says_who_partners_whom(options, seats):
    story = Story("competencia-individual", options=options)
    story.enter(4)
    story.play((100, 62))
    story.begin_round()
    assert story.seats(2) == [seats]


@article("CI-1")
@pytest.mark.parametrize(
    ("rounds", "seats"),
    [
        (0, ["p1", "p3", "p2", "p4"]),  # 1+2 once more
        (1, ["p1", "p3", "p4", "p2"]),
    ],
)
def test_avoid_partners_says_for_how_many_rounds(rounds, seats):
    story = Story("competencia-individual", options={"table_seating": "1+3v2+4", "avoid_partners": rounds})
    story.enter(4)
    story.play((100, 62))
    story.play((100, 80))  # 1+2 beat 3+4: ranks 1 (+58), 3 (+18), 2 (-18), 4 (-58)
    story.begin_round()
    assert story.seats(2) == [["p1", "p3", "p2", "p4"]]
    assert story.seats(3) == [seats]


@article("UEH-campeonato")
@pytest.mark.parametrize(
    ("championship", "format"), [("winners_on", "alone-winners-on"), ("one_round", "alone-one-round")]
)
def test_championship_says_the_format(championship, format):
    assert Story("ueh", options={"championship": championship}).object()["format"] == format
