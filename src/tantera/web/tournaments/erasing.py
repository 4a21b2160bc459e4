"""Somebody is forgotten by a tournament, or by the register and all of them, and by what the server keeps around it:
the live tables on which its rounds were played, who had an office at it, and the name that a phone was given when it
became the player's."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from typing import Final

from litestar.datastructures import State
from msgspec.json import encode

from tantera.play.log import write_event
from tantera.store import Rewritten, Store
from tantera.store.interface import Stored
from tantera.tables import read_event
from tantera.tables.erasing import called_so, erased
from tantera.tables.events import TableOpened
from tantera.tables.people import MOST_NAME
from tantera.tournament.erasing import Forgotten, forgotten, named
from tantera.tournament.hall.online import names_at
from tantera.tournament.hall.orders import ErasePerson
from tantera.tournament.names import called
from tantera.tournament.people import played_as
from tantera.tournament.state import TournamentState
from tantera.web.access.people import renamed
from tantera.web.access.visitors import Sessions
from tantera.web.replays.library import Library
from tantera.web.tables import directory
from tantera.web.tables.hub import Hub
from tantera.web.tables.live import stream_of
from tantera.web.tournaments.folder import Tournaments
from tantera.web.tournaments.live import LiveTournament
from tantera.web.tournaments.offices import Officers, without_name
from tantera.web.tournaments.register import KnownPeople

TABLES: Final = stream_of("")


async def erase_player(app: State, tournament: LiveTournament, order: ErasePerson, by: str) -> None:
    """Forget somebody in a tournament and around it; a refusal is raised. What fails halfway is done by the same order
    again, as far as names are still known."""
    hub: Hub = app.hub
    sessions: Sessions = app.sessions
    officers: Officers = app.officers
    library: Library = app.library
    player = order.player or ""
    rows = await tournament.with_file(lambda file: list(file.lines))
    person = forgotten(rows, player) if player else named(order.name or "")
    names = _names(tournament.state, player)
    await tournament.in_the_hall(order, by)
    phones = await officers.phones_of(tournament.id, player) if player else frozenset()
    search = _Search(hub.store, tournament.id, person, names | {name for name in (order.name,) if name})
    changed = await search.found(phones)
    if not changed:
        return
    await hub.store.rewrite(changed)
    officers.renew(tournament.id)
    sessions.renew(phones)
    await hub.renew(search.tables)
    library.forget()


async def erase_everywhere(app: State, key: str, at: str, by: str) -> None:
    """Forget somebody of the register in every tournament of this server, and then in the register itself: until that
    is done the same call finds what is left."""
    known: KnownPeople = app.known_people
    tournaments: Tournaments = app.tournaments
    register = await known.now()
    register.find(key)
    await tournaments.look()
    for tournament in tuple(tournaments.all.values()):
        for player in played_as(register, key, tournament.state):
            await erase_player(app, tournament, ErasePerson(player), f"director:{by.replace(':', ' ')}")
    await known.forget(key, at, by)


def _names(state: TournamentState, player: str) -> frozenset[str]:
    """All that a player may be called at a live table."""
    if player not in state.players:
        return frozenset()
    names = called(state)[player]
    sat = {
        name
        for round in state.published
        if (number := round.seat_of(player)) is not None
        for seat, name in zip(round.tables[number - 1].seats, names_at(state, round, number, MOST_NAME), strict=True)
        if seat == player and player not in round.stand_ins
    }
    return frozenset({names.own, names.full, names.short, *sat})


class _Search:
    """Everything around a tournament that has somebody's name in it."""

    def __init__(self, store: Store, event: str, person: Forgotten, names: frozenset[str]) -> None:
        self._store, self._event, self._person, self._names = store, event, person, names
        self.tables: set[str] = set()
        """Where they sat."""

    async def found(self, phones: Iterable[str]) -> list[Rewritten]:
        """The tournaments with those names, as they are to be."""
        office = f"office/{self._event}"
        offices = await self._store.read(office)
        changed = changed_in(office, ((one, self._without_office(one.event)) for one in offices))
        for phone in phones:
            stream = f"person/{phone}"
            names = await self._store.read(stream)
            changed += changed_in(stream, ((one, renamed(one.event, self._is_called)) for one in names))
        for head in await self._store.streams(TABLES):
            stored = await self._store.read(head.stream)
            changed += changed_in(head.stream, await asyncio.to_thread(self._of_table, head.stream, stored))
        changed += changed_in(directory.STREAM, self._of_directory(await self._store.read(directory.STREAM)))
        return changed

    def _is_called(self, name: str) -> bool:
        return name in self._names or self._person.is_called(name)

    def _without_office(self, line: bytes) -> bytes:
        return encode(without_name(line, self._is_called, lambda given: self._is_called(given.office.name)))

    def _of_table(self, stream: str, stored: list[Stored]) -> list[tuple[Stored, bytes]]:
        host = f'"event:{self._event}"'.encode()
        if not stored or host not in stored[0].event:
            return []
        events = [read_event(one.event) for one in stored]
        if not isinstance(events[0], TableOpened) or not any(map(self._is_called, events[0].reserved)):
            return []
        self.tables.add(stream.removeprefix(TABLES))
        names = frozenset(filter(self._is_called, events[0].reserved))
        changed = erased(events, called_so(events, names), names).changed
        return [(stored[version - 1], write_event(event)) for version, event in changed]

    def _of_directory(self, stored: list[Stored]) -> Iterator[tuple[Stored, bytes]]:
        for one in stored:
            entry = directory.read_entry(one.event)
            if isinstance(entry, directory.MatchPlayed) and entry.table in self.tables:
                yield one, encode(entry.without(frozenset(filter(self._is_called, entry.names))))


def changed_in(stream: str, events: Iterable[tuple[Stored, bytes]]) -> list[Rewritten]:
    """Those events of a stream that are to be otherwise."""
    return [Rewritten(stream, one.version, line) for one, line in events if line != one.event]
