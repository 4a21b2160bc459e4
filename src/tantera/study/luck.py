"""Luck: what a deal with its opener is worth before the first tile, and what a tile drawn from the boneyard changed.

Both sum to nought by construction. Whoever opens is player 0 here and chance comes from the deal as the opener sees it:
the same deal one seat further on is worth exactly as much to the next seat, so over all deals and all openers every
side has the same. A draw is what the hand is worth with that tile less the mean over all tiles that slept.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Final

import numpy as np

from tantera.bots.learned.others import NO_MOVES, prior_shares
from tantera.bots.learned.reading import read
from tantera.play import Match, View, view
from tantera.play.hand import Hand
from tantera.rules import Seat
from tantera.solver.encode import Position, encode
from tantera.solver.estimate import Estimate
from tantera.solver.kernels import law as of
from tantera.solver.kernels.jit import Floats, Ints
from tantera.study.trials import fresh_state, tried_out
from tantera.tiles import tiles_in

DEALS: Final = 768
"""Play-outs of a deal."""
DRAWS: Final = 256
"""Play-outs of a draw, before it and after."""

Leads = dict[Seat, Estimate]
"""By seat, what its side writes more than the others."""


def luck_of_deal(match: Match, play_outs: int = DEALS) -> Leads:
    """What the deal is worth to each seat's side, everybody being anybody of the population. The hand is dealt and no
    tile has been laid."""
    assert match.hand is not None
    position = encode(match.hand, match.worth, match.carried)
    players, opener = int(position.law[of.PLAYERS]), position.opener
    racks = np.zeros(4, np.int64)
    racks[:players] = np.roll(position.racks[:players], -opener)
    seed = _seed(racks.tobytes(), position.law.tobytes())
    many = np.broadcast_to(racks, (play_outs, 4))
    boneyards = _shuffled(match.hand, position.law, play_outs, seed)
    openings = NO_MOVES if position.openings == -1 else _codes(position)
    leads = tried_out(
        fresh_state(0), position.law, boneyards, many, openings, prior_shares(play_outs), _seeds(seed, play_outs)
    ).mean(1)
    return {seat: _estimate(leads[:, (player - opener) % players]) for player, seat in enumerate(position.seats)}


def luck_of_draw(before: Match, after: Match) -> Leads:
    """What a tile drawn from the boneyard changed for each seat's side, against the mean of all that slept."""
    assert before.hand is not None
    drew = view(before, before.hand.turn)
    seed = _seed(repr((before.hand.racks, before.hand.moves and len(before.hand.moves), drew.seat)).encode())
    expected = _leads_now(before, drew, np.array([of.DRAW], np.int64), seed)
    came = _leads_now(after, view(after, drew.seat), NO_MOVES, seed)
    seats = encode(before.hand).seats
    return {seat: _difference(came[:, player], expected[:, player]) for player, seat in enumerate(seats)}


def _leads_now(match: Match, looking: View, moves: Ints, seed: int) -> Floats:
    """The hand played out from here with the tiles that everybody has: [play-outs, players]."""
    assert match.hand is not None
    reading, position = read(looking, match.hand.turn), encode(match.hand, match.worth, match.carried)
    many = np.broadcast_to(position.racks, (DRAWS, 4))
    boneyards = _shuffled(match.hand, reading.law, DRAWS, seed)
    leads = tried_out(reading.now, reading.law, boneyards, many, moves, prior_shares(DRAWS), _seeds(seed, DRAWS))
    return np.asarray(leads.mean(1))


def _shuffled(hand: Hand, law: Ints, times: int, seed: int) -> Ints:
    """Orders in which the sleeping tiles could be drawn: which come first is the luck of the draw, not of the deal."""
    lying = hand.chain.tiles if hand.chain is not None else 0
    asleep = hand.book.options.set.rack & ~lying
    for rack in hand.racks:
        asleep &= ~rack
    tiles = np.array([tile.index for tile in tiles_in(asleep)], np.int64)
    drawable = max(0, len(tiles) - int(law[of.RESERVE])) if law[of.DRAWS] else 0
    rng = np.random.default_rng(seed)
    return np.ascontiguousarray(rng.permuted(np.broadcast_to(tiles, (times, len(tiles))), axis=1)[:, :drawable])


def _codes(position: Position) -> Ints:
    """The openings that the book allows (CL-inicio)."""
    return np.array([tile.index << 2 | of.OPENING for tile in tiles_in(position.openings)], np.int64)


def _seed(*parts: bytes) -> int:
    return int.from_bytes(sha256(b"".join(parts)).digest()[:4], "big")


def _seeds(seed: int, times: int) -> Ints:
    return (seed + np.arange(times)).astype(np.int64)


def _estimate(values: Floats) -> Estimate:
    return Estimate(float(values.mean()), float(values.std(ddof=1) / np.sqrt(len(values))))


def _difference(after: Floats, before: Floats) -> Estimate:
    """Of two means that were played out apart."""
    one, other = _estimate(after), _estimate(before)
    return Estimate(one.mean - other.mean, float(np.hypot(one.error or 0.0, other.error or 0.0)))
