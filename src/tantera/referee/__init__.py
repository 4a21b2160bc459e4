"""Infraction → decision asked → consequence chosen; and the one door of a program-run table."""

from tantera.referee.catalogue import FREE_RULING as FREE_RULING
from tantera.referee.catalogue import entry as entry
from tantera.referee.catalogue import search as search
from tantera.referee.correcting import undo as undo
from tantera.referee.deciding import decider_of as decider_of
from tantera.referee.deciding import rule as rule
from tantera.referee.door import correct as correct
from tantera.referee.door import step as step
