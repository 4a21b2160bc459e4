"""A match as a state machine: any book, any options, any order of commands, and what always holds."""

from random import Random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from tantera.play import (
    AgreeCount,
    AgreeOpener,
    CallTime,
    ChooseSeat,
    DealHand,
    DrawForOpening,
    DrawTile,
    GiveRuling,
    HandScored,
    NameCounter,
    NameScorer,
    PassTurn,
    Phase,
    PlaceDoubles,
    PlaceTile,
    ShuffleAgain,
    SignSheet,
    decide,
    evolve,
    legal_moves,
)
from tantera.play.timing import is_late, time_is_up
from tantera.rules import Refusal, load_book, with_options
from tantera.tiles import ALL_TILES, End
from tests.builders import settle, step
from tests.play import invariants as holds
from tests.play.tables import next_command, proof, started, tables

pytestmark = pytest.mark.by_chance

seats = st.integers(0, 5)
tiles = st.sampled_from(ALL_TILES)
anything = st.one_of(
    st.builds(PlaceTile, seats, tiles, st.sampled_from([None, *End])),
    st.builds(PlaceDoubles, seats, tiles, tiles),
    st.builds(PassTurn, seats),
    st.builds(DrawTile, seats),
    st.builds(DrawForOpening, st.binary(max_size=3)),
    st.builds(ChooseSeat, seats),
    st.builds(AgreeOpener, seats),
    st.builds(NameScorer, seats),
    st.builds(NameCounter, seats),
    st.builds(DealHand, st.binary(max_size=3), st.just(())),
    st.builds(ShuffleAgain, seats, st.booleans()),
    st.builds(AgreeCount, seats),
    st.builds(CallTime),
    st.builds(GiveRuling, st.sampled_from([None, (1, 3), (2, 4), (1,), (3,), (1, 2)]), st.just("somebody")),
    st.builds(SignSheet, seats),
)
MOVES = PlaceTile | PlaceDoubles | PassTurn | DrawTile


class MatchMachine(RuleBasedStateMachine):
    @initialize(table=tables, at=st.sampled_from([0, 1_700_000_000_000]), seed=st.integers(0, 2**32))
    def begin(self, table, at, seed):
        book_id, options = table
        self.rng, self.seed = Random(seed), seed
        self.now = at
        self.match, self.events = started(with_options(load_book(book_id), options), at=at)
        self.checked = 0

    def do(self, command):
        before = self.match.re_entries
        self.match, happened = step(self.match, command, self.now)
        self.look(happened, before)

    def look(self, happened, re_entries):
        """New events are kept, and a new line on the sheet is worked out again."""
        self.events += happened
        entry = self.match.book.re_entry
        for event in happened:
            if isinstance(event, HandScored):
                factors = {seat: entry.factors[used] for seat, used in enumerate(re_entries, 1)} if entry else {}
                holds.a_line_is_what_the_book_says(self.match, event, factors)
        assert all(event.at == self.now for event in happened)

    @rule()
    def somebody_goes_on(self):
        if self.match.phase is not Phase.ENDED:
            self.do(next_command(self.match, self.rng, self.seed))

    @rule(turns=st.integers(2, 40))
    def the_hand_goes_on(self, turns):
        for _ in range(turns):
            if self.match.phase is not Phase.PLAYING:
                break
            self.do(next_command(self.match, self.rng))

    @rule(times=st.integers(1, 4))
    def hands_are_played(self, times):
        target = len(self.match.lines) + times
        while len(self.match.lines) < target and self.match.phase is not Phase.ENDED:
            self.do(next_command(self.match, self.rng, self.seed))

    @rule(milliseconds=st.sampled_from([1, 999, 5_000, 20_000, 59_999, 61_000, 200_000]))
    def time_goes_by(self, milliseconds):
        self.now += milliseconds
        before = self.match.re_entries
        self.match, happened = settle(self.match, self.now)
        self.look(happened, before)

    @rule(command=anything)
    def somebody_tries_something(self, command):
        """Legal: accepted. Not legal: refused with an article, and nothing has changed."""
        before = self.match
        hand = before.hand if before.phase is Phase.PLAYING else None
        legal = hand is not None and command in legal_moves(hand)
        late = is_late(before, self.now)
        refusal: Refusal | None = None
        try:
            events = decide(before, command, self.now).events
        except Refusal as said:
            refusal = said
        if refusal is not None:
            assert not legal or late or time_is_up(before, self.now)
            assert before.book.find(refusal.article) is not None
            assert refusal.told("es")
            assert refusal.told("ca")
            assert before == self.match
            return
        assert legal or not isinstance(command, MOVES)
        assert events
        self.do(command)

    @rule()
    def the_sheet_is_signed(self):
        waiting = [seat for seat in self.match.signers if seat not in self.match.signatures]
        if waiting and self.match.phase is Phase.ENDED:
            self.do(SignSheet(self.rng.choice(waiting)))

    @rule()
    def they_play_another_match(self):
        if self.match.phase is Phase.ENDED:
            self.match, self.events = started(self.match.book, at=self.now, after=self.match)
            self.checked = 0

    @invariant()
    def the_tiles_are_all_there(self):
        if self.match.hand is not None:
            holds.tiles_are_conserved(self.match.hand)

    @invariant()
    def one_player_is_in_turn(self):
        holds.one_player_is_in_turn(self.match)
        holds.every_legal_command_is_accepted(self.match, self.now)

    @invariant()
    def nothing_is_left_due(self):
        holds.nothing_is_due(self.match, self.now)

    @invariant()
    def the_sheet_adds_up(self):
        holds.the_sheet_adds_up(self.match, self.events)

    @invariant()
    def events_tell_everything(self):
        holds.the_log_reads_back(self.events[self.checked :])
        self.checked = len(self.events)
        if self.rng.random() < 0.1:
            holds.replay_gives_the_same(self.match, self.events)

    def teardown(self):
        if hasattr(self, "match"):
            holds.replay_gives_the_same(self.match, self.events)

    @invariant()
    def nobody_sees_too_much(self):
        holds.no_rack_is_shown_to_who_may_not_see_it(self.match)
        holds.views_hide_what_they_must(self.match, self.rng)

    @invariant()
    def a_match_that_is_over_has_a_reason(self):
        match = self.match
        assert (match.phase is Phase.ENDED) == (match.ended_by is not None)
        assert (match.phase is Phase.AWAITING) == (match.awaiting is not None)
        if match.phase is Phase.ENDED:
            assert match.winner is None or match.winner in match.sides
            assert match.opener is None
        limit = match.book.options.limit
        if (
            match.book.re_entry is None
            and limit.points is not None
            and match.phase not in (Phase.ENDED, Phase.AWAITING)
        ):
            reached = [points for points in match.score if points >= limit.points]
            assert not reached or match.score.count(max(match.score)) > 1


def run(examples: int, steps: int) -> None:
    how_much = settings(
        max_examples=examples, stateful_step_count=steps, deadline=None, suppress_health_check=list(HealthCheck)
    )
    run_state_machine_as_test(MatchMachine, settings=how_much)


def test_a_match_keeps_its_invariants():
    run(40, 40)


@pytest.mark.prove
def test_very_many_matches_keep_their_invariants():
    run(proof(500, 3000), 80)


def test_evolve_leaves_the_match_before_it_as_it_was():
    match, _ = started(load_book("clasico"))
    kept = holds.as_bytes(match)
    for event in decide(match, DealHand(b"x"), 0).events:
        evolve(match, event)
    assert holds.as_bytes(match) == kept
