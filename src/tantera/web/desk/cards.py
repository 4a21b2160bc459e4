"""Cards for the players, with the code that leads to each one's own page: a sheet to print and cut."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Request, get
from litestar.params import FromPath, FromQuery
from litestar.response import Template
from litestar.types import ControllerRouterHandler

from tantera.tournament import roll
from tantera.tournament.names import clean, listed, sort_key
from tantera.web.desk.shell import at_desk
from tantera.web.network.codes import pictures
from tantera.web.pages.compressing import UNCOMPRESSED
from tantera.web.pages.rendering import page
from tantera.web.tournaments.offices import Officers
from tantera.web.tournaments.typed_codes import in_print, place_to_type
from tantera.words import translate


@get("/e/{tournament_id:str}/desk/cards", include_in_schema=False, opt=UNCOMPRESSED)
async def cards(request: Request[Any, Any, Any], tournament_id: FromPath[str], entry: FromQuery[str] = "") -> Template:
    """Everybody's card in the order of their names, or those of one entry."""
    desk = await at_desk(request, tournament_id, "cards")
    officers: Officers = request.app.state.officers
    state, url = desk.state, request.app.state.invitation.url
    people = [
        player
        for one in state.entries.values()
        if (one.entry == entry if entry else state.is_active(one))
        for player in one.players
    ]
    people.sort(key=lambda player: sort_key(listed(player.name).text))
    secrets = [officers.code(tournament_id, "player", player.id) for player in people]
    links = [f"{url}/e/{tournament_id}/p/{player.id}/{code}" for player, code in zip(people, secrets, strict=True)]
    words = translate(desk.lang, "QR code of this card")
    codes = await asyncio.to_thread(pictures, links, words)
    apart = roll.told_apart(state)
    shown = [
        (clean(player.name), apart.get(player.id) or player.club or "", player.id, code, in_print(typed))
        for player, code, typed in zip(people, codes, secrets, strict=True)
    ]
    place = place_to_type(url, tournament_id)
    return page(
        request, "desk/cards.html", tournament=desk.tournament, state=state, cards=shown, place=place, pairs=state.pairs
    )


handlers: list[ControllerRouterHandler] = [cards]
