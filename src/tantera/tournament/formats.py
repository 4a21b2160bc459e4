"""The formats of a tournament and who enters them: a book names them, so they live with the books."""

from typing import Final

from tantera.rules.tournament import ALONE, ENTERED_BY_PAIRS, Format

__all__ = ["ALONE", "ENTERED_BY_PAIRS", "NO_LATE_ENTRIES", "SCHEDULED", "Format"]

SCHEDULED: Final = frozenset(
    {"pairs-round-robin", "pairs-knock-out", "pairs-groups", "alone-winners-on", "alone-one-round"}
)
"""Whose rounds are settled by who begins."""
NO_LATE_ENTRIES: Final = frozenset({"pairs-knock-out", "alone-winners-on", "alone-one-round"})
"""In which nobody who joins after round 1 could ever play."""
