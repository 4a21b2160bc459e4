"""The ladder, every bot against the same reference on the same deals; and contests as data for other programs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from tantera.bots.arena.contest import Contest, Unit, duel
from tantera.bots.arena.players import CHEAT
from tantera.bots.arena.running import Arena
from tantera.bots.arena.tally import DealTally, Thinking, joined
from tantera.bots.own import is_own
from tantera.bots.roster import ROSTER, Thinker, entry_of
from tantera.bots.style import Style
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


def contest_report(contest: Contest, tally: DealTally) -> dict[str, Any]:
    """Everything that is known of a contest. Percentages are of runs: hands, or matches."""
    runs = len(contest.seatings)
    played = tally.deals * runs
    return {
        "ours": contest.ours,
        "theirs": contest.theirs,
        "deals": tally.deals,
        "runs": played,
        "hands": tally.hands,
        "points": _estimate(tally.points_each(contest.point_parts)),
        "wins_percent": _estimate(tally.win_share(runs), 100),
        "won": tally.won,
        "level": tally.level,
        "lost_by_clock": tally.late,
        "lost": played - tally.won - tally.level,
        "blocks_percent": 100 * tally.blocks / tally.hands if tally.hands else None,
        "bots": {name: thinking_report(thinking) for name, thinking in tally.thinking.items()},
    }


def styles_of(contests: Iterable[Contest]) -> dict[str, Style]:
    """How those that think do it, by name. What a name means may change with the version."""
    names = dict.fromkeys(name for contest in contests for name in contest.bots if name != CHEAT and not is_own(name))
    entries = {name: entry_of(name) for name in names}
    return {name: entry.style for name, entry in entries.items() if isinstance(entry, Thinker)}


def rung_report(rung: Rung) -> dict[str, Any]:
    return {
        "name": rung.name,
        "deals": rung.deals,
        "points": _estimate(rung.points),
        "wins_percent": _estimate(rung.wins, 100),
        "thinking": thinking_report(rung.thinking),
    }


def thinking_report(thinking: Thinking) -> dict[str, Any]:
    """CPU time in microseconds."""
    times = {"p50": thinking.quantile(0.5), "p99": thinking.quantile(0.99), "mean": thinking.mean}
    micros = {f"cpu_us_{name}": None if time is None else round(time / 1000, 3) for name, time in times.items()}
    return {"decisions": thinking.decisions, **micros}


def _estimate(estimate: Estimate | None, times: int = 1) -> dict[str, float | None] | None:
    if estimate is None:
        return None
    error = None if estimate.error is None else estimate.error * times
    return {"mean": estimate.mean * times, "error": error}
