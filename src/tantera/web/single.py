"""One server for one data folder: two would each know half of what happens at a table."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, Final

from tantera.web.config import Config
from tantera.words import Phrase, Problem

FILE: Final = "server.json"
"""Where the server that has the folder is: it holds a lock on the file as long as it lives."""


class AnotherServer(Problem):
    code = "another_server"


@contextmanager
def only_server(config: Config) -> Iterator[None]:
    """Hold the data folder; an `AnotherServer` where somebody else does. A database has no such file: it is made for
    several."""
    if not isinstance(config.data, Path):
        yield
        return
    try:
        config.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = (config.data / FILE).open("a+", encoding="utf-8")
    except OSError:  # the store has the words for it
        yield
        return
    with file:
        if not _locked(file):
            where = running_at(config.data)
            raise AnotherServer(
                Phrase("a server with this data runs already: {url}", url=where["url"])
                if where
                else Phrase("a server with this data runs already")
            )
        try:
            yield
        finally:
            with suppress(OSError):
                file.truncate(0)


def say_where(data: Path | str, url: str) -> None:
    """Leave a note for ``tantera serve --admin-link``."""
    if isinstance(data, Path):
        with suppress(OSError):
            (data / FILE).write_text(json.dumps({"url": url, "pid": os.getpid()}), "utf-8")


def is_running(data: Path | str) -> bool:
    """Whether a server has this data, its note written or not yet. A database does not say."""
    if not isinstance(data, Path) or not (data / FILE).exists():
        return False
    with suppress(OSError), (data / FILE).open("a+", encoding="utf-8") as file:
        return not _locked(file)
    return False


def running_at(data: Path | str) -> dict[str, Any] | None:
    """The note of the server that has this data, if there is one: a server that was killed has left its own behind."""
    if not isinstance(data, Path) or not is_running(data):
        return None
    try:
        found = json.loads((data / FILE).read_text("utf-8"))
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) and isinstance(found.get("url"), str) else None


def _locked(file: IO[str]) -> bool:
    """An advisory lock, which ends with the process however that ends."""
    try:
        if sys.platform == "win32":
            import msvcrt

            file.seek(2**30)  # beyond what is written, so that others can read it
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
