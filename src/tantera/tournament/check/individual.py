"""Tables of four by rank, with partners that change: the exchanges of the text, one after the other (CI-1).

Where the text can be read two ways (whether the lower table of an exchange must be right as well; which pairing comes
second in round 1) every reading is worked out, and a draw that agrees with one of them is right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tantera.tournament.check.memory import stands_in

Four = tuple[str, ...]
Cost = tuple[int, ...]
"""Hard rules broken, partners repeated, wishes not met."""
Judge = Callable[[Four], Cost]
"""What a table costs, by its seats."""

SEATS = {"1+4v2+3": (0, 1, 3, 2), "1+3v2+4": (0, 1, 2, 3), "1+2v3+4": (0, 2, 1, 3)}
"""Which of the four, the best first, sits on seats 1, 2, 3, 4."""


def pairings(table_seating: str) -> list[str]:
    """In the order in which they are tried."""
    other = "1+3v2+4" if table_seating == "1+4v2+3" else "1+4v2+3"
    return [table_seating, other, "1+2v3+4"]


def best(four: list[str], tried: list[str], judge: Judge) -> tuple[Cost, Four]:
    """The first pairing of four that costs least. `four` has the best first."""
    found: tuple[Cost, Four] | None = None
    for name in tried:
        seats = tuple(four[place] for place in SEATS[name])
        cost = judge(seats)
        if found is None or cost < found[0]:
            found = cost, seats
    assert found is not None
    return found


def seated(order: list[str], tried: list[str], judge: Judge, *, both: bool) -> tuple[list[Four], bool]:
    """The tables, and whether players had to be exchanged between them."""
    place = {player: at for at, player in enumerate(order)}
    tables = [order[at : at + 4] for at in range(0, len(order), 4)]
    exchanged = False
    for at in range(len(tables)):
        if not any(best(tables[at], tried, judge)[0]):
            continue
        exchanged = True
        upper = at if at + 1 < len(tables) else at - 1
        if upper < 0:
            break
        for ours, theirs in _exchanges(tables[upper], tables[upper + 1], place):
            above = _with(tables[upper], ours, theirs, place)
            below = _with(tables[upper + 1], theirs, ours, place)
            right = not any(best(above, tried, judge)[0])
            if upper == at - 1 or both:
                right = right and not any(best(below, tried, judge)[0])
            if right:
                tables[upper], tables[upper + 1] = above, below
                break
    return [best(four, tried, judge)[1] for four in tables], exchanged


def _exchanges(upper: list[str], lower: list[str], place: dict[str, int]) -> list[tuple[str, str]]:
    """The least difference in rank first; where equal, the higher ranked of the upper table. Stand-ins complete the
    last table and stay there."""
    pairs = [(ours, theirs) for ours in upper for theirs in lower if not (stands_in(ours) or stands_in(theirs))]
    return sorted(pairs, key=lambda pair: (place[pair[1]] - place[pair[0]], place[pair[0]]))


def _with(table: list[str], gone: str, come: str, place: dict[str, int]) -> list[str]:
    return sorted([player for player in table if player != gone] + [come], key=place.__getitem__)


def readings(order: list[str], table_seating: str, number: int, judge: Judge) -> Iterator[tuple[list[Four], bool]]:
    """What the draw may have been."""
    if number > 1:
        orders = [pairings(table_seating)]
    else:
        orders = [["1+3v2+4", "1+4v2+3", "1+2v3+4"], ["1+3v2+4", "1+2v3+4", "1+4v2+3"]]
    for tried in orders:
        for both in (True, False):
            yield seated(order, tried, judge, both=both)
