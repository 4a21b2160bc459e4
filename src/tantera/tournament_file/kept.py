"""Where a server keeps its tournaments: a folder with a file for each, or the common store on PostgreSQL, in which each
is a part with the same streams. `kept_tournaments` decides; nobody else asks which of the two it is. In a backup of the
whole hall are every file's streams, under a name that says which file it was.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, Protocol

from tantera.store import BlockingStore, Conflict, FileStore, StoreParts, open_parts, open_store_file
from tantera.store.backup import BESIDE
from tantera.store.rows import Row
from tantera.tournament.erasing import Salts
from tantera.tournament_file.continuing import beside, catch_up
from tantera.tournament_file.erasing import erase_again, gone_in
from tantera.tournament_file.file import check_tournament
from tantera.tournament_file.streams import HALL, STREAM
from tantera.words import Problem

SUFFIX: Final = ".tantera"
"""How the file of a tournament ends."""
PREFIX: Final = f"{BESIDE}event/"
"""How streams of tournaments begin in a backup of the hall, and so in a common store: a backup is the same of both."""


class KeptTournaments(Protocol):
    """The tournaments of a server, each by its id."""

    @property
    def folder(self) -> Path | None:
        """Where their files are; None: they are no files."""

    def heads(self) -> dict[str, Hashable]:
        """All there are, and how far each has come: something that is another thing as soon as somebody writes."""

    def store(self, name: str) -> BlockingStore:
        """Of the tournament of this name, which perhaps is still to be created."""

    def free(self, name: str) -> str:
        """This name, or one like it that no tournament has."""

    def keep(self, name: str, copy: FileStore) -> str:
        """All that is in a file as a tournament of its own: its id."""

    def beside(self, left_out: Callable[[Problem], None]) -> Iterator[Row]:
        """Those that a backup of the store does not have by itself. What is no tournament, or a damaged one, stays out
        and keeps no other from its place; `left_out` is told."""

    def close(self) -> None: ...


def kept_tournaments(where: Path | str, process: str = "") -> KeptTournaments:
    """In a folder of files, or in the store at an address, which is told what process writes there."""
    return TournamentFolder(where) if isinstance(where, Path) else CommonTournaments(where, process)


class TournamentFolder:
    """A file for each, and its name is the id."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def heads(self) -> dict[str, Hashable]:
        times: dict[str, Hashable] = {}
        for path in sorted(self.folder.glob(f"*{SUFFIX}")):
            try:
                times[path.stem] = path.stat().st_mtime_ns
            except OSError:  # it went while we looked
                continue
        return times

    def store(self, name: str) -> FileStore:
        return FileStore(self._path(name))

    def free(self, name: str) -> str:
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return next(candidate for candidate in _names(name) if not self._path(candidate).exists())

    def keep(self, name: str, copy: FileStore) -> str:
        name = self.free(name)
        copy.copy_to(self._path(name))
        return name

    def beside(self, left_out: Callable[[Problem], None]) -> Iterator[Row]:
        for name in sorted(self.heads(), key=lambda name: f"{name}/"):
            with self.store(name) as store:
                try:
                    check_tournament(store)
                    store.check_whole()
                except Problem as why:
                    left_out(why)
                    continue
                for head in store.streams():
                    for stored in store.read(head.stream):
                        yield f"{PREFIX}{name}/{head.stream}", stored.version, stored.order, stored.event

    def close(self) -> None: ...

    def _path(self, name: str) -> Path:
        return self.folder / f"{name}{SUFFIX}"


class CommonTournaments:
    """Parts of a common store: any process that has the store has all of them."""

    folder = None

    def __init__(self, where: str, process: str) -> None:
        self._parts: StoreParts = open_parts(where, PREFIX, SUFFIX, process)

    def heads(self) -> dict[str, Hashable]:
        parts = self._parts.heads(STREAM, HALL)
        return {name: (heads[STREAM], heads.get(HALL, 0)) for name, heads in parts.items() if STREAM in heads}

    def store(self, name: str) -> BlockingStore:
        return self._parts.part(name)

    def free(self, name: str) -> str:
        return next(candidate for candidate in _names(name) if not self.store(candidate).streams())

    def keep(self, name: str, copy: FileStore) -> str:
        while True:
            free = self.free(name)
            try:
                self.store(free).fill(copy.everything())
            except Conflict:  # another process was first
                continue
            return free

    def beside(self, left_out: Callable[[Problem], None]) -> Iterator[Row]:
        return iter(())

    def close(self) -> None:
        self._parts.close()


def _names(name: str) -> Iterable[str]:
    yield name
    for number in count(2):
        yield f"{name}-{number}"


def take_over(source: Path, kept: KeptTournaments, name: str, salts: Salts) -> str:
    """A tournament's file becomes one of these; its id.

    Where the same tournament is there under that name and one of the two goes on from the other, the one that has come
    further stays, under its name: codes on cards and slips lead on. Where both went on by themselves, or it is another
    event, it stands beside under a name of its own.
    """
    gone = None
    with open_store_file(source) as copy:
        check_tournament(copy)
        copy.check_whole()
        with kept.store(name) as ours:
            if ours.version(STREAM):
                relation = beside(ours, copy)
                if relation in ("same", "newer"):  # the clock, hands and photos go on where the log stands still
                    catch_up(ours, copy, salts)
                elif relation == "older":
                    erase_again(ours, gone_in(ours, copy), salts)
                elif relation == "parted":
                    gone = gone_in(copy, ours)
                if relation in ("same", "newer", "older"):
                    return name
        name = kept.keep(name, copy)
    if gone is not None:
        with kept.store(name) as second:
            erase_again(second, gone, salts)
    return name


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
        taken = [take_over(store.path, kept, name, salts) for name, store in self._stores.items()]
        self.close()
        return taken

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
