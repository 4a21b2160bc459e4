"""The ladder: every bot against the same reference on the same deals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from tantera.bots.arena.contest import Contest, Unit, duel
from tantera.bots.arena.players import CHEAT
from tantera.bots.arena.running import Arena
from tantera.bots.arena.tally import Thinking, joined
from tantera.bots.roster import ROSTER
from tantera.rules import Book
from tantera.solver.estimate import Estimate

LADDER: Final = (*ROSTER, CHEAT)
REFERENCE: Final = "greedy"


class Rung(NamedTuple):
    """A bot on the ladder."""

    name: str
    deals: int
    points: Estimate
    wins: Estimate
    thinking: Thinking


def ladder_names(asked: Sequence[str]) -> tuple[str, ...]:
    """Who climbs: those asked for, or everybody on the ladder."""
    return tuple(dict.fromkeys(asked)) or LADDER


def ladder_contests(
    book: Book, names: Sequence[str], reference: str, deal_set: str, unit: Unit = "hand"
) -> tuple[Contest, ...]:
    """Each bot's contest. The reference need not play itself: it would be zero but for chance."""
    return tuple(duel(book, name, reference, deal_set, unit) for name in names if name != reference)


def rungs(arena: Arena, reference: str) -> tuple[Rung, ...]:
    """The ladder as far as it is played, the strongest first. The reference stands at zero, by definition."""
    climbed = []
    thinking: dict[str, Thinking] = {}
    for contest, tally in zip(arena.contests, arena.tallies, strict=True):
        thinking = joined(thinking, tally.thinking)
        points, wins = tally.points_each(contest.point_parts), tally.win_share(len(contest.seatings))
        if points is not None and wins is not None:
            climbed.append(Rung(contest.ours, tally.deals, points, wins, tally.thinking[contest.ours]))
    fair = len(arena.contests[0].seatings[0].ours) / arena.contests[0].book.options.players
    at_zero = Estimate(0.0, 0.0), Estimate(fair, 0.0)
    climbed.append(Rung(reference, arena.deals, *at_zero, thinking.get(reference, Thinking())))
    return tuple(sorted(climbed, key=lambda rung: rung.points.mean, reverse=True))
