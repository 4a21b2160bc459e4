"""The referee puts right what was written: the table follows, and the match goes on."""

import pytest

from tantera.play import DIRECTOR, TABLE, Phase, RecordInfraction, TakeDecision
from tantera.play.events import ClockPaused, Corrected, HandDealt, MatchEnded, SeatsTaken, SeedCommitted
from tantera.play.orders import ChangeDecision, Undo
from tantera.tables import Settings, Times, next_time
from tantera.tables import orders as o
from tests.tables.rooms import PEOPLE, Room
from tests.tables.test_talk import with_referee

SLOW = Settings(times=Times(move=3_600_000))


def place_of(room: Room, kind: type) -> int:
    """Where in the events that count the last of these stands: so many are kept when it is undone."""
    assert room.table.ledger is not None
    return max(place for place, event in enumerate(room.table.ledger.effective) if isinstance(event, kind))


def undo(room: Room, kind: type, by: str = "eva") -> None:
    room.do(Undo(place_of(room, kind), "written wrongly"), by)
    assert room.replayed() == room.table


def test_the_referee_and_the_director_undo_and_nobody_else_does():
    room = with_referee(Room(settings=SLOW).begun())
    room.plays(3)
    assert room.table.ledger is not None
    size = len(room.table.ledger.effective)
    for by in ("ana", TABLE):
        assert "to order" in room.refused(Undo(size - 1, "x"), by)
    room.do(Undo(size - 1, "the tile was another"), "eva")
    room.do(Undo(size - 2, "and the one before"), DIRECTOR)
    assert isinstance(room.events[-1], Corrected)
    assert room.match.hand is not None
    assert len(room.match.hand.moves) == 1
    room.hand_over()
    assert room.replayed() == room.table


def test_what_is_undone_needs_a_reason_and_a_match():
    room = Room(settings=SLOW).begun()
    assert "1 to 300" in room.refused(Undo(3, " "), DIRECTOR)
    assert "cannot be kept" in room.refused(Undo(300, "x"), DIRECTOR)
    assert "no match" in Room(people=2).refused(Undo(1, "x"), DIRECTOR)


def test_a_hand_whose_deal_is_undone_is_dealt_from_another_seed():
    room = with_referee(Room(settings=SLOW).begun())
    room.plays(2)
    before = room.told(HandDealt)[-1]
    undo(room, HandDealt)
    assert room.match.phase is Phase.DEALING
    assert room.table.seed is None
    assert room.match.commitment is None
    room.begun()
    again = room.told(HandDealt)[-1]
    assert again.seed != before.seed
    room.hand_over()
    assert room.replayed() == room.table


def test_a_seed_that_was_not_dealt_from_is_still_the_one_promised():
    room = with_referee(Room("tarragona", settings=SLOW)).settle()
    while room.table.seed is None or room.match.phase is not Phase.DEALING:
        room.wait(1)
    promised, kept = room.match.commitment, room.table.seed
    assert room.table.ledger is not None
    room.do(Undo(place_of(room, SeedCommitted) + 1, "x"), "eva")
    assert (room.match.commitment, room.table.seed) == (promised, kept)
    room.begun()


@pytest.mark.article("TG-6.4")
def test_people_go_back_to_where_they_sat_before_a_draw_that_is_undone():
    room = Room("tarragona", settings=SLOW).begun()
    assert tuple(chair.person for chair in room.table.chairs) == room.match.players
    undo(room, SeatsTaken, DIRECTOR)
    assert tuple(chair.person for chair in room.table.chairs) == room.match.players == PEOPLE
    room.do(Undo(1, "all of it"), DIRECTOR)
    room.begun()
    assert tuple(chair.person for chair in room.table.chairs) == room.match.players
    assert room.replayed() == room.table


def test_a_pause_and_its_end_are_undone():
    room = with_referee(Room(settings=SLOW).begun())
    room.do(o.Propose("pause"), "ana")
    room.do(o.Agree("pause"), "bea")
    room.now += 1000
    room.do(o.Propose("resume"), "ana")
    room.do(o.Agree("resume"), "bea")
    paused = place_of(room, ClockPaused)
    room.do(Undo(paused + 1, "they had not agreed"), "eva")
    assert room.table.pause is not None
    assert room.table.pause.until == room.now + room.table.times.pause
    room.do(Undo(paused, "nor to the pause"), "eva")
    assert room.table.pause is None
    assert room.replayed() == room.table
    room.plays()


def test_a_match_whose_end_is_undone_goes_on_and_counts_once():
    room = Room("clasico", limit="1h", settings=SLOW).begun().match_over()
    assert "at once" in room.refused(Undo(place_of(room, MatchEnded), "written wrongly"), DIRECTOR)
    undo(room, HandDealt, DIRECTOR)
    assert room.table.in_play is not None
    assert not room.table.won
    assert not room.table.results
    room.begun().match_over()
    assert len(room.table.won) == len(room.table.results) == 1
    assert room.replayed() == room.table


def test_nothing_is_corrected_once_the_players_have_left_their_seats():
    room = Room("clasico", limit="1h").begun().match_over()
    room.do(o.StandUp(), "dan")
    assert "left their seats" in room.refused(Undo(3, "x"), DIRECTOR)


def test_a_turn_that_is_given_back_has_its_whole_time():
    room = Room("clasico", settings=Settings(times=Times(move=60_000))).begun()
    room.plays(1)
    room.now += 50_000
    room.plays(1)
    room.now += 50_000
    assert room.table.ledger is not None
    room.do(Undo(len(room.table.ledger.effective) - 1, "x"), DIRECTOR)
    assert next_time(room.table) == room.now + 60_000


@pytest.mark.article("TG-14.8", "TG-18.2")
def test_a_decision_is_changed_at_the_table_and_a_hand_that_is_annulled_is_dealt_again():
    room = with_referee(Room("tarragona", settings=SLOW).begun())
    offender = room.match.opener or 0
    room.plays(3)
    room.do(RecordInfraction("TG-14.8", offender), "eva")
    assert room.match.awaiting is not None
    decider = room.table.chairs[int(room.match.awaiting.who[0]) - 1].person
    assert decider is not None
    room.do(TakeDecision("continue"), decider)
    room.plays(1)
    assert "to order" in room.refused(ChangeDecision(0, "annul", "misheard"), "ana")
    room.do(ChangeDecision(0, "annul", "misheard"), "eva")
    assert not room.match.hand_in_play
    assert room.replayed() == room.table
    dealt = len(room.told(HandDealt))
    while room.match.phase is not Phase.PLAYING:
        room.wait(5)
    assert len(room.told(HandDealt)) == dealt + 1
