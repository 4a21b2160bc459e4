"""What every request passes on its way in and out, whatever becomes of it: our name, its origin, its measure; the
headers of the answer, and a line in the log."""

from __future__ import annotations

import re
from time import perf_counter
from typing import Any, Final

import structlog
from litestar import Litestar, Request
from litestar.datastructures import MutableScopeHeaders
from litestar.exceptions import TooManyRequestsException
from litestar.routes import HTTPRoute
from litestar.types import Message, Receive, Send

from tantera.web.access.measure import Rate, Turns, address_of
from tantera.web.config import Config
from tantera.web.health.meters import Meters
from tantera.web.problems import ForeignOrigin, NotAHost, NotOurName, on_http_exception, on_problem
from tantera.web.security import answers_to, headers_for, host_of, is_a_host, is_own_origin
from tantera.words import Problem

_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_UNMEASURED: Final = re.compile(r"/static/.*|/healthz|/ready")
"""What a page loads by the dozen, and what a monitor asks for."""
_HALL_PAGES: Final = re.compile(r"/e/[^/]+(/wall)?")
"""What a thousand phones ask for at once, perhaps all from the address of one router: rendered once and kept."""
_HALL_NEWS: Final = re.compile(r"/api/events/[^/]+/news")
"""And what they wait for."""

log = structlog.get_logger()


def _looks_at(scope: Any, *pages: re.Pattern[str]) -> bool:
    looks = scope["type"] == "http" and scope["method"] in _SAFE
    return looks and any(page.fullmatch(scope["path"]) for page in pages)


class Application(Litestar):
    """The application, with its gate. It stands outside of the routes: what no route was found for passes it too."""

    def __init__(self, config: Config, meters: Meters, **more: Any) -> None:
        super().__init__(**more)
        self._settings, self._meters = config, meters
        self._requests = Rate(config.limits.requests_a_minute)
        self._sockets = Rate(2 * config.limits.sockets_an_address)
        self._turns = Turns()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await super().__call__(scope, receive, send)
            return
        begun = perf_counter()
        status = 0
        waits = _looks_at(scope, _HALL_PAGES)
        has_turn = False
        headers = headers_for(host_of(scope), self._settings.secure)

        async def sent(message: Message) -> None:
            nonlocal status, has_turn
            if message["type"] == "http.response.start":
                status = message["status"]
                if has_turn:  # what is left is to be read, and who does not read holds nobody up
                    has_turn = False
                    self._turns.give_back(address)
                answer: Any = MutableScopeHeaders.from_message(message)
                for name, value in headers.items():
                    answer[name] = value
                if "cache-control" not in answer:
                    answer["cache-control"] = "no-store"
                if "allow" in answer:
                    answer["allow"] = self._allowed(scope, answer["allow"])
            elif message["type"] == "websocket.accept":
                status = 101
            elif message["type"] == "websocket.close":
                status = message["code"] if status else 403
            await send(message)

        address = address_of(scope)
        if waits:
            await self._turns.take(address)
            has_turn = True
        try:
            await self._pass(scope, receive, sent)
        finally:
            if has_turn:
                self._turns.give_back(address)
            self._note(scope, status, perf_counter() - begun)

    async def _pass(self, scope: Any, receive: Receive, send: Send) -> None:
        refused = self._refused(scope)
        if refused is None:
            await super().__call__(scope, receive, send)
            return
        if scope["type"] != "http":
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": ""})
            return
        scope["app"] = scope["litestar_app"] = self
        scope.setdefault("state", {})
        request: Request[Any, Any, Any] = Request(scope, receive, send)
        answer = on_problem(request, refused) if isinstance(refused, Problem) else on_http_exception(request, refused)
        await answer.to_asgi_response(app=None, request=request)(scope, receive, send)

    def _allowed(self, scope: Any, found: str) -> str:
        """What may be done at an address: Litestar tells of the first of several handlers only."""
        template = scope.get("path_template")
        routes = [route for route in self.routes if isinstance(route, HTTPRoute) and route.path_format == template]
        return ", ".join(sorted({str(method) for route in routes for method in route.methods})) or found

    def _refused(self, scope: Any) -> Problem | TooManyRequestsException | None:
        host = host_of(scope)
        if not is_a_host(host):
            # Whatever looks at it again on the way to the answer would fail on it.
            scope["headers"] = [one for one in scope["headers"] if one[0] != b"host"]
            return NotAHost()
        if not answers_to(host, self._settings):
            return NotOurName(host)
        if not (scope["type"] == "http" and scope["method"] in _SAFE) and not is_own_origin(scope, self._settings):
            return ForeignOrigin()
        measure = self._requests if scope["type"] == "http" else self._sockets  # a hall comes back in ten seconds
        if not _looks_at(scope, _UNMEASURED, _HALL_PAGES, _HALL_NEWS) and (wait := measure.take(address_of(scope))):
            return TooManyRequestsException(headers={"retry-after": str(int(wait) + 1)})
        return None

    def _note(self, scope: Any, status: int, seconds: float) -> None:
        """One line: what was asked for by the name of its route, never its address, its body or who asked."""
        method = scope.get("method", "SOCKET")
        route = scope.get("path_template") or "-"
        if scope["type"] == "http":
            self._meters.requests[str(status or 500)] += 1
        if structlog.is_configured():  # whoever runs the server has said where lines go
            log.info("request", method=method, route=route, status=status or 500, ms=round(seconds * 1000, 1))
