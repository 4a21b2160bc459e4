"""Tournaments in a backup of the whole hall: every file's streams, under a name that says which file it was."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tantera.store import FileStore, open_store_file
from tantera.store.rows import Row
from tantera.tournament.erasing import Salts
from tantera.tournament_file.kept import PREFIX, SUFFIX, KeptTournaments, take_over

_AT_ONCE: Final = 16 * 1024**2
"""Bytes of a stream that are written together."""


class Unpacking:
    """The tournaments of a backup on their way to where they are kept: all of them once the backup has proved whole."""

    def __init__(self) -> None:
        self._place = TemporaryDirectory(prefix="tantera-")
        self._stream, self._events = "", list[bytes]()
        self._size = self._written = 0
        """Bytes of the events that wait, and how many of the stream were written before them."""
        self._stores: dict[str, FileStore] = {}

    def take(self, row: Row) -> None:
        stream, _, _, event = row
        if stream != self._stream or self._size >= _AT_ONCE:
            self._write()
            self._written = self._written + len(self._events) if stream == self._stream else 0
            self._stream, self._events, self._size = stream, [], 0
        self._events.append(event)
        self._size += len(event)

    def into(self, kept: KeptTournaments, salts: Salts) -> list[str]:
        self._write()
        found = [take_over(store.path, kept, name, salts) for name, store in self._stores.items()]
        self.close()
        return found

    def close(self) -> None:
        for store in self._stores.values():
            store.close()
        self._stores.clear()
        self._place.cleanup()

    def _write(self) -> None:
        events = self._events
        if not events or not self._stream.startswith(PREFIX):
            return
        name, _, stream = self._stream.removeprefix(PREFIX).replace("\\", "_").partition("/")
        if name not in self._stores:
            self._stores[name] = open_store_file(Path(self._place.name) / f"{len(self._stores)}{SUFFIX}")
        self._stores[name].append(stream, self._written, events)
