"""A hand and a match: orders in, events out, state as the fold of events, views for one pair of eyes."""

from tantera.play.actors import DIRECTOR, JUDGES, REFEREE, SPECTATOR, TABLE, Actor, Eyes, Role
from tantera.play.beginning import new_match
from tantera.play.deal import deal, hand_seed
from tantera.play.decide import decide
from tantera.play.due import due, settle
from tantera.play.events import Event, HandScored, Side, side_name
from tantera.play.fold import evolve, start_match
from tantera.play.hand import Hand, begin_hand
from tantera.play.ledger import Happened, Ledger, Progress
from tantera.play.match import Match, Phase
from tantera.play.moves import legal_moves
from tantera.play.options import options
from tantera.play.orders import (
    AgreeCount,
    AgreeOpener,
    AskRedeal,
    CallTime,
    ChooseSeat,
    DealHand,
    DrawForOpening,
    DrawTile,
    GiveRuling,
    MoveOrder,
    NameCounter,
    NameScorer,
    Order,
    PassTurn,
    PauseClock,
    PlaceDoubles,
    PlaceTile,
    RecordInfraction,
    ResumeClock,
    ShuffleAgain,
    SignSheet,
    TakeDecision,
)
from tantera.play.perft import perft, perft_divide
from tantera.play.record import record
from tantera.play.seen import seen
from tantera.play.timing import deadline
from tantera.play.view import View, view

__all__ = [
    "DIRECTOR",
    "JUDGES",
    "REFEREE",
    "SPECTATOR",
    "TABLE",
    "Actor",
    "AgreeCount",
    "AgreeOpener",
    "AskRedeal",
    "CallTime",
    "ChooseSeat",
    "DealHand",
    "DrawForOpening",
    "DrawTile",
    "Event",
    "Eyes",
    "GiveRuling",
    "Hand",
    "HandScored",
    "Happened",
    "Ledger",
    "Match",
    "MoveOrder",
    "NameCounter",
    "NameScorer",
    "Order",
    "PassTurn",
    "PauseClock",
    "Phase",
    "PlaceDoubles",
    "PlaceTile",
    "Progress",
    "RecordInfraction",
    "ResumeClock",
    "Role",
    "ShuffleAgain",
    "Side",
    "SignSheet",
    "TakeDecision",
    "View",
    "begin_hand",
    "deadline",
    "deal",
    "decide",
    "due",
    "evolve",
    "hand_seed",
    "legal_moves",
    "new_match",
    "options",
    "perft",
    "perft_divide",
    "record",
    "seen",
    "settle",
    "side_name",
    "start_match",
    "view",
]
