"""The seeds of a tournament by what its people have won before."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from tantera.season.night import Night, night_of
from tantera.season.people import people_of
from tantera.season.rating import RatedPerson, rated
from tantera.tournament.orders import RatedBy
from tantera.tournament.presentation import Presentation


class SeedLine(Struct, frozen=True):
    """An entry, and what is known of its people; None of one who has never played."""

    entry: str
    people: tuple[RatedPerson | None, ...]

    @property
    def worth(self) -> float:
        """A pair is worth the sum of its two. Who has never played is worth nothing yet."""
        return sum(one.strength.shown for one in self.people if one is not None)


class Offer(Struct, frozen=True):
    """In which order the entries would be seeded, and by which tournaments."""

    lines: tuple[SeedLine, ...]
    rated_by: tuple[RatedBy, ...]

    @property
    def entries(self) -> tuple[str, ...]:
        return tuple(line.entry for line in self.lines)


def offered(event: Presentation, own: Night, nights: Sequence[Night]) -> Offer:
    """The entries, the strongest first; equals stand in the order of entering. `own` is the night of this event, of
    which nothing counts yet."""
    ratings = rated([night for night in nights if night.head != own.head])
    keys = people_of([*ratings.nights, own]).keys[-1]
    known = {one.person.key: one for one in ratings.players}
    entries = event.state.entries.values()
    lines = [SeedLine(entry.entry, tuple(known.get(keys[player]) for player in entry.ids)) for entry in entries]
    counted = [night for night in ratings.nights if any(match.rated for match in night.matches)]
    return Offer(
        tuple(sorted(lines, key=lambda line: -line.worth)),
        tuple(RatedBy(night.name, night.head) for night in counted),
    )


def by_rating(event: Presentation, nights: Sequence[Night]) -> Offer:
    """The same, of an event by itself."""
    return offered(event, night_of(event), nights)
