"""A process beside the server for what takes long or needs a compiler: no player's socket waits for it."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context, parent_process
from typing import Any, TypeVar

from tantera.web.background import thread

_T = TypeVar("_T")


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
