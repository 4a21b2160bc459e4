"""Why nobody can play any more, as one sees it on the table."""

from __future__ import annotations

from typing import Final

from tantera.tiles import SUIT_MASKS, Chain, TileSet
from tantera.words import Phrase

SUITS: Final = ("blanks", "ones", "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines")
"""What a block is said to be at."""

MANY: Final = {7: Phrase("seven"), 10: Phrase("ten")}
"""How many tiles of a suit a set has, by which it is told why there are no more."""


def why_nobody_plays(chain: Chain, tiles: TileSet) -> Phrase:
    """What the ends ask for and where all of it is; or, where some of it sleeps, that nobody has one.

    >>> from tantera.tiles import DOUBLE_SIX
    >>> print(why_nobody_plays(Chain.between(6, 6)._replace(tiles=SUIT_MASKS[6]), DOUBLE_SIX))
    both ends are 6 and all seven sixes are on the table already
    """
    ends = sorted({chain.left, chain.right})
    laid = all(not SUIT_MASKS[end] & tiles.rack & ~chain.tiles for end in ends)
    every = [_every(end, tiles) for end in ends]
    match ends, laid:
        case [number], True:
            return Phrase("both ends are {number} and {every} are on the table already", number=number, every=every[0])
        case [number], _:
            return Phrase("both ends are {number} and nobody has one", number=number)
        case [one, other], True:
            both = Phrase("{one} and {other}", one=every[0], other=every[1])
            words = "the ends are {one} and {other}, and {every} are on the table already"
            return Phrase(words, one=one, other=other, every=both)
        case _:
            return Phrase("the ends are {one} and {other}, and nobody has either", one=ends[0], other=ends[1])


def _every(suit: int, tiles: TileSet) -> Phrase:
    count = MANY[tiles.highest_suit + 1]
    if suit == 0:
        return Phrase("all {count} blanks", count=count)
    return Phrase("all {count} {suits}", count=count, suits=Phrase(SUITS[suit]))
