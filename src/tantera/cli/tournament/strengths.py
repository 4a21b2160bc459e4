"""How strong the players of a simulated tournament are, and how their matches end.

Bradley-Terry: a side beats another with probability ``1 / (1 + exp(-(own - other)))``, a side's strength being the mean
of its players'; where each plays alone the seat that wins is drawn by softmax. A point of strength is then odds of
e to 1, about 73 in 100.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from math import exp
from pathlib import Path
from random import Random
from statistics import NormalDist, mean
from typing import Final, NamedTuple

from tantera.words import Phrase, Problem, reason_of

FARTHEST: Final = 20.0
"""A file's strengths lie between plus and minus this."""


class Played(NamedTuple):
    """How a match ended: the points, by side or by seat, and who won, as a slip says it."""

    score: tuple[int, ...]
    winner: str | int
    re_entries: tuple[int, ...] = ()
    """By seat, where each plays alone."""


def strengths(players: int, shape: str, spread: float, chance: Random) -> list[float]:
    """So many strengths with standard deviation `spread`, the strongest first.

    `normal` and `uniform` are drawn by lot, anew for each tournament; `steps` are the quantiles of a normal
    distribution, the same every time.
    """
    if shape == "steps":
        bell = NormalDist(0, spread or 1e-9)
        return [bell.inv_cdf(1 - (rank + 0.5) / players) for rank in range(players)]
    half = spread * 3**0.5
    if shape == "uniform":
        return sorted((chance.uniform(-half, half) for _ in range(players)), reverse=True)
    if shape != "normal":
        raise ValueError(f"found {shape!r}, expected normal, uniform or steps")
    return sorted((chance.gauss(0, spread) for _ in range(players)), reverse=True)


def read_strengths(file: Path) -> list[float]:
    """A number a line, or the last column of a CSV file; a line of headings is skipped. The strongest first."""
    from tantera.tournament.sheets.text import decoded, rows

    try:
        table = list(rows(decoded(file.read_bytes())))
    except OSError as error:
        said = Phrase("{file}: cannot be read ({reason})", file=str(file), reason=reason_of(error))
        raise Problem(said) from error
    except csv.Error as error:
        raise Problem(Phrase("{file}: cannot be read ({reason})", file=str(file), reason=str(error))) from error
    found = []
    for place, row in enumerate(table):
        number = _number(row.cells[-1])
        if number is None and place:
            wanted = Phrase("a number between {low} and {high}", low=-int(FARTHEST), high=int(FARTHEST))
            said = Phrase("found {found}, expected {expected}", found=repr(row.cells[-1]), expected=wanted)
            raise Problem(Phrase("line {line}: {said}", line=row.line, said=said))
        if number is not None:
            found.append(number)
    return sorted(found, reverse=True)


def _number(text: str) -> float | None:
    try:
        number = float(text.replace(",", "."))
    except ValueError:
        return None
    return number if -FARTHEST <= number <= FARTHEST else None


def match_of_sides(sides: Sequence[Sequence[float]], limit: int, chance: Random) -> Played:
    """1+3 against 2+4 to `limit` points: the winners end at it or a few points past, the losers the farther below the
    less they were expected to win."""
    ours = 1 / (1 + exp(mean(sides[1]) - mean(sides[0])))
    won = 0 if chance.random() < ours else 1
    favoured = ours if won == 0 else 1 - ours
    behind = min(limit - 1, int(limit * chance.random() ** (favoured / max(1 - favoured, 1e-6))))
    ahead = limit + chance.randrange(0, 1 + limit // 5)
    return Played((ahead, behind) if won == 0 else (behind, ahead), ("1+3", "2+4")[won])


def match_alone(seats: Sequence[float], limit: int, chance: Random, *, points_hurt: bool) -> Played:
    """Each for themselves. Where points hurt (UEH) the winner has few and the others went over the limit, some after
    re-entries; elsewhere the winner alone has reached it."""
    won = chance.choices(range(len(seats)), [exp(strength) for strength in seats])[0]
    below = [chance.randrange(0, limit) for _ in seats]
    beyond = [limit + 1 + chance.randrange(0, 1 + limit // 5) for _ in seats]
    score = [
        low if (seat == won) == points_hurt else high
        for seat, (low, high) in enumerate(zip(below, beyond, strict=True))
    ]
    again = [chance.randrange(0, 3) for _ in seats]
    again[won] = min(again)
    return Played(tuple(score), won + 1, tuple(again))
