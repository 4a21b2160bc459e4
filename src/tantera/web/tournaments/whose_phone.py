"""Whose phone it is: nobody writes a slip for one side and confirms it for the other on the same one.

A phone is known by its session and, should that be given up for another one, by a cookie that says nothing else.
"""

from __future__ import annotations

import secrets
from typing import Any, Final

from litestar import Request
from litestar.datastructures import Cookie

from tantera.tournament import orders as o
from tantera.tournament.orders import AnyOrder
from tantera.tournament.slips import same_side
from tantera.web.access.visitors import LIFETIME
from tantera.web.tournaments.live import LiveTournament
from tantera.web.tournaments.offices import Officers
from tantera.words import Problem, translate

COOKIE: Final = "device"


class SamePhone(Problem):
    code = "same_phone"

    def told(self, lang: str) -> str:
        return translate(
            lang,
            "this phone has spoken for the side that wrote the slip: "
            "somebody of the other side confirms it on theirs, or both sign it at the control table",
        )


def device(request: Request[Any, Any, Any]) -> tuple[str, Cookie]:
    """What this browser is known by, and the cookie that keeps it."""
    found = request.cookies.get(COOKIE, "")[:60] or secrets.token_urlsafe(18)
    secure = request.app.state.config.secure
    return found, Cookie(
        key=COOKIE, value=found, max_age=LIFETIME // 1000, path="/", httponly=True, samesite="lax", secure=secure
    )


async def check_phone(request: Request[Any, Any, Any], tournament: LiveTournament, order: AnyOrder) -> None:
    """`SamePhone` where an order confirms what somebody of the other side wrote on this phone."""
    if not isinstance(order, o.Confirm) or request.user is None:
        return
    round = next((one for one in tournament.state.published if one.number == order.round), None)
    if round is None or not 1 <= order.table <= len(round.tables):
        return
    table = round.tables[order.table - 1]
    if table.slip is None:
        return
    officers: Officers = request.app.state.officers
    been = await officers.been(tournament.id, request.user.person, request.cookies.get(COOKIE, "")[:60])
    if any(same_side(tournament.state, table, table.slip.by, f"player:{player}") for player in been):
        raise SamePhone
