"""*Seed by rating*: the order that the other tournaments of this server speak for, for the organiser to accept."""

from __future__ import annotations

from typing import Any

from litestar import Response, get, post
from litestar.response import Redirect, Template
from msgspec import Struct

from tantera.season.seeding import Offer, SeedLine
from tantera.season.telling import how_sure
from tantera.tournament import orders as o
from tantera.tournament.roll import entry_name
from tantera.web.access.visitors import Ask, Form
from tantera.web.desk.entries import may
from tantera.web.desk.shell import AtDesk, Desk, at_desk, desk_page
from tantera.web.tournaments.ratings import KnownRatings
from tantera.words import Phrase, Problem


class SeedShown(Struct, frozen=True):
    entry: str
    name: str
    worth: str
    about: list[Phrase]
    """Of each of its people."""


@get("/e/{tournament_id:str}/desk/seeds", **at_desk("apart"))
async def seeds(request: Ask, desk: AtDesk) -> Template:
    return await _page(request, desk)


async def _page(request: Ask, desk: Desk, problem: Problem | None = None) -> Template:
    ratings: KnownRatings = request.app.state.ratings
    offer = Offer((), ())
    try:
        offer = await ratings.seeds(desk.tournament)
    except Problem as found:
        problem = problem or found
    return desk_page(
        request,
        desk,
        "draw",
        "desk/seeds.html",
        problem=problem,
        lines=[_shown(desk, line) for line in offer.lines],
        known=any(one is not None for line in offer.lines for one in line.people),
        now_seeded=list(desk.state.seeds),
        may_seed=may(desk, o.Seed) and not desk.state.played,
    )


def _shown(desk: Desk, line: SeedLine) -> SeedShown:
    about = [how_sure(one) if one is not None else Phrase("has not played here yet") for one in line.people]
    known = any(one is not None for one in line.people)
    return SeedShown(
        line.entry, entry_name(desk.state.entries[line.entry]), f"{line.worth:.1f}" if known else "–", about
    )


@post("/e/{tournament_id:str}/desk/seeds", **at_desk("apart"))
async def accept(request: Ask, desk: AtDesk, data: Form) -> Response[Any]:
    """The order as it was shown. Where another one has come of it since, it is shown again: the log says that ratings
    give it."""
    ratings: KnownRatings = request.app.state.ratings
    try:
        offer = await ratings.seeds(desk.tournament)
        if tuple(data.get("entries", "").split()) != offer.entries:
            raise o.Refused("moved_on", "something has changed meanwhile: this is the order now")
        await desk.tournament.order(o.Seed(offer.entries, offer.rated_by), desk.office.by)
    except Problem as problem:
        return await _page(request, desk, problem)
    return Redirect(f"/e/{desk.tournament.id}/desk/draw", status_code=303)


handlers = [seeds, accept]
