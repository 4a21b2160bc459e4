"""The code under a QR, typed: for a phone without a camera, or with a camera that will not read."""

from __future__ import annotations

from typing import Any

import structlog
from litestar import Request, Response, get
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect
from litestar.types import ControllerRouterHandler

from tantera.tournament.state import TournamentState
from tantera.web.pages.languages import language_of
from tantera.web.pages.rendering import page
from tantera.web.tables.guesses import Guesses
from tantera.web.tournaments.folder import tournament_of
from tantera.web.tournaments.offices import Officers
from tantera.web.tournaments.typed_codes import as_printed
from tantera.words import Problem, translate

log = structlog.get_logger()


class NoSuchCode(Problem):
    code = "wrong_code"

    def told(self, lang: str) -> str:
        return translate(lang, "no slip and no card of this tournament has that code: look at it again")


@get("/e/{tournament_id:str}/code", include_in_schema=False)
async def by_code(
    request: Request[Any, Any, Any], tournament_id: FromPath[str], code: FromQuery[str] = ""
) -> Response[Any]:
    """On to where the QR above that code leads. Wrong codes are counted, as everywhere."""
    tournament = await tournament_of(request, tournament_id)
    typed = as_printed(code)[:40]
    if not typed:
        return Redirect(f"/e/{tournament_id}", status_code=303)
    guesses: Guesses = request.app.state.guesses
    await guesses.turn(request)
    leads = _leads_to(request.app.state.officers, tournament_id, tournament.state, typed)
    if leads is not None:
        return Redirect(f"/e/{tournament_id}/{leads}/{typed}", status_code=303)
    guesses.was_wrong(request)
    log.warning("wrong_code", tournament_id=tournament_id, of="typed")
    problem = NoSuchCode().told(language_of(request))
    return page(request, "desk/code.html", status=400, tournament=tournament, typed=code[:40], problem=problem)


def _leads_to(officers: Officers, tournament_id: str, state: TournamentState, code: str) -> str | None:
    """A table's slip, the latest round first, or a player's card: codes are worked out and never stored."""
    for round in reversed(state.published):
        for table in range(1, len(round.tables) + 1):
            if officers.is_code(code, tournament_id, "table", round.number, table):
                return f"t/{round.number}/{table}"
    return next((f"p/{one}" for one in state.players if officers.is_code(code, tournament_id, "player", one)), None)


handlers: list[ControllerRouterHandler] = [by_code]
