"""The utility function of a hand: what its points are worth in the match.

Near the limit, winning by more than enough is worth nothing.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from tantera.bots.deciding import is_last_hand
from tantera.bots.learned.policy import play_hands
from tantera.bots.learned.reading import weights_for
from tantera.play import View
from tantera.solver.kernels import law as of
from tantera.solver.kernels.jit import Floats, Ints, kernel
from tantera.solver.minimax import WIDE, points

SURE: Final = 1000
"""The utility of a match that is won; -1000 is one that is lost."""
SAMPLE: Final = 600
"""The Monte Carlo sample: hands played by the policy to learn how many points a hand brings."""
NEAR: Final = 30
"""The step of the finite difference, in points, that measures what one point is worth."""
FAR: Final = 500
"""Whoever needs more points than this to win the match plays for points."""
RE_ENTRY_COST: Final = 40.0
"""What going over the limit hurts, in points, beyond the points themselves: every later point counts double."""
OUT_COST: Final = 150.0
"""What being eliminated hurts."""
OTHERS_SHARE: Final = 0.25
"""What the others' losses are worth against one's own, where points hurt."""
FEWER_RE_ENTRIES: Final = 10_000
"""As if a re-entry were so many points that hurt: who has fewer of them is ahead whatever the points (UEH-ganador)."""
MATCH: Final = 60.0
"""What winning the match is worth in points to a player who plays alone."""


class Prospects(NamedTuple):
    """The utility function of a hand's points between two sides, and its slope: what a point is worth about here."""

    utility: Ints
    """By points of side 0, from -WIDE to WIDE."""
    point: float


class Hands(NamedTuple):
    """What decides how many points a hand brings."""

    law: bytes
    each: int
    asleep: int
    """How many tiles sleep that may be drawn."""


def prospects(view: View, law: Ints) -> Prospects:
    """The utility function now, where two sides play. Without a limit of points or hands near: the points
    themselves."""
    options = view.book.options
    asleep = len(options.set.tiles) - options.tiles_each * options.players
    usual = law.copy()
    usual[of.WORTH] = 1  # a raise ends with its hand
    drawable = asleep - int(law[of.RESERVE]) if law[of.DRAWS] else 0
    hands = Hands(usual.tobytes(), options.tiles_each, drawable)
    hurts = options.points_hurt
    limit = None if view.book.re_entry is not None or hurts else options.limit.points
    ours, theirs = (
        view.score[place] + FEWER_RE_ENTRIES * view.re_entries[side[0] - 1]
        for place, side in enumerate(view.sides)
        if side[0] not in view.out
    )
    return _prospects(hands, ours, theirs, limit, is_last_hand(view), hurts)


@lru_cache(maxsize=64)
def _prospects(hands: Hands, ours: int, theirs: int, limit: int | None, decides: bool, hurts: bool) -> Prospects:
    """The same from plain facts, memoized: players think about the same score many times."""
    hand = np.arange(-WIDE, WIDE + 1)
    most = FAR if limit is None else min(limit, FAR)
    chances = None if limit is None else _chances(hands, most)  # at the first turn, not when the limit comes near
    if decides:
        # Who is ahead after it, and only then by how much.
        ahead = theirs - ours if hurts else ours - theirs
        utility = (np.sign(ahead + hand) * (SURE - 300)).astype(np.int64) + np.clip(hand, -250, 250)
    elif chances is not None and limit is not None and limit - max(ours, theirs) <= FAR:
        we_need = np.clip(limit - ours - np.maximum(hand, 0), 0, most)
        they_need = np.clip(limit - theirs - np.maximum(-hand, 0), 0, most)
        utility = np.rint((2 * chances[we_need, they_need] - 1) * SURE).astype(np.int64)
    else:
        return Prospects(points(), 1.0)
    worth = float(utility[WIDE + NEAR] - utility[WIDE - NEAR]) / (2 * NEAR)
    return Prospects(utility, max(worth, 1e-3))


@lru_cache(maxsize=16)
def _chances(hands: Hands, most: int) -> Floats:
    """Win probabilities of the match, by what a side and the other one still need, up to so many points.

    What a hand brings is estimated by Monte Carlo, the match is solved by dynamic programming.
    """
    law = np.frombuffer(hands.law, np.int64).copy()
    won, brings = np.zeros(SAMPLE), np.zeros(most + 1)
    play_hands(law, hands.each, hands.asleep, weights_for(law), np.array([1], np.int64), won)
    np.add.at(brings, np.minimum(np.abs(won), most).astype(np.int64), 1 / SAMPLE)
    chances = np.full((most + 1, most + 1), 0.5)
    race(brings, chances)
    return chances


@kernel("void(float64[::1], float64[:,::1])")
def race(brings: Floats, chances: Floats) -> None:
    """A race between two sides as a Markov chain, solved by dynamic programming: who gets there first?

    Either side wins a hand with the same probability; `brings` is the distribution of what it is worth.

    A hand that brings nothing is played again, so it changes nothing.
    """
    most = brings.size - 1
    moving = 1.0 - brings[0]
    for ours in range(most + 1):
        for theirs in range(most + 1):
            if ours == 0 or theirs == 0:
                chances[ours, theirs] = 0.5 if ours == theirs else 1.0 if ours == 0 else 0.0
                continue
            total = 0.0
            for gain in range(1, most + 1):
                if brings[gain] > 0.0:
                    total += brings[gain] * chances[max(0, ours - gain), theirs]
                    total += brings[gain] * chances[ours, max(0, theirs - gain)]
            chances[ours, theirs] = total / 2.0 / moving if moving > 0.0 else 0.5


def gain(view: View, law: Ints, me: int, written: Floats) -> Floats:
    """What outcomes are worth to a player; `written` ends in what each player's side writes down, losses negative."""
    if law[of.SIDES] != 2 or view.book.re_entry is not None:
        return alone_gain(view, me, written)
    outlook = prospects(view, law)
    won = (written[..., 0] - written[..., 1]).astype(np.int64)
    return np.asarray((1 - 2 * (me % 2)) * outlook.utility[WIDE + np.clip(won, -WIDE, WIDE)] / outlook.point)


def alone_gain(view: View, me: int, written: Floats) -> Floats:
    """What outcomes are worth to a player who plays alone.

    Their own points less the others' mean, and the match where it ends with this hand. Where points hurt: their own
    loss times its factor, a little of what the others lose, and the price of a re-entry or of being out.
    """
    book, limit = view.book, view.book.options.limit.points
    hurts, re_entry = book.options.points_hurt, book.re_entry
    seats = [seat for seat in range(1, len(view.names) + 1) if seat not in view.out]
    factors = [1 if re_entry is None else re_entry.factors[view.re_entries[seat - 1]] for seat in seats]
    scores = [-view.score[seat - 1] if hurts else view.score[seat - 1] for seat in seats]
    points = written[..., : len(seats)]
    after = np.array(scores) + points * np.array(factors)
    others = np.arange(len(seats)) != me
    gain = points[..., me] * factors[me] - (OTHERS_SHARE if hurts else 1.0) * points[..., others].mean(-1)
    over = np.full(gain.shape, is_last_hand(view))
    if re_entry is not None and limit is not None:
        used = view.re_entries[view.seat - 1]
        gain = gain - (RE_ENTRY_COST if used < re_entry.most else OUT_COST) * (-after[..., me] > limit)
    elif limit is not None:
        over |= (np.abs(after) >= limit).any(-1)
    return np.asarray(gain + MATCH * over * np.sign(after[..., me] - after[..., others].max(-1)))
