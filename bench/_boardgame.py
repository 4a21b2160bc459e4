"""boardgame.io beside our own server: where it comes from, how it starts, and who plays there (`_boardgame.cjs`)."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import which
from typing import Final, NamedTuple

from bench._program import ROOT

VERSION: Final = "0.50.2"
_WANTED: Final = (f"boardgame.io@{VERSION}", "node-persist@2.1.0")
_HOME: Final = Path(sys.prefix) / "boardgame"
"""In .venv, which goes when it is made anew."""
_SCRIPT: Final = ROOT / "bench" / "_boardgame.cjs"


class Seen(NamedTuple):
    """By those who played."""

    moves: int
    median: float
    late: float
    """Milliseconds from an order until they saw it: half of them, and 99 of 100."""


def program() -> list[str] | None:
    """How to run the script; None where npm is not there, or cannot fetch what it needs."""
    node, npm = which("node"), which("npm")
    if node is None or npm is None:
        return None
    if not (_HOME / "node_modules" / "boardgame.io").exists():
        _HOME.mkdir(exist_ok=True)
        words = [npm, "install", "--prefix", str(_HOME), "--ignore-scripts", "--no-audit", "--no-fund", *_WANTED]
        if subprocess.run(words, cwd=_HOME, stdout=subprocess.DEVNULL).returncode:
            return None
    script = _HOME / _SCRIPT.name
    script.write_bytes(_SCRIPT.read_bytes())  # Node looks for packages beside the script
    return [node, str(script)]


@contextmanager
def serving(node: list[str], port: int, folder: Path) -> Iterator[int]:
    """Its process."""
    command = [*node, "serve", str(port), str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as server:
        assert server.stdout is not None
        try:
            assert server.stdout.readline() == b"ready\n", "boardgame.io did not start"
            yield server.pid
        finally:
            server.kill()


@contextmanager
def people(node: list[str], port: int, tables: int, seconds: float, pace: float) -> Iterator[Callable[[], Seen]]:
    """Two at every table, who have all come; what they see until time is over."""
    command = [*node, "play", str(port), str(tables), str(seconds), str(pace)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as playing:
        assert playing.stdout is not None
        lines = playing.stdout
        try:
            assert json.loads(lines.readline())["begun"]
            yield lambda: Seen(**json.loads(lines.readline()))
        finally:
            playing.kill()
