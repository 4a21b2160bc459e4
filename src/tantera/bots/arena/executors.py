"""Where deals are played: in this process, in one for each core, or on a Dask cluster. All three are executors."""

from __future__ import annotations

import importlib
import multiprocessing
import os
import re
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any, TypeVar

from tantera.bots.arena.contest import ArenaError
from tantera.words import Phrase

T = TypeVar("T")


class Here(Executor):
    """Plays at once, in this process."""

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


def usual_workers() -> int:
    """As many as there are cores for us."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


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
