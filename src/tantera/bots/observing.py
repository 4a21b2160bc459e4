"""What a seat can count and remember of a hand, from its view."""

from __future__ import annotations

from collections.abc import Iterable

from tantera.play import MoveOrder, PlaceTile, View
from tantera.play.events import DoublesPlaced, MoveSeen, TileDrawn, TilePlaced, TurnPassed
from tantera.rules import Seat
from tantera.rules.counting import IN_PLAY
from tantera.tiles import Chain, End, Tile


def suits_lacking(view: View) -> dict[Seat, set[int]]:
    """For each seat, the suits it passed on: it had none then, and has none now unless it drew since."""
    lacking: dict[Seat, set[int]] = {seat: set() for seat in range(1, len(view.names) + 1)}
    chain: Chain | None = None
    for move in view.moves:
        match move:
            case TilePlaced(tile=tile, end=end):
                chain = Chain.opened(tile) if chain is None or end is None else chain.placed(tile, end)
            case DoublesPlaced(left=left, right=right) if chain is not None:
                chain = chain.placed(left, End.LEFT).placed(right, End.RIGHT)
            case TurnPassed(seat=seat) if chain is not None:
                lacking[seat] |= {chain.left, chain.right}
            case TileDrawn(seat=seat):
                lacking[seat] = set()
            case MoveSeen():
                return {seat: set() for seat in lacking}  # somebody broke the rules: passes prove nothing
    return lacking


def fitting(ends: tuple[int, int], tiles: Iterable[Tile]) -> int:
    """How many of these tiles fit one of the ends."""
    return sum(tile.has(ends[0]) or tile.has(ends[1]) for tile in tiles)


def in_play(view: View, command: MoveOrder) -> int:
    """What a move would write at once, where the open ends bring points; nothing that would pass a limit that must be
    hit."""
    rules, limit = view.book.points_in_play, view.book.options.limit.points
    if rules is None or not isinstance(command, PlaceTile):
        return 0
    points = IN_PLAY[rules.count](chain_after(view.chain, command.tile, command.end).open_pips)
    place, side = next((place, side) for place, side in enumerate(view.sides) if view.seat in side)
    partners = [view.counts[seat - 1] for seat in side if seat != view.seat] if view.book.partners_play_on else []
    if view.counts[view.seat - 1] == 1 and not any(partners):
        points += rules.last_tile
    return 0 if rules.exact and limit is not None and view.score[place] + points > limit else points


def chain_after(chain: Chain | None, tile: Tile, end: End | None) -> Chain:
    """The table once a tile lies on it."""
    return Chain.opened(tile) if chain is None or end is None else chain.placed(tile, end)
