"""Chain → places: where every tile lies on the table (TG-8.7, TG-9.1, SJ-inicio-3)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from tantera.layout.arm import AWAY, OPENER, along, arm_of, reach_of
from tantera.tiles import LEFT, Chain, End, Placement, TileSet


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


Spot = tuple[float, float, int]
"""Where the centre of a tile lies, and its angle."""


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

        >>> from tantera.tiles import End, Tile
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

        >>> from tantera.tiles import End, Tile
        >>> chain = Chain.opened(Tile.of(5, 6)).placed(Tile.of(5, 4), End.LEFT)
        >>> [(place.x, place.y, place.angle) for place in (places(chain)[1].seen_from(seat) for seat in range(4))]
        [(0.0, -2.0, 270), (-2.0, 0.0, 180), (0.0, 2.0, 90), (2.0, 0.0, 0)]
        """
        cos, sin = _STEPS[-90 * seat_offset % 360]
        x, y = self.x * cos - self.y * sin, self.x * sin + self.y * cos
        return Place(self.placement, x + 0.0, y + 0.0, (self.angle - 90 * seat_offset) % 360)  # + 0.0: never -0.0


_STEPS = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}


def places(chain: Chain, tile_set: TileSet = TileSet.DOUBLE_SIX, since: int = 0) -> tuple[Place, ...]:
    """The tiles of the chain in the order played, from number `since` on, the opener of the hand sitting below.

    The opening tile lies in the centre: a double across the opener's line, a mixed tile along it with the higher
    number towards the partner (TG-8.7, SJ-inicio-3). The left arm sets out towards the opener, the right one away.

    >>> from tantera.tiles import End, Tile
    >>> chain = Chain.opened(Tile.of(5, 6)).placed(Tile.of(5, 4), End.LEFT)
    >>> [(place.placement.code, place.x, place.y, place.angle) for place in places(chain)]
    [('56', 0.0, 0.0, 90), ('54', 0.0, -2.0, 270)]
    """
    laid = zip(chain.placements[since:], spots(chain, tile_set, since), strict=True)
    return tuple([Place(placement, *spot) for placement, spot in laid])


def spots(chain: Chain, tile_set: TileSet = TileSet.DOUBLE_SIX, since: int = 0) -> list[Spot]:
    """The same places without the tiles that lie there. Costs what the tiles from number `since` on cost.

    >>> from tantera.tiles import Tile
    >>> spots(Chain.opened(Tile.of(5, 6)))
    [(0.0, 0.0, 90)]
    """
    reach, left, right = reach_of(tile_set), chain.left_arm, chain.right_arm
    laid = []
    for placement in chain.placements[: max(0, since - 1) : -1]:  # from the open ends inwards
        if placement.end is LEFT:
            laid.append(_spot(left, OPENER, reach))
            left >>= 1
        else:
            laid.append(_spot(right, AWAY, reach))
            right >>= 1
    if not since:
        laid.append((0.0, 0.0, 0 if chain.opening.is_double else 90))
    laid.reverse()
    return laid


def next_spot(chain: Chain, end: End, double: bool, tile_set: TileSet = TileSet.DOUBLE_SIX) -> Spot:
    """Where the next tile would lie on this end: what `spots` will say of it once it is laid.

    >>> from tantera.tiles import End, Tile
    >>> next_spot(Chain.opened(Tile.of(5, 6)), End.LEFT, double=False)
    (0.0, -2.0, 270)
    """
    if end is LEFT:
        return _spot(chain.left_arm << 1 | double, OPENER, reach_of(tile_set))
    return _spot(chain.right_arm << 1 | double, AWAY, reach_of(tile_set))


@lru_cache(maxsize=1 << 16)
def _spot(pattern: int, heading: complex, reach: float) -> Spot:
    """Where the last tile of an arm lies, and how it is turned."""
    arm = arm_of(pattern, heading, reach)
    return arm.centre.real, arm.centre.imag, arm.angle


def ends_from_the_left(chain: Chain, seat_offset: int, tile_set: TileSet = TileSet.DOUBLE_SIX) -> tuple[End, End]:
    """The two open ends in the order in which somebody sees them: from the left, and from above where that does not
    tell. `seat_offset` counts from the opener.

    >>> from tantera.tiles import End, Tile
    >>> chain = Chain.opened(Tile.of(5, 6)).placed(Tile.of(5, 4), End.LEFT)
    >>> [str(ends_from_the_left(chain, seat_offset)[0]) for seat_offset in range(4)]
    ['>', '<', '<', '>']
    """
    laid = [place.seen_from(seat_offset) for place in places(chain, tile_set)]
    last = {end: next((one for one in laid[::-1] if one.placement.end is end), laid[0]) for end in (LEFT, End.RIGHT)}
    first, second = sorted(last, key=lambda end: (last[end].x, -last[end].y))
    return first, second


def right_hand_end(chain: Chain, seat_offset: int, tile_set: TileSet = TileSet.DOUBLE_SIX) -> End | None:
    """The end at which a player must play because both show the same suit; None where either will do (TG-9.2).

    `seat_offset` counts from the opener: 0 the opener, 1 the player on the opener's right, and so on round the table.
    When the double six has just opened, two players look along the line and two across it:

    >>> from tantera.tiles import Tile
    >>> [str(right_hand_end(Chain.opened(Tile.of(6, 6)), seat_offset)) for seat_offset in range(4)]
    ['<', '>', '>', '<']
    >>> right_hand_end(Chain.opened(Tile.of(6, 5)), 0) is None
    True
    """
    if chain.left != chain.right:
        return None
    return right_hand(chain.left_arm, chain.right_arm, seat_offset, reach_of(tile_set))


@lru_cache(maxsize=1 << 16)
def right_hand(left: int, right: int, seat_offset: int, reach: float) -> End | None:
    """The same for two arms of equal ends, given by their patterns of doubles as `arm_of` reads them.

    The place of an end is where a mixed tile played there now would touch, and its direction where that tile would
    point. If both ends run along the player's line of sight, the nearest is meant; otherwise the one further right.
    """
    ends = arm_of(left, OPENER, reach), arm_of(right, AWAY, reach)
    player = OPENER * 1j**seat_offset
    in_line = all(along(end.growth, player) for end in ends)
    wanted = player if in_line else player * 1j  # a player's right is where the next one sits
    lead = along(ends[1].touch - ends[0].touch, wanted)
    return None if lead == 0 else End.RIGHT if lead > 0 else End.LEFT
