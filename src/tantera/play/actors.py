"""Who orders and who looks: a seat, or somebody with an office."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from tantera.rules import Seat


class Role(StrEnum):
    """What somebody is at a table. A player acts as their seat, a number; everybody else as their office."""

    PLAYER = "player"
    SPECTATOR = "spectator"
    """Sees the table and no rack until the hand is over; orders nothing."""
    REFEREE = "referee"
    """Sees every rack, lifted or not; records infractions and stops the clock."""
    JUDGES = "judges"
    """Rule where the book leaves it to them (SJ-jueces)."""
    DIRECTOR = "director"
    """The director of the tournament or of refereeing: calls time, rules without appeal (CI-18)."""
    TABLE = "table"
    """The program itself: deals, draws lots, plays what the book has played at once."""


SPECTATOR: Final = Role.SPECTATOR
"""Whoever only looks."""
REFEREE: Final = Role.REFEREE
"""The referee of the table."""
JUDGES: Final = Role.JUDGES
"""The judges, as one."""
DIRECTOR: Final = Role.DIRECTOR
"""The director of the tournament."""
TABLE: Final = Role.TABLE
"""The program itself."""

Actor = Seat | Role
"""Who gives an order."""
Eyes = Seat | Role
"""Who looks."""


def role_of(actor: Actor) -> Role:
    """
    >>> role_of(3), role_of(REFEREE)
    (<Role.PLAYER: 'player'>, <Role.REFEREE: 'referee'>)
    """
    return actor if isinstance(actor, Role) else Role.PLAYER
