"""What happened. Events are the truth: a match is the fold of its events.

Each has a stable name and version on disk (`log.py`), never a class path. `at` is the time in milliseconds on whatever
clock the caller keeps; `took` how long the player took, None where nobody measured.
"""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from tantera.rules import Seat
from tantera.rules.sanctions import ConsequenceKind
from tantera.tiles import End, Tile

How = Literal["domino", "block", "void", "lost", "ruling", "time"]
EndedBy = Literal["points", "time", "hands", "forfeit", "elimination", "ruling"]
OutcomeKind = ConsequenceKind | Literal["opening"]
"""What a book may say follows, and who opens after a void hand."""
Side = tuple[Seat, ...]
"""Who plays together: (1, 3) and (2, 4), or one seat alone."""


def side_name(side: Side) -> str:
    """
    >>> side_name((1, 3)), side_name((2,))
    ('1+3', '2')
    """
    return "+".join(map(str, side))


class Event(Struct, frozen=True, gc=False, tag_field="event", kw_only=True):
    """Something that happened at the table."""

    at: int


# --- before the first hand ------------------------------------------------------------------------------------------


class MatchStarted(Event, frozen=True, tag="match_started.1"):
    names: tuple[str, ...]
    """Who plays, by seat; the book's draw may seat them anew."""
    opener: Seat | None = None
    """Known before any draw when a match before this one decides it (CL-inicio)."""


class OpeningDrawn(Event, frozen=True, tag="opening_drawn.1"):
    tiles: tuple[Tile, ...]
    """One tile a player, by seat."""
    winner: Seat


class SeatsTaken(Event, frozen=True, tag="seats_taken.1"):
    seats: tuple[Seat, ...]
    """For each seat from 1, where its player sat before (TG-6.3, TG-6.4)."""
    opener: Seat


class OpenerAgreed(Event, frozen=True, tag="opener_agreed.1"):
    seat: Seat


class ScorerNamed(Event, frozen=True, tag="scorer_named.1"):
    seat: Seat


class CounterNamed(Event, frozen=True, tag="counter_named.1"):
    seat: Seat


# --- the deal -------------------------------------------------------------------------------------------------------


class TilesShuffled(Event, frozen=True, tag="tiles_shuffled.1"):
    seats: tuple[Seat, ...]
    """Who shuffled, one after the other."""


class DealRepeated(Event, frozen=True, tag="deal_repeated.1"):
    seat: Seat
    doubles: int


class HandDealt(Event, frozen=True, tag="hand_dealt.1"):
    number: int
    opener: Seat
    taking: tuple[Seat, ...]
    """In which order the tiles were taken."""
    racks: tuple[tuple[Tile | None, ...], ...]
    """By seat from 1, each in the order lifted; None is a tile nobody has seen; empty for a seat that is out."""
    boneyard: tuple[Tile | None, ...] = ()
    seed: str = ""
    """The server's seed in hex, on a program-run table; secret until the hand is over."""
    entropy: tuple[tuple[Seat, str], ...] = ()
    """What players added to it."""


class RacksLifted(Event, frozen=True, tag="racks_lifted.1"):
    seats: tuple[Seat, ...]


# --- moves ----------------------------------------------------------------------------------------------------------


class TilePlaced(Event, frozen=True, tag="tile_placed.1"):
    seat: Seat
    tile: Tile
    end: End | None
    """None for the opening tile."""
    took: int | None = None


class DoublesPlaced(Event, frozen=True, tag="doubles_placed.1"):
    seat: Seat
    left: Tile
    right: Tile
    took: int | None = None


class TurnPassed(Event, frozen=True, tag="turn_passed.1"):
    seat: Seat
    took: int | None = None


class TileDrawn(Event, frozen=True, tag="tile_drawn.1"):
    seat: Seat
    tile: Tile | None
    """None where nobody knows it, or where the reader of a view may not."""
    took: int | None = None


class TileExposed(Event, frozen=True, tag="tile_exposed.1"):
    seat: Seat
    tile: Tile


# --- how a hand ends ------------------------------------------------------------------------------------------------


class WentOut(Event, frozen=True, tag="went_out.1"):
    seat: Seat


class HandBlocked(Event, frozen=True, tag="hand_blocked.1"):
    pass


class TimeCalled(Event, frozen=True, tag="time_called.1"):
    pass


class HandScored(Event, frozen=True, tag="hand_scored.1"):
    how: How
    side: Side | None
    """Who won the hand; nobody after a tied block, a void hand or one ended by the clock."""
    points: int
    """What the winners score, or, where everybody writes the own loss, the sum the others write before any factor."""
    left: tuple[int | None, ...]
    """Pips left by seat; None where nobody knows, or the seat is out."""
    written: tuple[int, ...]
    """What each side writes on the sheet, in the order of the sides."""
    next_opener: Seat | None
    """None where the facts do not tell."""
    article: str = ""
    """Of the record that ended it, for void and lost hands."""
    text: str = ""
    """Of a ruling."""
    went_out: Seat | None = None
    """Whose dominó it was."""
    totals: tuple[int | None, ...] | UnsetType = UNSET
    """Pips left by side, where a real table's sheet has only those."""


class BonusGiven(Event, frozen=True, tag="bonus_given.1"):
    """Points on top of a hand, written before its line."""

    kind: str
    side: Side
    points: int


class CountAgreed(Event, frozen=True, tag="count_agreed.1"):
    seat: Seat


class PlayerReEntered(Event, frozen=True, tag="player_re_entered.1"):
    seat: Seat
    score: int


class PlayerEliminated(Event, frozen=True, tag="player_eliminated.1"):
    seat: Seat


# --- how a match ends -----------------------------------------------------------------------------------------------


class DecisionAwaited(Event, frozen=True, tag="decision_awaited.1"):
    """Nothing goes on until somebody decides."""

    who: str
    """A seat, a side, or ``referee``, ``judges``, ``director``."""
    article: str
    choices: tuple[str, ...] = ()
    infraction: int | None = None
    """Which of the match's infractions it is about; None for a match that ended level."""


class DecisionTaken(Event, frozen=True, tag="decision_taken.1"):
    article: str
    choice: str
    by: str = ""
    infraction: int | None = None


class MatchEnded(Event, frozen=True, tag="match_ended.1"):
    winner: Side | None
    ended_by: EndedBy
    text: str = ""
    """Of the ruling that decided it."""
    by: str = ""
    """Who ruled."""


class SheetSigned(Event, frozen=True, tag="sheet_signed.1"):
    seat: Seat


# --- facts of a real table ------------------------------------------------------------------------------------------


class MoveSeen(Event, frozen=True, tag="move_seen.1"):
    """A move that was not legal or not in turn: a fact, not judged.

    In turn it stands: the tile lies there, the pass uses the turn. Out of turn it changes nothing on the table.
    """

    seat: Seat
    tile: Tile | None
    """None for a pass."""
    end: End | None = None
    touching: int | None = None
    """The number laid against the chain."""
    took: int | None = None


class InfractionRecorded(Event, frozen=True, tag="infraction_recorded.1"):
    article: str
    seat: Seat | None
    turn: int
    details: tuple[tuple[str, str], ...] = ()


class ConsequenceFollowed(Event, frozen=True, tag="consequence_followed.1"):
    """One thing that follows from an infraction, with the fields its kind has."""

    infraction: int
    """Which of the match's infractions, from 0."""
    kind: OutcomeKind
    seat: Seat | None = None
    side: Side | None = None
    points: int | None = None
    card: str | None = None
    tile: Tile | None = None
    turn: int | None = None


class Corrected(Event, frozen=True, tag="corrected.1"):
    """From event `since` of the log on (counted from 0, earlier corrections applied), what happened is `instead`."""

    since: int
    instead: tuple[str, ...]
    """Events, each as its line in a log."""
    why: str


class ScoreTaken(Event, frozen=True, tag="score_taken.1"):
    """A score and an opener taken as somebody wrote them, where the facts do not determine them."""

    score: tuple[int, ...]
    opener: Seat
