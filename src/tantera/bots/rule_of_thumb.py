"""How a simple bot foresees a hand: a logistic regression on what it can count, and no machine code.

The coefficients come from 2,500 hands of San Juan between players like `counter`, seen at 16,000 moments from one seat
each; the rule names the winner two times in three, and at the ends of hands nearly always.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt
from typing import Final

from tantera.bots.deciding import BRINGS, HandEnding, Outlook, brings, is_last_hand
from tantera.bots.simple import fitting, suits_lacking
from tantera.play import View
from tantera.rules import Seat
from tantera.rules.counting import SCORINGS
from tantera.rules.functions import HandFacts
from tantera.tiles import Tile

ROUND: Final = 0.96
"""Log-odds for each round of turns that a side's quickest player is nearer to going out than the others'."""
TILE: Final = 0.2
"""For each tile a side holds less."""
PIP: Final = 0.016
"""For each pip one's own rack has less than other tiles would."""
FITS: Final = 0.69
"""For the share of one's own tiles that fit the ends, beyond that of the others."""
STUCK: Final = 0.32
"""Off, for a player who has passed on both ends; half of it for one of them."""
MATCH: Final = 700.0
"""What being ahead after the last hand is worth."""
STEEP: Final = 1.7
"""Makes the logistic curve as steep as the normal one, in standard deviations."""
SPREAD: Final = 1.4
"""The variance that a hand adds to the race, in hands: half of them are won, and some bring more than others."""
HALF_A_HAND: Final = 0.5
"""Added, in hands, to what each side needs: who needs one point needs a hand all the same."""
LEAST: Final = 1e-6
"""A point is worth something, however sure the match is."""


def foresee(view: View) -> list[HandEnding]:
    """Each side's chance, and what it would write."""
    sides = [side for side in view.sides if side[0] not in view.out]
    strength = _strengths(view)
    weights = [exp(max(strength[seat] for seat in side) + sum(_burden(view, seat) for seat in side)) for side in sides]
    left, opener = _left_at_the_end(view), view.opener or 1
    outcomes = []
    for side, weight in zip(sides, weights, strict=True):
        prize = view.book.prize.domino if view.book.prize is not None else 0
        facts = HandFacts(opener, view.sides, left, side[0], side, prize)
        written = SCORINGS[view.book.options.scoring](facts)
        raised = tuple(float(points * view.worth) for points in written)
        outcomes.append(HandEnding(weight / sum(weights), side, raised))
    return outcomes


def _strengths(view: View) -> dict[Seat, float]:
    """How near each player is to going out, in rounds, as log-odds."""
    seats = tuple(seat for seat in range(1, len(view.names) + 1) if seat not in view.out)
    first = seats.index(view.turn or seats[0])
    waits = {seat: (place - first) % len(seats) / len(seats) for place, seat in enumerate(seats)}
    return {seat: -ROUND * (view.counts[seat - 1] + waits[seat]) for seat in seats}


def _burden(view: View, seat: Seat) -> float:
    """What makes it harder for a player, below zero, beyond the number of turns it needs."""
    worth = -TILE * view.counts[seat - 1]
    ends = (view.chain.left, view.chain.right) if view.chain is not None else None
    if seat != view.seat:
        return worth - (STUCK * len(suits_lacking(view)[seat] & set(ends)) / len(set(ends)) if ends is not None else 0)
    mine = [tile for tile in view.mine if tile is not None]
    unseen = _unseen(view)
    if not mine or not unseen:
        return worth
    worth -= PIP * (sum(tile.pips for tile in mine) - len(mine) * sum(tile.pips for tile in unseen) / len(unseen))
    if ends is not None:
        worth += FITS * (fitting(ends, mine) / len(mine) - fitting(ends, unseen) / len(unseen))
    return worth


def _unseen(view: View) -> list[Tile]:
    on_table = view.chain.tiles if view.chain is not None else 0
    return [tile for tile in view.book.options.set.tiles if not tile.bit & on_table and tile not in view.mine]


def _left_at_the_end(view: View) -> tuple[int, ...]:
    """The pips that each player will still hold, more or less: a hand seldom ends with more than a fifth of them."""
    unseen = _unseen(view)
    mean = sum(tile.pips for tile in unseen) / max(1, len(unseen))
    now = [
        sum(tile.pips for tile in view.mine if tile is not None) if seat == view.seat and view.mine else mean * count
        for seat, count in enumerate(view.counts, start=1)
    ]
    dealt = view.book.options.tiles_each * len(view.names) / len(view.book.options.set.tiles)
    most = BRINGS * dealt * sum(tile.pips for tile in view.book.options.set.tiles)
    kept = most * (1 - exp(-sum(now) / most)) / max(1.0, sum(now))
    return tuple(round(pips * kept) for pips in now)


# --- what points are worth ------------------------------------------------------------------------------------------


def worth(view: View, written: Sequence[tuple[float, ...]]) -> list[float]:
    """Between two sides that play to a limit: by what each would still need. Else the points, less the others'."""
    if is_last_hand(view):
        return [_lead(view, points) + MATCH * _sign(_lead(view, _after(view, points))) for points in written]
    limit = view.book.options.limit.points
    if len(view.sides) != 2 or limit is None or view.book.options.points_hurt or view.book.re_entry is not None:
        return [_lead(view, points) for points in written]
    hand = brings(view)
    ours, theirs = (tuple(hand * ((view.seat in side) is is_ours) for side in view.sides) for is_ours in (True, False))
    point = (chance(view, limit, ours) - chance(view, limit, theirs)) / (2 * hand)
    return [chance(view, limit, points) / max(point, LEAST) for points in written]


def chance(view: View, limit: int, written: tuple[float, ...]) -> float:
    """How likely this seat's side wins the match once this is written: by how many hands each side still needs.

    The normal approximation of a race that `prospects.race` counts exactly.
    """
    mine = 0 if view.seat in view.sides[0] else 1
    needs = [limit - points for points in _after(view, written)]
    if min(needs) <= 0:
        return 0.5 + 0.5 * _sign(needs[1 - mine] - needs[mine])
    ours, theirs = (needs[place] / brings(view) + HALF_A_HAND for place in (mine, 1 - mine))
    return 1 / (1 + exp(-STEEP * (theirs - ours) / sqrt(SPREAD * (theirs + ours))))


def _after(view: View, written: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(had + more for had, more in zip(view.score, written, strict=True))


def _lead(view: View, points: tuple[float, ...]) -> float:
    """One's own points less the mean of the others'; the other way round where points hurt (UEH-objetivo)."""
    mine = next(points[place] for place, side in enumerate(view.sides) if view.seat in side)
    rest = [points[place] for place, side in enumerate(view.sides) if view.seat not in side and side[0] not in view.out]
    lead = mine - sum(rest) / max(1, len(rest))
    return -lead if view.book.options.points_hurt else lead


def _sign(number: float) -> int:
    return (number > 0) - (number < 0)


BY_RULE_OF_THUMB: Final = Outlook(foresee, worth)
