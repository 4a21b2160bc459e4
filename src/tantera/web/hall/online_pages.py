"""Tables that are played online, at the desk and on phones: put there and back, sat down at, followed by a judge."""

from __future__ import annotations

from typing import Any

from litestar import Request, post
from litestar.params import FromPath
from litestar.response import Redirect, Template
from litestar.types import ControllerRouterHandler

from tantera.play.actors import DIRECTOR
from tantera.tables.orders import Appoint
from tantera.tables.people import MOST_NAME
from tantera.tournament.changes import Changes
from tantera.tournament.hall.online import can_go_back, can_go_online
from tantera.tournament.hall.orders import PlayOnline, PlayOnPaper
from tantera.web.access.forms import Form
from tantera.web.access.visitors import Visitor
from tantera.web.desk import table as table_pages
from tantera.web.desk import tables as tables_pages
from tantera.web.desk.asking import SURE, ask
from tantera.web.desk.shell import at_desk, back_to
from tantera.web.hall.at_table import NotAtTable, place_of, table_shown
from tantera.web.pages.languages import language_of
from tantera.web.problems import NotFound
from tantera.web.tournaments.keyed import number
from tantera.web.tournaments.offices import office_for
from tantera.web.tournaments.online import OnlineRounds
from tantera.words import Phrase, Problem, translate


@post("/e/{tournament_id:str}/desk/tables/online", include_in_schema=False)
async def choose(request: Request[Any, Any, Any], tournament_id: FromPath[str], data: Form) -> Template | Redirect:
    """Online or back on paper: one table, or all of the round that can be."""
    desk = await at_desk(request, tournament_id, "tables")
    state, hall = desk.state, desk.tournament.hall
    round = tables_pages.chosen_round(state, number(data.get("round", "")))
    kinds = {"online": (PlayOnline, can_go_online), "paper": (PlayOnPaper, can_go_back)}
    if round is None or data.get("do") not in kinds:
        raise NotFound
    order, which = kinds[data["do"]]
    one = number(data.get("table", ""))
    tables = (one,) if one is not None and 1 <= one <= len(round.tables) else which(state, hall, round)
    clock = hall.clock
    playing = clock is not None and clock.round == round.number and clock.started is not None
    if order is PlayOnline and one is None and tables and playing and data.get(SURE) != "yes":
        return ask(
            request,
            desk,
            "tables",
            title=Phrase("Play round {round} online while its clock runs?", round=round.number),
            button=Phrase("Play the round online"),
            changes=Changes(),
            action=f"/e/{tournament_id}/desk/tables/online",
            fields=data,
            back=f"/e/{tournament_id}/desk/tables",
            note=Phrase(
                "{count} tables without a result go to the phones. What is on paper counts only if you key it in.",
                count=len(tables),
            ),
        )
    online: OnlineRounds = request.app.state.online
    try:
        if tables:
            await desk.tournament.in_the_hall(order(round.number, tables), desk.office.by)
        if one is not None and order is PlayOnline:
            await online.table_of(desk.tournament, round, one)  # so that the next page can show it
    except Problem as problem:
        return tables_pages.refused_page(request, desk, problem)
    if one is not None:
        return back_to(tournament_id, f"tables/{round.number}/{one}")
    return back_to(tournament_id, "tables", round=round.number)


@post("/e/{tournament_id:str}/desk/tables/{round:int}/{table:int}/follow", include_in_schema=False)
async def follow(
    request: Request[Any, Any, Any], tournament_id: FromPath[str], round: FromPath[int], table: FromPath[int]
) -> Template | Redirect:
    """A judge sits down beside a live table as its referee: they see every rack there."""
    desk = await at_desk(request, tournament_id, "tables")
    office = await office_for(request, tournament_id, "follow")
    place = table_pages.place_of(desk, round, table)
    online: OnlineRounds = request.app.state.online
    visitor: Visitor = request.user
    name = office.name[:MOST_NAME].strip() or translate(language_of(request), "Judge")
    try:
        live = await online.table_of(desk.tournament, place.round, table)
        if live.state.referee != visitor.person:
            await live.order(Appoint(visitor.person, name), DIRECTOR)
    except Problem as problem:
        return table_pages.shown(request, desk, place, {}, problem)
    return Redirect(f"/tables/{live.id}", status_code=303)


@post("/e/{tournament_id:str}/t/{round:int}/{table:int}/play", include_in_schema=False)
async def sit_down(
    request: Request[Any, Any, Any], tournament_id: FromPath[str], round: FromPath[int], table: FromPath[int]
) -> Template | Redirect:
    """A player sits down where the round seats them. Nobody else can: who plays here is known by their code."""
    place = await place_of(request, tournament_id, round, table)
    if not place.plays_here:
        raise NotAtTable
    online: OnlineRounds = request.app.state.online
    visitor: Visitor = request.user
    try:
        live = await online.seat(place.tournament, place.round, place.number, place.player, visitor.person)
    except Problem as problem:
        return table_shown(request, place, problem=problem)
    return Redirect(f"/tables/{live.id}", status_code=303)


handlers: list[ControllerRouterHandler] = [choose, follow, sit_down]
