"""Which totals some tiles can add up to: a multiple subset-sum search with a budget.

Only how many tiles of each number of pips there are matters, so a pool of tiles is a tuple of counts: at index *n* the
number of tiles with *n* pips.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from tantera.tiles import Tile

Pool = tuple[int, ...]

BUDGET: Final = 4000
"""Steps of one search. All but freakish totals need fewer than a hundred; where they run out, the totals may stand."""


class Share(NamedTuple):
    """What somebody has left: so many pips, in at least and at most so many tiles."""

    pips: int
    least: int
    most: int


def pool_of(tiles: Iterable[Tile]) -> Pool:
    """
    >>> pool_of([Tile.of(0, 0), Tile.of(2, 0), Tile.of(1, 1)])
    (1, 0, 2)
    """
    counts: list[int] = []
    for tile in tiles:
        counts += [0] * (tile.pips + 1 - len(counts))
        counts[tile.pips] += 1
    return tuple(counts)


@lru_cache(maxsize=4096)
def can_add_up(pool: Pool, shares: tuple[Share, ...], tiles: int) -> bool:
    """Whether different tiles of the pool, `tiles` of them at most, can make up all these shares at once.

    >>> two_of_each = pool_of([Tile.of(0, 0), Tile.of(1, 0), Tile.of(2, 0), Tile.of(1, 1)])
    >>> can_add_up(two_of_each, (Share(2, 1, 7), Share(2, 1, 7)), 4)
    True
    >>> can_add_up(two_of_each, (Share(1, 1, 7), Share(1, 1, 7)), 4)
    False
    """
    heaviest = tuple(reversed(tuple(enumerate(pool))))
    by_slack = sorted(shares, key=lambda share: min(share.pips, _sum_of(heaviest, share.most) - share.pips))
    return _Search().finds(pool, tuple(by_slack), tiles)


class _Search:
    """Depth first, one share after the other; the first ones should be those that can be made up in the fewest ways."""

    def __init__(self) -> None:
        self.steps = 0

    def finds(self, pool: Pool, shares: tuple[Share, ...], tiles: int) -> bool:
        if not shares:
            return True
        if not _within_bounds(pool, shares, tiles):
            return False
        first, *others = shares
        rest = tuple(others)
        spare = tiles - sum(share.least for share in rest)
        for taken in self.ways(pool, len(pool) - 1, first._replace(most=min(first.most, spare))):
            if self.steps > BUDGET:
                return True
            left = tuple(have - more for have, more in zip(pool, taken, strict=True))
            if self.finds(left, rest, tiles - sum(taken)):
                return True
        return self.steps > BUDGET

    def ways(self, pool: Pool, pips: int, share: Share) -> Iterator[Pool]:
        """How many tiles of each number of pips, up to `pips`, make up the share: every way."""
        self.steps += 1
        if self.steps > BUDGET or not _within_bounds(pool[: pips + 1], (share,), share.most):
            return
        if pips < 0:
            yield (0,) * len(pool)
            return
        for count in range(min(pool[pips], share.most), -1, -1):
            smaller = Share(share.pips - count * pips, max(0, share.least - count), share.most - count)
            for way in self.ways(pool, pips - 1, smaller):
                yield (*way[:pips], count, *way[pips + 1 :])


def _within_bounds(pool: Pool, shares: tuple[Share, ...], tiles: int) -> bool:
    """Whether all the shares together lie between what the lightest and the heaviest tiles weigh."""
    together = Share(*map(sum, zip(*shares, strict=True)))
    if together.least > min(tiles, together.most, sum(pool)):
        return False
    lightest, heaviest = weights(pool, together, tiles)
    return lightest <= together.pips <= heaviest


def weights(pool: Pool, share: Share, tiles: int) -> tuple[int, int]:
    """The pips of the fewest and lightest tiles that a share may be, and of the most and heaviest."""
    by_pips = tuple(enumerate(pool))
    return _sum_of(by_pips, share.least), _sum_of(reversed(by_pips), min(tiles, share.most))


def _sum_of(pips: Iterable[tuple[int, int]], tiles: int) -> int:
    """The pips of the first so many tiles, in this order."""
    total = 0
    for value, count in pips:
        taken = min(count, tiles)
        total, tiles = total + taken * value, tiles - taken
        if not tiles:
            break
    return total
