"""A table on which bots take the free seats in time, one that waits for whom it was opened for, and other partners."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tantera.play.events import MatchStarted
from tantera.rules import Refusal, load_book
from tantera.tables import Settings, next_time, open_table
from tantera.tables import orders as o
from tantera.tables.events import BotSeated
from tantera.tables.matches import fills_at
from tests.tables.rooms import Room

MINUTE = 60_000
PAIRING = Settings(public=True, fill_after=MINUTE)


def test_after_a_minute_bots_take_the_free_seats_and_the_match_begins():
    room = Room(people=2, settings=PAIRING)
    assert room.sees("ana").fills_at == fills_at(room.table) == MINUTE
    room.wait(59)
    assert room.table.match is None
    room.wait(1)
    assert [bot.seat for bot in room.told(BotSeated)] == [3, 4]
    assert len(room.told(MatchStarted)) == 1
    assert room.match.names[:2] == ("Ana", "Bea")
    assert room.sees("ana").fills_at is None
    assert room.replayed() == room.table


def test_the_minute_does_not_begin_anew_when_one_more_sits_down():
    room = Room(people=1, settings=PAIRING)
    room.wait(50)
    room.comes("bea")
    room.do(o.Sit(3), "bea")
    assert fills_at(room.table) == MINUTE
    room.wait(10)
    assert room.match.names[2] == "Bea"


def test_with_the_fourth_person_it_begins_at_once():
    room = Room(people=4, settings=PAIRING)
    room.wait(1)
    assert room.match.players == ("ana", "bea", "cai", "dan")
    assert room.told(BotSeated) == []


def test_nobody_sits_down_with_bots_where_nobody_is_left():
    room = Room(people=1, settings=PAIRING)
    room.do(o.Disconnect(), "ana")
    room.wait(MINUTE / 1000 + 1)
    assert room.table.match is None
    room.do(o.Connect(), "ana")
    room.wait(1)
    assert room.table.match is not None, "who comes back a moment late plays"


def test_who_is_away_when_the_time_comes_keeps_the_seat_and_the_others_play():
    room = Room(people=2, settings=replace(PAIRING, times=replace(PAIRING.times, grace=10 * MINUTE)))
    room.do(o.Disconnect(), "bea")
    room.wait(MINUTE / 1000)
    assert room.match.players[:2] == ("ana", "bea")


def test_the_host_need_not_wait_and_a_table_without_such_a_time_waits_for_the_host():
    room = Room(people=2, settings=PAIRING)
    room.do(o.Start(), "ana")
    assert room.match.names[0] == "Ana"
    plain = Room(people=2)
    assert fills_at(plain.table) is None
    assert next_time(plain.table) is None
    with pytest.raises(Refusal, match="without bots"):
        open_table(load_book("clasico"), "ana", "Ana", Settings(fill=False, fill_after=MINUTE))


def test_who_was_invited_comes_without_the_code_and_others_do_not():
    room = Room(people=1, settings=Settings(invited=("bea",)))
    assert "not the code" in room.refused(o.Enter("Eva"), "eva")
    room.do(o.Enter("Bea"), "bea")
    assert room.table.guest("bea") is not None


# --- other partners


def over(people: int = 4, book: str = "san-juan") -> Room:
    room = Room(book, people=people, limit="20p")
    if people < 4:
        room.do(o.Start(), "ana")
    return room.begun().match_over()


def agreed(room: Room, people: tuple[str, ...]) -> None:
    room.do(o.Propose("partners"), people[0])
    for person in people[1:]:
        room.do(o.Agree("partners"), person)


def partner(room: Room, person: str) -> str:
    mate = next(seat for seat in room.match.side_of(room.seat(person)) if seat != room.seat(person))
    return room.match.names[mate - 1]


def test_with_everybodys_word_the_next_match_has_other_partners_and_after_three_everybody_had_everybody():
    room = over()
    everybody = ("ana", "bea", "cai", "dan")
    partners = {partner(room, "ana")}
    for _ in range(2):
        before = partner(room, "ana")
        agreed(room, everybody)
        assert partner(room, "ana") != before
        partners.add(partner(room, "ana"))
        room.begun().match_over()
    assert partners == {"Bea", "Cai", "Dan"}
    assert room.table.matches == 3
    assert room.replayed() == room.table


def pairs(room: Room, sides: tuple[tuple[int, ...], ...]) -> set[frozenset[str]]:
    return {frozenset(room.match.names[seat - 1] for seat in side) for side in sides}


def test_who_would_play_with_whom_is_told_after_a_match_and_is_so_when_they_agree():
    room = over()
    told = pairs(room, room.sees("ana").other_pairs)
    assert told != pairs(room, room.match.sides)
    agreed(room, ("ana", "bea", "cai", "dan"))
    assert pairs(room, room.match.sides) == told
    assert room.begun().sees("ana").other_pairs == (), "nobody changes in a match"
    assert over(book="ueh").sees("ana").other_pairs == (), "everybody plays alone"


def test_bots_move_as_people_do():
    room = over(people=2)
    before = sorted(room.match.names)
    agreed(room, ("ana", "bea"))
    assert sorted(room.match.names) == before
    assert partner(room, "ana") == "Bea"


def test_partners_do_not_change_in_a_match_nor_where_there_are_none():
    assert "after a match" in Room().begun().refused(o.Propose("partners"), "ana")
    alone = Room("ueh", limit="20p").begun().match_over()
    assert "two pairs" in alone.refused(o.Propose("partners"), "ana")


def test_whoever_plays_with_bots_every_night_meets_the_same_ones_at_the_same_places():
    tables = [Room("clasico", people=1) for _ in range(3)]
    for room in tables:
        room.do(o.Start(), "ana")
    seated = {tuple(chair.bot for chair in room.table.chairs) for room in tables}
    assert len(seated) == 1
    assert set(seated.pop()[1:]) == {"rosa", "manel", "fina"}
