"""How people played over several matches, month by month: their decisions added up. Loads no compiler."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tantera.study.figures import JudgedDecision, MatchStudied, Play, play_of


class PlayOverTime(NamedTuple):
    """How somebody played in some matches."""

    name: str
    month: str
    """As 2026-11; nothing where no match says its day, and of all matches together."""
    matches: int
    play: Play


class PlayerOverTime(NamedTuple):
    """A player, in all and by months where the matches say of more than one."""

    together: PlayOverTime
    months: tuple[PlayOverTime, ...]


def over_time(matches: Iterable[tuple[str, MatchStudied]]) -> tuple[PlayerOverTime, ...]:
    """Every player of these matches, each with its month, in the order in which they come up."""
    decided: dict[str, list[tuple[str, list[JudgedDecision]]]] = {}
    for month, studied in matches:
        for seat, name in enumerate(studied.names, start=1):
            decided.setdefault(name, []).append((month, studied.decisions(seat)))
    return tuple(_player(name, of_matches) for name, of_matches in decided.items())


def _player(name: str, of_matches: list[tuple[str, list[JudgedDecision]]]) -> PlayerOverTime:
    def of(month: str, chosen: list[list[JudgedDecision]]) -> PlayOverTime:
        return PlayOverTime(name, month, len(chosen), play_of([decision for many in chosen for decision in many]))

    months = sorted({month for month, _ in of_matches})
    by_month = [of(month, [decided for when, decided in of_matches if when == month]) for month in months]
    return PlayerOverTime(of("", [decided for _, decided in of_matches]), tuple(by_month) if len(months) > 1 else ())
