"""What a draw remembers: who partnered and met whom and when, and whom it has to keep apart."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Literal

from tantera.formats.drawing.field import Apart, Field, Past

Sitting = Literal["partners", "opponents"]
"""How two people at a table sit: side by side, so to speak, or against each other."""
Two = tuple[str, str]


def two(a: str, b: str) -> Two:
    """Two people, whoever is named first.

    >>> two("p9", "p1") == two("p1", "p9")
    True
    """
    return (a, b) if a < b else (b, a)


def partners_at(seats: Sequence[str]) -> Iterator[Two]:
    """Seats 1 and 3, 2 and 4."""
    yield two(seats[0], seats[2])
    yield two(seats[1], seats[3])


def opponents_at(seats: Sequence[str]) -> Iterator[Two]:
    """1+3 against 2+4."""
    for one in (seats[0], seats[2]):
        for other in (seats[1], seats[3]):
            yield two(one, other)


def all_at(seats: Sequence[str]) -> Iterator[Two]:
    """Everybody alone: each against each."""
    for index, one in enumerate(seats):
        for other in seats[index + 1 :]:
            yield two(one, other)


class Memory:
    """Partners and opponents of the last rounds, the last round in which they were it.

    A match with an absent partner does not count, nor one against somebody absent.
    """

    __slots__ = ("apart", "opponents", "partners")

    def __init__(self, field: Field, alone: bool = False) -> None:
        self.apart = Rules(field.apart, field.round)
        self.partners: dict[Two, int] = {}
        self.opponents: dict[Two, int] = {}
        options = field.options
        for past in field.past:
            if not alone and past.round >= field.round - options.avoid_partners:
                _remember(self.partners, past, partners_at(past.seats))
            if past.round >= field.round - options.avoid_opponents:
                _remember(self.opponents, past, all_at(past.seats) if alone else opponents_at(past.seats))


def _remember(kept: dict[Two, int], past: Past, pairs: Iterator[Two]) -> None:
    for pair in pairs:
        if pair[0] and past.absent.isdisjoint(pair):
            kept[pair] = max(past.round, kept.get(pair, 0))


class Rules:
    """The kept apart of one round, asked for two people at a time: a club of hundreds is never written out in pairs."""

    __slots__ = ("_of", "active")

    def __init__(self, apart: Sequence[Apart], round: int) -> None:
        self.active = [rule for rule in apart if rule.rounds is None or round <= rule.rounds]
        self._of: dict[str, set[int]] = defaultdict(set)
        for number, rule in enumerate(self.active):
            for player in rule.players:
                self._of[player].add(number)

    def __bool__(self) -> bool:
        return bool(self.active)

    def between(self, a: str, b: str, sitting: Sitting) -> Apart | None:
        """The rule that two people sitting so would break: a hard one first.

        >>> Rules([Apart(("p1", "p2"), kind="partners")], round=1).between("p1", "p2", "opponents") is None
        True
        """
        if not (self.active and a in self._of and b in self._of):
            return None
        broken = [self.active[number] for number in self._of[a] & self._of[b]]
        return min(
            (rule for rule in broken if rule.kind in (sitting, "both")), key=lambda rule: not rule.hard, default=None
        )
