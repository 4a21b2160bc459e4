"""A new tournament *as the last one*: what a club's night hands on to the next."""

from __future__ import annotations

from typing import Any, Final

from msgspec import Struct

from tantera.tournament.orders import Create
from tantera.tournament.state import TournamentState

_OF_ITS_DAY: Final = frozenset({"registration"})
"""Options that were of one day only."""


class Pattern(Struct, frozen=True):
    """What goes on: the law, and where and whose it is. Name, seed, day and people are the new one's."""

    create: Create
    about: dict[str, Any]
    """Of an `edit_event`; empty: nothing."""


def pattern(tournament: TournamentState) -> Pattern:
    """A club's own book is not part of it: whoever makes the new one finds it by its id."""
    options = {key: value for key, value in tournament.said.items() if key not in _OF_ITS_DAY}
    create = Create(tournament.name, tournament.book, tournament.format, tournament.rounds, None, options)
    said = {"venue": tournament.about.venue, "organiser": tournament.about.organiser, "texts": tournament.about.texts}
    return Pattern(create, {key: value for key, value in said.items() if value})
