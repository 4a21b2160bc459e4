"""What follows from an infraction: an event for each kind of consequence, with the fields that kind has."""

from __future__ import annotations

from typing import ClassVar

from tantera.play.basics import Event, FollowedKind, Side
from tantera.rules import Seat
from tantera.tiles import Tile


class ConsequenceFollowed(Event, frozen=True):
    """One thing that follows from an infraction: an event of its own for every kind, with the fields that kind has."""

    kind: ClassVar[FollowedKind]

    infraction: int
    """Which of the match's infractions, from 0."""


class PointsGiven(ConsequenceFollowed, frozen=True, tag="consequence_points.1"):
    kind = "points"
    side: Side
    points: int | None
    """None where they depend on tiles that nobody wrote down."""


class HandForfeited(ConsequenceFollowed, frozen=True, tag="consequence_hand_lost.1"):
    kind = "hand_lost"
    side: Side


class HandVoided(ConsequenceFollowed, frozen=True, tag="consequence_hand_void.1"):
    kind = "hand_void"


class OpeningGiven(ConsequenceFollowed, frozen=True, tag="consequence_opening.1"):
    """Who opens after a void hand."""

    kind = "opening"
    seat: Seat


class PlayerWarned(ConsequenceFollowed, frozen=True, tag="consequence_warning.1"):
    kind = "warning"
    seat: Seat


class CardShown(ConsequenceFollowed, frozen=True, tag="consequence_card.1"):
    kind = "card"
    seat: Seat
    card: str


class DifferenceCut(ConsequenceFollowed, frozen=True, tag="consequence_difference.1"):
    """Points off a player's own difference (CI-10): negative."""

    kind = "difference"
    seat: Seat
    points: int


class TileLeftOpen(ConsequenceFollowed, frozen=True, tag="consequence_exposed.1"):
    kind = "exposed"
    seat: Seat
    tile: Tile


class TileOwed(ConsequenceFollowed, frozen=True, tag="consequence_must_play.1"):
    """The tile has to be played now."""

    kind = "must_play"
    seat: Seat
    tile: Tile


class TileTakenBack(ConsequenceFollowed, frozen=True, tag="consequence_taken_back.1"):
    """Off the table, and whatever was laid after it; the player is in turn again."""

    kind = "taken_back"
    seat: Seat
    tile: Tile


class TileWithdrawn(ConsequenceFollowed, frozen=True, tag="consequence_withdrawn.1"):
    """Taken back late: later moves stand and the turn stays where it is (CI-13)."""

    kind = "taken_back"
    seat: Seat
    tile: Tile


class HandAwarded(ConsequenceFollowed, frozen=True, tag="consequence_hand_won.1"):
    kind = "hand_won"
    seat: Seat
    scored: int | None
    """What the hand is worth; None where tiles are unknown."""


class HandRebuilt(ConsequenceFollowed, frozen=True, tag="consequence_rebuild.1"):
    """The hand goes back to the beginning of a turn, counted from 1."""

    kind = "rebuild"
    turn: int


class PlayerExpelled(ConsequenceFollowed, frozen=True, tag="consequence_expulsion.1"):
    kind = "expulsion"
    seat: Seat


class MatchForfeited(ConsequenceFollowed, frozen=True, tag="consequence_match_lost.1"):
    kind = "match_lost"
    side: Side
    scored: int
    """What the others lacked to the limit (TG-18.6), or nothing."""
