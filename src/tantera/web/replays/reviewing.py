"""Matches that are studied on demand: one after the other, hand by hand, in a process of its own that lets everybody
else go first. What it comes to is kept in the store, so it is worked out once; of somebody's file only in memory."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor
from typing import Any, Final, NamedTuple, TypeVar

from tantera.play import Match
from tantera.play.ledger import Happened
from tantera.rules import Seat
from tantera.store import Conflict, NotSaved, Store
from tantera.study.figures import MatchStudied
from tantera.study.kept import EDITION, read_again
from tantera.study.moments import hands_of, moves_of
from tantera.web.background import Background, Worker, note
from tantera.web.replays.library import SO_FAR, UPLOADS, Replay, Unfinished
from tantera.words import Phrase, Problem
from tantera.words.extras import needs

STREAM: Final = "review/"
MOST_HANDS: Final = 150
"""Of a longer match nobody waits for the figures: the command line has the patience."""
_MOST_WAITING: Final = 60
_MOST_KEPT: Final = 200
_TRIES: Final = 2

_T = TypeVar("_T")
Hand = tuple[int, list[Happened[Match]]]


class NoStudy(Problem):
    """A match that cannot be studied, and why."""

    code = "no_study"


NO_TILES: Final = Phrase("nobody wrote down the tiles and moves of this match: there is only its score")
IN_PLAY: Final = Phrase("in this book points are made during the hand: what of them is luck, nobody can say yet")
TOO_LONG: Final = Phrase("a match of more than {most} hands is studied by the command line only", most=MOST_HANDS)
BUSY: Final = Phrase("so many wait for theirs that there is no place in the queue: try again in a moment")
BROKEN: Final = Phrase("the figures of this match could not be worked out")


class Review(NamedTuple):
    """How far the study of a match has come."""

    hands: tuple[bytes, ...]
    """Those that are done, as they are kept."""
    of: int
    ahead: int
    """How many matches come first."""

    @property
    def over(self) -> bool:
        return len(self.hands) >= self.of

    @property
    def version(self) -> str:
        return f"{len(self.hands)}.{self.ahead}"


class _Job:
    def __init__(self, stream: str | None, hands: Sequence[Hand], late: frozenset[tuple[Seat, int]]) -> None:
        self.stream, self.late, self.of = stream, late, len(hands)
        self.hands: Sequence[Hand] = hands
        self.done: list[bytes] = []
        self.broken = False


class Reviews:
    """The queue, and what came of it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._worker = Worker(patience=10)  # the tables come first, and the bots
        self._background = Background("reviews")
        self._jobs: OrderedDict[str, _Job] = OrderedDict()
        self._queue: deque[_Job] = deque()
        self._moved = asyncio.Event()

    async def of(self, replay: Replay) -> Review:
        """How far the study of a match has come; it is begun where nobody has asked before."""
        key = f"{replay.address.removeprefix('/replays/')}/{replay.ledger.version}.{EDITION}"
        job = self._jobs.get(key)
        if job is None:
            job = await self._begun(key, replay)
        self._jobs.move_to_end(key)
        if job.broken:
            del self._jobs[key]  # who asks again has it tried again
            raise NoStudy(BROKEN)
        ahead = self._queue.index(job) if job in self._queue else 0
        return Review(tuple(job.done), job.of, ahead)

    async def news(self, replay: Replay, since: str, patience: float) -> Review:
        """The same, as soon as it is another one than `since`, or after a while."""
        until = asyncio.get_running_loop().time() + patience
        while (review := await self.of(replay)).version == since and not review.over:
            left = until - asyncio.get_running_loop().time()
            if left <= 0:
                break
            try:
                await asyncio.wait_for(self._moved.wait(), left)
            except TimeoutError:
                break
        return review

    async def _begun(self, key: str, replay: Replay) -> _Job:
        table, number = replay.address.split("/")[-2:]
        if number == SO_FAR:
            raise Unfinished
        hands = await asyncio.to_thread(_can_be_studied, replay)
        job = _Job(None if table == UPLOADS else STREAM + key, hands, replay.late)
        if job.stream is not None:
            job.done = [one.event for one in await self._store.read(job.stream)]
        if (known := self._jobs.get(key)) is not None:  # somebody else was quicker meanwhile
            return known
        if len(job.done) < job.of:
            needs("bots")
            if len(self._queue) >= _MOST_WAITING:
                raise NoStudy(BUSY)
            self._queue.append(job)
            if len(self._queue) == 1:
                self._background.start(self._work())
        self._jobs[key] = job
        if len(self._jobs) > _MOST_KEPT:
            oldest = next(name for name, one in self._jobs.items() if one not in self._queue)
            del self._jobs[oldest]
        return job

    async def _work(self) -> None:
        while self._queue:
            job = self._queue[0]
            try:
                await self._study(job)
            except Exception as error:  # whatever it was, those behind it in the queue have their turn
                note("reviews", error)
                job.broken = True
            finally:
                self._queue.popleft()
                job.hands = ()
                self._tell()

    async def _study(self, job: _Job) -> None:
        while len(job.done) < job.of:
            number, moments = job.hands[len(job.done)]
            figures = await self._worked_out(number, moments, job.late)
            if job.stream is not None:
                try:
                    await self._store.append(job.stream, len(job.done), [figures])
                except Conflict:  # another process was quicker, and has the same
                    job.done = [one.event for one in await self._store.read(job.stream)]
                    continue
                except NotSaved:
                    pass  # it is shown, and worked out again another time
            job.done.append(figures)
            self._tell()

    async def _worked_out(
        self, number: int, moments: list[Happened[Match]], late: frozenset[tuple[Seat, int]]
    ) -> bytes:
        return await self._tried(_studied, number, moments, late)

    async def when_nobody_waits(self, work: Callable[..., _T], *args: Any) -> _T:
        """Something else for the same process, as soon as no match waits for its figures."""
        while self._queue:
            await self._moved.wait()
        return await self._tried(work, *args)

    @property
    def waiting(self) -> int:
        """How many matches have not got their figures yet."""
        return len(self._queue)

    async def _tried(self, work: Callable[..., _T], *args: Any) -> _T:
        for _ in range(_TRIES - 1):
            try:
                return await self._worker.do(work, *args)
            except BrokenExecutor:
                continue
        return await self._worker.do(work, *args)

    def _tell(self) -> None:
        moved, self._moved = self._moved, asyncio.Event()
        moved.set()

    def close(self) -> None:
        self._background.stop()
        self._worker.close()


def _can_be_studied(replay: Replay) -> list[Hand]:
    """The hands of which there is something to say."""
    if replay.book.points_in_play is not None:
        raise NoStudy(IN_PLAY)
    hands = [(number, moments) for number, moments in hands_of(replay.ledger) if any(moves_of(moments))]
    if not hands:
        raise NoStudy(NO_TILES)
    if len(hands) > MOST_HANDS:
        raise NoStudy(TOO_LONG)
    return hands


def study_so_far(replay: Replay, review: Review) -> MatchStudied:
    """What is known of a match by now, beside what happened in it."""
    moments = dict(hands_of(replay.ledger))
    hands = tuple(read_again(kept, moments) for kept in review.hands)
    match = replay.ledger.match
    return MatchStudied(match.names, match.sides, hands)


# --- in the worker --------------------------------------------------------------------------------------------------


def _studied(number: int, moments: list[Happened[Match]], late: frozenset[tuple[Seat, int]]) -> bytes:
    from tantera.study.balance import study_hand
    from tantera.study.kept import keep

    return keep(study_hand(number, moments, late))
