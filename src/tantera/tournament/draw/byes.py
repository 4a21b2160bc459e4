"""Who sits out, or plays with stand-ins: as few as possible, those who did least, of them the lowest ranked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from tantera.tournament.draw.field import Entrant, Field
from tantera.tournament.draw.roster import entry_of
from tantera.tournament.why import Why


class Divided(Struct, frozen=True):
    """Those who play by themselves and those who are left over, both by rank, and the reasons."""

    playing: tuple[Entrant, ...]
    resting: tuple[Entrant, ...]
    """They sit out; a pair may play stand-ins instead."""
    notes: tuple[Why, ...]


def with_stand_ins(field: Field) -> Counter[str]:
    """How often each entry has played at a table that stand-ins completed: that is spread like byes."""
    of = entry_of(field)
    found: Counter[str] = Counter()
    for past in field.past:
        known = {of[player] for player in past.seats if player in of}
        if any(player not in of for player in past.seats):
            found.update(known)
    return found


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
