"""A program in a terminal of its own: what it shows, what is typed, and how it ends."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

PROGRAM = (sys.executable, "-c", "from tantera.cli import main; main()")
PATIENCE = 120
"""Seconds that a loaded machine may take over an answer."""


class Window:
    """A terminal with a program in it."""

    def __init__(
        self, *words: str, folder: Path, columns: int = 100, before: Callable[[], object] | None = None
    ) -> None:
        self.leader, follower = pty.openpty()
        environment = {**os.environ, "TERM": "xterm", "COLUMNS": str(columns), "NO_COLOR": "1"}
        self.process = subprocess.Popen(
            [*PROGRAM, *words],
            stdin=follower,
            stdout=follower,
            stderr=follower,
            cwd=folder,
            env=environment,
            start_new_session=True,
            preexec_fn=before,
        )
        os.close(follower)
        self.bytes = b""
        self.seen = 0
        """How much of it has been waited for already."""
        self.keys = 0
        """How many keys have been pressed, Enter included."""

    @property
    def shown(self) -> str:
        return self.bytes.decode(errors="replace").replace("\r\n", "\n")

    def wait_for(self, words: str) -> str:
        """Until it shows these words, after what was waited for last."""
        until = time.monotonic() + PATIENCE
        wanted = words.encode().replace(b"\n", b"\r\n")
        while wanted not in self.bytes[self.seen :]:
            assert time.monotonic() < until, f"{words!r} never came:\n{self.shown}"
            ready, _, _ = select.select([self.leader], [], [], 1)
            if ready:
                try:
                    self.bytes += os.read(self.leader, 65536)
                except OSError:
                    assert wanted in self.bytes[self.seen :], f"it ended before {words!r}:\n{self.shown}"
        start = self.seen
        self.seen = self.bytes.index(wanted, self.seen) + len(wanted)
        return self.bytes[start : self.seen].decode(errors="replace")

    def type(self, line: str) -> None:
        self.keys += len(line) + 1
        os.write(self.leader, line.encode() + b"\n")

    def say(self, line: str, then: str) -> str:
        """Type a line, and wait for what it brings."""
        self.type(line)
        return self.wait_for(then)

    def rest(self) -> str:
        """Everything until it ends."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            ready, _, _ = select.select([self.leader], [], [], 1)
            if ready:
                try:
                    chunk = os.read(self.leader, 65536)
                except OSError:
                    break
                if not chunk:
                    break
                self.bytes += chunk
        self.process.wait(PATIENCE)
        return self.shown

    def close(self) -> None:
        """The window is closed: the terminal hangs up."""
        os.close(self.leader)
        self.leader = -1

    def end(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE)
        if self.leader >= 0:
            os.close(self.leader)


@contextmanager
def window(
    *words: str, folder: Path, columns: int = 100, before: Callable[[], object] | None = None
) -> Iterator[Window]:
    opened = Window(*words, folder=folder, columns=columns, before=before)
    try:
        yield opened
    finally:
        opened.end()


def plain_text(shown: str) -> str:
    """Without the styles of a terminal."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown)
