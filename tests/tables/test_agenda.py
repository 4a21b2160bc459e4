"""What the table does by itself, and that it ends whatever people do."""

import pytest

from tantera.play import TABLE, Phase
from tantera.play.events import CountAgreed, TilePlaced
from tantera.rules import BOOKS, Refusal, load_book
from tantera.tables import Settings, Times, bots_asked, next_time, open_table
from tantera.tables import orders as o
from tantera.tables.agenda import agenda, due
from tantera.tables.events import TimeRanOut
from tests.tables.rooms import SEED, Room, quick


def test_one_timer_is_enough_for_a_table():
    room = Room().begun()
    at = next_time(room.table)
    assert at is not None
    assert at == min(owed.at for owed in agenda(room.table))
    assert due(room.table, at - 1, SEED) is None
    assert due(room.table, at, SEED) is not None


def test_of_two_processes_that_wake_up_one_acts_and_the_other_is_refused():
    room = Room(settings=quick(move=60_000)).begun()
    room.now += 61_000
    owed = due(room.table, room.now, SEED)
    assert owed is not None
    room.do(owed, TABLE)
    assert "does not owe" in room.refused(owed, TABLE)


def test_a_move_that_does_not_come_is_the_first_legal_tile_and_everybody_is_told():
    room = Room(settings=quick(move=60_000)).begun()
    hand = room.match.hand
    assert hand is not None
    room.wait(61)
    (late,) = room.told(TimeRanOut)
    assert (late.who, late.order) == (str(hand.turn), "place_tile")
    assert room.told(TilePlaced)[0].seat == hand.turn


@pytest.mark.article("CI-9")
def test_where_the_book_has_a_clock_that_plays_the_table_goes_by_it():
    room = Room("competencia-individual").begun()
    assert not any(isinstance(owed.order, o.AnswerFor) for owed in agenda(room.table))
    room.wait(21)
    assert room.told(TilePlaced)
    assert not [late for late in room.told(TimeRanOut) if late.order == "place_tile"]


@pytest.mark.article("SJ-conteo", "TG-7.9")
def test_a_count_that_nobody_objects_to_is_agreed_in_time():
    room = Room("tarragona", settings=quick(count=10_000)).begun().hand_over()
    room.wait(29)
    assert not room.told(CountAgreed)
    room.wait(2)
    assert len(room.told(CountAgreed)) == 2


@pytest.mark.article("SJ-conteo")
def test_a_bot_leaves_the_count_to_the_person_on_its_side():
    room = Room(people=1)
    room.do(o.Start(), "ana")
    room.begun().hand_over()
    room.settle()
    own = room.match.side_of(room.seat("ana"))
    assert [agreed.seat for agreed in room.told(CountAgreed)] == [seat for seat in (1, 2) if seat not in own]


def test_the_table_says_which_bot_is_waited_for():
    room = Room(people=1)
    assert bots_asked(room.table) == ()
    room.do(o.Start(), "ana")
    room.begun()
    while room.match.phase is Phase.PLAYING:
        hand = room.match.hand
        assert hand is not None
        asked = bots_asked(room.table)
        assert [bot.seat for bot in asked] == ([] if hand.turn == room.seat("ana") else [hand.turn])
        assert {bot.bot for bot in asked} <= {"level-3"}
        room.plays()


def test_a_bot_that_does_not_answer_holds_nobody_up():
    room = Room(people=1, settings=quick(bot=5_000))
    room.do(o.Start(), "ana")
    room.begun()
    while bots_asked(room.table) == ():
        room.plays()
    before = len(room.told(TilePlaced))
    room.wait(6)
    assert len(room.told(TilePlaced)) > before or room.told(TimeRanOut)


@pytest.mark.parametrize("book", BOOKS)
def test_if_everybody_is_there_and_nobody_ever_says_anything_the_match_still_ends(book: str):
    room = Room(book, limit="2h", settings=quick(move=5_000))
    room.settle()
    steps = 0
    while room.table.in_play is not None:
        at = next_time(room.table)
        assert at is not None
        assert at > room.now, agenda(room.table)
        room.now = at
        room.settle()
        steps += 1
    assert steps < 1000
    assert room.replayed() == room.table


@pytest.mark.parametrize("book", BOOKS)
def test_if_everybody_vanishes_the_table_is_over_in_its_longest_pause_and_idle_time(book: str):
    room = Room(book).begun()
    vanish(room)


def vanish(room: Room) -> None:
    """Everybody is gone without a word: the table ends within the bound that it names, in few steps."""
    gone_at = room.now = max(room.now, room.table.at)
    for guest in room.table.guests:
        if guest.presence.here:
            room.do(o.Disconnect(), guest.person)
    steps = 0
    room.settle()
    while (at := next_time(room.table)) is not None:
        assert at > room.now, agenda(room.table)
        room.now = at
        room.settle()
        steps += 1
    assert room.table.closed is not None
    # Its longest pause, then its idle time: nothing but a pause that is already on puts the end off.
    longest = room.table.times.pause + room.table.times.idle
    assert room.now - gone_at <= longest
    assert steps <= 2 * longest // 1000


@pytest.mark.parametrize("times", [{"idle": 0}, {"grace": 10**9}, {"entropy": -1}, {"bot": 0}])
def test_no_time_is_without_end_or_below_nothing(times: dict[str, int]):
    with pytest.raises(Refusal, match="cannot be set so"):
        open_table(load_book("ueh"), "ana", "Ana", Settings(times=Times(**times)))
