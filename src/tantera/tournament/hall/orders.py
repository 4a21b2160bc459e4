"""What can be ordered in the hall, and by whom: one record an order; who may give it is in the grid."""

from __future__ import annotations

from typing import Annotated, Final, Literal, get_args

from msgspec import Meta, Struct

from tantera.tournament.orders import Id, Name, Reason, RoundNumber, Score, TableNumber
from tantera.tournament.permission import ever

Text = Annotated[str, Meta(max_length=500)]
Tables = Annotated[tuple[TableNumber, ...], Meta(min_length=1, max_length=5000)]


class HallOrder(Struct, frozen=True, tag_field="order", forbid_unknown_fields=True):
    """Something that somebody wants done in the hall."""


class SetClock(HallOrder, frozen=True, tag="set_clock"):
    round: RoundNumber
    minutes: Annotated[int, Meta(ge=1, le=600)]


class StartClock(HallOrder, frozen=True, tag="start_clock"):
    pass


class PauseClock(HallOrder, frozen=True, tag="pause_clock"):
    pass


class ResumeClock(HallOrder, frozen=True, tag="resume_clock"):
    pass


class CallTime(HallOrder, frozen=True, tag="call_time"):
    pass


class LengthenClock(HallOrder, frozen=True, tag="lengthen_clock"):
    """More time for the whole hall; below zero: less."""

    minutes: Annotated[int, Meta(ge=-60, le=60)]


class GiveTime(HallOrder, frozen=True, tag="give_time"):
    table: TableNumber
    minutes: Annotated[int, Meta(ge=-60, le=60)]


class CallJudge(HallOrder, frozen=True, tag="call_judge"):
    call: Id
    round: RoundNumber
    table: TableNumber
    reason: Reason


class TakeCall(HallOrder, frozen=True, tag="take_call"):
    call: Id


class CloseCall(HallOrder, frozen=True, tag="close_call"):
    call: Id


class WriteHand(HallOrder, frozen=True, tag="write_hand"):
    """A line of the table's sheet: the points of each side, alone of each seat."""

    round: RoundNumber
    table: TableNumber
    hand: Annotated[int, Meta(ge=1, le=100)]
    points: Annotated[tuple[Score, ...], Meta(min_length=2, max_length=4)]
    how: Literal["domino", "block", "not_played", ""] = ""
    seat: Annotated[int, Meta(ge=1, le=4)] | None = None


class EraseHand(HallOrder, frozen=True, tag="erase_hand"):
    """The last line goes."""

    round: RoundNumber
    table: TableNumber
    hand: Annotated[int, Meta(ge=1, le=100)]
    points: Annotated[tuple[Score, ...], Meta(max_length=4)] = ()
    """As they stood in the line that is meant: one written since is not taken off. Left out: whatever it says."""


class KeepPhoto(HallOrder, frozen=True, tag="keep_photo"):
    round: RoundNumber
    table: TableNumber
    sha256: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]


class Object(HallOrder, frozen=True, tag="object"):
    """A result is wrong, a player says."""

    objection: Id
    round: RoundNumber
    table: TableNumber
    text: Reason


class AnswerObjection(HallOrder, frozen=True, tag="answer_objection"):
    objection: Id
    text: Text = ""


class CloseWindow(HallOrder, frozen=True, tag="close_window"):
    round: RoundNumber


class Announce(HallOrder, frozen=True, tag="announce"):
    text: Text = ""


class Archive(HallOrder, frozen=True, tag="archive"):
    """A trial, or one of long ago: lists and the first page have it no more. Everything in it stays."""


class TakeOut(HallOrder, frozen=True, tag="take_out"):
    """Out of the archive, and back into the lists."""


class PlayOnline(HallOrder, frozen=True, tag="play_online"):
    """Play these tables on live ones."""

    round: RoundNumber
    tables: Tables


class PlayOnPaper(HallOrder, frozen=True, tag="play_on_paper"):
    round: RoundNumber
    tables: Tables


class BeginOnline(HallOrder, frozen=True, tag="begin_online"):
    """The live table's own: everybody sits, and the match begins."""

    round: RoundNumber
    table: TableNumber


class AskErasure(HallOrder, frozen=True, tag="ask_erasure"):
    """A player wants to be forgotten."""


class ErasePerson(HallOrder, frozen=True, tag="erase_person"):
    """Forget a player: the name, the club, and whatever else is said of them. There is no way back. Who stood in or had
    an office, and did not play, is known by the name alone."""

    player: Id | None = None
    name: Name | None = None


AnyHallOrder = (
    SetClock | StartClock | PauseClock | ResumeClock | CallTime | LengthenClock | GiveTime | CallJudge | TakeCall
    | CloseCall | WriteHand | EraseHand | KeepPhoto | Object | AnswerObjection | CloseWindow | Announce
    | Archive | TakeOut | PlayOnline | PlayOnPaper | BeginOnline | AskErasure | ErasePerson
)  # fmt: skip

MAY: Final[dict[type[HallOrder], frozenset[str]]] = {
    kind: ever(str(kind.__struct_config__.tag)) for kind in get_args(AnyHallOrder)
}
"""Who may order what in the hall, at whatever stage. A player is bound to their own table besides."""
