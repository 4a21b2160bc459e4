"""Where bots think. Those that follow a rule of thumb answer at once; those that need machine code live in a process of
their own, which is started when the first of them is seated: no player's socket waits for a compiler."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from functools import lru_cache
from hashlib import sha256
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Any, TypeVar

from tantera.bots import Bot, make, warm_up
from tantera.bots.roster import Simple, entry_of
from tantera.play import Order, View
from tantera.rules import Book, Refusal

_T = TypeVar("_T")


class BotRoom:
    def __init__(self) -> None:
        self._worker: ProcessPoolExecutor | None = None
        self._ready: set[tuple[str, str]] = set()
        """Bots by name and the set of tiles they are ready for."""

    def is_ready(self, bot: str, book: Book) -> bool:
        return _simple(bot) or (bot, _kind(book)) in self._ready

    async def prepare(self, bot: str, book: Book) -> None:
        """Start the worker and let it compile what this bot needs."""
        await self._in_worker(_prepare, bot, book)
        self._ready.add((bot, _kind(book)))

    async def answer(self, bot: str, name: str, view: View) -> Order:
        """What a bot orders. `name` says which one it is: the same bot has the same seed at every turn."""
        if _simple(bot):
            return _bot(bot, name)(view)
        return await self._in_worker(_think, bot, name, view)

    async def _in_worker(self, work: Callable[..., _T], *args: Any) -> _T:
        if self._worker is None:
            self._worker = ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=_begin)
        worker = self._worker
        try:
            return await asyncio.get_running_loop().run_in_executor(worker, work, *args)
        except BrokenExecutor:
            # Somebody ended the worker, perhaps the machine for want of memory: the table asks again, of a new one.
            if self._worker is worker:
                self._worker = None
                self._ready.clear()
            raise Refusal("", "the bot has gone away") from None

    def close(self) -> None:
        """Nobody waits for a bot that is still thinking, or for a compiler."""
        if self._worker is not None:
            processes = tuple(self._worker._processes.values())
            self._worker.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.kill()


def _begin() -> None:
    """In the worker: Ctrl-C at the terminal is for the server, and when that has gone, however it went, so do we."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_the_server, daemon=True).start()


def _end_with_the_server() -> None:
    server = parent_process()
    if server is not None:
        server.join()
        os._exit(1)


def _simple(bot: str) -> bool:
    return isinstance(entry_of(bot), Simple)


def _kind(book: Book) -> str:
    return f"{book.options.set}/{book.options.players}/{book.options.play}"


@lru_cache(maxsize=4096)
def _bot(bot: str, name: str) -> Bot:
    return make(bot, int.from_bytes(sha256(name.encode()).digest()[:6], "big"))


def _prepare(bot: str, book: Book) -> None:
    warm_up(bot, book)


def _think(bot: str, name: str, view: View) -> Order:
    return _bot(bot, name)(view)
