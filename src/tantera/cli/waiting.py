"""While something takes long: a word on standard error, and a program that still hears the clock and Ctrl-C."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from queue import SimpleQueue
from typing import Final, TypeVar

T = TypeVar("T")
Tell = Callable[[str], None]

PATIENCE: Final = 0.5
"""Seconds before a word is worth the flicker."""
BAR_AFTER: Final = 2.0
"""Seconds before a progress bar is."""
MOST_LEFT_BEHIND: Final = 4
"""Searches that go on although nobody waits for them any more. Each has a core, and tables of its own."""
_GLANCE: Final = 0.1

_left_behind: Final[list[threading.Thread]] = []


@contextmanager
def told(message: str) -> Iterator[Tell]:
    """A status on standard error if it takes longer than half a second, on a terminal only. It can be changed."""
    if not sys.stderr.isatty():
        yield lambda words: None
        return
    from rich.console import Console

    status = Console(stderr=True).status(message)
    timer = threading.Timer(PATIENCE, status.start)
    timer.daemon = True
    timer.start()
    try:
        yield status.update
    finally:
        timer.cancel()
        timer.join()
        status.stop()


@contextmanager
def bar(total: int, completed: int = 0) -> Iterator[Callable[[int, str], None]]:
    """A progress bar on standard error once it has taken two seconds, on a terminal only.

    What it gives is called with how much is done and a few words.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    progress = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    task = progress.add_task("", total=total, completed=completed)
    began = time.monotonic()

    def tell(done: int, words: str = "") -> None:
        if time.monotonic() - began > BAR_AFTER:
            progress.update(task, completed=done, description=words)
            progress.start()

    try:
        yield tell
    finally:
        progress.stop()


class TimeIsOver(Exception):
    """Nothing came of it within the seconds it had."""


class WorkerThread:
    """A thread that does one thing after another. Machine code cannot be stopped, but it can be left behind: then
    another thread takes its place."""

    def __init__(self) -> None:
        self._thread: threading.Thread | None = None
        self._orders: SimpleQueue[Callable[[], None] | None] = SimpleQueue()

    def within(self, seconds: float | None, work: Callable[[], T], glance: Callable[[], None] = lambda: None) -> T:
        """What comes of some work, if it does so in time. `glance` is called now and then meanwhile.

        Ctrl-C and the end of the time leave the work behind.
        """
        future: Future[T] = Future()

        def order() -> None:
            try:
                future.set_result(work())
            except BaseException as error:
                future.set_exception(error)

        thread = self._ready()
        try:
            self._orders.put(order)
            until = None if seconds is None else time.monotonic() + seconds
            while not future.done():
                left = _GLANCE if until is None else min(_GLANCE, until - time.monotonic())
                if left <= 0:
                    raise TimeIsOver
                try:
                    future.exception(left)
                except TimeoutError:
                    glance()
        except BaseException:
            self._orders.put(None)  # its last
            _left_behind.append(thread)
            self._thread = None
            raise
        return future.result()

    def _ready(self) -> threading.Thread:
        while len(searching := still_searching()) >= MOST_LEFT_BEHIND:
            searching[0].join(_GLANCE)
        if self._thread is None:
            self._orders = SimpleQueue()
            self._thread = threading.Thread(target=_obey, args=(self._orders,), daemon=True)
            self._thread.start()
        return self._thread


def _obey(orders: SimpleQueue[Callable[[], None] | None]) -> None:
    while (order := orders.get()) is not None:
        order()


def still_searching() -> list[threading.Thread]:
    """The threads left behind that have not come to their end."""
    return [thread for thread in _left_behind if thread.is_alive()]


def leave(status: int) -> None:
    """End the program at once where machine code goes on that nobody waits for: Python would wait for it, or trip."""
    if still_searching():
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)
