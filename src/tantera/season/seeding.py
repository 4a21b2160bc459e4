"""The seeds of a tournament by what its people have won before."""

from __future__ import annotations

from collections.abc import Sequence

from tantera.season.night import Night, night_of
from tantera.season.people import people_of
from tantera.season.rating import rated
from tantera.tournament.presentation import Presentation


def by_rating(event: Presentation, nights: Sequence[Night]) -> list[str]:
    """The entries in order, the strongest first: a pair by the sum of its two. Who has never played is worth nothing
    yet; equals stand in the order of entering."""
    own = night_of(event)
    before = [night for night in nights if night.head != own.head]
    ratings = rated(before)
    keys = people_of([*ratings.nights, own]).keys[-1]
    worth = {one.person.key: one.strength.shown for one in ratings.players}
    entries = event.state.entries
    return sorted(entries, key=lambda entry: -sum(worth.get(keys[player], 0.0) for player in entries[entry].ids))
