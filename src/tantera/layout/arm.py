"""One arm of the *carro*: where its next tile goes (TG-9.1).

The table is the complex plane, one unit a tile width. The opening tile lies at 0, the opener sits towards -i, the next
player towards +1: a quarter turn counter-clockwise, or a step to the player on the right, is a multiplication by i.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from tantera.tiles import DOUBLE_SIX, TileSet

STRAIGHT: Final = 3
"""Mixed tiles in each of the first two lines."""

ROOM: Final = 3
"""Length of a mixed tile and a double after it: a line runs on while both would end within reach."""

OPENER: Final = -1j
"""Where the opener sits and the left arm sets out."""

AWAY: Final = -OPENER
"""Where the right arm sets out."""


def reach_of(tile_set: TileSet) -> float:
    """How far from the centre a line may run; the table ends half a tile width further out.

    Twice 14 widths of 25 mm (TG-4) are the square table of 70 cm, the smallest that TG-2 allows. In 55 tiles a chain
    can circle back to its own first line; a table of 80 cm is the first on which none does. The proof of both is
    ``tests/layout/test_every_pattern.py``.

    >>> reach_of(TileSet.DOUBLE_SIX), reach_of(TileSet.DOUBLE_NINE)
    (13.5, 15.5)
    """
    return 13.5 if tile_set is DOUBLE_SIX else 15.5


def along(point: complex, direction: complex) -> float:
    """How far `point` lies in `direction`, a unit vector."""
    return point.real * direction.real + point.imag * direction.imag


class Arm(NamedTuple):
    """The chain from the opening tile to one open end: as much of it as the next tile needs to know.

    From the centre the line runs straight for three tiles, doubles not counted; the next mixed tile turns it
    counter-clockwise and is the first of a new line. After three of those it turns again; from here on a line runs to
    the reach of the table, and turns clockwise, away from the first line. The third line, parallel to the first, must
    hold eight tiles: it comes from the far side of the centre, so it always does. A double lies across the line and
    never turns it (TG-9.1).

    >>> arm = Arm.opened(double=False, heading=1j, reach=13.5).next(False).next(False).next(False)
    >>> arm.square, arm.turns, arm.touch
    (6.5j, True, (-1+6.5j))
    >>> arm.next(True).touch  # the turning tile meets the short side of the double
    (-1.5+7.5j)
    """

    reach: float
    heading: complex
    """Where the line of the last tile runs."""
    square: complex
    """The centre of its last square: the outer half of a mixed tile, the middle of a double."""
    double: bool
    """Whether the last tile is one."""
    line: int = 1
    mixed: int = 0
    """Mixed tiles in this line."""

    @staticmethod
    def opened(double: bool, heading: complex, reach: float) -> Arm:
        """The arm that sets out from the opening tile, which is none of its tiles."""
        return Arm(reach, heading, 0j if double else heading / 2, double)

    @property
    def turns(self) -> bool:
        """Whether the next mixed tile turns the line."""
        if self.line < 3:
            return self.mixed == STRAIGHT
        return along(self.square, self.heading) + 0.5 + ROOM > self.reach

    @property
    def growth(self) -> complex:
        """Where the next mixed tile points."""
        return self.heading * (1j if self.line < 3 else -1j) if self.turns else self.heading

    @property
    def touch(self) -> complex:
        """The centre of the next mixed tile's touching half: one square on, or beside the short side of a double."""
        return self.square + self.growth * (1.5 if self.double and self.turns else 1)

    def next(self, double: bool) -> Arm:
        """The arm with one more tile."""
        reach, heading, square, _, line, mixed = self
        if double:
            return Arm(reach, heading, square + heading, True, line, mixed)
        heading = self.growth
        line, mixed = (line + 1, 1) if self.turns else (line, mixed + 1)
        return Arm(reach, heading, self.touch + heading, False, line, mixed)

    @property
    def centre(self) -> complex:
        """The centre of the last tile."""
        return self.square if self.double else self.square - self.heading / 2

    @property
    def angle(self) -> int:
        """Where the last tile's open number points, in degrees counter-clockwise from +x; a double lies across."""
        angle = _DEGREES[self.heading]
        return (angle + 90) % 180 if self.double else angle


_DEGREES: Final[dict[complex, int]] = {1: 0, 1j: 90, -1: 180, -1j: 270}


@lru_cache(maxsize=1 << 16)
def arm_of(pattern: int, heading: complex, reach: float) -> Arm:
    """The arm with this pattern of doubles: a leading 1, then a bit for each tile from the opening on, 1 for a double.

    >>> arm_of(0b1_0_010, 1j, 13.5) == Arm.opened(False, 1j, 13.5).next(False).next(True).next(False)
    True
    """
    shorter, double = pattern >> 1, bool(pattern & 1)
    return Arm.opened(double, heading, reach) if shorter == 1 else arm_of(shorter, heading, reach).next(double)
