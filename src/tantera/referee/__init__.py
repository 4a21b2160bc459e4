"""Infraction → decision asked → consequence chosen."""

from tantera.referee.carrying import carried
from tantera.referee.catalogue import FREE_RULING, entry, search
from tantera.referee.correcting import change_decision, effective, undo
from tantera.referee.judging import TakeDecision, rule, rule_and_close

__all__ = [
    "FREE_RULING",
    "TakeDecision",
    "carried",
    "change_decision",
    "effective",
    "entry",
    "rule",
    "rule_and_close",
    "search",
    "undo",
]
