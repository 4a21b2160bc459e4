"""The ledger: corrections applied one after the other, and nothing in a log that cannot be."""

from __future__ import annotations

import gc
from random import Random

import pytest

from tantera.play import Ledger, Match, new_match, start_match
from tantera.play.events import Corrected, CountAgreed, Event, MatchStarted, SeatsTaken
from tantera.play.ledger import Tape
from tantera.play.log import LogError
from tantera.play.orders import Undo
from tantera.referee import step, undo
from tantera.rules import load_book, with_options
from tests.builders import Table, by_whom, ledger_of
from tests.golden.hands import BLOCK_AC
from tests.play.tables import next_command


def table() -> Table:
    return Table("san-juan", opener=1).deal(BLOCK_AC).play("00 >05 <06 >54")


@pytest.mark.parametrize("since", [-1, 0, 99])
def test_a_correction_of_events_that_are_not_there_is_no_log(since: int):
    with pytest.raises(LogError):
        table().ledger.plus([Corrected(since, (), "", at=0)])


def test_events_between_two_corrections_count_once():
    log = table().events
    first, second = Corrected(4, (), "", at=9000), Corrected(5, (), "", at=9000)
    together = ledger_of(table().book, [*log, first, log[4], log[5], second, log[5]])
    assert list(together.effective) == log[:6]
    one_by_one = ledger_of(table().book, log)
    for event in (first, log[4], log[5], second, log[5]):
        one_by_one = one_by_one.plus([event])
    assert one_by_one == together


def test_what_was_written_stays_written_and_its_time_too():
    ledger = table().ledger
    undone = ledger.plus([undo(ledger, Undo(3, ""), 60_000)])
    assert (undone.version, len(undone.effective)) == (ledger.version + 1, 3)
    assert undone.at == 60_000 > undone.match.at
    assert undo(undone, Undo(2, ""), 0).at == 60_000
    assert ledger.version == len(table().events), "the ledger before it is as it was"


def test_a_tape_that_was_written_on_twice_keeps_both_ends():
    tape = Tape([1, 2])
    one, other = tape.plus([3]), tape.plus([4, 5])
    assert (list(tape), list(one), list(other)) == ([1, 2], [1, 2, 3], [1, 2, 4, 5])
    assert list(one.plus([6])) == [1, 2, 3, 6]
    assert (tape[-1], one[-1], other[1:], len(other)) == (2, 3, (2, 4, 5), 4)
    with pytest.raises(IndexError):
        tape[2]


def test_a_log_that_does_not_begin_with_a_match_is_none():
    nothing: list[Event] = []
    for log in (nothing, table().events[1:]):
        with pytest.raises(LogError, match="a match that starts"):
            Ledger.opened(log)
    assert isinstance(table().events[0], MatchStarted)


def test_an_event_that_cannot_have_happened_is_answered_with_its_number():
    ledger = table().ledger
    for wrong in (CountAgreed(9, at=9000), ledger.events[0], SeatsTaken((9, 9, 9, 9), 1, at=9000)):
        with pytest.raises(LogError, match=f"event {ledger.version}"):
            ledger.plus([wrong])


def test_whoever_keeps_the_first_match_of_many_hands_keeps_no_other():
    book = with_options(load_book("san-juan"), {}, "100000p")
    rng, at = Random(5), 20_261_117
    first = match = start_match(book, new_match(book, at=at, opener=1))
    for _ in range(200):
        order = next_command(match, rng)
        match = step(match, order, by_whom(match, order), at).after
    del match
    gc.collect()
    kept = [one for one in gc.get_objects() if isinstance(one, Match) and one.started == at]
    assert kept == [first]
