"""Matches for tests of replays: played on a real server, or written into its store as a table's stream."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tantera.play.log import write_event
from tantera.store import open_store
from tests.tables.rooms import Room
from tests.web.serving import PATIENCE, Guest, Player

QUICK = {"entropy": 0, "wish": 0, "count": 1000, "seat": 1000, "between": 0, "signature": 1000}
"""Nobody is waited for longer than a test likes."""


def played(url: str, book: str = "san-juan", limit: str = "30p", **opening: Any) -> tuple[Guest, dict[str, str]]:
    """Somebody plays a match with bots to its end; the server has it in its list, which comes a moment later."""
    host, opened = _with_bots(url, book, limit, lambda ana: bool(ana.shown.get("phase") == "ended"), opening)
    until = time.monotonic() + PATIENCE
    while not host.asks("GET", "/api/matches").json():
        assert time.monotonic() < until, "the match is not in the list"
        time.sleep(0.02)
    return host, opened


def begun(url: str, book: str = "san-juan", hands: int = 0, **opening: Any) -> tuple[Guest, dict[str, str]]:
    """Somebody plays with bots, and goes away when so many hands are over and one is being played."""

    def enough(ana: Player) -> bool:
        shown = ana.shown
        return bool(shown.get("phase") == "playing" and shown["hands"] >= hands and len(shown["chain"]) > 3)

    return _with_bots(url, book, "9999p", enough, opening)


def _with_bots(
    url: str, book: str, limit: str, enough: Callable[[Player], bool], opening: dict[str, Any]
) -> tuple[Guest, dict[str, str]]:
    host = Guest(url, opening.pop("name", "Ana"))
    added = opening.pop("entropy", "")
    settings = {"times": QUICK | ({"entropy": 5000} if added else {})} | opening.pop("settings", {})
    opened = host.opens(book, limit=limit, bots="all", settings=settings, **opening)

    async def match() -> None:
        async with host.at(opened) as ana:
            hands = -1
            while not enough(ana):
                if added and ana.shown.get("phase") == "dealing" and ana.shown["hands"] != hands:
                    hands = ana.shown["hands"]
                    await ana.order({"order": "add_entropy", "text": added})
                await ana.play(lambda: enough(ana) or (bool(added) and ana.shown.get("phase") == "dealing"))
                await asyncio.sleep(0)

    asyncio.run(match())
    return host, opened


def write_stream(data: Path, table: str, room: Room) -> None:
    """Put the stream of a table into the store of a server that does not run."""

    async def write() -> None:
        store = open_store(data)
        try:
            await store.append(f"table/{table}", 0, [write_event(event) for event in room.events])
        finally:
            await store.close()

    asyncio.run(write())
