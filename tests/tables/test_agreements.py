"""Pauses and take-backs: what one proposes and the others agree to."""

import msgspec
import pytest

from tantera.play import (
    DIRECTOR,
    TABLE,
    DrawTile,
    PauseClock,
    Phase,
    ResumeClock,
    deadline,
    legal_moves,
)
from tantera.play.events import Corrected, TileDrawn, TilePlaced, TurnPassed
from tantera.tables import Settings, Times
from tantera.tables import orders as o
from tantera.tables.events import ProposalLapsed
from tests.tables.rooms import PEOPLE, Room, quick
from tests.tables.test_talk import with_referee

SLOW = Settings(times=Times(move=3_600_000))


# --- pauses ---------------------------------------------------------------------------------------------------------


def test_a_pause_needs_one_of_every_side():
    room = Room(settings=SLOW).begun()
    room.do(o.Propose("pause"), "ana")
    assert "already" in room.refused(o.Propose("pause"), "cai")
    room.do(o.Agree("pause"), room.whose(2))
    assert room.table.pause is not None
    assert room.match.clock.paused is not None
    assert "already" in room.refused(o.Propose("pause"), "ana")


def test_bots_always_agree_to_a_pause():
    room = Room(people=1, settings=SLOW)
    room.do(o.Start(), "ana")
    room.begun()
    room.do(o.Propose("pause"), "ana")
    assert room.table.pause is not None


def test_a_pause_ends_by_agreement_or_when_it_has_been_long_enough():
    room = Room(settings=quick(pause=60_000, move=3_600_000)).begun()
    room.do(o.Propose("pause"), "ana")
    room.do(o.Agree("pause"), "bea")
    room.do(o.Propose("resume"), "bea")
    room.do(o.Agree("resume"), "cai")
    assert room.table.pause is None
    room.do(o.Propose("pause"), "ana")
    room.do(o.Agree("pause"), "bea")
    room.wait(59)
    assert room.table.pause is not None
    assert room.wait(2).table.pause is None
    assert "running" in room.refused(o.Propose("resume"), "ana")


def test_a_pause_costs_nobody_time():
    room = Room("competencia-individual", settings=quick(pause=300_000)).begun()
    room.wait(5)
    before = deadline(room.match)
    assert before is not None
    at = room.now
    room.do(o.Propose("pause"), "ana")
    room.do(o.Agree("pause"), "bea")
    room.wait(200)
    room.do(o.Propose("resume"), "ana")
    room.do(o.Agree("resume"), "bea")
    assert deadline(room.match) == before + room.now - at


def test_the_referees_pause_is_the_referees_to_end():
    room = with_referee(Room(settings=SLOW).begun())
    room.do(PauseClock("agreed"), "eva")
    assert room.table.pause is not None
    assert room.table.pause.why == "referee"
    assert "still already" in room.refused(PauseClock("referee"), DIRECTOR)
    assert "do not end it" in room.refused(o.Propose("resume"), "ana")
    room.do(ResumeClock(), "eva")
    assert room.table.pause is None


def test_a_server_that_was_away_stops_the_clock_itself():
    room = Room(settings=SLOW).begun()
    room.do(PauseClock("restart"), TABLE)
    assert room.table.pause is not None
    room.do(ResumeClock(), TABLE)
    assert room.table.pause is None


def test_a_proposal_is_declined_or_lapses():
    room = Room(settings=SLOW).begun()
    room.do(o.Propose("pause"), "ana")
    assert "agreed already" in room.refused(o.Agree("pause"), "ana")
    assert "nobody has proposed" in room.refused(o.Agree("rematch"), "bea")
    room.do(o.Decline("pause"), "bea")
    assert room.table.proposals == ()
    room.do(o.Propose("pause"), "ana")
    room.wait(46)
    assert room.told(ProposalLapsed)
    room.comes("eva")
    room.do(o.Propose("pause"), "ana")
    assert "not asked" in room.refused(o.Decline("pause"), "eva")


def test_what_nobody_knows_is_refused():
    room = Room(settings=SLOW).begun()
    for order in (o.Propose, o.Agree, o.Decline):
        unknown = msgspec.structs.replace(order("pause"), what="foo")
        assert room.refused(unknown, "ana")
    assert "nobody is called so" in room.refused(msgspec.structs.replace(o.Say("table", "x"), to="foo"), "ana")


def test_a_table_may_have_no_pauses_and_no_take_backs():
    room = Room(settings=Settings(pauses=False, take_backs=False)).begun()
    assert "no pauses" in room.refused(o.Propose("pause"), "ana")
    assert "not taken back" in room.refused(o.Propose("take_back"), "ana")
    assert "no match to pause" in Room().refused(o.Propose("pause"), "ana")


# --- take-backs -----------------------------------------------------------------------------------------------------


def free_moves(room: Room) -> str:
    """Play on until somebody has just made a move that was not forced and showed nobody anything; who it was."""
    while True:
        hand = room.match.hand
        assert hand is not None
        turn, choice = hand.turn, len(legal_moves(hand))
        room.plays()
        last = room.events[-1]
        if choice > 1 and isinstance(last, TilePlaced | TurnPassed) and last.seat == turn:
            person = room.whose(turn)
            assert isinstance(person, str)
            return person


def test_a_slip_of_the_finger_is_taken_back_if_the_others_agree():
    room = Room("clasico", settings=SLOW).begun()
    before = room.match
    person = free_moves(room)
    took_back = room.match
    room.now += 5_000
    room.do(o.Propose("take_back"), person)
    others = [one for one in PEOPLE if one != person]
    for other in others:
        assert room.match == took_back
        room.do(o.Agree("take_back"), other)
    assert isinstance(room.events[-1], Corrected)
    assert room.match.hand is not None
    assert before.hand is not None
    assert room.match.hand.racks == before.hand.racks
    assert room.match.hand.turn == room.seat(person)
    room.plays()
    assert room.replayed() == room.table


@pytest.mark.article("CI-9")
def test_a_take_back_costs_nobody_time():
    room = Room("competencia-individual", settings=SLOW).begun()
    room.now += 2_000
    person = free_moves(room)
    moved = room.match.hand
    assert moved is not None
    room.now += 19_000
    room.do(o.Propose("take_back"), person)
    for other in PEOPLE:
        if other != person:
            room.do(o.Agree("take_back"), other)
    hand = room.match.hand
    assert hand is not None
    assert room.now - hand.turn_began == moved.moves[-1].took


def test_nothing_is_taken_back_once_the_next_player_has_acted():
    room = Room("clasico", settings=SLOW).begun()
    first = free_moves(room)
    room.plays()
    assert "only the last move" in room.refused(o.Propose("take_back"), first)
    assert "only the last move" in Room("clasico").begun().refused(o.Propose("take_back"), "ana")


def test_where_there_was_nothing_else_to_play_there_is_nothing_to_take_back():
    room = Room("clasico", settings=SLOW).begun()
    while True:
        hand = room.match.hand
        assert hand is not None
        turn, forced = hand.turn, len(legal_moves(hand)) == 1
        room.plays()
        if forced and room.match.phase is Phase.PLAYING:
            break
    assert "nothing else to play" in room.refused(o.Propose("take_back"), room.whose(turn))


def test_a_take_back_lapses_when_the_next_player_acts():
    room = Room("clasico", settings=SLOW).begun()
    room.do(o.Propose("take_back"), free_moves(room))
    room.plays()
    assert room.table.proposals == ()


@pytest.mark.article("TG-8.8")
def test_an_opening_that_let_the_partner_lift_is_not_taken_back():
    room = Room("tarragona", settings=SLOW).begun()
    opener = room.whose(room.match.opener or 0)
    room.plays()
    assert "only the last move" in room.refused(o.Propose("take_back"), opener)


@pytest.mark.article("UEH-robar")
def test_a_drawn_tile_is_not_put_back():
    room = Room("ueh", players=2, people=2, settings=SLOW).begun()
    while not room.told(TileDrawn):
        hand = room.match.hand
        assert hand is not None
        if room.match.phase is not Phase.PLAYING:
            room.agree().wait(4)
            continue
        draws = [order for order in legal_moves(hand) if isinstance(order, DrawTile)]
        room.do(draws[0] if draws else legal_moves(hand)[0], room.whose(hand.turn))
    drawer = room.whose(room.told(TileDrawn)[0].seat)
    if isinstance(room.events[-1], TileDrawn):
        assert "only the last move" in room.refused(o.Propose("take_back"), drawer)


def test_bots_do_not_mind_a_take_back():
    room = Room("clasico", people=1, settings=SLOW)
    room.do(o.Start(), "ana")
    room.begun()
    while free_moves_by(room) != "ana":
        pass
    room.do(o.Propose("take_back"), "ana")
    assert isinstance(room.events[-1], Corrected)


def free_moves_by(room: Room) -> object:
    hand = room.match.hand
    assert hand is not None
    if room.match.phase is not Phase.PLAYING:
        room.agree().wait(4)
        return None
    turn, free = hand.turn, len(legal_moves(hand)) > 1
    room.plays()
    return room.whose(turn) if free and isinstance(room.events[-1], TilePlaced) else None
