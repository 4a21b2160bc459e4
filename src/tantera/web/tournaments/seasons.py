"""The seasons that a server keeps: which of its tournaments each has, and its table as it stands now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct, field

from tantera.season.form import SeasonForm
from tantera.season.night import date_of, night_of
from tantera.season.table import SeasonTable, season
from tantera.store import Store
from tantera.web.folds import Folded, Folds, Kept
from tantera.web.problems import NotFound
from tantera.web.tournaments.folder import Tournaments, free_slug
from tantera.web.tournaments.live import LiveTournament

_ONE: Final = "kept"


class SeasonSet(Kept, frozen=True, tag="season_set.1"):
    """From now on a season is like this; its events are the ids of tournaments of this server."""

    id: str
    form: SeasonForm
    by: str
    at: str


class SeasonRemoved(Kept, frozen=True, tag="season_removed.1"):
    id: str
    by: str
    at: str


AnySeasonEvent = SeasonSet | SeasonRemoved


class KeptSeasons(Folded, frozen=True):
    forms: dict[str, SeasonForm] = field(default_factory=dict)


def _evolve(kept: KeptSeasons, event: AnySeasonEvent) -> KeptSeasons:
    others = {name: form for name, form in kept.forms.items() if name != event.id}
    if isinstance(event, SeasonRemoved):
        return KeptSeasons(forms=others)
    return KeptSeasons(forms=kept.forms | {event.id: event.form})


class LiveSeason(Struct, frozen=True):
    """A season with its tournaments, the oldest first."""

    id: str
    form: SeasonForm
    nights: tuple[LiveTournament, ...]

    @property
    def current(self) -> LiveTournament | None:
        """The night of which there may be news: the last that has begun, else the last."""
        begun = [night for night in self.nights if night.state.published]
        return next(reversed(begun or self.nights), None)


class Seasons:
    def __init__(self, store: Store, tournaments: Tournaments) -> None:
        self._tournaments = tournaments
        self._folds: Folds[KeptSeasons, AnySeasonEvent] = Folds(
            store, "seasons/", KeptSeasons(), _evolve, AnySeasonEvent
        )
        self._tables: dict[str, tuple[tuple[object, ...], SeasonTable]] = {}
        """The last table of each, and what it was made of."""

    async def all(self) -> list[LiveSeason]:
        return [self._live(name, form) for name, form in (await self._folds.get(_ONE)).forms.items()]

    async def find(self, name: str) -> LiveSeason:
        form = (await self._folds.get(_ONE)).forms.get(name)
        if form is None:
            raise NotFound
        return self._live(name, form)

    async def of(self, tournament: str) -> list[LiveSeason]:
        """Those that a tournament counts for."""
        return [one for one in await self.all() if tournament in one.form.events]

    async def save(self, name: str, form: SeasonForm, by: str, at: str) -> str:
        """A new one where no name is given; the id of it is said."""

        def decide(kept: KeptSeasons) -> Sequence[AnySeasonEvent]:
            nonlocal name
            if name and name not in kept.forms:
                raise NotFound
            name = name or free_slug(form.name, kept.forms)
            return [SeasonSet(name, form, by, at)] if kept.forms.get(name) != form else []

        await self._folds.add(_ONE, decide)
        return name

    async def remove(self, name: str, by: str, at: str) -> None:
        """The season goes; its tournaments stay as they are."""
        await self._folds.add(_ONE, lambda kept: [SeasonRemoved(name, by, at)] if name in kept.forms else [])

    def table(self, one: LiveSeason) -> SeasonTable:
        """As it stands. A `Problem` is raised where nobody can say who is who."""
        made_of = one.form, *(night.presentation for night in one.nights)
        known = self._tables.get(one.id)
        if known is None or known[0] != made_of:
            known = made_of, season(one.form, [night_of(night.presentation) for night in one.nights])
            self._tables[one.id] = known
        return known[1]

    def _live(self, name: str, form: SeasonForm) -> LiveSeason:
        here = [self._tournaments.all[event] for event in form.events if event in self._tournaments.all]
        return LiveSeason(name, form, tuple(sorted(here, key=lambda night: (date_of(night.state), night.id))))
