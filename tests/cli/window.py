"""A real terminal window with ``tantera`` in it: what is seen, and somebody who types."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time
from pathlib import Path
from types import TracebackType

from tests.cli.warm import started

PATIENCE = 90.0
"""Seconds until something is said to be missing: a machine may be busy."""
_STYLES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[78]")


class Window:
    """A pseudo-terminal of some width and height. The program may have been started with signals ignored, or be allowed
    files of so many bytes and no larger ones."""

    def __init__(
        self,
        *words: str,
        folder: Path,
        columns: int = 80,
        lines: int = 24,
        ignored: tuple[int, ...] = (),
        largest: int | None = None,
        **environment: str,
    ) -> None:
        self.keys = 0
        """Keystrokes so far, Enter included."""
        self.raw = b""
        self._seen = 0
        self.leader, follower = pty.openpty()
        fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        settings = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
        settings |= {"TERM": "xterm-256color", "XDG_DATA_HOME": str(folder / "data"), "TANTERA_PACE": "0"} | environment
        self.process = started(words, (follower, follower, follower), folder, settings, ignored, largest)
        os.close(follower)

    def __enter__(self) -> Window:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(PATIENCE)
        self.close()

    def close(self) -> None:
        """The window is closed: the terminal hangs up."""
        if self.leader >= 0:
            os.close(self.leader)
        self.leader = -1

    @property
    def text(self) -> str:
        """Everything seen so far, without styles."""
        return _STYLES.sub("", self.raw.decode("utf-8", "replace")).replace("\r\n", "\n")

    def until(self, *wanted: str) -> str:
        """Wait until one of these stands in what has come since the last time; and which."""
        end = time.monotonic() + PATIENCE
        while True:
            new = self.text[self._seen :]
            found = [(new.index(one), one) for one in wanted if one in new]
            if found:
                place, one = min(found)
                self._seen += place + len(one)
                return one
            assert self._more(end), f"none of {wanted} in:\n{self.text[-3000:]}"

    def wait_for(self, words: str) -> str:
        """Everything that has come since the last time, up to these words."""
        start = self._seen
        self.until(words)
        return self.text[start : self._seen]

    def say(self, answer: str, then: str) -> str:
        """Type an answer, and wait for what it brings."""
        self.type(answer)
        return self.wait_for(then)

    def rest(self) -> str:
        """Everything, once it has ended by itself."""
        self.end()
        return self.text

    def type(self, answer: str) -> None:
        self.keys += len(answer) + 1
        os.write(self.leader, answer.encode() + b"\n")

    def press(self, keys: bytes) -> None:
        self.keys += len(keys)
        os.write(self.leader, keys)

    def send(self, number: int) -> None:
        self.process.send_signal(number)

    def ctrl_c(self) -> None:
        self.send(signal.SIGINT)

    def end(self) -> int:
        """Its status, once it has ended by itself."""
        end = time.monotonic() + PATIENCE
        while self._more(end):
            pass
        return self.process.wait(PATIENCE)

    def _more(self, end: float) -> bool:
        """Read on; False once there is nothing any more, or the patience is over."""
        while time.monotonic() < end:
            ready, _, _ = select.select([self.leader], [], [], 0.5)
            if not ready:
                continue
            try:
                chunk = os.read(self.leader, 65536)
            except OSError:  # the other side is closed
                return False
            self.raw += chunk
            return bool(chunk)
        return False
