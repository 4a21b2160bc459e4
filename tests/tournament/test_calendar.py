"""A league calendar: a round robin whose rounds have days of their own, and matches that are moved."""

from __future__ import annotations

from typing import Any

import pytest

from tantera.tournament.drafting import can_draft
from tests.tournament.story import Story

WEEKLY = {"from": "2026-01-08", "every_days": 7}


def league(pairs: int = 4, dates: Any = WEEKLY, **options: Any) -> Story:
    story = Story("tarragona", format="pairs-round-robin", options={"limit": "100p", "dates": dates, **options})
    story.enter(pairs)
    return story


def published(story: Story, rounds: int) -> None:
    for _ in range(rounds):
        story.begin_round()


def won(story: Story, round: int, table: int, *score: int) -> None:
    story.give("result", round=round, table=table, score=list(score or (100, 40)))


def test_each_round_has_its_day_by_a_list_or_by_so_many_days():
    for dates in (WEEKLY, ["2026-01-08", "2026-01-15", "2026-01-22"]):
        story = league(dates=dates)
        published(story, 3)
        assert [round["date"] for round in story.object()["rounds"]] == ["2026-01-08", "2026-01-15", "2026-01-22"]
        story.check()


def test_any_round_may_be_published_before_the_one_before_is_closed():
    story = league()
    published(story, 3)
    assert [round["stage"] for round in story.object()["rounds"]] == ["published"] * 3
    assert [round.number for round in story.state.all_open] == [1, 2, 3]
    assert can_draft(story.state) is None
    story.check()


def test_standings_count_what_is_confirmed_in_whatever_order_it_is_played():
    story = league()
    published(story, 3)
    won(story, 3, 1)
    won(story, 1, 2)
    assert sum(row["values"]["points_won"] for row in story.object()["standings"]) == 2
    won(story, 2, 1)
    assert sum(row["values"]["points_won"] for row in story.object()["standings"]) == 3
    story.check()


def test_a_match_is_moved_to_another_day_until_it_has_been_played():
    story = league()
    published(story, 2)
    story.give("postpone", round=1, table=2, to="2026-02-03")
    first = story.object()["rounds"][0]["tables"]
    assert ["date" in table for table in first] == [False, True]
    assert first[1]["date"] == "2026-02-03"
    story.refuse("wrong_value", "postpone", round=1, table=2, to="2026-02-30")
    won(story, 1, 2)
    story.refuse("already_played", "postpone", round=1, table=2, to="2026-02-04")
    story.refuse("no_such_table", "postpone", round=1, table=9, to="2026-02-04")
    story.check()


def test_only_a_calendar_has_matches_that_are_moved_and_only_a_round_robin_is_one():
    story = Story("tarragona", format="pairs-round-robin", options={"limit": "100p"})
    story.enter(4)
    story.begin_round()
    story.refuse("no_calendar", "postpone", round=1, table=1, to="2026-02-04")
    for format in ("pairs-swiss", "pairs-knock-out"):
        with pytest.raises(Exception, match="dates"):
            Story("tarragona", format=format, options={"dates": WEEKLY})
    with pytest.raises(Exception, match="dates"):
        Story("tarragona", format="pairs-round-robin", options={"dates": ["2026-02-30"]})


def test_a_round_without_a_day_is_not_drawn():
    story = league(dates=["2026-01-08"])
    story.begin_round()
    story.refuse("no_date", "draw")


def test_each_round_is_closed_by_itself_and_the_league_when_all_is_played():
    story = league()
    published(story, 3)
    story.refuse("slips_missing", "close_round", round=1)
    for table in (1, 2):
        won(story, 1, table)
    story.give("close_round", round=1)
    assert [round["stage"] for round in story.object()["rounds"]] == ["closed", "published", "published"]
    story.refuse("not_open", "close_round", round=1)
    for round in (2, 3):
        won(story, round, 1)
    story.refuse("slips_missing", "close")
    for round in (2, 3):
        won(story, round, 2)
    story.give("close")
    story.check()


def test_a_result_of_an_early_round_is_taken_back_while_later_rounds_are_published():
    story = league()
    published(story, 1)
    won(story, 1, 1, 40, 100)
    result = story.answers[-1]["event"]
    published(story, 2)
    seats = [story.seats(round) for round in (2, 3)]
    story.give("undo", event=result)
    assert [story.seats(round) for round in (2, 3)] == seats
    story.check()


def test_a_draft_does_not_grow_old_by_results_of_other_rounds():
    story = league()
    published(story, 1)
    story.give("draw")
    won(story, 1, 1)
    story.give("publish")
    story.check()


def test_everybody_meets_everybody_once_or_twice_over_the_whole_calendar():
    for legs in (1, 2):
        story = league(6, legs=legs)
        published(story, 5 * legs)
        met = [frozenset(table[:2]) for round in range(1, 5 * legs + 1) for table in story.seats(round)]
        assert all(met.count(pair) == legs for pair in met)
        assert len(set(met)) == 15
        story.refuse("no_more_rounds", "draw")
        story.check()


def test_who_leaves_defaults_every_match_that_is_published_and_not_played():
    story = league()
    published(story, 3)
    won(story, 1, 1)
    won(story, 1, 2)
    story.give("withdraw", entries=["e1"])
    defaults = [bool(table["default"]) for round in story.object()["rounds"] for table in round["tables"]]
    assert sum(defaults) == 2
    assert not any(defaults[:2])
    story.check()
