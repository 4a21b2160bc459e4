"""What happened in the hall. Each has a stable name and version on disk, `at` in milliseconds, and who it was by."""

from __future__ import annotations

from msgspec import Struct


class HallEvent(Struct, frozen=True, tag_field="event", kw_only=True):
    at: int
    by: str
    """As orders have it: ``director:Rull``, ``player:p7``."""


class ClockSet(HallEvent, frozen=True, tag="clock_set.1"):
    round: int
    length: int


class ClockStarted(HallEvent, frozen=True, tag="clock_started.1"):
    pass


class ClockPaused(HallEvent, frozen=True, tag="clock_paused.1"):
    pass


class ClockResumed(HallEvent, frozen=True, tag="clock_resumed.1"):
    pass


class TimeCalled(HallEvent, frozen=True, tag="time_called.1"):
    """*Tiempo*, for every table that has no more of it."""


class ClockLengthened(HallEvent, frozen=True, tag="clock_lengthened.1"):
    """More time for every table; below zero: less."""

    length: int


class TimeGiven(HallEvent, frozen=True, tag="time_given.1"):
    """More time for one table; below zero: less."""

    table: int
    length: int


class JudgeCalled(HallEvent, frozen=True, tag="judge_called.1"):
    call: str
    round: int
    table: int
    reason: str


class CallTaken(HallEvent, frozen=True, tag="call_taken.1"):
    """A judge is on the way."""

    call: str


class CallClosed(HallEvent, frozen=True, tag="call_closed.1"):
    call: str


class VersionGiven(HallEvent, frozen=True, tag="version_given.1"):
    """What one side says that a slip should say; now it stands in the dispute itself, and this in files of before."""

    round: int
    table: int
    score: tuple[int, ...]


class HandWritten(HallEvent, frozen=True, tag="hand_written.1"):
    """A line of a table's sheet, as a phone there wrote it: nothing counts of it until the slip is given."""

    round: int
    table: int
    hand: int
    points: tuple[int, ...]
    how: str = ""
    seat: int | None = None
    """Who went out."""


class HandErased(HallEvent, frozen=True, tag="hand_erased.1"):
    """The last line of a table's sheet was wrong."""

    round: int
    table: int


class PhotoKept(HallEvent, frozen=True, tag="photo_kept.1"):
    """A photo of the signed slip; the picture lies beside, under its hash."""

    round: int
    table: int
    sha256: str


class Objected(HallEvent, frozen=True, tag="objected.1"):
    """A player says that a result is wrong."""

    objection: str
    round: int
    table: int
    text: str


class ObjectionAnswered(HallEvent, frozen=True, tag="objection_answered.1"):
    objection: str
    text: str


class WindowClosed(HallEvent, frozen=True, tag="window_closed.1"):
    """Results of this round and those before can no longer be objected to."""

    round: int


class Announced(HallEvent, frozen=True, tag="announced.1"):
    """A line on every screen; empty: none."""

    text: str


class Archived(HallEvent, frozen=True, tag="archived.1"):
    """No list has it any more, nor the first page."""


class TakenOut(HallEvent, frozen=True, tag="taken_out.1"):
    """It was archived, and lists have it again."""


class TablesOnline(HallEvent, frozen=True, tag="tables_online.1"):
    """These tables are played on live ones. Who sits there is written down with it: where others are seated later, it
    is no longer about them."""

    round: int
    tables: tuple[int, ...]
    seats: tuple[tuple[str, ...], ...]
    """Of each of the tables."""


class TablesOnPaper(HallEvent, frozen=True, tag="tables_on_paper.1"):
    """They are played in the hall after all."""

    round: int
    tables: tuple[int, ...]


class OnlineBegun(HallEvent, frozen=True, tag="online_begun.1"):
    """A live table begins its match: written before it does, so that nobody takes it away meanwhile."""

    round: int
    table: int


class ErasureAsked(HallEvent, frozen=True, tag="erasure_asked.1"):
    """A player wants to be forgotten: whoever runs the event sees to it."""

    player: str


class PersonErased(HallEvent, frozen=True, tag="person_erased.1"):
    """Somebody's words were taken out of the event, in the moment in which this was written."""

    player: str = ""
    """Empty: a stand-in or somebody with an office, who has nothing but a name."""


AnyHallEvent = (
    ClockSet | ClockStarted | ClockPaused | ClockResumed | TimeCalled | ClockLengthened | TimeGiven | JudgeCalled
    | CallTaken | CallClosed | VersionGiven | HandWritten | HandErased | PhotoKept | Objected | ObjectionAnswered
    | WindowClosed | Announced | Archived | TakenOut | TablesOnline | TablesOnPaper | OnlineBegun
    | ErasureAsked | PersonErased
)  # fmt: skip
