"""Processes of one machine hand each other sockets, and see who was killed."""

from __future__ import annotations

import asyncio
import socket
from contextlib import ExitStack

from tantera.web.passing import Passing


def nothing(connection: socket.socket, request: bytes) -> None:
    """Nobody passes anything."""


def test_who_was_killed_is_seen_once_and_who_left_in_good_order_never():
    async def story() -> None:
        one, leaves, killed = (Passing("a database of its own", name) for name in ("one", "leaves", "killed"))
        with ExitStack() as afterwards:
            for each in (one, leaves, killed):
                each.begin(nothing)
                afterwards.callback(each.end)
            assert one.dead() == []
            leaves.end()
            assert one.dead() == []
            assert killed._socket is not None
            asyncio.get_running_loop().remove_reader(killed._socket.fileno())
            killed._socket.close()  # as the system does when it ends a process
            killed._socket = None
            assert one.dead() == ["killed"]
            assert one.dead() == []

    asyncio.run(story())
