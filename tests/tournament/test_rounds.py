"""Rounds: draft, published, closed; what blocks publishing; edits by hand; the end."""

from __future__ import annotations

import pytest

from tantera.tournament.check import check
from tests.tournament.hall import Hall, hall, names


def eight(**fields):
    """Eight players, seed 1: the lot is p3 p5 p1 p7 p2 p6 p8 p4."""
    return hall("competencia-individual", *names(8), **fields)


def test_a_round_goes_from_draft_to_published_to_closed():
    one = eight()
    one("draw")
    assert (one.object["stage"], one.object["rounds"][0]["stage"]) == ("entries", "draft")
    one("publish")
    assert (one.object["stage"], one.object["rounds"][0]["stage"]) == ("running", "published")
    one.results(1, (100, 1), (100, 2))
    one("close_round")
    assert one.object["rounds"][0]["stage"] == "closed"
    one("close")
    assert one.object["stage"] == "closed"


def test_a_round_is_closed_by_publishing_the_next_and_never_by_itself():
    one = eight()
    one.round((100, 1), (100, 2))
    assert one.object["rounds"][0]["stage"] == "published"
    one("draw")
    assert [round["stage"] for round in one.object["rounds"]] == ["published", "draft"]
    one("publish")
    assert [round["stage"] for round in one.object["rounds"]] == ["closed", "published"]


def test_round_one_is_the_lot_four_by_four():
    one = hall("competencia-individual", *names(10))
    one("draw")
    assert one.seats(1) == ["p3 p5 p10 p1", "p7 p2 p6 p8"]
    assert one.byes(1) == ["p4", "p9"]


def test_rounds_are_drawn_in_their_order():
    one = eight()
    assert one.refused("draw", round=2) == "no_such_round"
    one("draw", round=1)
    assert one.refused("draw", round=2) == "no_such_round"
    assert one.refused("publish", round=2) == "no_such_round"
    one("publish", round=1)
    assert one.refused("draw", round=1) == "already_published"
    assert one.refused("publish", round=1) == "already_published"
    assert one.refused("publish") == "no_draft"
    assert one("draw", round=2)["round"] == 2


def test_a_draft_drawn_again_is_the_same_where_nothing_has_changed():
    one = eight()
    one("draw")
    before = one.object["rounds"]
    one("draw")
    assert one.object["rounds"] == before


def test_past_the_rounds_of_the_event_nothing_is_drawn():
    one = eight(rounds=1)
    one.round((100, 1), (100, 2), close=True)
    assert one.refused("draw") == "no_more_rounds"


def test_too_few_are_not_drawn():
    assert hall("competencia-individual", *names(3)).refused("draw") == "too_few"
    assert hall("tarragona", "e1").refused("draw") == "too_few"
    assert hall("ueh", "p1").refused("draw") == "too_few"


def test_a_round_is_not_closed_while_a_slip_is_missing_or_not_confirmed():
    one = eight()
    assert one.refused("close_round") == "not_open"
    one("draw")
    assert one.refused("close_round") == "not_open"
    assert one.refused("close_round", round=1) == "not_open"
    one("publish")
    one.results(1, (100, 1))
    problem = one.problem("close_round")
    assert problem.code == "slips_missing"
    assert problem.told("es") == "ronda 1: falta la papeleta confirmada de la mesa 2"
    one("result", round=1, table=2, score=[100, 2], status="entered")
    assert one.refused("close_round") == "slips_missing"
    one("dispute", round=1, table=2)
    assert one.refused("close_round", round=1) == "slips_missing"
    one("confirm", round=1, table=2)
    one("close_round", round=1)


def test_the_next_round_is_drafted_while_slips_are_missing_and_published_when_none_is():
    one = eight()
    one.round((100, 1))
    one("draw")
    assert one.refused("publish") == "slips_missing"
    one.results(1, None, (100, 2))
    assert one.refused("publish") == "draft_is_old"
    assert one.refused("publish", override="da igual") == "draft_is_old"
    one("draw")
    one("publish")


def test_each_missing_slip_may_be_accepted_by_the_director_and_counts_nothing_until_it_is_confirmed():
    one = eight()
    one.round((100, 1))
    one("draw")
    assert one.refused("publish", accept_missing=[1]) == "slips_missing"
    assert one.refused("publish", accept_missing=[3]) == "no_such_table"
    one("publish", accept_missing=[2])
    assert one.table(1, 2)["score"] is None
    assert one.of("p2") == (0, 0, 0)
    assert one.refused("result", round=1, table=2, score=[100, 60]) == "reason_needed"
    one("result", round=1, table=2, score=[100, 60], reason="la papeleta apareció")
    assert one.of("p2") == (1, 40, 100)


def test_there_is_nothing_to_accept_while_no_round_is_open():
    one = eight()
    one("draw")
    assert one.refused("publish", accept_missing=[1]) == "nothing_missing"


@pytest.mark.parametrize(
    ("order", "fields"),
    [
        ("result", {"round": 1, "table": 1, "score": [100, 50], "reason": "se leyó mal"}),
        ("penalty", {"round": 1, "player": "p3", "article": "CI-10", "points": 30}),
        ("late", {"round": 1, "player": "p3", "minutes": 5}),
    ],
)
def test_a_draft_that_rests_on_something_that_has_changed_is_drawn_again(order, fields):
    one = eight()
    one.round((100, 1), (100, 2), close=True)
    one("draw")
    one(order, **fields)
    assert one.refused("publish") == "draft_is_old"
    one("draw")
    one("publish")


def fits_no_longer(one: Hall, *players: str) -> None:
    problem = one.problem("publish")
    assert (problem.code, problem.article) == ("draft_is_old", "CI-1")
    assert problem.more == {"players": list(players)}


@pytest.mark.parametrize(
    ("order", "fields", "players"),
    [
        ("check_in", {"entries": ["p9"]}, ["p9"]),
        ("enter", {"entry": "x", "players": [{"id": "px", "name": "Eva"}]}, []),
        ("withdraw", {"entries": ["p2"]}, ["p2"]),
        ("check_out", {"entries": ["p2", "p7"]}, ["p2", "p7"]),
        ("expel", {"player": "p2", "round": 1, "article": "CI-19"}, ["p2"]),
    ],
)
def test_a_draft_that_no_longer_fits_who_is_here_is_not_published_without_a_word(order, fields, players):
    one = hall("competencia-individual", *names(9))
    one("check_in", entries=names(8))
    one("draw")
    one(order, **fields)
    if not players:  # entered and not checked in
        one("publish")
        return
    fits_no_longer(one, *players)
    one("draw")
    one("publish")
    assert not one.table(1, 1)["default"]


def test_a_draft_that_no_longer_fits_is_published_all_the_same_with_a_reason():
    one = hall("competencia-individual", *names(8))
    one("draw")
    one.enter("p9")
    one("withdraw", entries=["p2"])
    fits_no_longer(one, "p9", "p2")
    assert "sin mesa para P9; una mesa para P2" in one.problem("publish").told("es")
    one("publish", override="la sala espera")
    absent = next(table for table in one.object["rounds"][0]["tables"] if "p2" in table["seats"])
    assert absent["default"] == ["p2"]
    assert not any("p9" in seats.split() for seats in one.seats(1))
    assert check(one.lines).ok


def test_who_is_checked_out_defaults_at_publishing_and_who_rests_and_goes_does_not_matter():
    one = hall("competencia-individual", *names(9))
    one("check_in", entries=names(9))
    one("draw")
    resting = one.byes(1)[0]
    one("withdraw", entries=[resting])
    seated = one.seats(1)[0].split()[0]
    one("check_out", entries=[seated])
    fits_no_longer(one, seated)
    one("publish", override="x")
    assert one.table(1, 1)["default"] == [seated]
    assert check(one.lines).ok


def test_losers_who_are_still_here_are_not_missed_in_the_next_round_of_a_knock_out():
    one = hall("tarragona", *names(8, "e"), format="pairs-knock-out")
    one.round(*[(300, 10)] * 4, close=True)
    one("draw")
    lost = one.seats(1)[0].split()[1].rstrip("ab")
    one("withdraw", entries=[lost])
    through = one.seats(2)[0].split()[0].rstrip("ab")
    one("withdraw", entries=[through])
    assert one.problem("publish").more == {"players": [f"{through}a", f"{through}b"]}
    one("draw")
    assert not any(f"{through}a" in seats.split() for seats in one.seats(2))
    one("return", entries=[through])
    assert one.problem("publish").more == {"players": [f"{through}a", f"{through}b"]}
    one("draw")
    one("publish")
    assert check(one.lines).ok


def test_what_a_draft_does_not_rest_on_does_not_make_it_old():
    one = eight()
    one.round((100, 1), (100, 2), close=True)
    one("draw")
    one("pay", entry="p1", amount=5)
    one("card", round=1, player="p1", article="TG-14.1", card="blue")
    one("keep_apart", players=["p1", "p2"], hard=False)
    one("publish")


@pytest.mark.article("CI-1")
def test_a_draft_counts_the_byes_of_the_round_before():
    one = hall("competencia-individual", *names(5))  # lot: p3 p5 p1 p2 p4
    one.round((100, 90))
    assert one.of("p4") == (0, 0, 0)  # the bye does not count before its round is closed
    one("draw")
    # ranks with the bye: p4 (1, +30), p3, p1 (1, +10), p5, p2 (0, -10); of those without a bye p2 is the lowest
    assert one.byes(2) == ["p2"]
    assert one.seats(2) == ["p4 p3 p5 p1"]
    one("publish")
    assert one.of("p4") == (1, 30, 100)


def test_two_players_of_a_draft_take_each_others_seats_with_a_reason():
    one = hall("competencia-individual", *names(9))
    one("draw")
    assert (one.seats(1), one.byes(1)) == (["p3 p5 p1 p7", "p2 p6 p8 p4"], ["p9"])
    one("swap", round=1, a="p3", b="p8", reason="hermanos")
    one("swap", round=1, a="p9", b="p5", reason="llega tarde")
    assert (one.seats(1), one.byes(1)) == (["p8 p9 p1 p7", "p2 p6 p3 p4"], ["p5"])
    assert one.object["rounds"][0]["edited"] == [
        {"a": "p3", "b": "p8", "reason": "hermanos"}, {"a": "p9", "b": "p5", "reason": "llega tarde"},
    ]  # fmt: skip
    one("draw")
    assert (one.byes(1), one.object["rounds"][0]["edited"]) == (["p9"], [])


def test_two_pairs_of_a_draft_take_each_others_seats():
    one = hall("tarragona", *names(5, "e"))
    one("draw")
    assert (one.seats(1), one.byes(1)) == (["e1a e5a e1b e5b", "e4a e3a e4b e3b"], ["e2"])
    one("swap", round=1, a="e5", b="e3", reason="x")
    assert one.seats(1) == ["e1a e3a e1b e3b", "e4a e5a e4b e5b"]
    one("swap", round=1, a="e2", b="e1", reason="x")
    assert (one.seats(1), one.byes(1)) == (["e2a e3a e2b e3b", "e4a e5a e4b e5b"], ["e1"])
    one("swap", round=1, a="e2", b="e3", reason="x")
    assert one.seats(1)[0] == "e3a e2a e3b e2b"


def test_what_cannot_be_swapped_is_refused():
    one = hall("competencia-individual", *names(10))
    assert one.refused("swap", round=1, a="p1", b="p2", reason="x") == "no_such_round"
    one("draw")
    assert one.refused("swap", round=1, a="p4", b="p9", reason="x") == "nothing_to_swap"  # both sit out
    assert one.refused("swap", round=1, a="p1", b="p1", reason="x") == "nothing_to_swap"
    assert one.refused("swap", round=1, a="p1", b="p11", reason="x") == "unknown_player"
    one.enter("p11")
    assert one.refused("swap", round=1, a="p1", b="p11", reason="x") == "not_seated"
    one("publish", override="empieza en la ronda 2")
    assert one.refused("swap", round=1, a="p1", b="p2", reason="x") == "already_published"


def test_publishing_with_a_hard_rule_broken_needs_the_directors_word():
    one = hall("tarragona", *names(4, "e"))
    one("draw")
    one("keep_apart", players=["e1a", "e4a"], **{"as": "opponents"})
    assert one.seats(1)[0] == "e1a e4a e1b e4b"
    assert one.refused("publish") == "hard_rules_broken"
    one("publish", override="no hay más parejas")
    assert one.tournament.played[0].overridden == "no hay más parejas"
    assert one.tournament.played[0].broken


def test_a_swap_tells_at_once_what_it_breaks():
    one = hall("tarragona", *names(4, "e"))
    one("keep_apart", players=["e1a", "e3a"], **{"as": "opponents"})
    one("draw")
    assert one("swap", round=1, a="e4", b="e3", reason="x")["breaks"] != []
    assert one("swap", round=1, a="e4", b="e3", reason="x")["breaks"] == []


def test_the_end_comes_once_every_slip_is_in_and_then_only_undo_is_left():
    one = eight()
    one.round((100, 1))
    assert one.refused("close") == "slips_missing"
    one.results(1, None, (100, 2))
    one("close")
    for order, fields in (("draw", {}), ("close", {}), ("withdraw", {"entries": ["p1"]}), ("close_round", {})):
        assert one.refused(order, **fields) == "event_closed"
    one("undo", event=one.tournament.number)
    one("close_round")


def test_stand_ins_complete_the_last_table_where_the_event_says_so():
    one = hall("competencia-individual", *names(6), options={"stand_ins": True})
    one("draw")
    assert (one.seats(1), one.byes(1)) == (["p3 p5 p1 p2", "p6 p4 *1 *2"], [])
    assert one.object["rounds"][0]["stand_ins"] == {"*1": "Comodín", "*2": "Comodín"}
    one("publish")
    one.results(1, (100, 50), (100, 80))
    assert [name for name, *_ in one.standings()] == ["p3", "p1", "p6", "p4", "p5", "p2"]
    assert (one.of("p6"), one.of("p4")) == ((1, 20, 100), (0, -20, 80))
    one("draw")
    assert len(one.seats(2)) == 2
