"""The lightest perfect matching: who meets whom so that as little as possible is broken.

By rustworkx (Edmonds' blossom algorithm, Galil 1986), a kept library: exact on general graphs, in whole numbers of 128
bits. networkx does the same in Python and a hundred times slower, scipy matches two sides only (pairs of one field are
no two sides), OR-tools has a general matching in C++ that its Python package does not offer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import rustworkx

Edge = tuple[int, int, tuple[int, ...]]
"""Two that may meet, the smaller number first, and what it costs, the gravest first."""

MOST_BITS = 120
"""The library counts in 128 bits and doubles what it is given; the rest is for sums."""


def lightest(size: int, edges: Sequence[Edge], ties: int = 0) -> list[tuple[int, int]]:
    """The perfect matching of 0, …, size − 1 whose summed costs come first in the dictionary's order.

    The last `ties` of the costs only choose among the best: where the numbers grow too large they are left out.

    >>> lightest(4, [(0, 1, (1, 1)), (2, 3, (0, 1)), (0, 2, (0, 4)), (1, 3, (0, 4)), (0, 3, (0, 9)), (1, 2, (0, 1))])
    [(0, 2), (1, 3)]
    """
    if size == 0:
        return []
    weights = _weights(size, [costs for _, _, costs in edges], ties)
    heaviest = max(weights)
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(size))
    graph.add_edges_from(
        [(one, other, heaviest - weight) for (one, other, _), weight in zip(edges, weights, strict=True)]
    )
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(found) != size:
        raise ValueError(f"no perfect matching of {size} with {len(edges)} edges")
    return sorted((min(pair), max(pair)) for pair in found)


def _weights(size: int, costs: Sequence[tuple[int, ...]], ties: int) -> list[int]:
    """Costs in order as one number each, so that no sum of lesser ones comes up to one greater."""
    unit = 1
    units: list[int] = []
    for level in reversed(range(len(costs[0]))):
        units.append(unit)
        unit *= max(cost[level] for cost in costs) * (size // 2) + 1
    if unit.bit_length() > MOST_BITS and ties:
        return _weights(size, [each[:-1] for each in costs], ties - 1)
    if unit.bit_length() > MOST_BITS:
        raise OverflowError(f"weights of {unit.bit_length()} bits: the library has room for {MOST_BITS}")
    units.reverse()
    return [sum(cost * unit for cost, unit in zip(each, units, strict=True)) for each in costs]


def total(edges: Iterable[tuple[int, ...]]) -> tuple[int, ...]:
    """The costs of several meetings together."""
    return tuple(sum(level) for level in zip(*edges, strict=True))
