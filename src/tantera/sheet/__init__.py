"""The score pad of a real table, for any front end."""

from tantera.sheet.infractions import look_up as look_up
from tantera.sheet.infractions import look_up_at as look_up_at
from tantera.sheet.infractions import needs as needs
from tantera.sheet.pad import Pad as Pad
from tantera.sheet.questions import AnyQuestion as AnyQuestion
