"""Four at a table: who partners whom, what each way of sitting would break, and which way is taken."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from tantera.tournament.draw import reasons
from tantera.tournament.draw.memory import Memory, Sitting, Two, two
from tantera.tournament.why import Why

Pairing = tuple[int, int, int, int]
"""The four of a table by rank (0 the best), at seats 1, 2, 3, 4."""

PAIRINGS: Final[dict[str, Pairing]] = {
    "1+4v2+3": (0, 1, 3, 2),
    "1+3v2+4": (0, 1, 2, 3),
    "1+2v3+4": (0, 2, 1, 3),
}
"""Seat 1 the best of the table, seat 3 the partner, seat 2 the better of the others."""

HARD: Final = 10**12
PARTNERS: Final = 10**8
OPPONENTS: Final = 10**4
SOFT: Final = 1
"""Weights in dictionary order: fewer than 10,000 lesser faults never come up to one greater."""


class Trouble(Struct, frozen=True):
    """Something that a table breaks, and how much it weighs."""

    weight: int
    why: Why
    players: tuple[str, str]


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
        found = [
            *self._partner_troubles(one, three),
            *self._partner_troubles(two_, four),
            *(trouble for a in (one, three) for b in (two_, four) for trouble in self._opponent_troubles(a, b)),
        ]
        return iter(sorted(found, key=lambda trouble: -trouble.weight))

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


def trouble_between(
    memory: Memory, before: dict[Two, int], sitting: Sitting, players: Sequence[str], a: int, b: int
) -> Iterator[Trouble]:
    """What two would break that sit so: a keep-apart, or what the last rounds say."""
    p, q = players[a], players[b]
    if rule := memory.apart.between(p, q, sitting):
        yield Trouble(HARD if rule.hard else SOFT, reasons.apart(rule, sitting, a, b), (p, q))
    if (round := before.get(two(p, q))) is not None:
        yield Trouble(PARTNERS if sitting == "partners" else OPPONENTS, reasons.were(sitting, a, b, round), (p, q))
