"""The screen *standings*: who leads and by what, groups, clubs, who met whom, prizes."""

from __future__ import annotations

from itertools import groupby
from typing import Any, Final

from litestar import Request, get
from litestar.params import FromPath, FromQuery
from litestar.response import Template
from litestar.types import ControllerRouterHandler

from tantera.paper import results, sums
from tantera.paper.saying import figure
from tantera.tournament.presentation import Presentation
from tantera.tournament.standings import Parting
from tantera.web.desk.shell import Desk, at_desk, desk_page
from tantera.words import Phrase

VIEWS: Final = (("places", "Places"), ("met", "Who met whom"), ("clubs", "By clubs"), ("prizes", "Prizes"))


@get("/e/{event_id:str}/desk/standings", include_in_schema=False)
async def standings(
    request: Request[Any, Any, Any],
    event_id: FromPath[str],
    round: FromQuery[int | None] = None,
    show: FromQuery[str] = "places",
) -> Template:
    """After a round, or as they are now."""
    desk = await at_desk(request, event_id, "standings")
    state = desk.state
    after = round if round is not None and any(one.number == round for one in state.published) else None
    event = desk.event.presentation.after(after)
    views = [
        (key, words)
        for key, words in VIEWS
        if (key != "clubs" or event.teams) and (key != "prizes" or event.prizes) and (key != "met" or state.published)
    ]
    chosen = show if any(show == key for key, _ in views) else "places"
    return desk_page(
        request,
        desk,
        "standings",
        "desk/standings.html",
        after=after,
        said_after=results.after_round(event, desk.lang),
        views=views,
        chosen=chosen,
        groups=[(group, list(members)) for group, members in groupby(event.standings, key=lambda one: one.group)],
        heads=[(key, sums.head(event, key, desk.lang), sums.is_signed(key)) for key in sums.columns(event)],
        figure=lambda value, signed=False: figure(value, desk.lang, signed),
        entry_name=event.entry_name,
        club=event.entry_club,
        by_lot=sums.parted_by_lot(event),
        why=lambda entry: parting_told(desk, event, event.partings.get(entry)),
        gone=lambda entry: state.entries[entry].withdrawn,
        explained=list(sums.explained(event, desk.lang)),
        clubs=event.teams,
        prizes=list(zip(event.prizes, state.options.prizes, strict=False)),
        fund=event.fund,
        met=_met(event, desk.lang) if chosen == "met" else [],
        out=[event.entry_name(state.players[player]) for player in state.expelled],
    )


def parting_told(desk: Desk, event: Presentation, parting: Parting | None) -> str:
    """Why somebody stands below the one before, where they were level in what counts first."""
    if parting is None or (parting.how == "value" and not parting.tie):
        return ""
    if parting.how == "lost":
        return ""
    if parting.how == "lot":
        return Phrase("level in everything: by the lot").told(desk.lang)
    signed = sums.is_signed(parting.key)
    return Phrase(
        "by {value}: {above} to {own}",
        value=sums.head(event, parting.key, desk.lang),
        above=figure(parting.above, desk.lang, signed),
        own=figure(parting.own, desk.lang, signed),
    ).told(desk.lang)


def _met(event: Presentation, lang: str) -> list[dict[str, Any]]:
    """The sheets of the crosstable, as they are printed."""
    content = results.crosstable(event, lang).content
    return [block for sheet in content["sheets"] for block in sheet["blocks"]]


handlers: list[ControllerRouterHandler] = [standings]
