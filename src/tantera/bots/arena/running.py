"""Many deals at once. What is finished is kept at once, and is not played again."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from functools import cache
from typing import Final, NamedTuple

from tantera.bots.arena.contest import ArenaError, Contest, key_of, unpacked
from tantera.bots.arena.executors import Here
from tantera.bots.arena.players import check_known, warm_up
from tantera.bots.arena.playing import play_deal
from tantera.bots.arena.results import Results
from tantera.bots.arena.tally import DealTally, Played
from tantera.bots.own import BotError
from tantera.words import Phrase

CHUNK_SECONDS: Final = 0.3
"""How long a process should be busy before it reports: often enough for a lively bar and a quick Ctrl-C."""
MOST_DEALS: Final = 200
"""In one chunk."""


class Chunk(NamedTuple):
    """Deals that a process has played in one go."""

    played: tuple[Played, ...]
    seconds: float


class _Order(NamedTuple):
    contest: int
    deals: tuple[int, ...]


def play_chunk(packed: bytes, key: str, deals: tuple[int, ...]) -> Chunk:
    """What a worker does. It refuses to play as another program than the one that asked."""
    if key_of(packed) != key:
        raise ArenaError(Phrase("workers: found another Tantera there, expected the one that asks"))
    try:
        contest = _ready(packed)
        began = time.perf_counter()
        played = tuple(play_deal(contest, deal) for deal in deals)
    except BotError as error:  # it could be loaded where the arena began, and not here
        raise ArenaError(error.args[0]) from None
    return Chunk(played, time.perf_counter() - began)


@cache
def _ready(packed: bytes) -> Contest:
    """The contest with its bots awake in this process, so that nobody's first decision pays for a compiler."""
    contest = unpacked(packed)
    for name in contest.bots:
        warm_up(name, contest.book)
    return contest


class Arena:
    """Contests on the first `deals` deals of their sets, what they have come to so far, and what is still to play."""

    def __init__(
        self, contests: Sequence[Contest], deals: int, results: Results | None = None, fresh: bool = False
    ) -> None:
        for contest in contests:
            check_known(contest.bots)
        self.contests = tuple(contests)
        self.deals = deals
        self.tallies = [DealTally() for _ in contests]
        self.resumed = 0
        """Deals that an earlier run had finished."""
        self._results = results
        self._packed = [contest.packed() for contest in contests]
        self._keys = [key_of(packed) for packed in self._packed]
        self._seconds = [0.0] * len(contests)
        done = [set[int]() for _ in contests]
        if results is not None and not fresh:
            self._take_up(results, done)
        self._to_play = [[deal for deal in range(deals, 0, -1) if deal not in finished] for finished in done]

    def _take_up(self, results: Results, done: list[set[int]]) -> None:
        places = {key: place for place, key in enumerate(self._keys)}
        for key, played in results.read():
            place = places.get(key)
            if place is not None and 1 <= played.deal <= self.deals and played.deal not in done[place]:
                done[place].add(played.deal)
                self.tallies[place] = self.tallies[place].plus(played)
                self.resumed += 1

    @property
    def total(self) -> int:
        return self.deals * len(self.contests)

    @property
    def finished(self) -> int:
        return sum(tally.deals for tally in self.tallies)

    @property
    def is_over(self) -> bool:
        return self.finished == self.total

    def warm_up(self) -> None:
        """Have every bot that is still to play compile what it needs, once, before other processes start."""
        for packed, deals in zip(self._packed, self._to_play, strict=True):
            if deals:
                _ready(packed)

    def play_here(self, tell: Callable[[], None] = lambda: None, seconds: float | None = None) -> None:
        """Play in this process, until everything is played or the seconds are over."""
        until = None if seconds is None else time.monotonic() + seconds
        self.play(Here(), 1, tell, until)

    def play(
        self, executor: Executor, ahead: int, tell: Callable[[], None] = lambda: None, until: float | None = None
    ) -> None:
        """Play what is left, at most `ahead` chunks at a time; `tell` is called now and then.

        When something stops it, a Ctrl-C say, the chunks under way are finished and kept before it stops.
        """
        under_way: dict[Future[Chunk], _Order] = {}
        try:
            while True:
                while len(under_way) < ahead and (until is None or time.monotonic() < until):
                    order = self._next_order()
                    if order is None:
                        break
                    asked = (self._packed[order.contest], self._keys[order.contest], order.deals)
                    under_way[executor.submit(play_chunk, *asked)] = order
                if not under_way:
                    return
                self._collect(under_way, timeout=0.2)
                tell()
        except BaseException:
            for future in under_way:
                future.cancel()
            while under_way:
                self._collect(under_way, timeout=None, quietly=True)
            raise

    def _collect(self, under_way: dict[Future[Chunk], _Order], timeout: float | None, quietly: bool = False) -> None:
        done, _ = wait(under_way, timeout, FIRST_COMPLETED)
        for future in done:
            order = under_way.pop(future)
            if quietly and (future.cancelled() or future.exception() is not None):
                continue
            self._keep(order, future.result())

    def _next_order(self) -> _Order | None:
        place = next((place for place, deals in enumerate(self._to_play) if deals), None)
        if place is None:
            return None
        each, waiting = self._seconds[place], self._to_play[place]
        size = min(MOST_DEALS, max(1, int(CHUNK_SECONDS / each))) if each else 1
        deals = tuple(waiting[: -size - 1 : -1])
        del waiting[-size:]
        return _Order(place, deals)

    def _keep(self, order: _Order, chunk: Chunk) -> None:
        if self._results is not None:
            self._results.keep(self._keys[order.contest], chunk.played)
        for played in chunk.played:
            self.tallies[order.contest] = self.tallies[order.contest].plus(played)
        self._seconds[order.contest] = chunk.seconds / len(chunk.played)
