"""The streams of a tournament's file."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from tantera.store import BlockingStore, Conflict

STREAM: Final = "tournament"
"""The log: the hash chain, and beside each line the words about people."""
HALL: Final = "tournament.hall"
"""What happens around the rounds: the clock, calls for a judge. It is in no chain."""


PHOTOS: Final = "photo/"
"""A stream for each, by its SHA-256. They are in no chain; what the hall knows of them is a digest."""


def keep_photo(store: BlockingStore, digest: str, picture: bytes) -> None:
    """Durable on return. The same one twice is one."""
    with suppress(Conflict):
        store.append(PHOTOS + digest, 0, [picture])


def photo(store: BlockingStore, digest: str) -> bytes | None:
    """The photo of a slip by the hash of its bytes; None where it is not kept."""
    stored = store.read(PHOTOS + digest)
    return stored[0].event if stored else None
