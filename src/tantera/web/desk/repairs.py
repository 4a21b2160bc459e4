"""A round that was drawn on other results: leave it, change tables that have not begun, or draw it again (CI-2)."""

from __future__ import annotations

from typing import Any, Final, Literal, get_args

from litestar import get, post
from litestar.params import FromPath
from litestar.response import Template
from msgspec import Struct

from tantera.tournament.decide import apply
from tantera.tournament.orders import Given, Repair
from tantera.tournament.telling import named
from tantera.web.access.visitors import Ask, Form
from tantera.web.desk.shell import AtDesk, Desk, at_desk, back_to, desk_page
from tantera.web.problems import NotFound
from tantera.web.tournaments.keyed import Unkeyed
from tantera.words import Phrase, Problem

How = Literal["leave", "swap_unstarted", "redraw"]
WAYS: Final[dict[How, tuple[str, str]]] = {
    "leave": ("Leave the tables as they are", "Only the standings change. It is what the book says."),
    "swap_unstarted": ("Change only tables that have not begun", "Whoever has a slip in stays seated."),
    "redraw": ("Draw the whole round again", "Only while no slip of the round is in."),
}


class RepairWay(Struct, frozen=True):
    """What can be done, and who would move."""

    how: How
    words: str
    second: str
    moves: tuple[tuple[str, int | None, int | None], ...] = ()
    refused: str = ""


def ways(desk: Desk, round: int) -> list[RepairWay]:
    repairs = []
    for how, (words, second) in WAYS.items():
        try:
            answer = apply(desk.state, Given(Repair(round, how, preview=True), desk.office.by)).answer
        except Problem as problem:
            repairs.append(RepairWay(how, words, second, refused=problem.told(desk.lang)))
            continue
        moves = tuple((named(desk.state, one["player"]), one["from"], one["to"]) for one in answer["moves"])
        repairs.append(RepairWay(how, words, second, moves))
    return repairs


@get("/e/{tournament_id:str}/desk/repair/{round:int}", **at_desk("repair"))
async def look(request: Ask, desk: AtDesk, round: FromPath[int]) -> Template:
    return _page(request, desk, round)


def _page(request: Ask, desk: Desk, round: int, problem: Problem | None = None) -> Template:
    if all(one.number != round for one in desk.state.published):
        raise NotFound
    return desk_page(
        request, desk, "repair", "desk/repair.html", problem=problem, number=round, ways=ways(desk, round)
    )  # fmt: skip


@post("/e/{tournament_id:str}/desk/repair/{round:int}", **at_desk("repair"))
async def repair(request: Ask, desk: AtDesk, round: FromPath[int], data: Form) -> Any:
    """What was looked at is what is done: where anything has happened since, it is shown again."""
    how = data.get("how", "")
    try:
        if how not in get_args(How):
            raise Unkeyed(Phrase("choose what is to be done"))
        if data.get("seen") != str(desk.state.number):
            raise Unkeyed(Phrase("something has happened meanwhile: look at it again"))
        applied = await desk.tournament.order(Repair(round, how), desk.office.by)  # type: ignore[arg-type]
    except Problem as problem:
        return _page(request, desk, round, problem)
    return back_to(desk, "tables", repaired=applied.recorded.number if applied.recorded is not None else None)


handlers = [look, repair]
