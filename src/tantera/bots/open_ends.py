"""Looking ahead where the open ends bring points: roll-outs in deals that could be (determinization), everybody going
on by what brings most at once, with what both sides lack to the limit.

A search with all racks open plays no better than counting here: everybody would reply to tiles that nobody shows. The
policy network knows nothing of such points. Where more than two sides play, or tiles are drawn, bots count as
`simple.counter` does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from tantera.bots.learned.reading import law_for
from tantera.bots.simple import counter
from tantera.bots.style import Style
from tantera.play import MoveOrder, PlaceTile, View
from tantera.solver.encode import Position, code_of, doubles_at_the_ends
from tantera.solver.kernels import law as of
from tantera.solver.minimax import Race, try_in_play
from tantera.solver.worlds import knowledge
from tantera.tiles import LEFT

DEALS: Final = 8
"""How many deals are tried out for each that a style would solve: a roll-out takes next to nothing."""
GLANCES: Final = 192
"""Deals that a bot imagines which plays at once: with fewer it would play worse than one that counts."""
AT_A_TIME: Final = 64
"""Deals between two looks at the clock: some milliseconds."""


def think(view: View, style: Style, luck: int, over: Callable[[], bool]) -> MoveOrder:
    """The move that makes most over the deals that could be, until `over` says that the time is."""
    law = law_for(view)
    if law[of.SIDES] != 2 or law[of.DRAWS]:
        return counter(view)
    worlds = knowledge(view).sample(DEALS * style.worlds or GLANCES, luck).racks
    position, race = position_of(view), race_of(view)
    codes = sorted({code_of(option.tile, option.end) for option in view.plays if isinstance(option, PlaceTile)})
    worth, moves = np.zeros(len(codes), np.int64), np.array(codes, np.int64)
    for first in range(0, len(worlds), AT_A_TIME):
        worth += try_in_play(position, worlds[first : first + AT_A_TIME], race, moves).sum(0)
        if over():
            break
    return best_of(view, dict(zip(codes, worth.tolist(), strict=True)))


def position_of(view: View) -> Position:
    """Where the hand stands, without its tiles. Players are numbered as they sit."""
    seats, chain = tuple(range(1, len(view.names) + 1)), view.chain
    left, right = (chain.left, chain.right) if chain is not None else (-1, -1)
    nothing = np.zeros(0, np.int64)
    turn, opener = view.seat - 1, (view.opener or view.seat) - 1
    doubles = doubles_at_the_ends(chain)
    return Position(law_for(view), np.zeros(4, np.int64), nothing, left, right, turn, opener, seats, doubles=doubles)


def race_of(view: View) -> Race:
    """What each side lacks to the limit of the match."""
    rules, limit = view.book.points_in_play, view.book.options.limit.points
    if limit is None or len(view.score) != 2:
        return Race()
    ours, theirs = (max(1, limit - points) for points in view.score)
    return Race((ours, theirs), rules is not None and rules.exact)


def best_of(view: View, worth: dict[int, int]) -> MoveOrder:
    """The tile that is worth most to this seat's side, by its number; values are those of players 0 and 2. On equal
    ends one of the two is enough."""
    sign = 1 if view.seat % 2 else -1

    def value(option: MoveOrder) -> int:
        assert isinstance(option, PlaceTile), "whoever has a choice has tiles that fit"
        code = code_of(option.tile, option.end)
        return sign * worth[code if code in worth else code_of(option.tile, LEFT)]

    return max(view.plays, key=value)
