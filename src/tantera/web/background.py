"""What goes on behind the pages: tasks, threads, processes and what is done again and again. Everything of the kind
begins here, so that none is lost without a line in the log, and none that fails tries again without a pause."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Any, Final, TypeVar

import structlog

from tantera.web.health.lines import log_failure
from tantera.words import Problem

_T = TypeVar("_T")

LONGEST_PAUSE: Final = 60.0
"""Seconds before something that failed is tried again, however often it has."""

log = structlog.get_logger()


class Background:
    """Tasks that nobody waits for. They are held until they end, and can be ended together."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._tasks: set[asyncio.Task[Any]] = set()

    def start(self, work: Coroutine[Any, Any, _T]) -> asyncio.Task[_T]:
        """Begin this. Whoever wants its result may wait for the task; what goes wrong is in the log either way."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def __len__(self) -> int:
        return len(self._tasks)

    def stop(self) -> None:
        for task in tuple(self._tasks):
            task.cancel()

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            note(self._what, error)


def note(what: str, error: BaseException) -> None:
    """A line in the log: a problem by its code, anything else by its kind and its place."""
    if isinstance(error, Problem):
        log.warning("not_done", what=what, code=error.code)
    else:
        log_failure(what, error)


def longer(pause: float, failures: int) -> float:
    """The pause after so many failures in a row: twice as long each time, up to a minute.

    >>> [longer(0.2, failures) for failures in (1, 2, 3, 20)]
    [0.2, 0.4, 0.8, 60.0]
    """
    return max(pause, min(pause * 2.0 ** min(failures - 1, 30), LONGEST_PAUSE))


async def for_ever(what: str, every: float, look: Callable[[], Awaitable[object]]) -> None:
    """Do this again and again, with a pause before each time. Where it fails there is a line in the log and a longer
    pause; then it is done again."""
    failures = 0
    while True:
        await asyncio.sleep(longer(every, failures) if failures else every)
        try:
            await look()
            failures = 0
        except Exception as error:
            failures += 1
            note(what, error)


def guarded(what: str, work: Callable[..., _T]) -> Callable[..., _T | None]:
    """The same, for a thread to which nobody listens: what goes wrong there is in the log."""

    def run(*args: Any) -> _T | None:
        try:
            return work(*args)
        except Exception as error:
            note(what, error)
            return None

    return run


def thread(name: str, work: Callable[[], object]) -> Thread:
    """A thread of its own that ends with the program."""
    started = Thread(target=guarded(name, work), name=name, daemon=True)
    started.start()
    return started


class Worker:
    """One process, started when there is something to do for it, and again if somebody ended it."""

    def __init__(self, patience: int = 0) -> None:
        """`patience`: how much it lets others go first, as ``nice`` counts it."""
        self._patience = patience
        self._pool: ProcessPoolExecutor | None = None

    async def do(self, work: Callable[..., _T], *args: Any) -> _T:
        """What the work gives. `BrokenExecutor` where the process was ended meanwhile, perhaps for want of memory; the
        next work gets a new one."""
        if self._pool is None:
            begin = partial(_begin, self._patience)
            self._pool = ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=begin)
        pool = self._pool
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, work, *args)
        except BrokenExecutor:
            if self._pool is pool:
                self._pool = None
            raise

    def close(self) -> None:
        """Nobody waits for what is still being worked on."""
        if self._pool is not None:
            processes = tuple((self._pool._processes or {}).values())
            self._pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.kill()
            self._pool = None


def _begin(patience: int) -> None:
    """In the process: Ctrl-C at the terminal is for the server, and when that has gone, however it went, so do we."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(patience)
    thread("end with the server", _end_with_the_server)


def _end_with_the_server() -> None:
    server = parent_process()
    if server is not None:
        server.join()
        os._exit(1)
