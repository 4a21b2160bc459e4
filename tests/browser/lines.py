"""The line between one device and the server: it can break, go silent, and come back.

A browser's own offline switch does not touch a socket that is open. This one stands between: a TCP relay a device, in
threads of its own. What a line does to bytes is what Wi-Fi does to them, and nobody on either side is told more.
"""

from __future__ import annotations

import socket
import struct
import threading
from contextlib import suppress
from typing import Literal

State = Literal["whole", "cut", "silent", "deaf"]
RESET = struct.pack("ii", 1, 0)


class Pair:
    """One connection: the device's socket and the one to the server."""

    def __init__(self, device: socket.socket, server: socket.socket) -> None:
        self.device, self.server = device, server
        self.lost = False
        """Whether bytes vanish on it for good, whatever the line does for others."""

    def break_off(self) -> None:
        for one in (self.device, self.server):
            with suppress(OSError):
                one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()


class Line:
    """A port of its own that leads to the server's."""

    def __init__(self, server_port: int) -> None:
        self._server_port = server_port
        self.state: State = "whole"
        self.swallowed = 0
        """Bytes that never arrived."""
        self._pairs: list[Pair] = []
        self._lock = threading.Lock()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Every connection breaks, and new ones break at once: both sides see it."""
        self.state = "cut"
        self._break_all()

    def lose(self) -> None:
        """Bytes vanish both ways and nobody is told: a phone that has left the Wi-Fi, or sleeps."""
        self.state = "silent"

    def deafen(self) -> None:
        """What the device says arrives, what the server says does not."""
        self.state = "deaf"

    def mend(self) -> None:
        """New connections hold. Those that have lost something stay silent for ever: nobody is told that either."""
        with self._lock:
            for pair in self._pairs:
                pair.lost = self.state != "whole"
        self.state = "whole"

    def close(self) -> None:
        self.state = "cut"
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self._break_all()

    def _break_all(self) -> None:
        with self._lock:
            pairs, self._pairs = self._pairs, []
        for pair in pairs:
            pair.break_off()

    def _accept(self) -> None:
        while True:
            try:
                device, _ = self._listening.accept()
            except OSError:
                return
            threading.Thread(target=self._connect, args=(device,), daemon=True).start()

    def _connect(self, device: socket.socket) -> None:
        if self.state == "cut":
            device.close()
            return
        try:
            server = socket.create_connection(("127.0.0.1", self._server_port), timeout=10)
        except OSError:  # it is down just now
            device.close()
            return
        server.settimeout(None)
        pair = Pair(device, server)
        with self._lock:
            self._pairs.append(pair)
        threading.Thread(target=self._pump, args=(pair, server, device, ("silent", "deaf")), daemon=True).start()
        self._pump(pair, device, server, ("silent",))

    def _pump(self, pair: Pair, source: socket.socket, target: socket.socket, swallows: tuple[State, ...]) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                if pair.lost or self.state in swallows:
                    self.swallowed += len(data)
                else:
                    target.sendall(data)
        if pair.lost or self.state in swallows:
            return  # the other side does not hear of this either
        with self._lock:
            if pair in self._pairs:
                self._pairs.remove(pair)
        pair.break_off()
