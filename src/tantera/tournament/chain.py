"""The hash chain of a log: every line names the head before it, so that no line can be changed unseen."""

from __future__ import annotations

from hashlib import sha256
from typing import Final

NOTHING: Final = "0" * 64
"""The head before the first event."""


def head_of(line: bytes) -> str:
    """The head after this line; what stands beside it, after a line break, is not covered.

    >>> head_of(b"{}")[:8], head_of(b"{}\\n{}")[:8]
    ('44136fa3', '44136fa3')
    """
    return sha256(line.partition(b"\n")[0]).hexdigest()
