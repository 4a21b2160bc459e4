"""What can be counted at a table, each by its name in a lesson's file. The engine counts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from tantera.play.events import TilePlaced, TurnPassed
from tantera.play.match import Match
from tantera.tiles import SUIT_MASKS, Chain, Tile, tiles_in
from tantera.words import Phrase


class CountRule(NamedTuple):
    of: Callable[..., str]
    """What it comes to, of a match and of what the file says about it."""
    said: Callable[[str], Phrase | str] = str
    """An answer as people read it."""


def pips_left(match: Match, side: str) -> str:
    """The pips that a side has left, as the line of the sheet has them: ``left 1+3``."""
    return str(sum(match.lines[-1].left[int(seat) - 1] or 0 for seat in side.split("+")))


def written(match: Match, side: str) -> str:
    """What a side writes down for the hand: ``written 1+3``."""
    return str(match.lines[-1].written[match.sides.index(tuple(map(int, side.split("+"))))])


def winner(match: Match) -> str:
    """Who has won the hand: a side, or ``=`` for nobody."""
    side = match.lines[-1].side
    return "=" if side is None else "+".join(map(str, side))


def unseen(match: Match, suit: str) -> str:
    """How many tiles of a suit whoever is in turn has not seen: they lie neither on the table nor in their own rack."""
    hand = match.hand
    assert hand is not None
    seen = hand.racks[hand.turn - 1] | (hand.chain.tiles if hand.chain is not None else 0)
    return str((SUIT_MASKS[int(suit)] & hand.book.options.set.rack & ~seen).bit_count())


def dead_double(match: Match) -> str:
    """The double of whoever is in turn that can no longer be played (CL-matar)."""
    hand = match.hand
    assert hand is not None
    assert hand.chain is not None
    killed = hand.chain.killed_doubles(hand.book.options.set.highest_suit)
    return " ".join(tile.code for tile in killed if tile in tuple(tiles_in(hand.racks[hand.turn - 1])))


def lacks(match: Match, seat: str) -> str:
    """The numbers that a seat does not hold, because it passed on them, in order: ``25``."""
    hand, chain, missing = match.hand, None, set[int]()
    assert hand is not None
    for move in hand.moves:
        if isinstance(move, TilePlaced):
            chain = Chain.opened(move.tile) if chain is None or move.end is None else chain.placed(move.tile, move.end)
        elif isinstance(move, TurnPassed) and move.seat == int(seat) and chain is not None:
            missing |= {chain.left, chain.right}
    return "".join(map(str, sorted(missing)))


def _numbers(answer: str) -> Phrase | str:
    some, last = answer[:-1], answer[-1:]
    return Phrase("{one} and {other}", one=", ".join(some), other=last) if some else last


_SIDES: Final = {"1+3": Phrase("you two do"), "2+4": Phrase("they do"), "=": Phrase("nobody does")}

COUNTS: Final[dict[str, CountRule]] = {
    "left": CountRule(pips_left),
    "written": CountRule(written),
    "winner": CountRule(winner, _SIDES.__getitem__),
    "unseen": CountRule(unseen),
    "dead": CountRule(dead_double, lambda answer: Tile.parse(answer).spoken),
    "lacks": CountRule(lacks, _numbers),
}
