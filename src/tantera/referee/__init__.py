"""Infraction → decision asked → consequence chosen; and the one door of a program-run table."""

from tantera.referee.carrying import carried
from tantera.referee.catalogue import FREE_RULING, entry, search
from tantera.referee.correcting import change_decision, undo
from tantera.referee.door import step
from tantera.referee.deciding import decider_of, rule, rule_and_close

__all__ = [
    "FREE_RULING",
    "carried",
    "change_decision",
    "decider_of",
    "entry",
    "rule",
    "rule_and_close",
    "search",
    "step",
    "undo",
]
