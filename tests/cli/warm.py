"""``tantera`` as a process of its own without a cold start: a fork server (as in `multiprocessing`).

One process has imported the program and run nothing of it. For every command line it forks: the child is a process of
its own, with its own streams, folder, environment and exit status, can be killed, and ends as any process does. What a
start itself does, and what it loads, is shown by those tests that start one.
"""

from __future__ import annotations

import atexit
import json
import os
import resource
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

PATIENCE = 120.0
PROGRAM = [sys.executable, "-c", "from tantera.cli import main; main()"]
WARM = ("match", "pad", "books", "tournament", "server")
"""The commands that are imported beforehand: those that need no solver."""
LATE = (
    "rich.rule", "rich._emoji_codes", "sqlalchemy.dialects.sqlite.pysqlite", "uvloop",
    "tantera.store", "tantera.tournament_file", "tantera.bots", "tantera.web.serving",
)  # fmt: skip
"""What they import while they run."""


class Started:
    """A process that was forked: as much of `subprocess.Popen` as anybody asks for here."""

    def __init__(self, pid: int, ended: int) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._ended = ended

    def poll(self) -> int | None:
        return self._look(0)

    def wait(self, timeout: float | None = None) -> int:
        status = self._look(timeout)
        if status is None:
            raise subprocess.TimeoutExpired("tantera", timeout or 0)
        return status

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def _look(self, seconds: float | None) -> int | None:
        if self.returncode is None and select.select([self._ended], [], [], seconds)[0]:
            self.returncode = int(os.read(self._ended, 20))
            os.close(self._ended)
        return self.returncode


def started(
    words: tuple[str, ...],
    streams: tuple[int, int, int],
    cwd: Path | None,
    env: dict[str, str],
    ignored: tuple[int, ...] = (),
    largest: int | None = None,
) -> Started:
    """``tantera`` with these words, begun and left to itself. `streams` are the numbers of open files for its input,
    its output and its errors; `ignored` are signals that it was started with ignored, `largest` the bytes of a file."""
    asked = {"words": words, "cwd": str(cwd or Path.cwd()), "env": env, "ignored": ignored, "largest": largest}
    return _server().start(asked, streams)


def ran(words: tuple[str, ...], stdin: str, cwd: Path | None, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """What ``tantera`` says to these words, until it has ended."""
    with tempfile.TemporaryFile() as said, tempfile.TemporaryFile() as wrong, tempfile.TemporaryFile() as told:
        told.write(stdin.encode())
        told.seek(0)
        process = started(words, (told.fileno(), said.fileno(), wrong.fileno()), cwd, env)
        try:
            status = process.wait(PATIENCE)
        finally:
            process.kill()
        for stream in (said, wrong):
            stream.seek(0)
        return subprocess.CompletedProcess(["tantera", *words], status, said.read().decode(), wrong.read().decode())


class _Server:
    def __init__(self) -> None:
        self._line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._lock = threading.Lock()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, __file__, str(theirs.fileno())],
                pass_fds=(theirs.fileno(),),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
            )

    def start(self, asked: dict[str, Any], streams: tuple[int, int, int]) -> Started:
        ended, tell = os.pipe()
        try:
            with self._lock:
                socket.send_fds(self._line, [json.dumps(asked).encode()], [*streams, tell])
                return Started(int(self._line.recv(20)), ended)
        finally:
            os.close(tell)

    def close(self) -> None:
        self._line.close()
        self._process.wait(PATIENCE)


@cache
def _server() -> _Server:
    """One for each process that runs tests; it ends when nobody can ask it any more."""
    server = _Server()
    atexit.register(server.close)
    return server


# --- in the fork server ---------------------------------------------------------------------------------------------


def _serve(line: socket.socket) -> None:
    """Returns in every child, ready to be ``tantera``."""
    running: dict[int, int] = {}
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    before = signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(wake)
    while True:
        ready, _, _ = select.select([line.fileno(), woken], [], [])
        if woken in ready:
            os.read(woken, 1000)
            _tell_who_has_ended(running)
        if line.fileno() not in ready:
            continue
        message, files, _, _ = socket.recv_fds(line, 2**20, 4)
        if not message:
            sys.exit()
        child = os.fork()
        if not child:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, before)
            line.close()
            for file in (woken, wake, files[3], *running.values()):
                os.close(file)
            _become(json.loads(message), files[:3])
            return
        for file in files[:3]:
            os.close(file)
        running[child] = files[3]
        line.send(b"%d" % child)


def _tell_who_has_ended(running: dict[int, int]) -> None:
    while running:
        child, status = os.waitpid(-1, os.WNOHANG)
        if not child:
            return
        ended = running.pop(child)
        with suppress(BrokenPipeError):  # nobody wants to know
            os.write(ended, b"%d" % os.waitstatus_to_exitcode(status))
        os.close(ended)


def _become(asked: dict[str, Any], files: list[int]) -> None:
    os.setsid()
    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    os.chdir(asked["cwd"])
    os.environ.clear()
    os.environ.update(asked["env"])
    time.tzset()
    for number in asked["ignored"]:
        signal.signal(number, signal.SIG_IGN)
    if asked["largest"] is not None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (asked["largest"], asked["largest"]))
    sys.stdin, sys.stdout, sys.stderr = map(_stream, range(3), (sys.stdin, sys.stdout, sys.stderr))
    sys.argv = ["-c", *asked["words"]]
    main: Any = sys.modules["__main__"]
    del main.__file__  # as it is with -c: a process that this one starts has nothing to import


def _stream(number: int, like: Any) -> Any:
    """As Python opens it when it starts: a terminal is written to line by line."""
    by_lines = number == 2 or os.isatty(number) or "PYTHONUNBUFFERED" in os.environ
    mode, buffering = "w" if number else "r", 1 if number and by_lines else -1
    return open(number, mode, buffering, encoding=like.encoding, errors=like.errors, closefd=False)


if __name__ == "__main__":
    import gc
    import pkgutil
    from importlib import import_module

    import tantera.cli
    from tantera.rules import BOOKS, load_book
    from tantera.words import LANGS, translate

    sys.path[0] = ""
    for room in WARM:
        package = import_module(f"tantera.cli.{room}")
        for module in pkgutil.iter_modules(package.__path__):
            import_module(f"tantera.cli.{room}.{module.name}")
    for late in LATE:
        import_module(late)
    for book in BOOKS:
        load_book(book)
    for lang in LANGS:
        translate(lang, "")
    gc.freeze()  # a child that collects garbage would copy all of this
    _serve(socket.socket(fileno=int(sys.argv[1])))
    for fault in os.environ.pop("TANTERA_PLANTED", "").split():
        getattr(import_module("tests.web.planted"), fault)()
    tantera.cli.main()
