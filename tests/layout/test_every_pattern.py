"""No chain crosses itself or leaves the table (TG-9.1): a proof over every pattern of doubles, however one-sided.

There are too many patterns of two arms to lay them all, but where the next tile goes depends on the `Arm` alone, and
only a few thousand arms are different. So we ask of *places* what we want to know of chains:

- `reached` gives every arm there is, with the cheapest ways to get there: so many tiles, so many doubles.
- A tile of one arm and a tile of the other lie in one chain if the set has the tiles and doubles for both arms.
- Two tiles of one arm lie in one chain if the later one is reached from the earlier one with what the set still has.

All chains that can be played are among these: they have no more tiles and doubles than the set, and never a double next
to a double. `test_laying_every_pattern…` lays one arm the long way, to check the short one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from typing import NamedTuple

import pytest

from tantera.layout.arm import Arm, reach_of
from tantera.layout.places import Box
from tantera.tiles import TileSet

pytestmark = pytest.mark.by_chance


class Cost(NamedTuple):
    """Tiles on the table and the doubles among them, the opening tile included."""

    tiles: int
    doubles: int

    def within(self, other: Cost) -> bool:
        return self.tiles <= other.tiles and self.doubles <= other.doubles


SETS = {
    TileSet.DOUBLE_SIX: Cost(28, 7),
    # 55 tiles, but every number stands on nine mixed tiles, an odd number: a chain leaves out at least four of them.
    TileSet.DOUBLE_NINE: Cost(51, 10),
}

grow = cache(Arm.next)


@cache
def box_of(arm: Arm) -> Box:
    """What the last tile of an arm covers; of an arm without tiles, the opening tile."""
    if arm.line == 1 and not arm.mixed and abs(arm.square) <= 0.5:
        return Box(-1, -0.5, 1, 0.5) if arm.double else Box(-0.5, -1, 0.5, 1)
    along_x = (arm.heading.real == 0) == arm.double
    wide, high = (1.0, 0.5) if along_x else (0.5, 1.0)
    x, y = arm.centre.real, arm.centre.imag
    return Box(x - wide, y - high, x + wide, y + high)


def reached(start: Arm, costs: Iterable[Cost], budget: Cost) -> dict[Arm, list[Cost]]:
    """Every arm that grows out of `start` within the budget, with its costs of which none is within another."""
    found = {start: list(costs)}
    newest = [(start, cost) for cost in found[start]]
    while newest:
        longer = []
        for arm, cost in newest:
            for double in (False, True)[: 1 if arm.double else 2]:
                dearer = Cost(cost.tiles + 1, cost.doubles + double)
                ways = found.setdefault(grow(arm, double), [])
                if dearer.within(budget) and not any(way.within(dearer) for way in ways):
                    ways.append(dearer)
                    longer.append((grow(arm, double), dearer))
        newest = longer
    return {arm: ways for arm, ways in found.items() if ways}


def crossings(opening: Arm, budget: Cost) -> Iterator[tuple[Box, Box]]:
    """Every two places that overlap although one chain can have both."""
    arms = reached(opening, [Cost(1, opening.double)], budget)
    for arm, costs in arms.items():
        for later in reached(arm, costs, budget):
            if later != arm and box_of(arm).overlaps(box_of(later)):
                yield box_of(arm), box_of(later)
    del arms[opening]  # which both arms share
    ways: dict[Box, set[Cost]] = {}
    for arm, costs in arms.items():
        ways.setdefault(box_of(arm), set()).update(costs)
    for box, facing in product(ways, repeat=2):
        opposite = Box(-facing.right, -facing.top, -facing.left, -facing.bottom)
        if box.overlaps(opposite):
            for one, other in product(ways[box], ways[facing]):
                if Cost(one.tiles + other.tiles - 1, one.doubles + other.doubles - opening.double).within(budget):
                    yield box, opposite


def furthest(arms: Iterable[Arm]) -> float:
    return max(abs(side) for arm in arms for side in box_of(arm))


openings = pytest.mark.parametrize("double", [False, True], ids=["mixed opening", "double opening"])


@openings
@pytest.mark.article("TG-9.1")
def test_no_chain_of_double_six_crosses_itself_or_leaves_the_table(double: bool):
    opening, budget = Arm.opened(double, 1j, reach=13.5), SETS[TileSet.DOUBLE_SIX]
    assert furthest(reached(opening, [Cost(1, double)], budget)) == 14  # 70 cm in tiles of 25 mm, used to the edge
    assert not list(crossings(opening, budget))


@openings
@pytest.mark.parametrize("tile_set", TileSet)
@pytest.mark.article("TG-9.1")
def test_the_third_line_always_holds_at_least_eight_tiles(tile_set: TileSet, double: bool):
    opening = Arm.opened(double, 1j, reach_of(tile_set))
    arms = reached(opening, [Cost(1, double)], Cost(24, SETS[tile_set].doubles))
    turning = [arm for arm in arms if arm.line == 3 and arm.mixed == 1 and not arm.double]
    assert turning
    for first in turning:
        assert {arm.line for arm in reached(first, [Cost(1, 0)], Cost(8, 7))} == {3}


@openings
@pytest.mark.prove
@pytest.mark.article("TG-9.1")
def test_laying_every_pattern_of_one_arm_of_double_six_finds_no_crossing_either(double: bool):
    budget, opening = SETS[TileSet.DOUBLE_SIX], Arm.opened(double, 1j, reach=13.5)
    table: list[Box] = []
    met: set[Arm] = set()

    def lay(arm: Arm, cost: Cost) -> None:
        box = box_of(arm)
        assert not any(box.overlaps(other) for other in table)
        table.append(box)
        met.add(arm)
        if cost.tiles < budget.tiles:
            lay(grow(arm, False), Cost(cost.tiles + 1, cost.doubles))
            if cost.doubles < budget.doubles and not arm.double:
                lay(grow(arm, True), Cost(cost.tiles + 1, cost.doubles + 1))
        table.pop()

    lay(opening, Cost(1, double))
    assert met == set(reached(opening, [Cost(1, double)], budget))


@openings
@pytest.mark.prove
def test_no_chain_of_double_nine_crosses_itself_or_leaves_its_larger_table(double: bool):
    opening, budget = Arm.opened(double, 1j, reach_of(TileSet.DOUBLE_NINE)), SETS[TileSet.DOUBLE_NINE]
    assert furthest(reached(opening, [Cost(1, double)], budget)) == 16
    assert not list(crossings(opening, budget))


@pytest.mark.prove
def test_a_table_half_a_tile_smaller_would_not_do_for_double_nine():
    opening = Arm.opened(False, 1j, reach_of(TileSet.DOUBLE_NINE) - 0.5)
    assert next(crossings(opening, SETS[TileSet.DOUBLE_NINE]))
