"""Which meetings a Swiss draw has to look at: a sparse graph in which the best matching of the complete one is found.

Pairs are numbered by rank, 0 the best. Two are *in conflict* if a meeting would break something: a keep-apart, or they
have met. The best matching has the least costs in dictionary order: hard, repeats, soft, sum of squares.

**Neighbours.** Let (a, b), a < b, be a meeting in a best matching, x somebody ranked between them and y whom x meets.
Of the two other ways to match a, b, x, y, these have a smaller sum of squares:
y between a and b too: both, (a, x)(y, b) and (a, y)(x, b); y above a: (y, a)(x, b); y below b: (a, x)(b, y).
So each of these breaks something, or the matching would not be best: it has a conflict of a or of b. A conflict {a, x},
{a, y}, … serves one such x only, or the two of one meeting between a and b, which need two. Hence:

    b − a − 1 ≤ (conflicts of a with those ranked above b) + (conflicts of b with those ranked below a)

and of these only the ones no further off than a meeting can reach. In a large field that is next to nothing.

**Cuts.** An even number of pairs stand above a cut, so meetings cross it in twos: (a, b)(a', b') with a, a' above it.
(a, a')(b, b') has the smaller sum, so a and a' or b and b' are in conflict. Where there is no such conflict nothing
crosses, and both sides are matched on their own.

**Folded.** The ideal is i v i + n/2; a meeting costs the square of its distance from it. Looked at are meetings at most
k from the ideal, k growing until it is enough: what is left out costs (k + 1)² at least, so a matching within k that
breaks nothing and costs less is best. With d the most conflicts anybody has, 12 d + 1 is enough (`_always_enough`).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from msgspec import Struct

from tantera.tournament.draw.matching import Edge, lightest


class Conflict(Struct, frozen=True):
    """What a meeting would break, each 0 or 1."""

    hard: int = 0
    repeat: int = 0
    soft: int = 0

    def __add__(self, other: Conflict) -> Conflict:
        return Conflict(max(self.hard, other.hard), max(self.repeat, other.repeat), max(self.soft, other.soft))


Conflicts = Sequence[dict[int, Conflict]]
"""For each pair, those it should not meet. What stands for one stands for the other."""
Matched = list[tuple[int, int]]

_NONE = Conflict()


def neighbours(conflicts: Conflicts) -> Matched:
    """1 v 2, 3 v 4, … as far as the conflicts allow. Where sums are equal the distances lie further down.

    >>> neighbours([{1: Conflict(repeat=1)}, {0: Conflict(repeat=1)}, {}, {}])
    [(0, 2), (1, 3)]
    """
    near = [sorted(each) for each in conflicts]
    reaches = _reaches(near)
    matched: Matched = []
    for first, end in _stretches(near, reaches):
        if end - first == 2:
            matched.append((first, first + 1))
            continue
        edges = [
            (a - first, b - first, (*_broken(conflicts, a, b), (b - a) ** 2, (b - a) ** 2 * (end - a)))
            for a in range(first, end)
            for b in reaches[a]
            if b < end
        ]
        matched += [(a + first, b + first) for a, b in lightest(end - first, edges)]
    return matched


def _broken(conflicts: Conflicts, a: int, b: int) -> tuple[int, int, int]:
    conflict = conflicts[a].get(b, _NONE)
    return (conflict.hard, conflict.repeat, conflict.soft)


def _reaches(near: Sequence[Sequence[int]]) -> list[list[int]]:
    """For each pair, whom ranked below it can meet in a best matching."""
    size = len(near)
    longest = _longest(near)
    found: list[list[int]] = []
    for a in range(size):
        above = bisect_left(near[a], a - longest)
        found.append(
            [
                b
                for b in range(a + 1, min(size, a + longest + 1))
                if b - a - 1
                <= (bisect_left(near[a], b) - above) + (bisect_right(near[b], b + longest) - bisect_right(near[b], a))
            ]
        )
    return found


def _longest(near: Sequence[Sequence[int]]) -> int:
    """No meeting of a best matching is longer: twice the most conflicts within that very length, and one."""
    longest = max(1, len(near) - 1)
    while True:
        most = max(
            (bisect_right(each, a + longest) - bisect_left(each, a - longest) for a, each in enumerate(near)), default=0
        )
        if 2 * most + 1 >= longest:
            return longest
        longest = 2 * most + 1


def _stretches(near: Sequence[Sequence[int]], reaches: Sequence[Sequence[int]]) -> Iterator[tuple[int, int]]:
    """The field cut wherever no meeting of a best matching can cross."""
    size = len(near)
    down = [max(each, default=a) for a, each in enumerate(reaches)]
    up = list(range(size))
    for a, each in enumerate(reaches):
        for b in each:
            up[b] = min(up[b], a)
    blocked = [0] * (size + 1)  # a cut c lies between c − 1 and c; blocked by the sum up to it
    for x, each in enumerate(near):
        for y in each[bisect_right(each, x) :]:
            for first, last in ((y + 1, min(down[x], down[y])), (max(up[x], up[y]) + 1, x)):
                if first <= last:
                    blocked[first] += 1
                    blocked[last + 1 if last < size else size] -= 1
    begun, crossing = 0, 0
    for cut in range(1, size + 1):
        crossing += blocked[cut] if cut < size else 0
        if cut == size or (cut % 2 == 0 and not crossing):
            yield begun, cut
            begun = cut


def folded(conflicts: Conflicts) -> Matched:
    """1 v n/2 + 1, 2 v n/2 + 2, … as far as the conflicts allow.

    >>> folded([{2: Conflict(repeat=1)}, {}, {0: Conflict(repeat=1)}, {}])
    [(0, 1), (2, 3)]
    """
    size = len(conflicts)
    half = size // 2
    enough = min(half, _always_enough(conflicts))
    within = min(4, enough)
    while True:
        edges = [*_about(conflicts, half, within)]
        matched = lightest(size, edges)
        if within >= enough:
            return matched
        breaks = any(b in conflicts[a] for a, b in matched)
        if not breaks and sum((b - a - half) ** 2 for a, b in matched) < (within + 1) ** 2:
            return matched
        within = min(2 * within, enough)


def _about(conflicts: Conflicts, half: int, within: int) -> Iterator[Edge]:
    size = len(conflicts)
    for a in range(size):
        for b in range(max(a + 1, a + half - within), min(size, a + half + within + 1)):
            apart = (b - a - half) ** 2
            yield a, b, (*_broken(conflicts, a, b), apart, apart * (size - a))


def _always_enough(conflicts: Conflicts) -> int:
    """How far from the ideal a best folded matching can go, d being the most conflicts anybody has.

    Write a top half and a bottom half, each numbered from 1 to h. A meeting across (a, b) lies |a − b| off, one inside
    a half (a, a') lies h − (a' − a) off, and there are as many inside the top as inside the bottom, m each.
    For (a, a') inside the top and (b, b') inside the bottom, (a, b)(a', b') is always nearer: one of the two is a
    conflict, each conflict of a or a' serves one (b, b'), so m ≤ 2 d.
    For (a, a') inside the top and (x, y) across with x > a', (a', y)(a, x) is nearer, with x < a it is (a, y)(x, a'):
    so at most 2 d such x, and fewer than 2 m more who meet inside: a − 1 and h − a' are at most 6 d, and the meeting
    lies at most 12 d + 1 off.
    For (a, b) across with b > a, at least b − a − 2 m of those above b in the bottom meet somebody below a in the top;
    for each of them, (x, y), the exchange (a, y)(x, b) is nearer: b − a ≤ 2 d + 4 d.
    """
    return 12 * max((len(each) for each in conflicts), default=0) + 1
