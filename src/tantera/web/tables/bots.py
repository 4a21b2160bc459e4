"""Where bots think. Those that follow a rule of thumb answer at once; those that need machine code live in a process of
their own, which is started when the first of them is seated: no player's socket waits for a compiler."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from functools import lru_cache
from hashlib import sha256
from operator import attrgetter
from random import Random
from time import monotonic
from typing import Any, Final, TypeVar

from msgspec.structs import replace

from tantera.bots import CHARACTERS, Bot, make, plays_here, stand_in, warm_up
from tantera.bots.roster import Simple, entry_of, is_known, plays_as
from tantera.play import Order, View
from tantera.rules import Book, Law, Refusal
from tantera.solver.compiled import is_compiled
from tantera.tables.settings import Pace
from tantera.web.background import Background, Worker
from tantera.words import Missing

_T = TypeVar("_T")

_REMEMBERED: Final = 64
_COMPILING: Final = 60
"""Seconds for the machine code of bots the first time on a machine: 45 of one idle core."""
_LOADING: Final = 5
"""And later."""
PACES: Final[dict[Pace, float]] = {"slow": 2.2, "usual": 1.0, "quick": 0.4, "at_once": 0.0}
"""How long bots take at a table of each pace, beside the usual."""
_LONGEST: Final = 5.0
"""A thought that took longer than so many seconds is no measure for the others."""


def a_known_bot(name: str) -> str:
    """A bot that thinks here: a `Refusal` where there is none of that name."""
    if not is_known(name):
        raise Refusal("", "there is no bot {found}", found=name[:40])
    return name


def a_bot_that_plays(name: str) -> str:
    """One that can sit down here and now: `Missing` where this installation lacks what it thinks with."""
    if not plays_here(a_known_bot(name)):
        raise Missing("bots")
    return name


class _Thinker:
    """A process in which bots think."""

    def __init__(self) -> None:
        self.worker = Worker()
        self.ready: set[tuple[str, str]] = set()
        """Bots by name and the set of tiles they are ready for."""
        self.laws: set[Law] = set()
        """Whose books it was sent: a book is most of a view, and does not change."""
        self.waiting = 0

    async def do(self, work: Callable[..., _T], *args: Any) -> _T:
        self.waiting += 1
        try:
            return await self.worker.do(work, *args)
        except BrokenExecutor:  # the table asks again, and a new process has to get ready
            self.ready.clear()
            self.laws.clear()
            raise Refusal("", "the bot has gone away") from None
        finally:
            self.waiting -= 1

    async def prepare(self, bot: str, book: Book) -> None:
        await self.do(_prepare, bot, book)
        self.ready.add((plays_as(bot), _kind(book)))

    async def answer(self, bot: str, name: str, view: View) -> tuple[Order, float]:
        """And the seconds of thought."""
        if view.law not in self.laws:
            answer = await self.do(_think, bot, name, view)
            self.laws.add(view.law)
            return answer
        return await self.do(_think_on, bot, name, replace(view, book=None))


class BotRoom:
    """As many processes as there are cores to spare, each started when those before it are busy."""

    def __init__(self, size: int | None = None, chance: Random | None = None) -> None:
        self._chance = chance or Random()
        cores = os.cpu_count() or 2
        self._thinkers = [_Thinker() for _ in range(size or max(1, cores - 1))]
        self._thoughts: deque[float] = deque(maxlen=_REMEMBERED)
        """Seconds that the last answers took; the wait before them is of other tables, and tells of nobody's tiles."""
        self._compiled = is_compiled()
        """Looked at before anything begins: a compiler at work has written some of it and lacks the rest."""
        self._compiling_since: float | None = None
        self._background = Background("bots")

    def knows(self, bot: str) -> bool:
        return is_known(bot)

    def is_ready(self, bot: str, book: Book) -> bool:
        return _simple(bot) or any((plays_as(bot), _kind(book)) in thinker.ready for thinker in self._thinkers)

    def takes_to_prepare(self) -> int:
        """Seconds until a bot that is not ready should be: to compile what it needs, or to load it where this machine
        has done so before. Whoever asks while it is being compiled is told what is left of that."""
        if self._compiled:
            return _LOADING
        since = 0.0 if self._compiling_since is None else monotonic() - self._compiling_since
        return max(_LOADING, _COMPILING - round(since))

    async def prepare(self, bot: str, book: Book) -> None:
        """Start a process and let it compile what this bot needs."""
        if self._compiling_since is None:
            self._compiling_since = monotonic()
        await self._thinkers[0].prepare(bot, book)
        self._compiled = True

    async def answer(self, bot: str, name: str, view: View) -> Order:
        """What a bot orders. `name` says which one it is: the same bot has the same seed at every turn."""
        if _simple(bot):
            return _bot(bot, name)(view)
        answer, seconds = await self._least_busy(bot, view.book).answer(bot, name, view)
        self._thoughts.append(seconds)
        return answer

    def _least_busy(self, bot: str, book: Book) -> _Thinker:
        """Of those that are ready; where all of them have something to do, one more gets ready."""
        wanted = plays_as(bot), _kind(book)
        ready = [thinker for thinker in self._thinkers if wanted in thinker.ready] or self._thinkers[:1]
        chosen = min(ready, key=attrgetter("waiting"))
        idle = next(
            (thinker for thinker in self._thinkers if wanted not in thinker.ready and not thinker.waiting), None
        )
        if chosen.waiting and idle is not None:
            self._background.start(idle.prepare(bot, book))
        return chosen

    def pause(self, bot: str, shortest: float, longest: float, pace: Pace = "usual") -> float:
        """Seconds until a bot's next answer is told: by its own tempo and the pace of its table. It is fixed before
        anybody looks at what the bot could play, and as long as the longest of the last thoughts: on a busy machine a
        choice takes time and a pass takes none, and whoever counts seconds would know the one from the other."""
        tempo = CHARACTERS[bot].tempo if bot in CHARACTERS else 1.0
        drawn = self._chance.uniform(shortest, longest) * tempo * PACES[pace]
        return drawn if _simple(bot) else max(drawn, min(max(self._thoughts, default=0.0), _LONGEST))

    def close(self) -> None:
        self._background.stop()
        for thinker in self._thinkers:
            thinker.worker.close()


def _simple(bot: str) -> bool:
    return isinstance(entry_of(stand_in(a_known_bot(bot))), Simple)  # a table opened long ago may have another


def _kind(book: Book) -> str:
    return f"{book.options.set}/{book.options.players}/{book.options.play}"


@lru_cache(maxsize=4096)
def _bot(bot: str, name: str) -> Bot:
    return make(stand_in(bot), int.from_bytes(sha256(name.encode()).digest()[:6], "big"))


def _prepare(bot: str, book: Book) -> None:
    warm_up(bot, book)


_books: Final[dict[Law, Book]] = {}
"""In the process: those it was sent."""


def _think(bot: str, name: str, view: View) -> tuple[Order, float]:
    _books[view.law] = view.book
    begun = monotonic()
    return _bot(bot, name)(view), monotonic() - begun


def _think_on(bot: str, name: str, view: View) -> tuple[Order, float]:
    """With a view that came without its book."""
    return _think(bot, name, replace(view, book=_books[view.law]))
