"""Before a draw the director is told who goes into it."""

from __future__ import annotations

from tantera.tournament.agenda import next_thing
from tantera.tournament.hall.state import HallState
from tests.tournament.story import Story


def said(story: Story) -> str:
    return next_thing(story.state, HallState(), 0).said.told("en")


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
