"""Pauses, take-backs, referees, rematches: what one proposes and the others agree to."""

import msgspec
import pytest

from tantera.play import (
    DIRECTOR,
    REFEREE,
    TABLE,
    DealHand,
    DrawTile,
    GiveRuling,
    PauseClock,
    Phase,
    RecordInfraction,
    ResumeClock,
    SignSheet,
    deadline,
    legal_moves,
)
from tantera.play.events import Corrected, DecisionTaken, MatchStarted, TileDrawn, TilePlaced, TurnPassed
from tantera.rules import Refusal, load_book
from tantera.tables import Settings, Times, all_racks, eyes_on_the_match
from tantera.tables import orders as o
from tantera.tables.events import ProposalLapsed, SheetClosed
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


@pytest.mark.article("CI-13", "CI-18")
def test_what_is_left_to_the_director_the_tables_referee_rules_or_nothing_follows():
    def late() -> Room:
        room = with_referee(Room("competencia-individual", settings=quick(ruling=60_000)).begun())
        offender = room.match.opener or 0
        room.plays(3)
        room.do(RecordInfraction("CI-13", offender, (("tile", "66"),)), "eva")
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
