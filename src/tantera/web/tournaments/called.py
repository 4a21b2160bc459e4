"""What the offices at a tournament are called."""

from __future__ import annotations

from typing import Final

ROLES: Final[dict[str, str]] = {
    "organiser": "organiser",
    "director": "director of refereeing",
    "judge": "table judge",
    "desk": "control desk",
    "player": "player",
    "public": "public",
}
"""What the offices are called."""
