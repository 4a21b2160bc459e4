"""Which entries sat where in the rounds before, and who joined later: what brackets, circles and groups are made of."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from tantera.tournament.draw.field import Entrant, Field, Past


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
