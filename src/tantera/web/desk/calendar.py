"""*The calendar* of a league: every match with its day, who is at home, and how it ended; a match is moved to another
day here, and played from its own page whatever round it is of."""

from __future__ import annotations

from typing import Any

from litestar import Response, get, post
from litestar.response import Template
from msgspec import Struct

from tantera.paper.saying import day_in_words
from tantera.tournament import orders as o
from tantera.tournament.agenda import conditions
from tantera.tournament.state import Round
from tantera.tournament.structure import all_rounds, day_of
from tantera.tournament.telling import score_told
from tantera.web.access.visitors import Ask, Form
from tantera.web.clock import now
from tantera.web.desk.entries import may
from tantera.web.desk.shell import AtDesk, Desk, at_desk, back_to, desk_page
from tantera.web.desk.tables import SAID, sides
from tantera.web.problems import NotFound
from tantera.words import Problem


class Match(Struct, frozen=True):
    table: int
    home: str
    away: str
    day: str
    """ISO: its own where it was moved, else its round's."""
    moved: str
    """In words, where it was moved."""
    condition: str
    score: str
    """Empty: it has still to be played."""


class MatchDay(Struct, frozen=True):
    round: int
    day: str
    stage: str
    """`published`, `closed`, or nothing where it is not drawn yet."""
    matches: list[Match]
    resting: list[str]


@get("/e/{tournament_id:str}/desk/calendar", **at_desk("tables"))
async def calendar(request: Ask, desk: AtDesk) -> Template:
    return _page(request, desk, {})


def _page(request: Ask, desk: Desk, typed: dict[str, str], problem: Problem | None = None) -> Template:
    state = desk.state
    if not state.calendar:
        raise NotFound
    published = {one.number: one for one in state.published}
    last = max(all_rounds(state) or 0, *published, 0)
    return desk_page(
        request,
        desk,
        "tables",
        "desk/calendar.html",
        problem=problem,
        days=[_day(desk, number, published.get(number)) for number in range(1, last + 1)],
        to_play=sum(not desk.state.is_settled(one, table) for one in published.values() for table in one.tables),
        said=SAID,
        may_move=may(desk, o.Postpone) and not state.closed,
        typed=typed,
    )


def _day(desk: Desk, number: int, of_round: Round | None) -> MatchDay:
    day = day_of(desk.state, number)
    date = day_in_words(day, desk.lang)
    if of_round is None:
        return MatchDay(number, date, "", [], [])
    stands = conditions(desk.state, desk.tournament.hall, of_round, now())
    matches: list[Match] = []
    for place, (table, condition) in enumerate(zip(of_round.tables, stands, strict=True), 1):
        home, away = (side.full for side in sides(desk.state, of_round, table))
        score = score_told(table.slip.score) if table.slip is not None else ""
        moved = day_in_words(table.date, desk.lang)
        matches.append(Match(place, home, away, table.date or day, moved, condition, score))
    resting = [desk.tournament.presentation.entry_name(entry) for entry in of_round.byes]
    return MatchDay(number, date, of_round.stage, matches, resting)


@post("/e/{tournament_id:str}/desk/calendar", **at_desk("tables"))
async def postpone(request: Ask, desk: AtDesk, data: Form) -> Response[Any] | Template:
    """A match is played on another day."""
    place = [int(typed) if (typed := data.get(key, "")).isdecimal() else 0 for key in ("round", "table")]
    try:
        number, table = place
        if not number or not table:
            raise NotFound
        await desk.tournament.order(o.Postpone(number, table, data.get("to", "")), desk.office.by)
    except NotFound:
        raise
    except Problem as problem:
        return _page(request, desk, data, problem)
    return back_to(desk, "calendar", f"match-{number}-{table}")


handlers = [calendar, postpone]
