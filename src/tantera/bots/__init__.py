"""Players of our own: `View` in, command out."""

from tantera.bots.characters import CHARACTERS as CHARACTERS
from tantera.bots.characters import Character as Character
from tantera.bots.roster import LEVELS as LEVELS
from tantera.bots.roster import ROSTER as ROSTER
from tantera.bots.roster import adviser as adviser
from tantera.bots.roster import levels_here as levels_here
from tantera.bots.roster import make as make
from tantera.bots.roster import names as names
from tantera.bots.roster import plays_here as plays_here
from tantera.bots.roster import stand_in as stand_in
from tantera.bots.roster import thinks as thinks
from tantera.bots.roster import warm_up as warm_up
from tantera.bots.simple import Bot as Bot
from tantera.bots.simple import suits_lacking as suits_lacking
