"""What points are worth: the chances to win the match, by the score and the limit of its book.

A small table for each kind of hand: what a hand brings when the population plays it, and from there by dynamic
programming who gets to the limit first. Between two sides; where the book ends by time alone, nobody can say.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from tantera.bots.deciding import is_last_hand
from tantera.bots.learned.others import NO_MOVES, prior_shares
from tantera.bots.prospects import race
from tantera.play import View
from tantera.solver.kernels import law as of
from tantera.solver.kernels.jit import Floats, Ints
from tantera.solver.minimax import WIDE
from tantera.study.trials import fresh_state, tried_out

HANDS: Final = 2000
"""Deals that are played out to learn what a hand brings."""
FAR: Final = 500
"""Whoever lacks more points than this is told nothing of chances."""
MOST_HANDS: Final = 60
"""Of a match that goes over so many hands."""


class Hands(NamedTuple):
    """What decides how many points a hand brings: a key for the tables."""

    law: bytes
    each: int
    asleep: int
    """How many tiles sleep that may be drawn."""


def match_chances(view: View, law: Ints) -> Floats | None:
    """The chance of this seat's side to win the match by its lead in this hand, from -WIDE to WIDE; None where the
    score says nothing of it."""
    options = view.book.options
    if law[of.SIDES] != 2 or options.points_hurt or view.book.re_entry is not None:
        return None
    ours, theirs = sorted(range(len(view.sides)), key=lambda place: view.seat not in view.sides[place])[:2]
    mine, yours, limit = view.score[ours], view.score[theirs], options.limit
    leads = np.arange(-WIDE, WIDE + 1)
    if is_last_hand(view):
        return np.asarray((np.sign(mine - yours + leads) + 1) / 2)
    hands = _kind_of_hand(view, law)
    if limit.points is not None:
        if limit.points - min(mine, yours) > FAR:
            return None
        chances = _race(hands, limit.points - min(0, mine, yours))
        lacking = [limit.points - mine - np.maximum(leads, 0), limit.points - yours - np.maximum(-leads, 0)]
        we_lack, they_lack = (np.clip(lack, 0, len(chances) - 1) for lack in lacking)
        return np.asarray(chances[we_lack, they_lack])
    left = None if limit.hands is None else limit.hands - len(view.lines)
    if left is None or not 1 <= left <= MOST_HANDS:
        return None
    return _ahead_after(hands, left - 1, mine - yours)


def _kind_of_hand(view: View, law: Ints) -> Hands:
    options, usual = view.book.options, law.copy()
    usual[of.WORTH] = 1  # a raise ends with its hand
    asleep = len(options.set.tiles) - options.tiles_each * options.players
    return Hands(usual.tobytes(), options.tiles_each, max(0, asleep - int(law[of.RESERVE])) if law[of.DRAWS] else 0)


@lru_cache(maxsize=16)
def _brought(hands: Hands) -> Ints:
    """What hands between two sides brought the opener's: a Monte Carlo sample, always the same."""
    law = np.frombuffer(hands.law, np.int64).copy()
    players, suits = int(law[of.PLAYERS]), int(law[of.SUITS])
    rng = np.random.default_rng(0)
    order = rng.permuted(np.tile(np.arange(suits * (suits + 1) // 2), (HANDS, 1)), axis=1)
    racks, dealt = np.zeros((HANDS, 4), np.int64), players * hands.each
    for player in range(players):
        mine = order[:, player * hands.each : (player + 1) * hands.each]
        racks[:, player] = (1 << mine).sum(1)
    asleep = np.ascontiguousarray(order[:, dealt : dealt + hands.asleep])
    seeds = np.arange(HANDS, dtype=np.int64)
    leads = tried_out(fresh_state(0), law, asleep, racks, NO_MOVES, prior_shares(HANDS), seeds)[:, 0, 0]
    return np.rint(leads).astype(np.int64)


@lru_cache(maxsize=16)
def _race(hands: Hands, most: int) -> Floats:
    """Who gets to the limit first, by what each side still lacks, up to so many points: dynamic programming."""
    brought = np.minimum(np.abs(_brought(hands)), most)
    brings = np.bincount(brought, minlength=most + 1) / HANDS
    chances = np.full((most + 1, most + 1), 0.5)
    race(brings, chances)
    return chances


@lru_cache(maxsize=256)
def _ahead_after(hands: Hands, more: int, ahead: int) -> Floats:
    """Who is ahead when so many more hands are over, by the lead in this one: convolutions."""
    brought = np.clip(_brought(hands), -WIDE, WIDE)
    one = np.bincount(np.abs(brought), minlength=WIDE + 1) / (2 * HANDS)
    each = np.concatenate((one[:0:-1], [2 * one[0]], one[1:]))
    total = np.ones(1)
    for _ in range(more):
        total = np.convolve(total, each)
    middle = len(total) // 2
    at_least = np.concatenate(([0.0], np.cumsum(total)))  # P(sum < s) for s from the lowest
    leads = ahead + np.arange(-WIDE, WIDE + 1)
    below = np.clip(middle - leads, 0, len(total))  # what the rest must not come to
    level = np.clip(middle - leads, -1, len(total))
    ties = np.where((level >= 0) & (level < len(total)), total[np.clip(level, 0, len(total) - 1)], 0.0)
    return np.asarray(1.0 - at_least[below] - ties / 2)
