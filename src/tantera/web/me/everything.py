"""All that the server keeps of somebody, as one file to take along: their matches as DGN, and the rest as JSON."""

from __future__ import annotations

import asyncio
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import msgspec
from litestar.datastructures import State
from msgspec import Struct

from tantera.notation import write
from tantera.tables import read_event
from tantera.tables.events import Audience, RefereeCalled, Said
from tantera.web.access.people import NameTaken, events_of
from tantera.web.access.recovery import Recoveries
from tantera.web.access.visitors import Sessions, Visitor
from tantera.web.calls.calling import Caller
from tantera.web.clock import month
from tantera.web.learning.progress import Learners
from tantera.web.me.figures import Figures, figures
from tantera.web.problems import NotAllowed, NotFound
from tantera.web.replays.library import Library, Unfinished
from tantera.web.tables.directory import MatchPlayed
from tantera.web.tables.hub import Hub
from tantera.web.tables.live import stream_of
from tantera.web.tournaments.folder import Tournaments
from tantera.web.tournaments.offices import Officers


class Named(Struct, frozen=True):
    name: str
    at: int
    """In milliseconds since 1970, as all times here."""


class KnownOn(Struct, frozen=True):
    """A device or a program that was theirs."""

    kind: str
    label: str
    since: int


class Written(Struct, frozen=True):
    """Something that they wrote at a table."""

    table: str
    at: int
    to: Audience
    text: str


class HadOffice(Struct, frozen=True):
    tournament: str
    role: str
    name: str
    """Of a player, the number in the list of entries."""


class Everything(Struct, frozen=True):
    """What `me.json` holds."""

    person: str
    names: list[Named]
    known_on: list[KnownOn]
    tables: list[str]
    """Open ones where they are, or which they opened."""
    matches: list[MatchPlayed]
    figures: Figures
    written: list[Written]
    offices: list[HadOffice]
    code_since: int | None
    """When their code on paper was made."""
    called_on: list[str]
    """The browsers on which they are called when it is their turn, by the addresses that those gave for it."""
    look: str
    """How they last chose their pages to look: ``dark.ivory.usual.left``."""
    lessons: list[str]
    """The tasks of lessons and the puzzles that they have solved, ``passing.2``, ``puzzle.42-7``, and whose days."""


async def everything_about(app: State, visitor: Visitor, played: list[MatchPlayed], lang: str) -> bytes:
    """A zip. A match that is not over is not in it: nobody looks back at its tiles until it is."""
    hub: Hub = app.hub
    sessions: Sessions = app.sessions
    library: Library = app.library
    recoveries: Recoveries = app.recoveries
    learners: Learners = app.learners
    caller: Caller = app.caller
    person, open_tables = visitor.person, hub.directory.tables_of(visitor.person)
    taken = [one for one in await events_of(hub.store, person) if isinstance(one, NameTaken)]
    kept = Everything(
        person=person,
        names=[Named(one.name, one.at) for one in taken],
        known_on=[KnownOn(one.kind, one.label, one.since) for one in await sessions.ever_listed(person)],
        tables=open_tables,
        matches=played,
        figures=figures(played, person, month),
        written=[
            one
            for table in dict.fromkeys([*open_tables, *(match.table for match in played)])
            for one in await _written(hub, table, person)
        ],
        offices=await _offices(app.tournaments, app.officers, person),
        code_since=await recoveries.since(person),
        called_on=[one.wish.endpoint for one in (await caller.wishes.get(person)).browsers],
        look=(await sessions.about(person)).look,
        lessons=sorted(await learners.of(person)),
    )
    files: dict[str, Any] = {"me.json": msgspec.json.format(msgspec.json.encode(kept), indent=2)}
    for match in played:
        try:
            replay = await library.match(match.table, match.number, person, lang)
        except (NotFound, NotAllowed, Unfinished):
            continue
        files[f"matches/{replay.file_name}"] = write(replay.document)
    return await asyncio.to_thread(_packed, files)


async def _written(hub: Hub, table: str, person: str) -> list[Written]:
    written = []
    for stored in await hub.store.read(stream_of(table)):
        if person.encode() not in stored.event:
            continue
        match read_event(stored.event):
            case Said(person=by, to=to, text=text, at=at) if by == person:
                written.append(Written(table, at, to, text))
            case RefereeCalled(person=by, reason=reason, at=at) if by == person:
                written.append(Written(table, at, "referee", reason))
    return written


async def _offices(tournaments: Tournaments, officers: Officers, person: str) -> list[HadOffice]:
    held = [(one.id, (await officers.all(one.id)).get(person)) for one in tuple(tournaments.all.values())]
    return [HadOffice(event, office.role, office.name) for event, office in held if office is not None]


def _packed(files: dict[str, Any]) -> bytes:
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return packed.getvalue()
