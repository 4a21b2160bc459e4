"""Alone with bots: a move is taken back at any time, as often as one likes; a bot says what it would play."""

from __future__ import annotations

import pytest

from tantera.bots.reasons import reasons
from tantera.bots.simple import counter
from tantera.play import SPECTATOR, PassTurn, Phase, PlaceTile, legal_moves, view
from tantera.play.events import Corrected, HandDealt, TilePlaced, TurnPassed
from tantera.rules import Refusal
from tantera.tables import BotAt, Settings, bots_asked
from tantera.tables import orders as o
from tantera.tables.past import past_matches
from tantera.tables.seen import seen as seen_by
from tests.tables.rooms import Room
from tests.tables.test_telling import hears
from tests.tables.test_waiting import alone


def to_a_choice(room: Room) -> Room:
    """Until it is Ana's turn and she could play one thing or another."""
    while True:
        hand = room.match.hand
        assert hand is not None
        if hand.turn == room.seat("ana") and len(legal_moves(hand)) > 1:
            return room
        room.plays()


def test_a_move_is_taken_back_with_all_that_bots_played_since_and_so_is_the_one_before_it():
    room = to_a_choice(alone())
    first = view(room.match, room.seat("ana"))
    room.plays()
    second = view(to_a_choice(room).match, room.seat("ana"))
    room.plays(3)
    mine = [tile for tile in second.mine if tile not in view(room.match, room.seat("ana")).mine]
    assert [type(tile).__name__ for tile in mine] == ["Tile"]
    room.do(o.Propose("take_back"), "ana")
    undone = f"Deshecho tu {mine[0].spoken}: te toca otra vez"  # type: ignore[union-attr]
    assert [one.text for one in hears(room, "ana")] == [undone], "nobody had to be asked, and nothing is asked for"
    assert view(room.match, room.seat("ana")).mine == second.mine
    assert room.match.hand is not None
    assert room.match.hand.turn == room.seat("ana")
    room.do(o.Propose("take_back"), "ana")
    again = view(room.match, room.seat("ana"))
    assert (again.mine, again.moves, again.options) == (first.mine, first.moves, first.options)
    assert "no move in this hand" in room.refused(o.Propose("take_back"), "ana")
    assert [one.why for one in room.told(Corrected)] == ["taken back against bots"] * 2
    assert room.replayed() == room.table


def test_what_is_forced_is_no_choice_and_is_passed_over():
    room = to_a_choice(alone())
    laid = len(room.match.hand.moves) if room.match.hand is not None else 0
    room.plays()
    while room.match.phase is Phase.PLAYING and room.match.hand is not None:
        if room.match.hand.turn == room.seat("ana") and len(legal_moves(room.match.hand)) > 1:
            break
        room.plays()
    room.do(o.Propose("take_back"), "ana")
    assert room.match.hand is not None
    assert len(room.match.hand.moves) == laid


def test_the_move_that_ended_a_hand_is_taken_back_while_it_is_counted_and_no_hand_after_that():
    room = to_a_choice(alone()).hand_over()
    phases = [room.match.phase]
    room.do(o.Propose("take_back"), "ana")
    phases.append(room.match.phase)
    assert phases == [Phase.COUNTING, Phase.PLAYING]
    room.hand_over().agree()
    room.wait(10)
    assert len(room.told(HandDealt)) == 2
    hand = room.match.hand
    assert hand is not None
    if not any(move.seat == room.seat("ana") for move in hand.moves):
        assert "no move in this hand" in room.refused(o.Propose("take_back"), "ana")


def test_where_the_table_takes_nothing_back_it_does_not_against_bots_either():
    room = to_a_choice(alone(settings=Settings(take_backs=False)))
    room.plays()
    assert "not taken back" in room.refused(o.Propose("take_back"), "ana")


def test_with_a_friend_at_the_table_a_move_is_taken_back_as_ever():
    room = Room("clasico", people=2)
    room.do(o.Start(), "ana")
    room.begun()
    while room.match.hand is not None and room.match.hand.turn != room.seat("ana"):
        room.plays()
    room.plays(2)
    assert "only the last move" in room.refused(o.Propose("take_back"), "ana")


def partners() -> Room:
    """Ana and Bea against two bots, where Ana has just played one of several tiles and a bot is in turn."""
    room = Room("clasico", people=2, sits=False)
    room.do(o.Sit(1), "ana")
    room.do(o.Sit(3), "bea")
    room.do(o.Start(), "ana")
    room = to_a_choice(room.begun())
    room.plays()
    assert bots_asked(room.table)
    return room


def test_between_partners_the_move_of_the_bot_after_it_is_no_hindrance():
    room = partners()
    tiles = len(view(room.match, room.seat("ana")).mine)
    room.plays()
    assert isinstance(room.events[-1], TilePlaced | TurnPassed)
    room.do(o.Propose("take_back"), "ana")
    room.do(o.Agree("take_back"), "bea")
    assert room.match.hand is not None
    assert room.match.hand.turn == room.seat("ana")
    assert len(view(room.match, room.seat("ana")).mine) == tiles + 1
    assert room.replayed() == room.table


def test_while_a_move_is_asked_back_bots_hold_theirs_and_one_that_comes_late_takes_nothing_away():
    room = partners()
    room.do(o.Propose("take_back"), "ana")
    assert not bots_asked(room.table)
    room.plays()  # it had been on its way
    room.do(o.Agree("take_back"), "bea")
    assert room.match.hand is not None
    assert room.match.hand.turn == room.seat("ana")
    room = partners()
    room.do(o.Propose("take_back"), "ana")
    room.do(o.Decline("take_back"), "bea")
    assert bots_asked(room.table)


def test_a_bot_says_what_it_would_play_to_who_asked_and_to_nobody_else():
    room = to_a_choice(alone())
    room.comes("eva")
    room.do(o.AskHint(), "ana")
    assert "thinking about it" in room.refused(o.AskHint(), "ana")
    seen = view(room.match, room.seat("ana"))
    answer = counter(seen)
    room.do(o.GiveHint(answer), BotAt(room.seat("ana")))
    (note,) = hears(room, "ana", "en")
    assert isinstance(answer, PlaceTile)
    assert note.part == "note"
    assert note.text.startswith(f"I would play {answer.tile.spoken}")
    assert all(reason.told("en") in note.text for reason in reasons(seen, answer))
    assert hears(room, "eva") == hears(room, SPECTATOR) == []
    assert seen_by(room.table, room.events[-1], "eva") is None
    assert room.table.hint is None
    assert room.replayed() == room.table
    assert [hand for past in past_matches(room.events, lambda name: room.book.base) for hand, _ in past.hints] == [1]


def test_an_answer_that_comes_too_late_or_could_not_be_played_is_none():
    room = to_a_choice(alone())
    room.do(o.AskHint(), "ana")
    seat = room.seat("ana")
    assert "nobody waits" in room.refused(o.GiveHint(PassTurn(seat)), BotAt(seat))
    answer = counter(view(room.match, seat))
    room.plays()
    assert room.table.hint is None
    assert "nobody waits" in room.refused(o.GiveHint(answer), BotAt(seat))


def test_nobody_is_asked_where_another_person_plays_nor_out_of_turn():
    room = Room("clasico", people=2)
    room.do(o.Start(), "ana")
    to_a_choice(room.begun())
    assert "where others play" in room.refused(o.AskHint(), "ana")
    room = to_a_choice(alone()).plays()
    assert "whoever is in turn" in room.refused(o.AskHint(), "ana")


def test_nobody_is_called_where_nobody_could_come():
    room = alone()
    assert "nobody to call" in room.refused(o.CallReferee("el conteo"), "ana")
    room.comes("eva")
    room.do(o.Propose("referee"), "eva")
    room.do(o.Agree("referee"), "ana")
    room.do(o.CallReferee("el conteo"), "ana")


@pytest.mark.parametrize("book", ["clasico", "tarragona", "ueh", "venezuela-75"])
def test_whatever_is_taken_back_the_hand_can_be_played_to_its_end(book: str):
    room = alone(book)
    for _ in range(30):
        if room.match.phase is not Phase.PLAYING:
            break
        room.plays()
        try:
            room.do(o.Propose("take_back"), "ana")
        except Refusal:  # there may be nothing to take back
            continue
        room.plays(1)
    assert room.told(TilePlaced)
    room.hand_over()
    assert room.replayed() == room.table
