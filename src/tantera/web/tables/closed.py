"""The address of a table that is closed: it leads to the replay of its match, or says what became of it."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from litestar import Response
from litestar.response import Redirect
from msgspec import Struct

from tantera.tables import read_event
from tantera.tables.events import ClosedBy, TableClosed
from tantera.tables.past import PastMatch, past_matches
from tantera.web.access.visitors import Ask, Visitor
from tantera.web.pages.languages import language_of
from tantera.web.pages.rendering import page
from tantera.web.pages.times import moment
from tantera.web.problems import NotFound
from tantera.web.tables.hub import Hub
from tantera.web.tables.live import stream_of
from tantera.words import Phrase, translate

BECAUSE: Final[dict[ClosedBy, Phrase]] = {
    "idle": Phrase("The table was closed: nobody had been here for long."),
    "left": Phrase("The table was closed: everybody has left."),
    "host": Phrase("The host has closed the table."),
    "director": Phrase("The organisers have closed the table."),
    "room": Phrase("The table was closed: another one was opened in its place."),
}
"""Why, to who comes afterwards."""


class MatchHere(Struct, frozen=True):
    """A match of a closed table, as whoever may see it is told of it."""

    sides: str
    score: str
    replay: str | None
    """Where it is looked back at; nowhere where it was never finished."""


async def what_became(request: Ask, table_id: str) -> Response[Any]:
    """For somebody who comes to a table that is no longer open; `NotFound` where there never was one."""
    hub: Hub = request.app.state.hub
    if (place := hub.places.get(table_id)) is not None:
        return Redirect(place.address, status_code=303)
    stored = await hub.store.read(stream_of(table_id))
    if not stored or not isinstance(last := read_event(stored[-1].event), TableClosed):
        raise NotFound
    books, visitor = hub.books_of(stored), request.user
    played = await asyncio.to_thread(lambda: [*past_matches((read_event(one.event) for one in stored), books)])
    seen = _seen(played, visitor)
    if len(seen) == len(played) == 1 and seen[0].over:
        return Redirect(_replay(table_id, seen[0]), status_code=303)
    lang = language_of(request)
    return page(
        request,
        "closed.html",
        status=410,
        why=BECAUSE[last.why].told(lang),
        closed_at=moment(last.at, lang),
        matches=[_told(table_id, past, "" if visitor is None else visitor.person, lang) for past in seen],
    )


def _seen(played: list[PastMatch], visitor: Visitor | None) -> list[PastMatch]:
    return [past for past in played if past.may_be_seen_by(None if visitor is None else visitor.person)]


def _replay(table_id: str, past: PastMatch) -> str:
    return f"/replays/{table_id}/{past.number}"


def _told(table_id: str, past: PastMatch, person: str, lang: str) -> MatchHere:
    """To one of those who played: they are *you*."""
    match = past.ledger.match
    mine = match.players.index(person) + 1 if person in match.players else 0
    names = {seat: name if seat != mine else translate(lang, "you") for seat, name in enumerate(match.names, start=1)}
    sides = [" + ".join(names[seat] for seat in side) for side in match.sides]
    score = "–".join(map(str, match.score))
    return MatchHere(" · ".join(sides), score, _replay(table_id, past) if past.over else None)
