"""The last resort of an individual draw: where exchanges leave something broken, neighbouring tables are made anew.

Two lightest matchings (`matching`): first who partners whom, then which two pairs of partners meet. The first alone
says how few repeated partners there can be among these players at all, so a field that is looked at as a whole repeats
as few as possible. What comes out replaces the tables only if it breaks less than they do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count

from msgspec import Struct

from tantera.tournament.draw.matching import Edge, lightest
from tantera.tournament.draw.seating import Seating

MOST = 12
"""So many tables are made anew together at most. Further off nobody is a neighbour in rank any more."""
TRIED = 150
"""So often in all. Where that is not enough the rules cannot be kept: clubs too large for tables of four."""


class Regrouped(Struct, frozen=True):
    """Tables first to last, counted from 0, were made anew together."""

    first: int
    last: int


def regrouped(tables: Sequence[Sequence[int]], seating: Seating) -> tuple[list[list[int]], tuple[Regrouped, ...]]:
    """The tables after those with something broken were made anew with ever more neighbours, and which were."""
    now = [list(table) for table in tables]
    made: list[Regrouped] = []
    tries = count(1)
    for table in range(len(now)):
        for first, last in _windows(table, len(now)):
            if not seating.cost(now[table]) or next(tries) > TRIED:
                break
            old = now[first : last + 1]
            new = _anew(sorted(rank for each in old for rank in each), seating)
            if sum(map(seating.cost, new)) < sum(map(seating.cost, old)):
                now[first : last + 1] = new
                made.append(Regrouped(first, last))
    return now, tuple(made)


def _windows(table: int, tables: int) -> Iterator[tuple[int, int]]:
    """Around a table: it and its neighbours, then more, up to `MOST`, or the whole field where it is no larger.

    >>> list(_windows(0, 4))
    [(0, 1), (0, 2), (0, 3)]
    """
    seen: list[tuple[int, int]] = []
    for wide in range(1, MOST):
        first = max(0, table - wide)
        last = min(tables - 1, table + wide)
        if last - first < MOST and last > first and (first, last) not in seen:
            seen.append((first, last))
            yield first, last


def _anew(ranks: Sequence[int], seating: Seating) -> list[list[int]]:
    size = len(ranks)
    partners: list[Edge] = [
        (a, b, (seating.as_partners(ranks[a], ranks[b]), _off(a, b))) for a in range(size) for b in range(a + 1, size)
    ]
    pairs = [(ranks[a], ranks[b]) for a, b in lightest(size, partners)]
    meet: list[Edge] = []
    for one, p in enumerate(pairs):
        for other in range(one + 1, len(pairs)):
            q = pairs[other]
            broken = sum(seating.as_opponents(a, b) for a in p for b in q)
            meet.append((one, other, (broken, (sum(p) - sum(q)) ** 2)))
    return sorted((sorted((*pairs[one], *pairs[other])) for one, other in lightest(len(pairs), meet)), key=_place)


def _off(a: int, b: int) -> int:
    """How far two partners are from one table: 0 inside it."""
    return (a // 4 - b // 4) ** 2


def _place(table: Sequence[int]) -> tuple[int, int]:
    return sum(table), table[0]
