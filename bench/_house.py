"""A house full of tables for `bench scale`: two people at each, a match begun, and nobody there. Written by the rooms
that a server writes with, without one: the first table as people open it, the others like it."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from tantera.rules import with_options
from tantera.store import open_store
from tantera.tables import Settings, Times
from tantera.tables.orders import Enter, Sit
from tantera.web.access.visitors import Visitor
from tantera.web.app import create_app
from tantera.web.clock import now
from tantera.web.config import Config, Limits
from tantera.web.tables.directory import TableListed, TableShown
from tantera.web.tables.hub import Hub, shown

MANY = 10**9
LIMITS = Limits(
    requests_a_minute=MANY, newcomers_a_minute=MANY, sockets_an_address=MANY, sockets=MANY, frames_a_second=MANY,
    burst=MANY, tables_a_person=MANY, tables=MANY, connections_an_address=MANY,
)  # fmt: skip
_AT_ONCE = 500
HOUR = 3_600_000


class Seat(NamedTuple):
    table: str
    cookie: str


def prepared(where: Path | str, tables: int) -> list[Seat]:
    """So many tables of two, each with a match that has begun: who sits where, table by table."""
    return asyncio.run(_prepared(where, tables))


async def _prepared(where: Path | str, tables: int) -> list[Seat]:
    store = open_store(where)
    try:
        app = await create_app(Config(where, limits=LIMITS), store)
        await app.state.hub.directory.load()
        first = await _first(app)
        seats = [seat for seat, _ in first]
        written = {
            stream: [one.event for one in await store.read(stream)]
            for head in await store.streams()
            if (stream := head.stream).startswith(("table/", "session/", "person/"))
        }
        for begun in range(1, tables, _AT_ONCE):
            copies = [_copied(app.state.hub.code_of, first, written) for _ in range(min(_AT_ONCE, tables - begun))]
            await asyncio.gather(*(store.append(name, 0, lines) for copy in copies for name, lines in copy.streams))
            listed = [entry for copy in copies for entry in (TableListed(copy.table, now()), copy.shown(app.state.hub))]
            await app.state.hub.directory.add(*listed)
            seats += [Seat(copy.table, token) for copy in copies for token in copy.tokens]
        app.state.hub.bots.close()
    finally:
        await store.close()
    return seats


async def _first(app: Any) -> list[tuple[Seat, Visitor]]:
    """The table that the others are like, opened as people do."""
    hub, sessions = app.state.hub, app.state.sessions
    book = with_options(hub.books("clasico"), {"players": 2, "play": "alone"}, "5000p")
    settings = Settings(fill=False, public=True, times=Times(entropy=0, move=HOUR, grace=HOUR, idle=HOUR))
    (token, ana), (other, bea) = await sessions.begin(name="Ana"), await sessions.begin(name="Bea")
    table = await hub.open(book, ana.person, ana.name, settings)
    await table.order(Sit(1), ana.person)
    await table.order(Enter("Bea", code=hub.code_of(table.id)), bea.person)
    await table.order(Sit(2), bea.person)
    while hub.directory.shown[table.id] != shown(table.id, table.state):
        await asyncio.sleep(0.01)
    table.let_go()
    return [(Seat(table.id, token), ana), (Seat(table.id, other), bea)]


class Copy(NamedTuple):
    table: str
    like: str
    """The table that it was copied from."""
    people: tuple[str, ...]
    tokens: tuple[str, ...]
    streams: list[tuple[str, list[bytes]]]

    def shown(self, hub: Hub) -> TableShown:
        return replace(hub.directory.shown[self.like], table=self.table, host=self.people[0], people=self.people)


def _copied(code_of: Callable[[str], str], first: list[tuple[Seat, Visitor]], written: dict[str, list[bytes]]) -> Copy:
    """The same with a table, people and sessions of its own."""
    like, table = first[0][0].table, secrets.token_hex(6)
    tokens, people = [secrets.token_urlsafe(24) for _ in first], [secrets.token_hex(8) for _ in first]
    names = {like: table, code_of(like): code_of(table)}
    for (_, visitor), token, person in zip(first, tokens, people, strict=True):
        names |= {visitor.person: person, visitor.session: sha256(token.encode()).hexdigest()[:40]}

    def renamed(text: bytes) -> bytes:
        for old, new in names.items():
            text = text.replace(old.encode(), new.encode())
        return text

    streams = [(renamed(name.encode()).decode(), [*map(renamed, lines)]) for name, lines in written.items()]
    return Copy(table, like, tuple(people), tuple(tokens), streams)


if __name__ == "__main__":
    import sys
    import time

    began = time.monotonic()
    found = prepared(Path(sys.argv[1]), int(sys.argv[2]))
    (Path(sys.argv[1]) / "seats.json").write_text(json.dumps(found))
    print(f"{len(found)} seats in {time.monotonic() - began:.1f} s")
