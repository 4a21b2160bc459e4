"""The clock of a match: a value that can stop. Time is events; nothing here asks what time it is."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace


class Clock(Struct, frozen=True, gc=False):
    """When the minutes are over, and since when time stands still.

    Two things may stand still: everything, while the match is paused; and the turn alone, while somebody decides. A
    pause or a decision costs nobody time, because whatever was running goes on from where it stood.

    >>> clock = Clock(ends=60_000).stopped(10_000, everything=True).going_on(25_000, everything=True)
    >>> clock.ends
    75000
    """

    ends: int | None = None
    """When the minutes of the match are over; None where it has none, or time has been called."""
    paused: int | None = None
    """Since when nobody's time runs."""
    turn_stopped: int | None = None
    """Since when the turn's time does not run: a pause, or a decision that is open."""

    def stopped(self, at: int, everything: bool = False) -> Clock:
        """The clock as it stands still from `at` on."""
        turn_stopped = at if self.turn_stopped is None else self.turn_stopped
        return replace(self, turn_stopped=turn_stopped, paused=at if everything else self.paused)

    def going_on(self, at: int, everything: bool = False) -> Clock:
        """The clock once time runs again. How long the turn stood still is added to the hand, which knows its turn."""
        if not everything or self.paused is None:
            return replace(self, turn_stopped=None)
        ends = None if self.ends is None else self.ends + at - self.paused
        return replace(self, ends=ends, paused=None, turn_stopped=None)

    def is_over(self, now: int) -> bool:
        """Whether the minutes of the match are over at `now`."""
        return self.ends is not None and self.paused is None and now >= self.ends
