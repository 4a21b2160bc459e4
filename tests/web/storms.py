"""Load for a server that is about to be killed: people at several tables who play as fast as they can, note everything
that was acknowledged, and send again what was not, under the same id."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from contextlib import suppress
from random import Random
from time import monotonic
from typing import Any, NamedTuple

from websockets.exceptions import ConnectionClosed

from tests.web.serving import Guest, Player

SETTINGS = {"times": {"entropy": 0, "seat": 1000, "wish": 1000}}
GONE = (ConnectionClosed, ConnectionError, OSError, TimeoutError)
"""What befalls somebody whose server is killed."""


class Row(NamedTuple):
    """An event as the log has it."""

    stream: str
    version: int
    order: str | None


class Acknowledged(NamedTuple):
    """What a client was told: this order is on the disk, and the table stands at this version."""

    stream: str
    order: str
    version: int


class Pending(NamedTuple):
    """An order that has not been answered."""

    id: str
    order: dict[str, Any]
    since: float


class Client:
    """One person, who comes back to the same seat with the same cookie."""

    pause = 0.0, 0.0
    """Seconds to think, from so many to so many."""
    dawdles = False
    """Never moves, and lets the table do it when time runs out; talks all the same."""

    def __init__(self, guest: Guest, opened: dict[str, str], chance: Random) -> None:
        self.guest, self.opened, self.chance = guest, opened, chance
        self.player: Player | None = None
        self.person = ""
        self.name = ""
        """What the table calls the seat: the draw may seat people anew."""
        self.seen = 0
        """The last version that this client has heard of."""
        self.pending: Pending | None = None
        self.acknowledged: list[Acknowledged] = []
        self.answered = 0.0
        """When the last order that was acknowledged had been sent."""
        self.waits: list[float] = []
        """Seconds that orders took, however often they had to be sent."""
        self.refused: Counter[str] = Counter()
        """By their codes, orders that were not carried out."""
        self.given = 0

    @property
    def stream(self) -> str:
        return f"table/{self.opened['table']}"

    async def joins(self, url: str) -> None:
        """Come, or come back: to the same place, and to a table that has forgotten nothing."""
        self.player = Player(url, self.opened["table"], self.guest.cookie, address=self.guest.address)
        await self.player.join()
        first = self.player.frames[0]
        assert not self.person or first["you"] == self.person
        self.person = first["you"]
        assert first["version"] >= self.seen, "the table has gone back"
        seat = first["table"]["seat"]
        assert not self.name or first["table"]["seats"][seat - 1]["name"] == self.name, "another seat"
        if seat is not None:
            self.name = first["table"]["seats"][seat - 1]["name"]

    async def plays(self) -> None:
        """As fast as it may, until the server is gone."""
        assert self.player is not None
        try:
            if self.pending is not None:
                await self._gives(self.pending)
            while True:
                said = {"order": "say", "to": "table", "text": f"van {self.given}"}
                order = said if self.chance.random() < 0.2 else await self._option() or said
                self.given += 1
                await self._gives(Pending(f"{self.guest.name}-{self.given}", order, monotonic()))
        except GONE:
            pass
        finally:
            self.seen = max(self.seen, self.player.version)
            with suppress(*GONE):
                await self.player.leave()

    async def _option(self) -> dict[str, Any] | None:
        """One of those there are; None where nothing is asked of this person for a while."""
        assert self.player is not None
        await self._looks_on(self.chance.uniform(*self.pause))
        await self._looks_on(1.0, asked=not self.dawdles)
        return self.chance.choice(self.player.options) if self.player.options and not self.dawdles else None

    async def _looks_on(self, seconds: float, asked: bool = False) -> None:
        """For so long, or until it is asked for something; a line that breaks ends it at once."""
        player = self.player
        assert player is not None
        with suppress(TimeoutError):
            await player.until(lambda: asked and bool(player.options), seconds)

    async def _gives(self, pending: Pending) -> None:
        assert self.player is not None
        self.pending, sent = pending, monotonic()
        answer = await self.player.order(pending.order, pending.id)
        if answer["type"] == "done":
            self.acknowledged.append(Acknowledged(self.stream, f"{self.person}:{pending.id}", answer["version"]))
            self.answered = sent
            self.waits.append(monotonic() - pending.since)
        else:
            self.refused[answer["code"]] += 1
            if answer["code"] == "not_saved":  # perhaps it was, at the last moment: under the same id that does no harm
                await asyncio.sleep(0.05)
                await self._gives(pending)
        self.pending = None


async def seated(url: str, tables: int, people: int, chance: Random) -> list[Client]:
    """So many tables, each with so many people, all of them at their seats."""
    clients = []
    for table in range(tables):
        book = ("san-juan", "clasico", "competencia-individual")[table % 3]
        guests = [Guest(url, f"{name}{table}") for name in ("Ana", "Bea", "Cai", "Dan")[:people]]
        options = {"players": people, "play": "pairs" if people == 4 else "alone"}
        how: dict[str, Any] = {"settings": {**SETTINGS, "chat": "free"}, "limit": "9000p", "options": options}
        opened = await asyncio.to_thread(guests[0].opens, book, **how)
        for guest in guests[1:]:
            await asyncio.to_thread(guest.comes_to, opened)
        for seat, guest in enumerate(guests, start=1):
            client = Client(guest, opened, chance)
            await client.joins(url)
            assert client.player is not None
            if seat > 1:
                answer = await client.player.order({"order": "sit", "seat": seat})
                assert answer["type"] == "done", answer
            client.name = guest.name
            clients.append(client)
    return clients


# --- afterwards -----------------------------------------------------------------------------------------------------


def nothing_is_lost(rows: list[Row], clients: list[Client]) -> None:
    """The log against what clients were told: no gap, nothing twice, everything acknowledged, nothing told too soon."""
    streams: defaultdict[str, list[Row]] = defaultdict(list)
    for row in rows:
        streams[row.stream].append(row)
    for stream, found in streams.items():
        assert [row.version for row in found] == list(range(1, len(found) + 1)), f"a gap in {stream}"
        blocks = [one.order for one, before in zip(found, [None, *found], strict=False) if not _same(one, before)]
        given = [order for order in blocks if order is not None]
        assert len(set(given)) == len(given), f"something twice in {stream}"
    ends = {(row.stream, row.order): row.version for row in rows}
    for client in clients:
        assert client.seen <= len(streams[client.stream]), f"{client.guest.name} heard of what was not kept"
        for one in client.acknowledged:
            assert ends.get((one.stream, one.order)) == one.version, f"lost: {one}"


def _same(one: Row, before: Row | None) -> bool:
    return before is not None and one.order is not None and one.order == before.order
