"""A hall that tournaments share: its plan and its wall for everybody, one queue for judges of several; and for who
directs them all, which they are."""

from __future__ import annotations

from hashlib import sha256
from typing import Annotated, Any, Final

from litestar import Response, get, post
from litestar.params import FromPath, FromQuery, QueryParameter
from litestar.response import Redirect, Template
from msgspec import Struct

from tantera.tournament.names import a_line
from tantera.tournament.telling import score_told
from tantera.web.access.measure import WaitingLine, address_of
from tantera.web.access.roles import ADMINISTRATOR, roles_of
from tantera.web.access.visitors import Ask, Form
from tantera.web.clock import now
from tantera.web.hall import judges
from tantera.web.hall.plan import LETTERS, SAID, Cell, letter_of, plan, read_rows, typed_rows
from tantera.web.hall.wall import Board, Boards
from tantera.web.pages.languages import language_of
from tantera.web.pages.rendering import page
from tantera.web.problems import NotAllowed, NotFound
from tantera.web.tournaments.api import PATIENCE
from tantera.web.tournaments.folder import Tournaments
from tantera.web.tournaments.halls import HallForm, SharedHall, SharedHalls, first_of
from tantera.web.tournaments.live import LiveTournament, machine_time
from tantera.web.tournaments.offices import DIRECTING, PAGES, Office, office_for, office_of
from tantera.web.tournaments.stamps import stamp
from tantera.words import Phrase, Problem

JUDGES: Final = "judges"
ROWS_ON_THE_WALL: Final = 8
_BETWEEN: Final = "|"


class InHall(Struct, frozen=True):
    """A tournament of a hall, in a line."""

    id: str
    letter: str
    name: str
    round: int
    may_judge: bool


class HallPage(Struct, frozen=True):
    id: str
    name: str
    version: str
    tournaments: list[InHall]
    rows: tuple[tuple[Cell, ...], ...]
    said: dict[Any, str]


def _halls(request: Ask) -> SharedHalls:
    halls: SharedHalls = request.app.state.halls
    return halls


async def _judged(request: Ask, hall: SharedHall) -> list[tuple[LiveTournament, Office]]:
    """The tournaments of a hall whose queue somebody may read, and what they are there. An office at one of them is
    none at another."""
    offices = [(one, await office_of(request, one.id)) for one in hall.here]
    return [(one, office) for one, office in offices if office.role in PAGES["judges"]]


def _plan(hall: SharedHall) -> tuple[tuple[Cell, ...], ...]:
    return plan(hall.form.rows, {one.id: (one.state, one.hall) for one in hall.here}, now())


async def _shown(request: Ask, hall: SharedHall) -> HallPage:
    judged = {one.id for one, _ in await _judged(request, hall)}
    return HallPage(
        id=hall.id,
        name=hall.form.name,
        version=_version(hall),
        tournaments=[
            InHall(one.id, letter_of(one.id, hall.events), one.state.name, len(one.state.published), one.id in judged)
            for one in hall.here
        ],
        rows=_plan(hall),
        said=dict(SAID),
    )


def _version(hall: SharedHall) -> str:
    return _BETWEEN.join((_print(hall), *(str(one.version) for one in hall.here)))


def _print(hall: SharedHall) -> str:
    return sha256(repr((hall.form, hall.events)).encode()).hexdigest()[:12]


@get("/halls/{hall_id:str}", include_in_schema=False)
async def public(request: Ask, hall_id: FromPath[str]) -> Template:
    """For everybody's phone: where which table is, and how it stands."""
    hall = await _halls(request).find(hall_id)
    return page(request, "hall/shared.html", await _shown(request, hall))


@get("/halls/{hall_id:str}/wall", include_in_schema=False)
async def wall(request: Ask, hall_id: FromPath[str]) -> Template:
    """For the projector: the plan, all clocks on one screen, and the pages of every tournament in turn."""
    hall = await _halls(request).find(hall_id)
    boards: Boards = request.app.state.boards
    lang, url = language_of(request), request.app.state.invitation.url
    shown: list[Board] = [boards.board(one, lang, url, letter_of(one.id, hall.events)) for one in hall.here]
    rows = _plan(hall)
    sheets = [rows[first : first + ROWS_ON_THE_WALL] for first in range(0, len(rows), ROWS_ON_THE_WALL)]
    longest = max(map(len, rows), default=1)
    return page(
        request, "hall/shared_wall.html", await _shown(request, hall), boards=shown, sheets=sheets, longest=longest
    )


@get("/halls/{hall_id:str}/news", include_in_schema=False)
async def news(
    request: Ask,
    hall_id: FromPath[str],
    since: FromQuery[str] = "",
    about: FromQuery[str] = "",
    patience: Annotated[float, QueryParameter(ge=1, le=PATIENCE)] = PATIENCE,
) -> dict[str, Any]:
    """Answers when one of the tournaments has come further than `since`, or after a while. `about` is `judges`: then
    only the queues that this judge may read count."""
    hall = await _halls(request).find(hall_id)
    waiting: WaitingLine = request.app.state.waiting
    with waiting.one(address_of(request.scope)):
        if about == JUDGES:
            judged = [one for one, _ in await _judged(request, hall)]
            if not judged:
                raise NotAllowed
            known = since.split(_BETWEEN)
            if since == _stamps(judged):
                waits = [one.changed(was, JUDGES, patience) for one, was in zip(judged, known, strict=True)]
                await first_of(waits)
            version = _stamps([one for one, _ in await _judged(request, hall)])
        else:
            if since == _version(hall):
                await first_of([one.moved(str(one.version), patience) for one in hall.here])
            version = _version(await _halls(request).find(hall_id))
    return {"version": version, "now": now(), "round": 0, "clock": None}


def _stamps(judged: list[LiveTournament]) -> str:
    return _BETWEEN.join(stamp(one.state, one.hall, JUDGES) for one in judged)


# --- judges ----------------------------------------------------------------------------------------------------------


@get("/halls/{hall_id:str}/judges", include_in_schema=False)
async def judges_of_all(request: Ask, hall_id: FromPath[str]) -> Template:
    """One queue of all the tournaments that somebody judges here."""
    return await _queue(request, await _halls(request).find(hall_id))


async def _queue(request: Ask, hall: SharedHall, problem: Problem | None = None) -> Template:
    judged = await _judged(request, hall)
    if not judged:
        raise NotAllowed
    queues = [judges.queue(one, office) for one, office in judged]
    named = {one.id: " ".join(filter(None, (letter_of(one.id, hall.events), one.state.name))) for one in hall.here}
    calls = sorted(((call, queue) for queue in queues for call in queue.calls), key=lambda waits: waits[0].since)
    return page(
        request,
        "hall/shared_judges.html",
        await _shown(request, hall),
        status=200 if problem is None else 400,
        queues=queues,
        calls=calls,
        disputed=[(one, queue) for queue in queues for one in queue.disputed],
        named=named,
        stamp=_stamps([one for one, _ in judged]),
        clock=None,
        now=now(),
        score_told=score_told,
        problem=None if problem is None else (problem.told(language_of(request)), problem.article),
    )


@post("/halls/{hall_id:str}/judges", include_in_schema=False)
async def answer_call(request: Ask, hall_id: FromPath[str], data: Form) -> Template | Redirect:
    hall = await _halls(request).find(hall_id)
    tournament = next((one for one in hall.here if one.id == data.get("event")), None)
    if tournament is None:
        raise NotFound
    office = await office_for(request, tournament.id, JUDGES)
    try:
        await judges.answered(tournament, office, data)
    except Problem as problem:
        if problem.code == NotFound.code:
            raise
        return await _queue(request, hall, problem)
    return Redirect(f"/halls/{hall.id}/judges", status_code=303)


# --- which they are --------------------------------------------------------------------------------------------------


class HallLine(Struct, frozen=True):
    id: str
    form: HallForm
    rows: str
    letters: dict[str, str]
    may_change: bool


class HallForms(Struct, frozen=True):
    halls: list[HallLine]
    events: list[tuple[str, str]]
    """Those that who asks may put into a hall: what is played still before what is over, the oldest first."""
    typed: dict[str, str]


async def _directed(request: Ask) -> set[str]:
    """The tournaments that somebody directs."""
    tournaments: Tournaments = request.app.state.tournaments
    if ADMINISTRATOR in roles_of(request):
        return set(tournaments.all)
    return {event for event in tournaments.all if (await office_of(request, event)).role in DIRECTING}


def _may_change(request: Ask, events: tuple[str, ...], directed: set[str]) -> bool:
    return directed.issuperset(events) and (bool(events) or ADMINISTRATOR in roles_of(request))


@get("/halls", include_in_schema=False)
async def halls(request: Ask) -> Template:
    return await _list(request, {})


async def _list(request: Ask, typed: dict[str, str], problem: Problem | None = None) -> Template:
    tournaments: Tournaments = request.app.state.tournaments
    directed = await _directed(request)
    kept = await _halls(request).all()
    chosen = {event for one in kept for event in one.form.events}
    offered = (one for one in tournaments.all.values() if not one.hall.archived or one.id in chosen)
    known = sorted(offered, key=lambda one: one.state.closed)
    return page(
        request,
        "hall/shared_halls.html",
        HallForms(
            halls=[
                HallLine(
                    one.id,
                    one.form,
                    typed_rows(one.form.rows, one.events),
                    {event: LETTERS[at] for at, event in enumerate(one.events)},
                    _may_change(request, one.events, directed),
                )
                for one in kept
            ],
            events=[(one.id, one.state.name) for one in known if one.id in directed],
            typed=typed,
        ),
        status=200 if problem is None else 400,
        problem=None if problem is None else problem.told(language_of(request)),
    )


@post("/halls", include_in_schema=False)
async def change(request: Ask, data: Form) -> Response[Any]:
    """A hall is kept as the form has it, a new one where it has no id; or it goes. Who directs every tournament of it,
    those of before too, may say so."""
    kept, directed = _halls(request), await _directed(request)
    by, at = request.user.name if request.user is not None else "", machine_time().isoformat(timespec="seconds")
    name = data.get("hall", "")
    before = (await kept.find(name)).events if name else ()
    if name and not _may_change(request, before, directed):
        raise NotAllowed
    if data.get("do") == "remove" and name:
        await kept.remove(name, by, at)
        return Redirect("/halls", status_code=303)
    ticked = [key.removeprefix("event-") for key in data if key.startswith("event-")]
    events = (*(one for one in before if one in ticked), *(one for one in ticked if one not in before))
    if not directed.issuperset(events):
        raise NotAllowed
    try:
        saved = await kept.save(name, _read(data, events), by, at)
    except Problem as problem:
        if problem.code == NotFound.code:
            raise
        return await _list(request, data, problem)
    return Redirect(f"/halls/{saved}", status_code=303)


def _read(data: dict[str, str], events: tuple[str, ...]) -> HallForm:
    name = a_line(data.get("name", ""))
    if not name:
        raise Problem(Phrase("give the hall a name"))
    if not 1 <= len(events) <= len(LETTERS):
        raise Problem(Phrase("tick the tournaments that share the hall: one to {most}", most=len(LETTERS)))
    return HallForm(name[:200], events, read_rows(data.get("rows", ""), events))


handlers = [public, wall, news, judges_of_all, answer_call, halls, change]
