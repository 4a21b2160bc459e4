"""Without its people a table stands still: for its only one, or for the last of several, and for days."""

import pytest
from msgspec.structs import replace

from tantera.play import view
from tantera.play.events import ClockPaused, ClockResumed, TilePlaced, TurnPassed
from tantera.rules import Book, load_book
from tantera.tables import Settings, bots_asked, next_time
from tantera.tables import orders as o
from tantera.tables.agenda import BLINK
from tantera.tables.events import BotStoodIn, TableClosed, TimeRanOut
from tantera.tables.settings import DAY
from tests.tables.rooms import Room, quick


def alone(book: str | Book = "clasico", settings: Settings | None = None, limit: str | None = None) -> Room:
    """Ana and as many bots as the book has seats for, in the first hand."""
    room = Room(book, people=1, settings=settings, limit=limit)
    room.do(o.Start(), "ana")
    return room.begun()


def moves(room: Room) -> int:
    return len(room.told(TilePlaced)) + len(room.told(TurnPassed))


def stood_still(room: Room) -> bool:
    return room.table.pause is not None and room.table.pause.why == "away"


@pytest.mark.parametrize("book", ["clasico", "tarragona", "san-juan", "ueh", "competencia-individual"])
def test_the_table_stands_still_while_its_only_person_is_away_and_goes_on_days_later(book: str):
    room = alone(book)
    late = len(room.told(TimeRanOut))
    room.do(o.Disconnect(), "ana")
    room.wait(BLINK / 1000)
    assert stood_still(room)
    before, clock = moves(room), room.match.clock
    room.wait(29 * 86400)
    assert (moves(room), bots_asked(room.table), room.match.clock) == (before, (), clock)
    assert len(room.told(TimeRanOut)) == late
    assert not room.told(BotStoodIn)
    room.do(o.Connect(), "ana")
    room.settle()
    assert room.table.pause is None
    assert isinstance(room.events[-1], ClockResumed)
    began = view(room.match, room.seat("ana")).turn_began
    assert began is None or room.now - began < 3_600_000, "nobody has thought for a month"
    room.hand_over()
    assert moves(room) > before
    assert room.replayed() == room.table


def test_nothing_is_owed_before_it_has_waited_long_enough_and_then_it_closes():
    room = alone(settings=quick(alone=3 * DAY))
    room.do(o.Disconnect(), "ana")
    room.wait(BLINK / 1000)
    stopped = room.now
    assert next_time(room.table) == stopped + 3 * DAY
    room.wait(4 * 86400)
    assert [event.why for event in room.told(TableClosed)] == ["idle"]
    assert room.table.at == stopped + 3 * DAY


def test_a_blink_is_no_absence():
    room = alone()
    room.do(o.Disconnect(), "ana")
    room.wait(BLINK / 1000 - 1)
    room.do(o.Connect(), "ana")
    room.settle()
    assert not room.told(ClockPaused)


def test_who_says_goodbye_to_bots_may_come_back_to_the_same_match_too():
    room = alone()
    room.do(o.Leave(), "ana")
    room.settle()
    assert stood_still(room)
    room.wait(10 * 86400)
    room.do(o.Connect(), "ana")
    room.settle()
    assert room.table.pause is None
    room.plays()


def test_somebody_who_looks_on_does_not_keep_it_going():
    room = alone()
    room.comes("eva")
    room.do(o.Disconnect(), "ana")
    room.wait(3600)
    assert stood_still(room)


def test_a_pause_that_was_agreed_on_or_a_restart_ends_in_waiting():
    room = alone()
    room.do(o.Propose("pause"), "ana")
    room.do(o.Disconnect(), "ana")
    room.wait(11 * 60)
    assert [event.why for event in room.told(ClockPaused)] == ["agreed", "away"]


def test_between_two_matches_of_a_series_the_next_one_waits_too():
    room = alone(replace(load_book("clasico"), id="club", best_of=3), limit="1h").match_over()
    assert room.table.series_open
    room.do(o.Disconnect(), "ana")
    begun = room.table.matches
    room.wait(20 * 86400)
    assert (room.table.matches, room.table.closed) == (begun, None)
    room.do(o.Connect(), "ana")
    room.wait(120)
    assert room.table.matches == begun + 1


def two() -> Room:
    room = Room("clasico", people=2)
    room.do(o.Start(), "ana")
    return room.begun()


def test_where_all_friends_have_gone_bots_do_not_play_the_match_among_themselves():
    room = two()
    for person in ("ana", "bea"):
        room.do(o.Disconnect(), person)
    moves = room.match.hand
    room.wait(3600)
    assert stood_still(room)
    assert not room.told(BotStoodIn)
    assert room.match.hand == moves
    room.do(o.Connect(), "bea")
    room.settle()
    assert room.table.pause is None
    room.wait(room.table.times.grace / 1000 + 1)  # and now one of them is waited for, as ever
    assert [event.seat for event in room.told(BotStoodIn)] == [room.table.seat_of("ana")]


def test_of_two_friends_the_first_is_replaced_by_a_bot_and_with_the_last_the_match_stops():
    room = two()
    room.do(o.Disconnect(), "ana")
    room.wait(room.table.times.grace / 1000 + 1)
    assert len(room.told(BotStoodIn)) == 1
    room.do(o.Leave(), "bea")
    room.settle()
    assert stood_still(room)
    room.wait(10 * 86400)
    room.do(o.Connect(), "ana")
    room.settle()
    assert room.table.pause is None
    room.plays()


def test_where_the_book_says_what_becomes_of_who_leaves_nobody_stops_it():
    room = Room("san-juan", settings=Settings(away="book")).begun()
    for person in ("ana", "bea", "cai", "dan"):
        room.do(o.Disconnect(), person)
    room.wait(3600)
    assert not stood_still(room)
