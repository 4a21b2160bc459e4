"""Running the server: the store, the application, uvicorn; and what the terminal says meanwhile."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

import structlog
import uvicorn

from tantera.store import open_store
from tantera.web.app import create_app
from tantera.web.config import Config


def serve(config: Config, ready: Callable[[Any], None]) -> None:
    """Serve until somebody stops it. `ready` is told the application once it listens."""
    log_as_lines()
    asyncio.run(_serve(config, ready))


async def _serve(config: Config, ready: Callable[[Any], None]) -> None:
    store = open_store(config.data)
    try:
        app = await create_app(config, store)
        server = Server(
            uvicorn.Config(
                app,
                host=config.host,
                port=config.port,
                loop="none",
                http="httptools",
                ws="websockets-sansio",
                ws_max_size=config.limits.frame * 4,
                ws_per_message_deflate=False,
                ws_ping_interval=60,
                ws_ping_timeout=60,
                access_log=False,
                log_config=None,
                server_header=False,
                date_header=False,
                timeout_graceful_shutdown=5,
            ),
            lambda: ready(app),
        )
        await server.serve()
    finally:
        await store.close()


class Server(uvicorn.Server):
    """A server that says when it listens."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[Any] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()


def log_as_lines() -> None:
    """One JSON line an event: never a body, never a tile."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(),
        cache_logger_on_first_use=True,
    )
