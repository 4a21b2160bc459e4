"""Everything that is served of events."""

from __future__ import annotations

from litestar.types import ControllerRouterHandler

from tantera.web.desk import (
    acts,
    apart,
    api,
    at_table,
    by_code,
    cards,
    coming,
    drawing,
    entries,
    hall_clock,
    judges,
    me,
    online_pages,
    opening,
    papers,
    pasting,
    photos,
    repairs,
    standings,
    table,
    tables,
    wall,
)

handlers: list[ControllerRouterHandler] = [
    *opening.handlers,
    *coming.handlers,
    *by_code.handlers,
    *api.handlers,
    *entries.handlers,
    *pasting.handlers,
    *apart.handlers,
    *cards.handlers,
    *tables.handlers,
    *table.handlers,
    *online_pages.handlers,
    *repairs.handlers,
    *standings.handlers,
    *acts.handlers,
    *papers.handlers,
    *drawing.handlers,
    *hall_clock.handlers,
    *wall.handlers,
    *at_table.handlers,
    *photos.handlers,
    *me.handlers,
    *judges.handlers,
]
