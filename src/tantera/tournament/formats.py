"""The formats of a tournament and who enters them: a book names them, so they live with the books."""

from tantera.rules.tournament import ALONE, ENTERED_BY_PAIRS, Format

__all__ = ["ALONE", "ENTERED_BY_PAIRS", "SCHEDULED", "Format"]

SCHEDULED = frozenset({"pairs-round-robin", "pairs-knock-out", "pairs-groups", "alone-winners-on", "alone-one-round"})
"""Whose rounds are settled by who begins: nobody can join later."""
