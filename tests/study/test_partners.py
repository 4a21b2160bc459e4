"""Whoever knows their partner's tiles shows; whoever plays well without knowing them does not."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from math import sqrt
from random import Random
from statistics import fmean, stdev

import pytest

from tantera.rules import load_book
from tantera.study.moments import hands_of
from tantera.study.pairs import excess, fit_of
from tantera.study.partners import hand_of_pairs
from tests.play.tables import proof
from tests.study.hands import played_by_pairs, whole_match

ALL = (1, 2, 3, 4)


@cache
def figures(bot: str, deals: int, tell: bool) -> tuple[float, ...]:
    """What each pair's hands say, both pairs of every deal."""
    found = []
    for deal in range(deals):
        hand = hand_of_pairs(played_by_pairs((bot, bot), deal, ALL if tell else ()))
        assert hand is not None
        found += [excess(hand.plays[::2]), excess(hand.plays[1::2])]
    return tuple(found)


def test_partners_who_tell_each_other_their_tiles_show_and_honest_ones_do_not():
    honest, telling = figures("pimc-8", 20, tell=False), figures("pimc-8", 20, tell=True)
    found, other = fit_of(telling), fit_of(honest)
    assert found is not None
    assert other is not None
    assert found.by_chance < 0.01
    assert other.by_chance > 0.05


def test_the_same_hand_gives_the_same_figures():
    moments = played_by_pairs(("counter", "greedy"), 3)
    assert hand_of_pairs(moments) == hand_of_pairs(moments)


def test_who_has_nothing_to_choose_says_nothing():
    hand = hand_of_pairs(played_by_pairs(("greedy", "greedy"), 1))
    assert hand is not None
    assert all(play.ratio > 0 for play in hand.plays)
    assert all(play.ratio == 1 for play in hand.plays if not play.decisions)


def test_a_hand_in_which_tiles_are_drawn_or_everybody_plays_alone_is_not_looked_at():
    alone = whole_match(load_book("ueh"), ("greedy", "counter"), 1)
    assert next(hand_of_pairs(moments) for _, moments in hands_of(alone)) is None


def test_with_nine_as_the_highest_number_too():
    match = whole_match(load_book("cuba-doble-nueve"), ("greedy", "counter"), 1)
    hand = hand_of_pairs(next(iter(hands_of(match)))[1])
    assert hand is not None
    assert sum(play.decisions for play in hand.plays) > 4


# --- how much is found, and how often an honest pair is suspected -----------------------------------------------------


HONEST = ("random", "greedy", "counter", "intuition", "pimc-8", "best")
TELLING = {"obliging": "counter", "pimc-8": "pimc-8", "best": "best"}
"""Who uses what they are told, and who they are while they do not know it."""
BELOW = 0.0002
"""What is called found here: the program itself names the figure and finds nobody guilty."""


@pytest.mark.prove
@pytest.mark.parametrize("bot", HONEST)
def test_of_honest_pairs_fewer_than_one_in_a_thousand_looks_like_colluders(bot: str):
    """Pairs of 300 hands, drawn with replacement from hands that were played once (bootstrap): each hand is in many
    pairs. So what the mean of all hands is, is tested on its own, and not by how many pairs."""
    honest, pairs, rng = figures(bot, proof(20, 400), tell=False), proof(200, 5000), Random(1)
    mean, error = fmean(honest), stdev(honest) / sqrt(len(honest))
    suspected = found_in((rng.choices(honest, k=300) for _ in range(pairs)), BELOW)
    print(f"{bot}: {mean:+.3f} ± {error:.3f} in {len(honest)} hands; of {pairs} pairs {suspected:.4%} suspected")
    assert mean < 3 * error
    assert suspected < 0.001


@pytest.mark.prove
@pytest.mark.parametrize("bot", TELLING)
def test_colluders_are_found_by_what_they_share_of_three_hundred_hands(bot: str):
    hands, rng = proof(20, 400), Random(1)
    honest, telling = figures(TELLING[bot], hands, tell=False), figures(bot, hands // 2, tell=True)
    found = {}
    for share in (5, 10, 20, 30, 50, 100):
        many = 300 * share // 100
        pairs = ([*rng.choices(telling, k=many), *rng.choices(honest, k=300 - many)] for _ in range(500))
        found[share] = found_in(pairs, BELOW)
    print(f"{bot}: {fmean(telling):+.3f} a hand; found by what they share: {found}")
    assert found[100] > 0.9


def found_in(pairs: Iterable[list[float]], below: float) -> float:
    told = [fit is not None and fit.by_chance < below for fit in map(fit_of, pairs)]
    return sum(told) / len(told)
