"""Who may write to whom, and when."""

import pytest

from tantera.play import DIRECTOR, Phase
from tantera.tables import Settings, may_write
from tantera.tables import orders as o
from tantera.tables.events import RefereeCalled, Said
from tantera.tables.seen import seen
from tantera.tables.talk import may_say
from tests.tables.rooms import PEOPLE, Room


def with_referee(room: Room, person: str = "eva") -> Room:
    room.comes(person)
    room.do(o.Propose("referee"), person)
    for player in PEOPLE:
        if room.table.proposal("referee") is not None:
            room.do(o.Agree("referee"), player)
    assert room.table.referee == person
    return room


def hears(room: Room, said: object) -> set[str]:
    assert isinstance(said, Said)
    return {guest.person for guest in room.table.guests if seen(room.table, said, guest.person) is not None}


@pytest.mark.article("TG-7.9")
def test_partners_write_to_each_other_only_in_the_30_seconds_after_a_hand():
    room = Room("tarragona").begun()
    assert may_write(room.table, "ana", room.now) == set()
    assert room.refused(o.Say("partner", "well played"), "ana") == "TG-7.9: you may not write to your partner now"
    room.hand_over()
    assert room.sees("ana").comments_until == room.match.counted_at + 30_000
    assert may_write(room.table, "ana", room.now) == {"partner"}
    (said,) = room.do(o.Say("partner", "well played"), "ana")
    partner = next(seat for seat in room.match.side_of(room.seat("ana")) if seat != room.seat("ana"))
    assert hears(room, said) == {"ana", room.whose(partner)}
    room.now += 30_000
    assert may_write(room.table, "ana", room.now) == set()
    assert "TG-7.9" in room.refused(o.Say("partner", "one more thing"), "ana")


@pytest.mark.article("TG-7.9")
def test_the_time_for_comments_ends_with_the_next_deal_and_is_never_cut_short_by_the_table():
    room = Room("tarragona", settings=Settings()).begun().hand_over()
    room.wait(29)
    assert room.match.phase is Phase.COUNTING
    room.agree()
    assert may_write(room.table, "ana", room.now) == set()


@pytest.mark.article("TG-7.10")
def test_the_pairs_write_to_each_other_before_the_match_and_after_it():
    room = Room("tarragona", limit="1h")
    assert may_write(room.table, "ana", room.now) == {"table"}
    room.begun()
    assert "table" not in may_write(room.table, "ana", room.now)
    room.match_over()
    assert may_write(room.table, "ana", room.now) == {"table"}
    (said,) = room.do(o.Say("table", "good match"), "ana")
    assert hears(room, said) == set(PEOPLE)


def test_in_a_book_without_time_for_comments_partners_never_write_to_each_other():
    room = Room("san-juan").begun().hand_over()
    assert may_write(room.table, "ana", room.now) == set()


def test_who_looks_on_writes_to_others_who_look_on_and_no_player_reads_it():
    room = with_referee(Room("tarragona").begun()).comes("fred").comes("gil")
    assert may_write(room.table, "fred", room.now) == {"watchers"}
    (said,) = room.do(o.Say("watchers", "she has the 6-6"), "fred")
    assert hears(room, said) == {"eva", "fred", "gil"}
    assert room.sees("ana").talk == ()
    assert room.sees("gil").talk == (said,)


def test_the_referee_writes_to_everybody_and_players_to_the_referee():
    room = with_referee(Room("tarragona").begun())
    (said,) = room.do(o.Say("table", "quiet please"), "eva")
    assert hears(room, said) == {*PEOPLE, "eva"}
    (asked,) = room.do(o.Say("referee", "he talks"), "ana")
    assert hears(room, asked) == {"ana", "eva"}


def test_a_table_may_be_silent_or_free():
    silent = Room(settings=Settings(chat="off"))
    assert may_write(silent.table, "ana", 0) == set()
    free = Room(settings=Settings(chat="free")).begun()
    assert may_write(free.table, "ana", free.now) == {"table"}
    free.comes("eva")
    assert may_write(free.table, "eva", free.now) == {"watchers"}
    assert may_write(free.table, "nobody", free.now) == set()


def test_where_the_book_wants_no_silence_a_phrase_that_tells_nothing_is_said_at_any_time():
    room = Room("clasico").begun()
    assert may_write(room.table, "ana", room.now) == set()
    assert set(may_say(room.table, "ana", room.now)) == {"table"}
    (said,) = room.do(o.SayPhrase("table", "moment"), "ana")
    assert hears(room, said) == set(PEOPLE)
    assert isinstance(said, Said)
    assert (said.text, said.phrase) == ("One moment, please", "moment")
    for phrase in ("well_played", "what_a_hand", "no_choice", "I hold the sixes"):
        assert "not said now" in room.refused(o.SayPhrase("table", phrase), "ana"), "it would tell of the hand"
    assert "not said now" in room.refused(o.SayPhrase("partner", "thanks"), "ana")
    room.hand_over()
    room.do(o.SayPhrase("table", "well_played"), "bea")
    assert room.replayed() == room.table


@pytest.mark.article("TG-7.10", "SJ-irreg-5", "CI-7")
@pytest.mark.parametrize("book", ["tarragona", "san-juan", "competencia-individual"])
def test_where_the_book_wants_silence_nothing_is_said_while_the_match_is_on(book: str):
    room = Room(book, limit="2h")
    assert "hello" in may_say(room.table, "ana", room.now)["table"]
    room.begun()
    assert may_say(room.table, "ana", room.now) == {}
    silence = room.book.cites.silence
    assert silence is not None
    assert room.refused(o.SayPhrase("table", "hello"), "ana").startswith(silence)
    room.hand_over()
    assert "table" not in may_say(room.table, "ana", room.now)
    room.match_over()
    assert "good_night" in may_say(room.table, "ana", room.now)["table"]


@pytest.mark.article("TG-7.9")
def test_after_a_hand_partners_have_phrases_of_their_own_for_thirty_seconds():
    room = Room("tarragona").begun().hand_over()
    assert "no_choice" in may_say(room.table, "ana", room.now)["partner"]
    (said,) = room.do(o.SayPhrase("partner", "no_choice"), "ana")
    assert len(hears(room, said)) == 2
    room.now += 30_000
    assert may_say(room.table, "ana", room.now) == {}


def test_at_a_silent_table_and_by_who_looks_on_nothing_is_said():
    silent = Room("clasico", settings=Settings(chat="off")).begun()
    assert may_say(silent.table, "ana", silent.now) == {}
    watched = Room("clasico").begun().comes("eva")
    assert may_say(watched.table, "eva", watched.now) == {}


@pytest.mark.parametrize("text", ["", "  ", "x" * 301, "a\x07b", "\ud800"])
def test_a_message_is_some_letters_and_not_too_many(text: str):
    assert "message" in Room().refused(o.Say("table", text), "ana")


def test_a_table_remembers_the_last_hundred_messages():
    room = Room()
    for number in range(120):
        room.do(o.Say("table", f"{number}"), "ana")
    assert [said.text for said in room.table.talk[:1]] == ["20"]
    assert len(room.table.talk) == 100


def test_the_referee_is_called_with_a_reason_that_partners_do_not_read():
    room = with_referee(Room("tarragona").begun())
    room.now += 5000
    (called,) = room.do(o.CallReferee("seat 2 looks at his phone"), "ana")
    assert isinstance(called, RefereeCalled)
    assert "already" in room.refused(o.CallReferee("again"), "ana")
    (open_call,) = room.sees("eva").calls
    assert (open_call.by, open_call.reason, open_call.since) == ("Ana", "seat 2 looks at his phone", room.now)
    assert room.sees("ana").calls[0].reason == open_call.reason
    assert room.sees("cai").calls[0].reason == ""
    assert seen(room.table, called, DIRECTOR) == called
    hidden = seen(room.table, called, "cai")
    assert isinstance(hidden, RefereeCalled)
    assert hidden.reason == ""


def test_calls_wait_in_the_order_they_came_until_the_referee_is_done_with_each():
    room = Room("tarragona").begun()
    room.do(o.CallReferee("one"), "bea")
    room.do(o.CallReferee("two"), "ana")
    assert "only the referee" in room.refused(o.AnswerCall("bea"), "cai")
    assert "nobody of that id" in room.refused(o.AnswerCall("dan"), "dan")
    with_referee(room)
    assert [call.by for call in room.sees("eva").calls] == ["Bea", "Ana"]
    room.do(o.AnswerCall("bea"), "eva")
    room.do(o.AnswerCall("ana"), "ana")
    assert room.table.calls == ()


def test_without_a_match_there_is_nothing_to_call_a_referee_to():
    assert "no match" in Room().refused(o.CallReferee("why not"), "ana")
