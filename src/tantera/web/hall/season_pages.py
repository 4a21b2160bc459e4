"""A season for everybody: its table as it stands, on a phone and on the wall; and for who administers, what it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect, Template
from msgspec import Struct

from tantera.season.form import SeasonForm, read_points, typed_points
from tantera.season.table import ClubRow, Evening, SeasonRow, SeasonTable
from tantera.tournament.names import a_line, listed
from tantera.web.access.roles import ADMINISTRATOR, roles_of
from tantera.web.access.visitors import Ask, Form
from tantera.web.hall.wall_pages import LONGEST_IN_STANDINGS, ROWS, STANDING_COLUMNS, dealt, fitted
from tantera.web.pages.languages import language_of
from tantera.web.pages.rendering import page
from tantera.web.tournaments.folder import Tournaments
from tantera.web.tournaments.live import machine_time
from tantera.web.tournaments.seasons import LiveSeason, Seasons
from tantera.words import Phrase, Problem, translate

KINDS: Final = {
    "place": "by place: 25, 18, 15, … and last what all others have",
    "wins": "by matches: for a win, for half a point, for each played",
    "values": "by a value of the standings: points won, difference or points for",
}
MOST_CATEGORIES: Final = 20


class NightLine(Struct, frozen=True):
    number: int
    id: str
    name: str
    date: str
    stage: str


class PersonLine(Struct, frozen=True):
    place: int
    name: str
    club: str
    points: float
    evenings: tuple[Evening | None, ...]


class SeasonPage(Struct, frozen=True):
    id: str
    name: str
    event: str
    """Of which there may be news; empty: of none."""
    version: str
    nights: list[NightLine]
    tables: list[tuple[str, list[PersonLine]]]
    """The season's own, without a title, and those of categories."""
    clubs: tuple[ClubRow, ...]
    best: int
    """So many nights count; 0: all."""
    problem: str


class WallLine(Struct, frozen=True):
    place: int
    surname: str
    given: str
    values: tuple[str, ...]


class WallPage(Struct, frozen=True):
    title: str
    number: int
    of: int
    columns: tuple[tuple[WallLine, ...], ...]
    heads: tuple[str, ...]


def _seasons(request: Ask) -> Seasons:
    seasons: Seasons = request.app.state.seasons
    return seasons


@get("/season/{season_id:str}", include_in_schema=False)
async def public(request: Ask, season_id: FromPath[str]) -> Template:
    """For everybody's phone: who leads, what each night brought and which of them count."""
    one = await _seasons(request).find(season_id)
    return page(request, "hall/season.html", _shown(request, one))


@get("/season/{season_id:str}/wall", include_in_schema=False)
async def wall(request: Ask, season_id: FromPath[str]) -> Template:
    """For the projector."""
    one, lang = await _seasons(request).find(season_id), language_of(request)
    shown = _shown(request, one)
    pages = [] if shown.problem else list(_wall_pages(_seasons(request).table(one), lang))
    return page(request, "hall/season_wall.html", shown, pages=pages)


def _shown(request: Ask, season: LiveSeason) -> SeasonPage:
    lang, current = language_of(request), season.current
    problem, table = "", SeasonTable(season.form.name, (), ())
    try:
        table = _seasons(request).table(season)
    except Problem as found:
        problem = found.told(lang)
    return SeasonPage(
        id=season.id,
        name=season.form.name,
        event="" if current is None else current.id,
        version="" if current is None else str(current.version),
        nights=[
            NightLine(number, live.id, night.name, night.date[:10], night.stage)
            for number, (live, night) in enumerate(zip(season.nights, table.nights, strict=False), 1)
        ],
        tables=[(title, _lines(table, rows)) for title, rows in (("", table.standings), *table.categories.items())],
        clubs=table.teams or (),
        best=season.form.best or 0,
        problem=problem,
    )


def _lines(table: SeasonTable, rows: Iterable[SeasonRow]) -> list[PersonLine]:
    numbers = range(1, len(table.nights) + 1)
    return [
        PersonLine(row.place, row.person.name, row.person.club, row.points, tuple(map(row.at, numbers))) for row in rows
    ]


def _wall_pages(table: SeasonTable, lang: str) -> Iterator[WallPage]:
    """The season, its categories and its clubs, each on as many sheets as it needs."""
    heads = translate(lang, "points"), translate(lang, "nights")
    for title, rows in ((translate(lang, "Season"), table.standings), *table.categories.items()):
        names = fitted([listed(row.person.name) for row in rows], LONGEST_IN_STANDINGS)
        lines = [
            WallLine(row.place, name.surname, name.given, (str(row.points), str(len(row.counted))))
            for row, name in zip(rows, names, strict=True)
        ]
        yield from _sheets(title, lines, heads)
    clubs = [WallLine(row.place, row.club, "", (str(row.points),)) for row in table.teams or ()]
    yield from _sheets(translate(lang, "Clubs"), clubs, heads[:1])


def _sheets(title: str, lines: list[WallLine], heads: tuple[str, ...]) -> Iterator[WallPage]:
    columns = [*dealt(lines, ROWS - 1)]
    sheets = [*dealt(columns, STANDING_COLUMNS)]
    for number, sheet in enumerate(sheets, 1):
        yield WallPage(title, number, len(sheets), sheet, heads)


# --- what they are ---------------------------------------------------------------------------------------------------


class SeasonForms(Struct, frozen=True):
    seasons: list[tuple[str, SeasonForm, tuple[str, str]]]
    events: list[tuple[str, str]]
    """The tournaments of this server, the newest first."""
    kinds: dict[str, str]
    may_change: bool
    typed: dict[str, str]


@get("/seasons", include_in_schema=False)
async def seasons(request: Ask) -> Template:
    return await _list(request, {})


async def _list(request: Ask, typed: dict[str, str], problem: Problem | None = None) -> Template:
    tournaments: Tournaments = request.app.state.tournaments
    kept = await _seasons(request).all()
    chosen = {event for one in kept for event in one.form.events}
    offered = [one for one in tournaments.all.values() if not one.hall.archived or one.id in chosen]
    return page(
        request,
        "hall/seasons.html",
        SeasonForms(
            seasons=[(one.id, one.form, typed_points(one.form.points, language_of(request))) for one in kept],
            events=[(one.id, one.state.name) for one in reversed(offered)],
            kinds=KINDS,
            may_change=ADMINISTRATOR in roles_of(request),
            typed=typed,
        ),
        status=200 if problem is None else 400,
        problem=None if problem is None else problem.told(language_of(request)),
    )


@post("/seasons", include_in_schema=False)
async def change(request: Ask, data: Form) -> Response[Any]:
    """A season is kept as the form has it, a new one where it has no id; or it goes."""
    by, at, name = request.user.name, machine_time().isoformat(timespec="seconds"), data.get("season", "")
    if data.get("do") == "remove":
        await _seasons(request).remove(name, by, at)
        return Redirect("/seasons", status_code=303)
    try:
        kept = await _seasons(request).save(name, _read(data), by, at)
    except Problem as problem:
        return await _list(request, data, problem)
    return Redirect(f"/season/{kept}", status_code=303)


def _read(data: dict[str, str]) -> SeasonForm:
    name = a_line(data.get("name", ""))
    if not name:
        raise Problem(Phrase("give the season a name"))
    categories = [one for part in data.get("categories", "").split(",") if (one := a_line(part))]
    return SeasonForm(
        name[:200],
        tuple(key.removeprefix("night-") for key in data if key.startswith("night-")),
        read_points(data.get("by", "place"), data.get("points", "")),
        _number(data.get("best", "")),
        tuple(dict.fromkeys(categories))[:MOST_CATEGORIES],
        _number(data.get("teams", "")),
    )


def _number(typed: str) -> int | None:
    if not typed.strip():
        return None
    if not (typed.strip().isdecimal() and 1 <= int(typed) <= 1000):
        raise Problem(Phrase("found {found}, expected {expected}", found=repr(typed),
                             expected=Phrase("a number from 1 to 1000, or nothing")))  # fmt: skip
    return int(typed)


handlers = [public, wall, seasons, change]
