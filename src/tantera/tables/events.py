"""What happens around a match. Together with the events of its matches they are the stream of a table.

Each has a stable name and version on disk, as those of `play` have, and `at` in milliseconds. People are told by
their ids. What some eyes may not see of them is in `seen.py`.
"""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from tantera.play.events import AnyEvent, Event
from tantera.play.log import read_event as read_match_event
from tantera.rules import Law, Seat
from tantera.tables.settings import Pace, Settings

What = Literal["pause", "resume", "take_back", "rematch", "partners", "end_grace", "referee", "opener"]
"""What somebody may propose and the others agree to."""
Audience = Literal["table", "partner", "watchers", "referee"]
"""Who reads what somebody writes: everybody, one's partner, those who look on, the referee."""
ClosedBy = Literal["idle", "left", "host", "director", "room"]
"""Nobody was there for long; everybody has left; the host did, or the organisers; another table needed its room."""


class TableEvent(Event, frozen=True):
    """Something that happened around the match."""


class OpenTableEvent(TableEvent, frozen=True):
    """One that everybody sees whole."""

    open = True


# --- who is there ---------------------------------------------------------------------------------------------------


class TableOpened(TableEvent, frozen=True, tag="table_opened.1"):
    law: Law
    host: str
    """The person who opened it, and may start the match and seat bots."""
    name: str
    settings: Settings
    code: str = ""
    """The hash of the code that lets people in; empty where there is none."""
    salt: str = ""
    reserved: tuple[str, ...] = ()
    """Whose seats these are, by name, at a table of a tournament: the director alone seats people, begins and closes
    it."""
    same_deals: bool | UnsetType = UNSET
    """Whether the director deals, the same tiles as at the other tables of the round."""


class PersonEntered(OpenTableEvent, frozen=True, tag="person_entered.1"):
    person: str
    name: str


class PersonCameBack(OpenTableEvent, frozen=True, tag="person_came_back.1"):
    """Connected again, on whatever device: the same place."""

    person: str


class PersonWentOffline(OpenTableEvent, frozen=True, tag="person_went_offline.1"):
    person: str


class PersonLeft(OpenTableEvent, frozen=True, tag="person_left.1"):
    """Said goodbye."""

    person: str


class SeatTaken(OpenTableEvent, frozen=True, tag="seat_taken.1"):
    person: str
    seat: Seat


class SeatFreed(OpenTableEvent, frozen=True, tag="seat_freed.1"):
    """Nobody sits there any more, person or bot."""

    seat: Seat


class BotSeated(OpenTableEvent, frozen=True, tag="bot_seated.1"):
    seat: Seat
    bot: str
    name: str


class BotStoodIn(OpenTableEvent, frozen=True, tag="bot_stood_in.1"):
    """A bot plays for somebody who is away, until they come back."""

    seat: Seat
    bot: str


class BotReplaced(OpenTableEvent, frozen=True, tag="bot_replaced.1"):
    """The bot at a seat does not answer: another one plays on there."""

    seat: Seat
    bot: str


class PaceSet(OpenTableEvent, frozen=True, tag="pace_set.1"):
    """How long the bots of this table take from now on."""

    person: str
    pace: Pace


class RefereeSat(OpenTableEvent, frozen=True, tag="referee_sat.1"):
    person: str


class RefereeStood(OpenTableEvent, frozen=True, tag="referee_stood.1"):
    person: str


class TableClosed(OpenTableEvent, frozen=True, tag="table_closed.1"):
    why: ClosedBy


# --- the deal -------------------------------------------------------------------------------------------------------


class SeedKept(TableEvent, frozen=True, tag="seed_kept.1"):
    """The seed that the table is bound to, in hex. Nobody is ever shown this: the deal reveals it after the hand."""

    seed: str


class EntropyAdded(TableEvent, frozen=True, tag="entropy_added.1"):
    person: str
    text: str


# --- what people agree on -------------------------------------------------------------------------------------------


class Proposed(OpenTableEvent, frozen=True, tag="proposed.1"):
    what: What
    person: str
    until: int
    seat: Seat | None = None
    """Whose grace time should end, or who should open."""


class Agreed(OpenTableEvent, frozen=True, tag="agreed.1"):
    what: What
    person: str


class Declined(OpenTableEvent, frozen=True, tag="declined.1"):
    what: What
    person: str


class ProposalLapsed(OpenTableEvent, frozen=True, tag="proposal_lapsed.1"):
    """Nobody said no, and not everybody yes, in time."""

    what: What


class GraceEnded(OpenTableEvent, frozen=True, tag="grace_ended.1"):
    """Somebody did not come back in time, or the others agreed not to wait."""

    seat: Seat
    person: str


# --- talk, the referee, the sheet -----------------------------------------------------------------------------------


class Said(TableEvent, frozen=True, tag="said.1"):
    person: str
    to: Audience
    text: str
    readers: tuple[str, ...] = ()
    """The people it is for, where it is not for everybody of its audience."""
    phrase: str = ""
    """Of what is said by a tap: which (`talk.PHRASES`), for who reads it in another language."""


class RefereeCalled(TableEvent, frozen=True, tag="referee_called.1"):
    person: str
    reason: str


class CallAnswered(OpenTableEvent, frozen=True, tag="call_answered.1"):
    person: str
    """Whose call it was."""


class HintAsked(OpenTableEvent, frozen=True, tag="hint_asked.1"):
    """Whoever plays alone with bots asks one of them what it would play."""

    person: str
    seat: Seat


class HintGiven(TableEvent, frozen=True, tag="hint_given.1"):
    """What a bot would play that sees what they see. Only they are told: it is about their tiles."""

    person: str
    seat: Seat
    move: str
    """As DGN writes it: ``>64``."""


class TimeRanOut(OpenTableEvent, frozen=True, tag="time_ran_out.1"):
    """An answer did not come in time: the table gave it, and what follows is the table's doing."""

    who: str
    """The seat, or the office."""
    order: str


class SheetClosed(OpenTableEvent, frozen=True, tag="sheet_closed.1"):
    """Who has not signed by now has not signed."""

    missing: tuple[Seat, ...]


AnyTableEvent = (
    TableOpened | PersonEntered | PersonCameBack | PersonWentOffline | PersonLeft | SeatTaken | SeatFreed | BotSeated
    | BotStoodIn | BotReplaced | PaceSet | RefereeSat | RefereeStood | TableClosed | SeedKept | EntropyAdded | Proposed
    | Agreed | Declined | ProposalLapsed | GraceEnded | Said | RefereeCalled | CallAnswered | HintAsked | HintGiven
    | TimeRanOut | SheetClosed
)  # fmt: skip
"""Every event of a table's own."""

StreamEvent = AnyTableEvent | AnyEvent
"""Everything that a table's stream may hold."""


_decoder = msgspec.json.Decoder(AnyTableEvent)


def read_event(line: bytes | str) -> StreamEvent:
    """One line of a stream: an event of the table, or one of its match, of this version or an earlier one."""
    try:
        event: StreamEvent = _decoder.decode(line)
        return event
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return read_match_event(line)
