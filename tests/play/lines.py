"""Lines of play counted without the engine: tiles are bits of an int, a position is a few numbers.

Written from the rule books alone, to have something to hold `perft` against. The one thing not written a second time is
where the right hand is (TG-9.2): that is asked of `layout`, through `right_hand`.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

Numbers = tuple[int, int]
Placed = tuple[Numbers, str]
"""The two numbers, touching one first, and the end: ``<``, ``>`` or nothing for the opening tile."""


def bit(one: int, other: int) -> int:
    return 1 << (10 * min(one, other) + max(one, other))


WITH = [sum(bit(number, other) for other in range(10)) for number in range(10)]
"""All tiles with a number."""


def mask(tiles: str) -> int:
    """``00 04 12`` → a rack."""
    return sum(bit(int(tile[0]), int(tile[1])) for tile in tiles.split())


def numbers(rack: int) -> Iterator[Numbers]:
    for one in range(10):
        for other in range(one, 10):
            if rack & bit(one, other):
                yield one, other


class Laws(NamedTuple):
    """What differs between tables, as far as it changes the lines of play."""

    two_doubles: bool = False
    drawing: bool = False
    until_fits: bool = False
    """One tile after the other is drawn, and nobody passes while there is one."""
    play_on: bool = False
    """A hand goes on until both of a pair are out; whoever has no tiles has no turn."""
    reserve: int = 0
    """Of the sleeping tiles, how many stay asleep."""
    double_first: bool = False
    right_hand: Callable[[tuple[Placed, ...], int], str] | None = None
    """With equal ends: the end the player must take, or nothing where either will do."""


class At(NamedTuple):
    """A position."""

    racks: tuple[int, ...]
    asleep: tuple[int, ...]
    """Sleeping tiles, next one first."""
    turn: int
    """Index of the rack to play."""
    opener: int
    ends: Numbers | None = None
    placed: tuple[Placed, ...] = ()
    idle: int = 0
    """Passes in a row without drawing."""


def lines(at: At, laws: Laws, depth: int) -> int:
    """The number of lines of exactly `depth` turns."""
    if depth == 0:
        return 1
    return sum(
        1 if over and depth == 1 else 0 if over else lines(after, laws, depth - 1) for after, over in turns(at, laws)
    )


def lines_up_to(at: At, laws: Laws, depth: int) -> list[int]:
    """The number of lines of one turn, of two, …, of `depth` turns, counted in one go."""
    counted = [0] * depth
    for after, over in turns(at, laws):
        counted[0] += 1
        if not over and depth > 1:
            for place, more in enumerate(lines_up_to(after, laws, depth - 1), start=1):
                counted[place] += more
    return counted


def turns(at: At, laws: Laws) -> Iterator[tuple[At, bool]]:
    """Every turn the player may take: the position after it, and whether the hand is over."""
    rack = at.racks[at.turn]
    found = list(placements(at, laws, rack))
    if found:
        yield from (after_placing(at, laws, rack, places) for places in found)
        return
    if laws.until_fits:
        yield from until_it_fits(at, laws)
        return
    passed = at.idle + 1
    yield at._replace(turn=following(at, laws), idle=passed), passed == len(at.racks)
    if laws.drawing and at.asleep:
        rack |= at.asleep[0]
        drawn = at._replace(asleep=at.asleep[1:], racks=with_rack(at, rack), idle=0)
        fitting = list(placements(drawn, laws, at.asleep[0]))
        yield from (after_placing(drawn, laws, rack, places) for places in fitting)
        if not fitting:
            yield drawn._replace(turn=following(at, laws)), False


def until_it_fits(at: At, laws: Laws) -> Iterator[tuple[At, bool]]:
    """The one turn of a player who cannot play, draws and all: what may be laid of the tile that fits, or the pass."""
    while len(at.asleep) > laws.reserve:
        new, rack = at.asleep[0], at.racks[at.turn] | at.asleep[0]
        at = at._replace(asleep=at.asleep[1:], racks=with_rack(at, rack))
        if fitting := list(placements(at, laws, new)):
            yield from (after_placing(at, laws, rack, places) for places in fitting)
            return
    yield at._replace(turn=following(at, laws)), False


def placements(at: At, laws: Laws, rack: int) -> Iterator[tuple[Placed, ...]]:
    """What may be laid in one turn, from these tiles."""
    if at.ends is None:
        doubles = [pair for pair in numbers(rack) if pair[0] == pair[1]]
        for pair in doubles if laws.double_first and doubles else numbers(rack):
            yield ((pair, ""),)
        return
    left, right = at.ends
    ends = [("<", left), (">", right)]
    if left == right and laws.right_hand is not None:
        must = laws.right_hand(at.placed, (at.turn - at.opener) % 4)
        ends = [end for end in ends if must in ("", end[0])]
    for name, number in ends:
        if rack & WITH[number]:
            for other in range(10):
                if rack & bit(number, other):
                    yield (((number, other), name),)
    if laws.two_doubles and left != right and rack & bit(left, left) and rack & bit(right, right):
        yield ((left, left), "<"), ((right, right), ">")


def after_placing(at: At, laws: Laws, rack: int, places: tuple[Placed, ...]) -> tuple[At, bool]:
    ends = at.ends
    for (touching, opened), end in places:
        rack &= ~bit(touching, opened)
        left, right = ends or (touching, opened)
        ends = (opened, right) if end == "<" else (left, opened)
    assert ends is not None
    racks = with_rack(at, rack)
    drawable = at.asleep[: max(0, len(at.asleep) - laws.reserve)]
    held = racks + (drawable if laws.drawing or laws.until_fits else ())
    nobody_can = not any(tiles & (WITH[ends[0]] | WITH[ends[1]]) for tiles in held)
    after = at._replace(racks=racks, ends=ends, placed=at.placed + places, idle=0)
    out = not rack and not (laws.play_on and racks[at.turn - 2])
    return after._replace(turn=following(after, laws)), out or nobody_can


def with_rack(at: At, rack: int) -> tuple[int, ...]:
    return tuple(rack if place == at.turn else held for place, held in enumerate(at.racks))


def following(at: At, laws: Laws) -> int:
    """Whose turn is next; where partners play on, the next who has tiles."""
    order = [(at.turn + more) % len(at.racks) for more in range(1, len(at.racks) + 1)]
    return next((place for place in order if at.racks[place]), order[0]) if laws.play_on else order[0]
