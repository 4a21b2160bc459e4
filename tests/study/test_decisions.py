"""A decision is valued by what its player could know, and by nobody's own way of playing."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest

from tantera.bots.learned.others import PRIOR
from tantera.play import legal_moves
from tantera.rules import load_book, with_options
from tantera.solver.estimate import Estimate
from tantera.study.decisions import AGAIN, Sample, Trial, appraise, cost_of, is_decision
from tantera.study.figures import JudgedDecision, JudgedOption, MeasuredAgain
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
    assert values == sorted(values, reverse=True) or judged.is_suspect, "then they are those of other worlds"
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


def decided(place: int, first: Estimate, second: Estimate | None = None) -> JudgedDecision:
    order = in_turn(next(decisions("san-juan", 1))).plays[0]
    options = (JudgedOption(order, Estimate(1.0, 1.0)), JudgedOption(order, Estimate(0.0, 1.0)))
    again = None if second is None else MeasuredAgain(second)
    return JudgedDecision(1, order, options, place, first, Estimate(0.0, 1.0), again=again)


def test_a_difference_within_its_error_is_no_mistake():
    sure, unsure = Estimate(5.0, 2.0), Estimate(3.0, 2.0)
    assert decided(1, sure).is_suspect
    assert not decided(1, unsure).is_suspect
    assert not decided(0, sure).is_suspect  # what was best costs nothing but noise
    assert decided(1, sure, Estimate(4.5, 1.5)).is_mistake
    assert not decided(1, sure, unsure).is_mistake, "other worlds do not say so"
    assert not decided(1, sure).is_mistake, "nobody has asked other worlds"
    assert decided(1, sure, Estimate(4.5, 1.5)).told_cost == Estimate(4.5, 1.5)


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


def test_of_noise_alone_no_mistake_is_called_beyond_chance_and_a_planted_one_costs_what_it_is_said_to():
    """Four options, the third of them played: the judge's own arithmetic on worlds whose truth is known."""
    rng, worlds, times = np.random.default_rng(2), 64, 4000
    nothing = np.zeros(0, np.int64)
    apart, more = (Sample(nothing, nothing, np.zeros(0), np.arange(many), False) for many in (worlds, AGAIN * worlds))

    def judge(cost: float) -> JudgedDecision:
        worth = np.array([0.0, 0.0, -cost, 0.0])
        first = rng.normal(worth, 8, (worlds, 4))
        second = rng.normal(worth, 8, (AGAIN * worlds, 4))
        best = int(first.mean(0).argmax())
        decision = decided(int(best != 2), cost_of(first, 2, apart))
        trial = Trial({}, None, second, None, more)  # type: ignore[arg-type]  # codes and reading are not asked for
        return decision._replace(again=MeasuredAgain(trial.difference(second, best, 2)))

    noise = [judge(0.0) for _ in range(times)]
    suspected = [one for one in noise if one.is_suspect]
    claimed = [one.told_cost.mean for one in suspected]
    assert 0.005 < len(suspected) / times < 0.06
    assert abs(np.mean(claimed)) < 3 * np.std(claimed) / np.sqrt(len(claimed)), "they cost nothing when asked again"
    assert np.mean([one.cost.mean for one in suspected]) > 2, "and the first worlds said that they did"
    assert sum(one.is_suspect and one.is_mistake for one in noise) < times / 500
    planted = [one for one in (judge(5.0) for _ in range(times // 4)) if one.is_suspect and one.is_mistake]
    said = [one.told_cost.mean for one in planted]
    assert len(planted) > times / 8
    assert np.mean(said) == pytest.approx(5.0, abs=0.1)


@pytest.mark.parametrize("game", GAMES)
def test_a_suspected_mistake_is_measured_again_in_other_worlds(game: str):
    suspects = 0
    for seed in range(4):
        for match in decisions(game, seed):
            seen = in_turn(match)
            judged = appraise(seen, seen.plays[-1], WORLDS)
            assert judged.is_suspect is (judged.again is not None)
            if judged.again is None:
                continue
            suspects += 1
            apart = judged.options[0].value.mean - judged.options[judged.place].value.mean
            assert judged.told_cost.mean == pytest.approx(apart), "the options have the values of the same worlds"
            assert judged.told_cost != judged.cost or judged.cost.error == 0
    assert suspects
