"""Whom the draw keeps apart: couples, siblings, a whole club."""

from __future__ import annotations

from typing import Any, Final, get_args

from litestar import Response, get, post
from litestar.response import Redirect, Template

from tantera.formats.drawing.field import As
from tantera.tournament import orders as o
from tantera.tournament import roll
from tantera.tournament.names import called, listed, plain, sort_key
from tantera.tournament.orders import Refused
from tantera.web.access.visitors import Ask, Form
from tantera.web.desk.entries import may
from tantera.web.desk.shell import AtDesk, Desk, at_desk, desk_page
from tantera.words import Problem

AS: Final = {"both": "neither partners nor opponents", "partners": "not as partners", "opponents": "not as opponents"}
"""In which way people are kept apart."""


@get("/e/{tournament_id:str}/desk/apart", **at_desk("apart"))
async def apart(request: Ask, desk: AtDesk) -> Template:
    return _page(request, desk, {})


def _page(request: Ask, desk: Desk, typed: dict[str, str], problem: Problem | None = None) -> Template:
    state = desk.state
    names = called(state)
    people = sorted(roll.all_players(state), key=lambda player: sort_key(listed(player.name).text))
    return desk_page(
        request,
        desk,
        "entries",
        "desk/apart.html",
        problem=problem,
        kept=roll.kept_apart(state),
        people=[(player, names[player.id].name, names[player.id].apart or player.club or "") for player in people],
        plain=plain,
        clubs=roll.clubs(state),
        ways=AS,
        asks_way=state.kind.enters == "player",
        may_undo=may(desk, o.Undo),
        typed=typed,
    )


@post("/e/{tournament_id:str}/desk/apart", **at_desk("apart"))
async def keep_apart(request: Ask, desk: AtDesk, data: Form) -> Response[Any]:
    state = desk.state
    wanted = [key[2:] for key in data if key.startswith("p:")]
    club = plain(data.get("club", ""))
    if club:
        wanted += [player.id for player in roll.all_players(state) if plain(player.club or "") == club]
    rounds = data.get("rounds", "").strip()
    kind = data.get("as", "both") if state.kind.enters == "player" else "opponents"
    try:
        chosen = tuple(dict.fromkeys(wanted))
        if len(chosen) < 2:
            raise Refused("too_few", "choose two players at least, or a club")
        if rounds and not (rounds.isdecimal() and 1 <= int(rounds) <= 100):
            raise Refused("wrong_value", "rounds are a number from 1 to 100")
        order = o.KeepApart(
            chosen,
            kind if kind in get_args(As) else "both",  # type: ignore[arg-type]
            data.get("hard", "yes") == "yes",
            int(rounds) if rounds else None,
        )
        await desk.tournament.order(order, desk.office.by)
    except Problem as problem:
        return _page(request, desk, data, problem)
    return Redirect(f"/e/{desk.tournament.id}/desk/apart", status_code=303)


@post("/e/{tournament_id:str}/desk/apart/undo", **at_desk("apart"))
async def together_again(request: Ask, desk: AtDesk, data: Form) -> Response[Any]:
    said = data.get("event", "")
    number = next((line.number for line in roll.kept_apart(desk.state) if str(line.number) == said), None)
    if number is not None:
        try:
            await desk.tournament.order(o.Undo(number), desk.office.by)
        except Problem as problem:
            return _page(request, desk, {}, problem)
    return Redirect(f"/e/{desk.tournament.id}/desk/apart", status_code=303)


handlers = [apart, keep_apart, together_again]
