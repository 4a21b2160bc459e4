"""Monte Carlo simulation: millions of random hands of a book. Who wins them, how they end, what they are worth.

Every hand is a later one of a match (so two doubles in a turn where the book has them from the second hand on), opened
by player 0 with any tile, and everybody chooses uniformly among the legal moves. Sums are of whole numbers, so the
same book, hands and seed give the same tally whatever the number of cores.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from tantera.rules import Book
from tantera.solver.encode import kernel_law
from tantera.solver.estimate import Estimate, mean, share
from tantera.solver.kernels import law as of
from tantera.solver.kernels.jit import Bools, Ints
from tantera.solver.kernels.playouts import (
    BLANK,
    CAPICUA,
    EXTRAS,
    FIRST_PASS,
    TURNS,
    WENT_OUT,
    deal_and_play,
    deal_in_lockstep,
    results,
)
from tantera.solver.threads import in_order

Table = npt.NDArray[np.int32]

BATCH: Final = 1 << 16
_A_LATER_HAND: Final = 2
_ANY_DOUBLES: Final = 10


class Counts(NamedTuple):
    """What has been counted. By side means the opener's first, then in turn order."""

    pairs: bool
    """Whether two pairs play; else each side is one player."""
    hands: int
    wins: Ints
    """Hands won, by side. The others were tied blocks that nobody wins."""
    blocks: int
    tied: int
    """Blocks with equal lowest totals, whoever wins them."""
    points: Ints
    """Written down by each side, bonuses included, and their squares below."""
    points_squared: Ints
    lead: int
    """What the opener's side wrote down more than the next one: the other pair where pairs play."""
    lead_squared: int
    turns: int
    turns_squared: int
    worth: Ints
    """How many hands were worth 0 points, 1 point…, all sides together."""

    def plus(self, other: Counts) -> Counts:
        longest = max(len(self.worth), len(other.worth))
        worth = np.zeros(longest, np.int64)
        worth[: len(self.worth)] += self.worth
        worth[: len(other.worth)] += other.worth
        return Counts(
            pairs=self.pairs,
            hands=self.hands + other.hands,
            wins=self.wins + other.wins,
            blocks=self.blocks + other.blocks,
            tied=self.tied + other.tied,
            points=self.points + other.points,
            points_squared=self.points_squared + other.points_squared,
            lead=self.lead + other.lead,
            lead_squared=self.lead_squared + other.lead_squared,
            turns=self.turns + other.turns,
            turns_squared=self.turns_squared + other.turns_squared,
            worth=worth,
        )

    def win_share(self, side: int) -> Estimate:
        return share(int(self.wins[side]), self.hands)

    @property
    def unwon_share(self) -> Estimate:
        return share(self.hands - int(self.wins.sum()), self.hands)

    @property
    def block_share(self) -> Estimate:
        return share(self.blocks, self.hands)

    @property
    def tied_share(self) -> Estimate:
        """Of all hands."""
        return share(self.tied, self.hands)

    @property
    def win_lead(self) -> Estimate:
        """How much likelier the opener's side wins than the next one."""
        first, second = int(self.wins[0]), int(self.wins[1])
        return mean(first - second, first + second, self.hands)

    @property
    def mean_lead(self) -> Estimate:
        return mean(self.lead, self.lead_squared, self.hands)

    def mean_points(self, side: int) -> Estimate:
        return mean(int(self.points[side]), int(self.points_squared[side]), self.hands)

    @property
    def mean_turns(self) -> Estimate:
        return mean(self.turns, self.turns_squared, self.hands)


# --- playing --------------------------------------------------------------------------------------------------------


def simulate(book: Book, hands: int, seed: int, cores: int) -> Generator[Counts, None, None]:
    """Play that many hands; after every batch, everything counted so far. Stop asking, and it stops."""
    law, each, most_doubles = setting(book)
    sizes = [min(BATCH, hands - first) for first in range(0, hands, BATCH)]

    def batch(number: int) -> Counts:
        table = results(sizes[number])
        stream = int(np.random.SeedSequence([seed, number]).generate_state(1, np.uint64).view(np.int64)[0])
        if in_lockstep(law, each, most_doubles):
            deal_in_lockstep(stream, table)
        else:
            deal_and_play(law, each, most_doubles, stream, table)
        return count(law, table)

    so_far: Counts | None = None
    with closing(in_order(batch, range(len(sizes)), cores)) as tallies:
        for tally in tallies:
            so_far = tally if so_far is None else so_far.plus(tally)
            yield so_far


def setting(book: Book) -> tuple[Ints, int, int]:
    """The law of a later hand, tiles each, and the most doubles that a rack may hold."""
    options, most_doubles = book.options, book.customs.most_doubles
    asleep = len(options.set.tiles) - options.players * options.tiles_each
    law = kernel_law(book, options.players, _A_LATER_HAND, asleep=asleep)
    return law, options.tiles_each, _ANY_DOUBLES if most_doubles is None else most_doubles


def in_lockstep(law: Ints, each: int, most_doubles: int) -> bool:
    """Whether the fast kernel knows this game: the double-six set dealt out to four, one tile a turn, no bonuses."""
    whole_set = (law[of.PLAYERS], law[of.SUITS], each) == (4, 7, 7) and most_doubles >= 7
    extras = law[[of.TWO_DOUBLES, of.CAPICUA_BONUS, of.BLANK_BONUS, of.PASS_BONUS]].any()
    capicua = law[of.SCORING] == of.FIXED and law[of.CAPICUA_PRIZE] != law[of.DOMINO_PRIZE]
    return bool(whole_set and not extras and not capicua)


# --- counting -------------------------------------------------------------------------------------------------------


def count(law: Ints, table: Table) -> Counts:
    """The tally of a table of results in which player 0 opened every hand."""
    winner, points, tied = score(law, table)
    turns = table[TURNS].astype(np.int64)
    lead = points[0] - points[1]
    return Counts(
        pairs=bool(law[of.SIDES] < law[of.PLAYERS]),
        hands=table.shape[1],
        wins=np.array([np.count_nonzero(winner == side) for side in range(len(points))], np.int64),
        blocks=int(np.count_nonzero(table[WENT_OUT] < 0)),
        tied=int(np.count_nonzero(tied)),
        points=points.sum(axis=1),
        points_squared=(points * points).sum(axis=1),
        lead=int(lead.sum()),
        lead_squared=int((lead * lead).sum()),
        turns=int(turns.sum()),
        turns_squared=int((turns * turns).sum()),
        worth=np.bincount(points.sum(axis=0)),
    )


def score(law: Ints, table: Table) -> tuple[Ints, Ints, Bools]:
    """By hand: the side that wins it (-1: nobody), the points each side writes down, and whether it is a tied block."""
    players, sides = int(law[of.PLAYERS]), int(law[of.SIDES])
    out = table[WENT_OUT].astype(np.int64)
    left = np.stack([table[side:players:sides].sum(axis=0, dtype=np.int64) for side in range(sides)])
    block = out < 0
    lowest = left == left.min(axis=0)
    tied = block & (lowest.sum(axis=0) > 1)
    # Sides are in turn order from the opener: a tie goes to the first of the lowest, where it goes to anybody.
    winner = np.where(block, lowest.argmax(axis=0), out % sides)
    if not law[of.OPENER_WINS_TIES]:
        winner[tied] = -1

    won = np.arange(sides)[:, None] == winner
    match law[of.SCORING]:
        case of.ALL_TILES:
            points = won * left.sum(axis=0)
        case of.OTHERS_TILES:
            points = won * (left.sum(axis=0) - left)
        case of.OWN_LOSS:
            points = ~won * left * (winner >= 0)
        case _:
            capicua = table[EXTRAS] & CAPICUA != 0
            domino = np.where(capicua, law[of.CAPICUA_PRIZE], law[of.DOMINO_PRIZE])
            points = won * np.where(block, law[of.BLOCK_PRIZE], domino)
    points = points * law[of.WORTH]
    went_out = np.arange(sides)[:, None] == np.where(block, -1, out % sides)
    for bit, bonus in ((CAPICUA, law[of.CAPICUA_BONUS]), (BLANK, law[of.BLANK_BONUS])):
        if bonus:
            points += went_out * ((table[EXTRAS] & bit != 0) * bonus)
    points[0] += (table[EXTRAS] & FIRST_PASS != 0) * law[of.PASS_BONUS]
    return winner, points, tied
