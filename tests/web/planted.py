"""Faults that a test plants in a server of `processes.served`, by their names in ``TANTERA_PLANTED``: a proof that
finds none of them proves nothing. And what makes a proof short."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tantera.store import Appended, Conflict, SqlStore, engines
from tantera.store.company import Present, Processes, Taken
from tantera.web.tables.bots import BotRoom


def quick_bots() -> None:
    """No fault: bots that answer nearly at once."""
    BotRoom.pause = lambda self, bot, shortest, longest, pace="usual": 0.05  # type: ignore[method-assign]


def no_fence() -> None:
    """Every process takes itself for the keeper of every table, and what comes too late is written all the same."""
    kept, taken = SqlStore.append, Processes.take

    async def append(
        self: SqlStore, stream: str, expected: int, events: Sequence[bytes], order: str | None = None
    ) -> Appended:
        while True:
            try:
                return await kept(self, stream, expected, events, order)
            except Conflict as conflict:
                expected = conflict.found

    async def take(self: Processes, stream: str) -> Taken:
        return await taken(self, stream) or Taken(stream, 0, 0, handed_over=True)

    SqlStore.append = append  # type: ignore[method-assign]
    Processes.take = take  # type: ignore[method-assign]
    Processes.holds = lambda self, taken: True  # type: ignore[method-assign]


def commits_that_do_not_wait() -> None:
    """What was acknowledged is on no disk yet."""

    def hasty(connection: Any, _record: object) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SET synchronous_commit = off")
        connection.commit()

    engines._set_up_postgresql_writer = hasty


def only_who_is_here_is_there() -> None:
    """Whoever is there by another process is taken for gone."""

    async def elsewhere(self: Processes, streams: object) -> frozenset[Present]:
        return frozenset()

    Processes.elsewhere = elsewhere  # type: ignore[method-assign]
