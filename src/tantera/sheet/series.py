"""Best of so many matches, on paper: each match has a sheet of its own, which says who won those before it.

Two tags, ``[Match "2"]`` and ``[Won "1+3"]``, so that every sheet tells where it stands in the series by itself; and
``[After "mesa.dgn"]``, the sheet before it: where that is put right later, `caught_up` counts the matches won anew.
"""

from __future__ import annotations

from typing import NamedTuple

from tantera.play import Side, new_match, side_name
from tantera.play.match import series_winner
from tantera.sheet.pad import Pad

_OF_ONE_MATCH = frozenset({"Match", "Won", "After", "Signed", "Result"})
LEVEL = "="


class Series(NamedTuple):
    """Where a match stands in its series."""

    number: int
    best_of: int
    won: tuple[Side | None, ...]
    """Who won each match so far, this one included once it is over; None: nobody."""
    winner: Side | None
    goes_on: bool
    """Whether another match is to be played after this one."""


def series_of(pad: Pad) -> Series | None:
    """None where the book plays single matches."""
    best_of = pad.book.best_of
    if best_of == 1:
        return None
    sides = {side_name(side): side for side in pad.match.sides}
    told = [one for one in (pad.document.tag("Won") or "").split(", ") if one == LEVEL or one in sides]
    won = [sides.get(one) for one in told]
    if pad.is_over:
        won.append(pad.match.winner)
    winner = series_winner(pad.book, won)
    goes_on = pad.is_over and winner is None and len(won) < best_of
    return Series(len(told) + 1, best_of, tuple(won), winner, goes_on)


def next_match(pad: Pad, file: str = "") -> Pad:
    """The empty sheet of the next match of the series: same players, same law. Where the match before says who opens
    (CL-inicio), the first hand is opened. `file` is the name of the sheet before it."""
    series = series_of(pad)
    assert series is not None
    assert series.goes_on
    tags = [tag for tag in pad.document.tags if tag[0] not in _OF_ONE_MATCH]
    tags += [("Match", str(series.number + 1)), ("Won", _won(series)), *([("After", file)] if file else [])]
    begun = Pad.begun(tags, pad.books)
    opener = new_match(pad.book, pad.match.names, after=pad.match).opener
    return begun if opener is None else begun.opened(opener)


def caught_up(pad: Pad, before: Pad) -> Pad:
    """The sheet with the matches won as the sheet before it says now. The same one where that is no news, or not the
    sheet of a match of this series that is over."""
    series, told = series_of(pad), series_of(before)
    if series is None or told is None or not before.is_over or told.number != series.number - 1:
        return pad
    if before.document.tag("Book") != pad.document.tag("Book") or pad.document.tag("Won") == _won(told):
        return pad
    return pad.tagged("Won", _won(told))


def _won(series: Series) -> str:
    return ", ".join(LEVEL if side is None else side_name(side) for side in series.won)
