"""The lot: an order that anybody can compute again from the seed, and the seed of a public lot."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256


def lot(seed: str, entry: str) -> str:
    """Where an entry stands in the lot: the hex of ``sha256(seed + "/" + entry)``, the lowest first."""
    return sha256(f"{seed}/{entry}".encode()).hexdigest()


def by_lot(seed: str, entries: Iterable[str]) -> list[str]:
    """
    >>> by_lot("1", ["e1", "e2", "e3"])
    ['e1', 'e3', 'e2']
    """
    return sorted(entries, key=lambda entry: lot(seed, entry))


def commitment(secret: str) -> str:
    """What is published before somebody in the hall draws."""
    return sha256(secret.encode()).hexdigest()


def public_seed(secret: str, drawn: str) -> str:
    return f"{secret}:{drawn}"
