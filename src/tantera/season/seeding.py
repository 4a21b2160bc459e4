"""The seeds of a tournament by what its people have won before."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from tantera.season.night import Night, night_of
from tantera.season.people import people_of
from tantera.season.rating import RatedPerson, rated
from tantera.tournament.presentation import Presentation


class SeedLine(Struct, frozen=True):
    """An entry, and what is known of its people; None of one who has never played."""

    entry: str
    people: tuple[RatedPerson | None, ...]

    @property
    def worth(self) -> float:
        """A pair is worth the sum of its two. Who has never played is worth nothing yet."""
        return sum(one.strength.shown for one in self.people if one is not None)


def offered(event: Presentation, own: Night, nights: Sequence[Night]) -> list[SeedLine]:
    """The entries in order, the strongest first; equals stand in the order of entering. `own` is the night of this
    event, of which nothing counts yet."""
    ratings = rated([night for night in nights if night.head != own.head])
    keys = people_of([*ratings.nights, own]).keys[-1]
    known = {one.person.key: one for one in ratings.players}
    entries = event.state.entries.values()
    lines = [SeedLine(entry.entry, tuple(known.get(keys[player]) for player in entry.ids)) for entry in entries]
    return sorted(lines, key=lambda line: -line.worth)


def by_rating(event: Presentation, nights: Sequence[Night]) -> list[str]:
    """The entries in that order."""
    return [line.entry for line in offered(event, night_of(event), nights)]
