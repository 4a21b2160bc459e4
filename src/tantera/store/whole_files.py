"""Files that are there whole or not at all: until the last byte is written, what was there before stays."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from shutil import copyfile
from typing import Final

from tantera.store.engines import sync_folder

ABANDONED: Final = 3600
"""Seconds for which nobody has written to the beginning of a file: whoever began it was killed, or the stick pulled."""


@contextmanager
def appearing(path: Path) -> Iterator[Path]:
    """Where to write what shall be at `path`: it appears there, durable, when all is written. Killed before that, what
    was there stays; what remains of the attempt goes at the next one."""
    unfinished = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        unfinished.touch()
        _forget_abandoned(path, unfinished.stat().st_mtime)
        yield unfinished
        with unfinished.open("rb+") as file:
            os.fsync(file.fileno())
        os.replace(unfinished, path)
        sync_folder(path.parent)
    finally:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)


def copy_whole(source: Path, path: Path) -> None:
    """A file that nobody writes to, copied so that the copy is whole whenever it is there."""
    with appearing(path) as unfinished:
        copyfile(source, unfinished)


def _forget_abandoned(path: Path, now: float) -> None:
    for part in path.parent.glob(f".{path.name}.*.part"):
        with suppress(OSError):
            if now - part.stat().st_mtime > ABANDONED:
                part.unlink()
