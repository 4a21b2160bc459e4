"""Pairs, Swiss system: by rank, without repeats.

In this order: no hard keep-apart broken, as few repeats as possible, no soft keep-apart broken, the least sum of
squared distances from the ideal. A lightest perfect matching says exactly that (`matching`); which meetings it has to
look at is proved in `nearby`, so that ten thousand pairs are no complete graph.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from tantera.tournament.draw import reasons
from tantera.tournament.draw.byes import divided
from tantera.tournament.draw.field import Apart, Drawing, Entrant, Field, Seated
from tantera.tournament.draw.individual import STAND_IN
from tantera.tournament.draw.memory import Rules
from tantera.tournament.draw.nearby import Conflict, folded, neighbours
from tantera.tournament.why import Why


class Meetings(Struct, frozen=True):
    """The conflicts between the pairs of a field, by rank from 0, and why."""

    conflicts: tuple[dict[int, Conflict], ...]
    """For each pair those it should not meet."""
    whys: dict[tuple[int, int], tuple[Why, ...]]


def draw(field: Field) -> Drawing:
    parts = divided(field.entrants, 2, field.options.stand_ins)
    pairs = parts.playing
    empty = len(pairs) % 2
    seats = [pair.players for pair in pairs] + [(STAND_IN, STAND_IN)] * empty
    known = meetings(pairs, field)
    conflicts = [*known.conflicts, *([{}] * empty)]
    # Round 1 is the lot's, two by two, whatever the pairing of the later rounds.
    ideal = neighbours if field.round == 1 or field.options.pairing == "neighbours" else folded
    matched = ideal(conflicts)
    broken = [known.whys.get(table, ()) for table in matched]
    repeats = sum(conflicts[a].get(b, NONE).repeat for a, b in matched)
    return Drawing(
        tables=tuple(
            Seated(
                seats=across(seats[a], seats[b]),
                why=tuple(_reasons(field.round, a, b, ideal is folded, len(seats), known, left)),
            )
            for (a, b), left in zip(matched, broken, strict=True)
        ),
        byes=tuple(entrant.entry for entrant in parts.resting),
        notes=(*reasons.counted_among(len(pairs), field.round), *parts.notes, *_notes(repeats, empty)),
    )


NONE = Conflict()


def across(home: Sequence[str], guests: Sequence[str]) -> tuple[str, str, str, str]:
    """The seats of two pairs: the home pair at 1 and 3 (TG-6.2).

    >>> across(("a", "b"), ("c", "d"))
    ('a', 'c', 'b', 'd')
    """
    return (home[0], guests[0], home[1], guests[1])


def met(field: Field) -> dict[tuple[str, str], int]:
    """Which entries have met, and the last round in which they did. A default is no meeting."""
    of = {player: pair.entry for pair in (*field.everybody, *field.entrants) for player in pair.players}
    found: dict[tuple[str, str], int] = {}
    for past in field.past:
        home, guests = of.get(past.seats[0]), of.get(past.seats[1])
        if home is None or guests is None or past.default:
            continue
        for both in ((home, guests), (guests, home)):
            found[both] = max(past.round, found.get(both, 0))
    return found


def meetings(pairs: Sequence[Entrant], field: Field) -> Meetings:
    """Whom each of these pairs has met already, and from whom it is to be kept apart."""
    rank = {pair.entry: number for number, pair in enumerate(pairs)}
    conflicts: tuple[dict[int, Conflict], ...] = tuple({} for _ in pairs)
    whys: dict[tuple[int, int], tuple[Why, ...]] = {}

    def note(a: int, b: int, conflict: Conflict, why: Why) -> None:
        together = conflicts[a].get(b, NONE) + conflict
        conflicts[a][b] = conflicts[b][a] = together
        whys[a, b] = (*whys.get((a, b), ()), why)

    for (one, other), round in met(field).items():
        if one in rank and other in rank and rank[one] < rank[other]:
            a, b = rank[one], rank[other]
            note(a, b, Conflict(repeat=1), reasons.met(a, b, round))
    of = {player: number for number, pair in enumerate(pairs) for player in pair.players}
    for rule in Rules(field.apart, field.round).active:
        for a, b in sorted(_kept_apart(rule, of)):
            conflict = Conflict(hard=1) if rule.hard else Conflict(soft=1)
            note(a, b, conflict, reasons.apart(rule, "opponents", a, b))
    return Meetings(conflicts, whys)


def _kept_apart(rule: Apart, of: dict[str, int]) -> set[tuple[int, int]]:
    if rule.kind == "partners":
        return set()
    ranks = sorted({of[player] for player in rule.players if player in of})
    return {(a, b) for index, a in enumerate(ranks) for b in ranks[index + 1 :]}


def _reasons(
    round: int, a: int, b: int, is_folded: bool, size: int, known: Meetings, left: Sequence[Why]
) -> Iterator[Why]:
    yield Why("by lot {a} against {b}" if round == 1 else "{a} against {b}", reasons.ranks(a, b))
    if is_folded:
        ideal = a + size // 2
        nearer = range(min(ideal, b + 1), max(ideal + 1, b))
    else:
        nearer = range(a + 1, b)
    for other in nearer:
        yield from known.whys.get((min(a, other), max(a, other)), ())
    for other in () if is_folded else range(a + 1, b):
        yield from known.whys.get((other, b), ())
    for why in left:
        yield reasons.unavoided(why)


def _notes(repeats: int, empty: int) -> Iterator[Why]:
    if repeats:
        yield Why("{count} tables meet again: fewer are not possible", {"count": repeats})
    if empty:
        yield Why("A pair of stand-ins completes the last table")
