"""Tables that are played online, at the desk and on phones: put there and back, sat down at, followed by a judge."""

from __future__ import annotations

from litestar import post
from litestar.response import Redirect, Template

from tantera.play.actors import DIRECTOR
from tantera.tables.orders import Appoint
from tantera.tables.people import MOST_NAME
from tantera.tournament.hall.online import can_go_back, can_go_online
from tantera.tournament.hall.orders import PlayOnline, PlayOnPaper
from tantera.web.access.visitors import Ask, Form, Visitor
from tantera.web.desk import table as table_pages
from tantera.web.desk import tables as tables_pages
from tantera.web.desk.shell import SURE, AtDesk, ask, at_desk, back_to
from tantera.web.hall.at_table import AT_TABLE, AtTable, NotAtTable, table_shown
from tantera.web.pages.languages import language_of
from tantera.web.problems import NotFound
from tantera.web.tournaments.keyed import number
from tantera.web.tournaments.offices import office_for
from tantera.web.tournaments.online import OnlineRounds
from tantera.words import Phrase, Problem, translate


@post("/e/{tournament_id:str}/desk/tables/online", **at_desk("tables"))
async def choose(request: Ask, desk: AtDesk, data: Form) -> Template | Redirect:
    """Online or back on paper: one table, or all of the round that can be."""
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
            data,
            title=Phrase("Play round {round} online while its clock runs?", round=round.number),
            button=Phrase("Play the round online"),
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
        return back_to(desk, f"tables/{round.number}/{one}")
    return back_to(desk, "tables", round=round.number)


@post("/e/{tournament_id:str}/desk/tables/{round:int}/{table:int}/follow", **at_desk("tables", **table_pages.PLACE))
async def follow(request: Ask, desk: AtDesk, place: table_pages.AtPlace) -> Template | Redirect:
    """A judge sits down beside a live table as its referee: they see every rack there."""
    office = await office_for(request, desk.tournament.id, "follow")
    online: OnlineRounds = request.app.state.online
    visitor: Visitor = request.user
    name = office.name[:MOST_NAME].strip() or translate(language_of(request), "Judge")
    try:
        live = await online.table_of(desk.tournament, place.round, place.number)
        if live.state.referee != visitor.person:
            await live.order(Appoint(visitor.person, name), DIRECTOR)
    except Problem as problem:
        return table_pages.shown(request, desk, place, {}, problem)
    return Redirect(f"/tables/{live.id}", status_code=303)


@post("/e/{tournament_id:str}/t/{round:int}/{table:int}/play", **AT_TABLE)
async def sit_down(request: Ask, place: AtTable) -> Template | Redirect:
    """A player sits down where the round seats them. Nobody else can: who plays here is known by their code."""
    if not place.plays_here:
        raise NotAtTable
    online: OnlineRounds = request.app.state.online
    visitor: Visitor = request.user
    try:
        live = await online.seat(place.tournament, place.round, place.number, place.player, visitor.person)
    except Problem as problem:
        return table_shown(request, place, problem=problem)
    return Redirect(f"/tables/{live.id}", status_code=303)


handlers = [choose, follow, sit_down]
