"""The wall and the public page of a tournament: rendered once for each version and language, then only sent."""

from __future__ import annotations

import asyncio
import gzip
from collections import OrderedDict
from hashlib import sha256
from time import monotonic
from typing import Any, Final, Literal, NamedTuple

from jinja2 import Environment
from litestar import Response, get
from litestar.params import FromPath
from msgspec import Struct
from msgspec.structs import asdict

from tantera.tournament.hall.state import HallState, is_to_begin
from tantera.tournament.presentation import Presentation
from tantera.web.access.visitors import Ask
from tantera.web.hall.wall_pages import WallContent, shown
from tantera.web.network.codes import picture
from tantera.web.pages.languages import language_of
from tantera.web.tournaments.clock_view import PHASES, clock_told
from tantera.web.tournaments.folder import tournament_of
from tantera.web.tournaments.halls import SharedHalls
from tantera.web.tournaments.live import LiveTournament
from tantera.web.tournaments.offices import place_to_type
from tantera.web.tournaments.seasons import Seasons
from tantera.words import translate

BoardPage = Literal["hall/wall.html", "hall/public.html"]

FRESH: Final = 2.0
"""Seconds for which a sheet is good though a result came in meanwhile: a hall that reports at once costs two renderings
a second at most. A new round, or the clock, is on it at once."""
SHARE: Final = 60
"""So many times as long as it took to make is a sheet good at least: a large hall has a core left for its slips, and
few of them come while one is made and have to wait for Python's lock."""
_MOST_KEPT: Final = 60


class Around(NamedTuple):
    """What a tournament belongs to, for who looks at its page."""

    url: str
    """How phones reach this server: the wall shows it."""
    seasons: tuple[tuple[str, str], ...] = ()
    """Those that it counts for, and the halls it is played in: where they are, what they are called."""
    halls: tuple[tuple[str, str], ...] = ()


class Board(Struct, frozen=True):
    """A tournament on a wall."""

    tournament_id: str
    shown: WallContent
    clock: dict[str, Any] | None
    warn: int
    announcement: str
    address: str
    qr: str
    letter: str
    """Of several in one hall; empty: it has the wall for itself."""


class WallSheet(Struct, frozen=True):
    """A sheet as it is sent."""

    version: str
    urgent: tuple[Any, ...]
    """What nobody waits for: how phones come here, a round, the clock, an announcement, the public lot."""
    made: float
    took: float
    """Seconds that the making took."""
    page: bytes
    packed: bytes
    etag: str


class Boards:
    """What is kept of every tournament's sheets."""

    def __init__(self, templates: Environment) -> None:
        self._templates = templates
        self._kept: OrderedDict[tuple[str, str, str], WallSheet] = OrderedDict()
        self._making: dict[tuple[str, str, str], asyncio.Lock] = {}
        self._seen: dict[tuple[str, str], tuple[Presentation, bool, WallContent]] = {}
        self.rendered = 0
        """How often a sheet was made."""

    async def get(self, tournament: LiveTournament, sheet: BoardPage, lang: str, around: Around) -> WallSheet:
        key = tournament.id, sheet, lang
        board = self._good(key, tournament, around)
        if board is not None:
            return board
        async with self._making.setdefault(key, asyncio.Lock()):
            board = self._good(key, tournament, around)  # whoever came first has made it
            if board is None:
                board = await asyncio.to_thread(self._made, tournament, sheet, lang, around)
                self._kept[key] = board
                self._kept.move_to_end(key)
                while len(self._kept) > _MOST_KEPT:
                    self._kept.popitem(last=False)
        return board

    def _good(self, key: tuple[str, str, str], tournament: LiveTournament, around: Around) -> WallSheet | None:
        board = self._kept.get(key)
        if board is None or board.urgent[0] != around:
            return None
        if board.version == str(tournament.version):
            return board
        fresh = board.urgent == _urgent(tournament, around) and monotonic() - board.made < max(
            FRESH, SHARE * board.took
        )
        return board if fresh else None

    def _made(self, tournament: LiveTournament, sheet: BoardPage, lang: str, around: Around) -> WallSheet:
        begun = monotonic()
        version, urgent = str(tournament.version), _urgent(tournament, around)
        board = self.board(tournament, lang, around.url)
        text = self._templates.get_template(sheet).render(
            lang=lang,
            t=lambda message, **facts: translate(lang, message, **facts),
            visitor=None,
            here=f"/e/{tournament.id}" + ("/wall" if sheet == "hall/wall.html" else ""),
            book=tournament.state.book,
            version=version,
            phases=PHASES,
            among=False,
            seasons=around.seasons,
            halls=around.halls,
            **asdict(board),
        )
        self.rendered += 1
        data = text.encode()
        packed = gzip.compress(data, 6, mtime=0)
        now = monotonic()
        return WallSheet(version, urgent, now, now - begun, data, packed, sha256(data).hexdigest()[:20])

    def board(self, tournament: LiveTournament, lang: str, url: str, letter: str = "") -> Board:
        """What the wall has to say of a tournament; with a `letter` where it is one of several there."""
        presentation, hall = tournament.presentation, tournament.hall
        return Board(
            tournament_id=tournament.id,
            shown=self._shown(tournament.id, presentation, hall, lang),
            clock=clock_told(presentation.state, hall),
            warn=max(presentation.state.options.warn_minutes, default=0),
            announcement=hall.announcement,
            address=place_to_type(url, tournament.id),
            qr=picture(f"{url}/e/{tournament.id}", translate(lang, "QR code of this page")),
            letter=letter,
        )

    def _shown(self, event: str, presentation: Presentation, hall: HallState, lang: str) -> WallContent:
        """What both sheets are made of."""
        state = presentation.state
        to_begin = state.open is not None and is_to_begin(state, hall, state.open)
        known = self._seen.get((event, lang))
        if known is None or known[0] is not presentation or known[1] != to_begin:
            known = self._seen[event, lang] = presentation, to_begin, shown(presentation, lang, to_begin=to_begin)
        return known[2]


def _urgent(tournament: LiveTournament, around: Around) -> tuple[Any, ...]:
    state, hall = tournament.state, tournament.hall
    rounds = tuple(round.stage for round in state.published)
    return around, rounds, hall.clock, hall.announcement, state.committed, state.lot_drawn, state.closed


@get("/e/{tournament_id:str}", include_in_schema=False)
async def public(request: Ask, tournament_id: FromPath[str]) -> Response[bytes]:
    """For everybody's phone: where do I sit, how does it stand, how long still."""
    return await _sent(request, tournament_id, "hall/public.html")


@get("/e/{tournament_id:str}/wall", include_in_schema=False)
async def wall(request: Ask, tournament_id: FromPath[str]) -> Response[bytes]:
    """For the projector."""
    return await _sent(request, tournament_id, "hall/wall.html")


async def _around(request: Ask, tournament_id: str) -> Around:
    seasons: Seasons = request.app.state.seasons
    halls: SharedHalls = request.app.state.halls
    return Around(
        request.app.state.invitation.url,
        tuple((f"/season/{one.id}", one.form.name) for one in await seasons.of(tournament_id)),
        tuple((f"/halls/{one.id}", one.form.name) for one in await halls.of(tournament_id)),
    )


async def _sent(request: Ask, tournament_id: str, sheet: BoardPage) -> Response[bytes]:
    boards: Boards = request.app.state.boards
    board = await boards.get(
        await tournament_of(request, tournament_id), sheet, language_of(request), await _around(request, tournament_id)
    )
    packs = "gzip" in request.headers.get("accept-encoding", "")
    etag = f'"{board.etag}{"-gz" if packs else ""}"'
    headers = {"etag": etag, "cache-control": "no-cache", "vary": "accept-encoding, accept-language, cookie"}
    if etag in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, headers=headers, media_type="text/html; charset=utf-8")
    if packs:
        headers["content-encoding"] = "gzip"
    return Response(board.packed if packs else board.page, headers=headers, media_type="text/html; charset=utf-8")


handlers = [public, wall]
