"""The screen *standings*: who leads and by what, groups, clubs, who met whom, prizes."""

from __future__ import annotations

from itertools import groupby
from typing import Any, Final

from litestar import Request, get
from litestar.params import FromPath, FromQuery
from litestar.response import Template
from litestar.types import ControllerRouterHandler

from tantera.paper import results, sums
from tantera.paper.data import Printable
from tantera.paper.of_event import printable
from tantera.paper.saying import figure
from tantera.tournament.partings import Parting, partings
from tantera.tournament.standings import prizes, teams
from tantera.tournament.standings import standings as ranked
from tantera.tournament.state import EventState
from tantera.tournament.telling import names_of_entry
from tantera.web.desk.shell import Desk, at_desk, desk_page
from tantera.words import Phrase

VIEWS: Final = (("places", "Places"), ("met", "Who met whom"), ("clubs", "By clubs"), ("prizes", "Prizes"))


@get("/e/{event_id:str}/desk/standings", include_in_schema=False)
async def standings(
    request: Request[Any, Any, Any],
    event_id: FromPath[str],
    round: FromQuery[int | None] = None,
    show: FromQuery[str] = "",
) -> Template:
    """After a round, or as they are now."""
    desk = await at_desk(request, event_id, "standings")
    state = desk.state
    after = round if round is not None and any(one.number == round for one in state.published) else None
    table = ranked(state, after)
    paper = printable(state, desk.lang, after)
    keys = sums.columns(paper)
    parted = partings(state, table, after)
    clubs = teams(state, table, after)
    given = prizes(state, table)
    views = [
        (key, words)
        for key, words in VIEWS
        if (key != "clubs" or clubs) and (key != "prizes" or given) and (key != "met" or state.published)
    ]
    usual = "clubs" if clubs and state.kind.team_sums else "places"
    chosen = show if any(show == key for key, _ in views) else usual
    return desk_page(
        request,
        desk,
        "standings",
        "desk/standings.html",
        after=after,
        said_after=results.after_round(paper, desk.lang),
        views=views,
        chosen=chosen,
        groups=[(group, list(members)) for group, members in groupby(table, key=lambda one: one.group)],
        heads=[(key, sums.head(paper, key, desk.lang), sums.is_signed(key)) for key in keys],
        figure=lambda value, signed=False: figure(value, desk.lang, signed),
        entry_name=lambda entry: names_of_entry(state, entry),
        club=lambda entry: _club(state, entry),
        by_lot=sums.parted_by_lot(paper),
        why=lambda entry: parting_told(desk, paper, parted.get(entry)),
        gone=lambda entry: state.entries[entry].withdrawn,
        explained=list(sums.explained(paper, desk.lang)),
        clubs=clubs,
        club_heads=sums.team_columns(paper, desk.lang),
        prizes=list(zip(given, state.options.prizes, strict=False)),
        fund=sum(entry.paid for entry in state.entries.values()),
        met=_met(desk, after) if chosen == "met" else [],
        out=[names_of_entry(state, state.players[player]) for player in state.expelled],
    )


def _club(state: EventState, entry: str) -> str:
    return " / ".join(dict.fromkeys(player.club for player in state.entries[entry].players if player.club))


def parting_told(desk: Desk, paper: Printable, parting: Parting | None) -> str:
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
        value=sums.head(paper, parting.key, desk.lang),
        above=figure(parting.above, desk.lang, signed),
        own=figure(parting.own, desk.lang, signed),
    ).told(desk.lang)


def _met(desk: Desk, after: int | None) -> list[dict[str, Any]]:
    """The sheets of the crosstable, as they are printed."""
    content = results.crosstable(printable(desk.state, desk.lang, after), desk.lang).content
    return [block for sheet in content["sheets"] for block in sheet["blocks"]]


handlers: list[ControllerRouterHandler] = [standings]
