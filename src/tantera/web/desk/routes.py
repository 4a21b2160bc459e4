"""Everything that is served of events."""

from __future__ import annotations

from litestar.types import ControllerRouterHandler

from tantera.web.desk import api, coming, opening

handlers: list[ControllerRouterHandler] = [*opening.handlers, *coming.handlers, *api.handlers]
