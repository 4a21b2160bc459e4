"""The same simulation by the plain engine: for books with rules that the kernels do not know (`unknown_rules`).

A thousand times slower, and every rule of a hand is in it. As in `simulate.py` every hand is a later one of a match,
opened by player 0 with any tile; points that a book gives by the number of the hand are those of its later hands: none.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Final

import numpy as np
from msgspec.structs import replace

from tantera.play import Hand, HandScored, Match, begin_hand, deal, legal_moves, new_match, start_match
from tantera.play.events import BonusGiven, HandDealt
from tantera.play.hand import evolve_hand
from tantera.play.moves import decide_move
from tantera.play.scoring import score_ended_hand
from tantera.rules import Book
from tantera.rules.counting import BLOCKS
from tantera.rules.functions import HandFacts
from tantera.solver.montecarlo import Counts

BATCH: Final = 200
"""Hands between two looks at how far it is."""
_A_LATER_HAND: Final = 2


def simulate_by_engine(book: Book, hands: int, seed: int) -> Generator[Counts, None, None]:
    """Play that many hands; after every batch, everything counted so far."""
    later = replace(book, bonuses=tuple(bonus for bonus in book.bonuses if not bonus.by_hand))
    match = start_match(later, new_match(later, opener=1))
    so_far: Counts | None = None
    for first in range(0, hands, BATCH):
        for number in range(first, min(first + BATCH, hands)):
            counted = _one(match, np.random.default_rng([seed, number]))
            so_far = counted if so_far is None else so_far.plus(counted)
        assert so_far is not None
        yield so_far


def _one(match: Match, chance: np.random.Generator) -> Counts:
    """One hand by chance, counted."""
    book = match.book
    dealt = deal(book, chance.bytes(16), match.seats)
    hand = begin_hand(book, HandDealt(_A_LATER_HAND, 1, match.seats, dealt.racks, dealt.boneyard, at=0))
    if len(hand.lifted) < len(hand.seats):
        hand = replace(hand, lifted=hand.seats)
    while not hand.ended:
        moves = legal_moves(hand)
        for event in decide_move(hand, moves[chance.integers(len(moves))], 0):
            hand = evolve_hand(hand, event)
    return _counted(replace(match, hand=hand), hand)


def _counted(match: Match, hand: Hand) -> Counts:
    points, won = np.zeros(len(match.sides), np.int64), None
    for event in score_ended_hand(match, 0).events:
        if isinstance(event, BonusGiven):
            points[match.sides.index(event.side)] += event.points
        elif isinstance(event, HandScored):
            points += np.array(event.written, np.int64)
            won = event.side
    blocked = hand.ended == "block"
    wins = np.array([side == won for side in match.sides], np.int64)
    lead, worth = int(points[0] - points[1]), np.zeros(int(points.sum()) + 1, np.int64)
    worth[-1] = 1
    return Counts(
        pairs=match.book.options.play == "pairs",
        hands=1,
        wins=wins,
        blocks=int(blocked),
        tied=int(blocked and _is_tied(match, hand)),
        points=points,
        points_squared=points * points,
        lead=lead,
        lead_squared=lead * lead,
        turns=hand.turns,
        turns_squared=hand.turns * hand.turns,
        worth=worth,
    )


def _is_tied(match: Match, hand: Hand) -> bool:
    left = tuple(hand.left(seat) for seat in range(1, len(match.names) + 1))
    facts = HandFacts(hand.opener, match.sides, left, hand.last_placer)
    return len(BLOCKS[match.book.options.block].best(facts)) > 1
