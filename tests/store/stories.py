"""How the tests of the store are told."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec

import psycopg

from tantera.store import SqlStore, Stored, Unwritable, open_store

P = ParamSpec("P")

_COLUMNS = "stream, version, order_id, event"
WRITTEN = f"(SELECT {_COLUMNS} FROM event UNION ALL SELECT {_COLUMNS} FROM journal)"
"""Everything on the disk of a data folder, wherever it stands, for who looks into SQLite itself."""


def story(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """An asynchronous test that pytest runs like any other."""

    @wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        asyncio.run(test(*args, **kwargs))

    return run


@asynccontextmanager
async def opened(place: Path | str, probe_every: float = 0.05, process: str = "") -> AsyncIterator[SqlStore]:
    store = open_store(place, probe_every=probe_every, process=process)
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


def set_default(director: psycopg.Connection, read_only: str) -> None:
    """Make a database read-only or not, for new sessions; the old ones are ended."""
    name = director.info.dbname
    director.execute(f'ALTER DATABASE "{name}" SET default_transaction_read_only = {read_only}'.encode())
    others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s AND pid <> pg_backend_pid()"
    director.execute(others, [name])
