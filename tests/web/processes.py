"""``tantera serve`` as a process of its own: what it prints, what it logs, how it ends."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count, islice
from pathlib import Path
from typing import Final

import httpx

from tests.cli.warm import Started, ran, started
from tests.web import plain

PATIENCE = 60.0
"""Seconds: the machine may be busy with other tests."""
TANTERA = [sys.executable, "-m", "tantera"]


# A port that the system gives may be given to somebody else before a server has it: every connection takes one.
# These it gives to nobody, and each process that runs tests begins elsewhere.
_QUIET: Final = range(20_000, 30_000)
_next_port = count(os.getpid() * 101)


def free_port() -> int:
    """A port that nobody has, nor gets by the time a server that is told of it has started."""
    for number in islice(_next_port, len(_QUIET)):
        port = _QUIET[number % len(_QUIET)]
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("0.0.0.0", port))
            return port
    raise AssertionError(f"all ports from {_QUIET[0]} to {_QUIET[-1]} are in use")


def environment(**more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "TANTERA_WIFI_KEY")}
    return kept | {"PYTHONUNBUFFERED": "1"} | more


def run(*words: str, **env: str) -> subprocess.CompletedProcess[str]:
    """A command that ends by itself."""
    return ran(words, "", None, environment(**env))


class Served:
    """A server that runs, and where its words go."""

    def __init__(self, process: Started | subprocess.Popen[bytes], port: int, out: Path, err: Path) -> None:
        self.process, self.port = process, port
        self._out, self._err = out, err

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def said(self) -> str:
        return self._out.read_text("utf-8")

    @property
    def logged(self) -> str:
        return self._err.read_text("utf-8")

    def until_said(self, words: str) -> str:
        until = time.monotonic() + PATIENCE
        while words not in self.said:
            assert self.process.poll() is None, self.logged
            assert time.monotonic() < until, self.said
            time.sleep(0.02)
        return self.said

    def admin_secret(self) -> str:
        return self.until_said("Ctrl-C").split("/admin/enter/")[1].split()[0]

    def stop(self, how: int = signal.SIGTERM) -> tuple[int, float]:
        """The status it ends with, and how long that took."""
        begun = time.monotonic()
        self.process.send_signal(how)
        return self.process.wait(PATIENCE), time.monotonic() - begun


@contextmanager
def served(
    folder: Path, *words: str, port: int | None = None, host: str = "127.0.0.1", cold: bool = False, **env: str
) -> Iterator[Served]:
    """On this folder; or on the database that ``DATABASE_URL`` names, and the folder says where its words go. `cold`:
    where a start itself, or the command line that others can read, is looked at."""
    port = port or free_port()
    out, err = folder.parent / f"{folder.name}-{port}.out", folder.parent / f"{folder.name}-{port}.err"
    where = [] if "DATABASE_URL" in env else ["--data", str(folder)]
    words = ("serve", "--host", host, "--port", str(port), *where, *words)
    known = environment(**env)
    with out.open("wb") as stdout, err.open("wb") as stderr, open(os.devnull, "rb") as stdin:
        process: Started | subprocess.Popen[bytes]
        if cold:
            process = subprocess.Popen([*TANTERA, *words], stdin=stdin, stdout=stdout, stderr=stderr, env=known)
        else:
            process = started(words, (stdin.fileno(), stdout.fileno(), stderr.fileno()), None, known)
    running = Served(process, port, out, err)
    try:
        until = time.monotonic() + PATIENCE
        while True:
            assert process.poll() is None, running.logged
            try:
                plain.get(f"{running.url}/healthz", timeout=5)
                break
            except httpx.TransportError:
                assert time.monotonic() < until, "the server did not answer"
                time.sleep(0.02)
        yield running
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
