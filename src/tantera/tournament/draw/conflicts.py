"""Who should not meet whom: pairs by rank, 0 the best. A club of hundreds is kept as one list, not as its pairs."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence

from msgspec import Struct

from tantera.tournament.draw import reasons
from tantera.tournament.draw.field import Apart
from tantera.tournament.why import Why

Broken = tuple[int, int, int]
"""What a meeting breaks, each 0 or 1: hard keep-apart, repeat, soft keep-apart."""

_NOTHING: Broken = (0, 0, 0)


class Kept(Struct, frozen=True):
    """A rule that keeps pairs of a field apart: their ranks, in order."""

    ranks: tuple[int, ...]
    rule: Apart


class Conflicts:
    """The conflicts of a field.

    >>> some = Conflicts(4, {(0, 1): 2}, [Kept((1, 2, 3), Apart(("p", "q", "r")))])
    >>> some.broken(0, 1), some.broken(3, 1), some.broken(0, 2)
    ((0, 1, 0), (1, 0, 0), (0, 0, 0))
    >>> some.count(1, 0, 3), some.those(1, 2, 4)
    (2, [2, 3])
    """

    __slots__ = ("_kept", "_lists", "_met", "_of", "size")

    def __init__(self, size: int, met: dict[tuple[int, int], int], kept: Iterable[Kept] = ()) -> None:
        """`met`: the last round in which two met, the higher ranked first."""
        self.size = size
        self._met = met
        self._kept = [each for each in kept if len(each.ranks) > 1]
        self._of: list[frozenset[int]] = [frozenset()] * size
        for number, each in enumerate(self._kept):
            for rank in each.ranks:
                self._of[rank] |= {number}
        self._lists: list[list[Sequence[int]]] = [[] for _ in range(size)]
        before: list[list[int]] = [[] for _ in range(size)]
        for a, b in met:
            before[a].append(b)
            before[b].append(a)
        for rank in range(size):
            self._lists[rank] = [sorted(before[rank])] if before[rank] else []
            self._lists[rank] += [self._kept[number].ranks for number in sorted(self._of[rank])]

    def broken(self, a: int, b: int) -> Broken:
        """What a meeting of these two breaks."""
        repeat = int(((a, b) if a < b else (b, a)) in self._met)
        both = self._of[a] & self._of[b] if self._kept else None
        if not both:
            return (0, 1, 0) if repeat else _NOTHING
        hard = [self._kept[number].rule.hard for number in both]
        return (int(any(hard)), repeat, int(not all(hard)))

    def whys(self, a: int, b: int) -> list[Why]:
        """The same in words."""
        both = (min(a, b), max(a, b))
        told = [reasons.met(a, b, self._met[both])] if both in self._met else []
        rules = [self._kept[number].rule for number in sorted(self._of[a] & self._of[b])]
        return told + _each_once(rules, a, b)

    def count(self, rank: int, first: int, end: int) -> int:
        """How many of the ranks from `first` to before `end` are in conflict with one, or more: never fewer."""
        found = 0
        for each in self._lists[rank]:
            found += bisect_left(each, end) - bisect_left(each, first)
        return found - len(self._of[rank]) * (first <= rank < end)

    def those(self, rank: int, first: int, end: int) -> list[int]:
        """Who of the ranks from `first` to before `end` is in conflict with one, in order."""
        found: set[int] = set()
        for each in self._lists[rank]:
            found.update(each[bisect_left(each, first) : bisect_left(each, end)])
        return sorted(found - {rank})

    def most(self) -> int:
        """Nobody has more conflicts."""
        return max((self.count(rank, 0, self.size) for rank in range(self.size)), default=0)

    def unavoidable(self) -> int:
        """So many hard ones at least cannot be avoided: those of a club of more than half the field."""
        largest = max((len(each.ranks) for each in self._kept if each.rule.hard), default=0)
        return max(0, largest - self.size // 2)


def _each_once(rules: Sequence[Apart], a: int, b: int) -> list[Why]:
    told: list[Why] = []
    for rule in rules:
        why = reasons.apart(rule, "opponents", a, b)
        if why not in told:
            told.append(why)
    return told
