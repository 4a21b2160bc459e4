"""Links that work once and not for long: one makes an administrator, one brings somebody to another device.

Only the hash of a link is kept. That it is used once is the store's doing: of two who use it, one appends second.
"""

from __future__ import annotations

import secrets
from hashlib import sha256
from typing import Final, Literal

from msgspec.structs import replace

from tantera.store import Store
from tantera.web.clock import now
from tantera.web.folds import Folded, Folds, Kept

Purpose = Literal["administrator", "device", "office"]

MINUTE: Final = 60 * 1000
GOOD_FOR: Final[dict[Purpose, int]] = {
    "administrator": 60 * MINUTE,
    "device": 5 * MINUTE,
    "office": 24 * 60 * MINUTE,
}
"""How long a link is good for, in milliseconds."""


class Link(Folded, frozen=True):
    purpose: Purpose | None = None
    person: str = ""
    """Whom it brings to another device; of an office, the event and the role."""
    until: int = 0
    used: bool = False

    def is_good(self, purpose: Purpose, at: int) -> bool:
        return self.purpose == purpose and not self.used and at < self.until


class LinkMade(Kept, frozen=True, tag="link_made.1"):
    purpose: Purpose
    person: str
    until: int
    at: int


class LinkUsed(Kept, frozen=True, tag="link_used.1"):
    at: int


AnyLinkEvent = LinkMade | LinkUsed


def _evolve(link: Link, event: AnyLinkEvent) -> Link:
    match event:
        case LinkMade(purpose=purpose, person=person, until=until):
            return replace(link, purpose=purpose, person=person, until=until)
        case LinkUsed():
            return replace(link, used=True)


class Links:
    def __init__(self, store: Store) -> None:
        self._links: Folds[Link, AnyLinkEvent] = Folds(store, "link/", Link(), _evolve, AnyLinkEvent)

    async def make(self, purpose: Purpose, person: str = "") -> str:
        """A new link: its secret part, which is told once."""
        secret, at = secrets.token_urlsafe(18), now()
        made = LinkMade(purpose, person, at + GOOD_FOR[purpose], at)
        await self._links.add(_named_by(secret), lambda _: [made])
        return secret

    async def find(self, purpose: Purpose, secret: str) -> Link | None:
        """The link, if it is still good; it is not used up by looking: programs open links before people do."""
        if not 10 <= len(secret) <= 60:
            return None
        link = await self._links.get(_named_by(secret))
        return link if link.is_good(purpose, now()) else None

    async def use(self, purpose: Purpose, secret: str) -> Link | None:
        """The link, and nobody can use it again; None where it is good no longer."""
        if await self.find(purpose, secret) is None:
            return None
        mine, at = False, now()

        def used(link: Link) -> list[LinkUsed]:
            nonlocal mine
            mine = link.is_good(purpose, at)
            return [LinkUsed(at)] if mine else []

        link = await self._links.add(_named_by(secret), used)
        return link if mine else None


def _named_by(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()[:40]
