"""What a study comes to: the figures of a decision, a hand and a match. Nothing here loads the compiler, so that a page
can show figures which another process has worked out."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt
from statistics import fmean, stdev
from typing import Final, NamedTuple

from tantera.play import MoveOrder, View
from tantera.play.events import Side
from tantera.rules import Seat
from tantera.solver.estimate import Estimate, added

SURE: Final = 2.0
"""How many standard errors make a mistake."""
NOTHING: Final = Estimate(0.0, 0.0)


def is_sure(estimate: Estimate) -> bool:
    """Whether it is above nought by more than chance explains."""
    return estimate.mean > SURE * (estimate.error or 0.0)


class JudgedOption(NamedTuple):
    """What could be played, and what it was worth to that player's side."""

    order: MoveOrder
    value: Estimate
    """Its lead in points at the end of the hand."""
    wins: float = 0.0
    """The share of the deals that could be in which that side is ahead at the end of the hand."""
    chance: float | None = None
    """Of winning the match, by that player's side; None where the score says nothing of it."""
    open: int | None = None
    """Its points with all racks open and best play by all; None where no search got that far."""


class MeasuredAgain(NamedTuple):
    """What a mistake cost, in worlds that had no say in calling it one: what helped it to be called one does not help
    it to be large."""

    cost: Estimate
    """In points, against the option that brought the most of them in the first worlds."""
    lost: Estimate | None = None
    """In chances to win the match, against the option that the first worlds had as the better one."""


class JudgedDecision(NamedTuple):
    """A turn with a choice, and what was chosen."""

    seat: Seat
    played: MoveOrder
    """As it was done; of two ends that come to the same, `options` has one."""
    options: tuple[JudgedOption, ...]
    """The most points first. Of a suspected mistake the order is that of the first worlds, the values are those of the
    second."""
    place: int
    """Which of them was played."""
    cost: Estimate
    """What it cost in points, on the average, against the most there was; about nought where it was the best. All
    decisions together are counted by this one; what a single mistake cost says `again`."""
    gain: Estimate
    """How much better it was than what the population plays here, on the average; worse, where it is negative."""
    lost: Estimate | None = None
    """What it cost in chances to win the match; None where the score says nothing of them."""
    better: int = 0
    """Which of the options was to be played. Points are for winning the match: where the score says what they are
    worth and more of it was lost than chance explains, chances decide."""
    again: MeasuredAgain | None = None
    """Of a suspected mistake, what the second worlds say of it."""

    @property
    def best(self) -> JudgedOption:
        """What to play."""
        return self.options[self.better]

    @property
    def is_suspect(self) -> bool:
        """Whether something else was better by more than chance explains, by the first worlds: in chances to win the
        match where they are known, so that a block which wins it costs nothing, whatever points it leaves."""
        return self.place != self.better and is_sure(self.cost if self.lost is None else self.lost)

    @property
    def is_mistake(self) -> bool:
        """Whether other worlds, asked about nothing else, say so too. Of what chance alone makes, one in a thousand
        gets that far, and what does costs what it is said to cost."""
        return self.again is not None and is_sure(self.again.cost if self.again.lost is None else self.again.lost)

    @property
    def told_cost(self) -> Estimate:
        """What it cost in points, to be told of this one decision."""
        return self.cost if self.again is None else self.again.cost

    @property
    def told_lost(self) -> Estimate | None:
        """The same in chances to win the match."""
        return self.lost if self.again is None else self.again.lost

    @property
    def open_cost(self) -> int | None:
        """What it cost with all racks open, which nobody could know."""
        values = [option.open for option in self.options if option.open is not None]
        mine = self.options[self.place].open
        return None if mine is None else max(values) - mine


class JudgedTurn(NamedTuple):
    """A decision where it stood."""

    number: int
    """Of the move in its hand, from 1."""
    view: View
    decision: JudgedDecision


class Play(NamedTuple):
    """How one seat played, in a hand or in a match."""

    decisions: int
    cost: Estimate
    """What its decisions cost in all, against the best options."""
    gain: Estimate
    """How much better they were in all than what the population plays."""
    mistakes: int
    error: Estimate | None
    """Points lost a decision; its error is that of a sample of this player's decisions, the noise included."""
    open_error: Estimate | None
    """The same with all racks open, over the decisions that a search got through."""


class SideBalance(NamedTuple):
    """One side's share of a hand or a match, in points that it wrote more than the others on the average."""

    result: float
    luck: Estimate
    ours: Estimate
    """Their play: how much better they decided than the population."""
    theirs: Estimate
    """The same of the others; the mean of them, where there are several sides."""

    @property
    def play(self) -> Estimate:
        """How much better they decided than the others."""
        return Estimate(self.ours.mean - self.theirs.mean, added((self.ours, self.theirs)).error)

    @property
    def rest(self) -> Estimate:
        """What makes the sum right: result = luck + ours − theirs + rest."""
        parts = added((self.luck, self.ours, self.theirs))
        return Estimate(self.result - self.luck.mean - self.ours.mean + self.theirs.mean, parts.error)


class HandStudied(NamedTuple):
    """A hand: who decided what, and each side's share."""

    number: int
    turns: tuple[JudgedTurn, ...]
    sides: tuple[Side, ...]
    shares: tuple[SideBalance, ...] | None
    """By side; None where tiles are unknown or the hand has no result."""

    def play(self, seat: Seat) -> Play:
        return play_of([turn.decision for turn in self.turns if turn.decision.seat == seat])


class MatchStudied(NamedTuple):
    names: tuple[str, ...]
    sides: tuple[Side, ...]
    hands: tuple[HandStudied, ...]

    def decisions(self, seat: Seat) -> list[JudgedDecision]:
        return [turn.decision for _, turn in self._turns(seat)]

    def play(self, seat: Seat) -> Play:
        return play_of(self.decisions(seat))

    @property
    def shares(self) -> tuple[SideBalance, ...]:
        """By side, over the hands whose tiles are known."""
        known = [hand.shares for hand in self.hands if hand.shares is not None]
        return tuple(_sum(shares[side] for shares in known) for side in range(len(self.sides)))

    def costliest(self, seat: Seat, most: int = 3) -> list[tuple[HandStudied, JudgedTurn]]:
        """The mistakes that cost a seat most, the dearest first: in points, and of equal points in chances."""
        mistakes = [(hand, turn) for hand, turn in self._turns(seat) if turn.decision.is_mistake]
        return sorted(mistakes, key=lambda one: -worst_of(one[1].decision))[:most]

    def finest(self, seat: Seat, most: int = 2) -> list[tuple[HandStudied, JudgedTurn]]:
        """What went well: the best move there was where most others would have played a worse one."""
        good = [
            (hand, turn)
            for hand, turn in self._turns(seat)
            if not turn.decision.is_mistake and turn.decision.place == 0 and is_sure(turn.decision.gain)
        ]
        return sorted(good, key=lambda one: -one[1].decision.gain.mean)[:most]

    def _turns(self, seat: Seat) -> Iterable[tuple[HandStudied, JudgedTurn]]:
        return ((hand, turn) for hand in self.hands for turn in hand.turns if turn.decision.seat == seat)


A_MATCH: Final = 300.0
"""In points, to set a mistake that cost chances beside one that cost points: at the start of a match to 200 a point is
a third of a hundredth of it."""


def worst_of(decision: JudgedDecision) -> float:
    """By what mistakes are ranked: points, or what the chances come to in points, whichever is more. The first worlds
    choose which are shown, the second say what they cost: else the highest of several would be too high again."""
    return max(decision.cost.mean, A_MATCH * decision.lost.mean if decision.lost is not None else 0.0)


def _sum(shares: Iterable[SideBalance]) -> SideBalance:
    many = tuple(shares)
    return SideBalance(
        sum(share.result for share in many),
        added(share.luck for share in many),
        added(share.ours for share in many),
        added(share.theirs for share in many),
    )


def play_of(decisions: list[JudgedDecision]) -> Play:
    """How somebody played who decided so, in a hand, a match or a month."""
    cost, gain = added(decision.cost for decision in decisions), added(decision.gain for decision in decisions)
    mistakes = sum(decision.is_mistake for decision in decisions)
    error = _sample_mean([decision.cost.mean for decision in decisions])
    seen = _sample_mean([float(lost) for decision in decisions if (lost := decision.open_cost) is not None])
    return Play(len(decisions), cost, gain, mistakes, error, seen)


def _sample_mean(costs: list[float]) -> Estimate | None:
    if not costs:
        return None
    return Estimate(fmean(costs), stdev(costs) / sqrt(len(costs)) if len(costs) > 1 else None)
