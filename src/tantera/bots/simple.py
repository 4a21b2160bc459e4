"""The simple bots. Each gets what its seat may see and answers with one of its options."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from tantera.bots.observing import chain_after as chain_after
from tantera.bots.observing import fitting as fitting
from tantera.bots.observing import in_play as in_play
from tantera.bots.observing import suits_lacking as suits_lacking
from tantera.play import MoveOrder, Order, PassTurn, PlaceDoubles, PlaceTile, View
from tantera.rules import Seat
from tantera.rules.counting import IN_PLAY
from tantera.tiles import End, Tile, ends_after

Bot = Callable[[View], Order]
"""Answers with one of the options of a view, in every phase: `roster.py` makes one of a mover."""
Mover = Callable[[View], MoveOrder]
"""Answers with one of the moves of a view in whose hand it is in turn."""


POINT: Final = 6.0
"""What a point in play weighs beside the tiles that fit."""
PASSED: Final = 6.0
"""And an end on which somebody has passed."""


def random_bot(chance: Random) -> Mover:
    """Plays anything."""
    return lambda view: chance.choice(view.plays)


def careless(chance: Random) -> Mover:
    """Gets rid of pips, but half of the time plays whatever comes first to hand."""
    return lambda view: chance.choice(view.plays) if chance.random() < 0.5 else greedy(view)


def greedy(view: View) -> MoveOrder:
    """Gets rid of as many pips as it can; draws rather than passes. What a tile scores by itself comes first."""
    return max(view.plays, key=lambda command: (in_play(view, command), _pips(command)))


def doubles_first(view: View) -> MoveOrder:
    """Doubles are the hardest to play, so they go first; then as many pips as it can. What a tile scores by itself
    comes before."""
    return max(view.plays, key=lambda command: (in_play(view, command), _doubles(command), _pips(command)))


def forgetful(view: View) -> MoveOrder:
    """Weighs its moves as `counter` does, but has neither counted tiles nor noticed who passed."""
    nobody: dict[Seat, set[int]] = {seat: set() for seat in range(1, len(view.names) + 1)}
    return max(view.plays, key=lambda command: _worth(view, command, nobody, ()))


def _reply(view: View, command: PlaceTile, lacking: set[int], unseen: Sequence[Tile], holds: int) -> float:
    """What the next player makes of the ends that a tile leaves, on the average: the best reply that they hold, each
    unseen tile as likely theirs as any other."""
    rules = view.book.points_in_play
    if rules is None or not unseen:
        return 0.0
    chain, best = chain_after(view.chain, command.tile, command.end), dict[Tile, int]()
    for tile in unseen:
        for end in End:
            number = chain.end(end)
            if tile.has(number) and number not in lacking:
                made = IN_PLAY[rules.count](chain.placed(tile, end).open_pips)
                best[tile] = max(made, best.get(tile, 0))
    expected, still, share = 0.0, 1.0, min(1.0, holds / len(unseen))
    for points in sorted(best.values(), reverse=True):
        expected += still * share * points
        still *= 1 - share
    return expected


def counter(view: View) -> MoveOrder:
    """Leaves ends that it holds itself, that few of the others' tiles fit and that the next opponent has shown to
    lack; spares its partner.

    Points for a move: its pips, two for each own tile that fits the ends it leaves, minus two for each tile that does
    and that nobody has seen, six for each of those ends that the next player has passed on, minus six for each that
    the partner has. Doubles go first, the hardest to play. To count is worth five points a hand, to remember passes
    less than half a one.
    """
    return _counting(view, PASSED)


def counter_who_weighs(passed: float) -> Mover:
    """The same, to whom an end that somebody has passed on means more, or less."""
    return lambda view: _counting(view, passed)


def _counting(view: View, passed: float) -> MoveOrder:
    lacking, on_table = suits_lacking(view), view.chain.tiles if view.chain is not None else 0
    unseen = [tile for tile in view.book.options.set.tiles if not tile.bit & on_table and tile not in view.mine]
    return max(view.plays, key=lambda command: _worth(view, command, lacking, unseen, passed))


def _worth(
    view: View, command: MoveOrder, lacking: dict[Seat, set[int]], unseen: Sequence[Tile], passed: float = PASSED
) -> float:
    match command:
        case PlaceTile(tile=tile, end=end):
            placed, ends = {tile}, ends_after(view.chain, tile, end)
        case PlaceDoubles(left=left, right=right):
            placed, ends = {left, right}, (left.low, right.low)
        case _:
            return -1.0 if isinstance(command, PassTurn) else 0.0
    playable = fitting(ends, [tile for tile in view.mine if tile is not None and tile not in placed])
    seats = [seat for seat in range(1, len(view.names) + 1) if seat not in view.out]
    rival = seats[(seats.index(view.seat) + 1) % len(seats)]
    partners = next(side for side in view.sides if view.seat in side)
    worth = _pips(command) + 2.0 * (playable - fitting(ends, unseen)) + passed * len(set(ends) & lacking[rival])
    worth -= passed * sum(len(set(ends) & lacking[seat]) for seat in partners if seat != view.seat)
    if view.book.points_in_play is not None and isinstance(command, PlaceTile):
        reply = _reply(view, command, lacking[rival], unseen, view.counts[rival - 1])
        return POINT * (in_play(view, command) - reply) + (worth - _pips(command)) / 6
    return worth + 8 * all(tile.is_double for tile in placed)


def _pips(command: MoveOrder) -> int:
    match command:
        case PlaceTile(tile=tile):
            return tile.pips
        case PlaceDoubles(left=left, right=right):
            return left.pips + right.pips
        case PassTurn():
            return -2
        case _:
            return -1


def _doubles(command: MoveOrder) -> int:
    """How many it lays: two where the book lets two go in one turn (UEH-dobles)."""
    match command:
        case PlaceTile(tile=tile):
            return int(tile.is_double)
        case PlaceDoubles():
            return 2
        case _:
            return 0
