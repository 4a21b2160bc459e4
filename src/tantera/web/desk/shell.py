"""What every screen of the desk has around it: the tournament, the screens, the one next thing to do, the clock."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, SkipValidation
from litestar.response import Redirect, Template
from msgspec import Struct

from tantera.tournament import orders as o
from tantera.tournament import structure
from tantera.tournament.agenda import NextThing, Screen, conditions, left_open, next_thing
from tantera.tournament.changes import Changes, foreseen, is_so_already
from tantera.tournament.hall.orders import MAY as IN_HALL
from tantera.tournament.orders import AnyOrder, Given
from tantera.tournament.permission import ROLES as MAY_ORDER
from tantera.tournament.permission import role_of
from tantera.tournament.state import Round, TournamentState
from tantera.tournament.telling import name_by, named, names_of_entry, score_told, told_log
from tantera.web.access.visitors import Ask
from tantera.web.clock import now
from tantera.web.network.invitation import for_this_machine_only
from tantera.web.pages.languages import language_of
from tantera.web.pages.rendering import page
from tantera.web.tournaments.clock_view import clock_text, clock_time, clock_told, clock_words, round_is_over
from tantera.web.tournaments.folder import tournament_of
from tantera.web.tournaments.live import LiveTournament
from tantera.web.tournaments.offices import PAGES, ROLES, Office, Officers, office_for
from tantera.web.tournaments.online import Glance, OnlineRounds
from tantera.words import Phrase, Problem

SURE = "sure"
"""The field with which a form says that it was asked and is meant."""


def would_change(desk: Desk, order: AnyOrder) -> Changes:
    """What people have seen that this would change; a `Problem` where it is refused."""
    return foreseen(desk.state, Given(order, desk.office.by, datetime.now().astimezone().isoformat()))


def nothing_to_do(desk: Desk, order: AnyOrder) -> bool:
    """The same result a second time."""
    return is_so_already(desk.state, Given(order, desk.office.by))


def ask(
    request: Ask,
    desk: Desk,
    screen: str,
    fields: dict[str, str],
    *,
    title: Phrase,
    button: Phrase,
    changes: Changes | None = None,
    note: Phrase | None = None,
    besides: Sequence[Phrase] = (),
    back: str = "",
) -> Template:
    """A page that says what would change. Its form is the one that was sent, to where it was sent, with the answer in
    it; or `back` to another page of the desk than the screen. `listed`: what it is about, one by one."""
    changes = changes or Changes()
    kept = {key: value for key, value in fields.items() if key not in ("_csrf_token", SURE)}
    fallen = {line.number: line for line in told_log(desk.state)} if changes.fallen else {}
    return desk_page(
        request,
        desk,
        screen,
        "desk/sure.html",
        title=title,
        button=button,
        found=changes,
        fallen=[fallen[number] for number in changes.fallen],
        action=request.url.path,
        fields=kept,
        back=f"/e/{desk.tournament.id}/desk/{back or screen}",
        note=note,
        besides=besides,
        entry_name=lambda entry: names_of_entry(desk.state, entry),
        player_name=lambda player: named(desk.state, player),
    )


SCREENS: Final[tuple[tuple[Screen, str], ...]] = (
    ("entries", "Who is here"),
    ("draw", "The draw"),
    ("tables", "Tables"),
    ("clock", "Clock"),
    ("standings", "Standings"),
    ("acts", "Records"),
)
"""One for each question of the day, and what it is called."""


class Desk(Struct, frozen=True):
    """A visitor at the desk of a tournament."""

    tournament: LiveTournament
    office: Office
    lang: str
    doubtful: frozenset[str] = frozenset()
    """Players whose phone may not be their own."""

    @property
    def state(self) -> TournamentState:
        return self.tournament.state


AtDesk = NamedDependency[SkipValidation[Desk]]


def at_desk(screen: str, **more: Provide) -> dict[str, Any]:
    """For a route of this screen: its handler is given the tournament and the visitor's office as `desk`, and what is
    made of these; a `Problem` where the screen is not for them."""

    async def desk(request: Ask, tournament_id: FromPath[str]) -> Desk:
        tournament = await tournament_of(request, tournament_id)
        officers: Officers = request.app.state.officers
        office = await office_for(request, tournament_id, screen)
        return Desk(tournament, office, language_of(request), await officers.doubtful(tournament_id))

    return {"include_in_schema": False, "dependencies": {"desk": Provide(desk), **more}}


def desk_page(
    request: Ask,
    desk: Desk,
    screen: str,
    template: str,
    content: Struct | None = None,
    *,
    problem: Problem | None = None,
    **context: Any,
) -> Template:
    """A screen of the desk. `content` is the record of what is on it: its fields are what the template calls them. A
    `problem` is what became of the form that was sent: it stands above, with its article."""
    state, hall, at = desk.state, desk.tournament.hall, now()
    todo: NextThing = next_thing(state, hall, at)
    open_still = left_open(state, hall)
    return page(
        request,
        template,
        content,
        status=200 if problem is None else 400,
        desk=desk,
        tournament=desk.tournament,
        state=state,
        hall=hall,
        screen=screen,
        role_words=ROLES,
        may_judge=desk.office.role in PAGES["judges"],
        screens=[(key, words) for key, words in SCREENS if desk.office.role in PAGES[key]],
        may_direct=desk.office.role in PAGES["people"],
        may_draw=o.Draw in MAY_ORDER[role_of(desk.office.by)[0]],
        may=may_order(desk.office),
        by_name=lambda by: name_by(state, by),
        clock_time=clock_time,
        score_told=score_told,
        todo=todo,
        only_here=screen in _PRINTING and for_this_machine_only(request),
        may_do_next=_TAKES.get(todo.code, "") in {"", *may_order(desk.office)},
        now=at,
        posted=request.method != "GET",
        published=_just_published(request, state),
        clock=None if round_is_over(state, hall) else clock_told(state, hall),
        clock_words=clock_words(desk.lang),
        clock_text=clock_text(hall, at, desk.lang),
        version=str(desk.tournament.version),
        rounds=structure.all_rounds(state),
        missing_slips=sum(len(tables) for _, tables in open_still.results)
        + (conditions(state, hall, state.open, at).count("missing") if state.open is not None else 0),
        open_still=open_still,
        problem=None if problem is None else (problem.told(desk.lang), problem.article),
        **context,
    )


_PRINTING: Final = frozenset({"entries", "draw", "tables"})
"""Screens from which papers with QR codes are printed."""
_TAKES: Final = {
    "close": "close", "enter": "enter", "publish": "publish", "mend": "draw", "start_clock": "start_clock",
    "results": "confirm", "close_round": "close_round",
}  # fmt: skip
"""The order that the next thing comes to: a button is for those who may give it."""


def may_order(office: Office) -> frozenset[str]:
    """What an office may order, by the names of the orders; those of the hall too."""
    own = {str(kind.__struct_config__.tag) for kind in MAY_ORDER[office.role]}
    hall = {str(kind.__struct_config__.tag) for kind, roles in IN_HALL.items() if office.role in roles}
    return frozenset(own | hall)


def _just_published(request: Ask, state: TournamentState) -> int | None:
    """The round that was published a moment ago: its slips are to be printed."""
    said = request.query_params.get("published")
    return state.open.number if state.open is not None and said == str(state.open.number) else None


def glance_at(request: Ask, desk: Desk, round: Round, number: int) -> Glance | None:
    """How a live table of a round stands; None where there is none."""
    online: OnlineRounds = request.app.state.online
    return online.glance(desk.tournament, round, number)


def back_to(desk: Desk, screen: str, anchor: str = "", **query: object) -> Redirect:
    """On to a screen after a form."""
    asked = "&".join(f"{key}={value}" for key, value in query.items() if value is not None)
    return Redirect(
        f"/e/{desk.tournament.id}/desk/{screen}{'?' + asked if asked else ''}{'#' + anchor if anchor else ''}",
        status_code=303,
    )
