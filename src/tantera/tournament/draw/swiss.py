"""Pairs, Swiss system: by rank, without repeats.

In this order: no hard keep-apart broken, as few repeats as possible, no soft keep-apart broken, the least sum of
squared distances from the ideal. A lightest perfect matching says exactly that (`matching`); which meetings it has to
look at is proved in `nearby`, so that ten thousand pairs are no complete graph.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tantera.tournament.draw import reasons
from tantera.tournament.draw.byes import divided
from tantera.tournament.draw.conflicts import Conflicts, Kept
from tantera.tournament.draw.field import Drawing, Entrant, Field, Seated
from tantera.tournament.draw.individual import STAND_IN
from tantera.tournament.draw.memory import Rules
from tantera.tournament.draw.nearby import folded, neighbours
from tantera.tournament.why import Why


def draw(field: Field) -> Drawing:
    parts = divided(field, 2)
    completed = parts.resting if field.options.stand_ins else ()
    pairs = parts.playing
    seats = [pair.players for pair in pairs]
    known = conflicts(pairs, field)
    # Round 1 is the lot's, two by two, whatever the pairing of the later rounds.
    ideal = neighbours if field.round == 1 or field.options.pairing == "neighbours" else folded
    matched = ideal(known)
    half = len(seats) // 2 if ideal is folded else 0
    repeats = sum(known.broken(a, b)[1] for a, b in matched.tables)
    return Drawing(
        tables=tuple(
            Seated(seats=across(seats[a], seats[b]), why=tuple(_reasons(field.round, a, b, half, known)))
            for a, b in matched.tables
        )
        + tuple(Seated(across(pair.players, (STAND_IN, STAND_IN)), parts.notes) for pair in completed),
        byes=() if completed else tuple(entrant.entry for entrant in parts.resting),
        notes=(
            *reasons.counted_among(len(pairs), field.round),
            *parts.notes,
            *_notes(repeats, len(completed), matched.looked),
        ),
    )


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


def conflicts(pairs: Sequence[Entrant], field: Field) -> Conflicts:
    """Whom each of these pairs has met already, and from whom it is to be kept apart."""
    rank = {pair.entry: number for number, pair in enumerate(pairs)}
    before = {
        (rank[one], rank[other]): round
        for (one, other), round in met(field).items()
        if one in rank and other in rank and rank[one] < rank[other]
    }
    of = {player: number for number, pair in enumerate(pairs) for player in pair.players}
    kept = [
        Kept(tuple(sorted({of[player] for player in rule.players if player in of})), rule)
        for rule in Rules(field.apart, field.round).active
        if rule.kind != "partners"
    ]
    return Conflicts(len(pairs), before, kept)


def _reasons(round: int, a: int, b: int, half: int, known: Conflicts) -> Iterator[Why]:
    """Who meets, whom nearer to the ideal the two should not meet, and what is broken all the same."""
    yield Why("by lot {a} against {b}" if round == 1 else "{a} against {b}", reasons.ranks(a, b))
    for one, other, ideal in ((a, b, a + (half or 1)), (b, a, b - (half or 1))):
        for nearer in range(min(ideal, other + 1), max(ideal + 1, other)):
            if 0 <= nearer < known.size and nearer != one:
                yield from known.whys(one, nearer)
    for why in known.whys(a, b):
        yield reasons.unavoided(why)


def _notes(repeats: int, completed: int, looked: int | None) -> Iterator[Why]:
    if repeats:
        yield Why("{count} tables meet again: fewer are not possible", {"count": repeats})
    if looked is not None:
        yield Why("Nobody further than {count} ranks from the ideal was looked at", {"count": looked})
    if completed:
        yield Why("A pair of stand-ins completes the last table")
