"""The screen *clock*: one clock for the whole hall."""

from __future__ import annotations

from typing import Any, Final

from litestar import get, post
from litestar.response import Template
from msgspec import Struct

from tantera.tournament.hall import orders as h
from tantera.tournament.hall.log import StillPlayed, at_time, minutes_of
from tantera.tournament.hall.state import MINUTE, HallClock, Phase
from tantera.tournament.names import a_line
from tantera.tournament.orders import Refused
from tantera.tournament.permission import role_of
from tantera.tournament.state import Round, TournamentState
from tantera.web.access.visitors import Ask, Form
from tantera.web.clock import now
from tantera.web.desk.shell import SURE, AtDesk, Desk, ask, at_desk, back_to, desk_page
from tantera.web.tournaments.clock_view import PHASES, figures, time_of_day
from tantera.words import Phrase, Problem

LONGEST: Final = 600
OF_A_PART: Final = 132
"""Names that one projector turns through in less than a minute."""
MOST_PARTS: Final = 4


class ClockPage(Struct, frozen=True):
    """What the desk shows of the clock."""

    round: Round | None
    running: HallClock | None
    phase: Phase | None
    left: str
    ends: str
    phases: dict[str, str]
    minutes: int | None
    at_time: StillPlayed
    warn: tuple[int, ...]
    given: list[tuple[int, int, Phase]]
    """Tables with time of their own: their minutes, and how they stand."""
    parts: int
    may_run: bool
    may_give: bool
    may_lengthen: bool
    typed: dict[str, str]


@get("/e/{tournament_id:str}/desk/clock", **at_desk("clock"))
async def clock(request: Ask, desk: AtDesk) -> Template:
    """How much time is left, and everything that can be done about it."""
    return _page(request, desk)


@post("/e/{tournament_id:str}/desk/clock", **at_desk("clock"))
async def order_clock(request: Ask, desk: AtDesk, data: Form) -> Any:
    """One order to the clock, by the button that was pressed."""
    try:
        orders = _orders(desk, data)
        if data.get(SURE) != "yes" and (question := _question(desk, orders)) is not None:
            return ask(request, desk, "clock", data, title=question.title, button=question.button, note=question.note)
        for order in orders:
            await desk.tournament.in_the_hall(order, desk.office.by)
    except Problem as problem:
        return _page(request, desk, problem=problem, typed=data)
    return back_to(desk, "clock")


def _orders(desk: Desk, data: dict[str, str]) -> list[h.HallOrder]:
    match data.get("do"):
        case "start":
            round = _round(desk.state)
            if "minutes" not in data or round is None:
                return [h.StartClock()]
            return [h.SetClock(round.number, _number(data, "minutes", 1, LONGEST)), h.StartClock()]
        case "set":
            round = _round(desk.state)
            return [h.SetClock(round.number if round else 1, _number(data, "minutes", 1, LONGEST))]
        case "pause":
            return [h.PauseClock()]
        case "resume":
            return [h.ResumeClock()]
        case "time":
            return [h.CallTime()]
        case "more" if not data.get("table", "").strip():
            return [h.LengthenClock(_number(data, "extra", -60, 60))]
        case "more":
            return [h.GiveTime(_number(data, "table", 1, 100_000), _number(data, "extra", -60, 60))]
        case "announce":
            return [h.Announce(a_line(data.get("text", ""), 500))]
        case _:
            raise Refused("unreadable", "that is no order of the hall")


class Confirmation(Struct, frozen=True):
    """Before the whole hall hears it."""

    title: Phrase
    note: Phrase
    button: Phrase


def _question(desk: Desk, orders: list[h.HallOrder]) -> Confirmation | None:
    """What is asked before it is done: *tiempo* before its time, and a new clock after it."""
    clock, at = desk.tournament.hall.clock, now()
    if clock is None:
        return None
    phase = clock.phase(at)
    match orders[0]:
        case h.CallTime() if phase in ("running", "paused"):
            return Confirmation(
                Phrase("Call time for the whole hall?"),
                Phrase(
                    "{left} are left on the clock. Every screen says «time», and the hall hears it: {what}.",
                    left=figures(clock.left(at)),
                    what=at_time(desk.state).what,
                ),
                Phrase("Call time now"),
            )
        case h.SetClock(round=round, minutes=minutes) if phase == "time" and clock.round == round:
            return Confirmation(
                Phrase("Begin the time of round {round} anew?", round=round),
                Phrase(
                    "The hall has heard «time». The clock goes back to {minutes} minutes on every screen, "
                    "and tables without a slip play on.",
                    minutes=minutes,
                ),
                Phrase("Set the clock to {minutes} minutes", minutes=minutes),
            )
        case _:
            return None


def _number(data: dict[str, str], name: str, least: int, most: int) -> int:
    text = data.get(name, "").strip().replace("−", "-")
    if not text.removeprefix("-").isdecimal() or not least <= int(text) <= most:
        message = "found {found}, expected a number from {least} to {most}"
        raise Refused("no_number", message, found=text[:20] or "–", least=least, most=most)
    return int(text)


def parts_of(players: int) -> int:
    """Among how many projectors the names of a hall are shared.

    >>> parts_of(96), parts_of(136), parts_of(1000)
    (1, 2, 4)
    """
    return min(MOST_PARTS, -(-players // OF_A_PART))


def _round(tournament: TournamentState) -> Round | None:
    """The round whose clock it is: the open one, else the draft, else the last."""
    return tournament.open or (tournament.played[-1] if tournament.played else None)


def _page(request: Ask, desk: Desk, *, problem: Problem | None = None, typed: dict[str, str] | None = None) -> Template:
    state, hall, at = desk.state, desk.tournament.hall, now()
    round = _round(state)
    running = hall.clock if hall.clock is not None and round is not None and hall.clock.round == round.number else None
    role = role_of(desk.office.by)[0]
    given = [(table, length // 60_000, running.phase(at, table)) for table, length in sorted(running.more.items())] \
        if running is not None else []  # fmt: skip
    return desk_page(
        request,
        desk,
        "clock",
        "desk/clock.html",
        ClockPage(
            round=round,
            running=running,
            phase=running.phase(at) if running is not None else None,
            left=figures(running.left(at)) if running is not None else "",
            ends=time_of_day(running.ends() or at) if running is not None and running.ends() else "",
            phases=PHASES,
            minutes=minutes_of(state),
            at_time=at_time(state),
            warn=_warnings(state, running),
            given=given,
            parts=parts_of(len(state.players)),
            may_run=role in h.MAY[h.StartClock],
            may_give=role in h.MAY[h.GiveTime],
            may_lengthen=role in h.MAY[h.LengthenClock],
            typed=typed or {},
        ),
        problem=problem,
    )


def _warnings(state: TournamentState, running: HallClock | None) -> tuple[int, ...]:
    """The minutes before time at which the wall warns: those that the round has."""
    length = running.length // MINUTE if running is not None else minutes_of(state) or 0
    return tuple(minutes for minutes in state.options.warn_minutes if minutes < length)


handlers = [clock, order_clock]
