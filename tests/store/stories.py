"""How the tests of the store are told."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec

from tantera.store import SqlStore, Stored, Unwritable, open_store

P = ParamSpec("P")


def story(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """An asynchronous test that pytest runs like any other."""

    @wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        asyncio.run(test(*args, **kwargs))

    return run


@asynccontextmanager
async def opened(place: Path | str, probe_every: float = 0.05) -> AsyncIterator[SqlStore]:
    store = open_store(place, probe_every=probe_every)
    try:
        yield store
    finally:
        await store.close()


async def writable_again(store: SqlStore, seconds: float = 20) -> None:
    async with asyncio.timeout(seconds):
        while isinstance(store.state, Unwritable):
            await asyncio.sleep(0.02)


def texts(events: list[Stored]) -> list[str]:
    return [stored.event.decode() for stored in events]
