"""The tournament: orders, events, draws, standings; pure, and told in words.

An order with its actor and its time goes to `apply`, and the tournament after it comes back, or a `Refused` that says
why not. `Presentation` has all that people are told of it, `as_object` what programs are. The lines of its log,
``recorded.row``, are all that need be kept: `folded` makes the tournament of them again.

>>> from tantera.tournament.orders import Create, Draw, Enter, EntryPlayer, Publish, Result
>>> pairs = (("Pons", "Vidal"), ("Mas", "Roca"))
>>> given = [Create("Copa", "tarragona", seed="copa")]
>>> given += [Enter(pair[0], tuple(EntryPlayer(name, name) for name in pair)) for pair in pairs]
>>> given += [Draw(), Publish(), Result(1, 1, (310, 140))]
>>> cup = None
>>> for order in given:
...     cup = apply(cup, Given(order, at="2026-05-31T11:00")).after
>>> [(standing.place, standing.entry, standing.values["difference"]) for standing in Presentation(cup).standings]
[(1, 'Pons', 170), (2, 'Mas', -170)]
"""

from tantera.tournament.decide import Applied as Applied
from tantera.tournament.decide import apply as apply
from tantera.tournament.evolve import folded as folded
from tantera.tournament.export import export as as_object
from tantera.tournament.orders import Given as Given
from tantera.tournament.orders import OrderProblem as OrderProblem
from tantera.tournament.orders import Refused as Refused
from tantera.tournament.presentation import Presentation as Presentation
from tantera.tournament.reading import read_order as read_order
from tantera.tournament.standings import PrizeWon as PrizeWon
from tantera.tournament.standings import Standing as Standing
from tantera.tournament.state import TournamentState as TournamentState

__all__ = [
    "Applied",
    "Given",
    "OrderProblem",
    "Presentation",
    "PrizeWon",
    "Refused",
    "Standing",
    "TournamentState",
    "apply",
    "as_object",
    "folded",
    "read_order",
]
