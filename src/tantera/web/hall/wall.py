"""The wall and the public page of a tournament: rendered once for each version and language, then only sent."""

from __future__ import annotations

import asyncio
import gzip
from collections import OrderedDict
from hashlib import sha256
from time import monotonic
from typing import Any, Final, Literal

from jinja2 import Environment
from litestar import Response, get
from litestar.params import FromPath
from msgspec import Struct

from tantera.tournament.hall.state import HallState, is_to_begin
from tantera.tournament.presentation import Presentation
from tantera.web.access.visitors import Ask
from tantera.web.hall.wall_pages import WallContent, shown
from tantera.web.network.codes import picture
from tantera.web.pages.languages import language_of
from tantera.web.tournaments.clock_view import PHASES, clock_told
from tantera.web.tournaments.folder import tournament_of
from tantera.web.tournaments.live import LiveTournament
from tantera.web.tournaments.offices import place_to_type
from tantera.words import translate

BoardPage = Literal["hall/wall.html", "hall/public.html"]

FRESH: Final = 2.0
"""Seconds for which a sheet is good though a result came in meanwhile: a hall that reports at once costs two renderings
a second at most. A new round, or the clock, is on it at once."""
SHARE: Final = 60
"""So many times as long as it took to make is a sheet good at least: a large hall has a core left for its slips, and
few of them come while one is made and have to wait for Python's lock."""
_MOST_KEPT: Final = 60


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

    async def get(self, tournament: LiveTournament, sheet: BoardPage, lang: str, url: str) -> WallSheet:
        """`url` is how phones reach this server: the wall shows it."""
        key = tournament.id, sheet, lang
        board = self._good(key, tournament, url)
        if board is not None:
            return board
        async with self._making.setdefault(key, asyncio.Lock()):
            board = self._good(key, tournament, url)  # whoever came first has made it
            if board is None:
                board = await asyncio.to_thread(self._made, tournament, sheet, lang, url)
                self._kept[key] = board
                self._kept.move_to_end(key)
                while len(self._kept) > _MOST_KEPT:
                    self._kept.popitem(last=False)
        return board

    def _good(self, key: tuple[str, str, str], tournament: LiveTournament, url: str) -> WallSheet | None:
        board = self._kept.get(key)
        if board is None or board.urgent[0] != url:
            return None
        if board.version == str(tournament.version):
            return board
        fresh = board.urgent == _urgent(tournament, url) and monotonic() - board.made < max(FRESH, SHARE * board.took)
        return board if fresh else None

    def _made(self, tournament: LiveTournament, sheet: BoardPage, lang: str, url: str) -> WallSheet:
        begun = monotonic()
        presentation, hall, version, urgent = (
            tournament.presentation,
            tournament.hall,
            str(tournament.version),
            _urgent(tournament, url),
        )
        state = presentation.state
        text = self._templates.get_template(sheet).render(
            lang=lang,
            t=lambda message, **facts: translate(lang, message, **facts),
            visitor=None,
            here=f"/e/{tournament.id}" + ("/wall" if sheet == "hall/wall.html" else ""),
            tournament_id=tournament.id,
            book=state.book,
            version=version,
            shown=self._shown(tournament.id, presentation, hall, lang),
            clock=clock_told(state, hall),
            warn=max(state.options.warn_minutes, default=0),
            phases=PHASES,
            announcement=hall.announcement,
            address=place_to_type(url, tournament.id),
            qr=picture(f"{url}/e/{tournament.id}", translate(lang, "QR code of this page")),
        )
        self.rendered += 1
        data = text.encode()
        packed = gzip.compress(data, 6, mtime=0)
        now = monotonic()
        return WallSheet(version, urgent, now, now - begun, data, packed, sha256(data).hexdigest()[:20])

    def _shown(self, event: str, presentation: Presentation, hall: HallState, lang: str) -> WallContent:
        """What both sheets are made of."""
        state = presentation.state
        to_begin = state.open is not None and is_to_begin(state, hall, state.open)
        known = self._seen.get((event, lang))
        if known is None or known[0] is not presentation or known[1] != to_begin:
            known = self._seen[event, lang] = presentation, to_begin, shown(presentation, lang, to_begin=to_begin)
        return known[2]


def _urgent(tournament: LiveTournament, url: str) -> tuple[Any, ...]:
    state, hall = tournament.state, tournament.hall
    rounds = tuple(round.stage for round in state.published)
    return url, rounds, hall.clock, hall.announcement, state.committed, state.lot_drawn, state.closed


@get("/e/{tournament_id:str}", include_in_schema=False)
async def public(request: Ask, tournament_id: FromPath[str]) -> Response[bytes]:
    """For everybody's phone: where do I sit, how does it stand, how long still."""
    return await _sent(request, tournament_id, "hall/public.html")


@get("/e/{tournament_id:str}/wall", include_in_schema=False)
async def wall(request: Ask, tournament_id: FromPath[str]) -> Response[bytes]:
    """For the projector."""
    return await _sent(request, tournament_id, "hall/wall.html")


async def _sent(request: Ask, tournament_id: str, sheet: BoardPage) -> Response[bytes]:
    boards: Boards = request.app.state.boards
    board = await boards.get(
        await tournament_of(request, tournament_id), sheet, language_of(request), request.app.state.invitation.url
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
