"""Which entries sat where in the rounds before, who joined later, who sits out: brackets and circles are made of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec import Struct

from tantera.formats.drawing.field import Entrant, Field, Past
from tantera.formats.why import Why

STAND_IN = ""
"""The seat of a stand-in."""
NOBODY = "—"
"""A seat that stays empty: the table is a default."""


class Met(Struct, frozen=True):
    """A table of two pairs, by their entries; None: stand-ins."""

    table: int
    home: str | None
    guest: str | None
    winner: str | None = None
    settled: bool = False
    """How it ended is known, even if nobody has won."""

    @property
    def loser(self) -> str | None:
        return {self.home: self.guest, self.guest: self.home}.get(self.winner) if self.winner else None


def entry_of(field: Field) -> dict[str, str]:
    """The entry of each player."""
    return {player: entrant.entry for entrant in (*field.everybody, *field.entrants) for player in entrant.players}


def here(field: Field) -> dict[str, Entrant]:
    """Who can be drawn, by entry, in the order of rank."""
    return {entrant.entry: entrant for entrant in field.entrants}


def tables_of(field: Field, round: int) -> list[Met]:
    """The tables of an earlier round, in their order."""
    of = entry_of(field)
    return [_met(past, of) for past in sorted(field.past, key=lambda past: past.table) if past.round == round]


def byes_of(field: Field, round: int) -> tuple[str, ...]:
    return next((entries for number, entries in field.byes if number == round), ())


def in_order(field: Field, entries: Iterable[str]) -> list[str]:
    """Entries in the order of rank."""
    rank = {entrant.entry: number for number, entrant in enumerate(field.entrants)}
    return sorted(entries, key=rank.__getitem__)


def late(field: Field, known: Iterable[str]) -> list[str]:
    """Who can be drawn, or was at some time, and is not among those known from the start: in the order of joining."""
    before = set(known)
    of = entry_of(field)
    joined: dict[str, int] = {}
    for past in field.past:
        for player in past.seats:
            if player in of:
                joined[of[player]] = min(past.round, joined.get(of[player], past.round))
    for round, entries in field.byes:
        for entry in entries:
            joined[entry] = min(round, joined.get(entry, round))
    for entrant in field.entrants:
        joined.setdefault(entrant.entry, field.round)
    lot = {entrant.entry: number for number, entrant in enumerate(field.everybody)}
    return sorted((entry for entry in joined if entry not in before), key=lambda one: (joined[one], lot.get(one, -1)))


def _met(past: Past, of: dict[str, str]) -> Met:
    home, guest = of.get(past.seats[0]), of.get(past.seats[1])
    won = next((of[player] for player in past.seats if player in past.winner and player in of), None)
    return Met(past.table, home, guest, winner=won, settled=past.settled or past.default or won is not None)


def across(home: Sequence[str], guests: Sequence[str]) -> tuple[str, str, str, str]:
    """The seats of two pairs: the home pair at 1 and 3 (TG-6.2).

    >>> across(("a", "b"), ("c", "d"))
    ('a', 'c', 'b', 'd')
    """
    return (home[0], guests[0], home[1], guests[1])


class Divided(Struct, frozen=True):
    """Those who play by themselves and those who are left over, both by rank, and the reasons."""

    playing: tuple[Entrant, ...]
    resting: tuple[Entrant, ...]
    """They sit out; a pair may play stand-ins instead."""
    notes: tuple[Why, ...]


def with_stand_ins(field: Field) -> Counter[str]:
    """How often each entry has played at a table that stand-ins completed: that is spread like byes."""
    of = entry_of(field)
    times: Counter[str] = Counter()
    for past in field.past:
        known = {of[player] for player in past.seats if player in of}
        if any(player not in of for player in past.seats):
            times.update(known)
    return times


def divided(field: Field, table: int) -> Divided:
    """The field divided by the size of a table, in entries: 4 individual, 2 pairs.

    Nobody sits out twice while somebody who can be drawn never has: fewest byes first says that, and more.

    >>> five = tuple(Entrant(entry, (entry,), sat_out) for entry, sat_out in zip("abcde", (0, 0, 0, 1, 1)))
    >>> [left.entry for left in divided(Field("individual", 2, 9, "seed", five), 4).resting]
    ['c']
    """
    entrants = field.entrants
    stood_in = with_stand_ins(field)
    times = [entrant.sat_out + stood_in[entrant.entry] for entrant in entrants]
    last_first = sorted(range(len(entrants)), key=lambda rank: (times[rank], -rank))
    out = sorted(last_first[: len(entrants) % table])
    chosen = set(out)
    return Divided(
        playing=tuple(entrant for rank, entrant in enumerate(entrants) if rank not in chosen),
        resting=tuple(entrants[rank] for rank in out),
        notes=tuple(_why(field, rank, times[rank], out) for rank in out),
    )


def _why(field: Field, rank: int, times: int, out: Sequence[int]) -> Why:
    facts: dict[str, str | int] = {"entry": field.entrants[rank].entry, "rank": rank + 1, "byes": times}
    lower = any(other not in out for other in range(rank + 1, len(field.entrants)))
    if field.options.stand_ins:
        return Why("{entry} (rank {rank}) plays with stand-ins: so far {byes} times, and nobody less often", facts)
    if lower:
        return Why(
            "{entry} (rank {rank}) sits out: {byes} byes so far; everybody ranked lower who plays has had more", facts
        )
    return Why("{entry} (rank {rank}) sits out: the lowest ranked, with {byes} byes so far", facts)
