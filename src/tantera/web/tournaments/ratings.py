"""How strong everybody is by all the tournaments of a server: worked out beside the pages, once as long as nothing
changes. Who is one person in the register is one here, by whatever number a tournament knows them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from msgspec.structs import replace

from tantera.season.night import Night, night_of
from tantera.season.rating import Ratings, rated
from tantera.season.seeding import Offer, offered
from tantera.tournament.people import Register
from tantera.tournament.presentation import Presentation
from tantera.web.tournaments.folder import Tournaments
from tantera.web.tournaments.live import LiveTournament
from tantera.web.tournaments.register import KnownPeople


class KnownRatings:
    def __init__(self, tournaments: Tournaments, people: KnownPeople) -> None:
        self._tournaments, self._people = tournaments, people
        self._last: tuple[tuple[object, ...], Ratings] | None = None

    async def now(self) -> Ratings:
        """A `Problem` is raised where nobody can say who is who."""
        register = await self._people.now()
        events = [one.presentation for one in self._tournaments.all.values()]
        made_of = (register, *events)
        if self._last is None or self._last[0] != made_of:
            self._last = made_of, await asyncio.to_thread(_rated, events, register)
        return self._last[1]

    async def seeds(self, event: LiveTournament) -> Offer:
        """In which order the entries would be seeded by what their people have won in the other tournaments."""
        register = await self._people.now()
        others = [one.presentation for one in self._tournaments.all.values() if one is not event]
        return await asyncio.to_thread(_offered, event.presentation, others, register)


def _rated(events: Sequence[Presentation], register: Register) -> Ratings:
    return rated([_night(event, register) for event in events])


def _offered(event: Presentation, others: Sequence[Presentation], register: Register) -> Offer:
    return offered(event, _night(event, register), [_night(one, register) for one in others])


def _night(event: Presentation, register: Register) -> Night:
    night = night_of(event)
    people = {
        name: replace(one, key=register.now_called(one.key)) if one.key else one for name, one in night.people.items()
    }
    return replace(night, people=people)
