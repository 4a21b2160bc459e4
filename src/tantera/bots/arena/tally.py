"""What deals come to: exact sums, so that the order in which they were played leaves no trace."""

from __future__ import annotations

from collections.abc import Mapping
from math import log2
from typing import Final

from msgspec import Struct

from tantera.solver.estimate import Estimate, mean, unsure

BINS: Final = 16
"""Bins of thinking time to a doubling. A quantile is off by 2 % at most; a million deals take the room of one."""


class Thinking(Struct, frozen=True):
    """The CPU time that a bot took to decide. Turns with one option are no decisions: the table plays them."""

    decisions: int = 0
    nanoseconds: int = 0
    bins: dict[int, int] = {}
    """How many decisions fell into each bin of time."""

    @classmethod
    def of(cls, times: list[int]) -> Thinking:
        """
        >>> Thinking.of([1024, 1024, 4096]).quantile(0.5)
        1024.0
        """
        bins: dict[int, int] = {}
        for time in times:
            place = round(log2(max(time, 1)) * BINS)
            bins[place] = bins.get(place, 0) + 1
        return cls(len(times), sum(times), bins)

    def plus(self, more: Thinking) -> Thinking:
        bins = dict(self.bins)
        for place, count in more.bins.items():
            bins[place] = bins.get(place, 0) + count
        return Thinking(self.decisions + more.decisions, self.nanoseconds + more.nanoseconds, bins)

    @property
    def mean(self) -> float | None:
        """Nanoseconds."""
        return self.nanoseconds / self.decisions if self.decisions else None

    def quantile(self, share: float) -> float | None:
        """The nanoseconds within which that share of the decisions was taken."""
        seen = 0
        for place in sorted(self.bins):
            seen += self.bins[place]
            if seen >= share * self.decisions:
                return round(2 ** (place / BINS), 1)
        return None


class PlayedDeal(Struct, frozen=True):
    """One deal, all its runs together."""

    deal: int
    points: int
    """Ours less theirs, in `Contest.point_parts` of a point. Where points hurt (UEH-anotacion) the sign is turned."""
    won: int
    """Runs (hands, or matches) that we won."""
    level: int
    """Runs that nobody won."""
    hands: int
    blocks: int
    thinking: dict[str, Thinking]
    """By bot."""
    late: int = 0
    """Runs that somebody lost by the clock."""


class DealTally(Struct, frozen=True):
    """The sums over many deals. The runs of a deal share its tiles, so errors are counted from deals, not from runs."""

    deals: int = 0
    points: int = 0
    points_squared: int = 0
    halves: int = 0
    """Wins in halves: a run that nobody won is half a win."""
    halves_squared: int = 0
    won: int = 0
    level: int = 0
    hands: int = 0
    blocks: int = 0
    thinking: dict[str, Thinking] = {}
    late: int = 0

    def plus(self, played: PlayedDeal) -> DealTally:
        halves = 2 * played.won + played.level
        return DealTally(
            deals=self.deals + 1,
            points=self.points + played.points,
            points_squared=self.points_squared + played.points**2,
            halves=self.halves + halves,
            halves_squared=self.halves_squared + halves**2,
            won=self.won + played.won,
            level=self.level + played.level,
            hands=self.hands + played.hands,
            blocks=self.blocks + played.blocks,
            thinking=joined(self.thinking, played.thinking),
            late=self.late + played.late,
        )

    def points_each(self, parts: int) -> Estimate | None:
        """Points a run, ours less theirs. None before the first deal."""
        return mean(self.points, self.points_squared, self.deals, parts) if self.deals else None

    def win_share(self, runs: int) -> Estimate | None:
        """Our share of the runs, from 0 to 1, a run that nobody won counted as half of one."""
        if not self.deals:
            return None
        share = mean(self.halves, self.halves_squared, self.deals, 2 * runs)
        return unsure(share, self.deals)


def joined(one: Mapping[str, Thinking], other: Mapping[str, Thinking]) -> dict[str, Thinking]:
    """Both, by bot."""
    return {name: one.get(name, Thinking()).plus(other.get(name, Thinking())) for name in {**one, **other}}
