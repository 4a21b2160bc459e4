"""The referee of a table, a rematch or the next match of a series, and who signs."""

from collections import Counter

import msgspec
import pytest

from tantera.play import (
    DIRECTOR,
    REFEREE,
    DealHand,
    GiveRuling,
    Phase,
    RecordInfraction,
    SignSheet,
)
from tantera.play.events import DecisionTaken, MatchStarted
from tantera.rules import Refusal, load_book
from tantera.tables import Settings
from tantera.tables import orders as o
from tantera.tables.events import SheetClosed, What
from tantera.tables.seen import all_racks, eyes_on_the_match
from tests.builders import credulous
from tests.tables.rooms import PEOPLE, Room, quick
from tests.tables.test_agreements import SLOW
from tests.tables.test_talk import with_referee
from tests.tables.test_waiting import alone

# --- the referee ----------------------------------------------------------------------------------------------------


def test_a_referee_is_somebody_that_every_player_agrees_to():
    room = Room().begun().comes("eva")
    room.do(o.Propose("referee"), "eva")
    for person in PEOPLE[:3]:
        room.do(o.Agree("referee"), person)
    assert room.table.referee is None
    assert eyes_on_the_match(room.table, "eva") == "spectator"
    room.do(o.Agree("referee"), "dan")
    assert eyes_on_the_match(room.table, "eva") is REFEREE
    room.comes("fred")
    assert "referee already" in room.refused(o.Propose("referee"), "fred")
    room.do(o.StandUp(), "eva")
    assert eyes_on_the_match(room.table, "eva") == "spectator"


def test_the_director_sends_a_referee():
    room = Room().begun().comes("eva").comes("fred")
    assert "not for you" in room.refused(o.Appoint("eva"), "eva")
    assert "nobody of that id" in room.refused(o.Appoint("gil"), DIRECTOR)
    room.do(o.Appoint("eva"), DIRECTOR)
    assert room.table.referee == "eva"
    assert "referee already" in room.refused(o.Appoint("fred"), DIRECTOR)


def test_nobody_who_has_ever_had_a_seat_sees_every_rack():
    room = Room(people=4, settings=Settings(watching="all_racks"))
    room.do(o.StandUp(), "dan")
    room.comes("eva")
    room.do(o.Sit(4), "eva")
    room.begun()
    for order, by in ((o.Propose("referee"), "dan"), (o.Propose("referee"), "ana"), (o.Appoint("dan"), DIRECTOR)):
        assert "does not see its racks" in room.refused(order, by)
    for person in ("dan", "ana"):
        with pytest.raises(Refusal, match="does not see its racks"):
            all_racks(room.table, person)


def test_the_referee_does_not_sit_down_to_play():
    room = Room(people=3).comes("eva")
    room.do(o.Appoint("eva"), DIRECTOR)
    assert "does not play" in room.refused(o.Sit(4), "eva")


@pytest.mark.article("TG-14.1", "TG-18.2")
def test_the_referee_records_and_the_right_player_is_asked_or_answered_for():
    room = with_referee(Room("tarragona").begun())
    offender = room.seat("ana")
    assert "not for a player" in room.refused(RecordInfraction("TG-14.1", offender), "bea")
    room.do(RecordInfraction("TG-14.1", offender), "eva")
    wait = room.sees("bea").waits[0]
    assert (wait.who, wait.what) == (str(offender % 4 + 1), "take_decision")
    room.wait(121)
    assert [taken.choice for taken in room.told(DecisionTaken)] == ["continue"]


@pytest.mark.article("SJ-estructura", "SJ-jueces")
def test_a_match_level_at_time_is_ruled_on_by_the_tables_referee_or_stays_level():
    def level() -> Room:
        room = with_referee(Room("san-juan", limit="1m", settings=SLOW).begun())
        room.wait(61)
        assert room.match.phase is Phase.AWAITING
        return room

    room = level()
    room.do(GiveRuling((1, 3), "Eva"), "eva")
    assert room.match.winner == (1, 3)
    room = level()
    room.wait(601)
    assert (room.match.ended_by, room.match.winner) == ("ruling", None)


@pytest.mark.article("SJ-estructura", "SJ-jueces")
def test_where_nobody_could_rule_a_match_level_at_time_waits_only_for_the_table_to_agree_on_a_referee():
    def level() -> Room:
        room = Room("san-juan", limit="1m", settings=SLOW).begun()
        room.wait(61)
        assert room.match.phase is Phase.AWAITING
        return room

    room = level()
    room.wait(46)
    assert (room.match.ended_by, room.match.winner) == ("ruling", None)
    room = with_referee(level())
    room.wait(300)
    assert room.match.phase is Phase.AWAITING
    room.do(GiveRuling((2, 4), "Eva"), "eva")
    assert room.match.winner == (2, 4)


@pytest.mark.article("SJ-estructura")
def test_alone_with_bots_a_match_level_at_time_is_level_at_once():
    room = alone("san-juan", settings=SLOW, limit="1m")
    room.wait(61)
    assert (room.match.ended_by, room.match.winner) == ("ruling", None)


@pytest.mark.article("CI-13", "CI-18")
def test_what_is_left_to_the_director_the_tables_referee_rules_or_nothing_follows():
    def late() -> Room:
        room = with_referee(Room(credulous("competencia-individual"), settings=quick(ruling=60_000)).begun())
        offender = room.match.opener or 0
        room.plays(3)
        room.do(RecordInfraction("CI-13", offender), "eva")
        return room

    room = late()
    if room.match.awaiting is not None:
        room.do(RecordInfraction(room.match.awaiting.article), "eva")
        assert room.match.awaiting is None
    room = late()
    room.wait(61)
    assert room.match.awaiting is None


# --- rematch and series ---------------------------------------------------------------------------------------------


def test_a_rematch_is_agreed_on_by_everybody_and_watchers_and_referee_come_along():
    room = with_referee(Room(limit="1h").begun()).comes("fred")
    assert "after a match" in room.refused(o.Propose("rematch"), "ana")
    room.match_over()
    assert "propose a rematch" in room.refused(o.Start(), "ana")
    assert "no seat" in room.refused(o.Propose("rematch"), "fred")
    room.do(o.Propose("rematch"), "ana")
    for person in ("bea", "cai", "dan"):
        room.do(o.Agree("rematch"), person)
    assert len(room.told(MatchStarted)) == 2
    assert room.table.in_play is not None
    assert (room.table.referee, room.table.won) == ("eva", ())
    assert room.table.guest("fred") is not None
    assert room.begun().replayed() == room.table


@pytest.mark.article("CL-inicio")
def test_in_a_rematch_the_match_before_may_say_who_opens():
    room = Room("clasico", limit="1h", next_match_opener="loser").begun().match_over()
    winner = room.match.winner
    assert winner is not None
    room.do(o.Propose("rematch"), "ana")
    for person in ("bea", "cai", "dan"):
        room.do(o.Agree("rematch"), person)
    assert room.match.opener not in winner


def test_after_the_match_others_may_sit_down_and_then_it_is_a_new_match():
    room = Room("clasico", limit="1h", next_match_opener="loser").begun().match_over()
    room.do(o.Leave(), "dan")
    room.comes("eva")
    room.do(o.Sit(4), "eva")
    room.do(o.Propose("rematch"), "ana")
    for person in ("bea", "cai", "eva"):
        room.do(o.Agree("rematch"), person)
    assert room.match.opener is None
    assert room.match.names[3] == "Eva"


def best_of_three() -> Room:
    book = msgspec.structs.replace(load_book("clasico"), id="club", best_of=3)
    return Room(book, limit="1h")


def test_a_series_goes_on_by_itself_until_somebody_has_won_more_than_half():
    room = best_of_three().begun().match_over()
    assert room.table.series_open
    assert room.sees("ana").series_open
    assert "until the match is over" in room.refused(o.StandUp(), "ana")
    while room.table.series_open:
        room.wait(61)
        room.begun().match_over()
    assert 2 <= len(room.table.won) <= 3
    assert len(room.told(MatchStarted)) == len(room.table.won)
    names = room.sees("ana").won
    assert all(set(side) in ({"Ana", "Cai"}, {"Bea", "Dan"}, set()) for side in names)


def test_who_leaves_between_two_matches_of_a_series_has_a_bot_in_their_place():
    room = best_of_three().begun().match_over()
    room.do(o.Leave(), "dan")
    room.settle()
    assert room.table.chairs[room.seat("dan") - 1].bot == "level-3"
    room.wait(61)
    assert room.table.in_play is not None


# --- who has won how many -------------------------------------------------------------------------------------------


def plays_again(room: Room, what: What = "rematch") -> None:
    room.do(o.Propose(what), "ana")
    for person in ("bea", "cai", "dan"):
        room.do(o.Agree(what), person)
    room.begun().match_over()


def test_the_table_counts_who_has_won_how_many_against_whom_over_every_rematch():
    room = Room("clasico", limit="1h").begun().match_over()
    winners = [room.match.winner]
    for _ in range(3):
        plays_again(room)
        winners.append(room.match.winner)
    told = room.sees("ana").tally
    (meeting,) = told.meetings
    by_side = dict(zip(map(frozenset, meeting.sides), meeting.won, strict=True))
    assert by_side == {
        frozenset({"Ana", "Cai"}): winners.count((1, 3)),
        frozenset({"Bea", "Dan"}): winners.count((2, 4)),
    }
    assert meeting.level == winners.count(None)
    assert sum(meeting.won) + meeting.level == 4
    assert told.wins == (), "with the same sides these say who has won"
    assert room.replayed() == room.table


def test_where_partners_changed_the_table_also_counts_what_everybody_has_won():
    room = Room("clasico", limit="1h").begun().match_over()
    won = Counter(room.match.names[seat - 1] for seat in room.match.winner or ())
    for _ in range(2):
        plays_again(room, "partners")
        won.update(room.match.names[seat - 1] for seat in room.match.winner or ())
    told = room.sees("ana").tally
    assert len(told.meetings) == 3
    assert {one.name: one.won for one in told.wins if one.won} == dict(won)
    assert [one.won for one in told.wins] == sorted((one.won for one in told.wins), reverse=True)


# --- signatures -----------------------------------------------------------------------------------------------------


@pytest.mark.article("TG-12")
def test_signatures_are_waited_for_and_nobody_signs_for_anybody_else():
    room = Room("tarragona", limit="1h").begun().match_over()
    scorer, counter = room.match.signers
    room.do(SignSheet(scorer), room.whose(scorer))
    room.wait(301)
    assert room.told(SheetClosed)[0].missing == (counter,)
    assert "time to sign is over" in room.refused(SignSheet(counter), room.whose(counter))
    assert room.match.signatures == (scorer,)


@pytest.mark.article("CI-3")
def test_bots_sign_at_once():
    room = Room("competencia-individual", limit="1h", people=1)
    room.do(o.Start(), "ana")
    room.begun().match_over()
    room.settle()
    assert set(room.match.signatures) == set(room.match.signers) - {room.seat("ana")}


def test_deals_are_not_for_a_rematch_to_bring_along():
    room = Room(limit="1h").begun().match_over()
    assert "not for" in room.refused(DealHand(b"x"), "ana")
    assert room.table.seed is None
