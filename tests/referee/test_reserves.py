"""A record is a player's, not a seat's: a reserve begins with a clean one, and who comes back finds their own."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tantera.notation import export, judge, read, report, write
from tantera.paper.match_act import match_act
from tantera.play import DIRECTOR, REFEREE, RecordInfraction, TakeDecision
from tantera.play.events import Brought, CardShown, MatchStarted, PlayerWarned, PointsGiven
from tantera.play.log import read_log, write_log
from tantera.play.orders import ReplacePlayer
from tantera.telling import Narrator, Sentence, cards, corrections, story
from tests.builders import Table, ledger_of
from tests.golden.hands import BLOCK_AC

article = pytest.mark.article
NAMES = ("Pons", "Vidal", "Mas", "Roca")
TAGS = '[Seat1 "Pons"][Seat2 "Vidal"][Seat3 "Mas"][Seat4 "Roca"]'


def counted(book: str, **options: Any) -> Table:
    """The first hand is over, its count not yet agreed."""
    return Table(book, opener=1, names=NAMES, limit="900p", **options).deal(BLOCK_AC).play(BLOCK_AC.moves)


def comes_in(table: Table, name: str, seat: int = 3) -> Table:
    table.give(ReplacePlayer(seat, name), DIRECTOR)
    return table


@article("SJ-irreg-3")
def test_a_reserve_is_warned_first_whatever_whoever_sat_there_did():
    table = counted("san-juan")
    record = RecordInfraction("SJ-irreg-3", 3)
    assert any(isinstance(event, PlayerWarned) for event in table.give(record, REFEREE))
    comes_in(table, "Lluch")
    assert any(isinstance(event, PlayerWarned) for event in table.give(record, REFEREE))
    comes_in(table, "Mas")
    again = table.give(record, REFEREE)
    assert [event.points for event in again if isinstance(event, PointsGiven)] == [-20]


@article("TG-15.2")
def test_the_second_same_grave_is_proposed_as_a_red_only_of_the_player_who_did_the_first():
    text = f"""[Book "tarragona"]{TAGS}
#1 o1 0-0 [TG-15.2 seat=3 chose=continue] = domino 3 +41
#2 o2 41-0 [reserve seat=3 name=Lluch] [TG-15.2 seat=3 chose=continue] = domino 3 +10
"""
    judged = judge(read(text))
    assert judged.match.cards == {3: {"yellow": 1}}
    assert cards(judged.match, "es") == "Lluch: Tarjeta amarilla 1 · Mas: Tarjeta amarilla 1"
    back = judge(read(text + "#3 o3 51-0 [reserve seat=3 name=Mas] [TG-15.2 seat=3]"))
    assert back.match.awaiting is not None
    assert back.match.awaiting.choices == ("yes", "no")


@article("CI-10")
def test_what_comes_off_a_difference_stays_with_whoever_earned_it():
    text = f"""[Book "competencia-individual"]{TAGS}
#1 o1 0-0 [CI-10 seat=3 chose=accept] = domino 3 +41
#2 o2 41-0 [reserve seat=3 name=Lluch] = domino 3 +10
"""
    told = report(judge(read(text)))
    assert told["difference_penalties"] == {}
    assert told["relieved"] == [{"name": "Mas", "cards": {}, "difference_penalty": -30}]
    back = report(judge(read(text + "#3 o3 51-0 [reserve seat=3 name=Mas]")))
    assert back["difference_penalties"] == {"3": -30}
    assert [one["name"] for one in back["relieved"]] == ["Lluch"]


def test_who_comes_back_at_another_seat_brings_their_record_along():
    table = counted("tarragona")
    table.give(RecordInfraction("TG-13.1", 3), REFEREE)
    comes_in(comes_in(comes_in(table, "Lluch"), "Soler", 2), "Mas", 1)
    for _ in range(2):
        table.give(RecordInfraction("TG-13.1", 1), REFEREE)
    assert table.match.cards == {1: {"blue": 1}}
    assert [event.seat for event in table.events if isinstance(event, CardShown)] == [1]


def test_where_a_book_counts_by_pair_the_pair_goes_on_with_its_count():
    table = counted("tarragona", fault_count="pair")
    for _ in range(2):
        table.give(RecordInfraction("TG-13.1", 3), REFEREE)
    comes_in(table, "Lluch")
    table.give(RecordInfraction("TG-13.1", 1), REFEREE)
    assert table.match.cards == {1: {"blue": 1}}


def test_players_without_a_record_of_their_own_are_told_apart_though_they_have_one_name():
    text = '[Book "tarragona"][Seat1 "Gil"][Seat3 "Gil"] #1 o1 0-0 [TG-14.1 seat=3 chose=continue] = domino 3 +41'
    assert judge(read(text)).match.cards == {3: {"blue": 1}}


def test_what_somebody_brought_from_earlier_matches_waits_for_them_while_a_reserve_sits_there():
    table = counted("tarragona", card_span="tournament")
    first = table.events[0]
    brought = (Brought(3, (("TG-13.1", 2),), (("yellow", 1),)),)
    assert isinstance(first, MatchStarted)
    table.events[0] = replace(first, brought=brought)
    table.match = table.ledger.match
    assert table.match.cards == {3: {"yellow": 1}}
    comes_in(table, "Lluch")
    table.give(RecordInfraction("TG-13.1", 3), REFEREE)
    assert table.match.cards == {}
    comes_in(table, "Mas")
    table.give(RecordInfraction("TG-13.1", 3), REFEREE)
    assert table.match.cards == {3: {"yellow": 1, "blue": 1}}


def test_the_log_and_the_notation_of_a_match_with_a_reserve_keep_whose_each_record_is():
    table = counted("competencia-individual")
    table.give(RecordInfraction("CI-6", 3), REFEREE)
    comes_in(table, "Lluch")
    table.agree()
    again = ledger_of(table.book, read_log(write_log(table.events))).match
    assert (again.offenders, again.people, again.sitting) == (table.match.offenders, table.match.people, (0, 1, 4, 3))
    judged = judge(read(write(export(table.ledger))))
    assert (judged.match.offenders, judged.match.sitting) == (table.match.offenders, table.match.sitting)
    assert "Entra Lluch por Mas" in [told.text for told in story(judged, Narrator("es")) if isinstance(told, Sentence)]


ACT = f"""[Book "tarragona"]{TAGS}
#1 o3 0-0 [TG-14.1 seat=3 chose=continue] = domino 3 +41
#2 o4 41-0 = domino 4 +10
#3 o1 41-10 [reserve seat=3 name=Lluch] = domino 1 +10
#4 o2 51-10 = domino 1 +10
#5 o3 61-10 [TG-14.1 seat=3 chose=continue] = domino 3 +20
"""


@pytest.mark.parametrize(
    ("lang", "change"), [("es", "Entra Lluch por Mas"), ("ca", "Entra Lluch per Mas"), ("en", "Lluch comes in for Mas")]
)
def test_the_act_names_who_played_each_hand_and_the_change(lang: str, change: str):
    (sheet,) = match_act(judge(read(ACT)), lang).content["sheets"]
    (table,) = [block for block in sheet["blocks"] if block["kind"] == "table"]
    opened = {row[0]: row[1] for row in table["rows"] if row[0]}
    assert (opened["1"], opened["5"]) == ("Mas", "Lluch")
    told = str(sheet)
    assert "Pons + Mas / Lluch" in told
    (happened,) = [block for block in sheet["blocks"] if block["kind"] == "list"]
    assert any("3" in one["mark"] and change in one["text"] for one in happened["items"])


@article("TG-18.2")
def test_a_decision_that_could_be_changed_is_told_with_the_name_of_whoever_it_was_about():
    table = counted("tarragona").agree().deal(BLOCK_AC).play("00")
    table.give(RecordInfraction("TG-14.8", 4), REFEREE)
    table.give(TakeDecision("continue"))
    table.play(BLOCK_AC.moves.removeprefix("00 "))
    comes_in(table, "Lluch", 4)
    (decided,) = corrections(table.ledger, "es").decisions
    assert "Roca" in decided.text
