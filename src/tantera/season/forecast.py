"""How likely a side is to win, as ratings say, with as much luck in it as there turns out to be.

The model's own forecast takes a match for a matter of skill, and of dominoes it is far too sure. So several forecasts
stand side by side, each with more luck in it than the one before, and speak with the weight of what they have foretold
so far (a Bayesian mixture): after some nights those speak that fit these people.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp, log, sqrt
from typing import Final

from openskill.models import PlackettLuce, PlackettLuceRating

_MODEL: Final = PlackettLuce()
_LUCK: Final = (10.0, 15.0, 20.0, 28.0, 40.0, 56.0, 80.0)
"""How far apart two sides have to be before the better one wins clearly, in points of the rating."""
_LOGISTIC: Final = 1.7
"""Makes a logistic curve of a normal one."""
Side = Sequence[PlackettLuceRating]
Expert = Callable[[Side, Side], float]


def _curve(x: float) -> float:
    return 1 / (1 + exp(-_LOGISTIC * x))


def _plain(luck: float) -> Expert:
    """By the difference of the sides, however uncertain it is."""

    def chance(one: Side, other: Side) -> float:
        spread = sum(who.sigma**2 + _MODEL.beta**2 for who in (*one, *other))
        return _curve((_sum(one) - _sum(other)) / sqrt(spread + luck**2))

    return chance


def _careful(luck: float) -> Expert:
    """Who has hardly played is taken for average."""

    def worth(side: Side) -> float:
        return sum((who.mu - _MODEL.mu) * (1 - (who.sigma / _MODEL.sigma) ** 2) for who in side)

    return lambda one, other: _curve((worth(one) - worth(other)) / luck)


def _sum(side: Side) -> float:
    return sum(who.mu for who in side)


class Forecast:
    """Chances of two sides, and what it has learned so far."""

    def __init__(self) -> None:
        self._experts = [make(luck) for make in (_plain, _careful) for luck in _LUCK]
        self._weights = [0.0] * len(self._experts)
        """Logarithms."""
        self._said: list[float] = []

    def chances(self, one: Side, other: Side) -> list[float]:
        self._said = [expert(one, other) for expert in self._experts]
        most = max(self._weights)
        weights = [exp(weight - most) for weight in self._weights]
        first = sum(map(float.__mul__, weights, self._said)) / sum(weights)
        return [first, 1 - first]

    def learn(self, first_won: bool) -> None:
        """How the match of the last forecast ended."""
        for place, said in enumerate(self._said):
            self._weights[place] += log(max(said if first_won else 1 - said, 1e-12))
