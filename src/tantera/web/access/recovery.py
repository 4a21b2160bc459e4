"""A code on paper that makes another phone somebody's, without the one they had. It is good until another one is made.

What is kept of a code is a slow hash (scrypt): who reads the store finds no code by trying them all. A code names its
own place, so that it is hashed once however many people there are, and each place may be tried only so often a minute,
from wherever it is tried.
"""

from __future__ import annotations

import asyncio
import re
import secrets
from hashlib import scrypt
from hmac import compare_digest
from typing import Final

from msgspec.structs import replace

from tantera.store import Store
from tantera.web.access.measure import Rate
from tantera.web.clock import now
from tantera.web.folds import Folded, Folds, Kept
from tantera.web.letters import drawn, typed_letters

PLACE: Final = 6
"""Letters that say which code it is; the others are the secret: 70 bits of chance."""
SECRET: Final = 14
GROUP: Final = 4
TRIES_A_MINUTE: Final = 5
"""Of one code, by everybody together."""
_AT_ONCE: Final = 2
"""Codes that are hashed at a time: each takes 32 MB for a tenth of a second."""


class TriedTooOften(Exception):
    """This code was tried too often just now, by whomever."""


class Recovery(Folded, frozen=True):
    """A code, as far as it is kept."""

    person: str = ""
    salt: str = ""
    hashed: str = ""
    replaced: bool = False


class RecoveryMade(Kept, frozen=True, tag="recovery_made.1"):
    person: str
    salt: str
    hashed: str
    at: int


class RecoveryReplaced(Kept, frozen=True, tag="recovery_replaced.1"):
    """Another code is good now, or none."""

    at: int


class GoodCode(Folded, frozen=True):
    """Which code of somebody is good."""

    name: str = ""
    since: int = 0


class PlaceTaken(Kept, frozen=True, tag="place_taken.1"):
    name: str
    at: int


AnyRecoveryEvent = RecoveryMade | RecoveryReplaced


def _evolve(known: Recovery, event: AnyRecoveryEvent) -> Recovery:
    match event:
        case RecoveryMade(person=person, salt=salt, hashed=hashed):
            return replace(known, person=person, salt=salt, hashed=hashed)
        case RecoveryReplaced():
            return replace(known, hashed="", replaced=True)


class Recoveries:
    def __init__(self, store: Store) -> None:
        self._codes: Folds[Recovery, AnyRecoveryEvent] = Folds(
            store, "recovery/", Recovery(), _evolve, AnyRecoveryEvent
        )
        self._places: Folds[GoodCode, PlaceTaken] = Folds(
            store, "recovers/", GoodCode(), lambda _, event: GoodCode(name=event.name, since=event.at), PlaceTaken
        )
        self._tries = Rate(TRIES_A_MINUTE)
        self._hashing = asyncio.Semaphore(_AT_ONCE)

    async def since(self, person: str) -> int | None:
        """Since when somebody has had a code that is good; None where they have none."""
        place = await self._places.get(person)
        return place.since if place.name else None

    async def make(self, person: str) -> str:
        """A new code, which is told once; the one before is good no longer."""
        place, secret = drawn(PLACE), drawn(SECRET)
        salt, at = secrets.token_hex(16), now()
        made = RecoveryMade(person, salt, await self._hash(secret, salt), at)
        await self._codes.add(place, lambda _: [made])
        await self._now_good(person, place)
        return "-".join(re.findall(f".{{1,{GROUP}}}", place + secret))

    async def end(self, person: str) -> None:
        """No code of theirs is good any more."""
        await self._now_good(person, "")

    async def _now_good(self, person: str, place: str) -> None:
        before, taken = await self._places.fresh(person), PlaceTaken(place, now())
        if not place and not before.name:
            return
        await self._places.add(person, lambda _: [taken])
        if before.name:
            await self._codes.add(before.name, lambda known: [] if known.replaced else [RecoveryReplaced(taken.at)])

    async def person_of(self, typed: str) -> str | None:
        """Whose code this is; None where it is nobody's."""
        letters = typed_letters(typed[:80])
        place, secret = letters[:PLACE], letters[PLACE:]
        if len(secret) != SECRET:
            return None
        known = await self._codes.fresh(place)
        if self._tries.take(place):
            raise TriedTooOften
        if not known.hashed:
            return None
        same = compare_digest(await self._hash(secret, known.salt), known.hashed)
        good = (await self._places.fresh(known.person)).name == place
        return known.person if same and good else None

    async def _hash(self, secret: str, salt: str) -> str:
        async with self._hashing:
            return await asyncio.to_thread(slow_hash, secret, salt)


def slow_hash(secret: str, salt: str) -> str:
    return scrypt(secret.encode(), salt=bytes.fromhex(salt), n=2**15, r=8, p=1, maxmem=64 * 1024 * 1024).hex()
