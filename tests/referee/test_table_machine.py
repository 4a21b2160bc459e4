"""A table as a state machine: moves, records, decisions, corrections, pauses, time and rubbish, mixed by chance.

What always holds is in `live.py`, who does what in `people.py`; here they meet.
"""

from __future__ import annotations

from random import Random
from typing import ClassVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tantera.play import (
    DIRECTOR,
    REFEREE,
    SPECTATOR,
    TABLE,
    Actor,
    CallTime,
    PauseClock,
    Phase,
    ResumeClock,
    SignSheet,
    TakeDecision,
    options,
    record,
)
from tantera.play.events import DecisionTaken, PauseReason
from tantera.play.ledger import Progress, happenings
from tantera.play.orders import ChangeDecision, SetEnd, Undo
from tantera.play.record import SeenExposed
from tantera.referee import undo
from tantera.referee.correcting import change_decision
from tantera.rules import Refusal, load_book, with_options
from tantera.rules.loader import SOURCE_BOOKS
from tantera.tiles import tiles_in
from tests.builders import MINUTE, SECOND, decider
from tests.play.tables import proof, random_table
from tests.referee.live import LiveTable
from tests.referee.people import ANSWERS, Somebody

pytestmark = pytest.mark.by_chance

SEEDS = st.integers(0, 2**32)
LIMITS = ("500p", "30h", "400p 3m", "9h 10m")
"""Longer matches than chance gives: something has to happen in them."""


class TableMachine(RuleBasedStateMachine):
    book: ClassVar[str]

    @initialize(seed=SEEDS, at=st.sampled_from([0, 1_700_000_000_000]))
    def begin(self, seed, at):
        self.rng = Random(seed)
        name, chosen = random_table(self.rng, self.book)
        if self.rng.random() < 0.7:
            chosen["limit"] = self.rng.choice(LIMITS)
        self.table = LiveTable(with_options(load_book(name), chosen), at)
        self.people = Somebody(self.table, self.rng, seed)

    @rule(steps=st.integers(1, 25))
    def they_play_on(self, steps):
        for _ in range(steps):
            self.people.goes_on()

    @rule(steps=st.integers(20, 60))
    def they_play_a_hand_or_more(self, steps):
        for _ in range(steps):
            self.people.goes_on()

    @rule(by=st.sampled_from([REFEREE, REFEREE, REFEREE, DIRECTOR, 2, SPECTATOR]), steps=st.integers(0, 12))
    def the_referee_records(self, by, steps):
        """Mostly in the middle of a hand; the first record that the table does not contradict."""
        for _ in range(steps):
            if self.table.match.hand_in_play and self.rng.random() < 0.2:
                break
            self.people.goes_on()
        for _ in range(8):
            if self.table.give(self.people.record(), by):
                assert by in (REFEREE, DIRECTOR)
                break

    @precondition(lambda self: self.table.match.awaiting is not None)
    @rule()
    def whoever_has_to_decides(self):
        self.people.decides()

    @precondition(lambda self: self.table.match.awaiting is not None)
    @rule()
    def somebody_else_tries_to_decide(self):
        match = self.table.match
        assert match.awaiting is not None
        others = [actor for actor in self.table.actors if actor != decider(match) and not options(match, actor)]
        for actor in others:
            assert not self.table.give(TakeDecision(self.rng.choice([*match.awaiting.choices, "yes"])), actor)

    @rule(by=st.sampled_from([*range(0, 6), SPECTATOR, REFEREE, DIRECTOR, TABLE]), times=st.integers(1, 4))
    def somebody_orders_rubbish(self, by, times):
        for _ in range(times):
            self.table.give(self.people.rubbish(), by)

    @rule(by=st.sampled_from([1, 2, REFEREE, DIRECTOR, TABLE]))
    def the_clock_is_stopped(self, by):
        reasons: dict[Actor, PauseReason] = {REFEREE: "referee", DIRECTOR: "director", TABLE: "restart"}
        may = self.table.match.clock.paused is None and self.table.match.phase is not Phase.ENDED
        assert self.table.give(PauseClock(reasons.get(by, "agreed")), by) == (may and not isinstance(by, int))

    @precondition(lambda self: self.table.match.clock.paused is not None)
    @rule(by=st.sampled_from([1, 2, REFEREE, DIRECTOR, TABLE]))
    def the_clock_goes_on(self, by):
        over = self.table.match.phase is Phase.ENDED
        assert self.table.give(ResumeClock(), by) == (not isinstance(by, int) and not over)

    @rule(in_minutes=st.sampled_from([-1, 0, 1, 5]), by=st.sampled_from([1, REFEREE, DIRECTOR, DIRECTOR]))
    def the_halls_clock_ends(self, in_minutes, by):
        if self.table.give(SetEnd(self.table.time + in_minutes * MINUTE), by):
            assert by is DIRECTOR

    @rule(by=st.sampled_from([1, REFEREE, DIRECTOR]))
    def the_director_calls_time(self, by):
        if self.rng.random() < 0.3 and self.table.give(CallTime(), by):
            assert by is DIRECTOR

    @rule(milliseconds=st.sampled_from([1, 999, 5 * SECOND, 21 * SECOND, 59_999, 200 * SECOND]))
    def time_goes_by(self, milliseconds):
        self.table.wait(milliseconds)

    @rule(milliseconds=st.sampled_from([1, 5 * SECOND, 60 * MINUTE]))
    def the_machines_clock_runs_backwards(self, milliseconds):
        before = self.table.match
        self.table.wait(-milliseconds)
        assert self.table.match == before
        self.people.goes_on()

    @rule()
    def somebody_lays_a_tile_open(self):
        hand = self.table.match.hand
        if self.table.match.phase is Phase.PLAYING and hand is not None and self.table.match.clock.paused is None:
            seat = self.rng.choice(hand.seats)
            tile = self.rng.choice(list(tiles_in(hand.racks[seat - 1])))
            match = before = self.table.match
            seen = record(match, SeenExposed(seat, tile), self.table.time).events
            seen_so = tuple(happenings(before, seen))
            self.table.happened(Progress(before, seen_so, self.table.ledger.plus(seen).match))
            self.table.wait(0)

    @rule(kept=st.floats(0, 1))
    def somebody_takes_back(self, kept):
        """To a moment at which the table stood, between two steps."""
        moments = sorted(self.table.marks)
        keep = moments[round(kept * (len(moments) - 1))]
        self.table.correct(undo(self.table.ledger, Undo(keep, "taken back"), self.table.time))

    @rule()
    def a_decision_is_changed(self):
        ledger = self.table.ledger
        taken = [one for one in ledger.effective if isinstance(one, DecisionTaken) and one.infraction is not None]
        number = self.rng.choice(taken).infraction if taken else self.rng.randint(-1, 2)
        for answer in self.rng.sample(ANSWERS, len(ANSWERS)):
            try:
                correction = change_decision(ledger, ChangeDecision(number or 0, answer, ""), self.table.time)
            except Refusal as refusal:
                self.table.cites_the_book(refusal)
                continue
            self.table.correct(correction)
            break

    @rule()
    def somebody_comes_back(self):
        self.table.join(self.rng.choice(self.table.actors))

    @precondition(lambda self: self.table.match.phase is Phase.ENDED)
    @rule()
    def the_sheet_is_signed(self):
        for seat in self.table.seats:
            match = self.table.match
            waited_for = seat in match.signers and seat not in match.signatures
            assert self.table.give(SignSheet(seat), seat) == waited_for

    @invariant()
    def events_tell_everything(self):
        self.table.the_log_folds_to_the_match()
        self.table.undoing_gives_any_moment_back(self.rng)

    @invariant()
    def options_are_what_the_door_accepts(self):
        self.table.what_is_listed_is_accepted()
        for _ in range(3):
            self.table.what_is_not_listed_is_refused(self.people.move())

    @invariant()
    def the_table_is_sound(self):
        self.table.the_hand_is_sound()
        self.table.nobody_sees_too_much(self.rng)
        self.table.somebody_can_go_on()


def run(book: str, examples: int, steps: int) -> None:
    machine = type("TableMachine", (TableMachine,), {"book": book})
    how_much = settings(
        max_examples=examples, stateful_step_count=steps, deadline=None, suppress_health_check=list(HealthCheck)
    )
    run_state_machine_as_test(machine, settings=how_much)


@pytest.mark.parametrize("book", SOURCE_BOOKS)
def test_whatever_people_do_log_match_and_every_screen_agree(book):
    run(book, 6, 20)


@pytest.mark.prove
@pytest.mark.parametrize("book", SOURCE_BOOKS)
def test_very_many_tables_keep_log_match_and_screens_in_step(book):
    run(book, proof(100, 1500), 60)
