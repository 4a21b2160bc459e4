"""Points in play scored without the engine: a line of number pairs, written from the text of the rule alone.

After each placement the sum of the two open ends is looked at. A double counts both halves; a tile that lies alone
counts its two halves, once. Fives and threes: a fifth where the sum divides by five, plus a third where it divides by
three. Fives: the sum where it divides by five. A score that would pass a limit that must be hit is not written.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tantera.play import Event
from tantera.play.events import BonusGiven, HandDealt, HandScored, PointsGiven, TileDrawn, TilePlaced
from tantera.rules import Book

Numbers = tuple[int, int]


def worth(count: str, pips: int) -> int:
    """
    >>> [worth("fives_and_threes", pips) for pips in (15, 10, 9, 20, 8)], worth("fives", 15)
    ([8, 2, 3, 4, 0], 15)
    """
    fives = pips / 5 if pips % 5 == 0 else 0
    threes = pips / 3 if pips % 3 == 0 else 0
    return round(fives + threes) if count == "fives_and_threes" else pips * bool(fives)


def laid(line: list[Numbers], tile: Numbers, end: str | None) -> list[Numbers]:
    """The line read from left to right, with this tile on that end."""
    one, other = tile
    if end is None:
        return [tile]
    if end == "<":
        return [(one, other) if other == line[0][0] else (other, one), *line]
    return [*line, (one, other) if one == line[-1][1] else (other, one)]


def open_sum(line: list[Numbers]) -> int:
    """
    >>> open_sum([(5, 5)]), open_sum([(6, 6), (6, 3)]), open_sum([(5, 5), (5, 3)])
    (10, 15, 13)
    """
    if len(line) == 1:
        return sum(line[0])
    left, right = line[0], line[-1]
    return (sum(left) if left[0] == left[1] else left[0]) + (sum(right) if right[0] == right[1] else right[1])


class Expected(NamedTuple):
    """What a tile should have brought."""

    event: TilePlaced
    points: int


def in_play(book: Book, sides: tuple[tuple[int, ...], ...], events: Iterable[Event]) -> Iterator[Expected]:
    """What every tile of these events should have brought, one hand after the other."""
    rules, limit = book.points_in_play, book.options.limit.points
    assert rules is not None
    score, kept = dict.fromkeys(sides, 0), dict.fromkeys(sides, 0)
    line: list[Numbers] = []
    held: dict[int, int] = {}
    for event in events:
        if isinstance(event, HandDealt):
            held, kept = {seat: len(rack) for seat, rack in enumerate(event.racks, start=1)}, dict(score)
        elif isinstance(event, TileDrawn):
            held[event.seat] += 1
        elif isinstance(event, BonusGiven | PointsGiven):
            score[event.side] += event.points or 0
            kept[event.side] += event.points or 0
        elif isinstance(event, HandScored):
            score = {side: kept[side] + more for side, more in zip(sides, event.written, strict=True)}
        elif isinstance(event, TilePlaced):
            line = laid(line, (event.tile.low, event.tile.high), None if event.end is None else str(event.end))
            held[event.seat] -= 1
            side = next(side for side in sides if event.seat in side)
            waits = side if rules.partners_play_on else (event.seat,)
            points = worth(rules.count, open_sum(line))
            if not any(held[seat] for seat in waits):
                points += rules.last_tile
            if rules.exact and limit is not None and score[side] + points > limit:
                points = 0
            score[side] += points
            yield Expected(event, points)
