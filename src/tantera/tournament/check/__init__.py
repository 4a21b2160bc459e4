"""A second program for the law of a tournament, written from the text alone: it shares no code with the first."""

from tantera.tournament.check.audit import after_rounds as after_rounds
from tantera.tournament.check.audit import check as check
from tantera.tournament.check.audit import objects as objects
from tantera.tournament.check.audit import second_object as second_object
from tantera.tournament.check.report import Missed as Missed
from tantera.tournament.check.report import Report as Report
from tantera.tournament.check.report import Violation as Violation
from tantera.tournament.check.season import check_rating as check_rating
from tantera.tournament.check.season import check_season as check_season
