"""The moves of a hand as a list to look through: a column for each player, a row each time round the table."""

from __future__ import annotations

from typing import NamedTuple

from tantera.play.events import TileDrawn
from tantera.rules import Seat
from tantera.telling import Sentence
from tantera.web.replays.steps import PlayedHand, Step
from tantera.web.replays.story import in_short, said, seconds


class Cell(NamedTuple):
    """A step in the list."""

    step: int
    kind: str
    text: str
    took: str = ""


class MoveRow(NamedTuple):
    """Once round the table, or something across all columns that is no move."""

    number: int | None
    """The round; None where it goes on after something else."""
    columns: tuple[tuple[Cell, ...], ...] = ()
    across: Cell | None = None


class Moves(NamedTuple):
    seats: tuple[Seat, ...]
    """The columns: who plays, from the opener on."""
    rows: tuple[MoveRow, ...]


def moves_of(hand: PlayedHand, lang: str) -> Moves:
    """The whole hand, its deal and its end included."""
    players, first = len(hand.steps[0].after.names), hand.opener or 1
    seats = tuple([(first - 1 + turn) % players + 1 for turn in range(players)])
    listing = _Listing(seats)
    for step in hand.steps:
        if step.move is None:
            listing.across(Cell(step.number, step.kind, _in_a_line(step, said(hand, step, lang))))
        else:
            cell = Cell(step.number, step.kind, in_short(step.move, lang), seconds(step.move, lang))
            listing.move(seats.index(step.move.seat), cell, goes_on=isinstance(step.move, TileDrawn))
    return Moves(seats, tuple(listing.rows))


class _Listing:
    def __init__(self, seats: tuple[Seat, ...]) -> None:
        self.rows: list[MoveRow] = []
        self._seats = seats
        self._rounds = 0
        self._last = len(seats)
        """The column of the last move; the next round begins left of it or in it."""
        self._drew = False
        """Whether the last move was a draw, which is part of a turn."""

    def across(self, cell: Cell) -> None:
        self.rows.append(MoveRow(None, across=cell))

    def move(self, column: int, cell: Cell, goes_on: bool) -> None:
        next_round = column < self._last or (column == self._last and not self._drew)
        if next_round or not self.rows or self.rows[-1].across is not None:
            self._rounds += next_round
            self.rows.append(MoveRow(self._rounds if next_round else None, ((),) * len(self._seats)))
        columns = list(self.rows[-1].columns)
        columns[column] = (*columns[column], cell)
        self.rows[-1] = self.rows[-1]._replace(columns=tuple(columns))
        self._last, self._drew = column, goes_on


def _in_a_line(step: Step, sentences: tuple[Sentence, ...]) -> str:
    """Of a deal who opens; of everything else all that there is to say."""
    headings = [sentence.text for sentence in sentences if sentence.part == "heading"]
    texts = headings[:1] if step.kind == "deal" else [sentence.text for sentence in sentences]
    return " · ".join(texts)
