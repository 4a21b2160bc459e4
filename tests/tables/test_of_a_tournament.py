"""A table of a tournament: its seats are somebody's, the director runs it, and the hall's clock is its time."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tantera.play import DIRECTOR, TABLE, Phase
from tantera.play.events import Brought, ClockPaused, MatchStarted, TimeCalled
from tantera.play.log import write_event
from tantera.play.orders import PauseClock, RecordInfraction, ResumeClock, SetEnd, Undo
from tantera.rules import load_book, with_options
from tantera.tables import Settings, TableProgress, next_time, open_table, opened, read_event, start_table
from tantera.tables import events as t
from tantera.tables import orders as o
from tantera.tables.hall import may_begin, owed_to_hall, played, running
from tantera.tables.permission import AT_A_TOURNAMENT, PERMISSIONS
from tantera.tables.view import table_view
from tantera.tournament.hall.state import MINUTE, HallClock
from tests.tables.rooms import PEOPLE, Room

NAMES = ("Ana", "Bea", "Cai", "Dan")
BEGUN = HallClock(round=1, length=20 * MINUTE, started=0)
EVENT = "event:copa"


class Reserved(Room):
    """A table whose seats are for ana, bea, cai and dan, in this order."""

    def __init__(self, book: str = "san-juan", *, seated: int = 4, **options: str | int) -> None:
        base = with_options(load_book(book), options)
        super().__init__(base, people=0, sits=False)
        self.book = base
        settings = Settings(fill=False, take_backs=False, pauses=False)
        first = open_table(base, EVENT, "Torneo", settings, at=0, reserved=NAMES)
        self.events, self.table = [first], start_table(base, first)
        self.done = TableProgress(self.table, (), self.table)
        for seat, person in enumerate(PEOPLE[:seated], start=1):
            self.do(o.SeatEntrant(person, seat), DIRECTOR)
            self.do(o.Connect(), person)

    def started(self, *brought: Brought) -> Reserved:
        self.do(o.Start(brought), DIRECTOR)
        self.begun()
        return self

    def follows(self, clock: HallClock) -> list[str]:
        """Whatever the hall's clock asks of it now."""
        asked = []
        while (order := owed_to_hall(self.table, clock, 1, self.now)) is not None:
            asked.append(type(order).__name__)
            self.do(order, DIRECTOR)
            self.settle()
        return asked


# --- seats ------------------------------------------------------------------------------------------------------------


def test_the_seats_have_their_names_before_anybody_sits():
    room = Reserved(seated=0)
    assert [seat.name for seat in table_view(room.table, "zoe").seats] == list(NAMES)
    assert room.table.players == ()
    assert room.table.guests == (), "whoever runs the tournament sits at none of its tables"
    assert room.table == opened(map(read_event, map(write_event, room.events)))


def test_nobody_takes_a_seat_but_by_the_director():
    room = Reserved(seated=1)
    for order, by in (
        (o.Enter("Zoe"), "zoe"),
        (o.Sit(2), "ana"),
        (o.StandUp(), "ana"),
        (o.SeatBot(2, "level-1"), DIRECTOR),
        (o.Start(), TABLE),
        (o.CloseTable(), "ana"),
        (o.Propose("rematch"), "ana"),
    ):
        assert room.refused(order, by)
    assert set(AT_A_TOURNAMENT) < set(PERMISSIONS)
    assert "another seat" in room.refused(o.SeatEntrant("ana", 2), DIRECTOR)
    assert "no seat 5" in room.refused(o.SeatEntrant("bea", 5), DIRECTOR)
    assert "no seat to take" in Room().refused(o.SeatEntrant("zoe", 1), DIRECTOR)


def test_who_stays_away_keeps_the_seat_and_the_table_waits():
    room = Reserved(seated=2)
    room.do(o.Disconnect(), "ana")
    room.do(o.Disconnect(), "bea")
    room.wait(24 * 3600)
    assert room.table.closed is None
    assert list(room.table.players) == ["ana", "bea"]
    room.do(o.Connect(), "ana")
    room.do(o.Leave(), "ana")
    assert room.table.chairs[0].name == "Ana", "whose seat it is stands on it all the same"
    assert list(room.table.players) == ["bea"]


def test_no_bot_plays_for_somebody_who_is_away():
    room = Reserved().started()
    room.do(o.Disconnect(), "ana")
    room.wait(600)
    assert all(chair.bot is None for chair in room.table.chairs)
    assert table_view(room.table, "bea").seats[0].grace_until is None


def test_the_same_player_goes_on_with_another_phone():
    room = Reserved().started()
    assert "another phone" in room.refused(o.SeatEntrant("ana-2", 1), DIRECTOR)
    room.do(o.Disconnect(), "ana")
    room.do(o.SeatEntrant("ana-2", 1), DIRECTOR)
    room.do(o.Connect(), "ana-2")
    seat = room.table.seat_of("ana-2")
    assert seat is not None
    assert room.table.chairs[seat - 1].first == 1
    assert room.table.guest("ana") is None
    assert room.do(o.SeatEntrant("ana-2", 1), DIRECTOR) == ()
    assert room.table.ledger is not None
    kept = len(room.table.ledger.effective)
    room.plays()
    room.do(Undo(kept, "x"), DIRECTOR)
    assert room.table.seat_of("ana-2") == seat


@pytest.mark.article("TG-6.4")
def test_a_seat_is_found_where_the_draw_has_moved_it():
    room = Reserved("tarragona").started()
    for place, person in enumerate(PEOPLE, start=1):
        seat = room.table.seat_of(person)
        assert seat == room.table.chair_of(place)
    room.do(o.Disconnect(), "cai")
    room.do(o.SeatEntrant("cai-2", 3), DIRECTOR)
    assert room.table.seat_of("cai-2") == room.table.chair_of(3)


def test_a_judge_comes_as_referee_and_another_one_in_their_place():
    room = Reserved().started()
    room.do(o.Appoint("eva", "Eva Mora"), DIRECTOR)
    assert room.table.referee == "eva"
    assert "does not see its racks" in room.refused(o.Appoint("ana", "Ana"), DIRECTOR)
    room.do(o.Appoint("pau", "Pau"), DIRECTOR)
    assert room.table.referee == "pau"
    room.do(o.StandUp(), "pau")
    assert room.table.referee is None
    assert "another seat" in Reserved(seated=3).refused(o.SeatEntrant("ana", 4), DIRECTOR)


def test_names_for_every_seat_or_none():
    with pytest.raises(Exception, match="3 names for 4 players"):
        open_table(load_book("clasico"), EVENT, "Torneo", reserved=NAMES[:3])


# --- the hall's clock -------------------------------------------------------------------------------------------------


def test_it_begins_when_everybody_is_there_and_the_clock_runs():
    room = Reserved(seated=3)
    assert not may_begin(room.table, BEGUN, 1, 0, with_clock=True)
    room.do(o.SeatEntrant("dan", 4), DIRECTOR)
    assert not may_begin(room.table, BEGUN, 1, 0, with_clock=True), "dan sits, and is not there"
    room.do(o.Connect(), "dan")
    assert next_time(room.table) is None, "it does not begin by itself"
    ready = HallClock(1, 20 * MINUTE)
    assert not may_begin(room.table, None, 1, 0, with_clock=True)
    assert not may_begin(room.table, ready, 1, 0, with_clock=True)
    assert may_begin(room.table, BEGUN, 1, 0, with_clock=True)
    assert not may_begin(room.table, BEGUN, 1, 20 * MINUTE, with_clock=True), "time has come"
    assert may_begin(room.table, replace(BEGUN, more={1: MINUTE}), 1, 20 * MINUTE, with_clock=True)
    assert may_begin(room.table, None, 1, 0, with_clock=False)


def test_cards_are_brought_to_the_match():
    room = Reserved("tarragona", card_span="tournament")
    (started, *_) = room.do(o.Start((Brought(2, cards=(("blue", 1),)),)), DIRECTOR)
    assert isinstance(started, MatchStarted)
    assert started.brought[0].cards == (("blue", 1),)


@pytest.mark.article("CI-3")
def test_the_halls_time_is_the_matchs_time():
    room = Reserved("competencia-individual").started()
    assert room.follows(BEGUN) == ["SetEnd"]
    assert room.match.clock.ends == 20 * MINUTE
    assert room.follows(BEGUN) == []
    longer = replace(BEGUN, more={1: 5 * MINUTE})
    assert room.follows(longer) == ["SetEnd"]
    assert room.match.clock.ends == 25 * MINUTE
    room.now += 1000
    called = replace(BEGUN, called=room.now)
    assert room.follows(called) == ["SetEnd"]
    assert room.match.time_called is not None
    assert any(isinstance(event, TimeCalled) for event in room.events)
    assert room.follows(called) == [], "what follows is the book's"


def test_where_the_event_has_no_minutes_time_ends_no_match():
    room = Reserved("clasico").started()
    assert room.follows(replace(BEGUN, called=1000)) == []
    assert room.match.time_called is None
    assert room.follows(replace(BEGUN, paused=room.now)) == ["PauseClock"], (
        "it stands still with the others all the same"
    )


def test_a_pause_of_the_hall_lasts_as_long_as_it_does():
    room = Reserved("competencia-individual").started()
    room.follows(BEGUN)
    paused = replace(BEGUN, paused=room.now)
    assert room.follows(paused) == ["PauseClock"]
    assert room.table.pause is not None
    assert room.table.pause.why == "director"
    room.wait(3 * 3600)
    assert room.table.pause is not None, "three hours for lunch"
    going_on = replace(BEGUN, stood=3 * 3600 * 1000)
    assert room.follows(going_on) in (["ResumeClock"], ["ResumeClock", "SetEnd"])
    assert room.match.clock.ends == going_on.ends()


def test_a_pause_that_is_not_the_halls_is_not_its_to_end():
    room = Reserved("competencia-individual").started()
    room.do(PauseClock("restart"), TABLE)
    assert room.follows(BEGUN) == []
    assert isinstance(room.events[-1], ClockPaused)
    paused = replace(BEGUN, paused=room.now)
    assert room.follows(paused) == [], "it stands still already"
    room.do(ResumeClock(), TABLE)
    assert room.follows(paused) == ["PauseClock"]


def test_without_a_clock_or_a_match_nothing_is_owed():
    room = Reserved()
    assert owed_to_hall(room.table, BEGUN, 1, 0) is None
    room.started()
    assert owed_to_hall(room.table, None, 1, 0) is None
    assert owed_to_hall(room.table, HallClock(1, MINUTE), 1, 0) is None
    assert isinstance(owed_to_hall(room.table, BEGUN, 1, 0), SetEnd)  # San Juan has its forty minutes


# --- how it ended -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", ["san-juan", "tarragona", "clasico", "ueh"])
def test_the_end_is_told_by_the_seats_of_the_round(book: str):
    room = Reserved(book)
    assert played(room.table) is None
    assert running(room.table) == ()
    room.started()
    assert played(room.table) is None
    assert set(running(room.table)) == {0}
    room.match_over()
    ended, match = played(room.table), room.match
    assert ended is not None
    assert match.phase is Phase.ENDED
    people = {person: place for place, person in enumerate(PEOPLE, start=1)}
    for side, points in zip(match.sides, match.score, strict=True):
        places = tuple(sorted(people[str(room.table.chairs[seat - 1].person)] for seat in side))
        assert dict(zip(ended.sides, ended.score, strict=True))[places] == points
        assert (side == match.winner) == (places == ended.winner)
    assert sorted(running(room.table)) == sorted(match.score)
    assert "no seat to take" in room.refused(o.SeatEntrant("zoe", 1), DIRECTOR)
    room.do(o.CloseTable("director"), DIRECTOR)
    assert isinstance(room.events[-1], t.TableClosed)


@pytest.mark.article("TG-18.4")
def test_cards_shown_at_the_table_are_told_with_it():
    room = Reserved("tarragona").started()
    seat = room.table.chair_of(2)
    room.do(RecordInfraction("TG-14.1", seat), DIRECTOR)
    room.match_over()
    ended = played(room.table)
    assert ended is not None
    assert [(one.seat, one.card) for one in ended.sanctions][:1] == [(2, "blue")]
