"""What is counted while the server runs. Plain numbers, so that counting costs nothing; `/metrics` reads them."""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter, thread_time
from typing import Final

from tantera.store import Appended, Head, NotSaved, Rewritten, State, Store, Stored
from tantera.store.interface import Contents

SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Upper bounds of the histograms."""

_LOOK_EVERY: Final = 0.25


class Histogram:
    """How often something took how long."""

    def __init__(self) -> None:
        self.counts = [0] * (len(SECONDS) + 1)
        self.sum = 0.0

    def add(self, seconds: float) -> None:
        self.counts[bisect_left(SECONDS, seconds)] += 1
        self.sum += seconds

    def buckets(self) -> list[tuple[str, int]]:
        """Cumulative, as Prometheus has them."""
        names = [*map(str, SECONDS), "+Inf"]
        return [(name, sum(self.counts[: place + 1])) for place, name in enumerate(names)]


class Meters:
    def __init__(self) -> None:
        self.requests: Counter[str] = Counter()
        """By status."""
        self.orders: Counter[str] = Counter()
        """By what became of them: done, or the code of the problem."""
        self.appends = Histogram()
        self.not_saved = 0
        self.slow_sockets = 0
        """Sockets that were closed because their client did not read."""
        self.lag = Histogram()
        """How late the event loop comes to what is due."""
        self.collections = Histogram()
        """How long the garbage collector worked while everybody waited, in CPU time: what else the machine did then is
        the loop's lag."""
        self.longest_collection = 0.0
        self._collects_since = 0.0

    def on_collection(self, phase: str, about: dict[str, int]) -> None:
        """One of `gc.callbacks`."""
        if phase == "start":
            self._collects_since = thread_time()
            return
        took = thread_time() - self._collects_since
        self.collections.add(took)
        self.longest_collection = max(self.longest_collection, took)

    async def look_at_the_loop(self) -> None:
        """Measure how late one wakes up."""
        begun = perf_counter()
        await asyncio.sleep(_LOOK_EVERY)
        self.lag.add(max(0.0, perf_counter() - begun - _LOOK_EVERY))


class MeteredStore:
    """A store whose appends are timed."""

    def __init__(self, store: Store, meters: Meters) -> None:
        self._store, self._meters = store, meters
        self.process, self.hears = store.process, store.hears

    @property
    def state(self) -> State:
        return self._store.state

    async def append(self, stream: str, expected: int, events: Sequence[bytes], order: str | None = None) -> Appended:
        begun = perf_counter()
        try:
            return await self._store.append(stream, expected, events, order)
        except NotSaved:
            self._meters.not_saved += 1
            raise
        finally:
            self._meters.appends.add(perf_counter() - begun)

    async def rewrite(self, changed: Sequence[Rewritten]) -> None:
        await self._store.rewrite(changed)

    async def read(self, stream: str, since: int = 0) -> list[Stored]:
        return await self._store.read(stream, since)

    async def streams(self, prefix: str = "") -> list[Head]:
        return await self._store.streams(prefix)

    async def heads(self, streams: Sequence[str]) -> list[Head]:
        return await self._store.heads(streams)

    async def try_to_write(self) -> State:
        return await self._store.try_to_write()

    async def backup(self, path: Path) -> Contents:
        return await self._store.backup(path)

    async def restore(self, path: Path) -> Contents:
        return await self._store.restore(path)

    async def close(self) -> None:
        await self._store.close()
