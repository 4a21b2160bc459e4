"""The evidence of a hand, by seat, as a view tells it: what each laid, what it drew, and what it showed to lack."""

from __future__ import annotations

from typing import Final, NamedTuple

from tantera.play.events import DoublesPlaced, MoveSeen, TileDrawn, TilePlaced
from tantera.play.view import View
from tantera.rules import Seat
from tantera.rules.functions import right_of
from tantera.tiles import LEFT, SUIT_MASKS, Tile

NEVER: Final = 1 << 30
BEFORE: Final = -1
"""When the deal was. Other times are numbers of moves."""


class Story(NamedTuple):
    """What one seat did."""

    placed: dict[Tile, int]
    """The tiles it laid, and when."""
    proofs: list[tuple[int, int]]
    """Negative evidence: when it showed that it held none of these tiles."""
    draws: list[tuple[int, Tile | None]]
    shown: dict[Tile, int]
    """Tiles it tried to play out of turn, and when."""

    def lacked(self, since: int, until: int = NEVER) -> int:
        """What a tile cannot be that the seat held all that while."""
        mask = 0
        for when, proof in self.proofs:
            if since < when < until:
                mask |= proof
        return mask


def stories_of(view: View) -> tuple[tuple[Seat, ...], dict[Seat, Story]]:
    """Who is in, and what each did: the moves of the hand gone through once more."""
    movers = {move.seat for move in view.moves}
    seats = tuple(seat for seat, count in enumerate(view.counts, start=1) if count or seat in movers)
    stories = {seat: Story({}, [], [], {}) for seat in seats}
    liars: set[Seat] = set()
    left = right = 0
    turn = view.opener or 1
    for when, move in enumerate(view.moves):
        story = stories[move.seat]
        if isinstance(move, TilePlaced):
            tile = move.tile
            story.placed[tile] = when
            if move.end is None:
                left, right = tile.low, tile.high
            elif move.end is LEFT:
                left = tile.other(left)
            else:
                right = tile.other(right)
        elif isinstance(move, DoublesPlaced):
            story.placed[move.left] = story.placed[move.right] = when
        elif isinstance(move, MoveSeen):
            liars.add(move.seat)
            if move.seat != turn:
                if move.tile is not None:
                    story.shown[move.tile] = when
                continue
            if move.tile is not None:
                story.placed[move.tile] = when
                if move.end is None or move.touching is None:
                    left, right = move.tile.low, move.tile.high
                elif move.end is LEFT:
                    left = move.tile.other(move.touching)
                else:
                    right = move.tile.other(move.touching)
        else:
            story.proofs.append((when, SUIT_MASKS[left] | SUIT_MASKS[right]))
            if isinstance(move, TileDrawn):
                story.draws.append((when, move.tile))
                continue
        turn = right_of(move.seat, seats)
    for seat in liars:
        stories[seat].proofs.clear()  # who broke the rules once may have passed with a tile that fitted
    return seats, stories
