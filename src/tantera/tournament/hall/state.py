"""How the hall stands: the fold of what happened in it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, assert_never

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tantera.tournament.hall import events as e
from tantera.tournament.hall.clock import HallClock
from tantera.tournament.hall.events import AnyHallEvent

_DECODE: Final = msgspec.json.Decoder(AnyHallEvent).decode


class Call(Struct, frozen=True):
    """Somebody at a table wants a judge."""

    call: str
    round: int
    table: int
    reason: str
    by: str
    since: int
    taken_by: str | None = None


class Objection(Struct, frozen=True):
    objection: str
    round: int
    table: int
    text: str
    by: str
    since: int
    answer: str | None = None


class Version(Struct, frozen=True):
    """What one side says."""

    score: tuple[int, ...]
    by: str


class Hand(Struct, frozen=True):
    """A line of a table's sheet."""

    points: tuple[int, ...]
    how: str = ""
    seat: int | None = None


class Online(Struct, frozen=True):
    """A table that is played on a live one."""

    number: int
    """Of the hall's event that said so: back on paper and online again is another one."""
    at: int
    seats: tuple[str, ...]
    """Those it is about."""
    begun: bool = False


class HallState(Struct, frozen=True):
    number: int = 0
    """How many events were folded in."""
    clock: HallClock | None = None
    calls: tuple[Call, ...] = ()
    """Those that nobody has closed, the oldest first."""
    seen_to: frozenset[str] = frozenset()
    """Calls that were closed."""
    versions: dict[tuple[int, int], Version] = {}
    """By round and table: the other side's."""
    hands: dict[tuple[int, int], tuple[Hand, ...]] = {}
    """By round and table: the sheet, as a phone there keeps it."""
    photos: dict[tuple[int, int], tuple[str, ...]] = {}
    objections: tuple[Objection, ...] = ()
    window_closed: int = 0
    """The last round whose results can no longer be objected to."""
    announcement: str = ""
    online: dict[tuple[int, int], Online] = {}
    """By round and table. Whether it still holds for who sits there: `online.online_at`."""
    erased: tuple[str, ...] = ()
    """Players who were erased, as often as they were; an empty one is somebody who did not play."""
    to_erase: tuple[str, ...] = ()
    """Players who want to be, and are not yet."""


def read(line: bytes) -> AnyHallEvent:
    event: AnyHallEvent = _DECODE(line)
    return event


def write(event: AnyHallEvent) -> bytes:
    return msgspec.json.encode(event)


def folded(lines: Iterable[bytes], state: HallState | None = None) -> HallState:
    state = state if state is not None else HallState()
    for line in lines:
        state = evolve(state, read(line))
    return state


def evolve(state: HallState, event: AnyHallEvent) -> HallState:
    return replace(_with(state, event), number=state.number + 1)


def _with(state: HallState, event: AnyHallEvent) -> HallState:
    clock = state.clock
    match event:
        case e.ClockSet(round=round, length=length):
            return replace(state, clock=HallClock(round, length))
        case (
            e.ClockStarted() | e.ClockPaused() | e.ClockResumed() | e.TimeCalled() | e.ClockLengthened() | e.TimeGiven()
        ):
            return state if clock is None else replace(state, clock=_ticked(clock, event))
        case e.JudgeCalled():
            call = Call(event.call, event.round, event.table, event.reason, event.by, event.at)
            return replace(state, calls=(*state.calls, call))
        case e.CallTaken(call=name, by=by):
            calls = (replace(one, taken_by=by) if one.call == name else one for one in state.calls)
            return replace(state, calls=tuple(calls))
        case e.CallClosed(call=name):
            calls_left = tuple(one for one in state.calls if one.call != name)
            return replace(state, calls=calls_left, seen_to=state.seen_to | {name})
        case e.VersionGiven(round=round, table=table, score=score, by=by):
            return replace(state, versions=state.versions | {(round, table): Version(score, by)})
        case e.HandWritten(round=round, table=table, hand=hand):
            written = state.hands.get((round, table), ())[: hand - 1]
            line = Hand(event.points, event.how, event.seat)
            return replace(state, hands=state.hands | {(round, table): (*written, line)})
        case e.HandErased(round=round, table=table):
            written = state.hands.get((round, table), ())[:-1]
            return replace(state, hands=state.hands | {(round, table): written})
        case e.PhotoKept(round=round, table=table, sha256=digest):
            kept = state.photos.get((round, table), ())
            return replace(state, photos=state.photos | {(round, table): (*kept, digest)})
        case e.Objected():
            one = Objection(event.objection, event.round, event.table, event.text, event.by, event.at)
            return replace(state, objections=(*state.objections, one))
        case e.ObjectionAnswered(objection=name, text=text):
            all_of_them = (replace(one, answer=text) if one.objection == name else one for one in state.objections)
            return replace(state, objections=tuple(all_of_them))
        case e.WindowClosed(round=round):
            return replace(state, window_closed=max(round, state.window_closed))
        case e.Announced(text=text):
            return replace(state, announcement=text)
        case e.TablesOnline(round=round, tables=tables, seats=seats):
            more = {
                (round, table): Online(state.number + 1, event.at, own)
                for table, own in zip(tables, seats, strict=True)
            }
            return replace(state, online=state.online | more)
        case e.TablesOnPaper(round=round, tables=tables):
            gone = {(round, table) for table in tables}
            return replace(state, online={where: one for where, one in state.online.items() if where not in gone})
        case e.OnlineBegun(round=round, table=table):
            begun = replace(state.online[round, table], begun=True)
            return replace(state, online=state.online | {(round, table): begun})
        case e.ErasureAsked(player=player):
            return replace(state, to_erase=tuple(dict.fromkeys((*state.to_erase, player))))
        case e.PersonErased(player=player):
            left = tuple(one for one in state.to_erase if one != player)
            return replace(state, erased=(*state.erased, player), to_erase=left)
        case unknown:
            assert_never(unknown)


_Tick = e.ClockStarted | e.ClockPaused | e.ClockResumed | e.TimeCalled | e.ClockLengthened | e.TimeGiven


def _ticked(clock: HallClock, event: _Tick) -> HallClock:
    match event:
        case e.ClockStarted(at=at):
            return replace(clock, started=at)
        case e.ClockPaused(at=at):
            return replace(clock, paused=at)
        case e.ClockResumed(at=at):
            stood = at - clock.paused if clock.paused is not None else 0
            return replace(clock, paused=None, stood=clock.stood + stood)
        case e.TimeCalled(at=at):
            return replace(clock, called=at)
        case e.ClockLengthened(length=length):
            called = None if clock.called is None else clock.called + length
            return replace(clock, length=clock.length + length, called=called)
        case e.TimeGiven(table=table, length=length):
            return replace(clock, more=clock.more | {table: clock.more.get(table, 0) + length})
        case unknown:
            assert_never(unknown)
