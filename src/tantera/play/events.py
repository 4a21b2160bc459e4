"""What happened. Events are the truth: a match is the fold of its events.

Each has a stable name and version on disk (`log.py`), never a class path. `at` is the time in milliseconds on whatever
clock the caller keeps; `took` how long the player took, None where nobody measured.
"""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

# Whoever needs events imports them from here, wherever they are written.
from tantera.play.basics import EndedBy as EndedBy
from tantera.play.basics import Event as Event
from tantera.play.basics import FollowedKind as FollowedKind
from tantera.play.basics import How as How
from tantera.play.basics import Office as Office
from tantera.play.basics import PauseReason as PauseReason
from tantera.play.basics import Side as Side
from tantera.play.basics import decider_name as decider_name
from tantera.play.basics import side_name as side_name
from tantera.play.followed import CardShown as CardShown
from tantera.play.followed import ConsequenceFollowed as ConsequenceFollowed
from tantera.play.followed import DifferenceCut as DifferenceCut
from tantera.play.followed import HandAwarded as HandAwarded
from tantera.play.followed import HandForfeited as HandForfeited
from tantera.play.followed import HandRebuilt as HandRebuilt
from tantera.play.followed import HandVoided as HandVoided
from tantera.play.followed import MatchForfeited as MatchForfeited
from tantera.play.followed import OpeningGiven as OpeningGiven
from tantera.play.followed import PlayerExpelled as PlayerExpelled
from tantera.play.followed import PlayerWarned as PlayerWarned
from tantera.play.followed import PointsGiven as PointsGiven
from tantera.play.followed import TileLeftOpen as TileLeftOpen
from tantera.play.followed import TileOwed as TileOwed
from tantera.play.followed import TileTakenBack as TileTakenBack
from tantera.play.followed import TileWithdrawn as TileWithdrawn
from tantera.rules import Law, Seat
from tantera.tiles import End, Tile

# --- before the first hand ------------------------------------------------------------------------------------------


class Brought(Struct, frozen=True, gc=False):
    """What a player brings from earlier matches, where cards last for the tournament (option ``card_span``)."""

    seat: Seat
    articles: tuple[tuple[str, int], ...] = ()
    """How often each article has been recorded."""
    cards: tuple[tuple[str, int], ...] = ()
    """How often each card has been shown."""


class MatchStarted(Event, frozen=True, tag="match_started.2"):
    afresh = True
    law: Law
    """The book and what the table set otherwise: the match folds under no other."""
    names: tuple[str, ...]
    """Who plays, by seat; the book's draw may seat them anew."""
    players: tuple[str, ...] = ()
    """Opaque ids beside the names, for whoever keeps accounts; empty for a bot, none at a table of strangers."""
    opener: Seat | None = None
    """Known before any draw when a match before this one decides it (CL-inicio)."""
    brought: tuple[Brought, ...] = ()


class SeedCommitted(Event, frozen=True, tag="seed_committed.1"):
    """The table is bound to the seed with this hash before anybody adds to it."""

    commitment: str


class OpeningDrawn(Event, frozen=True, tag="opening_drawn.1"):
    tiles: tuple[Tile, ...]
    """One tile a player, by seat."""
    winner: Seat
    seed: str = ""
    """What the lots came from, in hex; empty at a real table."""


class SeatsTaken(Event, frozen=True, tag="seats_taken.1"):
    afresh = True
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


class ShuffleWished(Event, frozen=True, tag="shuffle_wished.1"):
    """The opener says whether to shuffle once more and take last (CI-5)."""

    seat: Seat
    again: bool


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
    by_double: bool | UnsetType = UNSET
    """In a later hand: whether the deal itself found the opener, who holds the highest double."""
    choosing: bool | UnsetType = UNSET
    """Whether the pair that won the last hand has still to say which of the two opens, having seen their tiles; the
    opener is who would be where they say nothing."""


class DealRefused(Event, frozen=True, tag="deal_refused.1"):
    """Somebody with many doubles asks for a new deal, as the book lets them: these tiles are thrown in."""

    seat: Seat
    doubles: int


class RacksLifted(Event, frozen=True, tag="racks_lifted.1"):
    seats: tuple[Seat, ...]


# --- moves ----------------------------------------------------------------------------------------------------------


class TilePlaced(Event, frozen=True, tag="tile_placed.1"):
    seat: Seat
    tile: Tile
    end: End | None
    """None for the opening tile."""
    took: int | None = None
    points: int | UnsetType = UNSET
    """What it brought its side at once, where a book has points in play; nothing where that would pass the limit."""


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
    """Somebody has no tile left. That ends the hand, unless the book lets the partner play on."""

    seat: Seat


class HandBlocked(Event, frozen=True, tag="hand_blocked.1"):
    pass


class LimitReached(Event, frozen=True, tag="limit_reached.1"):
    """Points in play have brought a side to the limit: the hand is over, whoever still holds tiles."""

    side: Side


class TimeWarned(Event, frozen=True, tag="time_warned.1"):
    """The minutes of the match are nearly over."""

    minutes: int
    """How many are left."""


class TimeCalled(Event, frozen=True, tag="time_called.1"):
    lifted: bool | UnsetType = UNSET
    """True where somebody says that the tiles of a hand were lifted of which only the result is written (CI-3)."""


class HandScored(Event, frozen=True, tag="hand_scored.1"):
    how: How
    side: Side | None
    """Who won the hand; nobody after a tied block, a void hand or one ended by the clock."""
    points: int
    """What the winners score, or, where everybody writes their own loss, the sum the others write before any factor."""
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
    in_play: tuple[int, ...] | UnsetType = UNSET
    """How much of what each side writes was made in play, in the order of the sides."""
    by_double: bool | UnsetType = UNSET
    """Whether the next hand is opened by the highest double although this one was won: the match begins again."""
    next_worth: int | UnsetType = UNSET
    """Times so much the next hand counts, because this one was tied (`tied_worth`)."""


class BonusGiven(Event, frozen=True, tag="bonus_given.1"):
    """Points on top of a hand, written before its line."""

    kind: str
    side: Side
    points: int


class ScoreReset(Event, frozen=True, tag="score_reset.1"):
    """A hand that one side won has taken points away (six love)."""

    taken: tuple[int, ...]
    """From each side, in the order of the sides."""


class CountAgreed(Event, frozen=True, tag="count_agreed.1"):
    seat: Seat


class PlayerReplaced(Event, frozen=True, tag="player_replaced.1"):
    """A reserve sits down in place of a player, between two hands."""

    seat: Seat
    name: str
    player: str = ""
    """An opaque id beside the name."""


class PlayerReEntered(Event, frozen=True, tag="player_re_entered.1"):
    seat: Seat
    score: int


class PlayerEliminated(Event, frozen=True, tag="player_eliminated.1"):
    seat: Seat


# --- the clock ------------------------------------------------------------------------------------------------------


class ClockPaused(Event, frozen=True, tag="clock_paused.1"):
    """Nobody's time runs from here on."""

    why: PauseReason


class ClockResumed(Event, frozen=True, tag="clock_resumed.1"):
    """Everybody's time goes on where it stood."""


class EndSet(Event, frozen=True, tag="end_set.1"):
    """The clock of the hall says when the minutes of this match are over."""

    ends: int


# --- how a match ends -----------------------------------------------------------------------------------------------


class DecisionAwaited(Event, frozen=True, tag="decision_awaited.2"):
    """Nothing goes on until somebody decides."""

    who: Side | Office
    """Any player of a side, (2,) for a seat alone; or somebody by office."""
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


# --- what follows from an infraction --------------------------------------------------------------------------------


class Corrected(Event, frozen=True, tag="corrected.2"):
    """From event `since` of the log on (counted from 0, earlier corrections applied), what happened is `instead`."""

    afresh = True
    since: int
    instead: tuple[AnyEvent, ...]
    why: str


class ScoreTaken(Event, frozen=True, tag="score_taken.1"):
    """A score and an opener taken as somebody wrote them, where the facts do not determine them."""

    score: tuple[int, ...]
    opener: Seat


AnyEvent = (
    MatchStarted
    | OpeningDrawn
    | SeatsTaken
    | SeedCommitted
    | OpenerAgreed
    | ScorerNamed
    | CounterNamed
    | ShuffleWished
    | TilesShuffled
    | DealRepeated
    | HandDealt
    | DealRefused
    | RacksLifted
    | TilePlaced
    | DoublesPlaced
    | TurnPassed
    | TileDrawn
    | TileExposed
    | WentOut
    | HandBlocked
    | LimitReached
    | TimeWarned
    | TimeCalled
    | HandScored
    | BonusGiven
    | ScoreReset
    | CountAgreed
    | PlayerReplaced
    | PlayerReEntered
    | PlayerEliminated
    | ClockPaused
    | ClockResumed
    | EndSet
    | DecisionAwaited
    | DecisionTaken
    | PointsGiven
    | HandForfeited
    | HandVoided
    | OpeningGiven
    | PlayerWarned
    | CardShown
    | DifferenceCut
    | TileLeftOpen
    | TileOwed
    | TileTakenBack
    | TileWithdrawn
    | HandAwarded
    | HandRebuilt
    | PlayerExpelled
    | MatchForfeited
    | MatchEnded
    | SheetSigned
    | MoveSeen
    | InfractionRecorded
    | Corrected
    | ScoreTaken
)
"""Every event there is: what a log may hold, and what `evolve` must know."""
