"""The halls that a server keeps: which of its tournaments share one, and how its tables stand."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence
from typing import Final

from msgspec import Struct, field

from tantera.store import Store
from tantera.web.folds import Folded, Folds, Kept
from tantera.web.problems import NotFound
from tantera.web.tournaments.folder import Tournaments, free_slug
from tantera.web.tournaments.live import LiveTournament

_ONE: Final = "kept"


class HallForm(Struct, frozen=True):
    name: str
    events: tuple[str, ...]
    """Tournaments of this server, by their ids; the first is A on the plan."""
    rows: tuple[tuple[tuple[str, int], ...], ...] = ()
    """Tables as they stand, by tournament and number."""


class HallSet(Kept, frozen=True, tag="hall_set.1"):
    """From now on a hall is like this."""

    id: str
    form: HallForm
    by: str
    at: str


class HallRemoved(Kept, frozen=True, tag="hall_removed.1"):
    id: str
    by: str
    at: str


AnyKeptHallEvent = HallSet | HallRemoved


class KeptHalls(Folded, frozen=True):
    forms: dict[str, HallForm] = field(default_factory=dict)


def _evolve(kept: KeptHalls, event: AnyKeptHallEvent) -> KeptHalls:
    others = {name: form for name, form in kept.forms.items() if name != event.id}
    if isinstance(event, HallRemoved):
        return KeptHalls(forms=others)
    return KeptHalls(forms=kept.forms | {event.id: event.form})


class SharedHall(Struct, frozen=True):
    """A hall with its tournaments, in the order of their letters."""

    id: str
    form: HallForm
    here: tuple[LiveTournament, ...]

    @property
    def events(self) -> tuple[str, ...]:
        return tuple(one.id for one in self.here)


class SharedHalls:
    def __init__(self, store: Store, tournaments: Tournaments) -> None:
        self._tournaments = tournaments
        self._folds: Folds[KeptHalls, AnyKeptHallEvent] = Folds(store, "halls/", KeptHalls(), _evolve, AnyKeptHallEvent)

    async def all(self) -> list[SharedHall]:
        return [self._live(name, form) for name, form in (await self._folds.get(_ONE)).forms.items()]

    async def find(self, name: str) -> SharedHall:
        form = (await self._folds.get(_ONE)).forms.get(name)
        if form is None:
            raise NotFound
        return self._live(name, form)

    async def of(self, tournament: str) -> list[SharedHall]:
        """Those in which a tournament is played."""
        return [one for one in await self.all() if tournament in one.events]

    async def save(self, name: str, form: HallForm, by: str, at: str) -> str:
        """A new one where no name is given; the id of it is said."""

        def decide(kept: KeptHalls) -> Sequence[AnyKeptHallEvent]:
            nonlocal name
            if name and name not in kept.forms:
                raise NotFound
            name = name or free_slug(form.name, kept.forms)
            return [HallSet(name, form, by, at)] if kept.forms.get(name) != form else []

        await self._folds.add(_ONE, decide)
        return name

    async def remove(self, name: str, by: str, at: str) -> None:
        """The hall goes; its tournaments stay as they are."""
        await self._folds.add(_ONE, lambda kept: [HallRemoved(name, by, at)] if name in kept.forms else [])

    def _live(self, name: str, form: HallForm) -> SharedHall:
        here = (self._tournaments.all[event] for event in form.events if event in self._tournaments.all)
        return SharedHall(name, form, tuple(here))


async def first_of(waits: Sequence[Awaitable[object]]) -> None:
    """Wait until one of these is over; the others are not waited for any longer."""
    if not waits:
        return
    tasks = [asyncio.ensure_future(one) for one in waits]
    try:
        await asyncio.wait(tasks, return_when="FIRST_COMPLETED")
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
