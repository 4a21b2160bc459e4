"""*Seeds*: the organiser's own order, by numbers; or the one that the other tournaments of this server speak for, to be
accepted as it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from litestar import Response, get, post
from litestar.response import Redirect, Template
from msgspec import Struct

from tantera.season.seeding import Offer, SeedLine
from tantera.season.telling import how_sure
from tantera.tournament import orders as o
from tantera.tournament.names import plain
from tantera.tournament.roll import entry_name
from tantera.web.access.visitors import Ask, Form
from tantera.web.desk.entries import may
from tantera.web.desk.shell import AtDesk, Desk, at_desk, desk_page
from tantera.web.tournaments.ratings import KnownRatings
from tantera.words import Phrase, Problem

MOST: Final = 1000
"""Nobody has more entries to put in order."""


class SeedShown(Struct, frozen=True):
    entry: str
    name: str
    worth: str
    about: list[Phrase]
    """Of each of its people."""


@get("/e/{tournament_id:str}/desk/seeds", **at_desk("apart"))
async def seeds(request: Ask, desk: AtDesk) -> Template:
    return await _page(request, desk)


async def _page(
    request: Ask, desk: Desk, problem: Problem | None = None, typed: Mapping[str, str] | None = None
) -> Template:
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
        by_hand=_by_hand(desk, typed),
        may_seed=may(desk, o.Seed) and not desk.state.played,
    )


class ByHand(Struct, frozen=True):
    """An entry, and the number it has or was given."""

    entry: str
    name: str
    number: str


def _by_hand(desk: Desk, typed: Mapping[str, str] | None) -> list[ByHand]:
    """Those who are seeded, in their order, then the others by name."""
    seeds = desk.state.seeds
    numbers = typed if typed is not None else {entry: str(place) for place, entry in enumerate(seeds, 1)}
    names = {entry: entry_name(one) for entry, one in desk.state.entries.items()}
    others = sorted(names.keys() - set(seeds), key=lambda entry: plain(names[entry]))
    return [ByHand(entry, names[entry], numbers.get(entry, "")) for entry in (*seeds, *others)]


def in_order(numbers: Mapping[str, str], before: Sequence[str]) -> tuple[str, ...]:
    """The entries that have a number. Who is given another than before stands there, and the others make room: to put
    one of a hundred first is to type one number.

    >>> in_order({"e1": "1", "e2": "2", "e3": "1", "e4": ""}, before=("e1", "e2"))
    ('e3', 'e1', 'e2')
    >>> in_order({"e1": "3", "e2": "2", "e3": "3"}, before=("e1", "e2", "e3"))
    ('e2', 'e3', 'e1')
    """
    had = {entry: str(place) for place, entry in enumerate(before, 1)}
    order = [entry for entry in before if numbers.get(entry) == had[entry]]
    moved: dict[int, str] = {}
    for entry, typed in numbers.items():
        if not typed or entry in order:
            continue
        if not typed.isdecimal() or not 1 <= int(typed[:9]) <= MOST:
            raise o.Refused("wrong_value", "{found} is no place: a number from 1 to {most}", found=typed, most=MOST)
        if int(typed) in moved:
            raise o.Refused("seeded_twice", "the number {place} is given twice", place=int(typed))
        moved[int(typed)] = entry
    for place, entry in sorted(moved.items()):
        order.insert(place - 1, entry)
    if not order:
        raise o.Refused("nobody_seeded", "nobody has a number: at least one is needed")
    return tuple(order)


def _shown(desk: Desk, line: SeedLine) -> SeedShown:
    about = [how_sure(one) if one is not None else Phrase("has not played here yet") for one in line.people]
    known = any(one is not None for one in line.people)
    return SeedShown(
        line.entry, entry_name(desk.state.entries[line.entry]), f"{line.worth:.1f}" if known else "–", about
    )


@post("/e/{tournament_id:str}/desk/seeds", **at_desk("apart"))
async def accept(request: Ask, desk: AtDesk, data: Form) -> Response[Any]:
    """By hand, the numbers; by rating, the order as it was shown. Where another one has come of it since, it is shown
    again: the log says that ratings give it."""
    if "entries" not in data:
        return await _accept_by_hand(request, desk, data)
    ratings: KnownRatings = request.app.state.ratings
    try:
        offer = await ratings.seeds(desk.tournament)
        if tuple(data.get("entries", "").split()) != offer.entries:
            raise o.Refused("moved_on", "something has changed meanwhile: this is the order now")
        await desk.tournament.order(o.Seed(offer.entries, offer.rated_by), desk.office.by)
    except Problem as problem:
        return await _page(request, desk, problem)
    return Redirect(f"/e/{desk.tournament.id}/desk/draw", status_code=303)


async def _accept_by_hand(request: Ask, desk: Desk, data: Mapping[str, str]) -> Response[Any]:
    numbers = {entry: data.get(f"seed-{entry}", "").strip() for entry in desk.state.entries}
    try:
        await desk.tournament.order(o.Seed(in_order(numbers, desk.state.seeds)), desk.office.by)
    except Problem as problem:
        return await _page(request, desk, problem, numbers)
    return Redirect(f"/e/{desk.tournament.id}/desk/seeds", status_code=303)


handlers = [seeds, accept]
