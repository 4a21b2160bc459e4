"""What the table does by itself, and that it ends whatever people do."""

import pytest

from tantera.play import TABLE, AskRedeal, Phase, options
from tantera.play.events import CountAgreed, TilePlaced
from tantera.rules import BOOKS, Refusal, load_book
from tantera.tables import Settings, Times, bots_asked, next_time, open_table
from tantera.tables import orders as o
from tantera.tables.agenda import BLINK, agenda, due
from tantera.tables.events import TimeRanOut
from tests.tables.rooms import PEOPLE, SEED, Room, quick
from tests.tables.test_telling import hears


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


def test_whose_time_ran_out_reads_which_tile_the_table_played_for_them():
    room = Room(settings=quick(move=60_000)).begun()
    hand = room.match.hand
    assert hand is not None
    slow = room.table.chairs[hand.turn - 1].person
    room.wait(61)
    tile, told = room.told(TilePlaced)[0].tile, {}
    for person in room.table.players:
        told[person] = [one.text for one in hears(room, person) if one.part == "note"]
    assert told.pop(slow or "") == [f"Se te acabó el tiempo: la mesa puso tu {tile.spoken}"]
    assert set(map(tuple, told.values())) == {()}, "the others are told as before"


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("es", "Se te acabó el tiempo: la mesa jugó por ti "),
        ("ca", "Se t’ha acabat el temps: la taula ha jugat per tu "),
        ("en", "Your time ran out: the table played "),
    ],
)
def test_whose_time_ran_out_twice_running_reads_both_tiles_that_the_table_played(lang: str, words: str):
    room = Room("clasico", settings=quick(move=60_000)).begun()
    hand = room.match.hand
    assert hand is not None
    seat, slow = hand.turn, room.table.chairs[hand.turn - 1].person or ""
    for _ in range(5):
        room.wait(61)
    laid = [one.tile.spoken for one in room.told(TilePlaced) if one.seat == seat]
    (note,) = [one.text for one in hears(room, slow, lang) if one.part == "note"]
    assert len(laid) == 2
    assert note.startswith(words + ", ".join(laid))


def test_who_comes_back_is_told_too_what_the_clock_played_before_anybody_knew_that_they_were_away():
    room = Room("clasico", settings=quick(move=60_000, grace=600_000)).begun()
    hand = room.match.hand
    assert hand is not None
    seat, slow = hand.turn, room.table.chairs[hand.turn - 1].person or ""
    room.wait(61)
    room.plays(3)
    room.do(o.Disconnect(), slow)
    room.wait(61)
    laid = [one.tile.spoken for one in room.told(TilePlaced) if one.seat == seat]
    room.do(o.Connect(), slow)
    assert len(laid) == 2
    assert [one.text for one in hears(room, slow)] == [f"Mientras no estabas, la mesa jugó por ti: {', '.join(laid)}"]


@pytest.mark.article("CI-9")
def test_where_the_book_has_a_clock_that_plays_the_table_goes_by_it():
    room = Room("competencia-individual").begun()
    assert not any(isinstance(owed.order, o.AnswerFor) for owed in agenda(room.table))
    room.wait(21)
    assert room.told(TilePlaced)
    assert not [late for late in room.told(TimeRanOut) if late.order == "place_tile"]


@pytest.mark.article("SJ-inicio-1")
def test_what_everybody_drew_lies_there_to_be_seen_before_the_first_deal_and_at_home_nobody_waits():
    def ready(room: Room) -> Phase:
        for person in PEOPLE:
            room.do(o.AddEntropy("x"), person)
        return room.settle().match.phase

    room = Room("san-juan").settle()
    assert len(room.match.drawn) == 4
    assert ready(room) is Phase.DEALING, "all have added to the seed"
    assert room.wait(2.9).match.phase is Phase.DEALING
    assert room.wait(0.2).match.phase is Phase.PLAYING
    room.hand_over().agree()
    assert ready(room.settle()) is Phase.PLAYING, "nothing was drawn for the second"
    assert ready(Room("san-juan", settings=Settings(manner="home")).settle()) is Phase.PLAYING


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
        assert {bot.bot for bot in asked} <= {"rosa", "manel", "fina"}
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
    times, alone = room.table.times, room.table.waits_for is not None
    wait = BLINK + times.alone if alone else times.idle
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
    longest = room.table.times.pause + wait
    assert room.now - gone_at <= longest
    assert steps <= 2 * longest // 1000


@pytest.mark.parametrize("book", [book for book in BOOKS if load_book(book).clock is None])
def test_a_table_without_a_clock_hurries_nobody_and_answers_for_nobody(book: str):
    people = load_book(book).options.players
    room = Room(book, settings=quick(move=None, entropy=0), people=people, limit="9h").settle()  # no minutes
    while len(room.match.lines) < 2:
        awaited = room.sees("ana").waits
        assert all(one.until is None for one in awaited)
        before = room.table.version
        room.wait(86400)
        assert room.table.version == before, room.events[before:]
        seat, order = next((seat, order) for seat in room.match.seats for order in options(room.match, seat)
                           if not isinstance(order, AskRedeal))  # fmt: skip
        room.do(order, room.whose(seat))
        room.settle()
    assert not room.told(TimeRanOut)


@pytest.mark.parametrize("times", [{"idle": 0}, {"grace": 10**9}, {"entropy": -1}, {"bot": 0}])
def test_no_time_is_without_end_or_below_nothing(times: dict[str, int]):
    with pytest.raises(Refusal, match="cannot be set so"):
        open_table(load_book("ueh"), "ana", "Ana", Settings(times=Times(**times)))
