"""Players of our own: `View` in, command out."""

from tantera.bots.roster import LEVELS as LEVELS
from tantera.bots.roster import ROSTER as ROSTER
from tantera.bots.roster import make as make
from tantera.bots.roster import names as names
from tantera.bots.roster import thinks as thinks
from tantera.bots.roster import warm_up as warm_up
from tantera.bots.simple import Bot as Bot
