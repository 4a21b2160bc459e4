"""Everything that is served of events."""

from __future__ import annotations

from litestar.types import ControllerRouterHandler

from tantera.web.desk import apart, api, cards, coming, entries, opening, pasting

handlers: list[ControllerRouterHandler] = [
    *opening.handlers,
    *coming.handlers,
    *api.handlers,
    *entries.handlers,
    *pasting.handlers,
    *apart.handlers,
    *cards.handlers,
]
