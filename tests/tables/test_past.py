"""Looking back at the matches of a table: which there are, what counts of them, who may see them."""

from __future__ import annotations

import pytest

from tantera.play import RecordInfraction, TakeDecision
from tantera.play.actors import REFEREE
from tantera.play.orders import Undo
from tantera.tables import Settings
from tantera.tables import orders as o
from tantera.tables.past import past_matches
from tantera.tables.seen import all_racks
from tests.tables.rooms import Room
from tests.tables.test_talk import with_referee


def test_a_table_that_has_played_nothing_has_no_matches():
    assert list(past_matches(Room().events)) == []


def test_a_match_that_is_being_played_is_not_over():
    (match,) = past_matches(Room().begun().plays(3).events)
    assert (match.number, match.over) == (1, False)


def test_each_match_of_a_table_stands_by_itself():
    room = Room(limit="1h").begun().match_over()
    room.do(o.Propose("rematch"), "ana")
    for person in ("bea", "cai", "dan"):
        room.do(o.Agree("rematch"), person)
    room.begun().plays(2)
    first, second = past_matches(room.events)
    assert (first.number, first.over, len(first.ledger.match.lines)) == (1, True, 1)
    assert (second.number, second.over, len(second.ledger.match.lines)) == (2, False, 0)


def test_who_played_and_who_was_there_may_look_back_and_nobody_else():
    room = Room(limit="1h").comes("eva").begun().comes("fin").match_over().comes("gil")
    (match,) = past_matches(room.events)
    assert match.players == {"ana", "bea", "cai", "dan"}
    assert [person for person in ("ana", "eva", "fin", "gil", "zoe", None) if match.may_be_seen_by(person)] == [
        "ana",
        "eva",
        "fin",
        "gil",
    ]


def test_who_comes_for_the_rematch_was_not_at_the_match_before():
    room = Room(limit="1h").begun().match_over()
    room.do(o.Propose("rematch"), "ana")
    for person in ("bea", "cai", "dan"):
        room.do(o.Agree("rematch"), person)
    room.comes("eva")
    first, second = past_matches(room.events)
    assert not first.may_be_seen_by("eva")
    assert second.may_be_seen_by("eva")


def test_anybody_may_look_back_at_a_match_of_a_public_table():
    room = Room(limit="1h", settings=Settings(public=True)).begun().match_over()
    (match,) = past_matches(room.events)
    assert match.may_be_seen_by(None)


def test_where_nobody_looks_on_only_the_players_look_back():
    settings = Settings(public=True, watching="nobody")
    room = Room(limit="1h", settings=settings, sits=False).comes("eva")
    for seat, person in enumerate(("ana", "bea", "cai", "dan"), start=1):
        room.do(o.Sit(seat), person)
    room.begun().match_over()
    (match,) = past_matches(room.events)
    assert [person for person in ("ana", "eva", None) if match.may_be_seen_by(person)] == ["ana"]


def test_a_match_that_the_referee_opens_again_is_not_over():
    room = Room(limit="1h").comes("eva")
    room.do(o.Propose("referee"), "eva")
    for person in ("ana", "bea", "cai", "dan"):
        room.do(o.Agree("referee"), person)
    room.begun().match_over()
    ledger = room.table.ledger
    assert ledger is not None
    room.do(Undo(len(ledger.effective) - 4, "the last tile was another one"), "eva")
    (match,) = past_matches(room.events)
    assert not match.over
    assert room.table.eyes_of("eva") == REFEREE


@pytest.mark.article("TG-18.5")
def test_a_match_that_a_decision_ended_in_mid_hand_is_seen_whole_when_the_hand_cannot_come_back():
    room = with_referee(Room("tarragona", limit="300p")).begun()
    for answers in ((("continue", room.match.players[2]),), (("yes", "eva"),)):
        room.do(RecordInfraction("TG-15.4", 2), "eva")
        for answer, by in answers:
            room.do(TakeDecision(answer), by)
    assert room.match.ended_by == "forfeit"
    (match,) = past_matches(room.events)
    assert (match.over, match.over_for_good) == (True, False)
    room.do(o.CloseTable("host"), "ana")
    (match,) = past_matches(room.events)
    assert match.over_for_good


@pytest.mark.article("TG-18.2")
def test_a_watcher_who_may_see_all_racks_does_not_see_those_of_a_hand_that_may_come_back():
    room = with_referee(Room("tarragona", settings=Settings(watching="all_racks"))).comes("fay").begun()
    room.do(RecordInfraction("TG-14.8", 3), "eva")
    room.do(TakeDecision("annul"), room.match.players[3])
    assert room.match.lines[-1].how == "void"
    assert all_racks(room.table, "fay") == ()
