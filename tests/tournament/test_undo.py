"""Undo: as if the event had not been, unless a published round or a confirmed slip rests on it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tantera.tournament import structure
from tantera.tournament.check import check
from tantera.tournament.evolve import folded
from tantera.tournament.state import Log
from tests.tournament.hall import Hall, hall, names


def bare(one: Hall):
    """The state without its log."""
    return replace(one.tournament, log=Log())


def eight() -> Hall:
    return hall("competencia-individual", *names(8))


def test_undoing_gives_the_state_as_if_the_event_had_not_been():
    one, other = eight(), eight()
    number = one("withdraw", entries=["p1"])["event"]
    one("pay", entry="p2", amount=5)
    other("pay", entry="p2", amount=5)
    assert one("undo", event=number) == {"ok": True, "event": 12, "undone": 10, "fallen": []}
    assert bare(one) == bare(other)
    assert one.object["log"]["events"] == 12


def test_a_draft_is_drawn_again_without_it():
    one = eight()
    number = one("keep_apart", players=["p3", "p1"], **{"as": "partners"})["event"]
    one("draw")
    assert one.seats(1)[0] != "p3 p5 p1 p7"
    one("undo", event=number)
    assert one.seats(1) == ["p3 p5 p1 p7", "p2 p6 p8 p4"]
    one("publish")
    assert one.seats(1) == ["p3 p5 p1 p7", "p2 p6 p8 p4"]


def test_orders_that_rest_on_it_fall_away():
    one = eight()
    number = one("draw")["event"]
    swapped = one("swap", round=1, a="p1", b="p2", reason="x")["event"]
    assert one("undo", event=number)["fallen"] == [swapped]
    assert one.object["rounds"] == []
    assert one.refused("undo", event=number) == "already_undone"
    assert one.refused("undo", event=swapped) == "already_undone"


def test_an_undo_can_be_undone_and_what_fell_away_comes_back():
    one = eight()
    number = one("draw")["event"]
    one("swap", round=1, a="p1", b="p2", reason="x")
    before = bare(one)
    undone = one("undo", event=number)["event"]
    again = one("undo", event=undone)["event"]
    assert bare(one) == before
    assert one.refused("undo", event=undone) == "already_undone"
    one("undo", event=again)
    assert one.object["rounds"] == []
    one("undo", event=one.tournament.number)
    assert bare(one) == before


def test_a_confirmed_slip_can_be_undone_while_nothing_rests_on_it():
    one = eight()
    one("draw")
    one("publish")
    number = one("result", round=1, table=1, score=[100, 20])["event"]
    one("undo", event=number)
    assert one.table(1, 1)["score"] is None


def test_a_slip_on_which_a_published_round_rests_cannot_be_undone():
    one = eight()
    one("draw")
    one("publish")
    number = one("result", round=1, table=1, score=[100, 20])["event"]
    one("result", round=1, table=2, score=[100, 30])
    one("draw")
    published = one("publish")["event"]
    problem = one.problem("undo", event=number)
    assert (problem.code, problem.told("es")) == (
        "rests_on_it",
        "la ronda 2 ya está publicada y depende de este apunte",
    )
    one("undo", event=published)
    assert [round["stage"] for round in one.object["rounds"]] == ["published", "draft"]
    one("undo", event=number)
    assert one.table(1, 1)["score"] is None
    assert one.refused("publish") == "slips_missing"


@pytest.mark.parametrize("fined", [False, True])
def test_the_second_of_two_drafts_that_are_alike_can_be_undone_though_its_round_is_published(fined: bool):
    """The first one stands in its place and nothing changes, for the second program neither: who was entered between
    them has nothing yet. A penalty between them is in the sums of the second alone."""
    one = eight()
    one("check_in", entries=names(8))
    one.round((100, 20), (100, 30))
    one("draw")
    one.enter("p9")
    if fined:
        one("penalty", player="p9", round=1, article="CI-10", points=30)
    number = one("draw")["event"]
    one("publish")
    before = one.object["rounds"]
    if fined:
        assert one.refused("undo", event=number) == "rests_on_it"
    else:
        assert one("undo", event=number)["fallen"] == []
    assert one.object["rounds"] == before
    assert check(one.lines).ok


def test_what_a_confirmed_slip_rests_on_cannot_be_undone():
    one = eight()
    entered = one("enter", entry="p9", players=[{"id": "p9", "name": "x"}])["event"]
    one("draw")
    published = one("publish")["event"]
    number = one("result", round=1, table=1, score=[100, 20], status="entered")["event"]
    assert one("undo", event=published)["fallen"] == [number]
    one("publish")
    first = one("result", round=1, table=1, score=[100, 20], status="entered")["event"]
    confirmed = one("confirm", round=1, table=1)["event"]
    assert one.problem("undo", event=first).told("en") == "round 1: the confirmed slip of table 1 rests on it"
    assert one.refused("undo", event=entered) == "rests_on_it"
    one("undo", event=confirmed)
    assert one.table(1, 1)["status"] == "entered"
    one("undo", event=first)
    assert one.table(1, 1)["status"] is None


def test_a_correction_can_be_undone_though_later_rounds_are_published():
    one = eight()
    one.round((100, 20), (100, 30))
    one.round((100, 20), (100, 30))
    number = one("result", round=1, table=1, score=[20, 100], reason="x")["event"]
    one("undo", event=number)
    assert one.table(1, 1)["score"] == [100, 20]


def test_a_stand_in_under_a_confirmed_slip_cannot_be_undone():
    one = eight()
    one("draw")
    one("publish")
    one("default", round=1, table=1, absent=["p3"])
    number = one("stand_in", round=1, player="p3", name="X")["event"]
    one("result", round=1, table=1, score=[100, 20])
    assert one.refused("undo", event=number) == "rests_on_it"


def test_a_default_a_penalty_and_an_expulsion_can_be_undone():
    one = eight()
    one("draw")
    one("publish")
    before = bare(one)
    for order, fields in (
        ("default", {"round": 1, "table": 1, "absent": ["p3"]}),
        ("penalty", {"player": "p3", "round": 1, "article": "CI-10", "points": 30}),
        ("expel", {"player": "p3", "round": 1, "article": "CI-19"}),
        ("withdraw", {"entries": ["p3"]}),
        ("late", {"player": "p3", "round": 1, "minutes": 12}),
        ("card", {"player": "p3", "round": 1, "article": "TG-14.1", "card": "blue"}),
    ):
        one("undo", event=one(order, **fields)["event"])
        assert bare(one) == before


def test_the_end_can_be_undone_and_so_can_the_closing_of_a_round():
    one = eight()
    one.round((100, 20), (100, 30))
    closed = one("close_round")["event"]
    one("undo", event=one("close")["event"])
    assert one.object["stage"] == "running"
    one("undo", event=closed)
    assert one.object["rounds"][0]["stage"] == "published"


def test_everything_rests_on_the_beginning_and_there_is_no_undoing_what_is_not_there():
    one = eight()
    assert one.refused("undo", event=1) == "rests_on_it"
    assert one.refused("undo", event=99) == "no_such_event"


def test_the_id_of_an_undone_order_still_answers_with_its_event():
    one = eight()
    number = one("withdraw", entries=["p1"], id="w")["event"]
    one("undo", event=number)
    assert one("withdraw", entries=["p1"], id="w") == {"ok": True, "event": number, "again": True}
    assert one.object["entries"][0]["active"]


def test_a_sheet_taken_back_row_by_row_is_as_if_it_had_not_been_and_folds_the_same():
    one, other = eight(), eight()
    rows = [one("enter", entry=f"x{n}", players=[{"id": f"y{n}", "name": f"Y {n}"}])["event"] for n in range(5)]
    for number in reversed(rows):
        assert one("undo", event=number)["fallen"] == []
        assert folded(one.lines) == one.tournament
    assert bare(one) == bare(other)
    one("enter", entry="x1", players=[{"id": "y4", "name": "Y"}])
    assert folded(one.lines) == one.tournament


def test_an_entry_that_something_rests_on_is_judged_as_any_other():
    one = eight()
    first = one("enter", entry="x", players=[{"id": "y", "name": "Y"}])["event"]
    paid = one("pay", entry="x", amount=5)["event"]
    undone = one("undo", event=first)
    assert undone["fallen"] == [paid]
    assert folded(one.lines) == one.tournament
    one("undo", event=undone["event"])
    assert one.tournament.entries["x"].paid == 5
    assert folded(one.lines) == one.tournament
    last = one("enter", entry="z", players=[{"id": "z", "name": "Z"}])["event"]
    one("undo", event=last)
    assert folded(one.lines) == one.tournament


def test_the_undo_of_a_correction_can_be_undone_and_that_undone_again():
    one = eight()
    one("draw")
    one("publish")
    one("result", round=1, table=1, score=[100, 20])
    corrected = one("result", round=1, table=1, score=[30, 100])["event"]
    undone = one("undo", event=corrected)["event"]
    assert one.table(1, 1)["score"] == [100, 20]
    again = one("undo", event=undone)["event"]
    assert one.table(1, 1)["score"] == [30, 100]
    one("undo", event=again)
    assert one.table(1, 1)["score"] == [100, 20]


def test_whatever_was_undone_comes_back_when_nothing_was_done_in_between():
    """Of every order that can be undone, whatever it is about."""
    for order, fields in (
        ("result", {"round": 1, "table": 1, "score": [30, 100]}),
        ("dispute", {"round": 1, "table": 1}),
        ("result", {"round": 1, "table": 2, "score": [100, 3]}),
        ("late", {"round": 1, "player": "p1", "minutes": 5}),
        ("penalty", {"player": "p3", "round": 1, "article": "CI-10", "points": 30}),
        ("expel", {"player": "p3", "round": 1, "article": "CI-19"}),
        ("withdraw", {"entries": ["p3"]}),
        ("repair", {"round": 1, "how": "swap_unstarted"}),
        ("repair", {"round": 2, "how": "redraw"}),
        ("close_round", {}),
    ):
        one = eight()
        one("draw")
        one("publish")
        one("result", round=1, table=1, score=[100, 20])
        if fields.get("round") == 2:
            one("result", round=1, table=2, score=[100, 3])
            one("draw")
            one("publish")
            one("result", round=1, table=2, score=[3, 100], reason="x")
        elif order == "close_round":
            one("result", round=1, table=2, score=[100, 3])
        number = one(order, **fields)["event"]
        before = bare(one)
        one("undo", event=one("undo", event=number)["event"])
        assert bare(one) == before, order


def test_an_undo_on_which_a_confirmed_slip_rests_cannot_be_undone():
    one = eight()
    one("draw")
    one("publish")
    first = one("result", round=1, table=1, score=[100, 20], status="entered", by="player:p3")["event"]
    undone = one("undo", event=first)["event"]
    one("result", round=1, table=1, score=[20, 100], status="entered", by="player:p5")
    one("confirm", round=1, table=1, by="player:p3")
    assert one.refused("undo", event=undone) == "rests_on_it"


def test_an_undo_that_a_later_round_stands_against_is_refused_and_knows_who_was_entered_meanwhile():
    """Without the check-in p6 would be drawn: the publication falls, and what it says of p6 has a name."""
    one = hall("competencia-individual", *names(5))
    number = one("check_in", entries=names(5))["event"]
    one("draw")
    one("swap", round=1, a="p1", b="p2", reason="x")
    one.enter("p6")
    one("publish")
    assert one.refused("undo", event=number) == "rests_on_it"


def test_a_publication_is_not_brought_back_over_another_one_that_counts():
    one = eight()
    one("draw")
    published = one("publish")["event"]
    undone = one("undo", event=published)["event"]
    a, b = one.seats(1)[0].split()[0], one.seats(1)[1].split()[0]
    one("swap", round=1, a=a, b=b, reason="x")
    one("publish")
    assert one.refused("undo", event=undone) == "rests_on_it"


def test_a_publication_is_brought_back_over_another_one_of_the_same_tables():
    one = eight()
    one("draw")
    published = one("publish")["event"]
    undone = one("undo", event=published)["event"]
    one("publish")
    before = one.seats(1)
    one("undo", event=undone)
    assert one.seats(1) == before
    assert check(one.lines).violations == []


def test_one_round_of_everybody_alone_is_all_there_is_for_either_program(monkeypatch: pytest.MonkeyPatch):
    one = hall("clasico", *names(4), format="alone-one-round")
    one("draw")
    one("publish")
    one("result", round=1, table=1, score=[100, 10, 20, 30], winner=1)
    assert one.refused("draw") == "no_more_rounds"
    monkeypatch.setattr(structure, "all_rounds", lambda tournament: None)
    one("draw")
    assert check(one.lines).violations[0].code == "accepted"
