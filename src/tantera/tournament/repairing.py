"""Repair of a published round after a correction (CI-2): leave it, the smallest repair, or a new draw."""

from __future__ import annotations

from tantera.tournament.decided import Decided
from tantera.tournament.orders import Given
from tantera.tournament.problems import Refused
from tantera.tournament.state import EventState


def repair(event: EventState, given: Given) -> Decided:
    raise Refused("not_yet", "repair")
