"""The results of the arena as tables for people."""

from __future__ import annotations

from rich.table import Table

from tantera.bots.arena import Arena, Estimate, Thinking, joined, rungs


def duel_table(running: Arena) -> Table:
    """Two bots: points, wins, blocks."""
    contest, tally = running.contests[0], running.tallies[0]
    runs = len(contest.seatings)
    table = _table(running, f"{contest.ours} v {contest.theirs}")
    for heading in (f"points a {contest.unit}", "won", "nobody's", "blocks", "deals", f"{contest.unit}s"):
        table.add_column(heading, justify="right")
    played = tally.deals * runs
    table.add_row(
        _points(tally.points_each(contest.point_parts)),
        _percent(tally.win_share(runs)),
        f"{100 * tally.level / played:.1f} %" if played else "–",
        f"{100 * tally.blocks / tally.hands:.1f} %" if tally.hands else "–",
        f"{tally.deals:,}",
        f"{played:,}",
    )
    return table


def bots_table(running: Arena) -> Table:
    """How long the bots thought."""
    thinking: dict[str, Thinking] = {}
    for tally in running.tallies:
        thinking = joined(thinking, tally.thinking)
    table = Table("bot", title="CPU time a decision", title_justify="left")
    for heading in ("p50", "p99", "mean", "decisions"):
        table.add_column(heading, justify="right")
    for name, times in thinking.items():
        table.add_row(name, *_times(times), _time(times.mean), f"{times.decisions:,}")
    return table


def ladder_table(running: Arena, against: str) -> Table:
    """Every bot, the strongest first."""
    table = _table(running, f"against {against}")
    table.add_column("bot")
    for heading in (f"points a {running.contests[0].unit}", "won", "deals", "p50", "p99"):
        table.add_column(heading, justify="right")
    for rung in rungs(running, against):
        if rung.name == against:
            table.add_row(rung.name, "0", "", "", *_times(rung.thinking))
        else:
            row = _points(rung.points), _percent(rung.wins), f"{rung.deals:,}", *_times(rung.thinking)
            table.add_row(rung.name, *row)
    return table


def teams_table(running: Arena) -> Table:
    """Every team (rows) against every other (columns)."""
    cells: dict[tuple[str, str], str] = {}
    for contest, tally in zip(running.contests, running.tallies, strict=True):
        points = tally.points_each(contest.point_parts)
        cells[contest.ours, contest.theirs] = _points(points)
        cells[contest.theirs, contest.ours] = _points(points and Estimate(-points.mean, points.error))
    teams = list(dict.fromkeys(team for pair in cells for team in pair))
    table = _table(running, f"points a {running.contests[0].unit} of the team on the left")
    table.add_column("")
    for team in teams:
        table.add_column(team, justify="right")
    for team in teams:
        table.add_row(team, *(cells.get((team, other), "") for other in teams))
    return table


def _table(running: Arena, what: str) -> Table:
    first = running.contests[0]
    return Table(title=f"{what} · {first.book.id} · {first.deal_set}", title_justify="left")


def _points(points: Estimate | None) -> str:
    return "–" if points is None else str(points)


def _percent(share: Estimate | None) -> str:
    if share is None:
        return "–"
    error = "" if share.error is None else f" ± {100 * share.error:.1f}"
    return f"{100 * share.mean:.1f}{error} %"


def _times(thinking: Thinking) -> tuple[str, str]:
    return _time(thinking.quantile(0.5)), _time(thinking.quantile(0.99))


def _time(nanoseconds: float | None) -> str:
    if nanoseconds is None:
        return "–"
    for unit, size in (("µs", 1e3), ("ms", 1e6)):
        if nanoseconds < 1000 * size:
            return f"{nanoseconds / size:.3g} {unit}"
    return f"{nanoseconds / 1e9:.3g} s"
