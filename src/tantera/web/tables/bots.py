"""Where bots think. Those that follow a rule of thumb answer at once; those that need machine code live in a process of
their own, which is started when the first of them is seated: no player's socket waits for a compiler."""

from __future__ import annotations

from collections import deque
from concurrent.futures import BrokenExecutor
from functools import lru_cache
from hashlib import sha256
from random import uniform
from time import monotonic
from typing import Final

from tantera.bots import Bot, make, names, warm_up
from tantera.bots.roster import Simple, entry_of
from tantera.play import Order, View
from tantera.rules import Book, Refusal
from tantera.web.background import Worker

_REMEMBERED: Final = 64
_LONGEST: Final = 5.0
"""A thought that took longer than so many seconds is no measure for the others."""


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
        self._thoughts: deque[float] = deque(maxlen=_REMEMBERED)
        """Seconds that the last answers took."""

    def knows(self, bot: str) -> bool:
        return bot in names()

    def is_ready(self, bot: str, book: Book) -> bool:
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
        begun = monotonic()
        try:
            answer = await self._worker.do(_think, bot, name, view)
        except BrokenExecutor:
            raise self._gone() from None
        self._thoughts.append(monotonic() - begun)
        return answer

    def pause(self, bot: str, shortest: float, longest: float) -> float:
        """Seconds until a bot's next answer is told. It is fixed before anybody looks at what the bot could play, and
        as long as the longest of the last thoughts: on a busy machine a choice takes time and a pass takes none, and
        whoever counts seconds would know the one from the other."""
        drawn = uniform(shortest, longest)
        return drawn if _simple(bot) else max(drawn, min(max(self._thoughts, default=0.0), _LONGEST))

    def _gone(self) -> Refusal:
        """The table asks again, and a new worker has to get ready."""
        self._ready.clear()
        return Refusal("", "the bot has gone away")

    def close(self) -> None:
        self._worker.close()


def _simple(bot: str) -> bool:
    return isinstance(entry_of(a_known_bot(bot)), Simple)  # a table that was opened long ago may have another


def _kind(book: Book) -> str:
    return f"{book.options.set}/{book.options.players}/{book.options.play}"


@lru_cache(maxsize=4096)
def _bot(bot: str, name: str) -> Bot:
    return make(bot, int.from_bytes(sha256(name.encode()).digest()[:6], "big"))


def _prepare(bot: str, book: Book) -> None:
    warm_up(bot, book)


def _think(bot: str, name: str, view: View) -> Order:
    return _bot(bot, name)(view)
