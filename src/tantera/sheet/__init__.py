"""The score pad of a real table, for any front end."""

from tantera.sheet.infractions import look_up, look_up_at, needs
from tantera.sheet.pad import Pad
from tantera.sheet.questions import AnyQuestion

__all__ = ["AnyQuestion", "Pad", "look_up", "look_up_at", "needs"]
