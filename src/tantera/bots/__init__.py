"""Players of our own: `View` in, command out."""

from tantera.bots.roster import LEVELS, ROSTER, make, names, thinks, warm_up
from tantera.bots.simple import Bot

__all__ = ["LEVELS", "ROSTER", "Bot", "make", "names", "thinks", "warm_up"]
