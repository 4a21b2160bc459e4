"""One tournament between its file and the browsers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from datetime import UTC, datetime
from secrets import token_hex
from typing import Any, Final, NamedTuple, TypeVar

import structlog

from tantera.tournament.decide import Applied
from tantera.tournament.hall.events import AnyHallEvent
from tantera.tournament.hall.orders import HallOrder
from tantera.tournament.hall.state import HallState
from tantera.tournament.orders import AnyOrder, Given, Publish
from tantera.tournament.presentation import Presentation
from tantera.tournament.state import TournamentState
from tantera.tournament_file import Copied, TournamentFile
from tantera.web.background import Background
from tantera.web.tournaments.stamps import stamp, subject
from tantera.words import Problem

_T = TypeVar("_T")

CALM: Final = 0.5
"""Seconds after news before those who wait for one table look at it: in the minute in which 250 slips come in, every
phone of the hall waits."""
AT_ONCE: Final = 10
BETWEEN: Final = 0.03
"""So many of those who wait are woken together, and so many seconds pass before the next: a thousand phones are told
within three seconds, and three quarters of the machine are left for slips meanwhile."""
FOR_A_COPY: Final = 2.0
"""Seconds that whoever publishes waits for the copy on the stick, so that it is as new as the wall. The photos of a
long day on a slow stick take longer, and go on being written; nobody else waits at all."""

log = structlog.get_logger()


def machine_time() -> datetime:
    """What a tournament's file is told where an order has no time of its own."""
    return datetime.now(UTC)


def new_salt() -> str:
    """What hides a name in its hash: nobody can guess it."""
    return token_hex(16)


class TournamentVersion(NamedTuple):
    """How far a tournament has come: its own tournaments, and those of the hall. A screen that has it is current."""

    event: int
    hall: int

    def __str__(self) -> str:
        return f"{self.event}.{self.hall}"


class _Submitted(NamedTuple):
    """An order, and where its answer goes."""

    given: Given
    answer: asyncio.Future[Applied | Problem]


def _answers(file: TournamentFile, orders: list[Given]) -> list[Applied | Problem]:
    """The answer to each; those that a problem of the file itself reached have that for one."""
    answers: list[Applied | Problem] = []
    try:
        for group in file.apply(orders):
            answers += group
    except Problem as problem:
        answers += [problem] * (len(orders) - len(answers))
    return answers


class LiveTournament:
    """A tournament that browsers look at. Its file is read and written in one thread, an order at a time: the loop
    never waits for the disk, and an order is durable before anybody hears of it."""

    def __init__(self, name: str, file: TournamentFile, thread: Executor) -> None:
        self.id, self._file, self._thread = name, file, thread
        assert file.state is not None
        self.presentation = Presentation(file.state)
        """What every screen and paper is made of, as long as the tournament does not change."""
        self.hall: HallState = file.hall
        self.on_published: Callable[[LiveTournament], None] = lambda tournament: None
        """Told of every round that is published here, in this process."""
        self._waiting: dict[asyncio.Future[None], str] = {}
        """Whoever waits for any news, the longest first, and what they know."""
        self._watched: dict[str, dict[asyncio.Future[None], str]] = {}
        """Whoever waits for news of one table or one player, by what it is, and what they know of it."""
        self._stamps: tuple[TournamentVersion, dict[str, str]] = self.version, {}
        """What was worked out since the tournament last changed."""
        self._looking: asyncio.TimerHandle | None = None
        self._background = Background("event")
        self._stopping = False
        self._submitted: list[_Submitted] = []
        """Orders that wait for the file."""
        self._applying: asyncio.Task[None] | None = None

    @property
    def state(self) -> TournamentState:
        return self.presentation.state

    @property
    def version(self) -> TournamentVersion:
        return TournamentVersion(self.state.number, self.hall.number)

    @property
    def file(self) -> TournamentFile:
        """For what reads it as a whole: copies, papers, the check."""
        return self._file

    async def order(self, order: AnyOrder, by: str, order_id: str | None = None) -> Applied:
        """An order to the tournament; a refusal is raised."""
        submitted = _Submitted(Given(order, by, "", order_id), asyncio.get_running_loop().create_future())
        self._submitted.append(submitted)
        if self._applying is None:
            self._applying = self._background.start(self._apply_submitted())
        answer = await submitted.answer
        if isinstance(answer, Problem):
            self._note(answer, order, by)
            raise answer
        if isinstance(order, Publish):
            self.on_published(self)
            await asyncio.to_thread(self._file.wait_for_copy, FOR_A_COPY)
        return answer

    async def _apply_submitted(self) -> None:
        """Group commit: what has come while the disk was busy is written together, and answered once it is there."""
        try:
            while self._submitted:
                together, self._submitted = self._submitted, []
                try:
                    answers = await self._in_thread(_answers, self._file, [one.given for one in together])
                except Exception as error:  # none of them waits for ever
                    for one in together:
                        if not one.answer.done():
                            one.answer.set_exception(error)
                    continue
                self._look()
                for one, answer in zip(together, answers, strict=True):
                    if not one.answer.done():  # a phone that hung up meanwhile
                        one.answer.set_result(answer)
        finally:
            self._applying = None

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

    async def with_file(self, work: Callable[[TournamentFile], _T]) -> _T:
        """Do something with the file in its own thread: read its settings, copy it."""
        done = await self._in_thread(work, self._file)
        self._look()
        return done

    async def copy(self) -> Copied | None:
        """A copy now, in a thread of its own: orders go on."""
        return await asyncio.to_thread(self._file.copy)

    async def moved(self, since: str, patience: float) -> TournamentVersion:
        """Wait until the tournament has come further than `since`, or for so many seconds."""
        deadline = asyncio.get_running_loop().time() + patience
        while str(self.version) == since and await self._wait(self._waiting, deadline, since):
            pass
        return self.version

    async def changed(self, since: str, about: str, patience: float) -> str:
        """Wait until what a stamp is made of is no longer as it was: a phone wakes for its own table only. Those who
        wait for the same are looked after together."""
        deadline = asyncio.get_running_loop().time() + patience
        about = subject(self.state, about)
        while (latest := self._stamp(about)) == since and not self._stopping:
            here = self._watched.setdefault(about, {})
            told = await self._wait(here, deadline, since)
            if not here and self._watched.get(about) is here:
                del self._watched[about]
            if not told:
                break
        return latest

    def _stamp(self, about: str) -> str:
        """Worked out once for everybody, as long as nothing changes."""
        if self._stamps[0] != self.version:
            self._stamps = self.version, {}
        known = self._stamps[1]
        if about not in known:
            known[about] = stamp(self.state, self.hall, about)
        return known[about]

    async def _look_at_stamps(self) -> None:
        """One look for all who wait for the same, and only who has news is woken. Between two looks others have their
        turn: a whole hall waits, each for a table of their own."""
        for about, waiting in tuple(self._watched.items()):
            found = self._stamp(about)
            self._start_waking([news for news, since in waiting.items() if since != found])
            await asyncio.sleep(0)

    def _after_calm(self) -> None:
        self._looking = None
        self._background.start(self._look_at_stamps())

    async def _wait(self, waiting: dict[asyncio.Future[None], str], deadline: float, since: str) -> bool:
        """Wait among those; False where there were no news in time, or nobody waits any longer."""
        if self._stopping:
            return False
        news = asyncio.get_running_loop().create_future()
        waiting[news] = since
        try:
            async with asyncio.timeout_at(deadline):
                await news
        except TimeoutError:
            return False
        finally:
            waiting.pop(news, None)
        return True

    def let_go(self) -> None:
        """Nobody waits any longer: the server is stopping."""
        self._stopping = True
        _tell(self._waiting)
        for waiting in self._watched.values():
            _tell(waiting)

    def _note(self, problem: Problem, order: AnyOrder | HallOrder, by: str) -> None:
        """A refusal stands in the server's log; where somebody ordered what is not theirs, or not now, as a warning."""
        role, _, player = by.partition(":")
        facts = {"tournament_id": self.id, "role": role, "order": order.__struct_config__.tag}
        if role == "player":
            facts["player"] = player  # an id of the tournament; officers stand in the log of the tournament by name
        if problem.code in ("not_yours", "not_now"):
            log.warning(problem.code, **facts)
        else:
            log.info("refused", code=problem.code, **facts)

    async def _in_thread(self, work: Callable[..., _T], *args: Any) -> _T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *args)

    def _look(self) -> None:
        """Take over what the file says now, and wake whoever waits for it."""
        before = self.version
        if self._file.state is not None and self._file.state is not self.state:
            self.presentation = Presentation(self._file.state)
        self.hall = self._file.hall
        if self.version == before:
            return
        self._start_waking(list(self._waiting))
        if self._watched and self._looking is None:
            self._looking = asyncio.get_running_loop().call_later(CALM, self._after_calm)

    def _start_waking(self, waiting: list[asyncio.Future[None]]) -> None:
        if waiting:
            self._background.start(_wake(waiting))


async def _wake(waiting: list[asyncio.Future[None]]) -> None:
    """A few at a time: a thousand phones that are answered at once would hold up the next slip for half a second."""
    for first in range(0, len(waiting), AT_ONCE):
        _tell(waiting[first : first + AT_ONCE])
        await asyncio.sleep(BETWEEN)


def _tell(waiting: Iterable[asyncio.Future[None]]) -> None:
    for news in waiting:
        if not news.done():
            news.set_result(None)
