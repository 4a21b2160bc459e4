"""One value for everything that is told of a tournament: the table of points is worked out once for all who read it."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import pytest

from tantera.paper.printing import laid_out, printable
from tantera.tournament import standings
from tantera.tournament.export import export
from tantera.tournament.orders import Refused
from tantera.tournament.own import own_place
from tantera.tournament.presentation import Presentation
from tantera.web.hall.wall_pages import shown
from tantera.words import LANGS
from tests.tournament.ordered import Event


@contextmanager
def calls(of: object) -> Iterator[Counter[object]]:
    """How often the functions of a module are called meanwhile, by name."""
    counted: Counter[object] = Counter()

    def look(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_globals is vars(of):
            counted[frame.f_code.co_name] += 1

    sys.setprofile(look)
    try:
        yield counted
    finally:
        sys.setprofile(None)


def an_event() -> Event:
    """With prizes and clubs, a round played and closed, the next one on the tables and a slip of it in."""
    event = Event(options={"prizes": [50, 30], "teams": 1})
    for n in range(1, 9):
        event.order("enter", entry=f"e{n}", players=[{"id": f"p{n}", "name": f"Ana Pons {n}", "club": "Reus"}], paid=10)
    event.round([100, 62], [100, 40]).order("close_round")
    event.round()
    event.order("result", round=2, table=1, score=[100, 7])
    return event


def test_wall_papers_desk_and_export_in_three_languages_share_one_table_of_points():
    presentation = Presentation(an_event().now)
    with calls(standings) as counted:
        for lang in LANGS:
            export(presentation, lang)
            shown(presentation, lang)
            for paper in printable(presentation):
                laid_out(presentation, paper, lang)
        assert presentation.partings
        assert presentation.prizes
        assert presentation.teams
    assert (counted["records"], counted["placed"], counted["teams"], counted["prizes"]) == (1, 1, 1, 1)


def test_a_hall_of_phones_asks_for_one_more_table_that_of_the_last_closed_round():
    event = an_event()
    presentation = Presentation(event.now)
    with calls(standings) as counted:
        places = [own_place(presentation, player) for player in event.now.players]
        export(presentation.after(1))
        laid_out(presentation, "standings", "ca", round=1)
    assert sorted(own.place for own in places if own is not None) == list(range(1, 9))
    assert counted["records"] == 1


def test_nothing_is_worked_out_that_nobody_asks_for():
    presentation = Presentation(an_event().now)
    with calls(standings) as counted:
        laid_out(presentation, "slips", "es")
        laid_out(presentation, "seating", "es")
        laid_out(presentation, "checklist", "es")
    assert counted["records"] == 0


def test_what_stood_after_a_round_has_nothing_later_in_it():
    event = an_event()
    presentation = Presentation(event.now)
    event.order("penalty", player="p1", round=2, article="CI-10", points=30)
    then, now = Presentation(event.now).after(1), Presentation(event.now)
    assert [round.number for round in then.rounds] == [1]
    assert (then.fines, len(now.fines)) == ((), 1)
    assert then.standings == presentation.after(1).standings
    assert now.standings != then.standings
    assert now.after(None) is now
    for round in (0, 3):
        with pytest.raises(Refused, match="round"):
            now.after(round)


def test_the_prizes_of_a_paper_are_those_of_the_table_above_them():
    presentation = Presentation(an_event().now)
    first = presentation.after(1).standings[0].entry
    assert presentation.after(1).prizes[0].entry == first
    assert presentation.entry_name(first) in str(laid_out(presentation, "prizes", "es", round=1))
