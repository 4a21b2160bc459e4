"""Finished deals in a file, one a line, each under the key of its contest. Nothing in it is ever rewritten.

Contests share a file without harm, and results of another version or of a changed bot stay in it unread.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from tantera.bots.arena.contest import ArenaError
from tantera.bots.arena.tally import Played
from tantera.words import Phrase, reason_of


class _Line(Struct, frozen=True):
    key: str
    played: Played


def results_folder() -> Path:
    """Where results are kept unless somebody says otherwise: in the user's cache. No home is a `RuntimeError`."""
    if sys.platform == "win32":
        cache = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        cache = Path.home() / "Library" / "Caches"
    else:
        cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return cache / "tantera" / "arena"


_BEGINS: Final = b'{"key":"'


class Results:
    """The results file at a path, which need not exist yet."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("ab+") as file:
                file.seek(0)
                begins = file.read(len(_BEGINS))
        except OSError as error:
            raise _unwritten(path, error) from None
        if begins != _BEGINS[: len(begins)]:
            message = "--save: found {path}, which holds something else, expected a file of results or a new one"
            raise ArenaError(Phrase(message, path=path))

    def read(self) -> Iterator[tuple[str, Played]]:
        """What was kept, under its keys. A line that was torn when the machine stopped is not there."""
        with self.path.open("rb") as file:
            for line in file:
                try:
                    kept = _READER.decode(line)
                except msgspec.MsgspecError:
                    continue
                yield kept.key, kept.played

    def keep(self, key: str, played: Iterable[Played]) -> None:
        """Append, in one piece: two arenas may write to the same file."""
        lines = b"".join(msgspec.json.encode(_Line(key, deal)) + b"\n" for deal in played)
        try:
            with self.path.open("ab+") as file:
                if file.tell():
                    file.seek(-1, os.SEEK_END)
                    if file.read(1) != b"\n":  # torn
                        lines = b"\n" + lines
                file.write(lines)
        except OSError as error:
            raise _unwritten(self.path, error) from None


def _unwritten(path: Path, error: OSError) -> ArenaError:
    message = "--save: found {path} ({reason}), expected a file to write"
    return ArenaError(Phrase(message, path=path, reason=reason_of(error)))


_READER: Final = msgspec.json.Decoder(_Line)
