"""How well a final order agrees with the true one: rank correlations."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations


def kendall(order: Sequence[int]) -> float:
    """Kendall's tau of the true ranks in their final order: 1 the same, 0 no relation, −1 upside down.

    >>> kendall([1, 2, 3]), kendall([3, 2, 1]), round(kendall([2, 1, 3]), 3)
    (1.0, -1.0, 0.333)
    """
    pairs = len(order) * (len(order) - 1) // 2
    wrong = sum(one > other for one, other in combinations(order, 2))
    return 1 - 2 * wrong / pairs if pairs else 1.0


def spearman(order: Sequence[int]) -> float:
    """Spearman's rho of the true ranks in their final order, ranks from 1.

    >>> spearman([1, 2, 3]), spearman([3, 2, 1]), spearman([2, 1, 3])
    (1.0, -1.0, 0.5)
    """
    many = len(order)
    apart = sum((rank - place) ** 2 for place, rank in enumerate(order, 1))
    return 1 - 6 * apart / (many * (many**2 - 1)) if many > 1 else 1.0
