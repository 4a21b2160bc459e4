"""The other door: what can still happen on a table run by the program. Conduct, leaving, time."""

from __future__ import annotations

import contextlib

import pytest

from tantera.play import REFEREE, SPECTATOR, DealHand, GiveRuling, Phase, decide, view
from tantera.play.events import DecisionTaken, HandRebuilt, HandScored, MatchEnded
from tantera.play.fold import folded
from tantera.play.orders import RecordInfraction, TakeDecision
from tantera.referee.deciding import rule_and_close
from tantera.rules import Refusal
from tests.builders import MINUTE, Table, replay
from tests.golden.hands import BLOCK_AC, DOMINO_A, DOMINO_B

article = pytest.mark.article


def call(table: Table, order: RecordInfraction | TakeDecision) -> Table:
    """The referee comes to the table, or whoever has to decides."""
    table.give(order)
    return table


def record(table: Table, fault: str, seat: int, **details: str) -> Table:
    return call(table, RecordInfraction(fault, seat, tuple(details.items())))


def tarragona(**how: int | str) -> Table:
    return Table("tarragona", opener=1, **how).deal(BLOCK_AC).play("00 >05")  # type: ignore[arg-type]


@article("SJ-irreg-5")
def test_conduct_in_mid_hand_costs_20_at_once_and_play_goes_on():
    table = record(Table("san-juan", opener=1).deal(BLOCK_AC).play("00"), "SJ-irreg-5", 4)
    assert table.match.score == (0, -20)
    table.play(">05 <06 >54 >40 <63 >02 <30 >21 >10")
    assert table.match.score == (126, -20)
    assert replay(table.book, table.events) == table.match


@article("SJ-irreg-7")
def test_leaving_the_table_ends_hand_and_match_at_once():
    table = record(Table("san-juan", opener=1).hands(DOMINO_B).agree().deal(BLOCK_AC).play("00"), "SJ-irreg-7", 2)
    assert table.match.phase is Phase.ENDED
    assert (table.match.winner, table.match.ended_by, table.match.score) == ((1, 3), "forfeit", (0, 32))
    assert table.refused("3 <06") == "SJ-final"


@article("SJ-irreg-3")
def test_breaking_the_hand_while_it_is_counted_is_a_warning_and_then_20_off():
    table = record(Table("san-juan", opener=1).hands(DOMINO_A), "SJ-irreg-3", 2)
    assert (table.match.score, table.match.phase) == ((71, 0), Phase.COUNTING)
    record(table, "SJ-irreg-3", 2)
    assert (table.match.score, table.match.phase) == ((71, -20), Phase.COUNTING)
    assert len(table.match.lines) == 1
    table.agree().deal(DOMINO_A)


@article("TG-16.6", "TG-18.6")
def test_walking_out_is_a_red_card_on_a_table_run_by_the_program_too():
    table = record(tarragona(), "TG-16.6", 4)
    assert table.match.score == (300, 0)
    assert table.match.cards == {4: {"red": 1}}
    assert (table.match.phase, table.match.winner) == (Phase.ENDED, (1, 3))
    assert view(table.match, SPECTATOR).cards == {4: {"red": 1}}


@article("TG-18.2")
def test_a_decision_holds_the_table_up_and_everybody_sees_who_has_to_decide():
    table = record(tarragona(), "TG-14.8", 3)
    assert table.match.phase is Phase.AWAITING
    for eyes in (SPECTATOR, 1, 2, 3, 4):
        seen = view(table.match, eyes)
        assert seen.awaiting is not None
        assert (seen.awaiting.who, seen.turn) == ((4,), None)
        assert seen.options == ((TakeDecision("continue"), TakeDecision("annul")) if eyes == 4 else ())
    table.refused("3 <06")
    table.wait(600)
    assert table.match.phase is Phase.AWAITING
    call(table, TakeDecision("continue", "4"))
    assert (table.match.phase, table.turn) == (Phase.PLAYING, 3)
    table.do("3 <06")


@article("TG-18.2")
def test_annulling_puts_a_void_line_on_the_sheet_at_once_and_the_next_hand_is_dealt():
    table = call(record(tarragona(), "TG-15.4", 3), TakeDecision("annul", "4"))
    assert (table.line.how, table.line.article, table.line.next_opener) == ("void", "TG-15.4", 2)
    assert table.match.phase is Phase.COUNTING
    table.agree().deal(BLOCK_AC)
    assert table.turn == 2


@article("TG-18.2")
def test_nobody_but_the_one_asked_ends_the_match_while_a_decision_is_open():
    table = record(tarragona(), "TG-14.8", 3)
    with pytest.raises(Refusal):
        decide(table.match, GiveRuling((1, 3), "the judges", "no"), table.now)


def test_a_choice_that_was_not_offered_is_refused_and_nothing_awaits_twice():
    table = record(tarragona(), "TG-14.8", 3)
    with pytest.raises(Refusal, match="rebuild is not among the choices"):
        rule_and_close(table.match, TakeDecision("rebuild"), table.now)
    call(table, TakeDecision("continue"))
    with pytest.raises(Refusal):
        rule_and_close(table.match, TakeDecision("continue"), table.now)


@article("TG-15.5", "TG-16.1")
def test_the_referee_confirms_at_a_table_run_by_the_program():
    table = call(record(tarragona(), "TG-15.4", 1), TakeDecision("continue"))
    record(table, "TG-15.4", 1)
    assert table.match.awaiting is not None
    assert table.match.awaiting.who == "referee"
    call(table, TakeDecision("yes", "árbitro"))
    assert (table.match.ended_by, table.match.score) == ("forfeit", (0, 300))
    assert [event.by for event in table.told(DecisionTaken)] == ["", "árbitro"]


@article("TG-6.1", "TG-18.2")
def test_time_that_runs_out_during_a_decision_finds_the_hand_in_play_and_the_hand_is_finished():
    table = record(tarragona(limit="300p 10m"), "TG-14.8", 3)
    table.wait(11 * 60)
    assert (table.match.time_called, table.match.hands_left) == (table.now, 1)
    annulled = rule_and_close(table.match, TakeDecision("annul"), table.now).events
    assert folded(table.match, annulled).ended_by is None  # a void hand is played again
    call(table, TakeDecision("continue"))
    table.play("<06 >54 >40 <63 >02 <30 >21 >10")
    assert (table.match.ended_by, table.match.winner) == ("time", (1, 3))


@article("SJ-estructura", "SJ-jueces")
def test_the_judges_decide_a_match_level_at_time():
    table = Table("san-juan", opener=1).deal(BLOCK_AC)
    table.now = 40 * MINUTE
    table.wait(0)
    assert table.match.awaiting is not None
    assert table.match.awaiting.who == "judges"
    table.do("ruling 2+4")
    assert (table.match.winner, table.match.ended_by) == ((2, 4), "ruling")


@article("CI-7", "CI-18")
def test_the_director_rules_on_a_table_run_by_the_program():
    table = Table("competencia-individual", opener=1).deal(BLOCK_AC).play("00 >05")
    record(table, "CI-7", 3)
    record(table, "CI-18", 3, text="señas", by="Director", points="1:-10")
    assert table.match.score == (-10, 0)
    table.do("3 <06")


@article("CI-10")
def test_a_choice_of_the_offended_pair_on_a_table_run_by_the_program():
    table = Table("competencia-individual", opener=1).deal(DOMINO_A).play("06 <01 <15")
    record(table, "CI-10", 3)
    assert table.match.awaiting is not None
    assert table.match.awaiting.who == (2, 4)
    call(table, TakeDecision("opening"))
    assert (table.line.how, table.line.next_opener) == ("void", 4)


@pytest.mark.parametrize(("book", "fault"), [("san-juan", "SJ-irreg-6"), ("tarragona", "TG-16.5")])
def test_a_match_that_is_over_cannot_be_lost_once_more(book, fault):
    table = Table(book, opener=1, limit="50p").hands(DOMINO_A)
    assert table.match.ended_by == "points"
    with contextlib.suppress(Refusal):
        record(table, fault, 1)
    assert (table.match.winner, table.match.ended_by, len(table.match.lines)) == ((1, 3), "points", 1)
    assert len(table.told(MatchEnded)) == 1


@article("SJ-jueces", "SJ-final")
def test_points_ruled_between_two_hands_can_end_the_match():
    table = Table("san-juan", opener=1, limit="80p").hands(DOMINO_A)
    record(table, "SJ-jueces", 1, text="miscounted", points="1:+20")
    assert (table.match.score, table.match.winner, table.match.ended_by) == ((91, 0), (1, 3), "points")


def test_an_infraction_between_two_hands_belongs_to_no_hand_and_is_not_annulled_with_one():
    table = record(Table("tarragona", opener=1).hands(DOMINO_A), "TG-13.6", 1)
    assert (table.match.phase, table.match.score) == (Phase.COUNTING, (71, 0))
    assert [type(event) for event in table.events].count(HandScored) == 1
    table.agree()
    decide(table.match, DealHand(b"next"), table.now)


@article("TG-14.12", "SJ-pase", "SJ-irreg-4", "CI-14", "TG-14.9")
@pytest.mark.parametrize(
    ("book", "fault"),
    [
        ("tarragona", "TG-14.12"),
        ("tarragona", "TG-14.9"),
        ("san-juan", "SJ-pase"),
        ("san-juan", "SJ-irreg-4"),
        ("competencia-individual", "CI-14"),
    ],
)
def test_what_is_done_with_tiles_is_not_recorded_between_two_hands(book, fault):
    """It would lose, or annul, a hand that nobody has played."""
    table = Table(book, opener=1).hands(DOMINO_A)
    with pytest.raises(Refusal, match="no hand is being played"):
        record(table, fault, 3)
    assert len(table.match.lines) == 1


def test_what_is_recorded_between_two_hands_leaves_the_finished_hand_as_it_was():
    table = Table("tarragona", opener=1).hands(DOMINO_A)
    finished = table.hand
    record(table, "TG-13.6", 3)
    assert table.hand == finished


@article("CI-10", "TG-18.3")
def test_the_turn_of_a_record_is_heeded_without_saying_it_twice():
    table = Table("competencia-individual", opener=1).deal(DOMINO_A).play("06 <01 <15 >64")
    table.give(RecordInfraction("CI-10", 3, turn=3), REFEREE)
    call(table, TakeDecision("rebuild"))
    rebuilt = table.told(HandRebuilt)[0]
    assert rebuilt.turn == 3
    dated = table.match.infractions[0]
    assert (dated.turn, dict(dated.details)) == (3, {"turn": "3"})


@article("SJ-irreg-2", "SJ-pase", "TG-14.10", "CI-13")
@pytest.mark.parametrize(
    ("book", "fault"),
    [
        ("san-juan", "SJ-irreg-2"),
        ("san-juan", "SJ-pase"),
        ("tarragona", "TG-14.10"),
        ("competencia-individual", "CI-13"),
    ],
)
def test_a_table_run_by_the_program_knows_that_every_tile_lies_where_it_belongs(book, fault):
    table = Table(book, opener=1).deal(BLOCK_AC).play("00 >05")
    with pytest.raises(Refusal):
        record(table, fault, 2)
