"""Who stands before whom: a list of named functions that the book orders, and in the end the lot."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Final

from msgspec import Struct

from tantera.tournament.lot import lot
from tantera.tournament.state import TournamentState
from tantera.tournament.sums import Line

Values = dict[str, float]


class Record(Struct):
    """The lines of one entry, and their sums."""

    entry: str
    lines: list[Line]
    fined: int = 0
    """Points off the difference."""
    values: Values = {}
    lost_in: float | None = None
    """Where losing means being out: the round; None: still in."""
    losses: int = 0
    """There: how often. Who lost the semi-final and the match for third place lost twice."""


Function = Callable[[Record, frozenset[str]], float]
"""A value of an entry, among those who are still level with it."""


def points_won(record: Record, level: frozenset[str]) -> float:
    """A point for every win, half of one where the book gives halves."""
    return _whole(sum(line.won for line in record.lines))


def wins(record: Record, level: frozenset[str]) -> float:
    return sum(line.won == 2 for line in record.lines)


def difference(record: Record, level: frozenset[str]) -> float:
    return sum(line.difference for line in record.lines) - record.fined


def points_for(record: Record, level: frozenset[str]) -> float:
    return sum(line.points_for for line in record.lines)


def re_entries(record: Record, level: frozenset[str]) -> float:
    return sum(line.re_entries for line in record.lines)


def head_to_head(record: Record, level: frozenset[str]) -> float:
    """Points won in matches among those still level."""
    return _whole(sum(line.won for line in record.lines if level.intersection(line.against)))


def points_among_tied(record: Record, level: frozenset[str]) -> float:
    """Points scored in matches among those still level."""
    return sum(line.points_for for line in record.lines if level.intersection(line.against))


FUNCTIONS: Final[dict[str, Function]] = {
    "points_won": points_won,
    "wins": wins,
    "difference": difference,
    "efectividad": difference,
    "points_for": points_for,
    "head_to_head": head_to_head,
    "points_among_tied": points_among_tied,
    "re_entries": re_entries,
}
"""By the names of the contract. `lot` ends the list wherever it stands."""
AMONG_TIED: Final = frozenset({"head_to_head", "points_among_tied"})
HURTING: Final = frozenset({"points_for", "points_among_tied"})
"""Where points are bad, fewer is better (UEH-objetivo)."""


def fewer_is_better(tournament: TournamentState, key: str) -> bool:
    return key == "re_entries" or (tournament.options.points_hurt and key in HURTING)


def ranked(tournament: TournamentState, records: Sequence[Record]) -> list[Record]:
    """The records in order, the best first, each with the values that put it there.

    Those still in come before those who have lost, and of these the last to lose first.
    """
    keys = tournament.options.ranked_by
    simple = [*_base(tournament), *(key for key in keys if key not in AMONG_TIED and key != "lot")]
    for record in records:
        record.values = {key: FUNCTIONS[key](record, frozenset()) for key in simple}
        record.values |= dict.fromkeys((key for key in keys if key in AMONG_TIED), 0)
    by_loss = sorted(records, key=_still_in)
    order: list[Record] = []
    for _, level in groupby(by_loss, key=_still_in):
        order += _parted(tournament, list(level), keys)
    return order


def _still_in(record: Record) -> tuple[float, int]:
    return (-record.lost_in if record.lost_in is not None else float("-inf"), record.losses)


def _base(tournament: TournamentState) -> tuple[str, ...]:
    return ("re_entries", "points_for") if tournament.alone else ("points_won", "difference", "points_for")


def _parted(tournament: TournamentState, level: list[Record], keys: Sequence[str]) -> list[Record]:
    """Those who are level, put in order by what remains of the list."""
    if len(level) == 1:
        return level
    if not keys or keys[0] == "lot":
        return sorted(level, key=lambda record: lot(tournament.seed, record.entry))
    key, *rest = keys
    if key in AMONG_TIED:
        among = frozenset(record.entry for record in level)
        for record in level:
            record.values[key] = FUNCTIONS[key](record, among)
    sign = 1 if fewer_is_better(tournament, key) else -1
    ordered = sorted(level, key=lambda record: sign * record.values[key])
    result: list[Record] = []
    for _, group in groupby(ordered, key=lambda record: record.values[key]):
        result += _parted(tournament, list(group), rest)
    return result


def _whole(halves: int) -> float:
    """
    >>> _whole(4), _whole(3)
    (2, 1.5)
    """
    return halves / 2 if halves % 2 else halves // 2
