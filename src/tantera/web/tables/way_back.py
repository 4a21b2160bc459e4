"""The way back from a page that is read beside a table: to the table, or to where somebody came from."""

from __future__ import annotations

import re
from typing import Final, Literal
from urllib.parse import urlsplit

from msgspec import Struct

from tantera.web.access.visitors import Ask, Visitor
from tantera.web.tables.hub import Hub
from tantera.words import Phrase

_TABLE: Final = re.compile(r"/tables/([a-z0-9]{4,40})")
_LESSON: Final = re.compile(r"/learn(/[a-z0-9-]{1,40}/\d{1,3})?")
_PUZZLE: Final = re.compile(r"/puzzles(/\d{1,6}-\d{1,3})?")


class WayBack(Struct, frozen=True):
    to: Literal["table", "lesson", "home"]
    address: str
    words: Phrase


def way_back(request: Ask) -> WayBack | None:
    """To the table or the lesson where this page was opened; else to the visitor's match that is going on. None for
    somebody who came from elsewhere: their browser knows."""
    hub: Hub = request.app.state.hub
    came = _came_from(request)
    table, visitor = _TABLE.fullmatch(came), request.user
    if table is not None and table[1] in hub.directory.open:
        return _to_table(table[1])
    if _LESSON.fullmatch(came):
        return WayBack("lesson", came, Phrase("Back to the lesson"))
    if _PUZZLE.fullmatch(came):
        return WayBack("lesson", came, Phrase("Back to the puzzle"))
    if (playing := None if visitor is None else _playing(hub, visitor)) is not None:
        return _to_table(playing)
    return WayBack("home", "/", Phrase("Home")) if came == "/" else None


def _to_table(table: str) -> WayBack:
    return WayBack("table", f"/tables/{table}", Phrase("Back to the table"))


def _playing(hub: Hub, visitor: Visitor) -> str | None:
    """The newest table with a match on that they have come to. No table is woken for it."""
    for table in reversed(hub.directory.tables_of(visitor.person)):
        awake = hub.tables.get(table)
        if awake.state.in_play is not None if awake is not None else hub.directory.shown[table].playing:
            return table
    return None


def _came_from(request: Ask) -> str:
    """The page of ours that led here; nothing where it was none."""
    try:
        came = urlsplit(request.headers.get("referer", "")[:500])
    except ValueError:
        return ""
    return came.path if came.netloc == request.headers.get("host", "") else ""
