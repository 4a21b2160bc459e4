"""Many short runs of ``tantera`` without a cold start each: a fork server (as in `multiprocessing`).

One process has imported the program and run nothing of it. For every command line it forks: the child is a process of
its own, with its own streams, folder, environment and exit status, and ends as any process does. What a start itself
does is shown by those tests that start one.
"""

from __future__ import annotations

import atexit
import json
import os
import select
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

PATIENCE = 120.0
PROGRAM = [sys.executable, "-c", "from tantera.cli import main; main()"]
WARM = ("match", "pad", "books", "tournament", "server")
"""The commands that are imported beforehand: those that need no solver."""
LATE = ("babel.numbers", "rich.rule", "rich._emoji_codes", "tantera.store", "tantera.tournament_file", "tantera.bots")
"""What they import while they run."""


def ran(words: tuple[str, ...], stdin: str, cwd: Path | None, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """What ``tantera`` says to these words, in a process of its own."""
    return _server().run(words, stdin, cwd, env)


class _Server:
    def __init__(self) -> None:
        asks, self._asks = os.pipe()
        self._answers, answers = os.pipe()
        self._folder = tempfile.TemporaryDirectory()
        self._process = subprocess.Popen(
            [sys.executable, __file__, str(asks), str(answers)],
            pass_fds=(asks, answers),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )
        os.close(asks)
        os.close(answers)

    def run(
        self, words: tuple[str, ...], stdin: str, cwd: Path | None, env: dict[str, str]
    ) -> subprocess.CompletedProcess[str]:
        streams = [Path(self._folder.name) / name for name in ("in", "out", "err")]
        streams[0].write_text(stdin, "utf-8", newline="")
        asked = {"words": words, "streams": list(map(str, streams)), "cwd": str(cwd or Path.cwd()), "env": env}
        os.write(self._asks, json.dumps(asked).encode() + b"\n")
        ready, _, _ = select.select([self._answers], [], [], PATIENCE)
        if not ready:
            self._process.kill()
            raise subprocess.TimeoutExpired(["tantera", *words], PATIENCE)
        status = int(os.read(self._answers, 20))
        said = [stream.read_text("utf-8") for stream in streams[1:]]
        return subprocess.CompletedProcess(["tantera", *words], status, *said)

    def close(self) -> None:
        os.close(self._asks)
        os.close(self._answers)
        self._process.wait(PATIENCE)
        self._folder.cleanup()


@cache
def _server() -> _Server:
    """One for each process that runs tests; it ends when nobody can ask it any more."""
    server = _Server()
    atexit.register(server.close)
    return server


def _serve(asks: int, answers: int) -> None:
    """Returns in every child, ready to be ``tantera``."""
    with os.fdopen(asks, "rb") as lines:
        for line in lines:
            child = os.fork()
            if not child:
                os.close(answers)
                _become(json.loads(line))
                return
            _, status = os.waitpid(child, 0)
            os.write(answers, b"%d\n" % os.waitstatus_to_exitcode(status))
    sys.exit()


def _become(asked: dict[str, Any]) -> None:
    """Python's own streams are those of the numbers 0, 1 and 2, and nothing has gone through them yet."""
    for number, path in enumerate(asked["streams"]):
        file = os.open(path, os.O_RDONLY if number == 0 else os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(file, number)
        os.close(file)
    os.chdir(asked["cwd"])
    os.environ.clear()
    os.environ.update(asked["env"])
    sys.argv = ["-c", *asked["words"]]


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
    _serve(*map(int, sys.argv[1:]))
    tantera.cli.main()
