"""Individual with changing partners (CI-1): round 1 by lot, then by rank, four by four."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tantera.tournament.draw.byes import divided
from tantera.tournament.draw.exchange import Exchange, exchanged
from tantera.tournament.draw.field import Drawing, Field, Seated
from tantera.tournament.draw.memory import Memory
from tantera.tournament.draw.reasons import counted_among, unavoided
from tantera.tournament.draw.regroup import Regrouped, regrouped
from tantera.tournament.draw.seating import OPPONENTS, PARTNERS, Seating, Trouble, tried
from tantera.tournament.why import Why

FOUR = 4
STAND_IN = ""
"""The seat of a stand-in."""


def draw(field: Field) -> Drawing:
    """Ranks 1-4 at table 1, 5-8 at table 2, …; sat so that nobody partners again whom they had, if it can be helped.

    What can be helped inside the table is; then by exchanges with the next one (`exchange`); and the reasons say what
    could not be.
    """
    parts = divided(field, FOUR)
    # Stand-ins: everybody plays, in the order of rank, and the last table is completed.
    plays, resting = (field.entrants, ()) if field.options.stand_ins else (parts.playing, parts.resting)
    players = [player for entrant in plays for player in entrant.players]
    count = len(players)
    players += [STAND_IN] * (-count % FOUR)
    seating = Seating(players, Memory(field), tried(field.options.table_seating, field.round))
    tables = [list(range(first, first + FOUR)) for first in range(0, len(players), FOUR)]
    tables, exchanges = exchanged(tables, seating.cost, movable=count)
    tables, anew = regrouped(tables, seating) if count == len(players) else (tables, ())
    seated = [seating.seats(table) for table in tables]
    left = [[*seating.troubles(seats)] if seating.weight(seats) else [] for seats in seated]
    return Drawing(
        tables=tuple(
            Seated(
                seats=tuple(players[rank] for rank in seats),
                why=tuple(_reasons(field.round, number, seats, seating, exchanges, anew, left[number])),
            )
            for number, seats in enumerate(seated)
        ),
        byes=tuple(entrant.entry for entrant in resting),
        notes=(
            *counted_among(count, field.round),
            *(parts.notes if resting else ()),
            *_left(left),
            *_completed(len(players) - count),
        ),
    )


def _reasons(
    round: int,
    table: int,
    seats: Sequence[int],
    seating: Seating,
    exchanges: Sequence[Exchange],
    anew: Sequence[Regrouped],
    left: Sequence[Trouble],
) -> Iterator[Why]:
    numbers: dict[str, str | int] = {
        name: rank + 1 for name, rank in zip(("one", "two", "three", "four"), seats, strict=True)
    }
    yield Why(
        "by lot {one} and {three} against {two} and {four}"
        if round == 1
        else "{one} and {three} against {two} and {four}",
        numbers,
    )
    for exchange in exchanges:
        if table in (exchange.upper, exchange.lower):
            yield told(exchange, table)
    for tables in anew:
        if tables.first <= table <= tables.last:
            facts: dict[str, str | int] = {"first": tables.first + 1, "last": tables.last + 1}
            yield Why("tables {first} to {last} were made anew together: exchanges were not enough", facts)
    told_of = [trouble.why for trouble in left]
    for way in seating.better_ways(seats):
        for trouble in seating.troubles(way):
            if trouble.why not in told_of:
                told_of.append(trouble.why)
                yield trouble.why
                break
    for trouble in left:
        yield unavoided(trouble.why)


def told(exchange: Exchange, table: int) -> Why:
    """An exchange, as the tables that it touched tell it."""
    up = table == exchange.upper
    facts: dict[str, str | int] = {
        "comes": (exchange.up if up else exchange.down) + 1,
        "leaves": (exchange.down if up else exchange.up) + 1,
        "other": (exchange.lower if up else exchange.upper) + 1,
        "table": exchange.table + 1,
    }
    return Why(
        "{comes} comes from table {other} and {leaves} goes there: "
        "table {table} could not be seated without breaking a rule",
        facts,
    )


def _left(left: Sequence[Sequence[Trouble]]) -> Iterator[Why]:
    weights = [trouble.weight for troubles in left for trouble in troubles]
    if partners := weights.count(PARTNERS):
        yield Why("{count} times partners again: fewer were not found", {"count": partners})
    if opponents := weights.count(OPPONENTS):
        yield Why("{count} times opponents again: fewer were not found", {"count": opponents})


def _completed(empty: int) -> Iterator[Why]:
    if empty:
        yield Why("Stand-ins complete the last table: {count}", {"count": empty})
