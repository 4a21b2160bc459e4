"""The lightest perfect matching: who meets whom so that as little as possible is broken.

By rustworkx (Edmonds' blossom algorithm, Galil 1986), a kept library: exact on general graphs, in whole numbers of 128
bits. networkx does the same in Python and a hundred times slower, scipy matches two sides only (pairs of one field are
no two sides), OR-tools has a general matching in C++ that its Python package does not offer.

Which meetings a Swiss draw has to look at: a sparse graph in which the best matching of the complete one is found.

Pairs are numbered by rank, 0 the best. Two are *in conflict* if a meeting would break something: a keep-apart, or they
have met. The best matching has the least costs in dictionary order: hard, repeats, soft, sum of squares.

**Neighbours.** Let (a, b), a < b, be a meeting in a best matching, x somebody ranked between them and y whom x meets.
Of the two other ways to match a, b, x, y, these have a smaller sum of squares:
y between a and b too: both, (a, x)(y, b) and (a, y)(x, b); y above a: (y, a)(x, b); y below b: (a, x)(b, y).
So each of these breaks something, or the matching would not be best: it has a conflict of a or of b. A conflict {a, x},
{a, y}, … serves one such x only, or the two of one meeting between a and b, which need two. Hence:

    b − a − 1 ≤ (conflicts of a with those ranked above b) + (conflicts of b with those ranked below a)

and of these only the ones no further off than a meeting can reach. In a large field that is next to nothing.

Where large clubs are kept apart that may be the whole field. Then, too, meetings up to a length are looked at, growing:
every meeting costs 1 at least, so a matching within k that breaks nothing avoidable and whose sum is less than
(k + 1)² and 1 for each other table is best.

**Cuts.** An even number of pairs stand above a cut, so meetings cross it in twos: (a, b)(a', b') with a, a' above it.
(a, a')(b, b') has the smaller sum, so a and a' or b and b' are in conflict. Where there is no such conflict nothing
crosses, and both sides are matched on their own.

**Folded.** The ideal is i v i + n/2; a meeting costs the square of its distance from it. Looked at are meetings at most
k from the ideal, k growing until it is enough: what is left out costs (k + 1)² at least, so a matching within k that
breaks nothing and costs less is best. With d the most conflicts anybody has, 12 d + 1 is enough (`_always_enough`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from tantera.formats.drawing import reasons
from tantera.formats.drawing.field import Apart
from tantera.formats.why import Why
from tantera.words.extras import needs

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
    needs("hall")
    import rustworkx  # whoever reads a book has the formats, and most of them draw nothing

    weights = _weights(size, [costs for _, _, costs in edges], ties)
    heaviest = max(weights)
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(size))
    graph.add_edges_from(
        [(one, other, heaviest - weight) for (one, other, _), weight in zip(edges, weights, strict=True)]
    )
    pairs = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(pairs) != size:
        raise ValueError(f"no perfect matching of {size} with {len(edges)} edges")
    return sorted((min(pair), max(pair)) for pair in pairs)


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


Broken = tuple[int, int, int]
"""What a meeting breaks, each 0 or 1: hard keep-apart, repeat, soft keep-apart."""

_NOTHING: Broken = (0, 0, 0)


class KeptApart(Struct, frozen=True):
    """A rule that keeps pairs of a field apart: their ranks, in order."""

    ranks: tuple[int, ...]
    rule: Apart


class Conflicts:
    """Who should not meet whom. A club of hundreds is kept as one list, not as its pairs.

    >>> some = Conflicts(4, {(0, 1): 2}, [KeptApart((1, 2, 3), Apart(("p", "q", "r")))])
    >>> some.broken(0, 1), some.broken(3, 1), some.broken(0, 2)
    ((0, 1, 0), (1, 0, 0), (0, 0, 0))
    >>> some.count(1, 0, 3), some.those(1, 2, 4)
    (2, [2, 3])
    """

    __slots__ = ("_kept", "_lists", "_met", "_of", "size")

    def __init__(self, size: int, met: dict[tuple[int, int], int], kept: Iterable[KeptApart] = ()) -> None:
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
        met = [reasons.met(a, b, self._met[both])] if both in self._met else []
        rules = [self._kept[number].rule for number in sorted(self._of[a] & self._of[b])]
        return met + _each_once(rules, a, b)

    def count(self, rank: int, first: int, end: int) -> int:
        """How many of the ranks from `first` to before `end` are in conflict with one, or more: never fewer."""
        conflicts = 0
        for each in self._lists[rank]:
            conflicts += bisect_left(each, end) - bisect_left(each, first)
        return conflicts - len(self._of[rank]) * (first <= rank < end)

    def those(self, rank: int, first: int, end: int) -> list[int]:
        """Who of the ranks from `first` to before `end` is in conflict with one, in order."""
        ranks: set[int] = set()
        for each in self._lists[rank]:
            ranks.update(each[bisect_left(each, first) : bisect_left(each, end)])
        return sorted(ranks - {rank})

    def most(self) -> int:
        """Nobody has more conflicts."""
        return max((self.count(rank, 0, self.size) for rank in range(self.size)), default=0)

    def unavoidable(self) -> int:
        """So many hard ones at least cannot be avoided: those of a club of more than half the field."""
        largest = max((len(each.ranks) for each in self._kept if each.rule.hard), default=0)
        return max(0, largest - self.size // 2)


def _each_once(rules: Sequence[Apart], a: int, b: int) -> list[Why]:
    whys: list[Why] = []
    for rule in rules:
        why = reasons.apart(rule, "opponents", a, b)
        if why not in whys:
            whys.append(why)
    return whys


ENOUGH = 80_000
"""Of more meetings than so many no wider search is made for a smaller sum of squares alone; the draw then says so."""


class Matched(Struct, frozen=True):
    """Who meets whom, by rank, the better first."""

    tables: list[tuple[int, int]]
    looked: int | None = None
    """None: proved to be the best of all. Otherwise nobody further than this from the ideal was looked at."""


def neighbours(conflicts: Conflicts) -> Matched:
    """1 v 2, 3 v 4, … as far as the conflicts allow. Where sums are equal the distances lie further down.

    >>> neighbours(Conflicts(4, {(0, 1): 1})).tables
    [(0, 2), (1, 3)]
    """
    size = conflicts.size
    enough = _longest(conflicts)
    within = enough if enough <= 32 else 8
    while True:
        tables = _within(conflicts, within)
        if within >= enough or _beats(conflicts, tables, 0, within):
            return Matched(tables)
        if size * within >= ENOUGH and not _avoidable(conflicts, tables):
            return Matched(tables, within)
        within = min(2 * within, enough)


def _beats(conflicts: Conflicts, tables: Sequence[tuple[int, int]], half: int, within: int) -> bool:
    """Whether these tables are better than any with a meeting further than `within` from the ideal."""
    least = 0 if half else 1
    off = sum((b - a - half) ** 2 for a, b in tables)
    return not _avoidable(conflicts, tables) and off < (within + 1) ** 2 + least * (len(tables) - 1)


def _avoidable(conflicts: Conflicts, tables: Sequence[tuple[int, int]]) -> bool:
    """Whether these tables break something that others perhaps would not."""
    hard, repeats, soft = total(conflicts.broken(a, b) for a, b in tables)
    return hard > conflicts.unavoidable() or repeats > 0 or soft > 0


def _within(conflicts: Conflicts, longest: int) -> list[tuple[int, int]]:
    """The best matching of neighbours no further than `longest` apart."""
    reaches = _reaches(conflicts, longest)
    tables: list[tuple[int, int]] = []
    for first, end in _stretches(conflicts, reaches):
        if end - first == 2:
            tables.append((first, first + 1))
            continue
        edges = [
            (a - first, b - first, (*conflicts.broken(a, b), (b - a) ** 2, (b - a) ** 2 * (end - a)))
            for a in range(first, end)
            for b in reaches[a]
            if b < end
        ]
        tables += [(a + first, b + first) for a, b in lightest(end - first, edges, ties=1)]
    return tables


def _reaches(conflicts: Conflicts, longest: int) -> list[list[int]]:
    """For each pair, whom ranked below it can meet in a best matching."""
    size = conflicts.size
    most = [conflicts.count(a, a - longest, a + longest + 1) for a in range(size)]
    return [
        [
            b
            for b in range(a + 1, min(size, a + longest + 1))
            if b - a - 1 <= most[a] + most[b]
            and b - a - 1 <= conflicts.count(a, a - longest, b) + conflicts.count(b, a + 1, b + longest + 1)
        ]
        for a in range(size)
    ]


def _longest(conflicts: Conflicts) -> int:
    """No meeting of a best matching is longer: twice the most conflicts within that very length, and one."""
    longest = max(1, conflicts.size - 1)
    while True:
        ranks = range(conflicts.size)
        most = max((conflicts.count(a, a - longest, a + longest + 1) for a in ranks), default=0)
        if 2 * most + 1 >= longest:
            return longest
        longest = 2 * most + 1


def _stretches(conflicts: Conflicts, reaches: Sequence[Sequence[int]]) -> Iterator[tuple[int, int]]:
    """The field cut wherever no meeting of a best matching can cross."""
    size = conflicts.size
    down = [max(each, default=a) for a, each in enumerate(reaches)]
    up = list(range(size))
    for a, each in enumerate(reaches):
        for b in each:
            up[b] = min(up[b], a)
    blocked = [0] * (size + 2)  # a cut c lies between c − 1 and c; it is blocked where the sum up to it is not 0
    for x in range(size):
        for y in conflicts.those(x, x + 1, down[x]):
            _block(blocked, y + 1, min(down[x], down[y]))
        for y in conflicts.those(x, up[x] + 1, x):
            _block(blocked, max(up[x], up[y]) + 1, y)
    begun, crossing = 0, 0
    for cut in range(1, size + 1):
        crossing += blocked[cut]
        if cut == size or (cut % 2 == 0 and not crossing):
            yield begun, cut
            begun = cut


def _block(blocked: list[int], first: int, last: int) -> None:
    if first <= last:
        blocked[first] += 1
        blocked[last + 1] -= 1


def folded(conflicts: Conflicts) -> Matched:
    """1 v n/2 + 1, 2 v n/2 + 2, … as far as the conflicts allow.

    Where sums are equal the halves meet each other rather than themselves, and the distances lie further down.

    >>> folded(Conflicts(4, {(0, 2): 1})).tables
    [(0, 3), (1, 2)]
    """
    size = conflicts.size
    half = size // 2
    enough = min(half, _always_enough(conflicts))
    within = min(4, enough)
    while True:
        tables = lightest(size, [*_about(conflicts, half, within)], ties=2)
        if within >= enough or _beats(conflicts, tables, half, within):
            return Matched(tables)
        if size * within >= ENOUGH and not _avoidable(conflicts, tables):
            return Matched(tables, within)
        within = min(2 * within, enough)


def _about(conflicts: Conflicts, half: int, within: int) -> Iterator[Edge]:
    size = conflicts.size
    for a in range(size):
        for b in range(max(a + 1, a + half - within), min(size, a + half + within + 1)):
            apart = (b - a - half) ** 2
            inside = int(a >= half or b < half)
            yield a, b, (*conflicts.broken(a, b), apart, inside, apart * (size - a))


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
    return 12 * conflicts.most() + 1
