"""The chain: the tiles on the table, in the order played, and its two open ends."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from functools import cache, partial
from typing import Final, NamedTuple

from tantera.tiles.tile import SUIT_MASKS, Tile


class End(StrEnum):
    """The two ends of the chain, named from the opening tile and never from how it is drawn.

    The left end is on the side of the opening tile's lower number; for a double, the side of the opener.
    """

    LEFT = "<"
    RIGHT = ">"

    @property
    def other(self) -> End:
        return End.RIGHT if self is End.LEFT else End.LEFT


LEFT: Final = End.LEFT
"""The left end by itself."""
RIGHT: Final = End.RIGHT
"""The right end. They have names, for reading a member off its enumeration costs ten times a name, and chains are built
all day."""


class Placement(NamedTuple):
    """One tile lying on the table."""

    tile: Tile
    end: End | None
    """None for the opening tile."""
    touching: int
    """The number laid against the chain; of the opening tile, the lower one."""
    open: int
    """The number left open; of the opening tile, the higher one."""

    @property
    def code(self) -> str:
        """As DGN writes it, without the end: touching number first."""
        return f"{self.touching}{self.open}"


class Chain(NamedTuple):
    """The *carro*. Frozen: placing a tile gives a new chain.

    >>> chain = Chain.opened(Tile.of(6, 5)).placed(Tile.of(5, 4), End.LEFT)
    >>> chain.left, chain.right, str(chain)
    (4, 6, '4|5 5|6')
    >>> chain = chain.placed(Tile.of(4, 4), End.LEFT)
    >>> f"{chain.left_arm:b} {chain.right_arm:b}"
    '1001 10'
    """

    left: int
    right: int
    placements: tuple[Placement, ...]
    tiles: int
    """The rack of all tiles on the table. Like the two arms, told by the placements but asked for at every move."""
    left_arm: int
    """The doubles from the opening tile to the left end: a leading 1, then a bit for each tile, 1 for a double."""
    right_arm: int
    """The same to the right end."""

    @staticmethod
    def opened(tile: Tile) -> Chain:
        arm = 2 | tile.is_double
        return Chain(tile.low, tile.high, (Placement(tile, None, tile.low, tile.high),), tile.bit, arm, arm)

    @staticmethod
    def between(left: int, right: int) -> Chain:
        """A chain of which only the two open numbers are known."""
        return Chain(left, right, (), 0, 2, 2)

    def placed(self, tile: Tile, end: End) -> Chain:
        """The chain with `tile` on `end`. A tile that does not fit is an error here; see `forced`."""
        left, right, placements, tiles, left_arm, right_arm = self
        if end is LEFT:
            laid = _laid(tile, True, left)
            left, left_arm = laid.open, left_arm << 1 | tile.is_double
        else:
            laid = _laid(tile, False, right)
            right, right_arm = laid.open, right_arm << 1 | tile.is_double
        return _chain((left, right, (*placements, laid), tiles | tile.bit, left_arm, right_arm))

    def forced(self, tile: Tile, end: End, touching: int) -> Chain:
        """The chain with a tile that lies there although it may not fit, the number `touching` against it."""
        chain = self._replace(left=touching) if end is LEFT else self._replace(right=touching)
        return chain.placed(tile, end)

    def end(self, end: End) -> int:
        """The number open at `end`."""
        return self.left if end is LEFT else self.right

    @property
    def opening(self) -> Tile:
        return self.placements[0].tile

    @property
    def fitting(self) -> int:
        """The rack of every tile of the set that shows an open number, played or not."""
        return SUIT_MASKS[self.left] | SUIT_MASKS[self.right]

    @property
    def open_pips(self) -> int:
        """The pips at the two open ends: a double counts both halves, and a tile that lies alone counts once.

        >>> Chain.opened(Tile.of(5, 5)).open_pips, Chain.opened(Tile.of(5, 5)).placed(Tile.of(5, 3), RIGHT).open_pips
        (10, 13)
        """
        left, right, placements, _, left_arm, right_arm = self
        if len(placements) == 1:
            return left + right
        return left * (1 + (left_arm & 1)) + right * (1 + (right_arm & 1))

    def open_pips_after(self, tile: Tile, end: End) -> int:
        """The same once `tile` lies on `end`.

        >>> Chain.opened(Tile.of(5, 5)).open_pips_after(Tile.of(5, 3), RIGHT)
        13
        """
        left, right, _, _, left_arm, right_arm = self
        if end is LEFT:
            return (tile.pips - left) * (1 + tile.is_double) + right * (1 + (right_arm & 1))
        return left * (1 + (left_arm & 1)) + (tile.pips - right) * (1 + tile.is_double)

    def arm(self, end: End) -> tuple[Placement, ...]:
        """The tiles on one side of the opening tile, nearest first."""
        return tuple(placement for placement in self.placements if placement.end is end)

    def in_line(self) -> tuple[tuple[int, int], ...]:
        """Every tile from the left end to the right one, as the two numbers read in that direction."""
        left = tuple((p.open, p.touching) for p in reversed(self.arm(LEFT)))
        opening = self.placements[0]
        right = tuple((p.touching, p.open) for p in self.arm(RIGHT))
        return (*left, (opening.touching, opening.open), *right)

    def killed_doubles(self, highest_suit: int) -> tuple[Tile, ...]:
        """Doubles that can never be played any more, as anybody can see from the table (CL-matar)."""
        if len(self.placements) < highest_suit:
            return ()
        covered = [double for double, others in _suits(highest_suit) if self.tiles & others == others]
        return tuple([double for double in covered if self.has_killed(double.low, highest_suit)]) if covered else ()

    def has_killed(self, suit: int, highest_suit: int) -> bool:
        """Whether the double of this suit can never be played any more (CL-matar).

        The last end of the suit is covered and every other tile of the suit lies on the chain: so the tile that kills a
        double is laid against its suit.
        """
        double, others = _suits(highest_suit)[suit]
        return not others & ~self.tiles and not double.bit & self.tiles and suit not in (self.left, self.right)

    def __str__(self) -> str:
        return " ".join(f"{one}|{other}" for one, other in self.in_line())


_chain: Final[Callable[[tuple[object, ...]], Chain]] = partial(tuple.__new__, Chain)
"""A chain of its six facts: made at every move, and the constructor of a named tuple takes three times as long."""


def ends_after(chain: Chain | None, tile: Tile, end: End | None) -> tuple[int, int]:
    """The two open numbers once `tile` lies on `end`, or once it opens.

    >>> ends_after(Chain.opened(Tile.of(6, 5)), Tile.of(5, 4), LEFT)
    (4, 6)
    """
    if chain is None or end is None:
        return tile.low, tile.high
    if end is LEFT:
        return tile.pips - chain.left, chain.right
    return chain.left, tile.pips - chain.right


@cache
def _suits(highest_suit: int) -> tuple[tuple[Tile, int], ...]:
    """Each double, and the rack of the other tiles of its suit."""
    numbers = range(highest_suit + 1)
    return tuple(
        (Tile.of(one, one), sum(Tile.of(one, other).bit for other in numbers if other != one)) for one in numbers
    )


@cache
def _laid(tile: Tile, left: bool, touching: int) -> Placement:
    """There are only a few hundred ways to lay a tile on an end: each is made once. An end is slow to hash."""
    return Placement(tile, LEFT if left else RIGHT, touching, tile.other(touching))
