"""Balanced partners: the strong with the weak, so that every pair of a round is as strong as every other.

Two lightest perfect matchings (`matching`). First who partners whom: in this order no hard keep-apart broken, no
partner of an earlier round, no soft keep-apart, and the places of the two together as near as can be to those of the
first and the last (least squares). Then which pairs meet: the same for opponents, pairs as equal as can be, and of
those neighbours by their better players.
"""

from __future__ import annotations

from collections.abc import Sequence

from tantera.formats.drawing.matching import Edge, lightest, total
from tantera.formats.drawing.memory import Memory, Sitting, two

Seats = tuple[int, int, int, int]
WITHIN = 16
"""So far from the ideal partner is looked at first; what is left out costs more than the square of it."""


def balanced(players: Sequence[str], memory: Memory) -> list[Seats]:
    """The tables by their best players, who are known by their place, 0 the strongest. Seat 1 has the best of a table,
    seat 3 the partner, seat 2 the better of the others.

    >>> from tantera.formats.drawing.field import Field
    >>> balanced("abcdefgh", Memory(Field("individual", 1, 9, "seed", ())))
    [(0, 1, 7, 6), (2, 3, 5, 4)]
    """
    pairs = _partners(players, memory)
    edges: list[Edge] = []
    for one, (a, b) in enumerate(pairs):
        for other in range(one + 1, len(pairs)):
            c, d = pairs[other]
            broken = [_broken(players, memory, x, y, "opponents") for x in (a, b) for y in (c, d)]
            edges.append((one, other, (*total(broken), (a + b - c - d) ** 2, (a - c) ** 2)))
    tables = ((pairs[one], pairs[other]) for one, other in lightest(len(pairs), edges, ties=1))
    return sorted((a, c, b, d) for (a, b), (c, d) in tables)


def _partners(players: Sequence[str], memory: Memory) -> list[tuple[int, int]]:
    """By their better players. Looked at is who is near the ideal partner, ever further off until it is enough."""
    size = len(players)
    within = min(WITHIN, size)
    while True:
        edges: list[Edge] = [
            (a, b, (*_broken(players, memory, a, b, "partners"), (a + b - size + 1) ** 2))
            for a in range(size)
            for b in range(max(a + 1, size - 1 - a - within), min(size, size - a + within))
        ]
        pairs = lightest(size, edges)
        costs = {(a, b): cost for a, b, cost in edges}
        *broken, squares = total([costs[pair] for pair in pairs]) if pairs else (0,)
        if within >= size or (not any(broken) and squares < (within + 1) ** 2):
            return pairs
        within = min(size, 4 * within)


def _broken(players: Sequence[str], memory: Memory, a: int, b: int, sitting: Sitting) -> tuple[int, int, int]:
    """Hard keep-apart, again, soft keep-apart: each 0 or 1."""
    p, q = players[a], players[b]
    before = memory.partners if sitting == "partners" else memory.opponents
    rule = memory.apart.between(p, q, sitting)
    return int(rule is not None and rule.hard), int(two(p, q) in before), int(rule is not None and not rule.hard)
