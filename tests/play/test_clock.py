"""Time is events: pauses and decisions cost nobody time, a hall's clock may end a match, time never runs backwards."""

from __future__ import annotations

import pytest

from tantera.play import (
    DIRECTOR,
    REFEREE,
    TABLE,
    CallTime,
    PauseClock,
    Phase,
    RecordInfraction,
    ResumeClock,
    SetEnd,
    TakeDecision,
    deadline,
    options,
)
from tantera.play.events import TilePlaced, TimeCalled
from tantera.referee import step
from tantera.rules import Refusal
from tests.builders import MINUTE, SECOND, Table
from tests.golden.hands import BLOCK_AC, DOMINO_A


def competencia() -> Table:
    """Seat 1 is to open; a move has twenty seconds."""
    return Table("competencia-individual", opener=1).deal(BLOCK_AC)


@pytest.mark.article("CI-9", "CI-10")
def test_a_decision_that_takes_ten_minutes_costs_the_player_in_turn_no_time():
    table = competencia()
    table.play("00")
    table.wait(5)
    began = table.hand.turn_began
    thinking = table.now - began
    table.give(RecordInfraction("CI-10", 1), REFEREE)
    assert deadline(table.match) is None, "the turn's clock stands still"
    table.wait(600)
    assert table.match.phase is Phase.AWAITING
    moves = len(table.hand.moves)
    table.give(TakeDecision("accept"), 2)
    assert len(table.hand.moves) == moves, "nobody's tile is played for them"
    assert table.now - table.hand.turn_began == thinking


@pytest.mark.article("CI-9")
@pytest.mark.parametrize("by", [REFEREE, DIRECTOR, TABLE], ids=str)
def test_while_the_match_is_paused_nobodys_time_runs(by):
    table = competencia()
    table.wait(12)
    ends = table.match.clock.ends
    assert ends is not None
    table.give(PauseClock("referee"), by)
    assert options(table.match, 1) == ()
    table.wait(3600)
    assert table.hand.moves == ()
    assert table.match.time_called is None
    table.refused("1 00")
    table.give(ResumeClock(), by)
    assert table.match.clock.ends == ends + 3600 * SECOND
    assert deadline(table.match) == table.now + 8 * SECOND


@pytest.mark.article("CI-9", "CI-10")
def test_a_pause_in_the_middle_of_a_decision_counts_once():
    table = competencia()
    table.play("00")
    table.wait(5)
    thinking = table.now - table.hand.turn_began
    table.give(RecordInfraction("CI-10", 1), REFEREE)
    table.wait(10)
    table.give(PauseClock("referee"))
    table.wait(100)
    table.give(ResumeClock())
    table.wait(10)
    table.give(TakeDecision("accept"), 2)
    assert table.now - table.hand.turn_began == thinking
    table.give(RecordInfraction("CI-10", 1), REFEREE)
    table.give(PauseClock("referee"))
    table.wait(50)
    table.give(TakeDecision("accept"), 2)
    table.wait(50)
    table.give(ResumeClock())
    assert table.now - table.hand.turn_began == thinking


@pytest.mark.article("CI-10")
def test_a_hand_that_is_rebuilt_gives_its_player_a_fresh_turn():
    table = competencia()
    table.play("00")
    table.give(RecordInfraction("CI-10", 1), REFEREE)
    table.wait(600)
    table.give(TakeDecision("rebuild"), 2)
    assert (table.turn, table.hand.turn_began) == (1, table.now)


@pytest.mark.article("CI-9", "CI-10")
def test_a_hand_rebuilt_while_the_match_is_paused_begins_its_turn_when_it_goes_on():
    table = competencia()
    table.play("00")
    table.give(RecordInfraction("CI-10", 1), REFEREE)
    table.wait(10)
    table.give(PauseClock("referee"))
    table.wait(100)
    table.give(TakeDecision("rebuild"), 2)
    table.wait(10)
    table.give(ResumeClock())
    assert table.hand.turn_began == table.now
    table.now += 2 * SECOND
    table.do("1 00")
    assert table.told(TilePlaced)[-1].took == 2 * SECOND


@pytest.mark.article("TG-7.9", "TG-18.2")
def test_a_hand_that_ends_while_the_match_is_paused_is_talked_about_once_it_goes_on():
    table = Table("tarragona", opener=1).deal(DOMINO_A)
    table.give(RecordInfraction("TG-14.8", 3), REFEREE)
    table.give(PauseClock("referee"))
    table.wait(100)
    table.give(TakeDecision("annul"), 4)
    table.wait(10)
    table.give(ResumeClock())
    assert table.match.counted_at == table.now


@pytest.mark.article("CI-3")
def test_the_director_calls_time_before_the_tables_own_minutes_are_over():
    table = competencia()
    with pytest.raises(Refusal, match="not over"):
        step(table.match, CallTime(), TABLE, table.now)
    table.give(CallTime(), DIRECTOR)
    assert table.match.hands_left == 2
    with pytest.raises(Refusal, match="already"):
        step(table.match, CallTime(), DIRECTOR, table.now)


def test_a_match_without_minutes_ends_when_the_director_says_so():
    table = Table("tarragona", opener=1).deal(DOMINO_A)
    table.give(CallTime(), DIRECTOR)
    assert table.match.hands_left == 1


@pytest.mark.article("SJ-estructura")
def test_the_halls_clock_says_when_the_minutes_are_over():
    table = Table("san-juan", opener=1).deal(DOMINO_A)
    table.give(SetEnd(30 * MINUTE), DIRECTOR)
    table.wait(30 * 60 - 1)
    assert table.match.time_called is None
    table.wait(1)
    assert table.match.time_called == 30 * MINUTE
    assert len(table.told(TimeCalled)) == 1


@pytest.mark.article("SJ-estructura")
def test_an_end_that_is_set_in_a_pause_is_put_off_by_the_rest_of_the_pause_only():
    table = Table("san-juan", opener=1).deal(DOMINO_A)
    table.wait(5)
    thinking = table.now - table.hand.turn_began
    table.give(PauseClock("director"), DIRECTOR)
    table.wait(600)
    table.give(SetEnd(30 * MINUTE), DIRECTOR)
    assert table.match.clock.paused is not None
    table.wait(60)
    table.give(ResumeClock(), DIRECTOR)
    assert table.match.clock.ends == 31 * MINUTE
    assert table.now - table.hand.turn_began == thinking


def test_a_clock_that_runs_backwards_stands_still():
    table = competencia()
    table.wait(10)
    table.play("00", every=1)
    table.now -= 8 * SECOND
    table.do("2 <05")
    placed = table.told(TilePlaced)[-1]
    assert placed.took == 0
    assert [event.at for event in table.events] == sorted(event.at for event in table.events)


def test_a_pause_outlasts_a_restart_because_it_is_in_the_log():
    table = competencia()
    table.give(PauseClock("restart"), TABLE)
    again = table.ledger.match
    assert again == table.match
    assert again.clock.paused == table.now


@pytest.mark.article("CI-3", "CI-10")
def test_a_void_hand_after_time_uses_up_none_of_the_hands_left():
    table = Table("competencia-individual", opener=1, limit="500p 25m").deal(BLOCK_AC)
    table.give(CallTime(), DIRECTOR)
    assert table.match.hands_left == 2, "this one and one more"
    table.play("00")
    table.give(RecordInfraction("CI-10", 1), REFEREE)
    table.give(TakeDecision("opening"), 2)
    assert (table.line.how, table.match.hands_left, table.match.phase) == ("void", 2, Phase.COUNTING)
    table.agree().deal(BLOCK_AC).play(BLOCK_AC.moves)
    assert (table.match.hands_left, table.match.ended_by) == (1, None)
    table.agree().deal(DOMINO_A).play(DOMINO_A.moves)
    assert (table.match.hands_left, table.match.ended_by) == (0, "time")
