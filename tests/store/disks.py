"""Disks that run out of room: a real small one where we may mount it, and the limit that the system sets for a file."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tantera.store.engines import FILE


class SmallDisk:
    """A tmpfs of two megabytes."""

    def __init__(self, folder: Path) -> None:
        self.folder, self._ballast = folder, folder / "ballast"

    def fill(self) -> None:
        with self._ballast.open("wb", buffering=0) as file:
            try:
                while True:
                    file.write(bytes(4096))
            except OSError:
                pass

    def free(self) -> None:
        self._ballast.unlink()


class LimitedFiles:
    """No file of this process may grow past what the log has now (RLIMIT_FSIZE).

    Nor may Python keep what it compiles meanwhile: it does not notice that the file was cut off, and nobody can import
    that module ever after.
    """

    def __init__(self, folder: Path) -> None:
        self.folder, self._before = folder, resource.getrlimit(resource.RLIMIT_FSIZE)
        self._keeps_nothing = sys.dont_write_bytecode

    def fill(self) -> None:
        sys.dont_write_bytecode = True
        size = (self.folder / f"{FILE}-wal").stat().st_size
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, self._before[1]))

    def free(self) -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, self._before)
        sys.dont_write_bytecode = self._keeps_nothing


Disk = SmallDisk | LimitedFiles


@contextmanager
def mounted(folder: Path, options: str = "size=2m") -> Iterator[Path]:
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", folder], check=True, capture_output=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", folder], check=True)


def can_mount() -> bool:
    """As root, and not in a container that forbids it."""
    if os.geteuid() != 0:
        return False
    asked = ["unshare", "-m", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]
    try:
        return subprocess.run(asked, capture_output=True).returncode == 0
    except OSError:
        return False


@contextmanager
def disk(kind: str, folder: Path) -> Iterator[Disk]:
    if kind == "tmpfs":
        with mounted(folder):
            yield SmallDisk(folder)
    else:
        folder.mkdir()
        limited = LimitedFiles(folder)
        try:
            yield limited
        finally:
            limited.free()


KINDS = ["limit", *(["tmpfs"] if can_mount() else [])]
