"""What players, referees, directors and the table itself may order.

One tagged union: a table's door takes any of them together with who gives it, `permission.py` says who may, and
`decide`, or the referee, turns it into events or refuses it.
"""

from __future__ import annotations

import re

from msgspec import Struct

from tantera.play.events import PauseReason, Side
from tantera.rules import Seat
from tantera.tiles import End, Tile


def _name(class_name: str) -> str:
    """``PlaceTile`` → ``place_tile``: what an order is called outside the program."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", class_name).lower()


class Order(Struct, frozen=True, gc=False, tag_field="order", tag=_name):
    """An order, not yet judged."""


class DrawForOpening(Order, frozen=True):
    """Everybody draws a tile (SJ-inicio-1, TG-6.3, CI-5)."""

    seed: bytes


class CommitSeed(Order, frozen=True):
    """Bind the table to a seed by its hash, before the players add their own entropy."""

    commitment: str


class ChooseSeat(Order, frozen=True):
    """The winner of the draw chooses a place; the others follow (TG-6.3, TG-6.4)."""

    seat: Seat


class AgreeOpener(Order, frozen=True):
    """The table agrees who opens (CL-inicio), or the pair that won the last hand does, where the book lets them."""

    seat: Seat


class NameScorer(Order, frozen=True):
    """The home pair names who keeps the sheet (TG-6.2)."""

    seat: Seat


class NameCounter(Order, frozen=True):
    """The other pair names who does the count (TG-6.2)."""

    seat: Seat


class ShuffleAgain(Order, frozen=True):
    """The opener's own wish: shuffle once more and take last, or not (CI-5)."""

    seat: Seat
    again: bool


class DealHand(Order, frozen=True):
    """Shuffle and deal. Whether the opener shuffles again is the opener's own order."""

    seed: bytes
    """The server's seed; `deal.py` says how a deal comes from it."""
    entropy: tuple[tuple[Seat, str], ...] = ()
    """What players add to it: each at most once, and no more than `deal.MOST_ENTROPY` letters."""


class DealRacks(Order, frozen=True):
    """Deal tiles that are known, without chance: to play them, or to set them as a problem.

    Never at a table that is bound to a seed, and the event says what it is: nobody takes such a deal for a fair one.
    """

    racks: tuple[tuple[Tile, ...], ...]
    """By seat from 1, each in the order lifted; empty for a seat that is out."""
    boneyard: tuple[Tile, ...] = ()
    """In the order they would be drawn; left out: the others of the set, the lowest first."""
    opener: Seat | None = None
    """Who opens, whatever the book says: so that a hand is the same at every table. None: as the book has it."""


class AskRedeal(Order, frozen=True):
    """Throw the tiles in, where the book lets whoever holds so many doubles ask for it."""

    seat: Seat


class PlaceTile(Order, frozen=True):
    """Lay a tile at an end of the carro."""

    seat: Seat
    tile: Tile
    end: End | None = None
    """None for the opening tile."""


class PlaceDoubles(Order, frozen=True):
    """Two doubles in one turn, one on each end (UEH-dobles)."""

    seat: Seat
    left: Tile
    right: Tile


class PassTurn(Order, frozen=True):
    """Pass, for no tile fits."""

    seat: Seat


class DrawTile(Order, frozen=True):
    """Take one sleeping tile (UEH-robar)."""

    seat: Seat


class AgreeCount(Order, frozen=True):
    """*Conforme*: this side agrees with the count of the hand (SJ-conteo)."""

    seat: Seat


class CallTime(Order, frozen=True):
    """*Tiempo*. The table calls it when the minutes are over, the director whenever the hall's clock says so."""


class WarnTime(Order, frozen=True):
    """The table tells everybody how many minutes are left."""

    minutes: int


class SetEnd(Order, frozen=True):
    """The hall's clock says when the minutes of this match are over."""

    ends: int


class PauseClock(Order, frozen=True):
    """Stop everybody's time: agreed by the players, by the referee, or because the server was away."""

    why: PauseReason


class ResumeClock(Order, frozen=True):
    """Let everybody's time go on."""


class GiveRuling(Order, frozen=True):
    """The judges decide a match that ended level."""

    winner: Side | None
    by: str
    text: str = ""


class SignSheet(Order, frozen=True):
    """TG-12, CI-3."""

    seat: Seat


class ReplacePlayer(Order, frozen=True):
    """A reserve takes a seat between two hands."""

    seat: Seat
    name: str
    player: str = ""


class RecordInfraction(Order, frozen=True):
    """The referee saw this; the book says what follows."""

    article: str
    seat: Seat | None = None
    """Who did it; None where nobody knows (SJ-irreg-2), and for a ruling."""
    details: tuple[tuple[str, str], ...] = ()
    turn: int | None = None
    """The turn it happened on, when found later."""


class TakeDecision(Order, frozen=True):
    """What somebody chose, when the match awaits it."""

    choice: str
    by: str = ""
    """By name, for the record."""


class Undo(Order, frozen=True):
    """Take back everything but the first `keep` events that count. Nothing is edited: a correction is an event."""

    keep: int
    why: str


class ChangeDecision(Order, frozen=True):
    """Decide an infraction otherwise, and let everything after it follow from that."""

    infraction: int
    answer: str
    why: str


MoveOrder = PlaceTile | PlaceDoubles | PassTurn | DrawTile
"""What somebody may do in their turn."""
Correction = Undo | ChangeDecision
"""Orders about what was written: they need the whole ledger."""
AnyOrder = (
    CommitSeed | DrawForOpening | ChooseSeat | AgreeOpener | NameScorer | NameCounter | ShuffleAgain
    | DealHand | DealRacks | AskRedeal | MoveOrder | AgreeCount | CallTime | WarnTime | SetEnd | PauseClock
    | ResumeClock | GiveRuling | RecordInfraction | TakeDecision | SignSheet | ReplacePlayer | Undo | ChangeDecision
)  # fmt: skip
"""Every order there is. Corrections go to `referee.correct`, all others to `referee.step`."""
