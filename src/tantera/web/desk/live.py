"""One event between its file and the browsers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple, TypeVar

import structlog

from tantera.event_file import EventFile
from tantera.tournament.decide import Applied
from tantera.tournament.hall.events import AnyHallEvent
from tantera.tournament.hall.orders import HallOrder
from tantera.tournament.hall.state import HallState
from tantera.tournament.orders import AnyOrder, Given
from tantera.tournament.state import EventState
from tantera.words import Problem

_T = TypeVar("_T")

CALM: Final = 0.5
"""Seconds after news before those who wait for one table look at it: in the minute in which 250 slips come in, every
phone of the hall waits."""
AT_ONCE: Final = 20
"""So many of those who wait are woken together; `BETWEEN` them others have their turn."""
BETWEEN: Final = 0.01

log = structlog.get_logger()


def machine_time() -> datetime:
    """What an event's file is told where an order has no time of its own."""
    return datetime.now(UTC)


class Version(NamedTuple):
    """How far an event has come: its own events, and those of the hall. A screen that has it is current."""

    event: int
    hall: int

    def __str__(self) -> str:
        return f"{self.event}.{self.hall}"


class LiveEvent:
    """An event that browsers look at. Its file is read and written in one thread, an order at a time: the loop never
    waits for the disk, and an order is durable before anybody hears of it."""

    def __init__(self, name: str, file: EventFile, thread: Executor) -> None:
        self.id, self._file, self._thread = name, file, thread
        assert file.state is not None
        self.state: EventState = file.state
        self.hall: HallState = file.hall
        self._waiting: dict[asyncio.Future[None], None] = {}
        """Whoever waits for news, the longest first."""
        self._waking: set[asyncio.Task[None]] = set()
        self._stopping = False

    @property
    def version(self) -> Version:
        return Version(self.state.number, self.hall.number)

    @property
    def file(self) -> EventFile:
        """For what reads it as a whole: copies, papers, the check."""
        return self._file

    async def order(self, order: AnyOrder, by: str, order_id: str | None = None) -> Applied:
        """An order to the tournament; a refusal is raised."""
        try:
            applied = await self._in_thread(self._file.apply_one, Given(order, by, "", order_id))
        except Problem as problem:
            self._note(problem, order, by)
            raise
        self._look()
        return applied

    async def orders(self, orders: list[AnyOrder], by: str, batch: str | None = None) -> list[Applied | Problem]:
        """All of them or none: where one is refused, nothing is written and the answers say which.

        With the name of a `batch` each has an id of its own, ``batch.3``: sent twice they are applied once.
        """
        given = [
            Given(order, by, "", None if batch is None else f"{batch}.{place}") for place, order in enumerate(orders, 1)
        ]
        answers = await self._in_thread(self._file.apply_all, given)
        self._look()
        return answers

    async def in_the_hall(self, order: HallOrder, by: str) -> AnyHallEvent:
        """An order to the clock, a call for a judge; a refusal is raised."""
        try:
            event = await self._in_thread(self._file.apply_in_hall, order, by)
        except Problem as problem:
            self._note(problem, order, by)
            raise
        self._look()
        return event

    async def refresh(self) -> None:
        """Read what another program has written into the file."""
        await self._in_thread(self._file.reload)
        self._look()

    async def with_file(self, work: Callable[[EventFile], _T]) -> _T:
        """Do something with the file in its own thread: read its settings, copy it."""
        done = await self._in_thread(work, self._file)
        self._look()
        return done

    async def moved(self, since: str, patience: float) -> Version:
        """Wait until the event has come further than `since`, or for so many seconds."""
        deadline = asyncio.get_running_loop().time() + patience
        while str(self.version) == since and await self._news(deadline):
            pass
        return self.version

    async def changed(self, since: str, stamp: Callable[[], str], patience: float) -> str:
        """Wait until what a stamp is made of is no longer as it was: a phone wakes for its own table only."""
        deadline = asyncio.get_running_loop().time() + patience
        while (found := stamp()) == since and await self._news(deadline):
            await asyncio.sleep(0 if self._stopping else CALM)
        return found

    async def _news(self, deadline: float) -> bool:
        """Wait for news; False where there were none in time, or nobody waits any longer."""
        if self._stopping:
            return False
        news = asyncio.get_running_loop().create_future()
        self._waiting[news] = None
        try:
            async with asyncio.timeout_at(deadline):
                await news
        except TimeoutError:
            return False
        finally:
            self._waiting.pop(news, None)
        return True

    def let_go(self) -> None:
        """Nobody waits any longer: the server is stopping."""
        self._stopping = True
        _tell(self._waiting)

    def _note(self, problem: Problem, order: AnyOrder | HallOrder, by: str) -> None:
        """Somebody ordered what is not theirs: that stands in the server's log."""
        if problem.code == "not_yours":
            log.warning("not_yours", event_id=self.id, by=by, order=order.__struct_config__.tag)

    async def _in_thread(self, work: Callable[..., _T], *args: Any) -> _T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *args)

    def _look(self) -> None:
        """Take over what the file says now, and wake whoever waits for it."""
        before = self.version
        if self._file.state is not None:
            self.state, self.hall = self._file.state, self._file.hall
        if self.version != before and self._waiting:
            waiting, self._waiting = list(self._waiting), {}
            waking = asyncio.create_task(_wake(waiting))
            self._waking.add(waking)
            waking.add_done_callback(self._waking.discard)


async def _wake(waiting: list[asyncio.Future[None]]) -> None:
    """A few at a time: a thousand phones that are answered at once would hold up the next slip for half a second."""
    for first in range(0, len(waiting), AT_ONCE):
        _tell(waiting[first : first + AT_ONCE])
        await asyncio.sleep(BETWEEN)


def _tell(waiting: Iterable[asyncio.Future[None]]) -> None:
    for news in waiting:
        if not news.done():
            news.set_result(None)
