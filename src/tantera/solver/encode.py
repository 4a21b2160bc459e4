"""Encoding and decoding: the one bridge between the engine's hands and the kernels' arrays."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from tantera.play import DrawTile, MoveOrder, PassTurn, PlaceDoubles, PlaceTile, legal_moves
from tantera.play.hand import Hand
from tantera.rules import Book, Seat
from tantera.solver.kernels import law as of
from tantera.solver.kernels.jit import Ints
from tantera.tiles import ALL_TILES, LEFT, RIGHT, Chain, End, Tile, rack_of

_SCORINGS: Final = {
    "all": of.ALL_TILES,
    "opponents": of.OTHERS_TILES,
    "own_loss": of.OWN_LOSS,
    "fixed": of.FIXED,
    "nothing": of.FIXED,  # with prizes of nothing
}
_COUNTS: Final = {"fives_and_threes": of.FIVES_AND_THREES, "fives": of.FIVES}
_OPENER_WINS_TIES: Final = {
    "nobody_same_opener": 0,
    "nobody_moves_on": 0,
    "nobody_highest_double": 0,
    "mano_wins": 1,
    "closer_wins": 0,  # not known to the kernels: `unknown_rules` says so
    "closer_loses": 0,
}


class Position(NamedTuple):
    """A hand with every rack known, as arrays. Players are numbered from 0 in turn order; tiles are masks of
    ``Tile.bit``."""

    law: Ints
    racks: Ints
    """Of each player; four places, those of absent players empty."""
    boneyard: Ints
    """Indices of the sleeping tiles in the order they will be drawn; empty where nobody may draw."""
    left: int
    """The open ends; -1 before the opening."""
    right: int
    turn: int
    opener: int
    seats: tuple[Seat, ...]
    """Which seat each player number is."""
    drew: bool = False
    """Whether the player in turn has drawn in this turn."""
    idle: int = 0
    """Passes in a row by players who did not draw either."""
    doubles: tuple[bool, bool] = (False, False)
    """Whether the tile at the left end, and at the right one, is a double: where points are made in play, it counts
    twice."""
    openings: int = -1
    """The tiles with which the hand may be opened, as a mask; -1: any."""


def kernel_law(
    book: Book, players: int, hand_number: int = 1, worth: int = 1, asleep: int = 0, carried: int = 0
) -> Ints:
    """The kernels' parameter vector of a book (`kernels.law`): what it says about the value of a hand.

    `asleep` is how many tiles sleep, `carried` what blocks before have added to a prize.
    """
    options, table, prize = book.options, book.customs, book.prize
    bonus = {extra.kind: extra.points or 0 for extra in book.bonuses}
    law = np.zeros(of.LENGTH, np.int64)
    law[of.PLAYERS] = players
    law[of.SIDES] = 2 if options.play == "pairs" else players
    law[of.SUITS] = options.set.highest_suit + 1
    law[of.SCORING] = _SCORINGS[options.scoring]
    if prize is not None:
        # What is carried on is not raised; no book has both, or else a little of it is lost here.
        more = carried // worth
        block = 0 if options.block == "nobody" else (0 if options.block_points == "nothing" else prize.block) + more
        law[of.DOMINO_PRIZE], law[of.BLOCK_PRIZE] = prize.domino + more, block
        law[of.CAPICUA_PRIZE] = (prize.domino if prize.capicua is None else prize.capicua) + more
    if book.points_in_play is not None:
        law[of.COUNT], law[of.LAST_TILE] = _COUNTS[book.points_in_play.count], book.points_in_play.last_tile
        law[of.PLAY_ON] = book.partners_play_on and players == 4
    law[of.OPENER_WINS_TIES] = _OPENER_WINS_TIES[options.tied_block]
    law[of.CAPICUA_BONUS] = bonus.get("capicua", 0)
    law[of.BLANK_BONUS] = bonus.get("double_blank", 0)
    law[of.PASS_BONUS] = bonus.get("first_pass", 0)
    law[of.WORTH] = worth
    law[of.TWO_DOUBLES] = table.two_doubles_from_hand is not None and hand_number >= table.two_doubles_from_hand
    law[of.RESERVE] = min(options.reserve, asleep)
    if asleep > options.reserve and book.may_draw(players):
        law[of.DRAWS] = of.UNTIL_IT_FITS if options.draws_until_it_fits else 1
    return law


def encode(hand: Hand, worth: int = 1, carried: int = 0) -> Position:
    """A hand of which every tile is known."""
    assert not any(hand.hidden), "a rack with unknown tiles has no arrays: sample it first"
    seats = tuple(sorted(hand.seats))
    law = kernel_law(hand.book, len(seats), hand.number, worth, len(hand.boneyard), carried)
    racks = np.zeros(4, np.int64)
    racks[: len(seats)] = [hand.racks[seat - 1] for seat in seats]
    asleep = [tile.index for tile in hand.drawable if tile is not None]
    chain = hand.chain
    left, right = (chain.left, chain.right) if chain is not None else (-1, -1)
    return Position(
        law=law,
        racks=racks,
        boneyard=np.array(asleep, np.int64),
        left=left,
        right=right,
        turn=seats.index(hand.turn),
        opener=seats.index(hand.opener),
        seats=seats,
        drew=hand.drew,
        idle=hand.idle,
        doubles=doubles_at_the_ends(chain),
        openings=_openings(hand),
    )


def doubles_at_the_ends(chain: Chain | None) -> tuple[bool, bool]:
    """Whether the tile at either end is a double."""
    return (False, False) if chain is None else (bool(chain.left_arm & 1), bool(chain.right_arm & 1))


def _openings(hand: Hand) -> int:
    """Some books want a double for the first tile of the match (CL-inicio)."""
    if hand.chain is not None or hand.ended:
        return -1
    allowed = rack_of(command.tile for command in legal_moves(hand) if isinstance(command, PlaceTile))
    return -1 if allowed == hand.racks[hand.turn - 1] else allowed


def code_of(tile: Tile, end: End | None) -> int:
    """A placement encoded as an integer; `kernels.law` has those of the other moves."""
    return tile.index << 2 | (of.OPENING if end is None else of.LEFT if end is LEFT else of.RIGHT)


def order_of(code: int, seat: Seat, chain: Chain | None) -> MoveOrder:
    """The move that an integer encodes, made by a seat."""
    if code == of.PASS:
        return PassTurn(seat)
    if code == of.DRAW:
        return DrawTile(seat)
    if code == of.BOTH:
        assert chain is not None
        return PlaceDoubles(seat, Tile.of(chain.left, chain.left), Tile.of(chain.right, chain.right))
    return PlaceTile(seat, ALL_TILES[code >> 2], {of.LEFT: LEFT, of.RIGHT: RIGHT}.get(code & 3))
