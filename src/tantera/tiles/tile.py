"""A tile, the sets it comes from, and racks as bit masks.

Tiles are numbered so that the double-six set is the first 28 of the double-nine set: 00, 01, 11, 02, 12, 22, 03…
A rack is an ``int`` with one bit a tile, so that "does anything fit?" is one AND.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from operator import index
from typing import Final, NoReturn, SupportsIndex, final

HIGHEST_SUIT: Final = 9


@final
class Tile:
    """A domino tile: an unordered pair of numbers. There is one object for each, so ``is`` and ``==`` agree, and it
    never changes. ``Tile(4, 1)`` and ``Tile(1, 4)`` are both that one; other numbers are a `ValueError`.

    >>> Tile(4, 6) is Tile(6, 4) is Tile.of(4, 6) is Tile.parse("64")
    True
    >>> Tile(4, 12)
    Traceback (most recent call last):
    ValueError: found 4-12, expected two numbers from 0 to 9
    >>> str(Tile.of(4, 6)), Tile.of(4, 6).code, Tile.of(4, 6).pips
    ('64', '46', 10)
    """

    __slots__ = ("low", "high", "index", "bit", "pips", "is_double", "code")

    low: int
    high: int
    index: int
    """Place in the order 00, 01, 11, 02, …: the same in both sets."""
    bit: int
    """``1 << index``: what this tile is in a rack."""
    pips: int
    is_double: bool
    code: str
    """Low number first, as DGN writes racks: ``46``."""

    def __new__(cls, one: SupportsIndex, other: SupportsIndex) -> Tile:
        return Tile.of(one, other)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"found {name} = {value!r}, expected nobody to change the tile {self.spoken}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"found no {name} any more, expected nobody to change the tile {self.spoken}")

    @staticmethod
    def of(one: SupportsIndex, other: SupportsIndex) -> Tile:
        """The tile with these two numbers, in either order."""
        try:
            low, high = index(one), index(other)
        except TypeError:
            raise ValueError(f"found {one!r}-{other!r}, expected two numbers from 0 to {HIGHEST_SUIT}") from None
        if low > high:
            low, high = high, low
        if low < 0 or high > HIGHEST_SUIT:
            raise ValueError(f"found {one}-{other}, expected two numbers from 0 to {HIGHEST_SUIT}")
        return ALL_TILES[high * (high + 1) // 2 + low]

    @staticmethod
    def parse(text: str) -> Tile:
        """Read a tile written as two digits, in either order."""
        tile = _WRITTEN.get(text)
        if tile is None:
            raise ValueError(f"found {text!r}, expected a tile of two digits like 64")
        return tile

    def has(self, suit: int) -> bool:
        return suit == self.low or suit == self.high

    def other(self, suit: int) -> int:
        """The number at the other side of `suit`: what is open once `suit` touches the chain.

        >>> Tile.of(6, 4).other(6)
        4
        """
        if suit == self.low:
            return self.high
        if suit == self.high:
            return self.low
        raise ValueError(f"found {self}, expected a tile with a {suit}")

    @property
    def spoken(self) -> str:
        """As players say it in figures, the higher number first.

        >>> Tile.of(4, 6).spoken
        '6-4'
        """
        return f"{self.high}-{self.low}"

    def __str__(self) -> str:
        return f"{self.high}{self.low}"

    def __repr__(self) -> str:
        return f"Tile({self.high}, {self.low})"

    def __reduce__(self) -> tuple[object, ...]:
        return Tile.of, (self.low, self.high)

    def __copy__(self) -> Tile:
        return self

    def __deepcopy__(self, memo: object) -> Tile:
        return self


def _made(low: int, high: int) -> Tile:
    """A tile, for the list of all: nobody else makes one."""
    tile, place = object.__new__(Tile), high * (high + 1) // 2 + low
    facts = (low, high, place, 1 << place, low + high, low == high, f"{low}{high}")
    for name, fact in zip(Tile.__slots__, facts, strict=True):
        object.__setattr__(tile, name, fact)
    return tile


ALL_TILES: Final[tuple[Tile, ...]] = tuple(
    _made(low, high) for high in range(HIGHEST_SUIT + 1) for low in range(high + 1)
)
"""Every tile by its index."""
_WRITTEN: Final = {
    f"{one}{other}": Tile.of(one, other) for one in range(HIGHEST_SUIT + 1) for other in range(HIGHEST_SUIT + 1)
}


class TileSet(StrEnum):
    """The two sets people play with.

    >>> len(TileSet.DOUBLE_SIX.tiles), len(TileSet.DOUBLE_NINE.tiles)
    (28, 55)
    """

    DOUBLE_SIX = "double-six"
    DOUBLE_NINE = "double-nine"

    @property
    def highest_suit(self) -> int:
        return 6 if self is DOUBLE_SIX else HIGHEST_SUIT

    @property
    def tiles(self) -> tuple[Tile, ...]:
        high = self.highest_suit
        return ALL_TILES[: (high + 1) * (high + 2) // 2]

    @property
    def rack(self) -> int:
        """The rack of all its tiles."""
        return (1 << (28 if self is DOUBLE_SIX else 55)) - 1


DOUBLE_SIX: Final = TileSet.DOUBLE_SIX
"""By itself, because reading a member off its enumeration costs ten times a name."""

SUIT_MASKS: Final[tuple[int, ...]] = tuple(
    sum(tile.bit for tile in ALL_TILES if tile.has(suit)) for suit in range(HIGHEST_SUIT + 1)
)
"""For each suit, the rack of all tiles that show it."""

DOUBLES_MASK: Final[int] = sum(tile.bit for tile in ALL_TILES if tile.is_double)
"""The rack of all doubles."""


def rack_of(tiles: Iterable[Tile]) -> int:
    """The rack that holds these tiles.

    >>> [str(tile) for tile in tiles_in(rack_of([Tile.of(6, 6), Tile.of(0, 1)]))]
    ['10', '66']
    """
    rack = 0
    for tile in tiles:
        rack |= tile.bit
    return rack


def tiles_in(rack: int) -> Iterator[Tile]:
    """The tiles of a rack, lowest index first."""
    while rack:
        bit = rack & -rack
        yield ALL_TILES[bit.bit_length() - 1]
        rack ^= bit


def pips_of(rack: int) -> int:
    """The points on all tiles of a rack."""
    pips = 0
    while rack:
        bit = rack & -rack
        pips += ALL_TILES[bit.bit_length() - 1].pips
        rack ^= bit
    return pips
