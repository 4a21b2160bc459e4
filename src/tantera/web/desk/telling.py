"""A text to paste into the club's group: the whole round, or one table."""

from __future__ import annotations

from typing import Annotated

from litestar import get
from litestar.params import FromQuery, QueryParameter
from litestar.response import Template

from tantera.paper.group import group_text
from tantera.web.access.visitors import Ask
from tantera.web.desk.shell import AtDesk, at_desk, desk_page
from tantera.web.problems import NotFound
from tantera.words.catalogue import LANGUAGES


@get("/e/{tournament_id:str}/desk/tell", **at_desk("tables"))
async def tell(
    request: Ask,
    desk: AtDesk,
    round: FromQuery[int] = 0,
    table: FromQuery[int] = 0,
    wanted: Annotated[str, QueryParameter(name="in")] = "",
) -> Template:
    """The text in the language that is wanted; in that of the desk where none is said. No round: the last one."""
    published = desk.state.published
    of_round = next((one for one in published if one.number == (round or len(published))), None)
    if of_round is None or not 0 <= table <= len(of_round.tables):
        raise NotFound
    spoken = wanted if wanted in LANGUAGES else desk.lang
    address = f"{request.app.state.invitation.url}/e/{desk.tournament.id}"
    text = group_text(desk.tournament.presentation, of_round, spoken, table=table or None, address=address)
    return desk_page(request, desk, "tables", "desk/tell.html", round=of_round, table=table, spoken=spoken, text=text)


handlers = [tell]
