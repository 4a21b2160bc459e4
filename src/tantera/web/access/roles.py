"""Who may do what over HTTP and sockets: a table in data. A test goes through every role and every action.

What somebody may order at a table is the table's own business (`tantera.tables.permission`), and so is what it shows
to whom (`tantera.tables.seen`); here is who may ask at all. A route that is in no line is for administrators.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Final

from litestar.connection import ASGIConnection
from litestar.types import ASGIApp, Receive, Scope, Send
from litestar.utils.scope.state import ScopeState

from tantera.web.access.visitors import Visitor
from tantera.web.problems import NotAdministrator, NotAllowed, Stranger


class Role(StrEnum):
    """What somebody is to the server, and to the table that they ask for."""

    NOBODY = "nobody"
    """A browser without a session."""
    VISITOR = "visitor"
    GUEST = "guest"
    """Somebody who has come to this table, with a seat or without."""
    HOST = "host"
    ADMINISTRATOR = "administrator"
    BOT = "bot"
    """A program with a token."""


NOBODY, VISITOR, GUEST, HOST, ADMINISTRATOR, BOT = Role


class Action(StrEnum):
    READ = "read"
    """Pages and files that are for everybody."""
    COME = "come"
    """Say one's name, open a table, come to one, join its socket."""
    LOOK = "look"
    """Ask for a table's screen, or for a match played there. What is on it depends on whose eyes they are."""
    MAKE_BOT = "make_bot"
    """A token for a program."""
    BE_ME = "be_me"
    """One's own devices and programs."""
    FOLLOW_LINK = "follow_link"
    """Use a link that works once: whoever has it may."""
    ADMINISTER = "administer"
    AT_EVENT = "at_event"
    """Anything at an event: who may do what there is a table of its own (`tantera.web.tournaments.offices`)."""
    MEASURE = "measure"
    """Read the meters; a program on the same machine may too."""


EVERYBODY: Final = frozenset(Role)
PEOPLE: Final = EVERYBODY - {BOT}
KNOWN: Final = PEOPLE - {NOBODY}

ALLOWED: Final[dict[Action, frozenset[Role]]] = {
    Action.READ: EVERYBODY,
    Action.COME: EVERYBODY,
    Action.LOOK: EVERYBODY,
    Action.MAKE_BOT: PEOPLE,
    Action.BE_ME: KNOWN,
    Action.FOLLOW_LINK: PEOPLE,
    Action.ADMINISTER: frozenset({ADMINISTRATOR}),
    Action.AT_EVENT: EVERYBODY,
    Action.MEASURE: frozenset({ADMINISTRATOR}),
}

_READ: Final = (
    "GET /",
    "GET /articles/{article}",
    "GET /books",
    "GET /books/{book_id}",
    "GET /books/{book_id}/checklist",
    "GET /books/{book_id}/play",
    "GET /words",
    "GET /docs",
    "GET /docs/{name}",
    "GET /first-hand",
    "GET /play",
    "GET /watch",
    "GET /lang/{lang}",
    "GET /learn",
    "GET /learn/{lesson_id}/{number}",
    "GET /puzzles",
    "GET /puzzles/of/{theme}",
    "GET /puzzles/today",
    "GET /puzzles/{puzzle_id}",
    "GET /position",
    "GET /position/problem",
    "GET /look/{word}",
    "GET /manifest.webmanifest",
    "GET /icons/{name}",
    "GET /offline",
    "GET /worker.js",
    "GET /me",
    "GET /me/name",
    "GET /people/{person}",
    "GET /static/{stamp}/{name}",
    "GET /t",
    "GET /t/{code}",
    "GET /tables",
    "GET /tables/invited",
    "GET /tables/live",
    "GET /tables/mine",
    "GET /tables/new",
    "GET /healthz",
    "GET /ready",
    "GET /deals",
    "GET /replays",
    "POST /replays",
    "GET /api/articles",
    "GET /api/books",
    "GET /api/books/{digest}",
    "GET /api/books/{book_id}/infractions",
    "GET /api/matches",
    "POST /api/dgn",
    "GET /api/calls",
    "GET /api/codes/{code}",
    "GET /api/me",
    "GET /api/schema",
    "GET /api/schema/openapi.json",
    "GET /api/schema/{path}",
    "GET /api/tables",
)
_COME: Final = (
    "POST /learn/{lesson_id}/{number}",
    "POST /puzzles/{puzzle_id}",
    "POST /position",
    "POST /position/problem",
    "POST /me",
    "POST /first-hand",
    "POST /play",
    "POST /tables/new",
    "POST /tables/pair",
    "POST /tables/{table_id}/enter",
    "POST /api/me",
    "POST /api/tables",
    "POST /api/tables/{table_id}/enter",
    "SOCKET /tables/{table_id}/socket",
)
_LOOK: Final = (
    "GET /tables/{table_id}",
    "GET /tables/{table_id}/enter",
    "GET /tables/{table_id}/qr.svg",
    "GET /tables/{table_id}/deals/{hand}",
    "GET /replays/{table}/{key}",
    "GET /replays/{table}/{key}/hands/{number}",
    "GET /replays/{table}/{key}/hands/{number}/worth",
    "GET /replays/{table}/{key}/match.dgn",
    "GET /replays/{table}/{key}/position.svg",
    "GET /replays/{table}/{key}/review",
    "GET /replays/{table}/{key}/review.dgn",
    "GET /replays/{table}/{key}/review/news",
    "GET /api/matches/{table}/{number}",
    "GET /api/matches/{table}/{number}/match.dgn",
    "GET /api/matches/{table}/{number}/hands/{hand}/deal",
    "GET /api/matches/{table}/{number}/hands/{hand}/worth",
    "GET /api/matches/{table}/{number}/review",
    "GET /api/tables/{table_id}",
    "GET /api/tables/{table_id}/corrections",
    "GET /api/tables/{table_id}/deals/{hand}",
    "GET /api/tables/{table_id}/foresee",
    "GET /api/tables/{table_id}/infractions",
)
_MAKE_BOT: Final = ("POST /api/tokens", "POST /me/bots")
_BE_ME: Final = (
    "GET /me/everything.zip",
    "GET /me/matches",
    "POST /me/link",
    "POST /me/close",
    "POST /me/abandon",
    "POST /me/leave",
    "POST /me/erase",
    "POST /me/recovery",
    "POST /me/invite",
    "POST /me/profile",
    "POST /api/calls",
    "POST /api/calls/none",
    "POST /tables/invite",
    "POST /tables/decline",
    "POST /tables/seen",
    "POST /tables/pair/begin",
    "POST /tables/pair/leave",
)
_FOLLOW_LINK: Final = (
    "GET /me/on/{secret}",
    "POST /me/on/{secret}",
    "GET /me/recover",
    "POST /me/recover",
    "GET /admin/enter/{secret}",
    "POST /admin/enter/{secret}",
)
_ADMINISTER: Final = (
    "GET /admin",
    "POST /admin/club",
    "POST /admin/sessions/close",
    "GET /admin/books",
    "POST /admin/books",
    "POST /admin/books/{book_id}/withdraw",
    "POST /admin/books/{book_id}/offer",
    "GET /admin/books/{book_id}/{law}",
    "GET /admin/tables",
    "POST /admin/tables/{table_id}/close",
    "GET /admin/people",
    "POST /admin/people/erase",
    "GET /admin/partners",
    "GET /admin/partners/{span}/news",
    "GET /admin/network",
    "POST /admin/network",
    "GET /hall",
    "POST /hall/printed",
    "GET /people",
    "POST /people",
    "GET /people/export",
    "POST /people/file",
    "POST /seasons",
    "GET /events/new",
    "POST /events",
    "POST /events/adopt",
)
_AT_EVENT: Final = (
    "GET /events",
    "GET /seasons",
    "GET /season/{season_id}",
    "GET /season/{season_id}/wall",
    "GET /halls",
    "POST /halls",
    "GET /halls/{hall_id}",
    "GET /halls/{hall_id}/wall",
    "GET /halls/{hall_id}/news",
    "GET /halls/{hall_id}/judges",
    "POST /halls/{hall_id}/judges",
    "GET /e/{tournament_id}",
    "GET /e/{tournament_id}/wall",
    "GET /e/{tournament_id}/hands/{number}",
    "GET /e/{tournament_id}/code",
    "GET /e/{tournament_id}/desk",
    "GET /e/{tournament_id}/desk/entries",
    "POST /e/{tournament_id}/desk/entries",
    "POST /e/{tournament_id}/desk/entries/check-in",
    "POST /e/{tournament_id}/desk/entries/pay",
    "POST /e/{tournament_id}/desk/entries/undo",
    "GET /e/{tournament_id}/desk/entry/{entry}",
    "POST /e/{tournament_id}/desk/entry/{entry}/not-here",
    "POST /e/{tournament_id}/desk/entry/{entry}/return",
    "POST /e/{tournament_id}/desk/entry/{entry}/withdraw",
    "POST /e/{tournament_id}/desk/entry/{entry}/erase",
    "POST /e/{tournament_id}/desk/entry/{entry}/edit",
    "GET /e/{tournament_id}/desk/about",
    "GET /e/{tournament_id}/desk/sheet/{name}",
    "POST /e/{tournament_id}/desk/about",
    "GET /e/{tournament_id}/desk/paste",
    "POST /e/{tournament_id}/desk/paste",
    "GET /e/{tournament_id}/desk/apart",
    "POST /e/{tournament_id}/desk/apart",
    "POST /e/{tournament_id}/desk/apart/undo",
    "GET /e/{tournament_id}/desk/cards",
    "GET /e/{tournament_id}/desk/people",
    "POST /e/{tournament_id}/desk/people",
    "POST /e/{tournament_id}/desk/people/end",
    "GET /e/{tournament_id}/desk/tables",
    "POST /e/{tournament_id}/desk/tables",
    "POST /e/{tournament_id}/desk/tables/close",
    "POST /e/{tournament_id}/desk/tables/final",
    "POST /e/{tournament_id}/desk/tables/online",
    "POST /e/{tournament_id}/desk/tables/{round}/{table}/follow",
    "GET /e/{tournament_id}/desk/tables/{round}/{table}",
    "POST /e/{tournament_id}/desk/tables/{round}/{table}",
    "GET /e/{tournament_id}/desk/repair/{round}",
    "POST /e/{tournament_id}/desk/repair/{round}",
    "GET /e/{tournament_id}/desk/standings",
    "GET /e/{tournament_id}/desk/standings/luck",
    "GET /e/{tournament_id}/desk/partners",
    "GET /e/{tournament_id}/desk/acts",
    "POST /e/{tournament_id}/desk/acts/undo",
    "POST /e/{tournament_id}/desk/acts/check",
    "POST /e/{tournament_id}/desk/acts/copies",
    "POST /e/{tournament_id}/desk/acts/close",
    "POST /e/{tournament_id}/desk/acts/archive",
    "GET /e/{tournament_id}/desk/event.tantera",
    "GET /e/{tournament_id}/desk/paper/{paper}",
    "GET /e/{tournament_id}/desk/draw",
    "GET /e/{tournament_id}/desk/tell",
    "GET /e/{tournament_id}/desk/calendar",
    "POST /e/{tournament_id}/desk/calendar",
    "GET /e/{tournament_id}/desk/seeds",
    "POST /e/{tournament_id}/desk/seeds",
    "POST /e/{tournament_id}/desk/draw",
    "GET /e/{tournament_id}/desk/draw/count",
    "POST /e/{tournament_id}/desk/draw/swap",
    "POST /e/{tournament_id}/desk/draw/undo",
    "POST /e/{tournament_id}/desk/draw/publish",
    "POST /e/{tournament_id}/desk/draw/commit",
    "POST /e/{tournament_id}/desk/draw/lot",
    "GET /e/{tournament_id}/desk/clock",
    "POST /e/{tournament_id}/desk/clock",
    "GET /e/{tournament_id}/office/{secret}",
    "POST /e/{tournament_id}/office/{secret}",
    "GET /e/{tournament_id}/p/{player}/{code}",
    "POST /e/{tournament_id}/p/{player}/{code}",
    "GET /e/{tournament_id}/t/{round}/{table}/{code}",
    "POST /e/{tournament_id}/t/{round}/{table}/{code}",
    "GET /e/{tournament_id}/t/{round}/{table}",
    "POST /e/{tournament_id}/t/{round}/{table}",
    "POST /e/{tournament_id}/t/{round}/{table}/photo",
    "POST /e/{tournament_id}/t/{round}/{table}/play",
    "GET /e/{tournament_id}/desk/photo/{digest}",
    "GET /e/{tournament_id}/me",
    "POST /e/{tournament_id}/me/here",
    "POST /e/{tournament_id}/me/wrong",
    "GET /e/{tournament_id}/desk/judges",
    "POST /e/{tournament_id}/desk/judges",
    "GET /api/events/{tournament_id}",
    "POST /api/events/{tournament_id}/orders",
    "POST /api/events/{tournament_id}/hall",
    "GET /api/events/{tournament_id}/news",
)
_MEASURE: Final = ("GET /metrics",)

ACTIONS: Final[dict[str, Action]] = {
    route: action
    for action, routes in {
        Action.READ: _READ,
        Action.COME: _COME,
        Action.LOOK: _LOOK,
        Action.MAKE_BOT: _MAKE_BOT,
        Action.BE_ME: _BE_ME,
        Action.FOLLOW_LINK: _FOLLOW_LINK,
        Action.ADMINISTER: _ADMINISTER,
        Action.AT_EVENT: _AT_EVENT,
        Action.MEASURE: _MEASURE,
    }.items()
    for route in routes
}
"""What each route is for."""


def roles_of(connection: ASGIConnection[Any, Any, Any, Any]) -> frozenset[Role]:
    """Everything that somebody is."""
    visitor: Visitor | None = connection.scope.get("user")  # nobody is asked who loads a style sheet
    if visitor is None:
        return frozenset({NOBODY})
    roles = {BOT if visitor.bot else VISITOR}
    if visitor.administrator:
        roles.add(ADMINISTRATOR)
    table = connection.app.state.hub.tables.get(connection.path_params.get("table_id", ""))
    if table is not None and table.state.guest(visitor.person) is not None:
        roles.add(GUEST)
    if table is not None and table.state.host == visitor.person:
        roles.add(HOST)
    return frozenset(roles)


def may(connection: ASGIConnection[Any, Any, Any, Any]) -> None:
    """Around everything: a `Problem` unless this is for them."""
    method = str(connection.scope.get("method", "SOCKET"))
    if method == "OPTIONS":
        return
    action = ACTIONS.get(f"{method} {connection.scope['path_template']}", Action.ADMINISTER)
    roles = roles_of(connection)
    if BOT in roles and BOT not in ALLOWED[action]:
        raise NotAllowed  # a program that comes to a table is a guest there, and still a program
    if roles & ALLOWED[action] or (action is Action.MEASURE and _on_this_machine(connection)):
        return
    if ALLOWED[action] == {ADMINISTRATOR}:
        raise NotAdministrator
    raise Stranger if NOBODY in roles else NotAllowed


class MayTheyAsk:
    """Stands before everything that reads a body: who is asking comes first, then what they say."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        connection: ASGIConnection[Any, Any, Any, Any] = ASGIConnection(scope, receive, send)
        if connection.scope.get("user") is not None and (table_id := connection.path_params.get("table_id")):
            await connection.app.state.hub.find(table_id[:40])  # awake: it says what somebody is there
        may(connection)
        if scope["route_handler"].opt.get("from_own_page"):
            token = connection.cookies.get("csrf", "")
            with_token = bool(token) and connection.headers.get("x-csrftoken") == token
            if "origin" not in connection.headers and not with_token:  # another page's never comes so far
                raise NotAllowed
            ScopeState.from_scope(scope).csrf_token = token  # for the forms of the answer
        await self._app(scope, receive, send)


def _on_this_machine(connection: ASGIConnection[Any, Any, Any, Any]) -> bool:
    """A program on the same machine asks for itself. What a proxy there passes on says so."""
    passed_on = any(name in connection.headers for name in ("x-forwarded-for", "forwarded", "x-real-ip", "via"))
    return connection.client is not None and connection.client.host in ("127.0.0.1", "::1") and not passed_on
