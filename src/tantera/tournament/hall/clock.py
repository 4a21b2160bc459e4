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

    def left(self, now: int, table: int | None = None) -> int:
        """What is left, below zero after time: how long ago it was."""
        ends = self.ends(table)
        if ends is not None:
            return ends - now
        ran = self.paused - self.started - self.stood if self.paused is not None and self.started is not None else 0
        return self.length + self._more(table) - ran

    def phase(self, now: int, table: int | None = None) -> Phase:
        if self.started is None:
            return "ready"
        if self.left(now, table) <= 0:
            return "time"
        return "paused" if self.ends(table) is None else "running"

    def ends(self, table: int | None = None) -> int | None:
        """When time comes, or came; None while it stands still. What a table was given counts from *tiempo* where the
        director called it, and nothing stands still any more then.

        >>> clock = HallClock(round=1, length=25 * MINUTE, started=0, called=10 * MINUTE, more={3: 5 * MINUTE})
        >>> clock.ends() == 10 * MINUTE, clock.ends(3) == 15 * MINUTE
        (True, True)
        """
        if self.called is not None:
            return self.called + max(0, self._more(table))
        if self.started is None or self.paused is not None:
            return None
        return self.started + self.stood + self.length + self._more(table)

    def _more(self, table: int | None) -> int:
        return self.more.get(table, 0) if table is not None else 0
