"""A decision is valued by what its player could know, and by nobody's own way of playing."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest

from tantera.play import legal_moves
from tantera.rules import load_book, with_options
from tantera.solver.estimate import Estimate
from tantera.study.decisions import Sample, appraise, cost_of, is_decision
from tantera.study.figures import JudgedDecision, JudgedOption
from tantera.study.trials import PRIOR
from tests.bots.hands import in_turn, with_other_tiles
from tests.solver.every_deal import line_of_play

UEH = load_book("ueh")
GAMES = {"san-juan": load_book("san-juan"), "ueh, two": with_options(UEH, {"players": 2}), "ueh": UEH}
WORLDS = 64


def decisions(game: str, seed: int):
    return (match for match in line_of_play(GAMES[game], seed, 2) if is_decision(in_turn(match)))


@pytest.mark.parametrize("game", GAMES)
def test_other_tiles_where_the_player_cannot_see_them_change_no_value(game: str):
    compared = 0
    for match in islice(decisions(game, 3), 2, 8, 2):
        before = in_turn(match)
        judged = appraise(before, before.plays[0], WORLDS)
        for again in islice(with_other_tiles(match, 3), 2):
            assert appraise(in_turn(again), before.plays[0], WORLDS) == judged
            compared += 1
    assert compared >= 3


@pytest.mark.parametrize("game", GAMES)
def test_every_option_has_its_value_and_its_error_the_best_first(game: str):
    match = next(islice(decisions(game, 5), 2, None))
    seen = in_turn(match)
    judged = appraise(seen, seen.plays[-1], WORLDS)
    values = [option.value.mean for option in judged.options]
    assert values == sorted(values, reverse=True)
    assert judged.options[judged.place].order == seen.plays[-1] or len(judged.options) < len(seen.plays)
    assert all(option.value.error is not None and option.value.error >= 0 for option in judged.options)


def test_a_forced_turn_is_no_decision():
    forced = 0
    for match in line_of_play(GAMES["san-juan"], 1):
        assert match.hand is not None
        if len(legal_moves(match.hand)) == 1:
            assert not is_decision(in_turn(match))
            forced += 1
    assert forced


def decided(place: int, cost: float, error: float) -> JudgedDecision:
    order = in_turn(next(decisions("san-juan", 1))).plays[0]
    options = (JudgedOption(order, Estimate(1.0, 1.0)), JudgedOption(order, Estimate(0.0, 1.0)))
    return JudgedDecision(1, order, options, place, Estimate(cost, error), Estimate(0.0, 1.0))


def test_a_difference_within_its_error_is_no_mistake():
    assert decided(1, 5.0, 2.0).is_mistake
    assert not decided(1, 3.0, 2.0).is_mistake
    assert not decided(0, 5.0, 2.0).is_mistake  # what was best costs nothing but noise


def test_no_member_of_the_population_is_the_greater_part_of_it():
    assert PRIOR.sum() == pytest.approx(1)
    assert PRIOR.max() < 0.5


def test_of_options_that_are_worth_the_same_none_costs_anything_on_the_average():
    """The highest of several noisy means would say that every choice was a mistake."""
    rng, worlds, times = np.random.default_rng(1), 64, 400
    nothing = np.zeros(0, np.int64)
    apart = Sample(nothing, nothing, np.zeros(0), np.arange(worlds), False)
    noise = [rng.normal(0, 30, (worlds, 4)) for _ in range(times)]
    costs = [cost_of(values, 0, apart) for values in noise]
    mean, spread = np.mean([cost.mean for cost in costs]), np.std([cost.mean for cost in costs])
    assert abs(mean) < 3 * spread / np.sqrt(times)
    assert np.mean([values.mean(0).max() - values.mean(0)[0] for values in noise]) > 3
    assert np.mean([cost.error for cost in costs if cost.error is not None]) == pytest.approx(spread, rel=0.3)
