"""Double-dummy search, play-outs by the million, and the deals that could be: the arithmetic of dominoes."""

from tantera.solver.answers import MOST_NODES as MOST_NODES
from tantera.solver.answers import Measure as Measure
from tantera.solver.answers import Points as Points
from tantera.solver.answers import Solved as Solved
from tantera.solver.answers import Unsolvable as Unsolvable
from tantera.solver.estimate import Estimate as Estimate
from tantera.solver.public import possible_deals as possible_deals
from tantera.solver.public import simulate as simulate
from tantera.solver.public import solve as solve
from tantera.solver.public import solve_many as solve_many
from tantera.solver.unknown import unknown_in_words as unknown_in_words
from tantera.solver.unknown import unknown_rules as unknown_rules
