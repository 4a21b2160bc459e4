"""What a room played with the same tiles: the line that most tables followed, and where they parted.

A move is known by its tile and the number it was laid against, not by left and right: at equal ends two tables may lie
as in a mirror and play the same.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct

from tantera.play.hand import Hand
from tantera.play.moves import play_move
from tantera.play.orders import DrawTile, MoveOrder, PassTurn, PlaceDoubles, PlaceTile
from tantera.rules import Seat
from tantera.tiles import LEFT, Chain, Tile
from tantera.tournament.duplicate import HandResults

Value = Callable[[Hand], int | None]
"""What a hand brings 1+3 from here on with all tiles open."""
Lines = Mapping[int, Mapping[int, Sequence[MoveOrder]]]
"""By hand and table, both counted from 1: the moves, where they are known."""


class LineMove(Struct, frozen=True):
    """A move of the common line."""

    seat: Seat
    tiles: tuple[Tile, ...]
    """None: a pass, or a draw."""
    drawn: bool
    against: int | None
    """The number it was laid against, where it could have been laid against another."""
    tables: int
    """How many played so, of those that had played the same until then."""


class Branch(Struct, frozen=True):
    """A move with which tables parted from others that had played the same."""

    move: LineMove
    worth: int | None
    """To 1+3 with all tiles open; None where nobody knows."""
    mean: Fraction | None
    """What it brought 1+3 at those tables; None where no slip of theirs counts."""


class CommonLine(Struct, frozen=True):
    """What most tables played."""

    tables: int
    """Those whose moves are known."""
    moves: tuple[LineMove, ...]
    """As long as two were together."""
    parted: int | None
    """The number of the move, counted from 1, with which not all played the same any more; None: they all did."""
    branches: tuple[Branch, ...]
    """What was played there, by most tables first."""


def common_line(
    dealt: Hand, played: Mapping[int, Sequence[MoveOrder]], results: HandResults, value: Value
) -> CommonLine | None:
    """Of a hand; None where the moves of fewer than two tables are known.

    Where as many tables played one thing as another, the line follows that of the lowest number.
    """
    if len(played) < 2:
        return None
    together = dict.fromkeys(sorted(played), dealt)
    moves: list[LineMove] = []
    parted, branches = None, tuple[Branch, ...]()
    while len(together) > 1:
        at = len(moves)
        ways: dict[Hashable, list[int]] = {}
        for table, hand in together.items():
            if at < len(played[table]) and not hand.ended:  # where time was called the hand stops short
                ways.setdefault(_way(played[table][at], hand.chain), []).append(table)
        if not ways:
            break
        by_number = sorted(ways.values(), key=lambda tables: -len(tables))
        if len(ways) > 1 and parted is None:
            parted = at + 1
            branches = tuple(_branch(tables, together, played, at, results, value) for tables in by_number)
        most = by_number[0]
        if len(most) < 2:
            break
        moves.append(_move(together[most[0]], played[most[0]][at], len(most)))
        together = {table: play_move(together[table], played[table][at]) for table in most}
    return CommonLine(len(played), tuple(moves), parted, branches)


def _way(order: MoveOrder, chain: Chain | None) -> Hashable:
    match order:
        case PlaceTile(tile=tile):
            return tile, _against(order, chain)
        case PlaceDoubles(left=left, right=right):
            return frozenset((left, right))
        case _:
            return type(order)


def _against(order: PlaceTile, chain: Chain | None) -> int | None:
    if chain is None:
        return None
    return chain.left if order.end is LEFT else chain.right


def _move(hand: Hand, order: MoveOrder, tables: int) -> LineMove:
    chain = hand.chain
    match order:
        case PlaceTile(seat=seat, tile=tile):
            choice = chain is not None and {chain.left, chain.right} == {tile.high, tile.low} and not tile.is_double
            return LineMove(seat, (tile,), False, _against(order, chain) if choice else None, tables)
        case PlaceDoubles(seat=seat, left=left, right=right):
            return LineMove(seat, (left, right), False, None, tables)
        case DrawTile(seat=seat):
            return LineMove(seat, (), True, None, tables)
        case PassTurn(seat=seat):
            return LineMove(seat, (), False, None, tables)


def _branch(
    tables: Sequence[int],
    together: Mapping[int, Hand],
    played: Mapping[int, Sequence[MoveOrder]],
    at: int,
    results: HandResults,
    value: Value,
) -> Branch:
    first = tables[0]
    hand, order = together[first], played[first][at]
    after = play_move(hand, order)
    scores = [results.tables[table - 1] for table in tables]
    nets = [score.points[0] - score.points[1] for score in scores if score is not None and score.points is not None]
    mean = Fraction(sum(nets), len(nets)) if nets else None
    return Branch(_move(hand, order, len(tables)), None if after.ended else value(after), mean)
