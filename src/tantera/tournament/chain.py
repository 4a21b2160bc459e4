"""The hash chain of a log: every line names the head before it, so that no line can be changed unseen."""

from __future__ import annotations

from hashlib import sha256
from typing import Final

NOTHING: Final = "0" * 64
"""The head before the first event."""


def head_of(line: bytes) -> str:
    """The head after this line (without its line break).

    >>> head_of(b"{}")[:8]
    '44136fa3'
    """
    return sha256(line).hexdigest()
