"""Whoever goes leaves nothing for the garbage collector, whose walk over everything everybody would wait for."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tantera.web.connections import Bounded
from tests.web import plain
from tests.web.serving import PATIENCE, Guest, Running, serving


@pytest.fixture
def no_collector() -> Iterator[None]:
    gc.disable()
    yield
    gc.enable()


async def until_gone(left: list[Any]) -> None:
    """By themselves: nobody collects anything."""
    async with asyncio.timeout(PATIENCE):
        while any(one() is not None for one in left):
            await asyncio.sleep(0.05)


@pytest.mark.usefixtures("no_collector")
@pytest.mark.parametrize("how", ["a good-bye", "a line that breaks"])
def test_a_socket_that_closes_is_gone_at_once(tmp_path: Path, how: str):
    async def story(server: Running) -> None:
        ana = Guest(server.url, "Ana")
        player = await ana.at(ana.opens("clasico")).join()
        (socket,) = server.app.state.crowd.sockets
        left = [weakref.ref(one) for one in (socket, socket._wire, socket._wire.conn)]
        del socket
        if how == "a good-bye":
            await player.leave()
        else:
            assert player._socket is not None
            player._socket.transport.abort()
        await until_gone(left)

    with serving(tmp_path / "data") as server:
        asyncio.run(story(server))


@pytest.mark.usefixtures("no_collector")
def test_a_connection_is_gone_when_it_was_a_page_or_became_a_socket(tmp_path: Path):
    async def story(server: Running) -> None:
        ana = Guest(server.url, "Ana")
        opened = ana.opens("clasico")
        assert (await asyncio.to_thread(plain.get, server.url)).status_code == 200
        async with ana.at(opened):
            await until_gone([weakref.ref(one) for one in gc.get_objects() if type(one).__base__ is Bounded])

    with serving(tmp_path / "data") as server:
        asyncio.run(story(server))


@pytest.mark.usefixtures("no_collector")
def test_a_table_that_goes_to_rest_is_gone_from_the_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    for name, seconds in {"hub.REST": 0.3, "hub.SWEEP": 0.1, "live._RELOAD": 0.1, "live._WAKING": 0.3}.items():
        monkeypatch.setattr(f"tantera.web.tables.{name}", seconds)

    async def story(server: Running) -> None:
        ana = Guest(server.url, "Ana")
        opened = ana.opens("clasico", bots="all", settings={"times": {"entropy": 0}})
        async with ana.at(opened) as player:
            await player.play(lambda: len(player.shown.get("moves", [])) > 4)
        await until_gone([weakref.ref(server.app.state.hub.tables[opened["table"]])])

    with serving(tmp_path / "data") as server:
        asyncio.run(story(server))
