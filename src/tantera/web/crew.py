"""Several processes behind one port: started, started again when one dies, and replaced one by one by a newer Tantera.

Each is ``tantera serve`` of its own and takes connections from the same socket. Whatever they share is in the database
(`tantera.store.company`); the one that starts them serves nobody.
"""

from __future__ import annotations

import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import Final, NamedTuple

import structlog

CHILD: Final = "TANTERA_CHILD"
"""Tells a process which socket to listen on and where to say that it is ready, two numbers of open files; and whether
it is the one that greets."""
_READY: Final = 120.0
"""Seconds in which a process is ready, or will never be."""
_LEAVING: Final = 20.0
"""Seconds for a process to leave its tables to the others."""
_LOOK: Final = 0.2
_QUICK: Final = 5.0
"""Seconds: a process that lives no longer has a fault that starting it again at once will not cure."""

CALM: Final = 2.0
"""Seconds that a dead one's place stays empty: the others take its tables first, and a start would take the processor
from them."""

log = structlog.get_logger()


class Child:
    """A process that serves."""

    def __init__(self, command: Sequence[str], listening: socket.socket, greets: bool) -> None:
        hears, says = os.pipe()
        env = os.environ | {CHILD: f"{listening.fileno()} {says} {int(greets)}"}
        self.begun, self.is_ready, self._hears = time.monotonic(), False, hears
        self._process = subprocess.Popen(command, env=env, pass_fds=(listening.fileno(), says))
        os.close(says)

    def look(self) -> bool:
        """Whether it lives; and take note of it when it is ready."""
        if not self.is_ready and select.select([self._hears], [], [], 0)[0]:
            self.is_ready = bool(os.read(self._hears, 1))
        return self._process.poll() is None

    def gets_ready(self, patience: float) -> bool:
        """Wait until it is ready, or dead, or it has taken too long."""
        end = time.monotonic() + patience
        while self.look() and not self.is_ready and time.monotonic() < end:
            time.sleep(_LOOK)
        return self.is_ready

    def leave(self) -> None:
        self._process.terminate()

    def end(self, patience: float) -> None:
        """Ask it to leave, and do not wait for ever."""
        self.leave()
        try:
            self._process.wait(patience)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        os.close(self._hears)

    @property
    def pid(self) -> int:
        return self._process.pid


class Crew:
    """The processes behind a port."""

    def __init__(self, command: Sequence[str], listening: socket.socket, size: int) -> None:
        self._command, self._listening, self._size = command, listening, size
        self._children: list[Child] = []
        self._stopping = self._renewing = self._greeted = False

    def work(self) -> None:
        """Until somebody stops it: SIGTERM or Ctrl-C. SIGHUP replaces every process by a fresh one, one by one."""
        with self._signals():
            self._fill()
            while not self._stopping:
                time.sleep(_LOOK)
                self._fill()
                if self._renewing:
                    self._renewing = False
                    self._renew()
        for child in self._children:
            child.leave()
        for child in self._children:
            child.end(_LEAVING)

    def _fill(self) -> None:
        """As many as there should be; never at once where others serve, nor one that cannot stay alive."""
        for child in [child for child in self._children if not child.look()]:
            self._children.remove(child)
            child.end(0)
            log.error("process_died", pid=child.pid)
            if time.monotonic() - child.begun < _QUICK:
                time.sleep(_QUICK)
            elif self._children:
                time.sleep(CALM)
        while len(self._children) < self._size and not self._stopping:
            self._children.append(self._begun())

    def _renew(self) -> None:
        """A new one first, and when it is ready an old one leaves: nobody waits."""
        for old in tuple(self._children):
            new = self._begun()
            if not new.gets_ready(_READY):
                new.end(0)
                log.error("process_not_ready", pid=new.pid)
                return
            self._children.append(new)
            self._children.remove(old)
            old.end(_LEAVING)
            log.info("process_replaced", old=old.pid, new=new.pid)

    def _begun(self) -> Child:
        greets, self._greeted = not self._greeted, True
        return Child(self._command, self._listening, greets)

    @contextmanager
    def _signals(self) -> Iterator[None]:
        def stop(number: int, frame: FrameType | None) -> None:
            self._stopping = True

        def renew(number: int, frame: FrameType | None) -> None:
            self._renewing = True

        wanted = {signal.SIGTERM: stop, signal.SIGINT: stop, signal.SIGHUP: renew}
        before = {number: signal.signal(number, handler) for number, handler in wanted.items()}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def run_crew(words: Sequence[str], listening: socket.socket, size: int) -> None:
    """So many of ``tantera WORDS`` behind this socket."""
    listening.listen(4096)
    Crew([sys.executable, "-m", "tantera", *words], listening, size).work()


class CrewPlace(NamedTuple):
    """What a process of a crew is given."""

    listening: socket.socket
    says: int
    greets: bool

    def ready(self) -> None:
        os.write(self.says, b"!")
        os.close(self.says)


def inherited() -> CrewPlace | None:
    """The place of this process in a crew; None for a server of its own."""
    numbers = os.environ.pop(CHILD, None)
    if numbers is None:
        return None
    listening, says, greets = map(int, numbers.split())
    return CrewPlace(socket.socket(fileno=listening), says, bool(greets))
