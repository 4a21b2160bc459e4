"""The results of the arena as tables for people."""

from __future__ import annotations

from collections.abc import Mapping

import tantera
from tantera.bots.arena import Arena, Thinking, joined, rungs, styles_of
from tantera.bots.arena.playing import PATIENCE
from tantera.cli.text_tables import TextTable
from tantera.solver.estimate import Estimate
from tantera.solver.unknown import unknown_in_words
from tantera.words import Phrase, translate
from tantera.words.numbers import NOTHING, number, with_error


class ArenaInWords:
    """An arena in a language. `options` are those that its book was given."""

    def __init__(self, running: Arena, options: Mapping[str, object], lang: str) -> None:
        self._running, self._options, self._lang = running, options, lang
        self._first = running.contests[0]

    # --- in words

    def words(self, message: str, **facts: object) -> str:
        return translate(self._lang, message, **facts)

    @property
    def points(self) -> str:
        return self.words("points a hand" if self._first.unit == "hand" else "points a match")

    @property
    def played(self) -> str:
        """What was played: the book, the options given, the deals."""
        options = [f"{key}={value}" for key, value in self._options.items()]
        return " · ".join((self._first.book.id, *options, self._first.deal_set))

    @property
    def _notes(self) -> tuple[str, ...]:
        """What else decides the result: the limit, the version, how the bots think."""
        limit = self.words("limit {limit}", limit=self._first.book.options.limit)
        notes = [f"{limit} · tantera {tantera.__version__}"]
        looking_ahead = {name: style for name, style in styles_of(self._running.contests).items() if style.worlds}
        for name, style in looking_ahead.items():
            worlds, nodes = number(style.worlds, self._lang), number(style.nodes, self._lang)
            facts = {"worlds": worlds, "nodes": nodes, "seconds": number(style.seconds, self._lang, 1)}
            notes.append(self.words("{name}: {worlds} worlds, {nodes} nodes, {seconds} s at most", name=name, **facts))
        if late := sum(tally.late for tally in self._running.tallies):
            notes.append(
                self.words(
                    "lost by the clock, no answer within {seconds} s: {count}",
                    seconds=number(PATIENCE, self._lang),
                    count=late,
                )
            )
        told = unknown_in_words(self._first.book, Phrase("the bots"))
        if looking_ahead and told is not None:
            notes.append(told.told(self._lang))
        return tuple(notes)

    # --- in tables

    def duel(self) -> TextTable:
        """Two bots: points, wins, blocks."""
        contest, tally = self._first, self._running.tallies[0]
        runs = len(contest.seatings)
        played = tally.deals * runs
        unit = self.words("hands" if contest.unit == "hand" else "matches")
        headings = (
            self.points,
            self.words("won"),
            self.words("nobody's"),
            self.words("blocks"),
            self.words("deals"),
            unit,
        )
        row = (
            self._estimate(tally.points_each(contest.point_parts)),
            self._percent(tally.win_share(runs)),
            self._share(tally.level, played),
            self._share(tally.blocks, tally.hands),
            self._number(tally.deals),
            self._number(played),
        )
        title = f"{contest.ours} v {contest.theirs} · {self.played}"
        return TextTable(title, headings, (row,), self._notes, figures_only=True)

    def bots(self) -> TextTable:
        """How long the bots thought."""
        thinking: dict[str, Thinking] = {}
        for tally in self._running.tallies:
            thinking = joined(thinking, tally.thinking)
        headings = (self.words("bot"), "p50", "p99", self.words("mean"), self.words("decisions"))
        rows = tuple(
            (name, *self._times(times), self._time(times.mean), self._number(times.decisions))
            for name, times in thinking.items()
        )
        return TextTable(self.words("CPU time a decision"), headings, rows)

    def ladder(self, against: str) -> TextTable:
        """Every bot, the strongest first."""
        headings = (self.words("bot"), self.points, self.words("won"), self.words("deals"), "p50", "p99")
        rows = []
        for rung in rungs(self._running, against):
            figures = ("0", "", "")
            if rung.name != against:
                figures = (self._estimate(rung.points), self._percent(rung.wins), self._number(rung.deals))
            rows.append((rung.name, *figures, *self._times(rung.thinking)))
        title = f"{self.words('against {name}', name=against)} · {self.played}"
        return TextTable(title, headings, tuple(rows), self._notes)

    def teams(self) -> TextTable:
        """Every team (rows) against every other (columns)."""
        cells: dict[tuple[str, str], str] = {}
        for contest, tally in zip(self._running.contests, self._running.tallies, strict=True):
            points = tally.points_each(contest.point_parts)
            cells[contest.ours, contest.theirs] = self._estimate(points)
            cells[contest.theirs, contest.ours] = self._estimate(points and Estimate(-points.mean, points.error))
        teams = list(dict.fromkeys(team for pair in cells for team in pair))
        rows = tuple((team, *(cells.get((team, other), "") for other in teams)) for team in teams)
        what = self.words("{points} of the team on the left", points=self.points)
        return TextTable(f"{what} · {self.played}", ("", *teams), rows, self._notes)

    # --- in figures

    def _number(self, value: int) -> str:
        return number(value, self._lang)

    def _estimate(self, points: Estimate | None) -> str:
        return NOTHING if points is None else with_error(points.mean, points.error, self._lang, 2, sign=True)

    def _percent(self, share: Estimate | None) -> str:
        if share is None:
            return NOTHING
        error = None if share.error is None else 100 * share.error
        return with_error(100 * share.mean, error, self._lang, 1) + " %"

    def _share(self, part: int, whole: int) -> str:
        return f"{number(100 * part / whole, self._lang, 1)} %" if whole else NOTHING

    def _times(self, thinking: Thinking) -> tuple[str, str]:
        return self._time(thinking.quantile(0.5)), self._time(thinking.quantile(0.99))

    def _time(self, nanoseconds: float | None) -> str:
        if nanoseconds is None:
            return NOTHING
        unit, size = next(((unit, size) for unit, size in _UNITS if nanoseconds < 1000 * size), ("s", 1e9))
        text = f"{nanoseconds / size:.3g}"
        return f"{text if self._lang == 'en' else text.replace('.', ',')} {unit}"


_UNITS = (("µs", 1e3), ("ms", 1e6))
