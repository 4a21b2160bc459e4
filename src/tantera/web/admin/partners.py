"""Do partners play as if they knew each other's tiles? For the administrator, from all matches of a span of time: how
sure that is, never a verdict. Nobody else learns that it was asked."""

from __future__ import annotations

import asyncio
import time
from typing import Annotated, Any, Final

from litestar import get
from litestar.params import FromPath, FromQuery, QueryParameter
from litestar.response import Template

from tantera.web.access.measure import WaitingLine, address_of
from tantera.web.access.visitors import Ask
from tantera.web.clock import now
from tantera.web.pages.languages import language_of
from tantera.web.pages.rendering import page
from tantera.web.replays.partners import MOST, Partners, is_of_pairs, partners_shown
from tantera.web.tables.directory import MatchPlayed
from tantera.web.tables.hub import Hub
from tantera.words.alike import ERASED

SPANS: Final = {"30": 30, "90": 90, "365": 365, "all": 0}
"""Days that may be looked at; 0: all there are."""
_USUAL: Final = "30"
PATIENCE: Final = 20.0
"""Seconds that an answer about news may wait."""
_DAY: Final = 86_400_000
_LOOKS_EVERY: Final = 2.0


@get("/admin/partners", include_in_schema=False)
async def partners(request: Ask, span: FromQuery[str] = _USUAL) -> Template:
    hub: Hub = request.app.state.hub
    reading: Partners = request.app.state.partners
    chosen = span if span in SPANS else _USUAL
    matches = _matches(hub, chosen)
    whose = {(match.table, match.number): _people(match) for match in matches}
    called = {
        person: name for match in matches for person, name in zip(_people(match), match.names, strict=True) if person
    }
    readings = await reading.of(matches)
    pairs = await reading.pairs(readings, whose)
    shown = partners_shown(readings, pairs, called, hub.books, language_of(request))
    return page(
        request, "admin/partners.html", shown=shown, spans=SPANS, chosen=chosen, most=MOST, cut=len(matches) > MOST
    )


@get("/admin/partners/{span:str}/news", include_in_schema=False)
async def partners_news(
    request: Ask,
    span: FromPath[str],
    since: FromQuery[str] = "",
    patience: Annotated[float, QueryParameter(ge=0, le=PATIENCE)] = PATIENCE,
) -> dict[str, Any]:
    """Answers when more has been read than `since`, or after a while (long polling)."""
    reading: Partners = request.app.state.partners
    waiting: WaitingLine = request.app.state.waiting
    matches = _matches(request.app.state.hub, span)
    until = time.monotonic() + patience
    with waiting.one(address_of(request.scope)):
        while (readings := await reading.of(matches)).version == since and readings.waiting:
            if time.monotonic() >= until:
                break
            await asyncio.sleep(_LOOKS_EVERY)
    return {"version": readings.version, "now": now()}


def _matches(hub: Hub, span: str) -> list[MatchPlayed]:
    """Those in which two people were partners, as far as it is known who they were."""
    days = SPANS.get(span, SPANS[_USUAL])
    since = now() - days * _DAY if days else 0
    ended = (match for match in hub.directory.played.values() if match.at >= since and is_of_pairs(match))
    return [
        match for match in ended if any(all(map(_people(match).__getitem__, _places(side))) for side in match.sides)
    ]


def _places(side: tuple[int, ...]) -> list[int]:
    return [seat - 1 for seat in side]


def _people(match: MatchPlayed) -> tuple[str, ...]:
    """Who sat where; nobody where a bot did, or somebody who has been erased."""
    players = match.players or ("",) * len(match.names)
    return tuple("" if name == ERASED else player for player, name in zip(players, match.names, strict=True))


handlers = [partners, partners_news]
