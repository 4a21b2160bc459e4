"""Standings without luck: what everybody wrote beyond what they were dealt. A study, never the result."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from tantera.rules import Seat
from tantera.solver.estimate import Estimate, added
from tantera.study.figures import MatchStudied, SideBalance


class LuckStanding(NamedTuple):
    """An entrant over all hands whose tiles are known."""

    place: int
    who: str
    hands: int
    written: float
    """Points more than the others."""
    luck: Estimate
    play: Estimate
    """How much better they, or those they sat with, decided than the others at their tables."""

    @property
    def without_luck(self) -> Estimate:
        """A hand, so that who played more hands is no better for it."""
        error = None if self.luck.error is None else self.luck.error / self.hands
        return Estimate((self.written - self.luck.mean) / self.hands, error)


def luck_standings(matches: Iterable[tuple[MatchStudied, Mapping[Seat, str]]]) -> tuple[LuckStanding, ...]:
    """Everybody who sits somewhere in these matches; the mapping says who sits where. A pair that sits together is one
    entrant, whose hands count once."""
    gathered: dict[str, list[SideBalance]] = {}
    for studied, seated in matches:
        for place, side in enumerate(studied.sides):
            entrants = dict.fromkeys(seated[seat] for seat in side if seat in seated)
            shares = [hand.shares[place] for hand in studied.hands if hand.shares is not None]
            for entrant in entrants:
                gathered.setdefault(entrant, []).extend(shares)
    rows = [
        LuckStanding(
            0, who, len(shares), sum(share.result for share in shares), added(share.luck for share in shares),
            added(share.play for share in shares),
        )
        for who, shares in gathered.items()
        if shares
    ]  # fmt: skip
    rows.sort(key=lambda row: (-row.without_luck.mean, row.who))
    return tuple(row._replace(place=place) for place, row in enumerate(rows, start=1))
