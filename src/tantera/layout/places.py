"""Chain → places: where every tile lies on the table (TG-8.7, TG-9.1, SJ-inicio-3)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tantera.layout.arm import OPENER, Arm, arm_of, patterns, reach_of
from tantera.tiles import Chain, End, Placement, TileSet


class Point(NamedTuple):
    """A point of the table in tile widths from its centre: x to the opener's right, y away from the opener."""

    x: float
    y: float


class Box(NamedTuple):
    """An upright rectangle of the table."""

    left: float
    bottom: float
    right: float
    top: float

    def overlaps(self, other: Box) -> bool:
        """Whether the two share more than an edge.

        >>> Box(0, 0, 1, 2).overlaps(Box(1, 0, 2, 2)), Box(0, 0, 1, 2).overlaps(Box(0.5, 0, 1.5, 2))
        (False, True)
        """
        return (
            self.left < other.right and other.left < self.right and self.bottom < other.top and other.bottom < self.top
        )

    def grown(self, margin: float) -> Box:
        """The box with a margin on every side."""
        return Box(self.left - margin, self.bottom - margin, self.right + margin, self.top + margin)

    @staticmethod
    def around(boxes: Iterable[Box]) -> Box:
        """The smallest box that holds all of them.

        >>> Box.around([Box(0, 0, 1, 2), Box(1, -1, 3, 0)])
        Box(left=0, bottom=-1, right=3, top=2)
        """
        lefts, bottoms, rights, tops = zip(*boxes, strict=True)
        return Box(min(lefts), min(bottoms), max(rights), max(tops))


class Place(NamedTuple):
    """A tile on the table: 1 wide and 2 long, its centre at x, y."""

    placement: Placement
    x: float
    y: float
    angle: int
    """Where the second number points, in degrees counter-clockwise from +x: 0, 90, 180 or 270."""

    @property
    def halves(self) -> tuple[Point, Point]:
        """The centres of its two squares, the touching number's first.

        >>> from tantera.tiles import Tile
        >>> places(Chain.opened(Tile.of(5, 6)))[0].halves
        (Point(x=0.0, y=-0.5), Point(x=0.0, y=0.5))
        """
        dx, dy = _STEPS[self.angle]
        return Point(self.x - dx / 2, self.y - dy / 2), Point(self.x + dx / 2, self.y + dy / 2)

    @property
    def upright(self) -> bool:
        """Whether its long side runs along y."""
        return self.angle % 180 == 90

    @property
    def box(self) -> Box:
        """What it covers."""
        wide, high = (0.5, 1.0) if self.upright else (1.0, 0.5)
        return Box(self.x - wide, self.y - high, self.x + wide, self.y + high)

    def seen_from(self, seat_offset: int) -> Place:
        """The same tile with the table turned so that another seat is below; seats count from the opener.

        >>> from tantera.tiles import Tile
        >>> chain = Chain.opened(Tile.of(5, 6)).placed(Tile.of(5, 4), End.LEFT)
        >>> [(place.x, place.y, place.angle) for place in (places(chain)[1].seen_from(seat) for seat in range(4))]
        [(0.0, -2.0, 270), (-2.0, 0.0, 180), (0.0, 2.0, 90), (2.0, 0.0, 0)]
        """
        cos, sin = _STEPS[-90 * seat_offset % 360]
        x, y = self.x * cos - self.y * sin, self.x * sin + self.y * cos
        return Place(self.placement, x + 0.0, y + 0.0, (self.angle - 90 * seat_offset) % 360)  # + 0.0: never -0.0


_STEPS = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}


def places(chain: Chain, tile_set: TileSet = TileSet.DOUBLE_SIX) -> tuple[Place, ...]:
    """The tiles of the chain in the order played, the opener of the hand sitting below.

    The opening tile lies in the centre: a double across the opener's line, a mixed tile along it with the higher
    number towards the partner (TG-8.7, SJ-inicio-3). The left arm sets out towards the opener, the right one away.

    >>> from tantera.tiles import Tile
    >>> chain = Chain.opened(Tile.of(5, 6)).placed(Tile.of(5, 4), End.LEFT)
    >>> [(place.placement.code, place.x, place.y, place.angle) for place in places(chain)]
    [('56', 0.0, 0.0, 90), ('54', 0.0, -2.0, 270)]
    """
    opening, *later = chain.placements
    double, reach = opening.tile.is_double, reach_of(tile_set)
    arms: dict[End | None, Arm] = {
        End.LEFT: Arm.opened(double, OPENER, reach),
        End.RIGHT: Arm.opened(double, -OPENER, reach),
    }
    laid = [Place(opening, 0.0, 0.0, 0 if double else 90)]
    for placement in later:
        arm = arms[placement.end] = arms[placement.end].next(placement.tile.is_double)
        laid.append(Place(placement, arm.centre.real, arm.centre.imag, arm.angle))
    return tuple(laid)


def last_place(chain: Chain, tile_set: TileSet = TileSet.DOUBLE_SIX) -> Place:
    """Where the tile lies that was played last: the last of `places`, without working out the others.

    >>> from tantera.tiles import Tile
    >>> chain = Chain.opened(Tile.of(5, 6)).placed(Tile.of(5, 4), End.LEFT)
    >>> last_place(chain) == places(chain)[-1]
    True
    """
    placement = chain.placements[-1]
    if placement.end is None:
        return Place(placement, 0.0, 0.0, 0 if placement.tile.is_double else 90)
    left, right = patterns(chain)
    pattern, heading = (left, OPENER) if placement.end is End.LEFT else (right, -OPENER)
    arm = arm_of(pattern, heading, reach_of(tile_set))
    return Place(placement, arm.centre.real, arm.centre.imag, arm.angle)
