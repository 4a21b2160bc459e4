"""The letters of codes and ids: none that is taken for another, for people read them off screens and paper."""

from __future__ import annotations

import secrets
from typing import Final

LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Thirty-two of them: the bytes of a digest give each as often as any other."""


def drawn(many: int) -> str:
    """So many letters by chance."""
    return "".join(secrets.choice(LETTERS) for _ in range(many))


def lettered(digest: bytes) -> str:
    """A letter for each byte: the same for the same ones.

    >>> lettered(bytes([0, 31, 32]))
    'A9A'
    """
    return "".join(LETTERS[byte % len(LETTERS)] for byte in digest)


def typed_letters(typed: str) -> str:
    """What somebody typed, without what is no letter of a code.

    >>> typed_letters("k7-qx 0")
    'K7QX'
    """
    return "".join(letter for letter in typed.upper() if letter in LETTERS)
