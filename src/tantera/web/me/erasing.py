"""Somebody is forgotten: their name at every table and in every replay becomes "—", which people read as *somebody*,
and nothing knows them any more. What others wrote at a table where they were loses the name as well.

This is the one place where events that are written are changed (`Store.rewrite`): versions and order stay, and every
hash over the log holds, because none of them is over a name. The ids of the person and of the programs that played for
them stay in the streams; nothing says any longer whose they are.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import suppress

from litestar.datastructures import State
from msgspec.json import encode

from tantera.play.actors import DIRECTOR
from tantera.play.log import write_event
from tantera.store import Rewritten, Store
from tantera.store.interface import Stored
from tantera.tables import TableState, read_event
from tantera.tables.erasing import erased
from tantera.tables.orders import CloseTable, Leave
from tantera.tournament.hall.orders import AskErasure
from tantera.tournament.orders import Refused
from tantera.web.access.measure import Crowd
from tantera.web.access.people import NameTaken, without_names
from tantera.web.access.recovery import Recoveries
from tantera.web.access.visitors import Sessions
from tantera.web.calls.wishes import PREFIX, without_browser
from tantera.web.replays.library import Library
from tantera.web.tables import directory
from tantera.web.tables.hub import Hub
from tantera.web.tables.socket import NOT_ALLOWED
from tantera.web.tournaments.erasing import TABLES, changed_in
from tantera.web.tournaments.folder import Tournaments
from tantera.web.tournaments.offices import OfficeGiven, Officers, without_name
from tantera.words import Phrase, Problem


class SeatAtTournament(Problem):
    """Somebody whose name cannot go yet: others play a round against it."""

    code = "seat_at_tournament"


async def erase(app: State, person: str) -> None:
    """Forget somebody, and the programs that play for them: they leave every table first. Refused as
    `SeatAtTournament` while they have a seat in a round of a tournament.

    What fails halfway is done by the same call again.
    """
    hub: Hub = app.hub
    sessions: Sessions = app.sessions
    officers: Officers = app.officers
    library: Library = app.library
    crowd: Crowd = app.crowd
    listed = await sessions.ever_listed(person)
    people = {person, *[await sessions.whose(one.session) for one in listed if one.kind == "bot"]}
    await _leave_tables(hub, people)
    await _ask_organisers(app.tournaments, officers, person)
    search = _Search(hub.store, people)
    await hub.store.rewrite(await search.found())
    await sessions.erased(people)  # nobody is let in as one of them any more, and nothing new is written in their name
    if late := await search.found():  # what was on its way meanwhile
        await hub.store.rewrite(late)
    for event in search.offices:
        await officers.erased(event, people)
    recoveries: Recoveries = app.recoveries
    await recoveries.end(person)
    for one in listed:
        await sessions.close(person, one.session)
        crowd.close_all(NOT_ALLOWED, one.session)
    for somebody in people:
        app.caller.wishes.forget(somebody)
    await hub.renew(search.tables)
    library.forget()


async def _ask_organisers(tournaments: Tournaments, officers: Officers, person: str) -> None:
    """Where this phone is a player's, whoever runs the tournament is asked to erase that player. It is not done at
    once: a card or a slip that somebody else picked up makes a phone the player's just as well."""
    for tournament in tuple(tournaments.all.values()):
        office = (await officers.all(tournament.id)).get(person)
        if office is not None and office.role == "player":
            with suppress(Refused):  # it has been said
                await tournament.in_the_hall(AskErasure(), office.by)


async def _leave_tables(hub: Hub, people: set[str]) -> None:
    """A table where nobody else plays closes; at the others a bot goes on in their place. A round of a tournament is
    not left by halves: its director has put them there."""
    await hub.directory.load()
    there = [(table, one) for one in people for table in await hub.tables_of(one) if table.state.guest(one)]
    for table, one in there:
        if _is_owed_to_a_tournament(table.state, one):
            why = "you have a seat at table {code}, of a tournament: your name can go when its match is over"
            raise SeatAtTournament(Phrase(why, code=hub.code_of(table.id)))
    for table, one in there:
        if table.state.closed is None:
            await table.order(Leave(), one)
        if table.state.closed is None and table.state.players and people.issuperset(table.state.players):
            await table.order(CloseTable("left"), DIRECTOR)


def _is_owed_to_a_tournament(table: TableState, person: str) -> bool:
    if table.seat_of(person) is None or table.closed is not None or not table.reserved:
        return False
    return table.match is None or table.in_play is not None or table.series_open


class _Search:
    """Everything that has the names of some people in it."""

    def __init__(self, store: Store, people: set[str]) -> None:
        self._store, self._people = store, people
        self._marks = [f'"{person}"'.encode() for person in people]
        self._names: set[str] = set()
        """What they called themselves."""
        self._names_at: dict[str, frozenset[str]] = {}
        """What they were called, by table."""
        self.tables: set[str] = set()
        """Where they have ever been."""
        self.offices: set[str] = set()
        """The events at which somebody has an office."""

    async def found(self) -> list[Rewritten]:
        """The events with those names, as they are to be."""
        changed: list[Rewritten] = []
        for person in self._people:
            stream = f"person/{person}"
            changed += changed_in(stream, self._of_person(await self._store.read(stream)))
            calls = await self._store.read(PREFIX + person)
            changed += changed_in(PREFIX + person, ((one, without_browser(one.event)) for one in calls))
        for head in await self._store.streams(TABLES):
            stored = await self._store.read(head.stream)
            changed += changed_in(head.stream, await asyncio.to_thread(self._of_table, head.stream, stored))
        changed += changed_in(directory.STREAM, self._of_directory(await self._store.read(directory.STREAM)))
        for head in await self._store.streams("office/"):
            self.offices.add(head.stream.removeprefix("office/"))
            told = await self._store.read(head.stream)
            new = ((one, encode(without_name(one.event, self._names.__contains__, self._holds))) for one in told)
            changed += changed_in(head.stream, new)
        return changed

    def _holds(self, given: OfficeGiven) -> bool:
        return given.person in self._people

    def _of_person(self, stored: list[Stored]) -> list[tuple[Stored, bytes]]:
        pairs = [(one, without_names(one.event)) for one in stored]
        self._names |= {old.name for _, (old, _) in pairs if isinstance(old, NameTaken)}
        return [(one, encode(new)) for one, (old, new) in pairs if new != old]

    def _of_table(self, stream: str, stored: list[Stored]) -> list[tuple[Stored, bytes]]:
        if not any(mark in one.event for one in stored for mark in self._marks):
            return []
        table = stream.removeprefix(TABLES)
        self.tables.add(table)
        events = [read_event(one.event) for one in stored]
        names, changed = erased(events, self._people, elsewhere=frozenset(self._names))
        self._names_at[table] = self._names_at.get(table, frozenset()) | names
        return [(stored[version - 1], write_event(event)) for version, event in changed]

    def _of_directory(self, stored: list[Stored]) -> Iterable[tuple[Stored, bytes]]:
        for one in stored:
            entry = directory.read_entry(one.event)
            if isinstance(entry, directory.MatchPlayed) and self._people & set(entry.people):
                yield one, encode(entry.without(self._names_at.get(entry.table, frozenset())))
