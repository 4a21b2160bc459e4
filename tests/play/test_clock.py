"""Time is events: pauses and decisions cost nobody time, a hall's clock may end a match, time never runs backwards."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tantera.notation import export, judge, read, write
from tantera.play import (
    DIRECTOR,
    JUDGES,
    REFEREE,
    TABLE,
    Actor,
    CallTime,
    DealHand,
    GiveRuling,
    Order,
    PauseClock,
    Phase,
    PlaceTile,
    RecordInfraction,
    ResumeClock,
    TakeDecision,
    deadline,
    decide,
    due,
    evolve,
    options,
    settle,
)
from tantera.play.events import ClockPaused, HandVoided, TilePlaced, TimeCalled, TurnPassed
from tantera.play.orders import ChangeDecision, SetEnd
from tantera.play.timing import is_late
from tantera.referee import step
from tantera.referee.correcting import change_decision
from tantera.rules import Refusal, load_book, with_options
from tantera.tiles import Tile
from tests.builders import MINUTE, SECOND, Table, credulous
from tests.golden.hands import BLOCK_AC, DOMINO_A
from tests.play.tables import dealt, hand_in


def competencia() -> Table:
    """Seat 1 is to open; a move has twenty seconds."""
    return Table(credulous("competencia-individual"), opener=1).deal(BLOCK_AC)


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
    assert deadline(table.match) is None
    table.wait(3600)
    assert not is_late(table.match, table.now)
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


@pytest.mark.article("TG-7.9")
def test_an_end_that_is_set_in_a_pause_takes_nothing_from_the_time_to_comment():
    table = Table("tarragona", opener=1).hands(DOMINO_A)
    counted = table.match.counted_at
    table.give(PauseClock("director"), DIRECTOR)
    table.wait(600)
    table.give(SetEnd(60 * MINUTE), DIRECTOR)
    table.wait(60)
    table.give(ResumeClock(), DIRECTOR)
    assert table.match.counted_at == counted + 660 * SECOND


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
    table = Table(credulous("competencia-individual"), opener=1, limit="500p 25m").deal(BLOCK_AC)
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


@pytest.mark.article("SJ-estructura", "SJ-irreg-2")
def test_a_lost_hand_after_time_uses_up_one_of_the_hands_left():
    table = Table(credulous("san-juan"), opener=1, at_time="extra_hands").deal(BLOCK_AC).play("00 >05")
    table.give(CallTime(), DIRECTOR)
    left = table.match.hands_left
    assert left is not None
    table.give(RecordInfraction("SJ-irreg-2", 1), REFEREE)
    assert (table.line.how, table.match.hands_left) == ("lost", left - 1)


def refused(table: Table, order: Order, by: Actor) -> str:
    """The sentence with which the door refuses it."""
    with pytest.raises(Refusal) as refusal:
        step(table.match, order, by, table.now)
    return str(refusal.value)


def test_what_the_clocks_orders_need():
    table = competencia()
    assert "is running" in refused(table, ResumeClock(), REFEREE)
    table.give(PauseClock("referee"), REFEREE)
    assert "stands still" in refused(table, PauseClock("director"), DIRECTOR)
    table.give(CallTime(), DIRECTOR)
    assert table.match.time_called == table.now, "the hall's clock does not wait for a pause"
    assert "already" in refused(table, SetEnd(table.now + MINUTE), DIRECTOR)


@pytest.mark.article("CI-3", "CI-10")
@pytest.mark.parametrize("choice", ["accept", "opening"])
def test_the_directors_tiempo_finds_tiles_lifted_though_somebody_still_decides(choice):
    table = Table("competencia-individual", opener=1).deal(DOMINO_A).play("06 <01 <15")
    table.give(RecordInfraction("CI-10", 3), REFEREE)
    assert CallTime() in options(table.match, DIRECTOR)
    table.give(CallTime(), DIRECTOR)
    assert (table.match.time_called, table.match.hands_left) == (table.now, 2)
    assert table.match.awaiting is not None
    table.give(TakeDecision(choice), 2)
    assert table.match.hands_left == 2  # a hand that is void is played again
    assert "already" in refused(table, CallTime(), DIRECTOR)
    again = judge(read(write(export(table.ledger)))).match
    assert (again.hands_left, again.opener) == (2, table.match.opener)


@pytest.mark.article("TG-18.2")
def test_where_tiempo_ends_the_hand_it_is_called_as_soon_as_what_is_open_is_decided():
    table = Table("tarragona", opener=1, limit="300p 40m", at_time="stop", level_at_end="half_point")
    table.deal(BLOCK_AC).play("00")
    table.give(RecordInfraction("TG-14.8", 3), REFEREE)
    table.give(CallTime(), DIRECTOR)
    table.wait(30)
    assert not table.told(TimeCalled)
    table.give(TakeDecision("continue"), 4)
    assert [event.at for event in table.told(TimeCalled)] == [table.now]
    assert table.line.how == "time"


@pytest.mark.article("CI-3")
def test_between_two_hands_tiempo_waits_for_a_decision_and_counts_from_then():
    table = Table("tarragona", opener=1, limit="300p 40m").hands(DOMINO_A)
    table.give(RecordInfraction("TG-14.8", 3), REFEREE)
    table.give(CallTime(), DIRECTOR)
    assert (table.match.time_called, table.match.phase) == (None, Phase.AWAITING)
    table.give(TakeDecision("continue"), 4)
    assert table.match.time_called == table.now
    assert table.match.ended_by == "time"


def test_nobody_may_do_anything_but_wait_while_a_match_is_paused_between_two_hands():
    table = Table("competencia-individual", opener=1, limit="500p").hands(DOMINO_A)
    for phase in (Phase.COUNTING, Phase.DEALING):
        assert table.match.phase is phase
        table.give(PauseClock("referee"), REFEREE)
        assert all(options(table.match, seat) == () for seat in table.match.seats)
        assert options(table.match, TABLE) == (ResumeClock(),)
        assert "stands still" in refused(table, DealHand(b"x"), TABLE)
        table.give(ResumeClock(), TABLE)
        if phase is Phase.COUNTING:
            table.agree()


@pytest.mark.article("SJ-estructura", "SJ-jueces")
def test_judges_rule_while_the_clock_stands_still():
    table = Table("san-juan", opener=1, limit="40m").deal(BLOCK_AC).wait(40 * 60)
    assert table.match.phase is Phase.AWAITING
    table.give(PauseClock("referee"), REFEREE)
    assert options(table.match, JUDGES) == tuple(GiveRuling(side, "judges") for side in ((1, 3), (2, 4), None))
    table.do("ruling 1+3")
    assert (table.match.phase, table.match.clock.paused) == (Phase.ENDED, table.now)
    assert all(options(table.match, office) == () for office in (REFEREE, JUDGES, DIRECTOR, TABLE))


@pytest.mark.article("TG-12", "TG-16.6")
def test_a_match_that_ends_in_a_pause_is_signed():
    table = Table("tarragona", opener=1).deal(DOMINO_A)
    table.give(PauseClock("referee"), REFEREE)
    table.give(RecordInfraction("TG-16.6", 4), REFEREE)
    assert (table.match.phase, table.match.clock.paused) == (Phase.ENDED, table.now)
    assert table.match.signers == (1, 2)
    table.do("sign 1", "sign 2")
    assert table.match.signatures == (1, 2)


@pytest.mark.article("TG-14.12")
def test_a_forced_turn_is_not_played_while_the_match_is_paused():
    match = dealt(with_options(load_book("tarragona"), {"tiles": 2}), 1, "66.65 11.12 22.23 33.34")
    match = replace(match, hand=replace(hand_in(match), owed=Tile.of(6, 6).bit))
    assert due(match, 0) == PlaceTile(1, Tile.of(6, 6))
    assert due(evolve(match, ClockPaused("referee", at=0)), 0) is None


def test_times_never_run_backwards_through_any_of_the_doors():
    table = competencia().wait(10).play("00")
    late = table.match
    assert evolve(late, TurnPassed(2, at=0)).at == late.at
    assert decide(late, options(late, 2)[0], 0).events[0].at == late.at
    table.give(RecordInfraction("CI-10", 1), REFEREE)
    ended = step(table.match, TakeDecision("opening"), 2, 0)
    assert {event.at for event in ended.events} == {table.match.at}
    changed = table.ledger.plus(step(table.match, TakeDecision("accept"), 2, 0).events)
    changed = changed.plus([change_decision(changed, ChangeDecision(0, "opening", ""), 0)])
    settled = settle(changed.match, 0)
    assert settled.events
    assert {event.at for event in settled.events} == {table.match.at}


def test_a_hand_is_not_closed_while_somebody_still_decides():
    table = Table("tarragona", opener=1).deal(DOMINO_A)
    table.give(RecordInfraction("TG-14.8", 3), REFEREE)
    ended = evolve(table.match, HandVoided(0, at=table.now))
    assert ended.sanction is not None
    assert settle(ended, table.now).events == ()
