"""Pairs, Swiss system: by rank, without repeats.

In this order: no hard keep-apart broken, as few repeats as possible, no soft keep-apart broken, the least sum of
squared distances from the ideal. A lightest perfect matching says exactly that (`matching`); which meetings it has to
look at is proved there, so that ten thousand pairs are no complete graph.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tantera.formats.drawing import reasons
from tantera.formats.drawing.field import Drawing, DrawnTable, DrawOptions, Entrant, Field, Violation
from tantera.formats.drawing.matching import Conflicts, KeptApart, folded, neighbours
from tantera.formats.drawing.memory import Rules
from tantera.formats.drawing.roster import STAND_IN, across, divided, entry_of
from tantera.formats.drawing.violations import always, fair_byes, higher_at_home, nobody_left
from tantera.formats.format import Format, Setting
from tantera.formats.individual import OUT_AFTER_LOSSES
from tantera.formats.why import Why
from tantera.words import Phrase


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
            DrawnTable(seats=across(seats[a], seats[b]), why=tuple(_reasons(field.round, a, b, half, known)))
            for a, b in matched.tables
        )
        + tuple(DrawnTable(across(pair.players, (STAND_IN, STAND_IN)), parts.notes) for pair in completed),
        byes=() if completed else tuple(entrant.entry for entrant in parts.resting),
        notes=(
            *reasons.counted_among(len(pairs), field.round),
            *parts.notes,
            *_notes(repeats, len(completed), matched.looked),
        ),
    )


def met(field: Field) -> dict[tuple[str, str], int]:
    """Which entries have met, and the last round in which they did. A default is no meeting."""
    of = {player: pair.entry for pair in (*field.everybody, *field.entrants) for player in pair.players}
    rounds: dict[tuple[str, str], int] = {}
    for past in field.past:
        home, guests = of.get(past.seats[0]), of.get(past.seats[1])
        if home is None or guests is None or past.default:
            continue
        for both in ((home, guests), (guests, home)):
            rounds[both] = max(past.round, rounds.get(both, 0))
    return rounds


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
        KeptApart(tuple(sorted({of[player] for player in rule.players if player in of})), rule)
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


def met_again(field: Field, drawing: Drawing) -> Iterator[Violation]:
    """Swiss: a repeat is hard where a pairing with fewer exists."""
    violations = [*_met_again(field, drawing)]
    if violations:
        fewest = sum(1 for _ in _met_again(field, draw(field)))
        for violation in violations:
            yield Violation(
                len(violations) > fewest, violation.code, violation.why, violation.table, players=violation.players
            )


def _met_again(field: Field, drawing: Drawing) -> Iterator[Violation]:
    of = entry_of(field)
    before = met(field)
    for number, table in enumerate(drawing.tables, 1):
        one, other = of.get(table.seats[0]), of.get(table.seats[1])
        if one and other and (round := before.get((one, other))) is not None:
            facts: dict[str, str | int] = {"entry": one, "other": other, "round": round}
            why = Why("{entry} and {other} met in round {round}", facts)
            yield Violation(True, "met_again", why, number, table.seats)


def _law(options: DrawOptions) -> Phrase:
    if options.pairing == "neighbours":
        return Phrase("By the standings, with the neighbour: 1 against 2, 3 against 4. Nobody meets twice if possible")
    return Phrase("By the standings, the upper half against the lower half. Nobody meets twice if possible")


PAIRING = Setting(
    "pairing",
    "How a Swiss round is paired",
    choices=(
        ("neighbours", "neighbours: 1 against 2, 3 against 4"),
        ("folded", "folded: the upper half against the lower"),
    ),
)
ACCELERATED = Setting(
    "accelerated",
    "Accelerated rounds",
    "a large field that is seeded: in so many rounds its upper half plays among itself",
)
FORMAT = Format(
    name="pairs-swiss",
    words="pairs, Swiss system",
    listed=2,
    enters="pair",
    draw=draw,
    checks=(*always("pair"), nobody_left, fair_byes, met_again, higher_at_home),
    asks=(PAIRING, OUT_AFTER_LOSSES, ACCELERATED),
    by_rank=True,
    usual_for="pairs",
    law=_law,
)
