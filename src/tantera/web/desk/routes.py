"""Everything that is served of events."""

from __future__ import annotations

from litestar.types import ControllerRouterHandler

from tantera.web.desk import (
    acts,
    api,
    at_table,
    coming,
    judges,
    me,
    opening,
    papers,
    photos,
    repairs,
    standings,
    table,
    tables,
)

handlers: list[ControllerRouterHandler] = [
    *opening.handlers,
    *coming.handlers,
    *tables.handlers,
    *table.handlers,
    *repairs.handlers,
    *standings.handlers,
    *acts.handlers,
    *papers.handlers,
    *at_table.handlers,
    *photos.handlers,
    *me.handlers,
    *judges.handlers,
    *api.handlers,
]
