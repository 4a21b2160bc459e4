"""Nothing in a log is edited: an undo and a changed decision are events, and all after them is worked out anew."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tantera.play import REFEREE, TABLE, Event, Match, Phase, RecordInfraction, TakeDecision, settle
from tantera.play.deal import commitment
from tantera.play.events import Corrected
from tantera.play.log import read_log, write_log
from tantera.play.orders import ChangeDecision, CommitSeed, Undo
from tantera.referee import correct, undo
from tantera.referee.correcting import change_decision
from tantera.rules import Refusal
from tests.builders import Table, replay
from tests.golden.hands import BLOCK_AC
from tests.referee.papers import BLOCK
from tests.referee.tables import RealTable


def now(table: RealTable, *corrections: Corrected) -> Match:
    return replay(table.book, [*table.events, *corrections])


def outcome(match: Match) -> tuple[object, ...]:
    """Everything that counts, without the moments at which it was written."""
    hand = match.hand
    place = (hand.chain, hand.racks, hand.turn, hand.turns, hand.exposed, hand.ended) if hand is not None else ()
    followed = [replace(consequence, at=0) for consequence in match.consequences]
    lines = [(line.how, line.side, line.points, line.written, line.next_opener, line.article) for line in match.lines]
    awaiting = match.awaiting and (match.awaiting.who, match.awaiting.article, match.awaiting.choices)
    return place, followed, lines, match.score, match.opener, match.phase, awaiting, match.winner, match.ended_by


def tarragona(chose: str = "") -> RealTable:
    table = RealTable("tarragona").deal().seen("00 >05 3!>14").infraction("TG-14.10", 3)
    return table.decides(chose) if chose else table


@pytest.mark.parametrize("keep", range(1, 9))
def test_undoing_to_any_moment_is_having_come_to_that_moment_only(keep):
    table = tarragona("continue").seen("<06 >54")
    assert now(table, undo(table.ledger, Undo(keep, "mistyped"), 0)) == replay(table.book, table.events[:keep])


def test_after_an_undo_the_log_goes_on_from_there():
    table = tarragona("continue")
    taken_back = undo(table.ledger, Undo(len(table.events) - 2, "seat 4 thought better of it"), 9000)
    log: list[Event] = [*table.events, taken_back]
    again = tarragona()
    assert outcome(replay(table.book, log)) == outcome(again.match)
    again.decides("annul")
    log += again.events[-3:]
    assert outcome(replay(table.book, log)) == outcome(again.match)


def test_corrections_of_corrections_apply_one_after_the_other():
    table = tarragona("continue").seen("<06 >54")
    first = undo(table.ledger, Undo(7, "one"), 1)
    second = undo(table.ledger.plus([first]), Undo(4, "two"), 2)
    assert now(table, first, second) == replay(table.book, table.events[:4])


def test_a_log_with_corrections_reads_back():
    table = tarragona("continue").seen("<06")
    log = [*table.events, change_decision(table.ledger, ChangeDecision(0, "annul", "why not"), 9000)]
    assert read_log(write_log(log)) == tuple(log)


@pytest.mark.parametrize("given_with_the_record", [True, False])
def test_a_changed_decision_is_as_if_it_had_been_decided_so_in_the_first_place(given_with_the_record):
    def played(chose: str) -> RealTable:
        table = RealTable("tarragona").deal().seen("00 >05 3!>14")
        if given_with_the_record:
            return table.infraction("TG-14.10", 3, chose=chose)
        return table.infraction("TG-14.10", 3).decides(chose)

    table = played("continue")
    for other in ("annul", "continue"):
        corrected = now(table, change_decision(table.ledger, ChangeDecision(0, other, ""), 9000))
        assert outcome(corrected) == outcome(played(other).match)


def test_moves_after_a_hand_that_is_now_annulled_are_gone():
    table = tarragona("continue").seen("<06 >54")
    changed = now(table, change_decision(table.ledger, ChangeDecision(0, "annul", ""), 9000))
    assert outcome(changed) == outcome(tarragona("annul").match)


def test_the_line_of_the_hand_is_worked_out_anew():
    table = RealTable("tarragona").deal().seen(BLOCK).infraction("TG-14.8", 3).decides("annul").result()
    assert (table.match.score, table.match.opener) == ((0, 0), 2)
    changed = now(table, change_decision(table.ledger, ChangeDecision(0, "continue", ""), 9000))
    assert (changed.score, changed.opener, changed.lines[0].how) == ((126, 0), 2, "block")


def test_a_confirmation_taken_back_gives_the_match_back():
    table = RealTable("tarragona").deal().seen("00").infraction("TG-15.4", 2, chose="continue")
    table.infraction("TG-15.4", 2).decides("yes").result()
    assert table.match.ended_by == "forfeit"
    changed = now(table, change_decision(table.ledger, ChangeDecision(1, "no", ""), 9000))
    assert changed.ended_by is None
    assert changed.cards == {2: {"yellow": 2}}
    assert changed.awaiting is not None
    assert changed.awaiting.who == (3,)


@pytest.mark.article("TG-18.2")
def test_an_annulment_taken_back_gives_the_hand_back_even_if_its_line_is_on_the_sheet():
    table = tarragona("annul").result()
    changed = now(table, change_decision(table.ledger, ChangeDecision(0, "continue", "misheard"), 9000))
    assert outcome(changed) == outcome(tarragona("continue").match)


def test_a_change_after_which_later_hands_no_longer_follow_is_refused():
    table = tarragona("annul").result()
    assert table.match.opener == 2
    table.deal().seen("05")
    with pytest.raises(Refusal):
        change_decision(table.ledger, ChangeDecision(0, "continue", ""), 9000)


def test_a_change_after_which_later_hands_still_follow_carries_them_along():
    table = RealTable("competencia-individual", limit="300p").deal().seen("1!- 2!- 3!- 4!-")
    table.infraction("CI-10", 3).decides("accept").seen(BLOCK).result()
    table.deal().seen("2!-").infraction("CI-10", 2).decides("accept")
    assert table.match.difference_penalties == {3: -30, 2: -30}
    changed = now(table, change_decision(table.ledger, ChangeDecision(1, "opening", ""), 9000))
    assert changed.difference_penalties == {3: -30}
    assert changed.score == (126, 0)
    assert changed.sanction is not None


def test_the_second_of_two_decisions_is_changed_without_the_first():
    table = RealTable("tarragona").deal().seen("00").infraction("TG-14.1", 2).decides("continue")
    table.seen(">05").infraction("TG-14.6", 3).decides("continue").seen("<06")
    changed = now(table, change_decision(table.ledger, ChangeDecision(1, "annul", ""), 9000))
    assert changed.sanction is not None
    assert changed.sanction.article == "TG-14.6"
    assert changed.cards == {2: {"blue": 1}, 3: {"blue": 1}}


def test_there_is_no_decision_to_change_where_there_is_no_infraction():
    table = RealTable("tarragona").deal().seen("00")
    with pytest.raises(Refusal):
        change_decision(table.ledger, ChangeDecision(0, "annul", ""), 9000)


def test_an_answer_that_was_never_offered_is_refused_as_a_change_too():
    table = tarragona("continue")
    with pytest.raises(Refusal):
        change_decision(table.ledger, ChangeDecision(0, "rebuild", ""), 9000)


@pytest.mark.article("TG-18.2")
def test_on_a_table_run_by_the_program_a_hand_that_is_now_annulled_goes_on_the_sheet_at_once():
    table = Table("tarragona", opener=1).deal(BLOCK_AC).play("00")
    table.give(RecordInfraction("TG-14.8", 3), REFEREE)
    table.give(TakeDecision("continue"), 4)
    table.play(">05")
    corrected = correct(table.ledger, ChangeDecision(0, "annul", "misheard"), REFEREE, table.now)
    assert (corrected.after.lines[-1].how, corrected.after.lines[-1].next_opener) == ("void", 2)
    assert corrected.after.phase is Phase.COUNTING
    assert table.ledger.plus(corrected.events).match == corrected.after
    assert settle(corrected.after, table.now).events == ()


@pytest.mark.article("TG-18.2")
def test_an_annulment_taken_back_after_the_count_was_agreed_gives_the_hand_back_as_it_was():
    table = Table("tarragona", opener=1).deal(BLOCK_AC).play("00")
    table.give(RecordInfraction("TG-14.8", 3), REFEREE)
    going_on = Table("tarragona", opener=1).deal(BLOCK_AC).play("00")
    going_on.give(RecordInfraction("TG-14.8", 3), REFEREE)
    going_on.give(TakeDecision("continue"), 4)
    table.give(TakeDecision("annul"), 4)
    table.agree().give(CommitSeed(commitment(b"next")), TABLE)
    corrected = correct(table.ledger, ChangeDecision(0, "continue", "misheard"), REFEREE, table.now)
    assert outcome(corrected.after) == outcome(going_on.match)
    assert (corrected.after.agreed, corrected.after.commitment) == ((), None)
