"""Away and back: the grace time, who may end it, and what follows."""

import pytest

from tantera.play import ChooseSeat, RecordInfraction, legal_moves
from tantera.play.events import InfractionRecorded, MatchEnded
from tantera.rules import Refusal, load_book, parse_book
from tantera.tables import Settings, Times, open_table
from tantera.tables import orders as o
from tantera.tables.events import BotStoodIn, GraceEnded
from tantera.tables.state import HERE, LEFT, OFFLINE
from tests.tables.rooms import PEOPLE, Room, quick

BY_THE_BOOK = Settings(away="book")


def test_everybody_sees_until_when_somebody_who_is_away_is_waited_for():
    room = Room().begun()
    left_at = room.now
    room.do(o.Disconnect(), "bea")
    assert room.do(o.Disconnect(), "bea") == ()
    seat = room.sees("ana").seats[room.seat("bea") - 1]
    assert (seat.where, seat.since, seat.grace_until) == (OFFLINE, left_at, left_at + 120_000)
    room.do(o.Connect(), "bea")
    assert room.do(o.Connect(), "bea") == ()
    seat = room.sees("ana").seats[room.seat("bea") - 1]
    assert (seat.where, seat.grace_until) == (HERE, None)


def test_after_the_grace_time_a_bot_takes_the_seat_until_its_owner_comes_back():
    room = Room(settings=quick(move=3_600_000, grace=60_000)).begun()
    room.do(o.Disconnect(), "bea")
    room.wait(59)
    assert not room.told(BotStoodIn)
    room.wait(2)
    assert room.told(BotStoodIn)[0].seat == room.seat("bea")
    seat = room.sees("ana").seats[room.seat("bea") - 1]
    assert (seat.name, seat.bot) == ("Bea", "level-3")
    room.do(o.Connect(), "bea")
    assert room.table.chairs[room.seat("bea") - 1].bot is None


def test_who_has_a_bot_in_their_place_comes_back_before_they_play():
    room = Room(settings=quick(move=3_600_000)).begun()
    person = room.whose(room.match.hand.turn if room.match.hand else 0)
    assert isinstance(person, str)
    room.do(o.Disconnect(), person)
    room.wait(120)
    hand = room.match.hand
    assert hand is not None
    assert hand.turn == room.seat(person)
    assert "come back first" in room.refused(legal_moves(hand)[0], person)
    room.do(o.Connect(), person)
    room.do(legal_moves(hand)[0], person)


def test_after_a_goodbye_nobody_waits():
    room = Room().begun()
    room.do(o.Leave(), "bea")
    assert room.sees("ana").seats[room.seat("bea") - 1].where is LEFT
    room.settle()
    assert room.told(BotStoodIn)[0].seat == room.seat("bea")
    room.do(o.Connect(), "bea")
    assert room.table.chairs[room.seat("bea") - 1].bot is None


@pytest.mark.article("TG-16.6", "SJ-irreg-7")
@pytest.mark.parametrize(("book", "article"), [("tarragona", "TG-16.6"), ("san-juan", "SJ-irreg-7")])
def test_who_does_not_come_back_loses_the_match_where_the_table_goes_by_the_book(book: str, article: str):
    room = Room(book, settings=BY_THE_BOOK).begun()
    seat = room.seat("bea")
    room.do(o.Leave(), "bea")
    room.settle()
    assert [record.article for record in room.told(InfractionRecorded)] == [article]
    (ended,) = room.told(MatchEnded)
    assert ended.ended_by == "forfeit"
    assert ended.winner is not None
    assert seat not in ended.winner
    assert not room.told(BotStoodIn)


@pytest.mark.article("TG-16.6")
def test_leaving_between_two_hands_is_leaving_the_match_too():
    room = Room("tarragona", settings=BY_THE_BOOK).begun().hand_over()
    room.do(o.Disconnect(), "cai")
    room.wait(121)
    assert room.match.ended_by == "forfeit"


def test_a_book_without_an_article_for_leaving_cannot_be_gone_by():
    with pytest.raises(Refusal, match="no article for leaving"):
        open_table(load_book("ueh"), "ana", "Ana", BY_THE_BOOK)


def test_a_clubs_book_may_say_that_who_leaves_loses_the_hand_and_then_a_bot_plays_on():
    club = parse_book(
        """
        id = "club-norte"
        extends = "clasico"
        [[article]]
        id = "CN-1"
        number = "1"
        ways = ["referee"]
        es = "Quien se va pierde la mano."
        ca = "Qui se'n va perd la mà."
        en = "Who leaves loses the hand."
        [[infraction]]
        article = "CN-1"
        name = { es = "Irse", ca = "Anar-se'n", en = "Leaving" }
        example = { es = "Se fue.", ca = "Se n'ha anat.", en = "Left." }
        consequences = [{ kind = "hand_lost" }]
        abandons = true
        """
    )
    room = Room(club, settings=BY_THE_BOOK).begun()
    room.do(o.Leave(), "bea")
    room.settle()
    assert room.match.lines[-1].how == "lost"
    assert room.table.in_play is not None
    assert room.told(BotStoodIn)


def test_the_others_may_end_the_wait_early_if_all_of_them_agree():
    room = Room().begun()
    room.do(o.Disconnect(), "bea")
    seat = room.seat("bea")
    room.do(o.Propose("end_grace", seat), "ana")
    room.do(o.Agree("end_grace"), "cai")
    assert not room.told(GraceEnded)
    assert room.sees("ana").proposals[0].missing == (("dan",),)
    room.do(o.Agree("end_grace"), "dan")
    assert room.told(GraceEnded)[0].person == "bea"
    assert room.told(BotStoodIn)


def test_who_comes_back_is_not_voted_away():
    room = Room().begun()
    seat = room.seat("bea")
    assert "nobody to wait for" in room.refused(o.Propose("end_grace", seat), "ana")
    assert "nobody to wait for" in room.refused(o.Propose("end_grace", 7), "ana")
    room.do(o.Disconnect(), "bea")
    room.do(o.Propose("end_grace", seat), "ana")
    room.do(o.Connect(), "bea")
    assert room.table.proposals == ()


def test_one_who_is_away_cannot_be_passed_over_when_another_is_voted_on():
    room = Room().begun()
    room.do(o.Disconnect(), "bea")
    room.do(o.Disconnect(), "cai")
    room.do(o.Propose("end_grace", room.seat("bea")), "ana")
    room.do(o.Agree("end_grace"), "dan")
    assert not room.told(GraceEnded)


def test_a_wait_that_the_book_must_judge_is_not_ended_while_somebody_decides():
    room = Room("tarragona", settings=BY_THE_BOOK).begun()
    room.comes("eva")
    room.do(o.Propose("referee"), "eva")
    for person in PEOPLE:
        room.do(o.Agree("referee"), person)
    offender = room.seat("ana")
    room.do(RecordInfraction("TG-14.1", offender), "eva")
    assert room.match.awaiting is not None
    room.do(o.Disconnect(), "bea")
    assert "decide" in room.refused(o.Propose("end_grace", room.seat("bea")), "ana")
    room.wait(119)
    assert not room.told(GraceEnded)
    room.wait(60)
    assert room.told(GraceEnded)


@pytest.mark.article("TG-6.3", "TG-16.6")
def test_who_is_gone_before_the_seats_are_taken_loses_the_match_once_they_are():
    room = Room("tarragona", settings=BY_THE_BOOK).settle()
    assert room.match.draw_winner is not None
    winner, other = (room.table.chairs[(room.match.draw_winner + place) % 4].person for place in (-1, 0))
    assert winner is not None
    assert other is not None
    room.do(o.Leave(), other)
    assert "seats are taken" in room.refused(o.Propose("end_grace", room.seat(other)), winner)
    room.settle()
    assert not room.told(GraceEnded)
    room.do(ChooseSeat(1), winner)
    seat = room.seat(other)
    room.settle()
    assert [(record.article, record.seat) for record in room.told(InfractionRecorded)] == [("TG-16.6", seat)]
    assert room.match.ended_by == "forfeit"


def test_a_pause_gives_who_is_away_their_time_back():
    room = Room(settings=Settings(times=Times(grace=60_000, pause=300_000))).begun()
    room.do(o.Disconnect(), "bea")
    room.wait(50)
    for person in ("ana", "dan"):
        room.do(o.Propose("pause") if person == "ana" else o.Agree("pause"), person)
    assert room.table.pause is not None
    assert room.sees("ana").seats[room.seat("bea") - 1].grace_until is None
    room.wait(299)
    assert not room.told(GraceEnded)
    room.wait(1 + 59)
    assert not room.told(GraceEnded)
    room.wait(2)
    assert room.told(GraceEnded)


def test_before_the_match_a_seat_is_free_again_when_its_owner_stays_away():
    room = Room(people=2)
    room.do(o.Disconnect(), "bea")
    room.wait(121)
    assert room.table.seat_of("bea") is None
    assert room.table.guest("bea") is None


def test_the_same_person_has_the_same_seat_on_any_device_after_a_restart_too():
    room = Room().begun()
    room.do(o.Disconnect(), "bea")
    seat = room.seat("bea")
    assert room.replayed().seat_of("bea") == seat
