"""Who comes in and who sits where: codes, names, bots, the draw that seats people anew."""

import pytest

from tantera.play import DIRECTOR, SPECTATOR, AgreeOpener, ChooseSeat, Phase, PlaceTile
from tantera.play.events import MatchStarted, SeatsTaken
from tantera.rules import Refusal, load_book
from tantera.tables import BotAt, Settings, bots_asked, open_table
from tantera.tables import orders as o
from tantera.tables.events import TableOpened
from tantera.tables.people import code_hash
from tantera.tables.seen import eyes_on_the_match
from tantera.tables.view import waits_of
from tantera.tiles import Tile
from tests.tables.rooms import CODE, PEOPLE, Room, quick


def test_who_knows_the_code_comes_in_and_who_does_not_stays_out():
    room = Room(people=1)
    assert room.refused(o.Enter("Eva", "PITO-65"), "eva") == "this is not the code of the table"
    assert room.refused(o.Enter("Eva"), "eva") == "this is not the code of the table"
    room.do(o.Enter("Eva", " pito 64"), "eva")
    assert room.table.guest("eva") is not None


def test_of_a_code_only_the_hash_is_kept():
    room = Room(people=1)
    assert CODE not in str(room.events)
    assert room.table.code == code_hash(CODE, "salt") != code_hash(CODE, "pepper")


def test_a_public_table_needs_no_code_and_one_without_a_code_lets_only_its_host_in():
    room = Room(people=1, settings=Settings(public=True))
    room.do(o.Enter("Eva"), "eva")
    event = open_table(load_book("ueh"), "ana", "Ana")
    assert event.code == ""
    private = Room(people=1)
    private.do(o.Leave(), "ana")
    assert private.do(o.Enter("Ana"), "ana")


@pytest.mark.parametrize(
    "name",
    ["", "   ", "x" * 25, "Ev\x00a", "Ev\u202ea", "\u200b", "E\ud800", "Eva\u3164", "E\u034fva", "E" + 20 * "\u0301"],
)
def test_a_name_is_some_letters_that_everybody_can_see(name: str):
    assert "name" in Room(people=1).refused(o.Enter(name, CODE), "eva")


@pytest.mark.parametrize("name", ["Ana", "ANA", " ana ", "Ａna", "\u0410na", "An\u0430", "\u0391na"])
def test_no_two_people_at_a_table_have_names_that_look_alike(name: str):
    assert "already" in Room(people=1).refused(o.Enter(name, CODE), "eva")


@pytest.mark.parametrize("person", ["table", "director", "referee", "", "a b", "x" * 65, "é"])
def test_no_id_is_taken_for_an_office(person: str):
    assert "nobody's id" in Room(people=1).refused(o.Enter("Eva", CODE), person)


def test_a_table_has_room_for_so_many_who_look_on():
    room = Room(people=1, settings=Settings(public=True, most_watchers=0))
    for number in range(4):
        room.do(o.Enter(f"W{number}"), f"w{number}")
    assert "no more room" in room.refused(o.Enter("W9"), "w9")


def test_a_seat_that_is_taken_stays_with_who_has_it_and_a_bot_makes_way():
    room = Room(people=2)
    assert "Ana sits there" in room.refused(o.Sit(1), "bea")
    assert "there is no seat 5" in room.refused(o.Sit(5), "bea")
    room.do(o.SeatBot(3, "level-2"), "ana")
    assert f"{room.table.chairs[2].name} sits there" in room.refused(o.SeatBot(3, "level-2"), "ana")
    room.do(o.Sit(3), "bea")
    assert [chair.person for chair in room.table.chairs] == ["ana", None, "bea", None]


def test_only_who_opened_the_table_seats_bots_and_takes_them_away():
    room = Room(people=2)
    assert "not for you" in room.refused(o.SeatBot(3, "level-2"), "bea")
    room.do(o.SeatBot(3, "level-2", "Rosa"), "ana")
    assert room.table.chairs[2].name == "Rosa"
    assert "no bot" in room.refused(o.RemoveBot(4), "ana")
    room.do(o.RemoveBot(3), "ana")
    assert not room.table.chairs[2].taken


@pytest.mark.parametrize("bot", ["my_bots.py:clever", "Level-3", "", "x" * 50])
def test_a_bot_is_a_plain_name_and_never_a_file_that_would_be_run(bot: str):
    assert "there is no bot" in Room(people=1).refused(o.SeatBot(2, bot), "ana")
    with pytest.raises(Refusal):
        open_table(load_book("ueh"), "ana", "Ana", Settings(bot=bot))


def test_bots_have_names_of_their_own():
    room = Room(people=1).comes("bea")
    room.do(o.SeatBot(2, "level-1", "Bea"), "ana")
    room.do(o.SeatBot(3, "level-1", "Bea"), "ana")
    assert [chair.name for chair in room.table.chairs] == ["Ana", "Bea bot", "Bea bot 2", ""]


def test_the_match_begins_by_itself_when_every_seat_is_taken_and_everybody_is_here():
    room = Room(people=3)
    room.settle()
    assert room.table.match is None
    room.comes("dan")
    room.do(o.Sit(4), "dan")
    room.do(o.Disconnect(), "bea")
    room.settle()
    assert room.table.match is None
    room.do(o.Connect(), "bea")
    room.settle()
    assert room.match.names == ("Ana", "Bea", "Cai", "Dan")
    assert room.match.players == PEOPLE


def test_who_opened_the_table_may_begin_with_bots_at_the_empty_seats():
    room = Room(people=2)
    assert "not for you" in room.refused(o.Start(), "bea")
    room.do(o.Start(), "ana")
    assert [chair.bot for chair in room.table.chairs] == [None, None, "manel", "rosa"]
    assert room.match.players == ("ana", "bea", "", "")
    assert "a match is being played" in room.refused(o.Start(), "ana")


def test_a_table_that_wants_no_bots_waits_for_people():
    room = Room(people=2, settings=Settings(fill=False))
    assert "empty seats" in room.refused(o.Start(), "ana")
    empty = Room(people=1, sits=False)
    assert "nobody has sat down" in empty.refused(o.Start(), "ana")


def test_seats_do_not_change_while_a_match_is_on():
    room = Room().begun()
    room.comes("eva")
    for order, by in ((o.Sit(1), "eva"), (o.StandUp(), "bea"), (o.RemoveBot(2), "ana"), (o.SeatBot(2, "x"), "ana")):
        assert "until the match is over" in room.refused(order, by)


@pytest.mark.article("TG-6.3", "TG-6.4")
def test_people_follow_the_draw_for_the_seats_and_keep_their_own_eyes():
    room = Room("tarragona").settle()
    winner = room.match.draw_winner
    assert winner is not None
    person = PEOPLE[winner - 1]
    assert "not for Bea" in room.refused(ChooseSeat(3), PEOPLE[winner % 4])
    room.do(ChooseSeat(3), person)
    (moved,) = room.told(SeatsTaken)
    assert room.seat(person) == 3
    assert [chair.person for chair in room.table.chairs] == [PEOPLE[before - 1] for before in moved.seats]
    assert [chair.person for chair in room.table.chairs] == list(room.match.players)
    assert all(eyes_on_the_match(room.table, one) == room.seat(one) for one in PEOPLE)


@pytest.mark.article("TG-6.3")
def test_a_winner_of_the_draw_who_does_not_choose_sits_on_seat_1():
    room = Room("tarragona").settle()
    winner = PEOPLE[(room.match.draw_winner or 0) - 1]
    room.wait(31)
    assert room.seat(winner) == 1


@pytest.mark.article("CL-inicio")
def test_who_opens_is_agreed_on_by_everybody_at_the_table():
    room = Room("clasico", first_opener="agreed").settle()
    room.do(AgreeOpener(2), "ana")
    assert room.match.phase is Phase.SEATING
    room.do(AgreeOpener(3), "bea")
    for person in ("ana", "cai", "dan"):
        assert room.match.opener is None
        room.do(AgreeOpener(3), person)
    assert room.match.opener == 3
    assert room.table.proposals == ()


@pytest.mark.article("CL-inicio")
def test_a_bot_does_not_settle_over_peoples_heads_who_opens():
    room = Room("clasico", people=3, first_opener="agreed", sits=False)
    room.do(o.SeatBot(1, "level-1"), "ana")
    for seat, person in enumerate(PEOPLE[:3], start=2):
        room.do(o.Sit(seat), person)
    room.settle()
    assert bots_asked(room.table) == ()
    assert "for the people at the table" in room.refused(AgreeOpener(1), BotAt(1))
    for person in PEOPLE[:3]:
        assert room.match.opener is None
        room.do(AgreeOpener(2), person)
    assert room.match.opener == 2


@pytest.mark.article("CL-inicio")
def dealt_to_winners(room: Room) -> Room:
    """A pair has won a hand, and the next one is dealt."""
    for _ in range(9):
        room.hand_over().agree().settle().wait(room.table.times.entropy / 1000 + 1)
        if room.match.phase is Phase.CHOOSING:
            return room
    raise AssertionError("every hand was tied")


@pytest.mark.article("JM-elegir")
def test_the_table_waits_for_the_winners_to_say_who_opens_and_goes_on_without_their_word():
    room = dealt_to_winners(Room("jamaica-six-love").begun())
    usual, choosers = room.match.opener, room.match.opener_choosers
    assert [one.what for one in waits_of(room.table)] == ["agree_opener"]
    room.wait(room.table.times.wish / 1000 + 1)
    assert (room.match.phase, room.match.opener) == (Phase.PLAYING, usual)
    assert usual in choosers


@pytest.mark.article("JM-elegir")
def test_any_of_the_winners_says_who_opens_and_nobody_else_does():
    room = dealt_to_winners(Room("jamaica-six-love").begun())
    other = next(seat for seat in room.match.opener_choosers if seat != room.match.opener)
    loser = next(seat for seat in room.match.seats if seat not in room.match.opener_choosers)
    assert "not for Bea" in room.refused(AgreeOpener(other), room.whose(loser))
    room.do(AgreeOpener(other), room.whose(other))
    assert (room.match.phase, room.match.hand.opener if room.match.hand else 0) == (Phase.PLAYING, other)


def test_nobody_plays_with_somebody_elses_hand():
    room = Room().begun()
    room.comes("eva")
    turn = room.match.hand.turn if room.match.hand else 0
    tile = PlaceTile(turn, Tile.of(6, 6))
    other = PEOPLE[turn % 4]
    assert "not for Bea" in room.refused(tile, other)
    assert "not for a spectator" in room.refused(tile, "eva")
    assert "not for a spectator" in room.refused(tile, "nobody-here")
    assert "no bot" in room.refused(tile, BotAt(turn))
    assert "no bot" in room.refused(tile, BotAt(9))
    assert "not for you" in room.refused(tile, SPECTATOR)
    assert "not for the director" in room.refused(tile, DIRECTOR)


def test_before_there_is_a_match_there_is_nothing_to_order_in_it():
    assert "no match" in Room(people=1).refused(PlaceTile(1, Tile.of(6, 6)), "ana")


def test_who_stands_up_may_look_on_and_who_has_no_seat_cannot_stand_up():
    room = Room(people=2)
    room.do(o.StandUp(), "bea")
    assert room.table.seat_of("bea") is None
    assert room.table.guest("bea") is not None
    assert "not for you" in room.refused(o.StandUp(), "bea")


def test_a_closed_table_takes_no_orders():
    room = Room(people=1)
    assert "not for you" in room.refused(o.CloseTable("idle"), "ana")
    room.do(o.CloseTable(), "ana")
    assert room.table.closed == "host"
    assert "closed" in room.refused(o.Connect(), "ana")
    playing = Room(people=1)
    playing.do(o.Start(), "ana")
    assert "a match is being played" in playing.refused(o.CloseTable(), "ana")


def test_the_director_closes_a_table_whatever_goes_on_there():
    room = Room(people=1)
    room.do(o.Start(), "ana")
    assert "not for you" in room.refused(o.CloseTable("director"), "ana")
    assert "not for you" in room.refused(o.CloseTable("idle"), DIRECTOR)
    room.do(o.CloseTable("director"), DIRECTOR)
    assert room.table.closed == "director"


def test_a_table_that_everybody_has_left_closes_at_once():
    room = Room(people=2)
    room.do(o.Leave(), "ana")
    room.do(o.Leave(), "bea")
    assert room.settle().table.closed == "left"


def test_somebody_who_came_and_never_connected_is_forgotten():
    room = Room(people=1, settings=quick(grace=60_000))
    room.do(o.Enter("Eva", CODE), "eva")
    assert room.wait(59).table.guest("eva") is not None
    assert room.wait(2).table.guest("eva") is None


def test_the_first_event_names_the_law():
    room = Room("ueh", players=3, people=1)
    (first,) = room.told(TableOpened)
    assert (first.law.book, first.law.options) == ("ueh", (("players", 3),))
    assert len(room.table.chairs) == 3
    room.do(o.Start(), "ana")
    assert room.told(MatchStarted)[0].law == first.law
