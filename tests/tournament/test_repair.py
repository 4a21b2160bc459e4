"""After a correction (CI-2): leave the draw, the smallest repair, or a new draw, each with a look beforehand."""

from __future__ import annotations

import json

import pytest

from tantera.tournament import decide, decide_rounds
from tantera.tournament.check import check, second_object
from tests.tournament.agreement import differences
from tests.tournament.hall import Hall, hall, names
from tests.tournament.story import Story


def corrected() -> Hall:
    """Twelve players. Lot: p12 p3 p5 p10 · p11 p1 p7 p2 · p6 p8 p4 p9.

    Round 1: 100-10, 100-20, 100-30. Ranks: p12 p5 (+90), p11 p7 (+80), p6 p4 (+70), p8 p9 (−70), p1 p2 (−80),
    p3 p10 (−90). Round 2: p12 p5 p11 p7 at table 1, p6 p4 p8 p9 at table 2, p1 p2 p3 p10 at table 3.
    Then table 3 of round 1 is corrected to 30-100: p8 and p9 are fifth and sixth, p6 and p4 seventh and eighth; and
    table 2 to 20-100: p1 and p2 come up to 3 and 4, p11 and p7 fall to 9 and 10.
    """
    one = hall("competencia-individual", *names(12))
    one.round((100, 10), (100, 20), (100, 30))
    one("draw")
    one("publish")
    assert [set(seats.split()) for seats in one.seats(2)] == [
        {"p12", "p5", "p11", "p7"}, {"p6", "p4", "p8", "p9"}, {"p1", "p2", "p3", "p10"},
    ]  # fmt: skip
    one("result", round=1, table=2, score=[20, 100], reason="columnas cambiadas")
    return one


def agreed(one: Hall) -> None:
    assert check(one.lines).violations == []
    assert [*differences(one.object, second_object(one.lines))] == []


@pytest.mark.article("CI-2")
def test_by_default_a_repair_leaves_the_draw_as_it_is():
    one = corrected()
    before = one.seats(2)
    assert one("repair", round=2, preview=True) == {"ok": True, "moves": []}
    assert one("repair", round=2)["moves"] == []
    assert one.seats(2) == before


@pytest.mark.article("CI-2")
def test_a_look_beforehand_changes_nothing_and_says_who_would_move():
    one = corrected()
    before = one.object
    moves = one("repair", round=2, how="redraw", preview=True)["moves"]
    assert {(move["player"], move["from"], move["to"]) for move in moves} == {
        ("p11", 1, 3), ("p7", 1, 3), ("p1", 3, 1), ("p2", 3, 1),
    }  # fmt: skip
    assert one.object == before


@pytest.mark.article("CI-2")
def test_a_new_draw_replaces_the_tables_and_the_event_keeps_the_old_ones():
    one = corrected()
    old = [table["seats"] for table in one.object["rounds"][1]["tables"]]
    one("repair", round=2, how="redraw")
    assert [set(seats.split()) for seats in one.seats(2)] == [
        {"p12", "p5", "p1", "p2"}, {"p6", "p4", "p8", "p9"}, {"p11", "p7", "p3", "p10"},
    ]  # fmt: skip
    assert [table["seats"] for table in json.loads(one.lines[-1])["outcome"]["was"]] == old


@pytest.mark.article("CI-2")
@pytest.mark.parametrize(
    ("penalised", "first", "second"),
    [
        (1, {"p5", "p1", "p2", "p6"}, {"p4", "p12", "p8", "p9"}),
        (2, {"p12", "p5", "p1", "p2"}, {"p6", "p4", "p8", "p9"}),
    ],
)
def test_a_new_draw_counts_penalties_of_the_rounds_before_and_none_of_its_own(
    penalised: int, first: set[str], second: set[str]
):
    """A hundred off in round 1 make p12 the last of the winners; in round 2 they are for round 3 to count."""
    one = corrected()
    one("penalty", player="p12", round=penalised, article="CI-10", points=100)
    one("repair", round=2, how="redraw")
    assert [set(seats.split()) for seats in one.seats(2)] == [first, second, {"p11", "p7", "p3", "p10"}]
    assert check(one.lines).violations == []


@pytest.mark.parametrize("again", [False, True], ids=["published_as_it_is", "drawn_again"])
def test_a_draft_rests_on_no_penalty_of_its_own_round(again: bool):
    one = hall("competencia-individual", *names(12))
    one.round((100, 10), (100, 20), (100, 30))
    one("draw")
    before = one.seats(2)
    one("penalty", player="p12", round=2, article="CI-10", points=100)
    if again:
        one("draw")
    one("publish")
    assert one.seats(2) == before
    assert check(one.lines).violations == []


def drawn_again_all_the_same() -> tuple[Hall, int]:
    """One point less of a loser's hundred: a round drawn on it again has the same tables. And that event."""
    one = hall("competencia-individual", *names(12))
    one.round((100, 10), (100, 20), (100, 30))
    one("draw")
    one("publish", accept_missing=[3])
    before = one.seats(2)
    number = one("result", round=1, table=3, score=[100, 29], reason="un punto menos")["event"]
    one("repair", round=2, how="redraw")
    assert one.seats(2) == before
    return one, number


def test_a_new_draw_rests_on_what_counts_when_it_is_made_though_its_tables_are_the_same(
    monkeypatch: pytest.MonkeyPatch,
):
    """Neither program lets what it rests on be taken away; the second one says so where the first one does."""
    one, correction = drawn_again_all_the_same()
    assert one.refused("undo", event=correction) == "rests_on_it"
    monkeypatch.setattr(decide, "_nothing_rests_on_it", lambda *_: None)
    one("undo", event=correction)
    assert [broken.code for broken in check(one.lines).violations] == ["rests_on_it"]


def test_a_new_draw_no_longer_rests_on_what_was_corrected_before_it():
    """The first slip of table 3 was another: neither the tables nor a slip that counts come from it any more."""
    one, correction = drawn_again_all_the_same()
    before = one.seats(2)
    first = next(number for number, line in enumerate(one.lines, 1) if b'"score":[100,30]' in line)
    assert first < correction
    one("undo", event=first)
    assert one.seats(2) == before
    assert check(one.lines).violations == []


@pytest.mark.article("CI-2")
def test_a_new_draw_is_refused_once_a_slip_is_in():
    one = corrected()
    one("result", round=2, table=2, score=[100, 3], status="entered")
    assert one.refused("repair", round=2, how="redraw") == "slip_is_in"
    assert one.refused("repair", round=2, how="redraw", preview=True) == "slip_is_in"


@pytest.mark.article("CI-2")
def test_the_smallest_repair_changes_only_tables_that_have_not_begun():
    one = corrected()
    one("result", round=2, table=1, score=[100, 3])
    first = one.seats(2)[0]
    one("result", round=1, table=3, score=[30, 100], reason="otra")
    # of those whose tables have not begun, by rank: p1 p2 (+80), p8 p9 (+70) | p6 p4 (−70), p3 p10 (−90)
    moves = one("repair", round=2, how="swap_unstarted", preview=True)["moves"]
    assert {(move["player"], move["from"], move["to"]) for move in moves} == {
        ("p1", 3, 2), ("p2", 3, 2), ("p6", 2, 3), ("p4", 2, 3),
    }  # fmt: skip
    one("repair", round=2, how="swap_unstarted")
    assert one.seats(2)[0] == first
    assert one.table(2, 1)["score"] == [100, 3]
    assert [set(seats.split()) for seats in one.seats(2)[1:]] == [{"p1", "p2", "p8", "p9"}, {"p6", "p4", "p3", "p10"}]


def somebody_expelled_from_table_1() -> Hall:
    one = corrected()
    one("expel", player="p11", round=2, article="CI-19")
    one("result", round=1, table=3, score=[30, 100], reason="otra")
    return one


def test_the_smallest_repair_leaves_a_table_from_which_somebody_was_expelled():
    """The other side has won there, and nobody is to win at another table for having p11 come to it."""
    one = somebody_expelled_from_table_1()
    first = one.seats(2)[0]
    one("repair", round=2, how="swap_unstarted")
    assert "p11" in first.split()
    assert one.seats(2)[0] == first
    assert [set(seats.split()) for seats in one.seats(2)[1:]] == [{"p1", "p2", "p8", "p9"}, {"p6", "p4", "p3", "p10"}]
    agreed(one)


def test_a_smallest_repair_that_moves_somebody_who_was_expelled_is_found(monkeypatch: pytest.MonkeyPatch):
    one = somebody_expelled_from_table_1()
    monkeypatch.setattr(decide_rounds, "_unstarted", lambda tournament, round: list(range(len(round.tables))))
    one("repair", round=2, how="swap_unstarted")
    found = [violation.told("en") for violation in check(one.lines).violations]
    assert found == ["table 1 had begun without a slip and was changed"]


def test_who_was_expelled_from_a_table_that_is_drawn_anew_has_lost_no_match_at_the_new_one():
    """e1 met e3 when a1 was expelled; somebody has the place when they are to meet e6, whom they beat 100-10."""
    story = Story("tarragona", format="pairs-swiss", options={"limit": "100p"})
    story.enter(6)
    story.play((100, 10), (100, 20), (100, 30))
    story.begin_round()
    story.give("expel", player="a1", round=2, article="TG-10")
    story.give("stand_in", player="a1", round=2, name="Otro")
    story.give("result", round=1, table=1, score=[10, 100], reason="al revés")
    assert story.seats(2)[0] == ["a1", "a3", "b1", "b3"]
    story.give("repair", round=2, how="redraw")
    assert story.seats(2)[2] == ["a6", "a1", "b6", "b1"]
    story.give("result", round=2, table=3, score=[10, 100])
    assert story.values("points_won")["e1"] == (1,)
    assert story.values("points_won")["e6"] == (0,)
    story.check()


def test_who_was_expelled_has_lost_all_the_same_where_a_new_draw_leaves_their_table():
    story = Story("tarragona", format="pairs-swiss", options={"limit": "100p"})
    story.enter(4)
    story.begin_round()
    story.give("expel", player="a1", round=1, article="TG-10")
    story.give("stand_in", player="a1", round=1, name="Otro")
    before = story.seats(1)
    story.give("repair", round=1, how="redraw")
    assert story.seats(1) == before
    story.give("result", round=1, table=1, score=[100, 10] if before[0][0] == "a1" else [10, 100])
    assert story.values("points_won")["e1"] == (0,)
    story.check()


@pytest.mark.parametrize(("gone", "come", "named"), [(1, 0, ["*1", "*2"]), (0, 1, [])])
def test_after_a_new_draw_those_seats_have_a_stand_in_that_are_empty_now(gone: int, come: int, named: list[str]):
    """Seven play with one stand-in; somebody goes, and there are two; somebody comes, and there is none."""
    one = hall("competencia-individual", *names(7), options={"stand_ins": True})
    one("draw")
    one("publish")
    assert list(one.object["rounds"][0]["stand_ins"]) == ["*1"]
    if gone:
        one("withdraw", entries=["p1"])
    one.enter(*["p8"] * come)
    one("repair", round=1, how="redraw")
    assert list(one.object["rounds"][0]["stand_ins"]) == named
    agreed(one)


@pytest.mark.article("CI-2")
def test_the_smallest_repair_of_a_bracket_sends_the_right_pair_on():
    one = hall("tarragona", *names(8, "e"), format="pairs-knock-out")
    one.round(*[(300, 10)] * 4)
    one("draw")
    one("publish")
    before = one.seats(2)
    loser = one.table(1, 1)["seats"][1]
    winner = one.table(1, 1)["seats"][0]
    one("result", round=1, table=1, score=[10, 300], reason="al revés")
    assert one.seats(2) == before
    one("repair", round=2, how="swap_unstarted")
    assert loser in " ".join(one.seats(2)).split()
    assert winner not in " ".join(one.seats(2)).split()


def test_a_repair_is_of_the_open_round():
    one = hall("competencia-individual", *names(4))
    assert one.refused("repair", round=1) == "no_such_round"
    one("draw")
    assert one.refused("repair", round=1) == "not_published"
    one("publish")
    one.results(1, (100, 3))
    one("close_round")
    assert one.refused("repair", round=1, how="leave") == "not_open"


def test_a_repair_can_be_undone():
    one = corrected()
    before = one.seats(2)
    number = one("repair", round=2, how="redraw")["event"]
    assert one.seats(2) != before
    one("undo", event=number)
    assert one.seats(2) == before


def test_a_round_is_not_drawn_anew_for_fewer_than_can_play():
    story = Story("tarragona", format="pairs-knock-out", options={"limit": "100p"})
    story.enter(3)
    story.begin_round()
    story.give("withdraw", entries=["e1", "e2"])
    story.refuse("too_few", "repair", round=1, how="redraw")
    assert len(story.seats(1)) == 1
    story.check()


def test_a_repair_that_takes_back_an_exchange_between_groups_puts_both_in_their_groups_again():
    story = Story("tarragona", format="pairs-groups", options={"limit": "100p", "groups": 2, "advance": 1})
    story.enter(8)
    story.give("draw")
    drawn = story.seats(1)
    story.give("swap", round=1, a="e1", b="e2", reason="-")
    story.give("publish")
    assert story.seats(1) != drawn
    story.give("repair", round=1, how="swap_unstarted")
    assert story.seats(1) == drawn
    story.results(*[(100, 10)] * 4)
    story.begin_round()
    story.results(*[(100, 10)] * 4)
    story.check()


def test_who_went_and_came_back_is_not_absent_at_the_table_that_a_repair_gives_them():
    """p6 withdrew in the round, was drawn out of it, returned, and is drawn into it."""
    one = hall("clasico", *names(8), format="alone-one-round")
    one("draw")
    one("publish")
    one("withdraw", entries=["p6"])
    one("repair", round=1, how="redraw")
    assert "p6" not in " ".join(one.seats(1)).split()
    one("return", entries=["p6"])
    one("repair", round=1, how="redraw")
    assert "p6" in " ".join(one.seats(1)).split()
    assert [table["default"] for table in one.object["rounds"][0]["tables"]] == [[], []]
    agreed(one)
