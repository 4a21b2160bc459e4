"""What the director is told: who goes into a draw, how tables stand, and the next thing to do."""

from __future__ import annotations

from msgspec.structs import replace

from tantera.tournament.agenda import conditions, left_open, next_thing
from tantera.tournament.hall.state import MINUTE, HallClock, HallState, Hand, Objection, Online
from tests.tournament.story import Story

RUNS = HallState(clock=HallClock(round=1, length=25 * MINUTE, started=0))


def said(story: Story) -> str:
    return next_thing(story.state, HallState(), 0).sentence.told("en")


def test_where_nobody_was_checked_in_all_are_drawn_and_afterwards_who_is_here() -> None:
    story = Story("competencia-individual")
    assert said(story) == "Nobody has entered yet"
    story.enter(8)
    assert said(story) == "Round 1: nobody has been checked in, so all 8 are drawn"
    story.give("check_in", entries=[f"e{number}" for number in range(1, 7)])
    assert said(story) == "Round 1: 6 here, 2 not here"
    story.give("check_in", entries=["e7", "e8"])
    assert said(story) == "Round 1: all 8 are here"
    assert next_thing(story.state, HallState(), 0).code == "draw"


def stand(story: Story, hall: HallState) -> list[str]:
    assert story.state.open is not None
    return list(conditions(story.state, hall, story.state.open, 1000))


def test_a_published_round_begins_with_its_clock() -> None:
    story = Story("competencia-individual")
    story.enter(8)
    story.begin_round()
    ready = HallClock(round=1, length=25 * MINUTE)
    assert stand(story, HallState()) == ["to_begin", "to_begin"]
    assert stand(story, HallState(clock=ready)) == ["to_begin", "to_begin"]
    assert next_thing(story.state, HallState(clock=ready), 1000).code == "start_clock"
    assert stand(story, HallState(clock=HallClock(round=1, length=25 * MINUTE, started=0))) == ["playing", "playing"]


def test_a_hall_that_begins_without_its_clock_has_begun_when_anything_comes_from_a_table() -> None:
    story = Story("competencia-individual")
    story.enter(8)
    story.begin_round()
    assert stand(story, HallState(hands={(1, 2): (Hand((41, 0)),)})) == ["playing", "playing"]
    assert stand(story, HallState(online={(1, 2): Online(1, 0, (), begun=True)})) == ["playing", "playing"]
    assert stand(story, HallState(online={(1, 2): Online(1, 0, ())})) == ["to_begin", "to_begin"]
    story.give("result", round=1, table=2, score=[100, 61])
    assert stand(story, HallState()) == ["playing", "verified"]


def test_a_hall_that_plays_without_its_clock_is_never_told_to_start_it_once_results_come_in() -> None:
    story = Story("competencia-individual", rounds=2)
    story.enter(8)
    story.begin_round()

    def code() -> str:
        return next_thing(story.state, HallState(), 1000).code

    assert code() == "start_clock"
    story.give("result", round=1, table=2, score=[100, 61])
    assert code() == "results"
    story.give("result", round=1, table=1, score=[100, 62])
    assert code() == "draw"
    story.begin_round()
    for number, table in enumerate(story.seats(2), 1):
        story.give("default", round=2, table=number, absent=[table[0]])
    assert code() == "close_round"


def test_where_no_minutes_are_counted_a_round_is_in_play_once_it_is_published() -> None:
    story = Story("tarragona")
    story.enter(4)
    story.begin_round()
    assert stand(story, HallState()) == ["playing", "playing"]
    assert next_thing(story.state, HallState(), 1000).code == "results"
    set_all_the_same = HallState(clock=HallClock(round=1, length=40 * MINUTE))
    assert stand(story, set_all_the_same) == ["to_begin", "to_begin"]
    assert next_thing(story.state, set_all_the_same, 1000).code == "start_clock"


def test_a_draft_that_waits_is_to_be_published_and_not_drawn_again() -> None:
    story = Story("competencia-individual")
    story.enter(8)
    story.begin_round()
    story.give("result", round=1, table=1, score=[100, 60])
    story.give("draw")  # while a slip is missing
    assert next_thing(story.state, RUNS, 1000).code == "results"
    story.give("result", round=1, table=2, score=[100, 60])
    story.give("draw")  # a result came in since
    assert next_thing(story.state, RUNS, 1000).code == "publish"


def test_results_that_never_came_and_objections_come_before_closing_and_are_told_table_by_table() -> None:
    story = Story("competencia-individual", rounds=2, options={"fee": 10})
    story.enter(8)
    story.begin_round()
    story.give("result", round=1, table=1, score=[100, 62])
    story.give("draw")
    story.give("publish", accept_missing=[2])
    for table in (1, 2):
        story.give("result", round=2, table=table, score=[100, 60 + table])
    assert left_open(story.state, HallState()).results == ((1, (2,)),)
    story.give("close_round")
    thing = next_thing(story.state, HallState(), 0)
    assert (thing.code, thing.round, thing.table) == ("late_results", 1, 2)
    wrong = Objection("o1", 2, 1, "it was 100-70", "player:p1", 0)
    hall = HallState(objections=(wrong,))
    thing = next_thing(story.state, hall, 0)
    assert (thing.code, thing.round, thing.table) == ("objection", 2, 1)
    told = [one.told("en") for one in left_open(story.state, hall).told(story.state)]
    assert told[0].startswith("Round 1, table 2: no result (")
    assert told[1:] == ["Round 2, table 1: an objection is not answered: it was 100-70", "80 of the fees are not paid"]
    story.give("result", round=1, table=2, score=[100, 50], reason="it came late")
    answered = HallState(objections=(replace(wrong, answer="so it is"),))
    assert next_thing(story.state, answered, 0).code == "close"


def test_an_objection_stops_nobody_who_keys_in_results() -> None:
    story = Story("tarragona")
    story.enter(4)
    story.begin_round()
    hall = HallState(objections=(Objection("o1", 1, 1, "no", "player:p1a", 0),))
    assert next_thing(story.state, hall, 1000).code == "results"
    for table, _ in enumerate(story.seats(1), 1):
        story.give("result", round=1, table=table, score=[300, 100])
    assert next_thing(story.state, hall, 1000).code == "objection"
