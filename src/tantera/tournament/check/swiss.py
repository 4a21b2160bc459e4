"""Is there a better pairing? A* search over ranks, the unpaired one with the highest rank first.

The first program finds a matching in a graph; this one looks for a pairing that costs less than the drawn one and
gives up a branch as soon as it cannot. What is left to pay is at least the cost of pairing neighbours, which no pairing
of the same entries can undercut (squares are convex). Where even that is too much, every exchange between two
tables is tried instead.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush

Cost = tuple[int, int, int]
"""Hard rules broken, repeats, squared distances."""
Edge = Callable[[int, int], Cost]
"""What it costs that two meet, by their places among those who play."""
MOST_STEPS = 30_000


def squares(count: int, folded: bool) -> Callable[[int, int], int]:
    half = count // 2
    return (lambda a, b: (abs(a - b) - half) ** 2) if folded else (lambda a, b: (a - b) ** 2)


def total(pairs: list[tuple[int, int]], edge: Edge) -> Cost:
    costs = [edge(a, b) for a, b in pairs]
    return sum(c[0] for c in costs), sum(c[1] for c in costs), sum(c[2] for c in costs)


def better(count: int, drawn: list[tuple[int, int]], edge: Edge, folded: bool) -> tuple[Cost | None, bool]:
    """A lower cost than the drawn pairing has, if there is one; and whether the answer is exact."""
    limit = total(drawn, edge)
    bound = (lambda left: 0) if folded else _neighbours
    everybody = tuple(range(count))
    heap: list[tuple[Cost, int, tuple[int, ...], Cost]] = [((0, 0, bound(everybody)), 0, everybody, (0, 0, 0))]
    seen: dict[tuple[int, ...], Cost] = {}
    steps = 0
    while heap:
        at_least, _, left, paid = heappop(heap)
        if at_least >= limit:
            return None, True
        if not left:
            return paid, True
        if left in seen and seen[left] <= paid:
            continue
        seen[left] = paid
        steps += 1
        if steps > MOST_STEPS:
            return _by_exchange(drawn, edge, limit), False
        first = left[0]
        for at in range(1, len(left)):
            hard, repeats, square = edge(first, left[at])
            now = paid[0] + hard, paid[1] + repeats, paid[2] + square
            rest = left[1:at] + left[at + 1 :]
            least = now[0], now[1], now[2] + bound(rest)
            if least < limit:
                heappush(heap, (least, len(rest), rest, now))
    return None, True


def _neighbours(left: tuple[int, ...]) -> int:
    return sum((left[at + 1] - left[at]) ** 2 for at in range(0, len(left) - 1, 2))


def _by_exchange(drawn: list[tuple[int, int]], edge: Edge, limit: Cost) -> Cost | None:
    for at, (a, b) in enumerate(drawn):
        for c, d in drawn[at + 1 :]:
            for one, other in (((a, c), (b, d)), ((a, d), (b, c))):
                others = [pair for pair in drawn if pair not in ((a, b), (c, d))]
                cost = total([*others, one, other], edge)
                if cost < limit:
                    return cost
    return None
