"""Where bots think. Those that follow a rule of thumb answer at once; those that need machine code live in a process of
their own, which is started when the first of them is seated: no player's socket waits for a compiler."""

from __future__ import annotations

import asyncio
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from hashlib import sha256
from multiprocessing import get_context

from tantera.bots import Bot, make, warm_up
from tantera.bots.roster import Simple, entry_of
from tantera.play import Order, View
from tantera.rules import Book


class BotRoom:
    def __init__(self) -> None:
        self._worker: ProcessPoolExecutor | None = None
        self._ready: set[tuple[str, str]] = set()
        """Bots by name and the set of tiles they are ready for."""

    def is_ready(self, bot: str, book: Book) -> bool:
        return _simple(bot) or (bot, _kind(book)) in self._ready

    async def prepare(self, bot: str, book: Book) -> None:
        """Start the worker and let it compile what this bot needs."""
        await asyncio.get_running_loop().run_in_executor(self._pool(), _prepare, bot, book)
        self._ready.add((bot, _kind(book)))

    async def answer(self, bot: str, name: str, view: View) -> Order:
        """What a bot orders. `name` says which one it is: the same bot has the same seed at every turn."""
        if _simple(bot):
            return _bot(bot, name)(view)
        return await asyncio.get_running_loop().run_in_executor(self._pool(), _think, bot, name, view)

    def _pool(self) -> ProcessPoolExecutor:
        if self._worker is None:
            self._worker = ProcessPoolExecutor(1, mp_context=get_context("spawn"))
        return self._worker

    def close(self) -> None:
        if self._worker is not None:
            self._worker.shutdown(wait=False, cancel_futures=True)


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
