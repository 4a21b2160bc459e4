"""The named rules of a hand's end: who wins a block, what a tie comes to, what is written down, what a win takes away.

As in `functions.py` a book names them, and they see `HandFacts`, never the engine's state.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from tantera.rules.basics import Seat
from tantera.rules.functions import HandFacts, right, right_of, starting_at

Side = tuple[Seat, ...]

# --- who wins a block -----------------------------------------------------------------------------------------------


def lowest_sides(facts: HandFacts) -> tuple[Side, ...]:
    """The sides with the fewest pips left: one, or several that are tied."""
    totals = [facts.total(side) for side in facts.sides]
    fewest = min(totals)
    return tuple(side for side, total in zip(facts.sides, totals, strict=True) if total == fewest)


def with_fewest(facts: HandFacts) -> tuple[Seat, ...]:
    """The players with the fewest pips: one, or several that are tied."""
    fewest = min(facts.total((seat,)) for seat in facts.seats)
    return tuple(seat for seat in facts.seats if facts.total((seat,)) == fewest)


def closer_and_next(facts: HandFacts) -> tuple[Seat, ...]:
    """Who closed the hand and the player after them; nobody where it is not known who did."""
    closer = facts.laid_last()
    return () if closer is None else (closer, right_of(closer, facts.seats))


def closer_and_previous(facts: HandFacts) -> tuple[Seat, ...]:
    """Who closed the hand and the player before them."""
    closer = facts.laid_last()
    return () if closer is None else (closer, starting_at(closer, facts.seats)[-1])


def lowest_player(facts: HandFacts) -> tuple[Side, ...]:
    """The one player with the fewest pips wins it for their side: a partner's tiles do no harm."""
    return _lowest_of(facts, with_fewest(facts))


def closer_against_next(facts: HandFacts) -> tuple[Side, ...]:
    """Who closed it is held against the next player: whoever of the two has less wins it for their side."""
    return _lowest_of(facts, closer_and_next(facts))


def closer_against_previous(facts: HandFacts) -> tuple[Side, ...]:
    """Who closed it is held against the player before them."""
    return _lowest_of(facts, closer_and_previous(facts))


def _lowest_of(facts: HandFacts, players: tuple[Seat, ...]) -> tuple[Side, ...]:
    """The sides of whoever of these has fewest; where there is nobody to compare, the sides with the fewest pips."""
    if not players:
        return lowest_sides(facts)
    pips = {seat: facts.total((seat,)) for seat in players}
    fewest = min(pips.values())
    return tuple(side for side in facts.sides if any(pips.get(seat) == fewest for seat in side))


def no_player(facts: HandFacts) -> tuple[Seat, ...]:
    """Nobody's own pips decide it."""
    return ()


def nobody(facts: HandFacts) -> tuple[Side, ...]:
    """A block has no winner: it is as if everybody were level."""
    return facts.sides


class Block(NamedTuple):
    """How the winner of a block is found."""

    best: Callable[[HandFacts], tuple[Side, ...]]
    """The sides that would win it: one, or several that are tied."""
    by_totals: bool = False
    """Whether the totals of the sides tell, so that a sheet with nothing else can be judged."""
    players: Callable[[HandFacts], tuple[Seat, ...]] = no_player
    """Whose own pips decide it, where a side's total does not."""
    why: str = ""
    """In words, with those players and what they have."""
    law: str = ""
    """Who wins a block, as one would say it to somebody who has never seen one."""


BLOCKS: Final[dict[str, Block]] = {
    "pair": Block(lowest_sides, by_totals=True, law="the lowest sum wins"),
    "lowest_player": Block(
        lowest_player, players=with_fewest, why="fewest pips: {players}", law="whoever has the fewest pips wins"
    ),
    "closer_against_next": Block(
        closer_against_next,
        players=closer_and_next,
        why="it is between {players}",
        law="of whoever closed it and the next one, the one with fewer pips wins",
    ),
    "closer_against_previous": Block(
        closer_against_previous,
        players=closer_and_previous,
        why="it is between {players}",
        law="of whoever closed it and the one before, the one with fewer pips wins",
    ),
    "nobody": Block(nobody, by_totals=True, law="a block is nobody's"),
}

# --- ties -----------------------------------------------------------------------------------------------------------


class TiedBlock(NamedTuple):
    """What a block with equal lowest totals comes to."""

    winners: Side
    next_opener: Seat | None
    """None: as after any other hand."""
    by_double: bool = False
    """Whether the next deal finds the opener: whoever holds the highest double."""


def nobody_same_opener(facts: HandFacts, tied: tuple[Side, ...]) -> TiedBlock:
    """Nobody scores and the same player opens again (SJ-tranque)."""
    return TiedBlock((), facts.opener)


def nobody_moves_on(facts: HandFacts, tied: tuple[Side, ...]) -> TiedBlock:
    """Nobody scores and the opening moves right (TG-10, TG-11, CI-16, CL-final)."""
    return TiedBlock((), right(facts))


def mano_wins(facts: HandFacts, tied: tuple[Side, ...]) -> TiedBlock:
    """Of the tied, the *mano* wins; if not among them, the first in turn order from the mano (UEH-final)."""
    first = next(seat for seat in facts.from_opener() if any(seat in side for side in tied))
    return TiedBlock(next(side for side in tied if first in side), None)


def nobody_highest_double(facts: HandFacts, tied: tuple[Side, ...]) -> TiedBlock:
    """Nobody scores, and the next hand is opened by whoever holds the highest double."""
    return TiedBlock((), None, by_double=True)


def closer_wins(facts: HandFacts, tied: tuple[Side, ...]) -> TiedBlock:
    """Of the tied, who closed the hand wins it; if not among them, the first in turn order after the closer."""
    return TiedBlock(_first_tied(facts, tied, 0), None)


def closer_loses(facts: HandFacts, tied: tuple[Side, ...]) -> TiedBlock:
    """Who closed the hand had to have less: of the tied, the first in turn order after the closer's own side wins."""
    closer = facts.laid_last()
    others = tuple(side for side in tied if closer not in side)
    return TiedBlock(_first_tied(facts, others or tied, 1), None)


def _first_tied(facts: HandFacts, tied: tuple[Side, ...], after: int) -> Side:
    closer = facts.laid_last()
    order = starting_at((facts.opener if closer is None else closer) + after, facts.seats)
    first = next(seat for seat in order if any(seat in side for side in tied))
    return next(side for side in tied if first in side)


class Tie(NamedTuple):
    """What becomes of a block where several have the fewest."""

    decide: Callable[[HandFacts, tuple[Side, ...]], TiedBlock]
    law: str
    """In words, after *if they are level* or *level at 23*."""

    def __call__(self, facts: HandFacts, tied: tuple[Side, ...]) -> TiedBlock:
        return self.decide(facts, tied)


TIED_BLOCKS: Final[dict[str, Tie]] = {
    "nobody_same_opener": Tie(nobody_same_opener, "nobody scores, and the same player opens again"),
    "nobody_moves_on": Tie(nobody_moves_on, "nobody scores, and the opening moves on"),
    "mano_wins": Tie(mano_wins, "the first of them from the opener on wins"),
    "nobody_highest_double": Tie(nobody_highest_double, "nobody scores, and the highest double opens the next hand"),
    "closer_wins": Tie(closer_wins, "whoever closed it wins"),
    "closer_loses": Tie(closer_loses, "whoever closed it loses"),
}


# --- what is written down --------------------------------------------------------------------------------------------


def all_tiles(facts: HandFacts) -> tuple[int, ...]:
    """The winners score the pips of all tiles left, both sides' (SJ-domino, SJ-tranque, TG-10, CI-mano)."""
    points = facts.total(facts.seats)
    return tuple(points if side == facts.winners else 0 for side in facts.sides)


def opponents_tiles(facts: HandFacts) -> tuple[int, ...]:
    """The winners score the pips of their opponents only (CL-objetivo, option)."""
    points = facts.total(facts.losers)
    return tuple(points if side == facts.winners else 0 for side in facts.sides)


def own_loss(facts: HandFacts) -> tuple[int, ...]:
    """Everybody but the winner writes down their own pips (UEH-anotacion)."""
    return tuple(0 if side == facts.winners else facts.total(side) for side in facts.sides)


def fixed(facts: HandFacts) -> tuple[int, ...]:
    """The winners score what the book gives for this kind of win, whatever is left."""
    return tuple(facts.prize if side == facts.winners else 0 for side in facts.sides)


def every_side(facts: HandFacts, side: Side) -> tuple[int, ...]:
    """The winners count both sides' tiles."""
    return tuple(map(facts.total, facts.sides)) if side == facts.winners else ()


def other_sides(facts: HandFacts, side: Side) -> tuple[int, ...]:
    """The winners count the others' tiles."""
    return tuple(facts.total(one) for one in facts.sides if one != side) if side == facts.winners else ()


def oneself(facts: HandFacts, side: Side) -> tuple[int, ...]:
    """Everybody but the winner counts their own tiles."""
    return () if side == facts.winners else tuple(facts.total((seat,)) for seat in side)


def nothing(facts: HandFacts, side: Side) -> tuple[int, ...]:
    """Nobody counts tiles."""
    return ()


def no_points(facts: HandFacts) -> tuple[int, ...]:
    """What is left brings nobody anything: points are made in play."""
    return (0,) * len(facts.sides)


class Scoring(NamedTuple):
    """What each side writes down after a hand that somebody won, in the order of the sides."""

    points: Callable[[HandFacts], tuple[int, ...]]
    counted: Callable[[HandFacts, Side], tuple[int, ...]]
    """The counts that what a side writes is the sum of, before any factor."""
    law: str
    """In words, before the sum; nothing where no tiles are counted."""
    points_hurt: bool = False
    """Whether points are bad, so that fewest win (UEH-objetivo)."""

    def __call__(self, facts: HandFacts) -> tuple[int, ...]:
        return self.points(facts)


SCORINGS: Final = {
    "all": Scoring(all_tiles, every_side, "whoever wins writes what everybody is left with"),
    "opponents": Scoring(opponents_tiles, other_sides, "whoever wins writes what the others are left with"),
    "own_loss": Scoring(own_loss, oneself, "whoever loses writes what they are left with", points_hurt=True),
    "fixed": Scoring(fixed, nothing, ""),
    "nothing": Scoring(no_points, nothing, ""),
}

# --- what the open ends bring ---------------------------------------------------------------------------------------


def fives_and_threes(pips: int) -> int:
    """A fifth of the open ends where they divide by five, and a third where they divide by three.

    >>> [fives_and_threes(pips) for pips in (3, 5, 9, 10, 12, 15, 18, 20, 7, 0)]
    [1, 1, 3, 2, 4, 8, 6, 4, 0, 0]
    """
    return (pips // 5 if pips % 5 == 0 else 0) + (pips // 3 if pips % 3 == 0 else 0)


def fives(pips: int) -> int:
    """All of the open ends where they divide by five.

    >>> fives(15), fives(12)
    (15, 0)
    """
    return pips if pips % 5 == 0 else 0


IN_PLAY: Final[dict[str, Callable[[int], int]]] = {"fives_and_threes": fives_and_threes, "fives": fives}
"""Points for whoever lays a tile, by the pips that the two open ends show after it."""

# --- what a win takes away ------------------------------------------------------------------------------------------

Score = Sequence[int]
"""In the order of the sides."""


def keep(before: Score, score: Score, winner: int) -> tuple[int, ...]:
    """What is written stays written."""
    return tuple(score)


def others_lose_theirs(before: Score, score: Score, winner: int) -> tuple[int, ...]:
    """Whoever wins a hand wipes the others out: the points have to be won in a row.

    >>> others_lose_theirs((5, 0), (5, 1), 1)
    (0, 1)
    """
    return tuple(points if place == winner else 0 for place, points in enumerate(score))


def start_again(before: Score, score: Score, winner: int) -> tuple[int, ...]:
    """As soon as every side has points, everybody begins again at nothing: the match is *broken*.

    >>> start_again((5, 0), (5, 1), 1), start_again((5, 0), (6, 0), 0), start_again((5, 0, 0), (5, 1, 0), 1)
    ((0, 0), (6, 0), (5, 1, 0))
    """
    return (0,) * len(score) if all(score) else tuple(score)


def one_all(before: Score, score: Score, winner: int) -> tuple[int, ...]:
    """The same, but one all stays one all, and whoever wins then goes on with two while the others have nothing.

    >>> one_all((1, 0), (1, 1), 1), one_all((1, 1), (2, 1), 0), one_all((2, 0), (2, 1), 1)
    ((1, 1), (2, 0), (0, 0))
    """
    if set(score) == {1}:
        return tuple(score)
    return (others_lose_theirs if set(before) == {1} else start_again)(before, score, winner)


def goes_on(score: Score) -> bool:
    """The next hand is opened as after any other."""
    return False


def level(score: Score) -> bool:
    """Somebody has won a hand, and nobody is ahead of anybody: the score is back where it began, or at one all."""
    return len(set(score)) == 1


class Reset(NamedTuple):
    """What a hand that one side wins takes away."""

    left: Callable[[Score, Score, int], tuple[int, ...]]
    """The score that stays, of the score before that hand and with it, and the place of the side that won it."""
    anew: Callable[[Score], bool] = goes_on
    """Whether with the score that stays the next hand is opened as the first one was, where the double finds who opens
    it."""


RESETS: Final[dict[str, Reset]] = {
    "never": Reset(keep),
    "others": Reset(others_lose_theirs),
    "everybody": Reset(start_again, level),
    "one_all": Reset(one_all, level),
}
