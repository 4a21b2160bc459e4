"""Individual with changing partners (CI-1): round 1 by lot, then by rank, four by four."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import count
from typing import Final

from msgspec import UNSET, Struct
from msgspec.structs import replace

from tantera.formats.drawing.balanced import balanced
from tantera.formats.drawing.exchange import (
    HARD,
    OPPONENTS,
    PARTNERS,
    SOFT,
    Exchange,
    Trouble,
    exchanged,
    told,
    trouble_between,
)
from tantera.formats.drawing.field import Drawing, DrawnTable, DrawOptions, Field
from tantera.formats.drawing.matching import Edge, lightest
from tantera.formats.drawing.memory import Memory, two
from tantera.formats.drawing.reasons import counted_among, unavoided
from tantera.formats.drawing.roster import STAND_IN, divided
from tantera.formats.drawing.violations import again, always, fair_byes, nobody_left
from tantera.formats.format import Format, Setting
from tantera.formats.why import Why
from tantera.words import Phrase

FOUR = 4


def draw(field: Field) -> Drawing:
    """Ranks 1-4 at table 1, 5-8 at table 2, …; sat so that nobody partners again whom they had, if it can be helped.

    What can be helped inside the table is; then by exchanges with the next one (`exchange`); and the reasons say what
    could not be.
    """
    if is_balanced(field.options, field.round):
        return _balanced(field)
    parts = divided(field, FOUR)
    # Stand-ins: everybody plays, in the order of rank, and the last table is completed.
    plays, resting = (field.entrants, ()) if field.options.stand_ins else (parts.playing, parts.resting)
    players = [player for entrant in plays for player in entrant.players]
    there = len(players)
    players += [STAND_IN] * (-there % FOUR)
    seating = Seating(players, Memory(field), tried(field.options.table_seating, field.round))
    tables = [list(range(first, first + FOUR)) for first in range(0, len(players), FOUR)]
    tables, exchanges = exchanged(tables, seating.cost, movable=there)
    tables, anew = regrouped(tables, seating) if there == len(players) else (tables, ())
    seated = [seating.seats(table) for table in tables]
    left = [[*seating.troubles(seats)] if seating.weight(seats) else [] for seats in seated]
    return Drawing(
        tables=tuple(
            DrawnTable(
                seats=tuple(players[rank] for rank in seats),
                why=tuple(_reasons(field.round, number, seats, seating, exchanges, anew, left[number])),
            )
            for number, seats in enumerate(seated)
        ),
        byes=tuple(entrant.entry for entrant in resting),
        notes=(
            *counted_among(there, field.round),
            *(parts.notes if resting else ()),
            *_left(left),
            *_completed(len(players) - there),
        ),
    )


def is_balanced(options: DrawOptions, round: int) -> bool:
    """Whether the strong partner the weak in this round."""
    return options.balanced is not UNSET and round <= options.balanced


def _balanced(field: Field) -> Drawing:
    """Every earlier partner and opponent counts, whatever the later rounds avoid. Who is left over sits with stand-ins
    at the last table, or rests."""
    every = replace(field, options=replace(field.options, avoid_partners=field.round, avoid_opponents=field.round))
    parts, memory = divided(field, FOUR), Memory(every)
    players = [player for entrant in parts.playing for player in entrant.players]
    last = [player for entrant in parts.resting for player in entrant.players] if field.options.stand_ins else []
    players += [*last, *[STAND_IN] * (-len(last) % FOUR)]
    full = len(players) - FOUR * bool(last)
    seating = Seating(players, memory, tried(BALANCED, field.round + 1))
    seated = [tuple(seats) for seats in balanced(players[:full], memory)]
    seated += [seating.seats(range(full, len(players)))] if last else []
    left = [[*seating.troubles(seats)] for seats in seated]
    return Drawing(
        tables=tuple(
            DrawnTable(
                tuple(players[rank] for rank in seats),
                (_whose(seats, "{one} and {three} against {two} and {four}"), *(unavoided(one.why) for one in broken)),
            )
            for seats, broken in zip(seated, left, strict=True)
        ),
        byes=() if last else tuple(entrant.entry for entrant in parts.resting),
        notes=(
            Why("Balanced partners: the numbers are the order of the seeds among the {count} who play, and the first "
                "partners the last as far as nobody has the same partner twice", {"count": full + len(last)}),
            *(parts.notes if parts.resting else ()),
            *_left(left),
            *_completed(-len(last) % FOUR),
        ),
    )  # fmt: skip


def _whose(seats: Sequence[int], say: str) -> Why:
    return Why(say, {name: rank + 1 for name, rank in zip(("one", "two", "three", "four"), seats, strict=True)})


def _reasons(
    round: int,
    table: int,
    seats: Sequence[int],
    seating: Seating,
    exchanges: Sequence[Exchange],
    anew: Sequence[Regrouped],
    left: Sequence[Trouble],
) -> Iterator[Why]:
    by_lot = "by lot {one} and {three} against {two} and {four}"
    yield _whose(seats, by_lot if round == 1 else "{one} and {three} against {two} and {four}")
    for exchange in exchanges:
        if table in (exchange.upper, exchange.lower):
            yield told(exchange, table)
    for tables in anew:
        if tables.first <= table <= tables.last:
            facts: dict[str, str | int] = {"first": tables.first + 1, "last": tables.last + 1}
            yield Why("tables {first} to {last} were made anew together: exchanges were not enough", facts)
    told_of = [trouble.why for trouble in left]
    for way in seating.better_ways(seats):
        for trouble in seating.troubles(way):
            if trouble.why not in told_of:
                told_of.append(trouble.why)
                yield trouble.why
                break
    for trouble in left:
        yield unavoided(trouble.why)


def _left(left: Sequence[Sequence[Trouble]]) -> Iterator[Why]:
    weights = [trouble.weight for troubles in left for trouble in troubles]
    if partners := weights.count(PARTNERS):
        yield Why("{count} times partners again: fewer were not found", {"count": partners})
    if opponents := weights.count(OPPONENTS):
        yield Why("{count} times opponents again: fewer were not found", {"count": opponents})


def _completed(empty: int) -> Iterator[Why]:
    if empty:
        yield Why("Stand-ins complete the last table: {count}", {"count": empty})


Pairing = tuple[int, int, int, int]
"""The four of a table by rank (0 the best), at seats 1, 2, 3, 4."""

PAIRINGS: Final[dict[str, Pairing]] = {
    "1+4v2+3": (0, 1, 3, 2),
    "1+3v2+4": (0, 1, 2, 3),
    "1+2v3+4": (0, 2, 1, 3),
}
"""Seat 1 the best of the table, seat 3 the partner, seat 2 the better of the others."""
BALANCED: Final = "1+4v2+3"
"""How those four sit who are partnered strong with weak."""


def usual(table_seating: str, round: int) -> str:
    """The pairing that comes first (CI-1): round 1 is by lot, and its seats 1-2-3-4 are as the lot has them."""
    return "1+3v2+4" if round == 1 else table_seating


def tried(table_seating: str, round: int) -> tuple[Pairing, ...]:
    """The pairings in the order of trying: the usual one first, the best two together last.

    >>> tried("1+4v2+3", 2)[0], tried("1+4v2+3", 1)[0]
    ((0, 1, 3, 2), (0, 1, 2, 3))
    """
    first = usual(table_seating, round)
    return tuple(PAIRINGS[name] for name in sorted(PAIRINGS, key=lambda name: (name == "1+2v3+4", name != first)))


class Seating:
    """How the players of a draw may sit together. They are known by rank, 0 the best; a stand-in is an empty text."""

    __slots__ = ("_memory", "_pairings", "_players")

    def __init__(self, players: Sequence[str], memory: Memory, pairings: Sequence[Pairing]) -> None:
        self._players, self._memory, self._pairings = players, memory, pairings

    def seats(self, four: Sequence[int]) -> tuple[int, ...]:
        """The first of the lightest pairings."""
        ranked = sorted(four)
        return min((tuple(ranked[seat] for seat in pairing) for pairing in self._pairings), key=self.weight)

    def cost(self, four: Sequence[int]) -> int:
        """What the lightest pairing of these four breaks: 0 where one breaks nothing."""
        ranked = sorted(four)
        lightest = -1
        for pairing in self._pairings:
            weight = self.weight(tuple(ranked[seat] for seat in pairing))
            if weight == 0:
                return 0
            if lightest < 0 or weight < lightest:
                lightest = weight
        return lightest

    def weight(self, seats: Sequence[int]) -> int:
        one, two_, three, four = seats
        return (
            self.as_partners(one, three)
            + self.as_partners(two_, four)
            + self.as_opponents(one, two_)
            + self.as_opponents(one, four)
            + self.as_opponents(three, two_)
            + self.as_opponents(three, four)
        )

    def as_partners(self, a: int, b: int) -> int:
        p, q = self._players[a], self._players[b]
        weight = PARTNERS if two(p, q) in self._memory.partners else 0
        if self._memory.apart and (rule := self._memory.apart.between(p, q, "partners")):
            weight += HARD if rule.hard else SOFT
        return weight

    def as_opponents(self, a: int, b: int) -> int:
        p, q = self._players[a], self._players[b]
        weight = OPPONENTS if two(p, q) in self._memory.opponents else 0
        if self._memory.apart and (rule := self._memory.apart.between(p, q, "opponents")):
            weight += HARD if rule.hard else SOFT
        return weight

    def troubles(self, seats: Sequence[int]) -> Iterator[Trouble]:
        """Everything that these seats break, in words, the gravest first."""
        one, two_, three, four = seats
        broken = [
            *self._partner_troubles(one, three),
            *self._partner_troubles(two_, four),
            *(trouble for a in (one, three) for b in (two_, four) for trouble in self._opponent_troubles(a, b)),
        ]
        return iter(sorted(broken, key=lambda trouble: -trouble.weight))

    def better_ways(self, seats: Sequence[int]) -> Iterator[tuple[int, ...]]:
        """The pairings of the same four that come before these seats."""
        ranked = sorted(seats)
        for pairing in self._pairings:
            way = tuple(ranked[seat] for seat in pairing)
            if way == tuple(seats):
                return
            yield way

    def _partner_troubles(self, a: int, b: int) -> Iterator[Trouble]:
        return trouble_between(self._memory, self._memory.partners, "partners", self._players, a, b)

    def _opponent_troubles(self, a: int, b: int) -> Iterator[Trouble]:
        return trouble_between(self._memory, self._memory.opponents, "opponents", self._players, a, b)


MOST = 12
"""So many tables are made anew together at most. Further off nobody is a neighbour in rank any more."""
TRIED = 150
"""So often in all. Where that is not enough the rules cannot be kept: clubs too large for tables of four."""


class Regrouped(Struct, frozen=True):
    """Tables first to last, counted from 0, were made anew together."""

    first: int
    last: int


def regrouped(tables: Sequence[Sequence[int]], seating: Seating) -> tuple[list[list[int]], tuple[Regrouped, ...]]:
    """The last resort: where exchanges leave something broken, the tables are made anew with ever more neighbours; and
    which were.

    Two lightest matchings (`matching`): first who partners whom, then which two pairs of partners meet. The first alone
    says how few repeated partners there can be among these players at all, so a field that is looked at as a whole
    repeats as few as possible. What comes out replaces the tables only if it breaks less than they do.
    """
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


def _law(options: DrawOptions) -> Phrase:
    one, other = options.table_seating.split("v")
    pairing = Phrase("{one} v {other}", one=one, other=other)
    if options.balanced is not UNSET:
        sentence = (
            "Balanced partners until round {round}; then by the standings, four by four: 1 to 4 at table 1. "
            "Partners {pairing}"
        )
        return Phrase(sentence, round=options.balanced, pairing=pairing)
    return Phrase("By the standings, four by four: 1 to 4 at table 1. Partners {pairing}", pairing=pairing)


OUT_AFTER_LOSSES = Setting(
    "out_after_losses", "Out after so many losses", "individual and Swiss; left empty: everybody plays on"
)
FORMAT = Format(
    name="individual",
    words="individual, with a new partner each round",
    listed=1,
    enters="player",
    draw=draw,
    checks=(*always("player"), nobody_left, fair_byes, partial(again, enters="player")),
    asks=(
        Setting(
            "avoid_partners",
            "Rounds without the same partner",
            "individual: nobody gets a partner again for so many rounds",
        ),
        OUT_AFTER_LOSSES,
        Setting(
            "balanced",
            "Rounds with balanced partners",
            "individual: in so many rounds the strong play with the weak, by their seeds",
        ),
    ),
    keys=frozenset({"table_seating", "avoid_opponents"}),
    least=FOUR,
    by_rank=True,
    law=_law,
)
