"""Pause and go on: by agreement of every side of people, or by the referee; never longer than the table's longest."""

from __future__ import annotations

from tantera.play.actors import TABLE
from tantera.play.orders import PauseClock, ResumeClock
from tantera.referee import step
from tantera.rules import Refusal
from tantera.tables import orders as o
from tantera.tables.fold import News
from tantera.tables.state import Proposal, TableState

Groups = tuple[tuple[str, ...], ...]
"""People who are asked: of each group one has to agree."""


def may_pause(table: TableState, order: o.Propose, person: str) -> None:
    article = table.book.cites.time
    if not table.settings.pauses:
        raise Refusal(article, "there are no pauses at this table")
    if table.in_play is None or table.seat_of(person) is None:
        raise Refusal(article, "there is no match to pause")
    if table.pause is not None:
        raise Refusal(article, "the clock stands still already")


def may_resume(table: TableState, order: o.Propose, person: str) -> None:
    article = table.book.cites.time
    if table.pause is None or table.seat_of(person) is None:
        raise Refusal(article, "the clock is running")
    if table.pause.why != "agreed":
        raise Refusal(article, "the players have not agreed on this pause, and do not end it")


def sides_here(table: TableState, proposal: Proposal) -> Groups:
    """Every side with somebody who is here: bots agree always, and who is away is glad of a pause."""
    match = table.in_play
    assert match is not None
    sides = [tuple(person for person in table.people_of(side) if table.here(person)) for side in match.sides]
    return tuple(side for side in sides if side)


def pause(table: TableState, proposal: Proposal, now: int) -> tuple[News, ...]:
    assert table.in_play is not None
    return step(table.in_play, PauseClock("agreed"), TABLE, now).moments


def resume(table: TableState, proposal: Proposal, now: int) -> tuple[News, ...]:
    return _goes_on(table, now)


def end_pause(table: TableState, order: o.EndPause, person: str, now: int) -> tuple[News, ...]:
    return _goes_on(table, now)


def _goes_on(table: TableState, now: int) -> tuple[News, ...]:
    assert table.in_play is not None
    return step(table.in_play, ResumeClock(), TABLE, now).moments
