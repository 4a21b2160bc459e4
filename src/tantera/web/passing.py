"""A socket of a table is passed, as an open file, to the process of this machine that keeps the table: there a move is
folded and told once, and not again in every process that has somebody at it. Whoever cannot be passed on follows from
where they are: slower, never wrong."""

from __future__ import annotations

import asyncio
import os
import re
import socket
import tempfile
from array import array
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Final

_TABLE: Final = re.compile(rb"/tables/([A-Za-z0-9]{1,40})/socket(?:\?|$)")
_LONGEST: Final = 64 * 1024
"""Bytes of a request that is passed on."""

Take = Callable[[socket.socket, bytes], None]
"""Given a connection, and what was read of it."""


def table_of(url: bytes) -> str | None:
    """Which table a socket is for.

    >>> table_of(b"/tables/7f3a/socket?lang=es"), table_of(b"/tables/7f3a")
    ('7f3a', None)
    """
    found = _TABLE.match(url)
    return None if found is None else found[1].decode()


class Passing:
    """Where the processes of one user and one database, on one machine, hand each other sockets."""

    def __init__(self, database: str, process: str) -> None:
        name = sha256(database.encode()).hexdigest()[:12]
        self._folder = Path(tempfile.gettempdir()) / f"tantera-{os.getuid()}-{name}"
        self._process = process
        self._socket: socket.socket | None = None

    def begin(self, take: Take) -> None:
        """Take what others pass on."""
        self._folder.mkdir(mode=0o700, exist_ok=True)
        found = self._folder.lstat()
        if found.st_uid != os.getuid() or found.st_mode & 0o077:
            return  # somebody else's: nobody's socket goes there
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        self._socket.bind(str(self._folder / self._process))
        asyncio.get_running_loop().add_reader(self._socket.fileno(), self._receive, take)

    def give(self, process: str, connection: socket.socket, request: bytes) -> bool:
        """Pass a connection to another process; False where it is on another machine, or does not take it."""
        if self._socket is None or len(request) > _LONGEST:
            return False
        files = socket.SOL_SOCKET, socket.SCM_RIGHTS, array("i", [connection.fileno()])
        try:  # `socket.send_fds` forgets where to send it
            self._socket.sendmsg([request], [files], 0, str(self._folder / process))
        except OSError:
            return False
        return True

    def dead(self) -> list[str]:
        """Processes that were killed, and left their place behind; each is told once."""
        names = []
        for place in self._folder.iterdir() if self._socket is not None else ():
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as probe:
                try:
                    probe.connect(str(place))
                except ConnectionRefusedError:
                    place.unlink(missing_ok=True)
                    names.append(place.name)
                except OSError:  # it left in good order just now
                    pass
        return names

    def end(self) -> None:
        if self._socket is not None:
            asyncio.get_running_loop().remove_reader(self._socket.fileno())
            with suppress(OSError):
                (self._folder / self._process).unlink()  # first: whoever finds it must not find it dead
            self._socket.close()
            self._socket = None

    def _receive(self, take: Take) -> None:
        assert self._socket is not None
        with suppress(BlockingIOError):
            request, files, _, _ = socket.recv_fds(self._socket, _LONGEST, 1)
            for file in files:
                take(socket.socket(fileno=file), request)
