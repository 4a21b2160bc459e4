"""What points are worth near the end of a match: a block that wins it is no mistake, whatever points it leaves."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from tantera.bots.learned.reading import law_for
from tantera.play import View
from tantera.rules import load_book, with_options
from tantera.solver.estimate import Estimate
from tantera.solver.minimax import WIDE
from tantera.study.chances import match_chances
from tantera.study.figures import JudgedDecision, JudgedOption, MatchStudied, MeasuredAgain, is_sure
from tests.bots.hands import in_turn
from tests.solver.every_deal import dealt_from


def seen(limit: str, ours: int, theirs: int, book: str = "san-juan", **more: object) -> View:
    view = in_turn(dealt_from(with_options(load_book(book), {"limit": limit}), 3, 2))
    mine = view.seat in view.sides[0]
    return replace(view, score=(ours, theirs) if mine else (theirs, ours), **more)


def chances(view: View) -> np.ndarray:
    table = match_chances(view, law_for(view))
    assert table is not None
    return table


@pytest.mark.parametrize(("limit", "ours", "theirs"), [("200p", 0, 0), ("200p", 150, 20), ("12h", 0, 40), ("1h", 3, 0)])
def test_more_points_are_never_worth_less(limit: str, ours: int, theirs: int):
    table = chances(seen(limit, ours, theirs))
    assert table.min() >= 0
    assert table.max() <= 1
    assert (np.diff(table) >= -1e-12).all()


@pytest.mark.parametrize("limit", ["200p", "12h"])
def test_what_one_side_has_the_other_lacks(limit: str):
    for ours, theirs in ((0, 0), (30, 110), (140, 10)):
        mine, yours = chances(seen(limit, ours, theirs)), chances(seen(limit, theirs, ours))
        assert mine == pytest.approx(1 - yours[::-1], abs=1e-9)


def test_level_it_is_even_and_at_the_limit_it_is_won():
    assert chances(seen("200p", 0, 0))[WIDE] == pytest.approx(0.5)
    table = chances(seen("200p", 180, 60))
    assert table[WIDE + 20] == table[WIDE + 100] == 1.0
    assert table[WIDE + 19] < 1.0


def test_in_the_last_hand_who_is_ahead_wins():
    table = chances(seen("1h", 0, 7))
    assert [table[WIDE + lead] for lead in (6, 7, 8)] == [0.0, 0.5, 1.0]


def test_many_hands_before_the_end_a_point_is_worth_little():
    far, near = chances(seen("40h", 0, 0)), chances(seen("2h", 0, 0))
    assert 0.5 < far[WIDE + 20] < near[WIDE + 20] < 1.0


def test_where_the_minutes_alone_end_a_match_nobody_can_say():
    view = seen("40m", 0, 0)
    assert match_chances(view, law_for(view)) is None


def decided(points: tuple[float, float], chance: tuple[float, float], lost: float, place: int) -> JudgedDecision:
    orders = in_turn(dealt_from(load_book("san-juan"), 3, 2)).plays
    options = tuple(JudgedOption(orders[at], Estimate(points[at], 1.0), 0.5, chance[at]) for at in range(2))
    cost, chances = Estimate(points[0] - points[place], 1.0), Estimate(lost, 0.01)
    better = max(range(2), key=lambda at: chance[at]) if is_sure(chances) else 0
    again = MeasuredAgain(cost, chances)
    return JudgedDecision(1, orders[place], options, place, cost, Estimate(0.0, 1.0), chances, better, again)


def test_a_move_that_wins_the_match_costs_nothing_whatever_points_it_leaves():
    wins = decided((30.0, 12.0), (0.9, 1.0), -0.1, 1)
    assert wins.cost.mean == 18.0
    assert not wins.is_mistake
    greedy = decided((30.0, 12.0), (0.9, 1.0), 0.1, 0)
    assert greedy.is_mistake
    assert greedy.best == greedy.options[1]


def test_what_is_not_known_to_be_lost_is_no_mistake():
    assert not decided((12.0, 4.0), (0.500, 0.495), 0.005, 1).is_mistake
    assert decided((12.0, 4.0), (0.50, 0.45), 0.05, 1).is_mistake


def test_a_match_without_hands_has_nothing_to_tell():
    match = MatchStudied(("A", "B", "C", "D"), ((1, 3), (2, 4)), ())
    assert (match.costliest(1), match.finest(1), match.play(1).decisions) == ([], [], 0)
