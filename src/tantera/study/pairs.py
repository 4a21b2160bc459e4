"""What is known of pairs: how well their play fits the partner's hidden tiles, and what their pauses say; with how sure
that is, never a verdict. Pure, and without the compiler."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from math import erfc, sqrt
from operator import attrgetter
from typing import Final, NamedTuple

from tantera.rules import Seat
from tantera.solver.estimate import Estimate

FEWEST: Final = 30
"""Hands before anything is said: of fewer nobody knows how they spread."""
MOST_ODDS: Final = 8.0
"""A hand's ratio counts for no more than this: one hand proves nothing, and what is cut off can only acquit."""


class FittingPlay(NamedTuple):
    """How one seat played a hand, beside the tiles of its partner."""

    seat: Seat
    partner: Seat
    decisions: int
    ratio: float
    """How likely these choices were for somebody who knew the partner's tiles, against the mean over all the tiles that
    the partner might have had by what this seat could see. 1 on the average for whoever does not know them."""


class TimedTurn(NamedTuple):
    """A turn whose time was taken, and what a pause in it could tell the partner."""

    seat: Seat
    options: int
    paused: bool
    more: float
    """How many tiles that fit its player had left, less what the partner could expect."""


class HandOfPairs(NamedTuple):
    """One hand."""

    plays: tuple[FittingPlay, ...]
    turns: tuple[TimedTurn, ...]


class Sureness(NamedTuple):
    """A figure, and how often chance alone gives as much."""

    excess: Estimate
    by_chance: float
    """The p-value, for this pair alone."""

    def among(self, looked_at: int) -> float:
        """The same, when so many were looked at (Bonferroni).

        >>> Sureness(Estimate(0.3, 0.1), 0.001).among(20)
        0.02
        """
        return min(1.0, self.by_chance * looked_at)


class PausesOfPair(NamedTuple):
    """Long pauses of a pair, each measured by the player's own pace in the hand."""

    with_choice: int
    choices: int
    """Turns with a choice whose time is known."""
    without: int
    forced: int
    """Turns without one."""
    telling: Sureness | None
    """Whether more tiles that fit were left, or fewer, after a pause than after a quick move with as many options; None
    where there is nothing to be compared."""


class PairStudied(NamedTuple):
    """Two partners."""

    names: tuple[str, str]
    hands: int
    decisions: int
    fit: Sureness | None
    """None before there are `FEWEST` hands."""
    pauses: PausesOfPair | None
    """None where nobody took the time."""


def pairs_studied(hands: Iterable[tuple[Sequence[str], HandOfPairs]]) -> tuple[PairStudied, ...]:
    """Every pair of these hands, whoever they play against; those least like chance first."""
    plays: dict[tuple[str, str], list[list[FittingPlay]]] = {}
    turns: dict[tuple[str, str], list[TimedTurn]] = {}
    for names, hand in hands:
        together: dict[tuple[str, str], list[FittingPlay]] = {}
        for play in hand.plays:
            together.setdefault(_pair(names, play.seat, play.partner), []).append(play)
        for pair, of_hand in together.items():
            plays.setdefault(pair, []).append(of_hand)
            seats = {play.seat for play in of_hand}
            turns.setdefault(pair, []).extend(turn for turn in hand.turns if turn.seat in seats)
    studied = (_studied(pair, of_pair, turns[pair]) for pair, of_pair in plays.items())
    return tuple(sorted(studied, key=lambda pair: (1.0 if pair.fit is None else pair.fit.by_chance, pair.names)))


def questions_in(pairs: Sequence[PairStudied]) -> int:
    """How many questions were asked of all of them together: what a small p-value has to be multiplied by."""
    return sum((pair.fit is not None) + (pair.pauses is not None and pair.pauses.telling is not None) for pair in pairs)


def excess(hand: Iterable[FittingPlay]) -> float:
    """What a hand says: the mean ratio of the two players less 1. Nought on the average for an honest pair, below it
    for what `MOST_ODDS` cuts off.

    >>> excess([FittingPlay(1, 3, 4, 1.5), FittingPlay(3, 1, 3, 0.9)])
    0.2
    """
    ratios = [min(MOST_ODDS, play.ratio) for play in hand]
    return round(sum(ratios) / len(ratios) - 1, 9)


def fit_of(figures: Sequence[float]) -> Sureness | None:
    """Whether the mean of hands is above nought, by how they spread themselves (one-sided z-test)."""
    if len(figures) < FEWEST:
        return None
    mean = sum(figures) / len(figures)
    error = sqrt(sum((figure - mean) ** 2 for figure in figures) / (len(figures) - 1) / len(figures))
    return Sureness(Estimate(mean, error), _above(mean / error) if error else 1.0)


def _studied(pair: tuple[str, str], hands: Sequence[Sequence[FittingPlay]], turns: Sequence[TimedTurn]) -> PairStudied:
    decisions = sum(play.decisions for hand in hands for play in hand)
    return PairStudied(pair, len(hands), decisions, fit_of([excess(hand) for hand in hands]), _pauses(turns))


def _pauses(turns: Sequence[TimedTurn]) -> PausesOfPair | None:
    if not turns:
        return None
    choices = [turn for turn in turns if turn.options > 1]
    paused, without = sum(turn.paused for turn in choices), sum(turn.paused for turn in turns if turn.options < 2)
    return PausesOfPair(paused, len(choices), without, len(turns) - len(choices), _telling(choices))


def _telling(turns: Iterable[TimedTurn]) -> Sureness | None:
    """The exact mean and variance over all ways to spread a seat's pauses over its turns with as many options
    (a stratified permutation test), and the normal distribution; two-sided."""
    sum_of_pauses = variance = 0.0
    paused = 0
    for stratum in _strata(turns):
        count, pauses = len(stratum), sum(turn.paused for turn in stratum)
        if not 0 < pauses < count:
            continue
        mean = sum(turn.more for turn in stratum) / count
        sum_of_pauses += sum(turn.more - mean for turn in stratum if turn.paused)
        spread = sum((turn.more - mean) ** 2 for turn in stratum) / (count - 1)
        variance += pauses * (count - pauses) / count * spread
        paused += pauses
    if not variance:
        return None
    found = Estimate(sum_of_pauses / paused, sqrt(variance) / paused)
    return Sureness(found, min(1.0, 2 * _above(abs(sum_of_pauses) / sqrt(variance))))


def _strata(turns: Iterable[TimedTurn]) -> Iterator[list[TimedTurn]]:
    alike = attrgetter("seat", "options")
    return (list(group) for _, group in groupby(sorted(turns, key=alike), alike))


def _pair(names: Sequence[str], seat: Seat, partner: Seat) -> tuple[str, str]:
    one, other = sorted((names[seat - 1], names[partner - 1]))
    return one, other


def _above(deviations: float) -> float:
    """The upper tail of the normal distribution.

    >>> round(_above(1.96), 3)
    0.025
    """
    return erfc(deviations / sqrt(2)) / 2
