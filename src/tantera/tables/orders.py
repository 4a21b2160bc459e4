"""What people, and the table itself, may order around a match. Orders of the match itself are those of `play`."""

from __future__ import annotations

from msgspec import Struct

from tantera.play.actors import Role
from tantera.play.events import Brought
from tantera.play.orders import AnyOrder, MoveOrder, Order
from tantera.rules import Seat
from tantera.tables.events import Audience, ClosedBy, What
from tantera.tables.settings import Pace


class TableOrder(Order, frozen=True):
    """An order to the table, not yet judged."""


class BotAt(Struct, frozen=True, gc=False):
    """The bot that plays at a seat, as the one who orders."""

    seat: Seat


# --- people ---------------------------------------------------------------------------------------------------------


class Enter(TableOrder, frozen=True):
    """Come to the table, to look on until one sits down."""

    name: str
    code: str = ""


class Connect(TableOrder, frozen=True):
    """The first device of this person is connected."""


class Disconnect(TableOrder, frozen=True):
    """The last device of this person is gone."""


class Leave(TableOrder, frozen=True):
    """Goodbye."""


class Sit(TableOrder, frozen=True):
    seat: Seat


class StandUp(TableOrder, frozen=True):
    """Give up one's seat, or the referee's, and look on."""


class Appoint(TableOrder, frozen=True):
    """The director sends a referee: somebody who looks on here. To a table of a tournament they come by this order, in
    place of one who is there."""

    person: str
    name: str = ""
    """For somebody who comes with it."""


class SeatEntrant(TableOrder, frozen=True):
    """The director seats somebody whose seat it is, at a table of a tournament; on another phone too, once the first
    one has lost its connection."""

    person: str
    seat: Seat
    """As the round has it: a draw at the table may have moved it since (TG-6.4)."""


class SeatBot(TableOrder, frozen=True):
    seat: Seat
    bot: str
    name: str = ""


class RemoveBot(TableOrder, frozen=True):
    seat: Seat


class ReplaceBot(TableOrder, frozen=True):
    """The bot at a seat does not answer: one that follows a simple rule plays on."""

    seat: Seat


class SetPace(TableOrder, frozen=True):
    """The bots of this table take longer for their moves, or less."""

    pace: Pace


class Start(TableOrder, frozen=True):
    """Begin the match: empty seats get bots. When every seat is taken the table begins by itself; one of a tournament
    when the director says so."""

    brought: tuple[Brought, ...] = ()
    """Cards with which players sit down, at a table of a tournament."""


class CloseTable(TableOrder, frozen=True):
    """The host closes it, or the director; the table itself does when nobody is there."""

    why: ClosedBy = "host"


class AddEntropy(TableOrder, frozen=True):
    """A player's own part of the seed of the next deal."""

    text: str


class Propose(TableOrder, frozen=True):
    what: What
    seat: Seat | None = None
    """Whose grace time should end, or who should open."""


class Agree(TableOrder, frozen=True):
    what: What


class Decline(TableOrder, frozen=True):
    what: What


class Say(TableOrder, frozen=True):
    to: Audience
    text: str


class SayPhrase(TableOrder, frozen=True):
    """A phrase of one tap."""

    to: Audience
    phrase: str


class CallReferee(TableOrder, frozen=True):
    reason: str


class AnswerCall(TableOrder, frozen=True):
    """The referee is done with a call."""

    person: str


class AskHint(TableOrder, frozen=True):
    """What would a bot play here? For whoever plays alone with bots, in their turn."""


class GiveHint(TableOrder, frozen=True):
    """The bot that was asked answers."""

    answer: MoveOrder


# --- the table's own ------------------------------------------------------------------------------------------------


class BindSeed(TableOrder, frozen=True):
    """Keep a seed and publish its hash."""

    seed: bytes


class DrawLots(TableOrder, frozen=True):
    """Draw for the opening from the seed that is kept."""


class Deal(TableOrder, frozen=True):
    """Deal from the seed that is kept and what players added to it."""


class Settle(TableOrder, frozen=True):
    """What the match owes by itself: a late move, time."""


class AnswerFor(TableOrder, frozen=True):
    """Give the answer that somebody did not give in time."""

    who: Seat | Role
    answer: AnyOrder
    late: bool = True
    """False where nobody was waited for: a bot agrees with the count at once."""


class EndGrace(TableOrder, frozen=True):
    """Somebody has not come back in time."""

    seat: Seat


class FreeSeat(TableOrder, frozen=True):
    """Somebody has not come back in time, and there is no match."""

    seat: Seat


class Forget(TableOrder, frozen=True):
    """Somebody without a seat has not come back in time."""

    person: str


class Lapse(TableOrder, frozen=True):
    """Nobody waits for an answer to this any longer."""

    what: What


class StandStill(TableOrder, frozen=True):
    """Whoever plays alone with bots is away: the match waits for them."""


class EndPause(TableOrder, frozen=True):
    """The pause has been long enough, or whom it waited for is back."""


class CloseSheet(TableOrder, frozen=True):
    """Nobody waits for signatures any longer."""


def tag_of(order: Order) -> str:
    """What an order is called outside the program."""
    return str(order.__struct_config__.tag)


AnyTableOrder = (
    Enter | Connect | Disconnect | Leave | Sit | StandUp | Appoint | SeatEntrant | SeatBot | RemoveBot | ReplaceBot
    | SetPace | Start | CloseTable | AddEntropy | Propose | Agree | Decline | Say | SayPhrase | CallReferee
    | AnswerCall | AskHint | GiveHint | BindSeed | DrawLots | Deal | Settle | AnswerFor | EndGrace | FreeSeat | Forget
    | Lapse | StandStill | EndPause | CloseSheet
)  # fmt: skip
"""Every order that is a table's own."""
