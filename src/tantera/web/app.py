"""The application: what is served where, and what stands around every request."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from hashlib import sha256
from typing import Final

import msgspec
import structlog
from litestar import Litestar
from litestar.config.csrf import CSRFConfig
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.middleware import DefineMiddleware
from litestar.openapi import OpenAPIConfig
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.template import TemplateConfig

import tantera
from tantera.store import Conflict, Head, Store, Unwritable
from tantera.store.company import company_on
from tantera.tournament_file import kept_tournaments
from tantera.web.access.links import Links
from tantera.web.access.measure import Crowd, Rate, WaitingLine
from tantera.web.access.recovery import Recoveries
from tantera.web.access.roles import MayTheyAsk
from tantera.web.access.visitors import SESSION, Sessions, WhoIsIt
from tantera.web.admin import health as health_pages
from tantera.web.admin import pages as admin_pages
from tantera.web.admin import partners as admin_partners
from tantera.web.admin import register
from tantera.web.background import Background, for_ever
from tantera.web.books.shelf import Shelf
from tantera.web.calls import calling
from tantera.web.calls.calling import Caller
from tantera.web.config import Config
from tantera.web.connections import room_for_sockets
from tantera.web.description import Description
from tantera.web.desk import (
    about,
    acts,
    apart,
    calendar,
    drawing,
    entries,
    hall_clock,
    luck,
    opening,
    papers,
    partners,
    pasting,
    repairs,
    seeds,
    standings,
    table,
    tables,
    telling,
)
from tantera.web.desk.drawing import SecondLook
from tantera.web.gate import Application
from tantera.web.hall import (
    at_table,
    coming,
    hand_pages,
    judges,
    me,
    online_pages,
    photos,
    season_pages,
    shared_pages,
    wall,
)
from tantera.web.hall.evening import tonight
from tantera.web.hall.wall import Boards
from tantera.web.health.meters import MeteredStore, Meters
from tantera.web.learning import pages as learning_pages
from tantera.web.learning import puzzles as puzzle_pages
from tantera.web.learning import setting as setting_pages
from tantera.web.learning.progress import Learners, lessons_done
from tantera.web.manual import pages as manual_pages
from tantera.web.me import dealt, friends, looks, recovering
from tantera.web.me import home as own_home
from tantera.web.me import pages as own_pages
from tantera.web.network import pages as network_pages
from tantera.web.network.invitation import LOOKS_EVERY as LOOKS_AT_NETWORK
from tantera.web.network.invitation import Invitation
from tantera.web.pages import installing
from tantera.web.pages.compressing import compression, forms
from tantera.web.pages.languages import choose_language
from tantera.web.pages.rendering import environment
from tantera.web.pages.static_files import static_file
from tantera.web.problems import StrictRequest, on_anything, on_http_exception, on_problem
from tantera.web.reader import dictionary as dictionary_pages
from tantera.web.reader import pages as reader_pages
from tantera.web.replays import api as replay_api
from tantera.web.replays import pages as replay_pages
from tantera.web.replays import review_pages
from tantera.web.replays.library import Library
from tantera.web.replays.partners import Partners
from tantera.web.replays.reviewing import Reviews
from tantera.web.replays.worth import Reviewer
from tantera.web.tables import api, frames, home, lobby, opening_page, refereeing
from tantera.web.tables import pages as table_pages
from tantera.web.tables.coming import Guesses
from tantera.web.tables.hub import Hub
from tantera.web.tables.inviting import Inviting
from tantera.web.tables.lobby import ASKS_A_MINUTE, Lobby
from tantera.web.tables.socket import NOT_ALLOWED, table_socket
from tantera.web.tournaments import api as tournament_api
from tantera.web.tournaments.folder import LOOKS_EVERY as LOOKS_AT_TOURNAMENTS
from tantera.web.tournaments.folder import Tournaments
from tantera.web.tournaments.halls import SharedHalls
from tantera.web.tournaments.lines import lines_played
from tantera.web.tournaments.offices import Officers
from tantera.web.tournaments.online import OnlineRounds
from tantera.web.tournaments.ratings import KnownRatings
from tantera.web.tournaments.register import KnownPeople
from tantera.web.tournaments.seasons import Seasons
from tantera.web.tournaments.telling_seats import SeatsTold
from tantera.words import Problem, translate

log = structlog.get_logger()

MOST_PARTS = 50
"""Of a form with a file in it: each is a file of its own for a while."""
ROUTES = (
    home, lobby, opening_page, table_pages, api, replay_pages, replay_api, review_pages, own_home, own_pages, dealt,
    looks, recovering, friends, reader_pages, dictionary_pages, manual_pages, admin_pages, admin_partners, register,
    network_pages, health_pages, refereeing, opening, coming, tournament_api, entries, about, pasting, apart,
    tables, table, online_pages, repairs, calendar, seeds, telling, standings, luck, partners, acts, papers,
    drawing, hall_clock, wall, season_pages, shared_pages, hand_pages, at_table, photos, me, judges, learning_pages,
    puzzle_pages, setting_pages, installing, calling,
)  # fmt: skip
"""Everything that is served; a folder's `handlers` say what of it is theirs."""
CHECKS_A_MINUTE = 30
"""How often somebody who asks `/healthz` has the disk tried."""
DOWNLOADS_A_MINUTE = 6
"""How often somebody has all that is theirs packed."""


async def create_app(config: Config, store: Store) -> Application:
    """The application around a store that is open. Whoever opened the store closes it."""
    meters = Meters()
    store = MeteredStore(store, meters)
    secret = await server_secret(store)
    shelf = Shelf(store)
    await shelf.load()
    invitation = Invitation(store, config)
    await invitation.load()
    await invitation.look()
    hub = Hub(store, secret, shelf, config, company_on(config.data, store.process))
    tournaments = Tournaments(kept_tournaments(config.tournaments, store.process), shelf.find, config.left_behind)
    await tournaments.load()
    store.hears.append(tournaments.heard)
    online = OnlineRounds(hub, tournaments)
    sessions = Sessions(store)
    caller = Caller(hub, sessions, secret, config.public_url or "mailto:tantera@localhost")
    officers = Officers(store, secret)
    tournaments.on_published = SeatsTold(caller, officers).published
    templates = environment()
    tokens = CSRFConfig(
        sha256(b"csrf" + secret).hexdigest(),
        cookie_name="csrf",
        cookie_secure=config.secure,
        cookie_httponly=True,
        exclude_from_csrf_key="by_token",
    )
    return Application(
        config,
        meters,
        route_handlers=[
            *(handler for module in ROUTES for handler in module.handlers),
            table_socket,
            choose_language,
            static_file,
        ],
        state=State(
            {
                "config": config,
                "hub": hub,
                "shelf": shelf,
                "sessions": sessions,
                "caller": caller,
                "links": Links(store),
                "learners": Learners(store),
                "recoveries": Recoveries(store),
                "invitation": invitation,
                "crowd": Crowd(config.limits, room_for_sockets()),
                "waiting": WaitingLine(config.limits.waiting_an_address),
                "meters": meters,
                "guesses": Guesses(config.limits.guesses_a_minute, config.limits.guess_pause),
                "newcomers": Rate(config.limits.newcomers_a_minute),
                "judged": Rate(config.limits.judged_a_minute),
                "health_checks": Rate(CHECKS_A_MINUTE),
                "downloads": Rate(DOWNLOADS_A_MINUTE),
                "lobby": Lobby(hub.company),
                "inviting": Inviting(hub.store),
                "asking": Rate(ASKS_A_MINUTE),
                "tonight": tonight,
                "learned": lessons_done,
                "library": (library := Library(hub)),
                "reviewer": Reviewer(),
                "reviews": (reviews := Reviews(store)),
                "partners": Partners(store, library, reviews),
                "tournaments": tournaments,
                "online": online,
                "officers": officers,
                "known_people": (people := KnownPeople(store)),
                "ratings": KnownRatings(tournaments, people),
                "seasons": Seasons(store, tournaments),
                "second_look": SecondLook(partial(lines_played, online, library)),
                "halls": SharedHalls(store, tournaments),
                "boards": Boards(templates),
                "watching": Background("watching"),
            }
        ),
        lifespan=[_living],
        middleware=[DefineMiddleware(WhoIsIt, exclude=["^/static/"]), MayTheyAsk, forms(tokens)],
        compression_config=compression(),
        template_config=TemplateConfig(instance=JinjaTemplateEngine(engine_instance=templates)),
        request_class=StrictRequest,
        exception_handlers={Problem: on_problem, HTTPException: on_http_exception, Exception: on_anything},
        openapi_config=OpenAPIConfig(
            "Tantera",
            tantera.__version__,
            description="Everything that the pages do. docs/protocol.md tells the socket of a table.",
            path="/api/schema",
            render_plugins=[Description()],
            use_handler_docstrings=True,
        ),
        request_max_body_size=config.limits.body,
        multipart_form_part_limit=MOST_PARTS,
        logging_config=None,
    )


@asynccontextmanager
async def _living(app: Litestar) -> AsyncIterator[None]:
    hub: Hub = app.state.hub
    EndedSessions(app)
    await hub.start()
    app.state.online.start()
    watching: Background = app.state.watching
    watching.start(for_ever("disk", 1, Disk(hub).look))
    watching.start(for_ever("loop", 0.01, app.state.meters.look_at_the_loop))
    watching.start(for_ever("network", LOOKS_AT_NETWORK, app.state.invitation.look_again))
    watching.start(for_ever("events", LOOKS_AT_TOURNAMENTS, app.state.tournaments.look))
    try:
        yield
    finally:
        watching.stop()
        app.state.reviewer.close()
        app.state.partners.close()
        app.state.reviews.close()
        app.state.second_look.close()
        await stop_tables(app)
        await app.state.tournaments.close()


async def stop_tables(app: Litestar) -> None:
    """Clocks stand still, and everybody is told. Before sockets are closed; a second time it does nothing."""
    app.state.online.stop()
    app.state.tournaments.let_go()
    app.state.second_look.close()
    await app.state.hub.stop(_stopping)


def _stopping(lang: str) -> bytes:
    text = translate(lang, "the server is stopping for a moment; your table is kept")
    return frames.encode(type="stopping", text=text)


class EndedSessions:
    """Sockets of a session that was ended, in whichever process, are closed."""

    def __init__(self, app: Litestar) -> None:
        self._crowd: Crowd = app.state.crowd
        self._sessions: Sessions = app.state.sessions
        self._background: Background = app.state.watching
        app.state.hub.store.hears.append(self._heard)

    def _heard(self, heads: Sequence[Head] | None) -> None:
        named = None if heads is None else {head.stream.removeprefix(SESSION) for head in heads}
        sockets = self._crowd.sockets
        concerned = {one.session for one in sockets if named is None or one.session in named}
        if concerned:
            self._background.start(self._look(concerned))

    async def _look(self, sessions: set[str | None]) -> None:
        for session in sessions:
            if session is not None and not await self._sessions.holds(session):
                self._crowd.close_all(NOT_ALLOWED, session)


class Disk:
    """Everybody is told when nothing can be saved, and when it can be again."""

    def __init__(self, hub: Hub) -> None:
        self._hub, self._could = hub, True

    async def look(self) -> None:
        state = self._hub.store.state
        can = not isinstance(state, Unwritable)
        if can == self._could:
            return
        self._could = can
        reason = "" if not isinstance(state, Unwritable) else str(state.reason)
        log.warning("saved_again" if can else "not_saved", reason=reason)
        for live in self._hub.tables.values():
            for listener in live.listeners:
                text = "" if not isinstance(state, Unwritable) else state.reason.told(listener.lang)
                listener.push(frames.encode(type="saved" if can else "unsaved", text=text))


STREAM: Final = "server"


async def server_secret(store: Store) -> bytes:
    while True:
        stored = await store.read(STREAM)
        if stored:
            return bytes.fromhex(msgspec.json.decode(stored[0].event)["secret"])
        begun = {"event": "server_begun.1", "secret": secrets.token_hex(32)}
        try:
            await store.append(STREAM, 0, [msgspec.json.encode(begun)])
        except Conflict:
            continue
        return bytes.fromhex(begun["secret"])
