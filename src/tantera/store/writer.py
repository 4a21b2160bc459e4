"""The one writer thread: group commit, and one hop back to the event loop for a whole batch."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Final

from sqlalchemy import Engine, update
from sqlalchemy.exc import SQLAlchemyError

from tantera.store.interface import Appended, Rewritten, State, Unwritable, Writable
from tantera.store.journal import Journal
from tantera.store.problems import NotSaved, reason
from tantera.store.rows import Append, rewrite, write
from tantera.store.schema import PULSE

BATCH: Final = 512
"""At most so many appends in one transaction: under full load the disk is a small part of it, and nobody waits long."""
_WHEN_FULL: Final = 4096
"""Events in the journal that are moved into the log together: some twenty milliseconds, in which nothing is written."""

_Answer = Appended | Exception


@dataclass(slots=True, eq=False)
class _Waiting:
    append: Append
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Appended]


@dataclass(slots=True, eq=False)
class _Between:
    """Something that somebody wants to be done between two batches."""

    do: Callable[[], object]
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Any]


class Writer:
    """Takes appends from any event loop and answers each when it is durable.

    While one batch is on its way to the disk the next one gathers, so the busier it gets the larger the batches are
    and the less an append costs. After a failure it tries by itself, every `probe_every` seconds, whether writing
    is possible again.
    """

    def __init__(self, engine: Engine, probe_every: float) -> None:
        self.state: State = Writable()
        self._engine, self._probe_every = engine, probe_every
        self._journal = Journal(engine) if engine.dialect.name == "sqlite" else None
        self._queue: SimpleQueue[_Waiting | _Between | None] = SimpleQueue()
        self._between: list[_Between] = []
        self._closing = False
        self._thread = Thread(target=self._run, name="tantera-store-writer", daemon=True)
        self._thread.start()

    def append(self, append: Append) -> asyncio.Future[Appended]:
        if self._closing:
            raise RuntimeError("append to a store that is closed")
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Appended] = loop.create_future()
        self._queue.put(_Waiting(append, loop, future))
        return future

    def try_to_write(self) -> asyncio.Future[State]:
        """Whether it can be written now: where nobody appends it is tried."""
        return self._do_between(lambda: self.state)

    def rewrite(self, changed: Sequence[Rewritten]) -> asyncio.Future[None]:
        """Appends that come meanwhile wait, and none fails because the database is busy."""
        return self._do_between(lambda: self._rewrite(changed))

    def settle(self) -> asyncio.Future[None]:
        """What has been appended is in the log, and nowhere else."""
        return self._do_between(self._settle)

    def _do_between(self, do: Callable[[], object]) -> asyncio.Future[Any]:
        if self._closing:
            raise RuntimeError("a store that is closed was asked to write")
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Any] = loop.create_future()
        self._queue.put(_Between(do, loop, future))
        return future

    def close(self) -> None:
        """Write what is waiting, then end the thread."""
        self._closing = True
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        going = True
        while going:
            batch, going = self._gather()
            if batch:
                _answer(batch, self._write([waiting.append for waiting in batch]))
            elif going:
                self._probe()
            while self._between:
                _do(self._between.pop(0))
            with suppress(Exception):  # what is in the journal is read from there until it can be moved
                self._settle(_WHEN_FULL if going else 0)
        if self._journal is not None:
            self._journal.close()

    def _gather(self) -> tuple[list[_Waiting], bool]:
        """What is waiting, and whether more may come. Nothing at all when it is time to probe, or when that is all
        that somebody wants to know."""
        batch: list[_Waiting] = []
        try:
            waiting = self._queue.get(timeout=None if isinstance(self.state, Writable) else self._probe_every)
            while waiting is not None:
                if isinstance(waiting, _Between):
                    self._between.append(waiting)
                else:
                    batch.append(waiting)
                if len(batch) == BATCH:
                    return batch, True
                waiting = self._queue.get_nowait()
        except Empty:
            return batch, True
        return batch, False

    def _write(self, batch: Sequence[Append]) -> Sequence[_Answer]:
        try:
            answers = write(self._engine, batch) if self._journal is None else self._journal.write(batch)
        except (SQLAlchemyError, sqlite3.Error) as error:
            self.state = Unwritable(reason(error))
            return [NotSaved(self.state.reason) for _ in batch]
        except Exception as error:  # a fault of ours: those who wait must hear of it, and the thread goes on
            return [error for _ in batch]
        self.state = Writable()
        return answers

    def _rewrite(self, changed: Sequence[Rewritten]) -> None:
        self._settle()
        try:
            rewrite(self._engine, changed)
        except (SQLAlchemyError, sqlite3.Error) as error:
            raise NotSaved(reason(error)) from error

    def _settle(self, full: int = 0) -> None:
        if self._journal is None:
            return
        try:
            self._journal.settle(full)
        except (SQLAlchemyError, sqlite3.Error) as error:
            raise NotSaved(reason(error)) from error

    def _probe(self) -> None:
        try:
            with self._engine.begin() as connection:
                connection.execute(update(PULSE).values(beats=PULSE.c.beats + 1))
        except Exception as error:  # whatever it is: without this thread nobody's append would be answered again
            self.state = Unwritable(reason(error))
        else:
            self.state = Writable()


def _answer(batch: Sequence[_Waiting], answers: Sequence[_Answer]) -> None:
    """One hop for each event loop: all its answers at once."""
    by_loop: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Any], object]]] = {}
    for waiting, answer in zip(batch, answers, strict=True):
        by_loop.setdefault(waiting.loop, []).append((waiting.future, answer))
    for loop, answered in by_loop.items():
        with suppress(RuntimeError):  # the loop was closed: nobody waited for the answer
            loop.call_soon_threadsafe(_resolve, answered)


def _do(between: _Between) -> None:
    answer: object
    try:
        answer = between.do()
    except Exception as error:
        answer = error
    with suppress(RuntimeError):
        between.loop.call_soon_threadsafe(_resolve, [(between.future, answer)])


def _resolve(answered: Sequence[tuple[asyncio.Future[Any], object]]) -> None:
    for future, answer in answered:
        if future.done():  # cancelled: nobody waits any more, but the events stand
            continue
        if isinstance(answer, Exception):
            future.set_exception(answer)
        else:
            future.set_result(answer)
