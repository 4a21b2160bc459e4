"""The draw of round 6 after five rounds of history, beside a plain sort-and-seat in the same run.

    python3 run.py bench draw [PLAYERS ...]

Five rounds are drawn and played (the stronger mostly win), then round 6 is drawn. Wanted: 1,000 players in less than
2 s, 10,000 in less than 30. Sort-and-seat is what one would write by hand without rules: sort by points and difference,
cut into tables. It obeys nothing, and the last columns say how many partners or opponents it would have repeated.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from math import log
from random import Random
from typing import Any, NamedTuple

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from bench._program import Measured as Figures
from bench._program import program
from tantera.tournament.draw import draw
from tantera.tournament.draw.field import Drawing, DrawOptions, Entrant, Field, Past
from tantera.tournament.draw.memory import partners_at, two
from tantera.tournament.formats import Format

ROUNDS = 5
SIZES = (100, 300, 1_000, 3_000, 10_000)
WANTED = {1_000: 2.0, 10_000: 30.0}
TIMES = 3


class Kind(NamedTuple):
    name: str
    format: Format
    players: int
    """In an entry."""
    options: DrawOptions


KINDS = (
    Kind("individual", "individual", 1, DrawOptions(avoid_partners=5)),
    Kind("individual, opponents too", "individual", 1, DrawOptions(avoid_partners=5, avoid_opponents=5)),
    Kind("swiss, pairs of two", "pairs-swiss", 2, DrawOptions()),
    Kind("swiss, so many pairs", "pairs-swiss", 1, DrawOptions()),
    Kind("swiss folded, pairs of two", "pairs-swiss", 2, DrawOptions(pairing="folded")),
    Kind("swiss folded, so many pairs", "pairs-swiss", 1, DrawOptions(pairing="folded")),
)


class Measured(NamedTuple):
    drawn: float
    """Seconds, the best of several."""
    plain: float
    repeats: int
    plain_repeats: int


class Event:
    """An event that plays itself: strengths, points, differences."""

    def __init__(self, kind: Kind, entries: int, chance: Random) -> None:
        self.kind, self.chance = kind, chance
        names = range(entries)
        pairs = kind.format == "pairs-swiss"
        self.players = {f"e{n}": (f"e{n}a", f"e{n}b") if pairs else (f"e{n}",) for n in names}
        self.entry = {player: entry for entry, players in self.players.items() for player in players}
        self.strength = {entry: chance.gauss(0, 1) for entry in self.players}
        self.points = dict.fromkeys(self.players, (0, 0))
        self.byes: dict[str, int] = defaultdict(int)
        self.past: list[Past] = []

    def field(self, round: int) -> Field:
        ranked = sorted(self.players, key=self.points.__getitem__, reverse=True)
        return Field(
            format=self.kind.format,
            round=round,
            rounds=ROUNDS + 1,
            seed="bench",
            entrants=tuple(Entrant(entry, self.players[entry], self.byes[entry]) for entry in ranked),
            past=tuple(self.past),
            options=self.kind.options,
        )

    def play(self, round: int) -> None:
        drawing = draw(self.field(round))
        for number, table in enumerate(drawing.tables, 1):
            sides = [{self.entry[player] for player in table.seats[seat::2]} for seat in (0, 1)]
            lead = sum(map(self.strength.__getitem__, sides[0])) - sum(map(self.strength.__getitem__, sides[1]))
            difference = self.chance.randint(1, 100) * (1 if lead + self.chance.gauss(0, 1.5) > 0 else -1)
            for side, own in zip(sides, (difference, -difference), strict=True):
                for entry in side:
                    won, total = self.points[entry]
                    self.points[entry] = (won + (own > 0), total + own)
            self.past.append(Past(round, number, table.seats))
        for entry in drawing.byes:
            self.byes[entry] += 1


def sort_and_seat(event: Event) -> list[tuple[str, ...]]:
    ranked = sorted(event.players, key=event.points.__getitem__, reverse=True)
    if event.kind.format == "individual":
        return [tuple(ranked[first : first + 4]) for first in range(0, len(ranked) - 3, 4)]
    paired = zip(ranked[::2], ranked[1::2], strict=False)
    return [
        tuple(seat for both in zip(*map(event.players.__getitem__, pair), strict=True) for seat in both)
        for pair in paired
    ]


def repeats(event: Event, tables: Sequence[Sequence[str]]) -> int:
    """Partners again, in pairs opponents again."""
    pairs_of: Callable[[Sequence[str]], Any] = partners_at
    if event.kind.format != "individual":
        pairs_of = lambda seats: [two(event.entry[seats[0]], event.entry[seats[1]])]  # noqa: E731
    before = {pair for past in event.past for pair in pairs_of(past.seats)}
    return sum(pair in before for table in tables for pair in pairs_of(table))


def measured(kind: Kind, players: int) -> Measured:
    event = Event(kind, players // kind.players, Random(players))
    for round in range(1, ROUNDS + 1):
        event.play(round)
    field = event.field(ROUNDS + 1)
    drawn, plain = [], []
    drawing: Drawing | None = None
    seated: list[tuple[str, ...]] = []
    for _ in range(TIMES):
        began = time.perf_counter()
        drawing = draw(field)
        drawn.append(time.perf_counter() - began)
        began = time.perf_counter()
        seated = sort_and_seat(event)
        plain.append(time.perf_counter() - began)
    assert drawing is not None
    return Measured(
        min(drawn), min(plain), repeats(event, [table.seats for table in drawing.tables]), repeats(event, seated)
    )


def main(*asked: int) -> Figures:
    sizes, figures = asked or SIZES, dict[str, float]()
    console = Console()
    table = Table(
        "format", "players or pairs", "draw", "sort-and-seat", "×", "grows as n^", "repeats", "sort-and-seat repeats"
    )
    missed = []
    with Progress(console=console) as progress:
        task = progress.add_task("drawing", total=len(KINDS) * len(sizes))
        for kind in KINDS:
            before: tuple[int, float] | None = None
            for size in sizes:
                found = measured(kind, size)
                grows = log(found.drawn / before[1]) / log(size / before[0]) if before else None
                before = (size, found.drawn)
                figures[f"{kind.name}, {size}: ms"] = 1000 * found.drawn
                figures[f"{kind.name}, {size}: × sort-and-seat"] = found.drawn / found.plain
                if found.drawn > WANTED.get(size, found.drawn):
                    missed.append(f"{kind.name} with {size}: {found.drawn:.1f} s")
                table.add_row(
                    kind.name,
                    f"{size:,}",
                    f"{1000 * found.drawn:,.0f} ms",
                    f"{1000 * found.plain:,.1f} ms",
                    f"{found.drawn / found.plain:,.0f}",
                    "" if grows is None else f"{grows:.1f}",
                    str(found.repeats),
                    str(found.plain_repeats),
                )
                progress.advance(task)
    console.print(table)
    return Figures(figures, missed)


if __name__ == "__main__":
    program(main, int, quick=(24, 40))
