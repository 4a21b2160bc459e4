"""A reserve at a table: the referee lets somebody in who looks on, between two hands, and the table follows."""

from tantera.notation import export, judge, read, write
from tantera.play import DIRECTOR
from tantera.play.events import PlayerReplaced
from tantera.play.orders import ReplacePlayer, Undo
from tantera.tables import Settings, Times
from tantera.tables import orders as o
from tantera.tables.seen import eyes_of_all, eyes_on_the_match
from tantera.tables.telling import Listener, tell
from tantera.tables.wire import messages
from tantera.telling import count
from tantera.web.tables.screens import PARTS
from tests.tables.rooms import Room
from tests.tables.test_of_a_tournament import Reserved
from tests.tables.test_talk import with_referee

SLOW = Settings(times=Times(move=3_600_000, count=3_600_000))


def counted() -> Room:
    """The first hand is over and counted; Eva is the referee, Fay looks on."""
    return with_referee(Room(settings=SLOW).begun()).comes("fay").hand_over()


def test_the_referee_puts_a_reserve_in_between_two_hands_and_the_seat_is_theirs():
    room = counted()
    seat, score = room.seat("cai"), room.match.score
    room.do(ReplacePlayer(seat, "whatever a client says", "fay"), "eva")
    assert (room.match.names[seat - 1], room.match.players[seat - 1]) == ("Fay", "fay")
    assert (room.seat("fay"), room.table.seat_of("cai"), room.match.score) == (seat, None, score)
    assert room.sees("fay").seats[seat - 1].name == "Fay"
    assert "Cai" in room.sees("ana").watchers
    assert room.replayed() == room.table
    room.agree()
    room.begun().hand_over()
    assert room.match.hand is not None
    assert {move.seat for move in room.match.hand.moves} == {1, 2, 3, 4}


def test_the_match_is_written_with_its_reserve_and_read_again():
    room = counted()
    seat = room.seat("cai")
    room.do(ReplacePlayer(seat, "", "fay"), "eva")
    room.agree()
    room.begun().plays(2)
    assert room.table.ledger is not None
    text = write(export(room.table.ledger))
    assert f'[Seat{seat} "Cai"]' in text
    assert f"[reserve seat={seat} name=Fay]\ndeal " in text
    again = judge(read(text)).match
    assert (again.names, again.score) == (room.match.names, room.match.score)


def test_everybody_is_told_and_the_reserve_gets_a_view_with_their_own_eyes():
    room = counted()
    seat = room.seat("cai")
    room.do(ReplacePlayer(seat, "", "fay"), "eva")
    eyes = eyes_of_all(room.table, ("ana", "cai", "fay"))
    told = tell(room.done, [Listener("ana", "en"), Listener("fay", "en")], eyes)
    said = {reader: [one.text for one in sentences] for (reader, _), sentences in told.items()}
    assert said["ana"] == ["Fay comes in for Cai", "Fay sits down: your partner"]
    assert said["fay"] == ["Fay comes in for Cai", "You sit down: your partner is Ana"]
    sent = messages(room.done, eyes)
    assert [eyes_on_the_match(room.table, one) for one in ("cai", "fay")] == ["spectator", seat]
    assert b'"view":' in sent["fay"]
    assert b'"view":' in sent["cai"]
    assert b'"view":' not in sent["ana"]


def test_the_count_says_who_played_the_hand_and_who_opens_the_next_one():
    room = counted()
    seat = room.match.lines[-1].next_opener
    assert seat is not None
    player = room.match.names[seat - 1]

    def told(me: int = 0) -> tuple[str, str]:
        assert room.table.ledger is not None
        last = count(room.table.ledger, "en", me)
        assert last is not None
        return last.heading, last.opens

    assert told(seat) == ("Domino: yours", "Then you open, for laying the last tile")
    room.do(ReplacePlayer(seat, "", "fay"), "eva")
    assert told(seat) == (f"Domino by {player}", "Then you open, for laying the last tile")
    assert told() == (f"Domino by {player}", "Then Fay opens, for laying the last tile")
    (part,) = [one for one in PARTS if "count" in one.shown]
    assert part.changed(room.done.before, room.done.after)  # so it is sent again


def test_not_in_the_middle_of_a_hand_and_not_by_a_player():
    room = with_referee(Room(settings=SLOW).begun()).comes("fay")
    seat = room.seat("cai")
    assert "a reserve sits down between two hands" in room.refused(ReplacePlayer(seat, "", "fay"), "eva")
    room.hand_over()
    for by in ("ana", "fay"):
        assert "to order" in room.refused(ReplacePlayer(seat, "", "fay"), by)
    room.do(ReplacePlayer(seat, "", "fay"), DIRECTOR)
    assert room.seat("fay") == seat


def test_a_reserve_is_somebody_who_looks_on_and_is_there():
    room = counted()
    room.do(o.Disconnect(), "fay")
    for nobody in ("fay", "ana", "eva", "", "gus"):
        refused = room.refused(ReplacePlayer(room.seat("cai"), "Gus", nobody), "eva")
        assert "a reserve is somebody who looks on at this table" in refused


def test_a_reserve_who_is_undone_gives_the_seat_back():
    room = counted()
    seat = room.seat("cai")
    chair = room.table.chairs[seat - 1]
    room.do(ReplacePlayer(seat, "", "fay"), "eva")
    assert room.table.ledger is not None
    place = next(n for n, event in enumerate(room.table.ledger.effective) if isinstance(event, PlayerReplaced))
    room.do(Undo(place, "it was for another table"), "eva")
    assert room.table.chairs[seat - 1] == chair
    assert room.table.seat_of("fay") is None
    assert room.replayed() == room.table
    room.agree()
    room.begun().hand_over()


def test_a_bot_has_its_seat_again_where_its_reserve_is_undone():
    room = Room(people=3, settings=SLOW)
    room.do(o.Start(), "ana")
    room.begun()
    room = with_referee(room).comes("fay").hand_over()
    seat = next(seat for seat, chair in enumerate(room.table.chairs, 1) if chair.person is None)
    room.do(ReplacePlayer(seat, "", "fay"), "eva")
    assert room.seat("fay") == seat
    assert room.table.ledger is not None
    place = next(n for n, event in enumerate(room.table.ledger.effective) if isinstance(event, PlayerReplaced))
    room.do(Undo(place, "the bot was doing well"), "eva")
    assert room.table.chairs[seat - 1].bot == room.table.settings.bot
    assert room.replayed() == room.table


def test_a_player_who_has_left_the_table_is_not_called_back_by_undoing_their_reserve():
    room = counted()
    room.do(ReplacePlayer(room.seat("cai"), "", "fay"), "eva")
    room.do(o.Leave(), "cai")
    assert room.table.ledger is not None
    size = len(room.table.ledger.effective)
    assert "left their seats" in room.refused(Undo(size - 1, "sorry"), "eva")


def test_nobody_waits_any_longer_for_a_player_whose_seat_a_reserve_has_taken():
    room = counted()
    seat = room.seat("cai")
    room.do(o.Disconnect(), "cai")
    room.do(o.Propose("end_grace", seat), "ana")
    room.do(ReplacePlayer(seat, "", "fay"), "eva")
    assert room.table.proposals == ()
    assert room.sees("ana").seats[seat - 1].grace_until is None
    room.wait(3600)
    assert room.table.guest("cai") is None
    assert (room.seat("fay"), room.table.chairs[seat - 1].bot) == (seat, None)


def test_at_a_table_of_a_tournament_the_director_names_a_stand_in_before_the_round():
    room = Reserved().started()
    room.begun().hand_over()
    assert "the director names a stand-in" in room.refused(ReplacePlayer(1, "Fay", "fay"), DIRECTOR)
