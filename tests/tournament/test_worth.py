"""What a slip is worth to the tournament, as those who sign it read it: from the sums that count it afterwards."""

from __future__ import annotations

from typing import Any

import pytest

from tantera.tournament.slips import worth
from tests.tournament.story import Story


def begun(book: str, entries: int = 4, **words: Any) -> Story:
    story = Story(book, **words)
    story.enter(entries)
    story.begin_round()
    return story


def told(story: Story, lang: str = "en") -> tuple[str, str] | None:
    called = [f"seat {n}" for n in range(1, 5)] if story.state.alone else ["N–S", "E–W"]
    found = worth(story.state, story.state.played[-1], 1, called)
    return (found.told.told(lang), found.article) if found is not None else None


@pytest.mark.article("CI-4")
def test_the_point_and_the_difference_without_what_passes_the_limit():
    story = begun("competencia-individual")
    assert told(story) is None
    story.give("result", round=1, table=1, score=[112, 80], status="entered")
    assert told(story) == ("N–S wins 1 point, difference 20", "CI-4")
    assert told(story, "es") == ("gana 1 punto N–S, diferencia 20", "CI-4")
    assert told(story, "ca") == ("guanya 1 punt N–S, diferència 20", "CI-4")
    story.give("confirm", round=1, table=1)
    assert told(story) == ("N–S wins 1 point, difference 20", "CI-4")
    assert set(story.values("points_won", "difference").values()) == {(1, 20), (0, -20)}


def test_what_a_judge_has_still_to_decide_is_worth_nothing_yet():
    story = begun("competencia-individual")
    story.give("result", round=1, table=1, score=[100, 80], status="disputed")
    assert told(story) is None


@pytest.mark.article("CI-4")
def test_a_level_match_is_half_a_point_each_where_the_event_says_so():
    story = begun("competencia-individual", options={"level_at_end": "half_point"})
    story.give("result", round=1, table=1, score=[90, 90])
    assert told(story) == ("half a point each", "CI-4")


def test_in_a_level_knock_out_match_somebody_goes_on_all_the_same():
    story = begun("competencia-individual", format="pairs-knock-out", options={"level_at_end": "half_point"})
    story.give("result", round=1, table=1, score=[90, 90], winner="2+4")
    assert told(story) == ("half a point each; E–W goes on", "CI-4")


def test_in_a_knock_out_the_winners_go_on_until_the_last_round():
    story = begun("tarragona", format="pairs-knock-out")
    story.results([300, 120], [300, 120])
    assert told(story) == ("N–S wins 1 point, difference 180, and goes on", "TG-12")
    story.begin_round()
    story.give("result", round=2, table=1, score=[300, 120])
    assert told(story) == ("N–S wins 1 point, difference 180", "TG-12")


def test_what_the_event_does_not_rank_by_is_not_said():
    story = begun("san-juan", options={"ranked_by": ["points_won", "points_for"], "members_only": False})
    story.give("result", round=1, table=1, score=[200, 120])
    assert told(story) == ("N–S wins 1 point", "SJ-final")


@pytest.mark.article("UEH-campeonato")
def test_alone_no_point_is_won_and_the_winner_goes_on():
    story = begun("ueh", 8)
    story.give("result", round=1, table=1, score=[40, 301, 320, 310], winner=1)
    assert told(story) == ("seat 1 wins, and goes on", "UEH-campeonato")
    assert told(story, "es") == ("gana seat 1, y sigue adelante", "UEH-campeonato")


def test_who_is_expelled_loses_it_by_the_article_that_expelled_them():
    story = begun("competencia-individual")
    gone = story.seats(1)[0]
    story.give("expel", player=gone[0], round=1, article="CI-18")
    story.give("result", round=1, table=1, score=[80, 60], winner="2+4")
    assert told(story) == ("E–W wins 1 point, difference 0", "CI-18")
    story = begun("competencia-individual")
    for player in gone[:2]:
        story.give("expel", player=player, round=1, article="CI-18")
    story.give("result", round=1, table=1, score=[80, 60])
    assert told(story) == ("nobody wins the point", "CI-18")
