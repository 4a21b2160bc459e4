"""What happened. Events are the truth: a match is the fold of its events.

Each has a stable name and version on disk (`log.py`), never a class path. `at` is the time in milliseconds on whatever
clock the caller keeps; `took` how long the player took, None where nobody measured.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec import UNSET, Struct, UnsetType

from tantera.rules import Law, Seat
from tantera.rules.sanctions import ConsequenceKind
from tantera.tiles import End, Tile

How = Literal["domino", "block", "void", "lost", "ruling", "time", "limit"]
EndedBy = Literal["points", "time", "hands", "forfeit", "elimination", "ruling"]
FollowedKind = ConsequenceKind | Literal["opening"]
"""What a book may say follows, and who opens after a void hand."""
PauseReason = Literal["agreed", "referee", "director", "restart", "correction", "away", "preparing"]
Side = tuple[Seat, ...]
"""Who plays together: (1, 3) and (2, 4), or one seat alone."""
Office = Literal["referee", "judges", "director"]
"""Who decides without sitting at the table."""


def side_name(side: Side) -> str:
    """
    >>> side_name((1, 3)), side_name((2,))
    ('1+3', '2')
    """
    return "+".join(map(str, side))


def decider_name(decider: Side | Office) -> str:
    """Whoever decides, as a side or an office is written.

    >>> decider_name((1, 3)), decider_name((2,)), decider_name("judges")
    ('1+3', '2', 'judges')
    """
    return decider if isinstance(decider, str) else side_name(decider)


class Event(Struct, frozen=True, gc=False, tag_field="event", kw_only=True):
    """Something that happened at the table."""

    open: ClassVar[bool] = False
    """Whether everybody at the table sees it whole. Of any other `seen` knows what these eyes may see."""
    afresh: ClassVar[bool] = False
    """Whether nearly everything is different after it, everybody's own place perhaps included: whoever follows a match
    shows it anew."""
    at: int


class OpenEvent(Event, frozen=True):
    """One that holds no secret."""

    open = True


# --- before the first hand ------------------------------------------------------------------------------------------


class Brought(Struct, frozen=True, gc=False):
    """What a player brings from earlier matches, where cards last for the tournament (option ``card_span``)."""

    seat: Seat
    articles: tuple[tuple[str, int], ...] = ()
    """How often each article has been recorded."""
    cards: tuple[tuple[str, int], ...] = ()
    """How often each card has been shown."""


class MatchStarted(OpenEvent, frozen=True, tag="match_started.2"):
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


class SeedCommitted(OpenEvent, frozen=True, tag="seed_committed.1"):
    """The table is bound to the seed with this hash before anybody adds to it."""

    commitment: str


class OpeningDrawn(OpenEvent, frozen=True, tag="opening_drawn.1"):
    tiles: tuple[Tile, ...]
    """One tile a player, by seat."""
    winner: Seat
    seed: str = ""
    """What the lots came from, in hex; empty at a real table."""


class SeatsTaken(OpenEvent, frozen=True, tag="seats_taken.1"):
    afresh = True
    seats: tuple[Seat, ...]
    """For each seat from 1, where its player sat before (TG-6.3, TG-6.4)."""
    opener: Seat


class OpenerAgreed(OpenEvent, frozen=True, tag="opener_agreed.1"):
    seat: Seat


class ScorerNamed(OpenEvent, frozen=True, tag="scorer_named.1"):
    seat: Seat


class CounterNamed(OpenEvent, frozen=True, tag="counter_named.1"):
    seat: Seat


# --- the deal -------------------------------------------------------------------------------------------------------


class ShuffleWished(OpenEvent, frozen=True, tag="shuffle_wished.1"):
    """The opener says whether to shuffle once more and take last (CI-5)."""

    seat: Seat
    again: bool


class TilesShuffled(OpenEvent, frozen=True, tag="tiles_shuffled.1"):
    seats: tuple[Seat, ...]
    """Who shuffled, one after the other."""


class DealRepeated(OpenEvent, frozen=True, tag="deal_repeated.1"):
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
    known: bool | UnsetType = UNSET
    """Whether somebody chose these tiles: there was no chance, and no seed that could prove any."""


class DealRefused(OpenEvent, frozen=True, tag="deal_refused.1"):
    """Somebody with many doubles asks for a new deal, as the book lets them: these tiles are thrown in."""

    seat: Seat
    doubles: int


class RacksLifted(OpenEvent, frozen=True, tag="racks_lifted.1"):
    seats: tuple[Seat, ...]


# --- moves ----------------------------------------------------------------------------------------------------------


class TilePlaced(OpenEvent, frozen=True, tag="tile_placed.1"):
    seat: Seat
    tile: Tile
    end: End | None
    """None for the opening tile."""
    took: int | None = None
    points: int | UnsetType = UNSET
    """What it brought its side at once, where a book has points in play; nothing where that would pass the limit."""


class DoublesPlaced(OpenEvent, frozen=True, tag="doubles_placed.1"):
    seat: Seat
    left: Tile
    right: Tile
    took: int | None = None


class TurnPassed(OpenEvent, frozen=True, tag="turn_passed.1"):
    seat: Seat
    took: int | None = None


class TileDrawn(Event, frozen=True, tag="tile_drawn.1"):
    seat: Seat
    tile: Tile | None
    """None where nobody knows it, or where the reader of a view may not."""
    took: int | None = None


class TileExposed(OpenEvent, frozen=True, tag="tile_exposed.1"):
    seat: Seat
    tile: Tile


# --- how a hand ends ------------------------------------------------------------------------------------------------


class WentOut(OpenEvent, frozen=True, tag="went_out.1"):
    """Somebody has no tile left. That ends the hand, unless the book lets the partner play on."""

    seat: Seat


class HandBlocked(OpenEvent, frozen=True, tag="hand_blocked.1"):
    pass


class LimitReached(OpenEvent, frozen=True, tag="limit_reached.1"):
    """Points in play have brought a side to the limit: the hand is over, whoever still holds tiles."""

    side: Side


class TimeWarned(OpenEvent, frozen=True, tag="time_warned.1"):
    """The minutes of the match are nearly over."""

    minutes: int
    """How many are left."""


class TimeCalled(OpenEvent, frozen=True, tag="time_called.1"):
    lifted: bool | UnsetType = UNSET
    """True where somebody says that the tiles of a hand were lifted of which only the result is written (CI-3)."""


class HandScored(OpenEvent, frozen=True, tag="hand_scored.1"):
    """A hand is over, and this is what it comes to."""

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


class BonusGiven(OpenEvent, frozen=True, tag="bonus_given.1"):
    """Points on top of a hand, written before its line."""

    kind: str
    side: Side
    points: int


class ScoreReset(OpenEvent, frozen=True, tag="score_reset.1"):
    """A hand that one side won has taken points away (six love)."""

    taken: tuple[int, ...]
    """From each side, in the order of the sides."""


class CountAgreed(OpenEvent, frozen=True, tag="count_agreed.1"):
    seat: Seat


class PlayerReplaced(OpenEvent, frozen=True, tag="player_replaced.1"):
    """A reserve sits down in place of a player, between two hands."""

    seat: Seat
    name: str
    player: str = ""
    """An opaque id beside the name."""


class PlayerReEntered(OpenEvent, frozen=True, tag="player_re_entered.1"):
    seat: Seat
    score: int


class PlayerEliminated(OpenEvent, frozen=True, tag="player_eliminated.1"):
    seat: Seat


# --- the clock ------------------------------------------------------------------------------------------------------


class ClockPaused(OpenEvent, frozen=True, tag="clock_paused.1"):
    """Nobody's time runs from here on."""

    why: PauseReason


class ClockResumed(OpenEvent, frozen=True, tag="clock_resumed.1"):
    """Everybody's time goes on where it stood."""


class EndSet(OpenEvent, frozen=True, tag="end_set.1"):
    """The clock of the hall says when the minutes of this match are over."""

    ends: int


# --- how a match ends -----------------------------------------------------------------------------------------------


class DecisionAwaited(OpenEvent, frozen=True, tag="decision_awaited.2"):
    """Nothing goes on until somebody decides."""

    who: Side | Office
    """Any player of a side, (2,) for a seat alone; or somebody by office."""
    article: str
    choices: tuple[str, ...] = ()
    infraction: int | None = None
    """Which of the match's infractions it is about; None for a match that ended level."""


class DecisionTaken(OpenEvent, frozen=True, tag="decision_taken.1"):
    article: str
    choice: str
    by: str = ""
    infraction: int | None = None


class MatchEnded(OpenEvent, frozen=True, tag="match_ended.1"):
    winner: Side | None
    ended_by: EndedBy
    text: str = ""
    """Of the ruling that decided it."""
    by: str = ""
    """Who ruled."""


class SheetSigned(OpenEvent, frozen=True, tag="sheet_signed.1"):
    seat: Seat


# --- facts of a real table ------------------------------------------------------------------------------------------


class MoveSeen(OpenEvent, frozen=True, tag="move_seen.1"):
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


class InfractionRecorded(OpenEvent, frozen=True, tag="infraction_recorded.1"):
    article: str
    seat: Seat | None
    turn: int
    details: tuple[tuple[str, str], ...] = ()


# --- what follows from an infraction --------------------------------------------------------------------------------


class ConsequenceFollowed(OpenEvent, frozen=True):
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


# --- what was written otherwise -------------------------------------------------------------------------------------


class Corrected(Event, frozen=True, tag="corrected.2"):
    """From event `since` of the log on (counted from 0, earlier corrections applied), what happened is `instead`."""

    afresh = True
    since: int
    instead: tuple[AnyEvent, ...]
    why: str


class ScoreTaken(OpenEvent, frozen=True, tag="score_taken.1"):
    """A score and an opener taken as somebody wrote them, where the facts do not determine them."""

    score: tuple[int, ...]
    opener: Seat


AnyEvent = (
    MatchStarted | OpeningDrawn | SeatsTaken | SeedCommitted | OpenerAgreed | ScorerNamed | CounterNamed
    | ShuffleWished | TilesShuffled | DealRepeated | HandDealt | DealRefused | RacksLifted | TilePlaced
    | DoublesPlaced | TurnPassed | TileDrawn | TileExposed | WentOut | HandBlocked | LimitReached | TimeWarned
    | TimeCalled | HandScored | BonusGiven | ScoreReset | CountAgreed | PlayerReplaced | PlayerReEntered
    | PlayerEliminated | ClockPaused | ClockResumed | EndSet | DecisionAwaited | DecisionTaken | PointsGiven
    | HandForfeited | HandVoided | OpeningGiven | PlayerWarned | CardShown | DifferenceCut | TileLeftOpen | TileOwed
    | TileTakenBack | TileWithdrawn | HandAwarded | HandRebuilt | PlayerExpelled | MatchForfeited | MatchEnded
    | SheetSigned | MoveSeen | InfractionRecorded | Corrected | ScoreTaken
)  # fmt: skip
"""Every event there is: what a log may hold, and what `evolve` must know."""
