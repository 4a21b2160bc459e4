"""The tournament: orders, events, draws, standings; pure, and told in words.

An order with its actor and its time goes to `apply`, and the tournament after it comes back, or a `Refused` that says
why not. `Presentation` has all that people are told of it, `as_object` what programs are. The lines of its log,
``recorded.row``, are all that need be kept: `folded` makes the tournament of them again.

>>> from tantera.tournament import Create, Draw, Enter, EntryPlayer, Publish, Result
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
from tantera.tournament.orders import AnyOrder as AnyOrder
from tantera.tournament.orders import CheckIn as CheckIn
from tantera.tournament.orders import CheckOut as CheckOut
from tantera.tournament.orders import Close as Close
from tantera.tournament.orders import CloseRound as CloseRound
from tantera.tournament.orders import Commit as Commit
from tantera.tournament.orders import Confirm as Confirm
from tantera.tournament.orders import Create as Create
from tantera.tournament.orders import Default as Default
from tantera.tournament.orders import Dispute as Dispute
from tantera.tournament.orders import Draw as Draw
from tantera.tournament.orders import EditEvent as EditEvent
from tantera.tournament.orders import EditPlayer as EditPlayer
from tantera.tournament.orders import Enter as Enter
from tantera.tournament.orders import EntryPlayer as EntryPlayer
from tantera.tournament.orders import Expel as Expel
from tantera.tournament.orders import Given as Given
from tantera.tournament.orders import KeepApart as KeepApart
from tantera.tournament.orders import Late as Late
from tantera.tournament.orders import Lot as Lot
from tantera.tournament.orders import OrderProblem as OrderProblem
from tantera.tournament.orders import Pay as Pay
from tantera.tournament.orders import Penalty as Penalty
from tantera.tournament.orders import Postpone as Postpone
from tantera.tournament.orders import Publish as Publish
from tantera.tournament.orders import Refused as Refused
from tantera.tournament.orders import Repair as Repair
from tantera.tournament.orders import Result as Result
from tantera.tournament.orders import Return as Return
from tantera.tournament.orders import Seed as Seed
from tantera.tournament.orders import ShowCard as ShowCard
from tantera.tournament.orders import StandIn as StandIn
from tantera.tournament.orders import Swap as Swap
from tantera.tournament.orders import Undo as Undo
from tantera.tournament.orders import Withdraw as Withdraw
from tantera.tournament.presentation import Presentation as Presentation
from tantera.tournament.reading import read_order as read_order
from tantera.tournament.standings import PrizeWon as PrizeWon
from tantera.tournament.standings import Standing as Standing
from tantera.tournament.state import TournamentState as TournamentState

__all__ = [
    "AnyOrder",
    "Applied",
    "CheckIn",
    "CheckOut",
    "Close",
    "CloseRound",
    "Commit",
    "Confirm",
    "Create",
    "Default",
    "Dispute",
    "Draw",
    "EditEvent",
    "EditPlayer",
    "Enter",
    "EntryPlayer",
    "Expel",
    "Given",
    "KeepApart",
    "Late",
    "Lot",
    "OrderProblem",
    "Pay",
    "Penalty",
    "Postpone",
    "Presentation",
    "PrizeWon",
    "Publish",
    "Refused",
    "Repair",
    "Result",
    "Return",
    "Seed",
    "ShowCard",
    "StandIn",
    "Standing",
    "Swap",
    "TournamentState",
    "Undo",
    "Withdraw",
    "apply",
    "as_object",
    "folded",
    "read_order",
]
