"""The strongest honest player of PyPI's `dominoes` as a bot of ours: ``arena best bench/_peer.py:probabilistic``.

Its game wants to hold every rack; the player itself only looks at how many tiles the others have and which ones are
out, so the unseen tiles are handed out in any order. Before its eighth move it plays the highest tile (its library's
`bota_gorda`), because by itself it would play the first that fits.
"""

from __future__ import annotations

import random
from zlib import crc32

import dominoes

from tantera.play import MoveOrder, PlaceTile, View
from tantera.play.events import TilePlaced, TurnPassed
from tantera.tiles import LEFT, RIGHT, Tile

PLAYER = dominoes.players.probabilistic_alphabeta(start_move=8, sample_size=10, player=dominoes.players.bota_gorda)


def probabilistic(view: View) -> MoveOrder:
    """What the peer plays from what this seat sees."""
    random.seed(crc32(repr((view.mine, view.moves)).encode()))  # its sampling is the module's; ours is repeatable
    game = _game(view)
    dominoes.players.bota_gorda(game)
    PLAYER(game)
    domino, on_left = game.valid_moves[0]
    tile = Tile.of(domino.first, domino.second)
    fitting = [option for option in view.options if isinstance(option, PlaceTile) and option.tile is tile]
    return next((option for option in fitting if option.end is (LEFT if on_left else RIGHT)), fitting[0])


def _game(view: View) -> dominoes.Game:
    """The peer's game at this moment: the true table, the own rack, and any racks of the right size for the others."""
    own = [tile for tile in view.mine if tile is not None]
    seen = {*own, *(move.tile for move in view.moves if isinstance(move, TilePlaced))}
    rest = [tile for tile in view.book.options.set.tiles if tile not in seen]
    racks = [own if seat == view.seat else [rest.pop() for _ in range(view.counts[seat - 1])] for seat in range(1, 5)]
    hands = [dominoes.Hand([dominoes.Domino(tile.low, tile.high) for tile in rack]) for rack in racks]
    moves: list[tuple[dominoes.Domino, bool] | None] = []
    for move in view.moves:
        if isinstance(move, TilePlaced):
            moves.append((dominoes.Domino(move.tile.low, move.tile.high), move.end is not RIGHT))
        elif isinstance(move, TurnPassed):
            moves.append(None)
    opener, turn = (view.opener or 1) - 1, view.seat - 1
    if view.chain is None:
        fitting = tuple((domino, True) for domino in hands[turn])
        return dominoes.Game(dominoes.SkinnyBoard(), hands, moves, turn, fitting, opener, None)
    board = dominoes.SkinnyBoard(view.chain.left, view.chain.right, len(view.chain.placements))
    game = dominoes.Game(board, hands, moves, turn, (), opener, None)
    game._update_valid_moves()
    return game
