"""Brackets, groups and tables of three: who has to meet whom."""

from __future__ import annotations


def seeded(count: int) -> list[int | None]:
    """The places of a bracket from top to bottom, by seed; None where the opponent has a bye.

    >>> seeded(6)
    [1, None, 4, 5, 2, None, 3, 6]
    """
    size = 1
    while size < count:
        size *= 2
    places = [1]
    while len(places) < size:
        width = 2 * len(places)
        places = [seed for place in places for seed in (place, width + 1 - place)]
    return [seed if seed <= count else None for seed in places]


def meetings(slots: list[str | None]) -> tuple[list[set[str]], list[str]]:
    """The tables of a round of a bracket, and who goes on without playing."""
    tables, byes = [], []
    for upper, lower in zip(slots[0::2], slots[1::2], strict=True):
        both = [one for one in (upper, lower) if one is not None]
        if len(both) == 2:
            tables.append(set(both))
        else:
            byes += both
    return tables, byes


def onward(slots: list[str | None], lost: set[str]) -> tuple[list[str | None], list[str]]:
    """The next round's places, and who lost here. Both lost (nobody came): the place stays empty."""
    places: list[str | None] = []
    for upper, lower in zip(slots[0::2], slots[1::2], strict=True):
        left = [one for one in (upper, lower) if one is not None and one not in lost]
        places.append(left[0] if len(left) == 1 else None)
    return places, [slot for slot in slots if slot is not None and slot in lost]


def dealt(order: list[str], groups: int) -> list[list[str]]:
    """One by one in the order of the lot.

    >>> dealt(["a", "b", "c", "d", "e"], 2)
    [['a', 'c', 'e'], ['b', 'd']]
    """
    return [order[at::groups] for at in range(groups)]


def group_rounds(groups: list[list[str]], legs: int) -> int:
    """How many rounds until everybody has met everybody in their group."""
    longest = max((len(group) for group in groups), default=0)
    return legs * (longest if longest % 2 else max(0, longest - 1))


def sizes(count: int) -> list[int]:
    """Tables of four and as few as possible of three; never two, unless there are five or only two.

    >>> [sizes(count) for count in (2, 5, 6, 7, 9, 12)]
    [[2], [3, 2], [3, 3], [4, 3], [3, 3, 3], [4, 4, 4]]
    """
    if count == 5:
        return [3, 2]
    for threes in range(count):
        if 3 * threes <= count and (count - 3 * threes) % 4 == 0:
            return [4] * ((count - 3 * threes) // 4) + [3] * threes
    return [count] if count > 1 else []
