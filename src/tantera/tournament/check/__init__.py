"""A second program for the law of a tournament, written from the text alone: it shares no code with the first."""

from tantera.tournament.check.audit import after_rounds, check, objects, second_object
from tantera.tournament.check.report import Missed, Report, Violation

__all__ = ["Missed", "Report", "Violation", "after_rounds", "check", "objects", "second_object"]
