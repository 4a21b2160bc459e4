"""Who sits out: as few as possible, those with the fewest byes so far, of them the lowest ranked."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from tantera.tournament.draw.field import Entrant
from tantera.tournament.why import Why


class Divided(Struct, frozen=True):
    """Those who play, those who sit out, both by rank, and the reasons."""

    playing: tuple[Entrant, ...]
    resting: tuple[Entrant, ...]
    notes: tuple[Why, ...]


def divided(entrants: Sequence[Entrant], table: int, stand_ins: bool = False) -> Divided:
    """The field divided by the size of a table, in entries: 4 individual, 2 pairs.

    Nobody sits out twice while somebody who can be drawn never has: fewest byes first says that, and more.

    >>> five = [Entrant(entry, (entry,), sat_out) for entry, sat_out in zip("abcde", (0, 0, 0, 1, 1))]
    >>> [resting.entry for resting in divided(five, 4).resting]
    ['c']
    """
    count = 0 if stand_ins else len(entrants) % table
    last_first = sorted(range(len(entrants)), key=lambda rank: (entrants[rank].sat_out, -rank))
    out = sorted(last_first[:count])
    chosen = set(out)
    return Divided(
        playing=tuple(entrant for rank, entrant in enumerate(entrants) if rank not in chosen),
        resting=tuple(entrants[rank] for rank in out),
        notes=tuple(_why(entrants, rank, out) for rank in out),
    )


def _why(entrants: Sequence[Entrant], rank: int, out: Sequence[int]) -> Why:
    who = entrants[rank]
    facts: dict[str, str | int] = {"entry": who.entry, "rank": rank + 1, "byes": who.sat_out}
    lower = [other for other in range(rank + 1, len(entrants)) if other not in out]
    if not lower:
        return Why("{entry} (rank {rank}) sits out: the lowest ranked, with {byes} byes so far", facts)
    return Why(
        "{entry} (rank {rank}) sits out: {byes} byes so far; everybody ranked lower who plays has had more", facts
    )
