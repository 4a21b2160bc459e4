"""Players over real sockets, in a thread of their own: they bring a table to where a test wants to look at it.

They stay at the table until the crew goes home, so that nobody is away on anybody's screen.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, TypeVar

from tests.web.serving import Guest, Player, Running

T = TypeVar("T")

PATIENT: dict[str, Any] = {
    "times": {
        "entropy": 0,
        "wish": 60_000,
        **dict.fromkeys(("move", "seat", "count", "decision", "ruling", "signature", "pause", "grace"), 3_600_000),
    }
}
"""Nothing goes on by itself while somebody looks."""


class Crew:
    """All of them, at all tables of one server."""

    def __init__(self, server: Running) -> None:
        self.server, self.url = server, server.url
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._parties: list[Gathering] = []
        self._shared: dict[str, Gathering] = {}

    def shared(self, make: Callable[[Crew], Gathering]) -> Gathering:
        """A table that is only looked at, and by whoever wants to: made for the first of them."""
        if make.__name__ not in self._shared:
            self._shared[make.__name__] = make(self)
        return self._shared[make.__name__]

    def run(self, work: Coroutine[Any, Any, T], seconds: float = 60) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(seconds)

    def gather(self, book: str, names: Sequence[str], **opening: Any) -> Gathering:
        """These people at a table of their own, seated in this order; those for whom there is no seat look on."""
        party = Gathering(self, book, names, opening)
        self._parties.append(party)
        self.run(party.meet())
        return party

    def close(self) -> None:
        for party in self._parties:
            self.run(party.leave())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()


class Gathering:
    """The people at one table."""

    def __init__(self, crew: Crew, book: str, names: Sequence[str], opening: dict[str, Any]) -> None:
        self._crew = crew
        self._seated = opening.pop("seated", 4)
        self.guests = {name: Guest(crew.url, name) for name in names}
        host, *others = self.guests.values()
        settings = PATIENT | opening.pop("settings", {})
        self.opened = host.opens(book, settings=settings, **opening)
        for guest in others:
            guest.comes_to(self.opened)
        self.players: dict[str, Player] = {}
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def path(self) -> str:
        return f"/tables/{self.opened['table']}"

    @property
    def shown(self) -> dict[str, Any]:
        """The match as the host sees it."""
        return next(iter(self.players.values())).shown

    async def meet(self) -> None:
        for name, guest in self.guests.items():
            self.players[name] = await guest.at(self.opened).join()
        for seat, player in enumerate(list(self.players.values())[1 : self._seated], start=2):
            await player.order({"order": "sit", "seat": seat})

    async def leave(self) -> None:
        for player in self.players.values():
            await player.leave()

    def orders(self, name: str, **order: Any) -> dict[str, Any]:
        return self._crew.run(self.players[name].order(order))

    def begin(self, name: str) -> None:
        assert self.orders(name, order="start")["type"] == "done"

    def until(self, enough: Callable[[dict[str, Any]], bool], seconds: float = 60) -> Gathering:
        """Whoever is asked something answers with the first option, one after the other, until the host sees enough."""
        self._crew.run(self._until(enough), seconds)
        return self

    async def _until(self, enough: Callable[[dict[str, Any]], bool]) -> None:
        while not enough(self.shown):
            asked = next((player for player in self.players.values() if player.options), None)
            if asked is None:
                await asyncio.sleep(0.01)
                continue
            before = asked.version
            answer = await asked.order(asked.options[0])
            if answer["type"] == "done":
                for player in self.players.values():
                    await player.until(lambda player=player, before=before: player.version > before)  # type: ignore[misc]

    def whose(self, condition: Callable[[Player], bool]) -> str | None:
        """The first of whom this is so."""
        return next((name for name, player in self.players.items() if condition(player)), None)

    def asked(self, *orders: str) -> str | None:
        """Whoever may give one of these orders now, or any."""
        return self.whose(lambda player: any(not orders or one["order"] in orders for one in player.options))

    def in_turn(self, *orders: str) -> str:
        """The same, waited for."""
        for _ in range(200):
            if name := self.asked(*orders):
                return name
            self._crew.run(asyncio.sleep(0.05))
        raise AssertionError(f"nobody is asked {orders}")
