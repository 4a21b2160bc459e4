"""How the hall stands: the fold of what happened in it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, assert_never

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tantera.tournament.hall import events as e
from tantera.tournament.hall.events import AnyHallEvent
from tantera.tournament.state import Round, TournamentState, Version

Phase = Literal["ready", "running", "paused", "time"]
MINUTE: Final = 60_000


class HallClock(Struct, frozen=True):
    """The time of one round, in milliseconds.

    >>> clock = HallClock(round=1, length=25 * MINUTE, started=1000)
    >>> clock.left(1000 + 20 * MINUTE) == 5 * MINUTE
    True
    """

    round: int
    length: int
    started: int | None = None
    """When; None: it is ready to be started."""
    stood: int = 0
    """How long it has stood still, pauses that are over."""
    paused: int | None = None
    """Since when it stands still."""
    called: int | None = None
    """When the director called *tiempo*, before it came by itself."""
    more: dict[int, int] = {}
    """Time that single tables have besides, by table."""

    def left(self, now: int, table: int | None = None) -> int:
        """What is left, below zero after time: how long ago it was."""
        ends = self.ends(table)
        if ends is not None:
            return ends - now
        ran = self.paused - self.started - self.stood if self.paused is not None and self.started is not None else 0
        return self.length + self._more(table) - ran

    def phase(self, now: int, table: int | None = None) -> Phase:
        if self.started is None:
            return "ready"
        if self.left(now, table) <= 0:
            return "time"
        return "paused" if self.ends(table) is None else "running"

    def ends(self, table: int | None = None) -> int | None:
        """When time comes, or came; None while it stands still. What a table was given counts from *tiempo* where the
        director called it, and nothing stands still any more then.

        >>> clock = HallClock(round=1, length=25 * MINUTE, started=0, called=10 * MINUTE, more={3: 5 * MINUTE})
        >>> clock.ends() == 10 * MINUTE, clock.ends(3) == 15 * MINUTE
        (True, True)
        """
        if self.called is not None:
            return self.called + max(0, self._more(table))
        if self.started is None or self.paused is not None:
            return None
        return self.started + self.stood + self.length + self._more(table)

    def _more(self, table: int | None) -> int:
        return self.more.get(table, 0) if table is not None else 0


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
    """By round and table, of files in which what the other side says did not yet stand with the dispute itself."""
    hands: dict[tuple[int, int], tuple[Hand, ...]] = {}
    """By round and table: the sheet, as a phone there keeps it."""
    photos: dict[tuple[int, int], tuple[str, ...]] = {}
    objections: tuple[Objection, ...] = ()
    window_closed: int = 0
    """The last round whose results can no longer be objected to."""
    announcement: str = ""
    archived: bool = False
    online: dict[tuple[int, int], Online] = {}
    """By round and table. Whether it still holds for who sits there: `online.online_at`."""
    erased: tuple[str, ...] = ()
    """Players who were erased, as often as they were; an empty one is somebody who did not play."""
    to_erase: tuple[str, ...] = ()
    """Players who want to be, and are not yet."""

    def version_at(self, round: Round, table: int) -> Version | None:
        """What the other side says of a table's slip."""
        slip = round.tables[table - 1].slip
        return (slip.other if slip is not None else None) or self.versions.get((round.number, table))


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
            calls = (replace(call, taken_by=by) if call.call == name else call for call in state.calls)
            return replace(state, calls=tuple(calls))
        case e.CallClosed(call=name):
            calls_left = tuple(call for call in state.calls if call.call != name)
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
            objection = Objection(event.objection, event.round, event.table, event.text, event.by, event.at)
            return replace(state, objections=(*state.objections, objection))
        case e.ObjectionAnswered(objection=name, text=text):
            all_of_them = (replace(one, answer=text) if one.objection == name else one for one in state.objections)
            return replace(state, objections=tuple(all_of_them))
        case e.WindowClosed(round=round):
            return replace(state, window_closed=max(round, state.window_closed))
        case e.Announced(text=text):
            return replace(state, announcement=text)
        case e.Archived() | e.TakenOut():
            return replace(state, archived=isinstance(event, e.Archived))
        case e.TablesOnline(round=round, tables=tables, seats=seats):
            more = {
                (round, table): Online(state.number + 1, event.at, seated)
                for table, seated in zip(tables, seats, strict=True)
            }
            return replace(state, online=state.online | more)
        case e.TablesOnPaper(round=round, tables=tables):
            gone = {(round, table) for table in tables}
            return replace(state, online={where: online for where, online in state.online.items() if where not in gone})
        case e.OnlineBegun(round=round, table=table):
            begun = replace(state.online[round, table], begun=True)
            return replace(state, online=state.online | {(round, table): begun})
        case e.ErasureAsked(player=player):
            return replace(state, to_erase=tuple(dict.fromkeys((*state.to_erase, player))))
        case e.PersonErased(player=player):
            left = tuple(erasure for erasure in state.to_erase if erasure != player)
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


def goes_by_clock(tournament: TournamentState, hall: HallState, round: Round) -> bool:
    """Whether a round begins with the hall's clock: the limit has minutes, or the director has set one for it."""
    clock = hall.clock
    return tournament.options.limit.minutes is not None or (clock is not None and clock.round == round.number)


def clock_stands(tournament: TournamentState, hall: HallState, round: Round) -> bool:
    """Whether the clock that a round goes by has still to be started."""
    clock = hall.clock
    started = clock is not None and clock.round == round.number and clock.started is not None
    return goes_by_clock(tournament, hall, round) and not started


def is_to_begin(tournament: TournamentState, hall: HallState, round: Round) -> bool:
    """Whether nobody plays yet: the round is published and its clock stands. A hall that begins without its clock has
    begun once anything comes from a table."""
    return round.stage == "published" and clock_stands(tournament, hall, round) and not _heard_from(hall, round)


def _heard_from(hall: HallState, round: Round) -> bool:
    return (
        any(table.slip is not None for table in round.tables)
        or any(number == round.number for number, _ in hall.hands)
        or any(number == round.number and mark.begun for (number, _), mark in hall.online.items())
    )
