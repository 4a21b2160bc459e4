"""A ledger as it is studied: hand by hand, and in a hand one move after another. It loads no compiler."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tantera.play import Match
from tantera.play import events as e
from tantera.play.hand import Move
from tantera.play.ledger import Happened, Ledger

_MOVES = (e.TilePlaced, e.DoublesPlaced, e.TurnPassed, e.TileDrawn, e.MoveSeen)


class Moment(NamedTuple):
    """A move, and how the match stood on either side of it."""

    number: int
    """Of the move in its hand, from 1."""
    move: Move
    before: Match
    after: Match


def is_known(match: Match) -> bool:
    """Whether every tile of the hand is known, and the population knows its law."""
    return match.hand is not None and not any(match.hand.hidden) and match.book.points_in_play is None


def hands_of(ledger: Ledger) -> Iterator[tuple[int, list[Happened[Match]]]]:
    """What happened from each deal up to its line on the sheet. A hand that was dealt again is the last one dealt."""
    gathered: list[Happened[Match]] = []
    number = 0
    for one in ledger.happenings():
        if isinstance(one.event, e.HandDealt):
            gathered = []
            number = one.event.number
        if number:
            gathered.append(one)
        if isinstance(one.event, e.HandScored) and gathered:
            yield number, gathered
            gathered, number = [], 0


def moves_of(moments: Sequence[Happened[Match]]) -> Iterator[Moment]:
    """The moves of a hand."""
    number = 0
    for event, before, after in moments:
        if isinstance(event, _MOVES):
            number += 1
            yield Moment(number, event, before, after)
