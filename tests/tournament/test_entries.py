"""Who is in: entering, paying, coming, going, and whom the draw keeps apart."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tantera.tournament.check import check
from tantera.tournament.events import Created
from tantera.tournament.evolve import folded
from tests.tournament.hall import Hall, hall, names

PAIR = [{"id": "a", "name": "Ana"}, {"id": "b", "name": "Bea"}]


def test_an_entry_is_a_player_or_a_pair():
    assert hall("competencia-individual").refused("enter", entry="e", players=PAIR) == "wrong_number_of_players"
    assert hall("ueh").refused("enter", entry="e", players=PAIR) == "wrong_number_of_players"
    one = hall("tarragona")
    assert one.refused("enter", entry="e", players=PAIR[:1]) == "wrong_number_of_players"
    one("enter", entry="e", players=PAIR, paid=40)
    assert one.object["entries"] == [
        {"entry": "e", "players": ["a", "b"], "active": True, "checked_in": False, "paid": 40}
    ]


def test_nobody_enters_twice():
    one = hall("tarragona")
    one("enter", entry="e", players=PAIR)
    others = [{"id": "c", "name": "Ana"}, {"id": "b", "name": "Bea"}]
    assert one.refused("enter", entry="e", players=[{"id": x, "name": x} for x in "xy"]) == "already_entered"
    assert one.refused("enter", entry="f", players=others) == "already_entered"
    assert one.refused("enter", entry="f", players=[others[0], others[0]]) == "already_entered"


@pytest.mark.article("SJ-registro")
def test_people_enter_while_registration_is_open_and_pay():
    window = {"opens": "2026-05-31T10:30:00", "closes": "2026-05-31T11:00:00+00:00"}
    one = hall("tarragona", options={"registration": window, "fee": 40})
    assert one.refused("enter", entry="e", players=PAIR, at="2026-05-31T10:29:59") == "registration_closed"
    assert one.refused("enter", entry="e", players=PAIR, at="2026-05-31T11:00:01") == "registration_closed"
    one("enter", entry="e", players=PAIR, at="2026-05-31T10:30:00")
    one("pay", entry="e", amount=25)
    one("pay", entry="e", amount=15)
    assert one.object["entries"][0]["paid"] == one.tournament.options.fee == 40
    assert one.refused("pay", entry="e", amount=-41) == "less_than_nothing"
    assert one.refused("pay", entry="x", amount=1) == "unknown_entry"


@pytest.mark.article("SJ-jugadores")
def test_a_player_is_a_member_or_the_guest_of_a_member():
    one = hall("san-juan")
    member = {"id": "a", "name": "Ana", "club": "Náutico", "member": True}
    assert (
        one.refused("enter", entry="e", players=[member, {"id": "b", "name": "B", "member": False}]) == "not_a_member"
    )
    assert (
        one.refused("enter", entry="e", players=[member, {"id": "b", "name": "B", "guest_of": "z"}]) == "unknown_player"
    )
    assert (
        one.refused("enter", entry="e", players=[member, {"id": "b", "name": "B", "guest_of": "b"}]) == "unknown_player"
    )
    one("enter", entry="e", players=[member, {"id": "b", "name": "Bea", "guest_of": "a"}])
    of_a_guest = [{"id": "c", "name": "C", "guest_of": "a"}, {"id": "d", "name": "D", "guest_of": "b"}]
    assert one.refused("enter", entry="f", players=of_a_guest) == "not_a_member"


@pytest.mark.article("SJ-jugadores")
@pytest.mark.parametrize("options", [{}, {"clubs": ["Náutico"]}])
def test_who_says_neither_is_taken_for_no_member_and_asked(options: dict[str, Any]):
    one = hall("san-juan", options=options)
    ana, bea = {"id": "a", "name": "Ana", "club": "Náutico", "member": True}, {"id": "b", "name": "Bea"}
    for silent in (bea, {**bea, "club": "Náutico"}):
        problem = one.problem("enter", entry="e", players=[ana, silent])
        assert (problem.code, problem.article) == ("not_a_member", "SJ-jugadores")
        assert problem.told("es") == "¿Bea es socio, o de quién es invitado? Aquí hay que decirlo"
    hall("tarragona")("enter", entry="e", players=[{"id": "a", "name": "Ana"}, bea])


def test_an_event_of_before_takes_silence_for_a_member_whatever_is_undone_in_it():
    one = hall("san-juan")
    created = one.tournament.log.history[0]
    assert isinstance(created.outcome, Created)
    old = msgspec.json.decode(created.line)
    del old["outcome"]["edition"]
    one.lines = [msgspec.json.encode(old)]
    one.now = folded(one.lines)
    paid = one("enter", entry="e", players=PAIR)["event"]
    one("enter", entry="f", players=[{"id": "c", "name": "C"}, {"id": "d", "name": "D"}])
    assert one("undo", event=paid)["fallen"] == []
    assert list(one.tournament.entries) == ["f"]
    assert check(one.lines).ok


@pytest.mark.article("SJ-jugadores")
def test_an_event_may_name_the_clubs_whose_members_enter():
    one = hall("san-juan", options={"clubs": ["Náutico", "Caparra"]})
    ana, bea = ({"id": x, "name": x, "club": "Náutico", "member": True} for x in "ab")
    assert one.refused("enter", entry="e", players=[ana, {**bea, "club": "Otro"}]) == "not_a_member"
    one("enter", entry="e", players=[ana, bea])
    one("enter", entry="f", players=[{**ana, "id": "c"}, {"id": "d", "name": "D", "guest_of": "a"}])


def test_once_anybody_is_checked_in_only_those_who_are_are_drawn():
    one = hall("competencia-individual", *names(6))
    one("check_in", entries=["p1", "p2", "p4", "p6"])
    assert one.refused("check_in", entries=["p9"]) == "unknown_entry"
    one("draw")
    assert one.byes(1) == []
    assert set(one.seats(1)[0].split()) == {"p1", "p2", "p4", "p6"}
    one("check_in", entries=["p3"])
    one("draw")
    assert len(one.byes(1)) == 1
    assert [entry["checked_in"] for entry in one.object["entries"]] == [True, True, True, True, False, True]


def test_a_check_in_is_taken_back_while_no_published_round_rests_on_it():
    one = hall("competencia-individual", *names(6))
    one("check_in", entries=["p1", "p2", "p3", "p4", "p5"])
    one("check_out", entries=["p5"], by="desk")
    assert one.refused("check_out", entries=["p9"]) == "unknown_entry"
    one("draw")
    assert (one.byes(1), "p5" in one.seats(1)[0].split()) == ([], False)
    one("publish")
    assert one.problem("check_out", entries=["p5", "p1"]).told("en") == (
        "a published round rests on the check-in of p1: withdraw them"
    )
    one("check_in", entries=["p6"])
    one("check_out", entries=["p6"])
    assert [entry["checked_in"] for entry in one.object["entries"]] == [True, True, True, True, False, False]


def test_a_round_drawn_before_anybody_was_checked_in_rests_on_no_check_in():
    one = hall("competencia-individual", *names(4))
    one.round((100, 20), close=True)
    one("check_in", entries=["p1", "p2"])
    one("check_out", entries=["p1", "p2"])
    one("draw")
    assert len(one.seats(2)) == 1


def test_withdraw_and_return_count_from_the_next_round_drawn():
    one = hall("competencia-individual", *names(5))
    one("withdraw", entries=["p1"])
    one("draw")
    assert (one.byes(1), [entry["active"] for entry in one.object["entries"]]) == ([], [False, True, True, True, True])
    one("return", entries=["p1"])
    assert "p1" not in one.seats(1)[0].split()
    one("draw")
    assert len(one.byes(1)) == 1


def test_withdrawing_at_a_published_table_not_yet_played_is_a_default():
    one = hall("competencia-individual", *names(8))
    one("draw")
    one("publish")
    assert one.seats(1) == ["p3 p5 p1 p7", "p2 p6 p8 p4"]
    one.results(1, (100, 50))
    one("withdraw", entries=["p3", "p8"])
    assert one.table(1, 1)["status"] == "confirmed"
    assert one.table(1, 1)["default"] == []
    assert one.table(1, 2) | {"why": ""} == {
        "table": 2, "seats": ["p2", "p6", "p8", "p4"], "score": None, "winner": "2+4", "status": "confirmed",
        "default": ["p8"], "why": "",
    }  # fmt: skip
    one("return", entries=["p8"])
    assert one.table(1, 2)["default"] == ["p8"]
    assert "p3" in [name for name, *_ in one.standings()]


def test_somebody_who_withdraws_from_a_draft_is_a_default_once_it_is_published():
    one = hall("tarragona", *names(4, "e"))
    one("draw")
    assert one.seats(1) == ["e1a e4a e1b e4b", "e3a e2a e3b e2b"]
    one("withdraw", entries=["e4"])
    assert one.table(1, 1)["status"] is None
    one("publish", override="la sala espera")
    assert one.table(1, 1)["default"] == ["e4a", "e4b"]
    assert one.table(1, 1)["winner"] == "1+3"
    assert (one.of("e1"), one.of("e4")) == ((1, 300, 300), (0, -300, 0))


def test_a_late_entry_plays_from_the_next_round_and_its_missed_rounds_are_byes_that_are_worth_nothing():
    one = hall("competencia-individual", *names(5))
    one.round((100, 50), close=True)
    assert one.byes(1) == ["p4"]  # the last in the lot: p3 p5 p1 p2 p4
    one.enter("p6")
    assert "p6" not in [name for name, *_ in one.standings()]
    one("draw")
    # of those with no bye yet the lowest ranked two sit out; p6 missed a round and p4 had the bye
    assert {"p4", "p6"} <= set(one.seats(2)[0].split())
    assert one.byes(2) == ["p5", "p2"]


@pytest.mark.parametrize("format", ["pairs-knock-out"])
def test_nobody_joins_a_bracket_once_it_is_published(format):
    one = hall("tarragona", *names(4, "e"), format=format)
    one("draw")
    one.enter("e5")
    assert one.refused("publish") == "draft_is_old"
    one("draw")
    one("publish")
    assert one.refused("enter", entry="e6", players=[{"id": x, "name": x} for x in "xy"]) == "too_late"


def test_whom_the_draw_keeps_apart_must_be_there_and_be_several():
    one = hall("competencia-individual", *names(4))
    assert one.refused("keep_apart", players=["p1", "p9"]) == "unknown_player"
    assert one.refused("keep_apart", players=["p1", "p1"]) == "wrong_value"
    assert one("keep_apart", players=["p1", "p3"], **{"as": "partners"})["ok"]
    one("draw")
    assert one.seats(1) != ["p3 p2 p1 p4"]


def test_a_hall_is_empty_before_it_begins():
    one = Hall()
    one("create", name="x", book="tarragona")
    assert one.object["stage"] == "entries"
    assert one.object["entries"] == one.object["standings"] == []


@pytest.mark.parametrize("letter", ["\n", "\x1b", "\x00", "\u202e", "\u200b", "\u3164", "\u2800", 20 * "\u0301"])
def test_a_name_that_would_break_a_line_or_steer_a_terminal_is_refused(letter: str):
    one = hall("competencia-individual", *names(4))
    assert one.refused("enter", entry="e", players=[{"id": "x", "name": f"Ana{letter}Pons"}]) == "unseen_letter"
    club = [{"id": "x", "name": "Ana Pons", "club": f"Peña{letter}"}]
    assert one.refused("enter", entry="e", players=club) == "unseen_letter"
    one("draw")
    one("publish")
    assert one.refused("stand_in", round=1, player="p1", name=f"Pere{letter}Riba") == "unseen_letter"


def test_a_name_in_other_letters_that_looks_like_somebodys_is_refused_and_a_namesake_is_not():
    one = hall("competencia-individual", *names(4))
    one("enter", entry="ana", players=[{"id": "ana", "name": "Ana Pons"}])
    disguised = [{"id": "x", "name": "\u0410na P\u043ens"}]
    assert one.refused("enter", entry="x", players=disguised) == "look_alike"
    one("enter", entry="y", players=[{"id": "y", "name": "Ana Pons"}])
    one("enter", entry="z", players=[{"id": "z", "name": "ANA PONS"}])
    one("enter", entry="w", players=[{"id": "w", "name": "\u0410\u043d\u043d\u0430"}])
