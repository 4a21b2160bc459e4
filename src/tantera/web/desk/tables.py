"""The screen *tables*: results by keyboard on the left, every table of the round on the right."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from litestar import Request, get, post
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Template
from litestar.types import ControllerRouterHandler
from msgspec import Struct

from tantera.tournament.agenda import Condition
from tantera.tournament.changes import Changes, to_repair
from tantera.tournament.decided import missing_slips
from tantera.tournament.hall.online import can_go_back, can_go_online, online_at
from tantera.tournament.hall.orders import CloseWindow
from tantera.tournament.hall.state import Objection
from tantera.tournament.orders import CloseRound
from tantera.tournament.state import Round, TournamentState
from tantera.tournament.telling import Told, disagreement, last_of_tables, score_told
from tantera.web.access.forms import Form
from tantera.web.clock import now
from tantera.web.desk import board
from tantera.web.desk.asking import SURE, nothing_to_do, would_change
from tantera.web.desk.shell import Desk, at_desk, back_to, desk_page, glance_at
from tantera.web.tournaments.keyed import keyed_result, number
from tantera.web.tournaments.online import Glance
from tantera.words import Phrase, Problem

LAST: Final = 6
"""So many of the last records stand beside the keys."""


class TablesPage(Struct, frozen=True):
    """What the desk shows of the tables of a round."""

    round: Round | None
    cells: list[board.Cell]
    shown: Callable[..., bool]
    sought: str
    found: bool
    """Whether any table is shown."""
    show: str
    tallies: list[board.Tally]
    said: dict[Condition, str]
    missing: list[int]
    last: list[Told]
    typed: dict[str, str]
    at: board.Cell | None
    """The table that was typed."""
    refused: tuple[str, str | None, str] | None
    """In words, by which article, and the code."""
    asks: Changes | None
    done: board.Cell | None
    repair: Round | None
    to_go_online: tuple[int, ...]
    to_go_back: tuple[int, ...]
    online: dict[int, Glance | None]
    elsewhere: list[Objection]
    disagreement: Callable[[int], Phrase | str]


@get("/e/{tournament_id:str}/desk/tables", include_in_schema=False)
async def tables(
    request: Request[Any, Any, Any],
    tournament_id: FromPath[str],
    round: FromQuery[int | None] = None,
    show: FromQuery[str] = "",
    done: FromQuery[int | None] = None,
    q: FromQuery[str] = "",
) -> Template:
    """The open round, or another one that has been published."""
    desk = await at_desk(request, tournament_id, "tables")
    return _page(request, desk, chosen_round(desk.state, round), show=show, done=done, sought=q)


def chosen_round(state: TournamentState, wanted: int | None) -> Round | None:
    """The round asked for; else the one in play, else the last that was."""
    published = {one.number: one for one in state.published}
    if wanted in published:
        return published[wanted]
    return state.open or (state.published[-1] if state.published else None)


def _page(
    request: Request[Any, Any, Any],
    desk: Desk,
    round: Round | None,
    *,
    show: str = "",
    done: int | None = None,
    sought: str = "",
    typed: dict[str, str] | None = None,
    refused: Problem | None = None,
    asks: Changes | None = None,
) -> Template:
    state, hall = desk.state, desk.tournament.hall
    cells = board.cells(state, hall, round, now(), desk.doubtful) if round is not None else []
    keyed = typed or {}
    at = number(keyed.get("table", ""))
    template = desk_page(
        request,
        desk,
        "tables",
        "desk/tables.html",
        TablesPage(
            round=round,
            cells=cells,
            shown=board.shown,
            sought=sought,
            found=any(board.shown(cell, show, sought) for cell in cells),
            show=show if any(show == key for key, _, _ in board.FILTERS) else "",
            tallies=board.tallies(cells),
            said=board.SAID,
            missing=missing_slips(state, round) if round is not None else [],
            last=last_of_tables(desk.state, LAST),
            typed=keyed,
            at=cells[at - 1] if at is not None and 1 <= at <= len(cells) else None,
            refused=None if refused is None else (refused.told(desk.lang), refused.article, refused.code),
            asks=asks,
            done=cells[done - 1] if done is not None and 1 <= done <= len(cells) else None,
            repair=to_repair(state),
            to_go_online=can_go_online(state, hall, round) if round is not None else (),
            to_go_back=can_go_back(state, hall, round) if round is not None else (),
            online=_online(request, desk, round),
            elsewhere=board.objections_elsewhere(hall, round),
            disagreement=lambda number: disagreement(state, hall, round, number) if round is not None else "",
        ),
    )
    if refused is not None or asks is not None:
        template.status_code = 400 if refused is not None else 409
    return template


def _online(request: Request[Any, Any, Any], desk: Desk, round: Round | None) -> dict[int, Glance | None]:
    """The tables of a round that are played online, and how each of them stands."""
    state, hall = desk.state, desk.tournament.hall
    if round is None or not hall.online:
        return {}
    numbers = range(1, len(round.tables) + 1)
    marked = (number for number in numbers if online_at(state, hall, round.number, number) is not None)
    return {number: glance_at(request, desk, round, number) for number in marked}


@post("/e/{tournament_id:str}/desk/tables", include_in_schema=False)
async def key(request: Request[Any, Any, Any], tournament_id: FromPath[str], data: Form) -> Any:
    """A result by keyboard. What is wrong with it stands under the keys, and what was typed stays in them."""
    desk = await at_desk(request, tournament_id, "tables")
    round = chosen_round(desk.state, number(data.get("round", "")))
    if round is None:
        return back_to(tournament_id, "tables")
    show = data.get("show", "")
    try:
        order = keyed_result(desk.state, round, data)
        meant = f"{order.table}:{score_told(order.score)}"
        changes = would_change(desk, order)
        if (changes.seen or changes.slip_was is not None) and data.get(SURE) != meant:
            return _page(request, desk, round, show=show, typed=data | {SURE: meant}, asks=changes)
        if not nothing_to_do(desk, order):
            await desk.tournament.order(order, desk.office.by)
    except Problem as problem:
        return _page(request, desk, round, show=show, typed=data, refused=problem)
    return back_to(tournament_id, "tables", round=round.number, show=show or None, done=order.table)


@post("/e/{tournament_id:str}/desk/tables/close", include_in_schema=False)
async def close(request: Request[Any, Any, Any], tournament_id: FromPath[str], data: Form) -> Template | Redirect:
    """Close the open round; where a slip is missing the refusal says which."""
    desk = await at_desk(request, tournament_id, "tables")
    round = chosen_round(desk.state, number(data.get("round", "")))
    if round is None:
        return back_to(tournament_id, "tables")
    try:
        await desk.tournament.order(CloseRound(round.number), desk.office.by)
    except Problem as problem:
        return refused_page(request, desk, problem)
    return back_to(tournament_id, "standings")


@post("/e/{tournament_id:str}/desk/tables/final", include_in_schema=False)
async def final(request: Request[Any, Any, Any], tournament_id: FromPath[str], data: Form) -> Template | Redirect:
    """Results of a closed round, and of those before it, can no longer be objected to."""
    desk = await at_desk(request, tournament_id, "tables")
    round = chosen_round(desk.state, number(data.get("round", "")))
    if round is None:
        return back_to(tournament_id, "tables")
    try:
        await desk.tournament.in_the_hall(CloseWindow(round.number), desk.office.by)
    except Problem as problem:
        return refused_page(request, desk, problem)
    return back_to(tournament_id, "tables", round=round.number)


def refused_page(request: Request[Any, Any, Any], desk: Desk, problem: Problem) -> Template:
    template = _page(request, desk, chosen_round(desk.state, None))
    template.context["problem"] = (problem.told(desk.lang), problem.article)
    template.status_code = 400
    return template


handlers: list[ControllerRouterHandler] = [tables, key, close, final]
