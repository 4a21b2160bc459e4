"""The streams of a tournament's file."""

from __future__ import annotations

from typing import Final

STREAM: Final = "tournament"
"""The log: the hash chain, and beside each line the words about people."""
HALL: Final = "tournament.hall"
"""What happens around the rounds: the clock, calls for a judge. It is in no chain."""
