"""The application: what is served where, and what stands around every request."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from hashlib import sha256
from typing import Any

from litestar import Litestar
from litestar.config.csrf import CSRFConfig
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.middleware import DefineMiddleware
from litestar.middleware.rate_limit import RateLimitConfig
from litestar.openapi import OpenAPIConfig
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.template import TemplateConfig

import tantera
from tantera.store import Store, Unwritable
from tantera.web.access import me
from tantera.web.access.secret import server_secret
from tantera.web.access.visitors import Sessions, WhoIsIt
from tantera.web.config import Config
from tantera.web.pages.languages import choose_language
from tantera.web.pages.rendering import environment
from tantera.web.pages.static_files import static_file
from tantera.web.problems import on_anything, on_http_exception, on_problem
from tantera.web.reader import api as reader_api
from tantera.web.reader import pages as reader_pages
from tantera.web.reader.shelf import Shelf
from tantera.web.security import SecurityHeaders
from tantera.web.tables import api, frames, home, opening_page
from tantera.web.tables import pages as table_pages
from tantera.web.tables.guesses import Guesses
from tantera.web.tables.hub import Hub
from tantera.web.tables.socket import table_socket
from tantera.words import Problem, translate


async def create_app(config: Config, store: Store) -> Litestar:
    """The application around a store that is open. Whoever opened the store closes it."""
    secret, first_run = await server_secret(store)
    shelf = Shelf()
    hub = Hub(store, secret, shelf.find, config)
    limit = RateLimitConfig(("minute", config.limits.requests_a_minute), exclude=["^/static/", "^/healthz"])
    return Litestar(
        route_handlers=[
            *home.handlers,
            *opening_page.handlers,
            *table_pages.handlers,
            *api.handlers,
            *me.handlers,
            *reader_pages.handlers,
            *reader_api.handlers,
            table_socket,
            choose_language,
            static_file,
        ],
        state=State(
            {
                "hub": hub,
                "shelf": shelf,
                "sessions": Sessions(store),
                "guesses": Guesses(config.limits.guesses_a_minute),
                "config": config,
                "first_run": first_run,
            }
        ),
        lifespan=[_living(hub)],
        middleware=[SecurityHeaders(), limit.middleware, DefineMiddleware(WhoIsIt, exclude=["^/static/"])],
        csrf_config=CSRFConfig(
            sha256(b"csrf" + secret).hexdigest(),
            cookie_name="csrf",
            cookie_secure=config.secure,
            cookie_httponly=True,
            exclude_from_csrf_key="by_token",
        ),
        template_config=TemplateConfig(instance=JinjaTemplateEngine(engine_instance=environment())),
        exception_handlers={Problem: on_problem, HTTPException: on_http_exception, Exception: on_anything},
        openapi_config=OpenAPIConfig(
            "Tantera",
            tantera.__version__,
            description="Everything that the pages do. docs/protocol.md tells the socket of a table.",
            path="/api/schema",
            use_handler_docstrings=True,
        ),
        request_max_body_size=config.limits.body,
        logging_config=None,
    )


def _living(hub: Hub) -> Callable[[Litestar], Any]:
    @asynccontextmanager
    async def living(app: Litestar) -> AsyncIterator[None]:
        await hub.start()
        watching = asyncio.create_task(_watch_the_disk(hub))
        try:
            yield
        finally:
            watching.cancel()
            await hub.stop(_stopping)

    return living


def _stopping(lang: str) -> bytes:
    text = translate(lang, "the server is stopping for a moment; your table is kept")
    return frames.encode(type="stopping", text=text)


async def _watch_the_disk(hub: Hub) -> None:
    """Everybody is told when nothing can be saved, and when it can be again."""
    could = True
    while True:
        await asyncio.sleep(1)
        state = hub.store.state
        can = not isinstance(state, Unwritable)
        if can != could:
            could = can
            for table in hub.tables.values():
                for listener in table.listeners:
                    text = "" if not isinstance(state, Unwritable) else state.reason.told(listener.lang)
                    listener.push(frames.encode(type="saved" if can else "unsaved", text=text))
