"""Everything that is served of events."""

from __future__ import annotations

from litestar.types import ControllerRouterHandler

from tantera.web.desk import acts, api, coming, opening, papers, repairs, standings, table, tables

handlers: list[ControllerRouterHandler] = [
    *opening.handlers,
    *coming.handlers,
    *tables.handlers,
    *table.handlers,
    *repairs.handlers,
    *standings.handlers,
    *acts.handlers,
    *papers.handlers,
    *api.handlers,
]
