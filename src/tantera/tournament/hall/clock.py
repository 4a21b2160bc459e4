"""The clock of the hall: one for all tables, with more time for some of them. A value that can stand still.

The server's time is an argument everywhere; screens are told when it started and how long it stood still, and count
for themselves.
"""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

Phase = Literal["ready", "running", "paused", "time"]
MINUTE: Final = 60_000


class HallClock(Struct, frozen=True):
    """The time of one round, in milliseconds.

    >>> clock = HallClock(round=1, length=25 * MINUTE, started=1000)
    >>> clock.left(1000 + 20 * MINUTE) == 5 * MINUTE
    True
    """

    round: int
    length: int
    started: int | None = None
    """When; None: it is ready to be started."""
    stood: int = 0
    """How long it has stood still, pauses that are over."""
    paused: int | None = None
    """Since when it stands still."""
    called: int | None = None
    """When the director called *tiempo*, before it came by itself."""
    more: dict[int, int] = {}
    """Time that single tables have besides, by table."""

    def run(self, now: int, table: int | None = None) -> int:
        """How long it has run."""
        if self.started is None:
            return 0
        until = self.paused if self.paused is not None else now
        if self.called is not None and table not in self.more:
            until = min(until, self.called)
        return max(0, until - self.started - self.stood)

    def left(self, now: int, table: int | None = None) -> int:
        """What is left, below zero after time: how long ago it was."""
        more = self.more.get(table, 0) if table is not None else 0
        if self.called is not None and not more:
            return self.called - now
        return self.length + more - self.run(now, table)

    def phase(self, now: int, table: int | None = None) -> Phase:
        if self.started is None:
            return "ready"
        if self.left(now, table) <= 0:
            return "time"
        return "paused" if self.paused is not None else "running"

    def ends(self, table: int | None = None) -> int | None:
        """When time comes by itself; None while it stands still."""
        if self.started is None or self.paused is not None:
            return None
        more = self.more.get(table, 0) if table is not None else 0
        if self.called is not None and not more:
            return self.called
        return self.started + self.stood + self.length + more
