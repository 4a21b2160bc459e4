"""Everything that is served of events."""

from __future__ import annotations

from litestar.types import ControllerRouterHandler

from tantera.web.desk import (
    acts,
    apart,
    cards,
    drawing,
    entries,
    hall_clock,
    opening,
    papers,
    pasting,
    repairs,
    standings,
    table,
    tables,
)
from tantera.web.hall import at_table, by_code, coming, judges, me, online_pages, photos, wall
from tantera.web.tournaments import api

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
