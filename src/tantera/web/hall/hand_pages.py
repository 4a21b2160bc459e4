"""The hands of a duplicate round for everybody, once it is closed: the paper's records as a page."""

from __future__ import annotations

from litestar import get
from litestar.params import FromPath
from litestar.response import Template

from tantera.paper.hand_records import HandWorth, hand_records
from tantera.paper.printing import hands_told
from tantera.tournament.duplicate import law_of
from tantera.web.access.visitors import Ask
from tantera.web.desk.drawing import SecondLook
from tantera.web.pages.languages import language_of
from tantera.web.pages.rendering import page
from tantera.web.problems import NotFound
from tantera.web.tournaments.folder import tournament_of


@get("/e/{tournament_id:str}/hands/{number:int}", include_in_schema=False)
async def hands(request: Ask, tournament_id: FromPath[str], number: FromPath[int]) -> Template:
    tournament = await tournament_of(request, tournament_id)
    of_round = hands_told(tournament.presentation, number)
    if of_round is None:
        raise NotFound
    second_look: SecondLook = request.app.state.second_look
    known = second_look.hands_so_far(tournament, of_round)
    worth = known or (HandWorth(None, None),) * law_of(tournament.state).hands
    return page(
        request,
        "hall/hands.html",
        tournament_id=tournament_id,
        told=hand_records(tournament.presentation, of_round, language_of(request), worth).content,
        rounds=[one.number for one in tournament.presentation.rounds if one.revealed],
        number=number,
        pending=not known,
    )


handlers = [hands]
