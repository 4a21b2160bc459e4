"""Pairs, round robin: everybody against everybody once or twice (circle method, as in Berger's tables)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct

from tantera.formats.drawing.field import Drawing, DrawnTable, Field, Violation
from tantera.formats.drawing.memory import two
from tantera.formats.drawing.roster import STAND_IN, across, byes_of, entry_of, here, in_order, late, tables_of
from tantera.formats.drawing.violations import always, higher_at_home, nobody_left
from tantera.formats.format import Format, Setting
from tantera.formats.why import Why


def rounds(count: int, legs: int = 1) -> int:
    """How many rounds a round robin has.

    >>> rounds(4), rounds(5), rounds(4, legs=2)
    (3, 5, 6)
    """
    return 0 if count < 2 else (count - 1 + count % 2) * legs


def circle(count: int, number: int) -> list[tuple[int, int | None]]:
    """Who meets whom in a round, both counted from 0; whoever meets None rests.

    The first stays, the others move round it by one place a round; they stand so that round 1 is the lot's two by two.

    >>> circle(4, 0), circle(4, 1), circle(4, 2)
    ([(0, 1), (2, 3)], [(0, 2), (1, 3)], [(0, 3), (1, 2)])
    >>> circle(3, 0)
    [(0, 1), (2, None)]
    """
    size = count + count % 2
    standing = [*range(0, size, 2), *range(size - 1, 0, -2)]
    turn = number % (size - 1)
    now = [standing[0], *standing[1 + turn :], *standing[1 : 1 + turn]]
    met = sorted((min(pair), max(pair)) for pair in zip(now[: size // 2], reversed(now), strict=False))
    return [(one, other if other < count else None) for one, other in met]


class CircleRound(Struct, frozen=True):
    """A round of one circle: entries that meet, the higher ranked first, those who rest, and why."""

    tables: tuple[tuple[str, str], ...]
    resting: tuple[str, ...]
    notes: tuple[Why, ...] = ()


def roster(field: Field) -> tuple[str, ...]:
    """The entries of the circle in its order: as round 1 sat, whatever was changed in it by hand.

    Who comes later takes the place of the one that rests, where the number is odd; there is no other place.
    """
    if field.round == 1:
        return tuple(entrant.entry for entrant in field.entrants)
    sat = [entry for met in tables_of(field, 1) for entry in (met.home, met.guest) if entry is not None]
    return with_late((*sat, *byes_of(field, 1)), late(field, (*sat, *byes_of(field, 1))))


def with_late(known: Sequence[str], joined: Sequence[str]) -> tuple[str, ...]:
    return (*known, *joined[: len(known) % 2])


def played(field: Field, entries: Sequence[str], number: int) -> CircleRound:
    """Round `number` (from 0) of the circle of these entries. Whoever should meet somebody who is not here rests."""
    present = here(field)
    tables: list[tuple[str, str]] = []
    resting: list[str] = []
    notes: list[Why] = []
    for one, other in circle(len(entries), number):
        a, b = entries[one], None if other is None else entries[other]
        there = [entry for entry in (a, b) if entry in present]
        if len(there) == 2 and b is not None:
            first, second = in_order(field, (a, b))
            tables.append((first, second))
        elif there:
            resting.append(there[0])
            absent = b if there[0] == a else a
            if absent is None:
                notes.append(Why("{entry} rests: their number is odd", {"entry": there[0]}))
            else:
                notes.append(Why("{entry} rests: {other} is not here", {"entry": there[0], "other": absent}))
    rank = {entry: number for number, entry in enumerate(present)}
    return CircleRound(
        tables=tuple(sorted(tables, key=lambda pair: rank[pair[0]])),
        resting=tuple(sorted(resting, key=rank.__getitem__)),
        notes=tuple(notes),
    )


def draw(field: Field) -> Drawing:
    """The next round of the circle; tables in the order of their higher ranked pair."""
    entries = roster(field)
    last = rounds(len(entries), field.options.legs)
    if field.round > last:
        return Drawing(tables=(), notes=(Why("The round robin is over after round {round}", {"round": last}),))
    drawn = played(field, entries, field.round - 1)
    present = here(field)
    outside = [entrant.entry for entrant in field.entrants if entrant.entry not in entries]
    tables = [
        DrawnTable(
            across(present[a].players, present[b].players),
            (Why("round {round} of {rounds}: {a} and {b} of the circle", numbers(entries, a, b, field.round, last)),),
        )
        for a, b in drawn.tables
    ]
    resting, notes = drawn.resting, drawn.notes
    if field.options.stand_ins and resting:
        why = Why("A pair of stand-ins completes the last table")
        tables += [DrawnTable(across(present[entry].players, (STAND_IN, STAND_IN)), (why,)) for entry in resting]
        resting, notes = (), (why,)
    return Drawing(
        tables=tuple(tables), byes=tuple(in_order(field, (*resting, *outside))), notes=(*notes, *came_late(outside))
    )


def numbers(entries: Sequence[str], a: str, b: str, round: int, last: int) -> dict[str, str | int]:
    """The places of two in the circle, counted from 1, and the round: enough to look it up in Berger's tables."""
    return {"round": round, "rounds": last, "a": entries.index(a) + 1, "b": entries.index(b) + 1}


def came_late(entries: Sequence[str]) -> list[Why]:
    return [Why("{entry} came after round 1 and has no place in this format", {"entry": entry}) for entry in entries]


def too_often(field: Field, drawing: Drawing) -> Iterator[Violation]:
    """Round robin: nobody meets anybody more often than there are legs."""
    of = entry_of(field)
    played = [past.seats for past in field.past if _both(past.seats, of) and not past.default]
    times = Counter(two(of[seats[0]], of[seats[1]]) for seats in played)
    for number, table in enumerate(drawing.tables, 1):
        if _both(table.seats, of):
            one, other = of[table.seats[0]], of[table.seats[1]]
            if times[two(one, other)] >= field.options.legs:
                why = Why("{entry} and {other} have met as often as they are to", {"entry": one, "other": other})
                yield Violation(True, "met_again", why, number, table.seats)


def _both(seats: tuple[str, ...], of: dict[str, str]) -> bool:
    return seats[0] in of and seats[1] in of


LEGS = Setting("legs", "Meetings of each two", "everybody against everybody: 1 or 2", least=1, most=2)
FORMAT = Format(
    name="pairs-round-robin",
    words="pairs, everybody against everybody",
    listed=3,
    enters="pair",
    draw=draw,
    checks=(*always("pair"), nobody_left, too_often, higher_at_home),
    asks=(LEGS,),
    keys=frozenset({"dates"}),
    rounds=lambda course: rounds(course.starters, course.options.legs),
    bye="nothing",
    square=True,
)
