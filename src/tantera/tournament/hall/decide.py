"""An order in the hall is judged: one event, or a refusal and nothing has happened."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from tantera.notation import DgnError
from tantera.tournament.decided import check_text
from tantera.tournament.hall import events as e
from tantera.tournament.hall import orders as o
from tantera.tournament.hall import pad
from tantera.tournament.hall.events import AnyHallEvent
from tantera.tournament.hall.online import check_by_hand, check_online, online_at
from tantera.tournament.hall.orders import MAY, HallOrder
from tantera.tournament.hall.state import MINUTE, Call, HallClock, HallState, Hand, Objection, Online
from tantera.tournament.orders import Enter, Refused
from tantera.tournament.permission import GRID, not_now, role_of, stage_of, stage_told
from tantera.tournament.state import Round, Table, TournamentState
from tantera.tournament.telling import score_told

MOST_PHOTOS: Final = 6
"""Of one slip."""
_FOR_THE_CLOCK: Final = o.StartClock | o.PauseClock | o.ResumeClock | o.CallTime | o.LengthenClock | o.GiveTime


def decide(tournament: TournamentState, hall: HallState, order: HallOrder, by: str, now: int) -> AnyHallEvent:
    """What comes of an order, or a `Refused`."""
    role, name = role_of(by)
    if role not in MAY[type(order)] or (role == "player" and name is None):
        raise Refused("not_yours", "{by} may not order {order}", by=by, order=order.__struct_config__.tag)
    check_text(getattr(order, "reason", None), getattr(order, "text", None))
    happened = _DECIDES[type(order)](_Situation(tournament, hall, by, now), order)
    _check_stage(tournament, hall, order, by, now)
    return happened


def _check_stage(tournament: TournamentState, hall: HallState, order: HallOrder, by: str, now: int) -> None:
    """A `Refused` unless this role may order this now. Orders to the clock are about its own round."""
    clock = hall.clock
    number = getattr(order, "round", None) or (
        clock.round if clock is not None and isinstance(order, _FOR_THE_CLOCK) else None
    )
    stage, name = stage_of(tournament, number, clock, now), str(order.__struct_config__.tag)
    if role_of(by)[0] not in GRID[name][stage]:
        raise not_now(by, name, stage_told(tournament, number, stage))


class _Situation:
    """Who asks, when, and how things stand."""

    def __init__(self, tournament: TournamentState, hall: HallState, by: str, now: int) -> None:
        self.tournament, self.hall, self.by, self.now = tournament, hall, by, now

    @property
    def stamp(self) -> dict[str, Any]:
        return {"at": self.now, "by": self.by}

    def clock(self) -> HallClock:
        if self.hall.clock is None:
            raise Refused("no_clock", "the clock has not been set")
        return self.hall.clock

    def table(self, round: int, table: int) -> tuple[Round, Table]:
        """The table of a published round; a player's own, where a player asks."""
        drawn = next((drawn for drawn in self.tournament.published if drawn.number == round), None)
        if drawn is None or not 1 <= table <= len(drawn.tables):
            raise Refused("no_such_table", "there is no table {table} in round {round}", table=table, round=round)
        role, name = role_of(self.by)
        if role == "player" and name not in drawn.tables[table - 1].seats:
            raise Refused("not_yours", "{by} does not sit at table {table}", by=self.by, table=table)
        return drawn, drawn.tables[table - 1]

    def ever_entered(self, player: str) -> None:
        """An entry that was undone has left its words in the log."""
        orders = (recorded.order for recorded in self.tournament.log.history)
        if not any(player == entered.id for order in orders if isinstance(order, Enter) for entered in order.players):
            raise Refused("unknown_player", "{player} is no player here", player=player)

    def call(self, name: str) -> Call:
        call = next((call for call in self.hall.calls if call.call == name), None)
        if call is None:
            raise Refused("no_such_call", "that call has been answered")
        return call


def _set_clock(situation: _Situation, order: o.SetClock) -> AnyHallEvent:
    if all(round.number != order.round for round in situation.tournament.played):
        raise Refused("no_such_round", "there is no round {round}", round=order.round)
    clock = situation.hall.clock
    if clock is not None and clock.phase(situation.now) in ("running", "paused") and clock.round == order.round:
        raise Refused("clock_runs", "the clock of round {round} runs already", round=order.round)
    return e.ClockSet(round=order.round, length=order.minutes * MINUTE, **situation.stamp)


def _start(situation: _Situation, order: o.StartClock) -> AnyHallEvent:
    if situation.clock().started is not None:
        raise Refused("clock_runs", "the clock of round {round} runs already", round=situation.clock().round)
    return e.ClockStarted(**situation.stamp)


def _pause(situation: _Situation, order: o.PauseClock) -> AnyHallEvent:
    if situation.clock().phase(situation.now) != "running":
        raise Refused("clock_stands", "the clock does not run")
    return e.ClockPaused(**situation.stamp)


def _resume(situation: _Situation, order: o.ResumeClock) -> AnyHallEvent:
    if situation.clock().paused is None:
        raise Refused("clock_runs", "the clock of round {round} runs already", round=situation.clock().round)
    return e.ClockResumed(**situation.stamp)


def _call_time(situation: _Situation, order: o.CallTime) -> AnyHallEvent:
    if situation.clock().phase(situation.now) not in ("running", "paused"):
        raise Refused("clock_stands", "the clock does not run")
    return e.TimeCalled(**situation.stamp)


def _lengthen(situation: _Situation, order: o.LengthenClock) -> AnyHallEvent:
    given = order.minutes * MINUTE
    if not given or situation.clock().length + given <= 0:
        raise Refused("no_time_left", "found {minutes} minutes, expected some that leave the round time",
                      minutes=order.minutes)  # fmt: skip
    return e.ClockLengthened(length=given, **situation.stamp)


def _give_time(situation: _Situation, order: o.GiveTime) -> AnyHallEvent:
    situation.table(situation.clock().round, order.table)
    return e.TimeGiven(table=order.table, length=order.minutes * MINUTE, **situation.stamp)


def _call_judge(situation: _Situation, order: o.CallJudge) -> AnyHallEvent:
    situation.table(order.round, order.table)
    there = ((call.round, call.table, call.by) for call in situation.hall.calls)
    if order.call in situation.hall.seen_to or (order.round, order.table, situation.by) in there:
        raise Refused("already_called", "the judge has been called to table {table}", table=order.table)
    return e.JudgeCalled(
        call=order.call, round=order.round, table=order.table, reason=order.reason, **situation.stamp
    )  # fmt: skip


def _take_call(situation: _Situation, order: o.TakeCall | o.CloseCall) -> AnyHallEvent:
    """A judge is on the way, or has seen to it."""
    situation.call(order.call)
    return (e.CallTaken if isinstance(order, o.TakeCall) else e.CallClosed)(call=order.call, **situation.stamp)


def _write_hand(situation: _Situation, order: o.WriteHand) -> AnyHallEvent:
    """Lines are written in order and once: the same again is nothing new, another one is refused until the first is
    taken off."""
    round, table = _playing(situation, order.round, order.table)
    options = situation.tournament.options
    sides = len(table.seats) if situation.tournament.alone else 2
    if len(order.points) != sides:
        raise Refused("wrong_score", "a score here has {count} numbers", count=sides)
    if not options.below_zero and min(order.points) < 0:
        raise Refused("below_zero", "nothing is taken off a score here: {points} cannot be", points=min(order.points))
    if options.most_in_a_hand is not None and max(order.points) > options.most_in_a_hand:
        raise Refused("over_the_limit", "{points} is more than a hand can bring", points=max(order.points))
    if options.duplicate and order.hand > options.duplicate.hands:
        raise Refused("no_more_hands", "the round has {count} hands", count=options.duplicate.hands)
    written = situation.hall.hands.get((order.round, order.table), ())
    line = Hand(order.points, order.how, order.seat)
    if order.hand > len(written) + 1:
        raise Refused("hand_missing", "hand {hand} is not on the sheet yet", hand=len(written) + 1)
    if order.hand <= len(written) and written[order.hand - 1] != line:
        there = score_told(written[order.hand - 1].points)
        raise Refused("another_hand", "hand {hand} is on the sheet as {points}", hand=order.hand, points=there)
    if order.hand < len(written):
        raise Refused("hand_written", "hand {hand} is on the sheet already", hand=order.hand)
    _judge(situation.tournament, round, order.table, (*written[: order.hand - 1], line))
    return e.HandWritten(
        round=order.round, table=order.table, hand=order.hand, points=order.points, how=order.how, seat=order.seat,
        **situation.stamp,
    )  # fmt: skip


def _judge(tournament: TournamentState, round: Round, table: int, lines: tuple[Hand, ...]) -> None:
    """Refuse a line that the book does not let stand."""
    if not pad.can_be_judged(tournament):
        return
    try:
        pad.written(tournament, round, table, lines)
    except DgnError as error:
        expected, article = error.reasons[1], error.article
        raise Refused(
            "not_by_the_book", "this hand cannot be: the book expects {expected}", article, expected=expected
        ) from None


def _erase_hand(situation: _Situation, order: o.EraseHand) -> AnyHallEvent:
    _playing(situation, order.round, order.table)
    written = situation.hall.hands.get((order.round, order.table), ())
    if order.hand != len(written) or order.points not in ((), written[-1].points):
        raise Refused("no_such_hand", "hand {hand} is not the last one on the sheet", hand=order.hand)
    return e.HandErased(round=order.round, table=order.table, **situation.stamp)


def _playing(situation: _Situation, round: int, table: int) -> tuple[Round, Table]:
    """A table whose result is open."""
    drawn, at = situation.table(round, table)
    if drawn.stage != "published" or (at.slip is not None and at.slip.status != "entered"):
        raise Refused("table_done", "table {table} has its result", table=table)
    check_by_hand(situation.tournament, situation.hall, round, table)
    return drawn, at


def _keep_photo(situation: _Situation, order: o.KeepPhoto) -> AnyHallEvent:
    situation.table(order.round, order.table)
    kept = situation.hall.photos.get((order.round, order.table), ())
    if order.sha256 in kept:
        raise Refused("photo_kept", "this photo has been kept")
    if len(kept) >= MOST_PHOTOS:
        raise Refused("too_many_photos", "there are {count} photos of this slip: that is enough", count=len(kept))
    return e.PhotoKept(round=order.round, table=order.table, sha256=order.sha256, **situation.stamp)


def _object(situation: _Situation, order: o.Object) -> AnyHallEvent:
    situation.table(order.round, order.table)
    if any(objection.objection == order.objection for objection in situation.hall.objections):
        raise Refused("already_said", "that has been said")
    if order.round <= situation.hall.window_closed:
        raise Refused("window_closed", "the results of round {round} are final", round=order.round)
    return e.Objected(
        objection=order.objection, round=order.round, table=order.table, text=order.text, **situation.stamp
    )  # fmt: skip


def _answer(situation: _Situation, order: o.AnswerObjection) -> AnyHallEvent:
    _open_objection(situation.hall, order.objection)
    return e.ObjectionAnswered(objection=order.objection, text=order.text, **situation.stamp)


def _open_objection(hall: HallState, name: str) -> Objection:
    objection = next((known for known in hall.objections if known.objection == name and known.answer is None), None)
    if objection is None:
        raise Refused("no_such_objection", "that has been answered")
    return objection


def _close_window(situation: _Situation, order: o.CloseWindow) -> AnyHallEvent:
    if all(round.number != order.round or round.stage != "closed" for round in situation.tournament.played):
        raise Refused("not_closed", "round {round} is not closed", round=order.round)
    return e.WindowClosed(round=order.round, **situation.stamp)


# --- tables that are played online -----------------------------------------------------------------------------------


def _play_online(situation: _Situation, order: o.PlayOnline) -> AnyHallEvent:
    seats = []
    tables = tuple(sorted(set(order.tables)))
    for number in tables:
        round, table = situation.table(order.round, number)
        check_online(situation.tournament, situation.hall, round, number)
        seats.append(table.seats)
    return e.TablesOnline(round=order.round, tables=tables, seats=tuple(seats), **situation.stamp)


def _play_on_paper(situation: _Situation, order: o.PlayOnPaper) -> AnyHallEvent:
    tables = tuple(sorted(set(order.tables)))
    for number in tables:
        if _online(situation, order.round, number).begun:
            raise Refused(
                "online_begun",
                "table {table} is being played online: it is finished there, or its result is keyed in by hand",
                table=number,
            )
    return e.TablesOnPaper(round=order.round, tables=tables, **situation.stamp)


def _begin_online(situation: _Situation, order: o.BeginOnline) -> AnyHallEvent:
    drawn, table = situation.table(order.round, order.table)
    if _online(situation, order.round, order.table).begun:
        raise Refused("online_begun", "table {table} has begun online already", table=order.table)
    if drawn.stage != "published" or situation.tournament.is_settled(drawn, table):
        raise Refused("table_done", "table {table} has its result", table=order.table)
    return e.OnlineBegun(round=order.round, table=order.table, **situation.stamp)


def _online(situation: _Situation, round: int, number: int) -> Online:
    situation.table(round, number)
    online = online_at(situation.tournament, situation.hall, round, number)
    if online is None:
        raise Refused("not_online", "table {table} is played on paper", table=number)
    return online


def _archive(situation: _Situation, order: o.Archive | o.TakeOut) -> AnyHallEvent:
    kind = e.Archived if isinstance(order, o.Archive) else e.TakenOut
    if situation.hall.archived == (kind is e.Archived):
        raise Refused("already_said", "that has been said")
    return kind(**situation.stamp)


# --- who wants to be forgotten ---------------------------------------------------------------------------------------


def _ask_erasure(situation: _Situation, order: o.AskErasure) -> AnyHallEvent:
    player = role_of(situation.by)[1] or ""
    situation.ever_entered(player)
    if player in situation.hall.to_erase or player in situation.hall.erased:
        raise Refused("already_said", "that has been said")
    return e.ErasureAsked(player=player, **situation.stamp)


def _erase_person(situation: _Situation, order: o.ErasePerson) -> AnyHallEvent:
    """Again is no fault: something may have come since, out of an older copy."""
    if (order.player is None) == (order.name is None):
        raise Refused("wrong_value", "say whom to erase: a player, or a name")
    if order.player is not None:
        situation.ever_entered(order.player)
    return e.PersonErased(player=order.player or "", **situation.stamp)


_DECIDES: Final[dict[type[HallOrder], Callable[[_Situation, Any], AnyHallEvent]]] = {
    o.SetClock: _set_clock,
    o.StartClock: _start,
    o.PauseClock: _pause,
    o.ResumeClock: _resume,
    o.CallTime: _call_time,
    o.LengthenClock: _lengthen,
    o.GiveTime: _give_time,
    o.CallJudge: _call_judge,
    o.TakeCall: _take_call,
    o.CloseCall: _take_call,
    o.WriteHand: _write_hand,
    o.EraseHand: _erase_hand,
    o.KeepPhoto: _keep_photo,
    o.Object: _object,
    o.AnswerObjection: _answer,
    o.CloseWindow: _close_window,
    o.Announce: lambda situation, order: e.Announced(text=order.text, **situation.stamp),
    o.Archive: _archive,
    o.TakeOut: _archive,
    o.PlayOnline: _play_online,
    o.PlayOnPaper: _play_on_paper,
    o.BeginOnline: _begin_online,
    o.AskErasure: _ask_erasure,
    o.ErasePerson: _erase_person,
}
