"""The one place where the server asks what time it is."""

from __future__ import annotations

import time


def now() -> int:
    """Milliseconds since 1970, as events have them."""
    return time.time_ns() // 1_000_000
