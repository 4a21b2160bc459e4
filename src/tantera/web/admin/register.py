"""*People*: the register of this server, the same people from one tournament to the next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from litestar import Response, get, post
from litestar.datastructures import UploadFile
from litestar.params import FromQuery, MultipartBody
from litestar.response import Redirect, Template
from msgspec import Struct

from tantera.season.rating import RatedPerson
from tantera.season.telling import how_sure
from tantera.tournament import people
from tantera.tournament.names import a_line, listed, plain, sort_key
from tantera.tournament.orders import Refused
from tantera.tournament.people import Change, Person, Register
from tantera.web.access.visitors import Ask, Form
from tantera.web.pages.languages import language_of
from tantera.web.pages.rendering import page
from tantera.web.tournaments.erasing import erase_everywhere
from tantera.web.tournaments.folder import Tournaments
from tantera.web.tournaments.live import machine_time
from tantera.web.tournaments.ratings import KnownRatings
from tantera.web.tournaments.register import KnownPeople
from tantera.words import Phrase, Problem, translate

LAST: Final = 6
"""Changes that are shown to be undone."""
ON_A_PAGE: Final = 100
DID: Final = {
    "add": "added",
    "edit": "put right",
    "join": "joined into one",
    "part": "parted again",
    "undo": "undone",
    "erase": "erased",
}


class PeoplePage(Struct, frozen=True):
    q: str
    count: int
    found: int
    people: list[tuple[Person, str, int, RatedPerson | None]]
    """Everybody who is found, what they are called, at how many tournaments of this server they were, and what they
    are worth by them."""
    same: list[list[tuple[Person, int]]]
    """Those who share a name."""
    last: list[tuple[int, str, str]]
    events: list[tuple[str, str]]
    typed: dict[str, str]
    sure: Callable[[RatedPerson], Phrase]


@get("/people", include_in_schema=False)
async def register(request: Ask, q: FromQuery[str] = "") -> Template:
    return await _page(request, q[:100], {})


async def _page(request: Ask, q: str, typed: dict[str, str], problem: Problem | None = None) -> Template:
    known: KnownPeople = request.app.state.known_people
    tournaments: Tournaments = request.app.state.tournaments
    register, lang = await known.now(), language_of(request)
    names, times, worth = people.called(register), _times(register, tournaments), await _worth(request)
    everybody = sorted(people.found(register, q), key=lambda one: sort_key(listed(one.name).text))
    gone = register.gone()
    numbered = list(enumerate(register.changes, 1))[::-1]
    last = [
        (number, change) for number, change in numbered if number not in gone and change.did not in ("undo", "erase")
    ]
    return page(
        request,
        "admin/register.html",
        PeoplePage(
            q=q,
            count=len(register.listed),
            found=len(everybody),
            people=[(one, names[one.key], times.get(one.key, 0), worth.get(one.key)) for one in everybody[:ON_A_PAGE]],
            sure=how_sure,
            same=[[(one, times.get(one.key, 0)) for one in some] for some in register.same_names.values()][:5],
            last=[(number, _told(change), translate(lang, DID[change.did])) for number, change in last[:LAST]],
            events=[(one.id, one.state.name) for one in reversed(tournaments.all.values())],
            typed=dict.fromkeys((*people.FIELDS, "key", "do"), "") | typed,
        ),
        status=200 if problem is None else 400,
        problem=None if problem is None else problem.told(lang),
    )


async def _worth(request: Ask) -> dict[str, RatedPerson]:
    """By key. Where nobody can say who is who there are no ratings, and the register is none the worse for it."""
    ratings: KnownRatings = request.app.state.ratings
    try:
        return {one.person.key: one for one in (await ratings.now()).players}
    except Problem:
        return {}


def _told(change: Change) -> str:
    return " · ".join(dict.fromkeys(one.name for one in change.after))


def _times(register: Register, tournaments: Tournaments) -> dict[str, int]:
    """At how many tournaments each was."""
    times: dict[str, int] = {}
    for one in tournaments.all.values():
        here = {register.now_called(key) for key in _keys(one.state)}
        for key in here:
            times[key] = times.get(key, 0) + 1
    return times


def _keys(state: Any) -> set[str]:
    return {player.key for entry in state.entries.values() for player in entry.players if player.key}


@post("/people", include_in_schema=False)
async def change(request: Ask, data: Form) -> Response[Any]:
    """Everything that is done with the register, by the field `do`."""
    known: KnownPeople = request.app.state.known_people
    tournaments: Tournaments = request.app.state.tournaments
    at, by = machine_time().isoformat(timespec="seconds"), request.user.name
    key, other = data.get("key", ""), a_line(data.get("other", ""))
    try:
        match data.get("do"):
            case "add":
                await known.change(lambda now: [people.added(now, _said(data) | {"key": key or None}, at, by)])
            case "edit":
                await known.change(lambda now: [people.edited(now, key, _said(data), at, by)])
            case "join":
                _not_at_once(await known.now(), tournaments, key, other)
                await known.change(lambda now: [people.joined(now, key, other, at, by)])
            case "part":
                await known.change(lambda now: [people.parted(now, other, at, by)])
            case "undo":
                number = int(data["number"]) if data.get("number", "").isdecimal() else 0
                await known.change(lambda now: [people.undone(now, number, at, by)])
            case "from":
                state = (await tournaments.find(data.get("event", ""))).state
                await known.change(lambda now: people.of_tournament(now, state, at, by))
            case "erase":
                await erase_everywhere(request.app.state, key, at, by)
            case _:
                raise Refused("unknown_order", "{found} is no order", found=data.get("do", ""))
    except Problem as problem:
        return await _page(request, data.get("q", "")[:100], data, problem)
    return Redirect("/people", status_code=303)


def _said(data: dict[str, str]) -> dict[str, Any]:
    """The fields of a form; an empty one takes away what was there."""
    said: dict[str, Any] = {field: a_line(data.get(field, "")) or None for field in people.FIELDS}
    return said | {"categories": [one for part in data.get("categories", "").split(",") if (one := a_line(part))]}


def _not_at_once(register: Register, tournaments: Tournaments, one: str, other: str) -> None:
    """Two who played in the same tournament are two people."""
    both = [{person.key, *person.was} for person in (register.find(one), register.find(other))]
    for event in tournaments.all.values():
        keys = _keys(event.state)
        if all(keys & some for some in both):
            raise Refused("two_people", "both played in {event}: they are two people", event=event.state.name)


@get("/people/export", include_in_schema=False)
async def export(request: Ask, key: FromQuery[str] = "") -> Response[bytes]:
    """The register as a file, without its history; or all that it keeps of one person."""
    known: KnownPeople = request.app.state.known_people
    register = await known.now()
    one = Register({key: register.find(key)}) if key else register
    name = f"people-{plain(key).replace(' ', '-')}.json" if key else "people.json"
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(people.written(one, log=False), media_type="application/json", headers=headers)


@post("/people/file", include_in_schema=False)
async def take_file(request: Ask, data: MultipartBody[dict[str, Any]]) -> Response[Any]:
    """Whoever is in a register's file and not known here."""
    known: KnownPeople = request.app.state.known_people
    file = data.get("file")
    at, by = machine_time().isoformat(timespec="seconds"), request.user.name
    try:
        sent = people.read_register(await file.read() if isinstance(file, UploadFile) else b"")
        await known.change(lambda now: people.of_register(now, sent, at, by))
    except Problem as problem:
        return await _page(request, "", {}, problem)
    return Redirect("/people", status_code=303)


handlers = [register, change, export, take_file]
