"""Tournaments for programs and for the desk's scripts: the orders of TOURNAMENT.md over HTTP, and what has changed."""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from tantera.tiles import Tile
from tantera.tournament.duplicate import hands_dealt
from tantera.tournament.export import export
from tantera.tournament.hall.orders import AnyHallOrder, ErasePerson
from tantera.tournament.orders import Refused
from tantera.tournament.reading import read_order
from tantera.tournament_file import answered
from tantera.web.access.measure import WaitingLine, address_of
from tantera.web.access.visitors import Ask
from tantera.web.clock import now
from tantera.web.pages.languages import language_of
from tantera.web.tournaments.clock_view import clock_told
from tantera.web.tournaments.erasing import erase_player
from tantera.web.tournaments.folder import tournament_of
from tantera.web.tournaments.live import LiveTournament
from tantera.web.tournaments.offices import check_phone, office_of

PATIENCE: Final = 25.0
"""Seconds that a screen waits for news before it is told that there are none: proxies close what is silent longer."""


@get("/api/events/{tournament_id:str}")
async def the_tournament(
    request: Ask, tournament_id: FromPath[str], round: FromQuery[int | None] = None
) -> dict[str, Any]:
    """The object of a tournament, as `tantera tournament export --json` prints it; drafts, and what each
    has paid, are for those at the desk."""
    tournament = await tournament_of(request, tournament_id)
    values = _values(request, tournament)
    content = export(
        tournament.presentation.after(round), language_of(request), value=lambda hand: values.get(hand.dealt)
    )
    if (await office_of(request, tournament_id)).role in ("player", "public"):
        content["rounds"] = [one for one in content["rounds"] if one["stage"] != "draft"]
        content["seed"] = content["seed"] if tournament.state.published else ""
        for entry in content["entries"]:
            del entry["paid"]
    return content


def _values(request: Ask, tournament: LiveTournament) -> dict[tuple[tuple[Tile, ...], ...], int | None]:
    """What the hands of closed duplicate rounds are worth, by their racks: as far as it has been worked out."""
    known: dict[tuple[tuple[Tile, ...], ...], int | None] = {}
    for round in tournament.state.played:
        if round.revealed:
            hands = hands_dealt(tournament.state, tournament.presentation.book, round)
            found = request.app.state.second_look.hands_so_far(tournament, round)
            known |= {hand.dealt: one.worth for hand, one in zip(hands, found, strict=False)}
    return known


@post("/api/events/{tournament_id:str}/orders", status_code=200)
async def order(request: Ask, tournament_id: FromPath[str], data: JSONBody[dict[str, Any]]) -> Response[Any]:
    """An order to the tournament, as the contract has it; `by` is who asks and cannot be said otherwise."""
    tournament, office, lang = (
        await tournament_of(request, tournament_id),
        await office_of(request, tournament_id),
        language_of(request),
    )
    ours = {"by", "at", "salt"} | ({"secret"} if data.get("order") == "publish" else set())
    given = read_order(msgspec.json.encode({key: value for key, value in data.items() if key not in ours}))
    await check_phone(request, tournament, given.order)
    applied = await tournament.order(given.order, office.by, given.id)
    return Response(answered(applied, lang) | {"version": str(tournament.version)})


@post("/api/events/{tournament_id:str}/hall", status_code=200)
async def order_in_hall(request: Ask, tournament_id: FromPath[str], data: JSONBody[dict[str, Any]]) -> dict[str, Any]:
    """An order to the hall: the clock, a call for a judge, the sheet of a table."""
    tournament, office = await tournament_of(request, tournament_id), await office_of(request, tournament_id)
    try:
        wanted = msgspec.convert(data, AnyHallOrder)
    except msgspec.ValidationError:
        raise Refused("unreadable", "that is no order of the hall") from None
    if isinstance(wanted, ErasePerson):
        await erase_player(request.app.state, tournament, wanted, office.by)
    else:
        await tournament.in_the_hall(wanted, office.by)
    return {"ok": True, "version": str(tournament.version)}


@get("/api/events/{tournament_id:str}/news")
async def news(
    request: Ask,
    tournament_id: FromPath[str],
    since: FromQuery[str] = "",
    about: FromQuery[str] = "",
    patience: Annotated[float, QueryParameter(ge=1, le=PATIENCE)] = PATIENCE,
) -> dict[str, Any]:
    """Answers when the tournament has come further than `since`, or after a while (long polling): how far it is, the
    round that is published, the hall's clock, and the server's time.

    `about` is `table/ROUND/TABLE`, `player/ID` or `judges`: then only what these see counts, and `since` is the stamp
    of the last answer. Whatever else somebody asks about never changes. `patience`: so many seconds are a while.
    """
    tournament = await tournament_of(request, tournament_id)
    waiting: WaitingLine = request.app.state.waiting
    with waiting.one(address_of(request.scope)):
        if about:
            version = await tournament.changed(since, about, patience)
        else:
            version = str(await tournament.moved(since, patience))
    return {
        "version": version,
        "now": now(),
        "round": len(tournament.state.published),
        "clock": clock_told(tournament.state, tournament.hall),
    }


handlers = [the_tournament, order, order_in_hall, news]
