"""Infraction → decision asked → consequence chosen; and the one door of a program-run table."""

from tantera.referee.catalogue import FREE_RULING, entry, search
from tantera.referee.correcting import undo
from tantera.referee.deciding import decider_of, rule
from tantera.referee.door import correct, step

__all__ = [
    "FREE_RULING",
    "correct",
    "decider_of",
    "entry",
    "rule",
    "search",
    "step",
    "undo",
]
