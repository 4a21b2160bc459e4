"""A hand and a match: commands in, events out, state as the fold of events, views for one pair of eyes."""

from tantera.play.commands import (
    AgreeCount,
    AgreeOpener,
    CallTime,
    ChooseSeat,
    Command,
    DealHand,
    DrawForOpening,
    DrawTile,
    GiveRuling,
    MoveCommand,
    NameCounter,
    NameScorer,
    PassTurn,
    PlaceDoubles,
    PlaceTile,
    SignSheet,
)
from tantera.play.deal import Deal, commitment, deal, deal_seed, draw_for_opening, hand_seed
from tantera.play.decide import deadline, decide, new_match
from tantera.play.events import Event, HandScored, Side, side_name
from tantera.play.hand import Hand, begin_hand
from tantera.play.match import Match, Phase, evolve, replay, start_match
from tantera.play.moves import legal_commands
from tantera.play.perft import perft, perft_divide
from tantera.play.record import record
from tantera.play.table import due, settle, step
from tantera.play.view import REFEREE, SPECTATOR, Eyes, View, Watcher, view

__all__ = [
    "REFEREE",
    "SPECTATOR",
    "AgreeCount",
    "AgreeOpener",
    "CallTime",
    "ChooseSeat",
    "Command",
    "Deal",
    "DealHand",
    "DrawForOpening",
    "DrawTile",
    "Event",
    "Eyes",
    "GiveRuling",
    "Hand",
    "HandScored",
    "Match",
    "MoveCommand",
    "NameCounter",
    "NameScorer",
    "PassTurn",
    "Phase",
    "PlaceDoubles",
    "PlaceTile",
    "Side",
    "SignSheet",
    "View",
    "Watcher",
    "begin_hand",
    "commitment",
    "deadline",
    "deal",
    "deal_seed",
    "decide",
    "draw_for_opening",
    "due",
    "evolve",
    "hand_seed",
    "legal_commands",
    "new_match",
    "perft",
    "perft_divide",
    "record",
    "replay",
    "settle",
    "side_name",
    "start_match",
    "step",
    "view",
]
