"""Where bots think. Those that follow a rule of thumb answer at once; those that need machine code live in a process of
their own, which is started when the first of them is seated: no player's socket waits for a compiler."""

from __future__ import annotations

from concurrent.futures import BrokenExecutor
from functools import lru_cache
from hashlib import sha256

from tantera.bots import Bot, make, names, warm_up
from tantera.bots.roster import Simple, entry_of
from tantera.play import Order, View
from tantera.rules import Book, Refusal
from tantera.web.worker import Worker


def a_known_bot(name: str) -> str:
    """A bot that thinks here: a `Refusal` where there is none of that name."""
    if name not in names():
        raise Refusal("", "there is no bot {found}", found=name[:40])
    return name


class BotRoom:
    def __init__(self) -> None:
        self._worker = Worker()
        self._ready: set[tuple[str, str]] = set()
        """Bots by name and the set of tiles they are ready for."""

    def knows(self, bot: str) -> bool:
        return bot in names()

    def is_ready(self, bot: str, book: Book) -> bool:
        a_known_bot(bot)  # a table that was opened long ago may have another
        return _simple(bot) or (bot, _kind(book)) in self._ready

    async def prepare(self, bot: str, book: Book) -> None:
        """Start the worker and let it compile what this bot needs."""
        try:
            await self._worker.do(_prepare, bot, book)
        except BrokenExecutor:
            raise self._gone() from None
        self._ready.add((bot, _kind(book)))

    async def answer(self, bot: str, name: str, view: View) -> Order:
        """What a bot orders. `name` says which one it is: the same bot has the same seed at every turn."""
        if _simple(bot):
            return _bot(bot, name)(view)
        try:
            return await self._worker.do(_think, bot, name, view)
        except BrokenExecutor:
            raise self._gone() from None

    def _gone(self) -> Refusal:
        """The table asks again, and a new worker has to get ready."""
        self._ready.clear()
        return Refusal("", "the bot has gone away")

    def close(self) -> None:
        self._worker.close()


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
