"""Whether somebody is there: connected, offline since, or gone with a goodbye. And how long the others wait."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct


class Whereabouts(StrEnum):
    HERE = "here"
    OFFLINE = "offline"
    """The last device went away without a word: perhaps a tunnel."""
    LEFT = "left"
    """Said goodbye."""


HERE, OFFLINE, LEFT = Whereabouts


class Presence(Struct, frozen=True, gc=False):
    """Where somebody is, and since when."""

    where: Whereabouts
    since: int

    @property
    def here(self) -> bool:
        return self.where is HERE

    def grace_until(self, grace: int, running_since: int) -> int | None:
        """Until when the others wait for somebody who is away; nobody waits after a goodbye.

        Time stands still in a pause, so the wait begins when the match goes on again.

        >>> Presence(OFFLINE, 1000).grace_until(60_000, running_since=0)
        61000
        >>> Presence(LEFT, 1000).grace_until(60_000, running_since=0)
        1000
        """
        if self.where is HERE:
            return None
        return self.since if self.where is LEFT else max(self.since, running_since) + grace
