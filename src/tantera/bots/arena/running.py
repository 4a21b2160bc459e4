"""Many deals at once: in this process, in one for each core, or on a Dask cluster; all three are executors.

What is finished is kept at once in a file, one deal a line, each under the key of its contest, and is not played again.
Nothing in it is ever rewritten. Contests share a file without harm, and results of another version or of a changed bot
stay in it unread.
"""

from __future__ import annotations

import importlib
import multiprocessing
import os
import re
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

import msgspec
from msgspec import Struct

from tantera.bots.arena.contest import ArenaError, Contest, key_of, unpacked
from tantera.bots.arena.players import check_known, warm_up
from tantera.bots.arena.playing import play_deal
from tantera.bots.arena.tally import DealTally, PlayedDeal
from tantera.bots.own import BotError
from tantera.words import Phrase, reason_of


class _Line(Struct, frozen=True):
    key: str
    played: PlayedDeal


def results_folder() -> Path:
    """Where results are kept unless somebody says otherwise: in the user's cache. No home is a `RuntimeError`."""
    if sys.platform == "win32":
        cache = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        cache = Path.home() / "Library" / "Caches"
    else:
        cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return cache / "tantera" / "arena"


_BEGINS: Final = b'{"key":"'


class Results:
    """The results file at a path, which need not exist yet."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("ab+") as file:
                file.seek(0)
                begins = file.read(len(_BEGINS))
        except OSError as error:
            raise _unwritten(path, error) from None
        if begins != _BEGINS[: len(begins)]:
            message = "--save: found {path}, which holds something else, expected a file of results or a new one"
            raise ArenaError(Phrase(message, path=path))

    def read(self) -> Iterator[tuple[str, PlayedDeal]]:
        """What was kept, under its keys. A line that was torn when the machine stopped is not there."""
        with self.path.open("rb") as file:
            for line in file:
                try:
                    kept = _READER.decode(line)
                except msgspec.MsgspecError:
                    continue
                yield kept.key, kept.played

    def keep(self, key: str, played: Iterable[PlayedDeal]) -> None:
        """Append, in one piece: two arenas may write to the same file."""
        lines = b"".join(msgspec.json.encode(_Line(key, deal)) + b"\n" for deal in played)
        try:
            with self.path.open("ab+") as file:
                if file.tell():
                    file.seek(-1, os.SEEK_END)
                    if file.read(1) != b"\n":  # torn
                        lines = b"\n" + lines
                file.write(lines)
        except OSError as error:
            raise _unwritten(self.path, error) from None


def _unwritten(path: Path, error: OSError) -> ArenaError:
    message = "--save: found {path} ({reason}), expected a file to write"
    return ArenaError(Phrase(message, path=path, reason=reason_of(error)))


_READER: Final = msgspec.json.Decoder(_Line)


T = TypeVar("T")


class InThisProcess(Executor):
    """Plays at once, in this process."""

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


@contextmanager
def pool(workers: int) -> Iterator[Executor]:
    """So many processes. They leave Ctrl-C to this one, and end when it does."""
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=spawn, initializer=_work) as executor:
        try:
            with _interrupts_later():  # the processes inherit it, so Ctrl-C cannot hit them before `_work` runs
                for _ in range(workers):  # each starts one, as long as those before it are not at work yet
                    executor.submit(os.getpid)
            yield executor
        finally:
            executor.shutdown(cancel_futures=True)


@contextmanager
def _interrupts_later() -> Iterator[None]:
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@contextmanager
def cluster(address: str, workers: int = 1) -> Iterator[tuple[Executor, int]]:
    """The workers of a Dask cluster, once there are so many, and how many deals they play at a time.

    The same Tantera is installed there.

    A worker that dies costs nothing but time: the scheduler gives its deals to another.
    """
    if not re.fullmatch(r"((tcp|tls|wss?)://)?[^\s/]+:\d{1,5}", address):
        message = "--cluster: found {address}, expected an address, as tcp://HOST:8786"
        raise ArenaError(Phrase(message, address=repr(address)))
    try:
        distributed: Any = importlib.import_module("distributed")
    except ImportError:
        message = "--cluster: found no distributed in this Python, expected it: pip install tantera[cluster]"
        raise ArenaError(Phrase(message)) from None
    try:
        client = distributed.Client(address, timeout=3, set_as_default=False)
    except OSError:
        raise ArenaError(Phrase("--cluster: found no scheduler at {address}, expected one", address=address)) from None
    try:
        try:
            client.wait_for_workers(workers, timeout=30)
        except (OSError, TimeoutError):
            message = "--cluster: found fewer workers at {address} than {count}, expected that many"
            raise ArenaError(Phrase(message, address=address, count=workers)) from None
        executor = client.get_executor(pure=False)
        try:
            yield executor, sum(client.nthreads().values())
        finally:
            executor.shutdown(wait=False)
    finally:
        client.close()


CHUNK_SECONDS: Final = 0.3
"""How long a process should be busy before it reports: often enough for a lively bar and a quick Ctrl-C."""
MOST_DEALS: Final = 200
"""In one chunk."""


class Chunk(NamedTuple):
    """Deals that a process has played in one go."""

    played: tuple[PlayedDeal, ...]
    seconds: float


class _Order(NamedTuple):
    contest: int
    deals: tuple[int, ...]


def play_chunk(packed: bytes, key: str, deals: tuple[int, ...]) -> Chunk:
    """What a worker does. It refuses to play as another program than the one that asked."""
    if key_of(packed) != key:
        raise ArenaError(Phrase("workers: found another Tantera there, expected the one that asks"))
    try:
        contest = _ready(packed)
        began = time.perf_counter()
        played = tuple(play_deal(contest, deal) for deal in deals)
    except BotError as error:  # it could be loaded where the arena began, and not here
        raise ArenaError(error.args[0]) from None
    return Chunk(played, time.perf_counter() - began)


@cache
def _ready(packed: bytes) -> Contest:
    """The contest with its bots awake in this process, so that nobody's first decision pays for a compiler."""
    contest = unpacked(packed)
    for name in contest.bots:
        warm_up(name, contest.book)
    return contest


class Arena:
    """Contests on the first `deals` deals of their sets, what they have come to so far, and what is still to play."""

    def __init__(
        self, contests: Sequence[Contest], deals: int, results: Results | None = None, fresh: bool = False
    ) -> None:
        for contest in contests:
            check_known(contest.bots)
        self.contests = tuple(contests)
        self.deals = deals
        self.tallies = [DealTally() for _ in contests]
        self.resumed = 0
        """Deals that an earlier run had finished."""
        self._results = results
        self._packed = [contest.packed() for contest in contests]
        self._keys = [key_of(packed) for packed in self._packed]
        self._seconds = [0.0] * len(contests)
        done = [set[int]() for _ in contests]
        if results is not None and not fresh:
            self._take_up(results, done)
        self._to_play = [[deal for deal in range(deals, 0, -1) if deal not in finished] for finished in done]

    def _take_up(self, results: Results, done: list[set[int]]) -> None:
        places = {key: place for place, key in enumerate(self._keys)}
        for key, played in results.read():
            place = places.get(key)
            if place is not None and 1 <= played.deal <= self.deals and played.deal not in done[place]:
                done[place].add(played.deal)
                self.tallies[place] = self.tallies[place].plus(played)
                self.resumed += 1

    @property
    def total(self) -> int:
        return self.deals * len(self.contests)

    @property
    def finished(self) -> int:
        return sum(tally.deals for tally in self.tallies)

    @property
    def is_over(self) -> bool:
        return self.finished == self.total

    def warm_up(self) -> None:
        """Have every bot that is still to play compile what it needs, once, before other processes start."""
        for packed, deals in zip(self._packed, self._to_play, strict=True):
            if deals:
                _ready(packed)

    def play_here(self, tell: Callable[[], None] = lambda: None, seconds: float | None = None) -> None:
        """Play in this process, until everything is played or the seconds are over."""
        until = None if seconds is None else time.monotonic() + seconds
        self.play(InThisProcess(), 1, tell, until)

    def play(
        self, executor: Executor, ahead: int, tell: Callable[[], None] = lambda: None, until: float | None = None
    ) -> None:
        """Play what is left, at most `ahead` chunks at a time; `tell` is called now and then.

        When something stops it, a Ctrl-C say, the chunks under way are finished and kept before it stops.
        """
        under_way: dict[Future[Chunk], _Order] = {}
        try:
            while True:
                while len(under_way) < ahead and (until is None or time.monotonic() < until):
                    order = self._next_order()
                    if order is None:
                        break
                    asked = (self._packed[order.contest], self._keys[order.contest], order.deals)
                    under_way[executor.submit(play_chunk, *asked)] = order
                if not under_way:
                    return
                self._collect(under_way, timeout=0.2)
                tell()
        except BaseException:
            for future in under_way:
                future.cancel()
            while under_way:
                self._collect(under_way, timeout=None, quietly=True)
            raise

    def _collect(self, under_way: dict[Future[Chunk], _Order], timeout: float | None, quietly: bool = False) -> None:
        done, _ = wait(under_way, timeout, FIRST_COMPLETED)
        for future in done:
            order = under_way.pop(future)
            if quietly and (future.cancelled() or future.exception() is not None):
                continue
            self._keep(order, future.result())

    def _next_order(self) -> _Order | None:
        place = next((place for place, deals in enumerate(self._to_play) if deals), None)
        if place is None:
            return None
        each, waiting = self._seconds[place], self._to_play[place]
        size = min(MOST_DEALS, max(1, int(CHUNK_SECONDS / each))) if each else 1
        deals = tuple(waiting[: -size - 1 : -1])
        del waiting[-size:]
        return _Order(place, deals)

    def _keep(self, order: _Order, chunk: Chunk) -> None:
        if self._results is not None:
            self._results.keep(self._keys[order.contest], chunk.played)
        for played in chunk.played:
            self.tallies[order.contest] = self.tallies[order.contest].plus(played)
        self._seconds[order.contest] = chunk.seconds / len(chunk.played)
