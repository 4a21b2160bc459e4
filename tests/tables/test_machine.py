"""A table as a state machine: people come, go, play, talk, pause and take back, and what always holds."""

from random import Random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from tantera.play import DIRECTOR, JUDGES, TABLE, GiveRuling, PauseClock, RecordInfraction, ResumeClock, options
from tantera.play.log import write_log
from tantera.play.orders import ChangeDecision, Undo
from tantera.rules import Refusal, load_book, with_options
from tantera.tables import By, Settings, Times, act
from tantera.tables import orders as o
from tantera.tables.events import read_event
from tests.play.tables import proof, tables
from tests.tables.rooms import CODE, PEOPLE, Room
from tests.tables.test_agenda import vanish
from tests.tables.test_views import no_tile_leaks

people = st.sampled_from([*PEOPLE, "eva", "fred", "zoe"])
seats = st.integers(1, 4)
whats = st.sampled_from(["pause", "resume", "take_back", "rematch", "partners", "end_grace", "referee", "opener"])
orders = st.one_of(
    st.builds(o.Enter, people.map(str.title), st.sampled_from([CODE, ""])),
    st.builds(o.Connect),
    st.builds(o.Disconnect),
    st.builds(o.Leave),
    st.builds(o.Sit, st.integers(0, 5)),
    st.builds(o.StandUp),
    st.builds(o.SeatBot, seats, st.just("level-2")),
    st.builds(o.RemoveBot, seats),
    st.builds(o.Start),
    st.builds(o.CloseTable),
    st.builds(o.AddEntropy, st.text(max_size=5)),
    st.builds(o.Propose, whats, st.one_of(st.none(), seats)),
    st.builds(o.Agree, whats),
    st.builds(o.Decline, whats),
    st.builds(o.Say, st.sampled_from(["table", "partner", "watchers", "referee"]), st.text(max_size=5)),
    st.builds(o.CallReferee, st.text(max_size=5)),
    st.builds(o.AskHint),
    st.builds(o.SetPace, st.sampled_from(["slow", "at_once"])),
    st.builds(o.AnswerCall, people),
    st.builds(o.Appoint, people),
    st.builds(PauseClock, st.just("referee")),
    st.builds(ResumeClock),
    st.builds(o.EndGrace, seats),
    st.builds(o.Deal),
)
quickly = Times(
    move=20_000, bot=2_000, seat=5_000, count=10_000, decision=10_000, ruling=20_000, signature=20_000,
    consent=20_000, pause=60_000, grace=30_000, between=5_000, idle=120_000, alone=180_000,
)  # fmt: skip


class TableMachine(RuleBasedStateMachine):
    """People at a table of any book, with any options."""

    @initialize(
        table=tables,
        away=st.sampled_from(["bot", "book"]),
        chat=st.sampled_from(["off", "book", "free"]),
        watching=st.sampled_from(["nobody", "no_racks", "all_racks"]),
        sitting=st.integers(1, 4),
        seed=st.integers(0, 2**20),
    )
    def open(self, table, away, chat, watching, sitting, seed):
        book_id, changed = table
        limit = changed.get("limit")
        book = with_options(load_book(book_id), {key: value for key, value in changed.items() if key != "limit"}, limit)
        if book.abandonment is None:
            away = "bot"
        how = Settings(away=away, chat=chat, watching=watching, times=quickly)
        self.rng = Random(seed)
        self.room = Room(book, people=min(sitting, book.options.players), settings=how)
        if sitting < book.options.players:
            self.room.do(o.Start(), "ana")

    def open_for_orders(self) -> bool:
        return self.room.table.closed is None

    def attempt(self, order, by: By) -> bool:
        """Give an order; a refused one changes nothing."""
        before = self.room.table
        size = len(self.room.events)
        try:
            self.room.do(order, by)
        except Refusal:
            assert self.room.table is before
            assert len(self.room.events) == size
            return False
        return True

    @rule(order=orders, by=st.one_of(people, people, people, st.sampled_from([DIRECTOR, JUDGES, TABLE])))
    def anybody_orders_anything(self, order, by):
        self.attempt(order, by)

    @rule(moves=st.integers(1, 12))
    def they_play_on(self, moves):
        """Whoever has something to do in the match does one of the things they may."""
        for _ in range(moves):
            match = self.room.table.match
            if match is None or not self.open_for_orders():
                return
            may = [(seat, order) for seat in range(1, len(match.names) + 1) for order in options(match, seat)]
            if not may:
                self.time_passes(1)
                continue
            seat, order = self.rng.choice(may)
            self.attempt(order, self.room.whose(seat))

    @rule(person=people)
    def somebody_comes_and_sits_down(self, person):
        self.attempt(o.Enter(person.title(), CODE), person)
        self.attempt(o.Connect(), person)
        self.attempt(o.Sit(self.rng.randint(1, 4)), person)

    @rule(what=whats, decisive=st.booleans(), play_on=st.booleans())
    def somebody_proposes_and_the_others_answer(self, what, decisive, play_on):
        """Whoever can propose it does, perhaps after a move, and perhaps all agree."""
        if play_on:
            self.they_play_on(1)
        seat = self.rng.randint(1, 4)
        proposed = [person for person in (*PEOPLE, "eva", "fred") if self.attempt(o.Propose(what, seat), person)]
        for person in self.room.table.players if proposed and decisive else ():
            self.attempt(o.Agree(what), person)

    @rule()
    def everybody_adds_to_the_seed_and_says_something(self):
        for person in (*PEOPLE, "eva", "fred"):
            self.attempt(o.AddEntropy("a" + str(self.rng.random())), person)
            for audience in ("table", "partner", "watchers", "referee"):
                self.attempt(o.Say(audience, f"{person} to {audience}"), person)
            self.attempt(o.CallReferee("come"), person)

    @rule(by=st.sampled_from(["eva", "fred", DIRECTOR]), turn=st.booleans())
    def somebody_records_an_infraction(self, by, turn):
        infractions = self.room.book.catalogue
        if infractions:
            record = RecordInfraction(self.rng.choice(infractions).article, self.rng.randint(1, 4))
            self.attempt(record, by)
        self.attempt(GiveRuling(None, "somebody"), by)

    @rule(by=st.sampled_from(["eva", "fred", DIRECTOR]), back=st.integers(0, 60))
    def somebody_corrects_what_was_written(self, by, back):
        ledger = self.room.table.ledger
        if ledger is not None:
            self.attempt(Undo(max(1, len(ledger.effective) - back), "written wrongly"), by)
            self.attempt(ChangeDecision(0, self.rng.choice(["annul", "continue", "no"]), "decided wrongly"), by)

    @rule(seconds=st.sampled_from([0, 1, 3, 10, 40]))
    def time_passes(self, seconds):
        self.room.wait(seconds)

    @invariant()
    def nobody_has_two_seats_and_names_follow_people(self):
        if not hasattr(self, "room"):
            return
        table = self.room.table
        assert len(set(table.players)) == len(table.players)
        names = [guest.name.casefold() for guest in table.guests]
        assert len(set(names)) == len(names)
        assert table.version == len(self.room.events)
        if table.in_play is not None:
            assert tuple(chair.name for chair in table.chairs) == table.in_play.names
            assert tuple(chair.person or "" for chair in table.chairs) == table.in_play.players
        assert table.referee not in table.sat

    @invariant()
    def no_view_tells_a_tile(self):
        if hasattr(self, "room") and self.rng.random() < 0.15:
            no_tile_leaks(self.room.table, self.rng)

    def teardown(self):
        if not hasattr(self, "room"):
            return
        room = self.room
        assert room.replayed() == room.table
        assert tuple(map(read_event, write_log(room.events).splitlines())) == tuple(room.events)
        if room.table.closed is None:
            vanish(room)
            assert room.replayed() == room.table


@pytest.mark.by_chance
def test_whatever_people_do_the_stream_folds_to_the_table_and_the_table_ends():
    patient = settings(
        max_examples=proof(40, 2000),
        stateful_step_count=40,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
    )
    run_state_machine_as_test(TableMachine, settings=patient)


def test_a_refused_order_leaves_the_table_as_it_was():
    room = Room().begun()
    before = write_log(room.events)
    for person in (*PEOPLE, "zoe"):
        for order in (o.Sit(1), o.Deal(), o.Agree("pause"), o.EndGrace(1), o.Start()):
            try:
                act(room.table, order, person, room.now)
            except Refusal:
                assert room.replayed() == room.table
    assert write_log(room.events) == before
