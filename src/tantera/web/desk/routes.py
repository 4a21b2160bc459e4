"""Everything that is served of events."""

from __future__ import annotations

from litestar.types import ControllerRouterHandler

from tantera.web.desk import api, coming, drawing, hall_clock, opening, wall

handlers: list[ControllerRouterHandler] = [
    *opening.handlers, *coming.handlers, *drawing.handlers, *hall_clock.handlers, *wall.handlers, *api.handlers,
]  # fmt: skip
