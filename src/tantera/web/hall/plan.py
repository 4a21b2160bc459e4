"""The plan of a hall: its rows of tables as they stand, those of each tournament under its letter, and how each is.

Pure functions. A row is typed as people say it: ``1-8`` are tables of the first tournament, ``B1-4`` of the second.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final, Literal

from msgspec import Struct

from tantera.tournament.agenda import conditions
from tantera.tournament.hall.state import HallState
from tantera.tournament.state import TournamentState
from tantera.words import Phrase, Problem

Spot = tuple[str, int]
"""A table: its tournament, and its number there."""
Rows = tuple[tuple[Spot, ...], ...]
CellState = Literal["free", "ready", "playing", "done"]
LETTERS: Final = "ABCDEFGH"
"""One for each tournament of a hall: so many can share it."""
MOST_IN_A_ROW: Final = 20
MOST_TABLES: Final = 1000
USUAL_ROW: Final = 8
SAID: Final[dict[CellState, str]] = {"free": "free", "ready": "to begin", "playing": "playing", "done": "finished"}
_PART: Final = re.compile(r"([A-H]?)([0-9]{1,4})(?:-([0-9]{1,4}))?")


class Unreadable(Problem):
    code = "no_plan"


class Cell(Struct, frozen=True):
    """A table on the plan."""

    event: str
    letter: str
    """Of its tournament; empty where there is only one."""
    table: int
    state: CellState
    calls: bool
    round: int
    """In which it is played at; 0: in none."""


def read_rows(typed: str, events: Sequence[str]) -> Rows:
    """
    >>> read_rows("1-3 / 4 b2-1", ("cup", "open"))
    ((('cup', 1), ('cup', 2), ('cup', 3)), (('cup', 4), ('open', 2), ('open', 1)))
    """
    rows = tuple(filter(None, (tuple(_row(line, events)) for line in re.split(r"[/;\n]", typed))))
    spots = [spot for row in rows for spot in row]
    if len(spots) > MOST_TABLES or any(len(row) > MOST_IN_A_ROW for row in rows):
        raise Unreadable(Phrase("a row has {row} tables at most, and a hall {all}", row=MOST_IN_A_ROW, all=MOST_TABLES))
    for number, spot in enumerate(spots):
        if spot in spots[:number]:
            raise Unreadable(Phrase("table {table} stands twice on the plan", table=_called(spot, events)))
    return rows


def _row(line: str, events: Sequence[str]) -> Iterator[Spot]:
    letter = LETTERS[0]
    for part in re.sub(r"\s*-\s*", "-", line.replace("–", "-")).replace(",", " ").upper().split():
        match = _PART.fullmatch(part)
        at = -1 if match is None else LETTERS.index(match[1] or letter)
        if match is None or at >= len(events):
            raise Unreadable(
                Phrase("found {found}, expected {expected}", found=part,
                       expected=Phrase("tables as 1-8, or B1-8 for the second tournament"))
            )  # fmt: skip
        letter, first, last = LETTERS[at], int(match[2]), int(match[3] or match[2])
        if abs(last - first) >= MOST_IN_A_ROW or not first or not last:
            raise Unreadable(
                Phrase("found {found}, expected {expected}", found=part,
                       expected=Phrase("at most {most} tables a row, counted from 1", most=MOST_IN_A_ROW))
            )  # fmt: skip
        step = 1 if last >= first else -1
        yield from ((events[at], table) for table in range(first, last + step, step))


def typed_rows(rows: Rows, events: Sequence[str]) -> str:
    """As it would be typed; of a tournament that is not in the hall any more, nothing.

    >>> typed_rows(read_rows("1-3 5 / B2-1", ("cup", "open")), ("cup", "open"))
    '1-3 5 / B2-1'
    """
    return " / ".join(filter(None, (" ".join(_runs(row, events)) for row in rows)))


def _runs(row: Sequence[Spot], events: Sequence[str]) -> Iterator[str]:
    runs: list[list[Spot]] = []
    for event, table in (spot for spot in row if spot[0] in events):
        last = runs[-1] if runs else [("", 0)]
        step = last[1][1] - last[0][1] if len(last) > 1 else table - last[0][1]
        if last[-1][0] == event and abs(step) == 1 and table == last[-1][1] + step:
            last.append((event, table))
        else:
            runs.append([(event, table)])
    letter = LETTERS[0]
    for run in runs:
        own = LETTERS[events.index(run[0][0])]
        yield ("" if own == letter else own) + "-".join(str(run[at][1]) for at in ((0, -1) if len(run) > 1 else (0,)))
        letter = own


def letter_of(event: str, events: Sequence[str]) -> str:
    """What tells a tournament of a hall apart, where there is another."""
    return LETTERS[events.index(event)] if len(events) > 1 else ""


def _called(spot: Spot, events: Sequence[str]) -> str:
    return f"{letter_of(spot[0], events)}{spot[1]}"


def plan(rows: Rows, playing: dict[str, tuple[TournamentState, HallState]], now: int) -> tuple[tuple[Cell, ...], ...]:
    """The rows as they stand; then, eight by eight, the tables that are played at and that the plan does not have."""
    events = tuple(playing)
    states = {event: dict(_states(*both, now)) for event, both in playing.items()}
    planned = [[spot for spot in row if spot[0] in playing] for row in rows]
    known = {spot for row in planned for spot in row}
    others = [(event, table) for event, found in states.items() for table in found if (event, table) not in known]
    for _, spots in groupby(others, lambda spot: spot[0]):
        tables = list(spots)
        planned += [tables[first : first + USUAL_ROW] for first in range(0, len(tables), USUAL_ROW)]

    def cell(event: str, table: int) -> Cell:
        tournament, hall = playing[event]
        round = tournament.open.number if tournament.open is not None and table in states[event] else 0
        calls = any((call.round, call.table) == (round, table) for call in hall.calls)
        return Cell(event, letter_of(event, events), table, states[event].get(table, "free"), calls, round)

    return tuple(tuple(cell(*spot) for spot in row) for row in planned if row)


def _states(tournament: TournamentState, hall: HallState, now: int) -> Iterator[tuple[int, CellState]]:
    """Of every table that is played at in the open round."""
    if tournament.open is None or tournament.closed:
        return
    for number, found in enumerate(conditions(tournament, hall, tournament.open, now), 1):
        yield number, _STATES.get(found, "playing")


_STATES: Final[dict[str, CellState]] = {"verified": "done", "default": "done", "to_begin": "ready"}
